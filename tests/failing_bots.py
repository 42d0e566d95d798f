"""Bots that do what no bot should, for the processes of a server."""

import os
from abc import ABC, abstractmethod
from contextlib import suppress

from spadille.bots.simple import SimpleBot
from spadille.game.actions import AnyAction, StackPiles
from spadille.view import View


class Bot(ABC):
    def __init__(self, seed: int) -> None:
        self.seed = seed

    @abstractmethod
    def act(self, view: View) -> AnyAction:
        """What the bot does with it."""


class Dying(Bot):
    """Takes its process with it."""

    def act(self, view: View) -> AnyAction:  # noqa: ARG002
        os._exit(3)


class Endless(Bot):
    """Never answers."""

    def act(self, view: View) -> AnyAction:  # noqa: ARG002
        while True:
            pass


class Erring(Bot):
    """Raises."""

    def act(self, view: View) -> AnyAction:  # noqa: ARG002
        raise ZeroDivisionError("too hard")


class Leaving(Bot):
    """Asks Python to end."""

    def act(self, view: View) -> AnyAction:  # noqa: ARG002
        raise SystemExit(0)


class Cheating(Bot):
    """Does what is never legal."""

    def act(self, view: View) -> AnyAction:  # noqa: ARG002
        return StackPiles((9, 9))


class Babbling(Bot):
    """Prints, and then answers as it should."""

    def act(self, view: View) -> AnyAction:
        print('{"say":"ready"}', flush=True)  # noqa: T201
        os.write(1, b"nonsense\n")
        return SimpleBot(self.seed).act(view)


LIES = (
    b"nonsense\n",
    b"NUMBER " + b"[" * 100_000 + b"\n",
    b'NUMBER {"say":"ready"}\n',
    b'NUMBER {"say":"decided","action":{"do":"play","card":"XX"},"effort":"strong"}\n',
    b'NUMBER {"say":"decided","action":{"do":"stack_piles","piles":[9,9]},"effort":"strong"}\n',
    b'1 {"say":"unable","why":"that was the first one"}\n',
    b"NUMBER \xff\n",
    b"\n",
    b"x" * 5_000_000 + b"\n",
)


class Lying(Bot):
    """Answers for its process, wherever that writes to, to the request of its number."""

    def act(self, view: View) -> AnyAction:
        lie, asked = self.seed % 100, self.seed // 100
        said = LIES[lie].replace(b"NUMBER", b"%d" % asked)
        for number in range(3, 20):
            with suppress(OSError):
                os.write(number, said)
        return SimpleBot(self.seed).act(view)


class Unmade:
    """Cannot be made."""

    def __init__(self, seed: int) -> None:  # noqa: ARG002
        raise ValueError("no luck")

"""What waits to be thought out: since when, and the answer to come."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Generic, TypeVar

from spadille.bots.guard import Guard
from spadille.bots.simple import SimpleBot
from spadille.game.actions import AnyAction, AskUndo, Claim
from spadille.server.thinker.answers import Hint, Thought, Weighed
from spadille.view import View

Answer = TypeVar("Answer")


class Job(Generic[Answer]):
    """A view that is to be thought about, the time it was asked, and the answer to come."""

    def __init__(self, asked: float, view: View) -> None:
        self.asked, self.view = asked, view
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def settle(self, answer: Answer | Exception) -> None:
        """Answer, if there is no answer yet and somebody waits for one."""
        if self.answer.done():
            return
        if isinstance(answer, Exception):
            self.answer.set_exception(answer)
        else:
            self.answer.set_result(answer)


class Move(Job[Thought]):
    """A decision of a bot."""

    def __init__(self, asked: float, view: View, bot: str, seed: int) -> None:
        super().__init__(asked, view)
        self.bot, self.seed = bot, seed


class Question(Job[Hint]):
    """A person's question what to do; `names` are by seat."""

    def __init__(self, asked: float, view: View, names: Sequence[str], language: str) -> None:
        super().__init__(asked, view)
        self.names, self.language = tuple(names), language


class Review(Job[Weighed | None]):
    """A decision that is over, to be weighed when nothing else is to be done."""


def by_rule_of_thumb(view: View) -> AnyAction:
    """The simple bot's decision, made at once: it takes less than a millisecond."""
    with suppress(Exception):  # it never fails in views that can be
        return Guard(SimpleBot(view.log), lambda _: None).act(view)
    return next(action for action in view.legal if not isinstance(action, AskUndo | Claim))


__all__ = ["Job", "Move", "Question", "Review", "by_rule_of_thumb"]

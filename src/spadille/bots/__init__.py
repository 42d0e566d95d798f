"""Bots: a View in, an Action out, and the registry that finds them by name."""

import hashlib
import pkgutil
from collections.abc import Callable
from functools import partial
from importlib.metadata import entry_points
from typing import Protocol

from spadille.bots.spec import BotError, Spec, fitting, read
from spadille.game.actions import AnyAction
from spadille.view import View


class Bot(Protocol):
    """A player made of code.

    `act` is called with the view of a seat that has to act and returns one of `view.legal`. It is
    a function of the view (and the bot's seed) alone: the view holds the deal's whole history.
    """

    def act(self, view: View) -> AnyAction:
        """Choose one of the legal actions."""


def names() -> tuple[str, ...]:
    """The names of the known bots; packages add theirs in the entry-point group `spadille.bots`.

    >>> {"random", "simple"} <= {*names()}
    True
    """
    return tuple(sorted({entry.name for entry in entry_points(group="spadille.bots")}))


def make(name: str, seed: int = 0) -> Bot:
    """A bot by name, or one of your own by `module:Class`; raises `BotError` if there is none.

    Options in brackets are handed to the class by name, after the seed.

    >>> type(make("spadille.bots.random:RandomBot")).__name__
    'RandomBot'
    >>> make("simple(level=3)")
    Traceback (most recent call last):
        ...
    spadille.bots.spec.BotError: The bot simple has no options.
    """
    return find(name)(seed)


def find(name: str) -> Callable[[int], Bot]:
    """What makes a bot of a seed, found once for many; raises `BotError` as `make` does.

    >>> type(find("simple")(7)).__name__
    'SimpleBot'
    """
    spec = read(name)
    found = {e.value for e in entry_points(group="spadille.bots") if e.name == spec.name}
    if not found and ":" not in spec.name:
        known = ", ".join(names())
        raise BotError("There is no bot {name}; there are {known}.", name=spec.name, known=known)
    if len(found) > 1:
        packages = ", ".join(sorted(found))
        raise BotError(
            "The bot {name} is in several packages: {packages}. Write one of these.",
            name=spec.name,
            packages=packages,
        )
    try:
        maker: Callable[..., Bot] = pkgutil.resolve_name(found.pop() if found else spec.name)
    except (Exception, SystemExit) as error:
        raise BotError(
            "The bot {name} cannot be imported: {why}", name=spec.name, why=_why(error)
        ) from error
    return partial(_made, name, spec, maker)


def _made(name: str, spec: Spec, maker: Callable[..., Bot], seed: int) -> Bot:
    try:
        return maker(seed, **fitting(spec, maker))
    except BotError:
        raise
    except (Exception, SystemExit) as error:
        raise BotError(
            "The bot {name} cannot be made: {why}", name=name, why=_why(error)
        ) from error


def bot_seed(seed: int, player: int, round_: int | None = None) -> int:
    """The seed of a player's bot, from which that of the cards cannot be told.

    `round_` is that of a contest.
    """
    where = "" if round_ is None else f" in round {round_}"
    said = hashlib.sha256(f"the bot of player {player}{where} at {seed}".encode()).digest()
    return int.from_bytes(said[:8])


def _why(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


__all__ = ["Bot", "BotError", "bot_seed", "find", "make", "names"]

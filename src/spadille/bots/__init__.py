"""Bots: a View in, an Action out, and the registry that finds them by name."""

import pkgutil
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Protocol

from spadille.game.actions import AnyAction
from spadille.view import View


class Bot(Protocol):
    """A player made of code.

    `act` is called with the view of a seat that has to act and returns one of `view.legal`. It is
    a function of the view (and the bot's seed) alone: the view holds the deal's whole history.
    """

    def act(self, view: View) -> AnyAction:
        """Choose one of the legal actions."""


class BotError(LookupError):
    """A bot that is not known or cannot be made, with a sentence that says why."""


@cache
def makers() -> dict[str, Callable[[int], Bot]]:
    """The known bots by name: each is made from a seed.

    Packages add theirs through the entry-point group `spadille.bots`.
    """
    return {entry.name: entry.load() for entry in entry_points(group="spadille.bots")}


def names() -> tuple[str, ...]:
    """The names of the known bots.

    >>> names()
    ('random', 'simple')
    """
    return tuple(sorted(makers()))


def make(name: str, seed: int = 0) -> Bot:
    """A bot by name, or one of your own by `module:Class`; raises `BotError` if there is none.

    >>> type(make("spadille.bots.random:RandomBot")).__name__
    'RandomBot'
    """
    maker = _imported(name) if ":" in name else makers().get(name)
    if maker is None:
        known = ", ".join(names())
        raise BotError(f"there is no bot {name!r}; there are {known}, or write module:Class")
    return maker(seed)


def _imported(name: str) -> Callable[[int], Bot]:
    try:
        maker: Callable[[int], Bot] = pkgutil.resolve_name(name)
    except (ImportError, AttributeError, ValueError) as error:
        raise BotError(f"bot {name!r} cannot be imported: {error}") from error
    return maker


__all__ = ["Bot", "BotError", "make", "makers", "names"]

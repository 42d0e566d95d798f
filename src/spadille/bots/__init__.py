"""Bots: a View in, an Action out, and the registry that finds them by name."""

import pkgutil
from collections.abc import Callable
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


def names() -> tuple[str, ...]:
    """The names of the known bots; packages add theirs in the entry-point group `spadille.bots`.

    >>> names()
    ('random', 'simple')
    """
    return tuple(sorted({entry.name for entry in entry_points(group="spadille.bots")}))


def make(name: str, seed: int = 0) -> Bot:
    """A bot by name, or one of your own by `module:Class`; raises `BotError` if there is none.

    >>> type(make("spadille.bots.random:RandomBot")).__name__
    'RandomBot'
    """
    found = {entry.value for entry in entry_points(group="spadille.bots") if entry.name == name}
    if not found and ":" not in name:
        known = ", ".join(names())
        raise BotError(f"there is no bot {name!r}; there are {known}, or write module:Class")
    if len(found) > 1:
        raise BotError(f"bot {name!r} is in several packages: {', '.join(sorted(found))}")
    try:
        maker: Callable[[int], Bot] = pkgutil.resolve_name(found.pop() if found else name)
        return maker(seed)
    except (Exception, SystemExit) as error:
        raise BotError(f"bot {name!r} cannot be made: {type(error).__name__}: {error}") from error


__all__ = ["Bot", "BotError", "make", "names"]

"""What a process of bots replies to what it is asked."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import Final, Protocol, cast

from spadille.bots import Bot, BotError, find
from spadille.bots.guard import Failure, Guard
from spadille.bots.spec import read
from spadille.server.thinker.answers import Hint, Weighed, Weight, Worth
from spadille.server.thinker.asking import (
    Consider,
    Considered,
    Decide,
    Decided,
    Ready,
    Reply,
    Request,
    Unable,
    Weigh,
)
from spadille.server.thinker.effort import AMOUNTS, SIMPLE, share, shrunk, written
from spadille.view import View
from spadille.words import Words, thoughts

LEAST_SHARE: Final = 0.05
"""A hint thinks at least so much: the simple bot could give no reasons."""
_SHOWN = 200
_KEPT = 256

_find = lru_cache(maxsize=_KEPT)(find)
"""Finding a bot's class looks through all that is installed, and takes longer than many a card."""


class Thinker(Protocol):
    """A bot that tells its reasons, as `spadille.bots.strong.SearchBot`."""

    def think(self, view: View) -> thoughts.Considered:
        """Choose one of the legal actions, and tell why."""


def reply(request: Request) -> Reply:
    """What is said to a request."""
    try:
        if isinstance(request, Decide):
            return decide(request)
        if isinstance(request, Consider):
            return Considered(consider(request))
        if isinstance(request, Weigh):
            return weigh(request)
        warm(request.bots)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot is anybody's code
        return Unable(told(Failure(error=error))[:_SHOWN])
    return Ready()


def warm(bots: Sequence[str]) -> None:
    """Import what the bots need, so that no decision waits for it."""
    for name in bots:
        with suppress(BotError):  # told when it is to act
            _find(name)(0)


def decide(asked: Decide) -> Decided:
    """A bot's decision; the simple bot's where it fails."""
    effort = effort_of(asked.bot, asked.waited)
    failures: list[str] = []
    try:
        bot: Bot = _find(effort)(asked.seed)
    except BotError as error:
        failures.append(str(error))
        bot = _find(SIMPLE)(asked.seed)
    action = Guard(bot, lambda failure: failures.append(told(failure))).act(asked.view)
    return Decided(action, effort, failures[0][:_SHOWN] if failures else None)


def consider(asked: Consider) -> Hint:
    """A hint, thought out by a bot that tells its reasons; raises whatever that raises."""
    effort = effort_of(asked.bot, asked.waited, least=LEAST_SHARE)
    thought = cast("Thinker", _find(effort)(0)).think(asked.view)
    said = thoughts.advice(Words(asked.language), thought, asked.view, asked.names)
    ranked = sorted(
        thought.values.items(),
        key=lambda entry: (entry[0] != thought.action, -entry[1].mean),
    )
    values = tuple(Worth(action, worth.chance, worth.points) for action, worth in ranked)
    return Hint(thought.action, said.deed, said.reasons, values, thought.forced, effort)


def weigh(asked: Weigh) -> Weighed:
    """A decision weighed by a bot that tells its reasons; raises whatever that raises."""
    thought = cast("Thinker", _find(asked.bot)(0)).think(asked.view)
    weights = tuple(
        Weight(action, value.mean, value.chance, value.points)
        for action, value in thought.values.items()
    )
    return Weighed(thought.action, weights)


def effort_of(name: str, waited: float, *, least: float = 0.0) -> str:
    """The bot that is to think after so many seconds of waiting, as it is written.

    >>> effort_of("strong", 0.1), effort_of("strong", 0.6), effort_of("strong", 1.0)
    ('strong', 'strong(proposals=1000,worlds=200,rehearsals=150)', 'simple')
    >>> effort_of("random", 0.6), effort_of("random", 1.0)
    ('random', 'simple')
    """
    part = max(share(waited), least)
    if part == 1.0:
        return written(read(name))
    return shrunk(read(name), _amounts(name), part) if part else SIMPLE


@cache
def _amounts(name: str) -> Mapping[str, int]:
    """The amounts of work of a bot; none if it has no such options or cannot be made."""
    try:
        effort = getattr(_find(name)(0), "effort", None)
    except BotError:
        return {}
    amounts = {option: getattr(effort, option, None) for option in AMOUNTS}
    return {option: amount for option, amount in amounts.items() if type(amount) is int}


def told(failure: Failure) -> str:
    """What went wrong in a bot, in English for the log."""
    if failure.error is None:
        return f"{failure.answer} is not legal"
    error = f"{type(failure.error).__name__}: {failure.error}".partition("\n")[0]
    return f"{error} ({failure.file}, line {failure.line})" if failure.file else error


__all__ = ["consider", "decide", "effort_of", "reply", "told", "warm", "weigh"]

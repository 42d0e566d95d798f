"""Analyses: what the strong bot thinks of each decision of a finished deal, and what was lost."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Protocol

import msgspec

from spadille.game.actions import AnyAction, AskUndo, Claim, PlayCard
from spadille.game.deck import deck_of
from spadille.game.events import AnyEvent, MatchBegan
from spadille.game.fold import fold, standing_events
from spadille.game.state import new_state
from spadille.record.steps import action_of
from spadille.server.records.log import Span
from spadille.server.thinking import ClosedError, Weighed, Weight
from spadille.view import View, view

KEPT: Final = 64
"""So many analyses are kept in memory."""
MOST: Final = 8
"""So many deals may wait for theirs."""


class Decided(NamedTuple):
    """A decision of a deal: where its event stands among those of the deal, and what was seen."""

    event: int
    seat: int
    action: AnyAction
    view: View


class Weighing(msgspec.Struct, frozen=True, kw_only=True):
    """A decision, weighed from what its player could see.

    `event` is its place among the events of the deal. `value`, that of what was done, and `lost`,
    by how much `best` is better, are None for what the bot did not try.
    """

    event: int
    seat: int
    action: AnyAction
    value: float | None
    best: AnyAction
    best_value: float
    lost: float | None
    weights: tuple[Weight, ...]


class Analysis(msgspec.Struct, kw_only=True):
    """How far the analysis of a deal has come: `weighed` of `decisions`.

    `worst` is the place in `decisions` where the most was lost, None where nothing was.
    """

    done: bool = False
    weighed: int = 0
    of: int = 0
    decisions: list[Weighing] = msgspec.field(default_factory=list)
    worst: int | None = None


class Reviewer(Protocol):
    """Weighs decisions that are over, as `spadille.server.thinking.Thinking`."""

    async def review(self, room: str, view: View) -> Weighed | None:
        """What a bot thinks of one; raises `ClosedError`."""


class _Waiting(NamedTuple):
    room: str
    span: Span
    events: Sequence[AnyEvent]
    analysis: Analysis


class Studies:
    """Analyses of deals, one after another, while nothing else is to be thought about."""

    def __init__(self, thinking: Reviewer) -> None:
        self._thinking = thinking
        self._kept: OrderedDict[tuple[str, int], Analysis] = OrderedDict()
        self._waiting: OrderedDict[tuple[str, int], _Waiting] = OrderedDict()
        self._work: asyncio.Task[None] | None = None
        self._closed = False

    def ask(self, room: str, span: Span, events: Sequence[AnyEvent]) -> Analysis | None:
        """The analysis of a deal as far as it has come; None if too many deals wait for theirs.

        Raises `ClosedError` when the server is stopped.
        """
        key = (room, span.number)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        if self._closed:
            raise ClosedError
        if len(self._waiting) >= MOST:
            return None
        made = self._kept[key] = Analysis()
        self._waiting[key] = _Waiting(room, span, events[: span.last], made)
        while len(self._kept) > KEPT:
            oldest = next(one for one in self._kept if one not in self._waiting)
            del self._kept[oldest]
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._study())
        return made

    def known(self, room: str, number: int) -> Analysis | None:
        """The analysis of a deal that somebody has asked for."""
        return self._kept.get((room, number))

    async def close(self) -> None:
        """Analyse nothing any more."""
        self._closed = True
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

    async def _study(self) -> None:
        while self._waiting:
            key, waiting = next(iter(self._waiting.items()))
            try:
                await self._analyse(waiting)
            except BaseException:
                self._kept.pop(key, None)
                raise
            finally:
                del self._waiting[key]

    async def _analyse(self, waiting: _Waiting) -> None:
        """Weigh the decisions of a deal in which there was a choice."""
        analysis, first = waiting.analysis, waiting.span.first
        made = await asyncio.to_thread(lambda: list(decisions(waiting.events, first)))
        analysis.of = len(made)
        for decided in made:
            weighed = await self._thinking.review(waiting.room, decided.view)
            if weighed is not None and weighed.weights:
                analysis.decisions.append(_weighing(decided, weighed))
            analysis.weighed += 1
        losses = [(one.lost, place) for place, one in enumerate(analysis.decisions) if one.lost]
        if losses:
            analysis.worst = max(losses, key=lambda found: (found[0], -found[1]))[1]
        analysis.done = True


def decisions(events: Sequence[AnyEvent], first: int) -> Iterator[Decided]:
    """The decisions from a place in the log on in which there was a choice, as they were seen.

    What was taken back later is left out.
    """
    began = events[0]
    assert isinstance(began, MatchBegan)
    state = new_state(began.rules)
    for place, event in standing_events(events):
        state.log = place
        done = action_of(state, event) if place > first else None
        if done is not None:
            seen = view(state, done[0])
            if sum(not isinstance(one, Claim | AskUndo) for one in seen.legal) > 1:
                yield Decided(place - first, *done, seen)
        fold(state, event)


def _weighing(decided: Decided, weighed: Weighed) -> Weighing:
    weights = {one.action: one for one in weighed.weights}
    best = weights[weighed.action]
    chosen = weights.get(_as_tried(decided, weighed.weights))
    return Weighing(
        event=decided.event,
        seat=decided.seat,
        action=decided.action,
        value=None if chosen is None else chosen.value,
        best=best.action,
        best_value=best.value,
        lost=None if chosen is None else max(0.0, best.value - chosen.value),
        weights=tuple(sorted(weighed.weights, key=lambda one: -one.value)),
    )


def _as_tried(decided: Decided, weights: Sequence[Weight]) -> AnyAction:
    """The action, or for one of touching cards the lowest of them, which was tried for all."""
    action = decided.action
    if not isinstance(action, PlayCard) or any(one.action == action for one in weights):
        return action
    deck = deck_of(decided.view.rules)
    suit, strength = deck.suit_of[action.card], deck.strength
    below = [
        one.action
        for one in weights
        if isinstance(one.action, PlayCard)
        and deck.suit_of[one.action.card] is suit
        and strength[one.action.card] < strength[action.card]
    ]
    return max(below, key=lambda one: strength[one.card], default=action)


__all__ = ["Analysis", "Decided", "Studies", "Weighing", "decisions"]

"""The table: the one mutable object, with its log, the state it makes, and what each seat sees."""

import random
from collections.abc import Callable, Iterable, Sequence

import msgspec

from spadille.cards import Card
from spadille.game import match, referee
from spadille.game.actions import AnyAction, IllegalAction, Reason
from spadille.game.events import AnyEvent, MatchBegan, Undone
from spadille.game.fold import LogError, fold, replay
from spadille.game.match import Need
from spadille.game.state import State
from spadille.rules import Rules
from spadille.view import View, sees, view

Item = Card | int
Shuffle = Callable[[int, Sequence[Item]], Sequence[Item]]
"""Chance: the length of the log so far and the items, to the items in a random order."""


def seeded(seed: int | str) -> Shuffle:
    """Chance that is the same for the same seed, wherever the match is taken up again.

    Fisher-Yates over `random.Random.random`, whose numbers are the same in every version of Python.

    >>> seeded(1)(0, range(5))
    [2, 0, 3, 1, 4]
    """

    def shuffle(place: int, items: Sequence[Item]) -> Sequence[Item]:
        order, source = list(items), random.Random(f"{seed}/{place}")
        for last in range(len(order) - 1, 0, -1):
            chosen = int(source.random() * (last + 1))
            order[last], order[chosen] = order[chosen], order[last]
        return order

    return shuffle


class Table:
    """A match in progress.

    With a `shuffle` chance is supplied as soon as the match waits for it, so that the table always
    waits for a player or is over. Without one it waits at every `need` for `supply`.

    >>> from spadille.rules import load
    >>> table = Table(load("standard"), seeded(1))
    >>> len(table.view(0).seats), table.over
    (4, False)
    >>> Table(load("standard")).need.items
    (0, 1, 2, 3)
    """

    def __init__(
        self, rules: Rules, shuffle: Shuffle | None = None, log: Iterable[AnyEvent] = ()
    ) -> None:
        self.shuffle = shuffle
        self.log: list[AnyEvent] = list(log)
        if self.log:
            self.state = replay(self.log)
            self.commit(self.state, self._chance(self.state, []))
        else:
            state, events = referee.begin(rules)
            self.commit(state, self._chance(state, events))

    @classmethod
    def restore(cls, log: Iterable[AnyEvent], shuffle: Shuffle | None = None) -> "Table":
        """A table that goes on where a log ends; raises `LogError` if the log is broken."""
        events = list(log)
        if not events or not isinstance(events[0], MatchBegan):
            raise LogError("a log begins with the event match_began and its rules")
        return cls(events[0].rules, shuffle, events)

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self.state.rules

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.state.winners is not None

    @property
    def players(self) -> tuple[int, ...]:
        """The player in each seat."""
        return self.state.players

    @property
    def to_act(self) -> set[int]:
        """The seats that have to act."""
        return referee.to_act(self.state)

    @property
    def need(self) -> Need | None:
        """The chance that the match waits for, if it waits for any."""
        return match.need(self.state)

    def view(self, seat: int | None = None) -> View:
        """What a seat, or with no seat a watcher, may know."""
        return view(self.state, seat)

    def legal(self, seat: int) -> tuple[AnyAction, ...]:
        """What a seat may do."""
        return referee.legal(self.state, seat)

    def act(self, seat: int, action: AnyAction) -> list[AnyEvent]:
        """Carry an action out and return what happened, the chance that follows included.

        Raises `IllegalAction`; whatever is raised, the table is unchanged then.
        """
        state, events = self.decide(seat, self._plain(seat, action))
        self.commit(state, events)
        return events

    def decide(self, seat: int, action: AnyAction) -> tuple[State, list[AnyEvent]]:
        """What an action brings about: the state after it and its events; changes nothing.

        A keeper of the log can store the events first and `commit` them then. The action has to be
        as it comes over the wire, every part of its declared type. Raises `IllegalAction`.
        """
        state = self.state.copy()
        events = referee.apply(state, seat, action)
        if isinstance(events[-1], Undone):
            state = replay([*self.log, *events])
        return state, self._chance(state, events)

    def _plain(self, seat: int, action: AnyAction) -> AnyAction:
        """The action with every part of its declared type, as it would come over the wire."""
        try:
            plain: AnyAction = msgspec.convert(msgspec.to_builtins(action), AnyAction)
        except (msgspec.ValidationError, TypeError):
            raise IllegalAction(Reason.NOT_NOW, self.legal(seat)) from None
        return plain

    def commit(self, state: State, events: Sequence[AnyEvent]) -> None:
        """Go on from a state that was decided."""
        self.log += events
        self.state = state

    def supply(self, order: Sequence[Item]) -> list[AnyEvent]:
        """Supply the chance that the match waits for; raises `ChanceError` for a wrong order."""
        state = self.state.copy()
        events = self._chance(state, referee.supply(state, order))
        self.commit(state, events)
        return events

    def take(self, events: Sequence[AnyEvent]) -> None:
        """Go on with events that the referee made elsewhere, as another keeper of the log did."""
        log = [*self.log, *events]
        if any(isinstance(event, Undone) for event in events):
            state = replay(log)
        else:
            state = self.state.copy()
            for event in events:
                fold(state, event)
        self.log, self.state = log, state

    def _chance(self, state: State, events: list[AnyEvent]) -> list[AnyEvent]:
        """Add the chance that a state waits for to the events that led there."""
        while self.shuffle is not None and (need := match.need(state)) is not None:
            order = self.shuffle(len(self.log) + len(events), need.items)
            events += referee.supply(state, order)
        return events

    def seen(self, seat: int | None, since: int = 0) -> list[AnyEvent | None]:
        """The events from a place in the log on, None for each that the seat may not see."""
        return [event if sees(event, seat) else None for event in self.log[since:]]


__all__ = ["Shuffle", "Table", "seeded"]

"""The table: the one mutable object, with its log, the state it makes, and what each seat sees."""

import random
from collections.abc import Callable, Iterable, Sequence

from spadille.cards import Card
from spadille.game import match, referee
from spadille.game.actions import AnyAction, IllegalAction
from spadille.game.events import AnyEvent, Undone
from spadille.game.fold import replay
from spadille.game.state import State
from spadille.rules import Rules
from spadille.view import View, sees, view

Item = Card | int
Shuffle = Callable[[int, Sequence[Item]], Sequence[Item]]
"""Chance: the length of the log so far and the items, to the items in a random order."""


def seeded(seed: int | str) -> Shuffle:
    """Chance that is the same for the same seed, wherever the match is taken up again."""

    def shuffle(place: int, items: Sequence[Item]) -> Sequence[Item]:
        order = list(items)
        random.Random(f"{seed}/{place}").shuffle(order)
        return order

    return shuffle


class Table:
    """A match in progress.

    Chance is supplied as soon as the match waits for it, so that a table always waits for a
    player or is over.

    >>> from spadille.rules import load
    >>> table = Table(load("standard"), seeded(1))
    >>> len(table.view(0).seats), table.over
    (4, False)
    """

    def __init__(self, rules: Rules, shuffle: Shuffle) -> None:
        self.shuffle = shuffle
        self.state, events = referee.begin(rules)
        self.log: list[AnyEvent] = events
        self._supply()

    @classmethod
    def restore(cls, log: Iterable[AnyEvent], shuffle: Shuffle) -> "Table":
        """A table that goes on where a log ends; raises `LogError` if the log is broken."""
        events = list(log)
        state = replay(events)
        table = cls(state.rules, shuffle)
        table.state, table.log = state, events
        table._supply()
        return table

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self.state.rules

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.state.winners is not None

    @property
    def to_act(self) -> set[int]:
        """The seats that have to act."""
        return referee.to_act(self.state)

    def view(self, seat: int | None = None) -> View:
        """What a seat, or with no seat a watcher, may know."""
        return view(self.state, seat)

    def legal(self, seat: int) -> tuple[AnyAction, ...]:
        """What a seat may do."""
        return referee.legal(self.state, seat)

    def act(self, seat: int, action: AnyAction) -> list[AnyEvent]:
        """Carry an action out and return what happened, the chance that follows included.

        Raises `IllegalAction`; the table is unchanged then.
        """
        reason = referee.why_illegal(self.state, seat, action)
        if reason is not None:
            raise IllegalAction(reason, self.legal(seat))
        before = len(self.log)
        self._append(self.state.copy(), seat, action)
        self._supply()
        return self.log[before:]

    def _append(self, state: State, seat: int, action: AnyAction) -> None:
        """Work on a copy, so that a fault in the middle leaves the table as it was."""
        events = referee.apply(state, seat, action)
        self.log += events
        self.state = replay(self.log) if isinstance(events[-1], Undone) else state

    def _supply(self) -> None:
        """Supply the chance that the match waits for, as long as it waits for any."""
        while (need := match.need(self.state)) is not None:
            order = self.shuffle(len(self.log), need.items)
            self.log += referee.supply(self.state, order)

    def seen(self, seat: int | None, since: int = 0) -> list[AnyEvent | None]:
        """The events from a place in the log on, None for each that the seat may not see."""
        return [event if sees(event, seat) else None for event in self.log[since:]]


__all__ = ["Shuffle", "Table", "seeded"]

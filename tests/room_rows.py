"""The rows that a room would have for a match that was played elsewhere."""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence

from spadille.game.events import AnyEvent, DealScored, MatchBegan, MatchEnded, Shuffled
from spadille.record.steps import walk
from spadille.rules import describe
from spadille.server.entries import (
    Acted,
    AnyEntry,
    Batch,
    By,
    Opened,
    Revealed,
    Sealed,
    Seated,
    Started,
    Supplied,
)
from spadille.server.options import TableOptions

Between = Mapping[int, Sequence[AnyEntry]]


def secret_of(number: int) -> str:
    """The secret of a piece of chance."""
    return hashlib.sha256(f"secret {number}".encode()).hexdigest()


def rows(  # noqa: PLR0913 - who did what, and when
    log: Sequence[AnyEvent],
    people: Mapping[int, str],
    *,
    between: Between | None = None,
    bots: Collection[int] = (),
    clock: Collection[int] = (),
    options: TableOptions | None = None,
    after: Iterable[AnyEntry] = (),
) -> list[Batch]:
    """The rows of a match with these people by player.

    `between` are entries that come before the events of a place in the log; at these places bots
    or the clock acted. The chance is not what would follow from the secrets.
    """
    first = log[0]
    assert isinstance(first, MatchBegan)
    chosen = options or TableOptions(rules=describe(first.rules))
    opened: list[AnyEntry] = [Opened("match", people.get(0, "host"), chosen)]
    opened += [Seated(player, person, person.title()) for player, person in people.items()]
    opened.append(Sealed(0, secret_of(0)))
    made: list[Batch] = [Batch(1000, tuple(opened))]
    number, hidden = 0, list[int]()
    players = tuple(range(first.rules.table.seats))
    given = dict(between or {})
    for step in walk(log):
        events = tuple(step.events)
        entries = [*given.pop(step.place, ())]
        if step.place == 0:
            entries.append(Started(events))
        elif step.seat is not None:
            by = By.BOT if step.place in bots else By.PERSON
            by = By.CLOCK if step.place in clock else by
            entries.append(Acted(players[step.seat], events, by))
            if any(isinstance(event, DealScored | MatchEnded) for event in events):
                entries += [Revealed(one) for one in hidden]
                hidden.clear()
        else:
            entries.append(Supplied(number, events))
            hidden.append(number)
            if not any(isinstance(event, Shuffled) for event in events):
                entries.append(Revealed(hidden.pop()))
            number += 1
            entries.append(Sealed(number, secret_of(number)))
        players = step.course.state.players
        made.append(Batch(2000 + step.place, tuple(entries)))
    assert not given, "nothing is at that place of the log"
    end = tuple(after)
    return [*made, Batch(9_000_000, end)] if end else made


__all__ = ["Between", "rows", "secret_of"]

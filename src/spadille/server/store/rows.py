"""What is written and read: rows as plain values. JSON texts are bytes, times milliseconds."""

from typing import NamedTuple


class Card(NamedTuple):
    """What the lobby shows of a room; `body` is JSON that the store does not look into."""

    status: str
    access: str
    code: str | None
    body: bytes


class Deal(NamedTuple):
    """A finished deal: its number in the room, the key of its rules, and the deal as JSON."""

    number: int
    rules_key: str
    body: bytes


class Row(NamedTuple):
    """All that one command adds, written in one transaction.

    `seq` counts the entries of a room from 1; `card` is the room's new one; `places` are the new
    pairs of player and person; `deal` is the one that this row finishes; `tallies` are what the
    persons of a finished match are counted for, as JSON.
    """

    room: str
    seq: int
    at: int
    body: bytes
    card: Card | None = None
    places: tuple[tuple[int, str], ...] = ()
    deal: Deal | None = None
    tallies: tuple[tuple[str, bytes], ...] = ()


__all__ = ["Card", "Deal", "Row"]

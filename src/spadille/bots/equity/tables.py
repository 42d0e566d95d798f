"""What was measured of a rule set, and the files that keep it.

A file is the message of one of these structs, compressed; the compression's checksum tells whether
it is whole.
"""

import zlib
from typing import Annotated

import msgspec
from msgspec import Meta

from spadille.bots.equity.race import Pace

SCALE = 1000
"""Chances are kept in thousandths."""
Positive = Annotated[int, Meta(ge=1)]


class Grid(msgspec.Struct, frozen=True, tag="grid", forbid_unknown_fields=True):
    """The chances of two sides, by the cells that both are in.

    A cell is a number of bags, of failed contracts, and of points without those of the bags held;
    `distances` are the points of the cells from the target, the farthest first. `chances` are those
    of the side in the later cell for every pair of cells, each as the difference from the one
    before.
    """

    rules: str
    target: int
    pace: Pace
    distances: Annotated[tuple[Positive, ...], Meta(min_length=2)]
    bags: Positive
    bag_points: int
    sets: Positive
    chances: bytes

    @property
    def cells(self) -> int:
        """The number of cells that a side may be in."""
        return self.bags * self.sets * len(self.distances)


class Weights(msgspec.Struct, frozen=True, tag="weights", forbid_unknown_fields=True):
    """What makes a side of several win: weights of its features (`spadille.bots.equity.logit`)."""

    rules: str
    target: int
    pace: Pace
    weights: tuple[float, ...]


Table = Grid | Weights


class TableError(ValueError):
    """A file that holds no table, or not all of it."""


def encode(table: Table) -> bytes:
    """The content of a table's file."""
    return zlib.compress(msgspec.msgpack.encode(table), 9)


def decode(content: bytes) -> Table:
    """Read the content of a file; raises `TableError`.

    >>> decode(b"nonsense")
    Traceback (most recent call last):
    spadille.bots.equity.tables.TableError: it is damaged
    """
    try:
        table: Table = msgspec.msgpack.decode(zlib.decompress(content), type=Table)
    except (zlib.error, msgspec.DecodeError):
        raise TableError("it is damaged") from None
    return table


def pack(chances: list[int]) -> bytes:
    """Write chances in thousandths as differences, a byte each or, after the byte 128, two.

    >>> unpack(pack([500, 490, 20]))
    [500, 490, 20]
    """
    found, before = bytearray(), 0
    for chance in chances:
        step = chance - before
        if -127 <= step <= 127:
            found += (step & 255).to_bytes(1)
        else:
            found += b"\x80" + step.to_bytes(2, "big", signed=True)
        before = chance
    return bytes(found)


def unpack(content: bytes) -> list[int]:
    """Read chances back."""
    found, now, place = [], 0, 0
    while place < len(content):
        step = content[place]
        place += 1
        if step == 128:
            step = int.from_bytes(content[place : place + 2], "big", signed=True)
            place += 2
        elif step > 128:
            step -= 256
        now += step
        found.append(now)
    return found

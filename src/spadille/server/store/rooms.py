"""Rooms as the lobby and people's lists show them."""

from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, bindparam, delete, or_, select, update

from spadille.server.store.database import Database
from spadille.server.store.rows import Card
from spadille.server.store.tables import DEALS, ENTRIES, LEASES, PLACES, ROOMS, TALLIES

UNFINISHED = ("gathering", "playing")
"""The statuses of rooms that go on."""


_NEW_CARD: Final = (
    update(ROOMS)
    .where(
        ROOMS.c.id == bindparam("room"),
        or_(
            ROOMS.c.card != bindparam("new_card"),
            ROOMS.c.status != bindparam("new_status"),
            ROOMS.c.access != bindparam("new_access"),
        ),
    )
    .values(
        updated=bindparam("now"),
        status=bindparam("new_status"),
        access=bindparam("new_access"),
        card=bindparam("new_card"),
    )
)
# A card that is what it was is not written.


class Room(NamedTuple):
    """A room's card, and when it was made and changed last (milliseconds)."""

    id: str
    created: int
    updated: int
    status: str
    access: str
    code: str | None
    body: bytes


class Rooms:
    """The rooms of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def _find(self, *conditions: ColumnElement[bool], limit: int | None = None) -> list[Room]:
        """Rooms by conditions, the one changed last first."""
        chosen = select(ROOMS).where(*conditions).order_by(ROOMS.c.updated.desc(), ROOMS.c.id)
        async with self._database.reading() as connection:
            found = await connection.execute(chosen.limit(limit))
            return [Room._make((*kept, card.encode())) for *kept, card in found]

    async def one(self, room: str) -> Room | None:
        """The room of an id."""
        return next(iter(await self._find(ROOMS.c.id == room)), None)

    async def by_code(self, code: str) -> Room | None:
        """The room of a code."""
        return next(iter(await self._find(ROOMS.c.code == code)), None)

    async def open(self, limit: int, access: str = "public", *, since: int = 0) -> list[Room]:
        """The unfinished rooms of an access changed since a time, the one changed last first."""
        return await self._find(
            ROOMS.c.status.in_(UNFINISHED),
            ROOMS.c.access == access,
            ROOMS.c.updated >= since,
            limit=limit,
        )

    async def unfinished(self) -> list[str]:
        """The ids of all rooms that go on."""
        async with self._database.reading() as connection:
            chosen = select(ROOMS.c.id).where(ROOMS.c.status.in_(UNFINISHED))
            return list((await connection.execute(chosen)).scalars())

    async def of_person(
        self, person: str, limit: int, *, before: int | None = None, unfinished: bool = False
    ) -> list[Room]:
        """The rooms in which a person ever sat, the one changed last first.

        With `before` only those that were changed before a time; with `unfinished` those that
        go on.
        """
        conditions: list[ColumnElement[bool]] = [
            ROOMS.c.id.in_(select(PLACES.c.room).where(PLACES.c.person == person))
        ]
        if before is not None:
            conditions.append(ROOMS.c.updated < before)
        if unfinished:
            conditions.append(ROOMS.c.status.in_(UNFINISHED))
        return await self._find(*conditions, limit=limit)

    async def write_cards(self, cards: Mapping[str, Card], now: int) -> None:
        """Write new cards of rooms that there are, all but their codes; `now` in milliseconds."""
        if not cards:
            return
        rows = [
            {
                "room": room,
                "now": now,
                "new_status": card.status,
                "new_access": card.access,
                "new_card": card.body.decode(),
            }
            for room, card in sorted(cards.items())  # so that no two processes wait for each other
        ]
        async with self._database.writing() as connection:
            await connection.execute(_NEW_CARD, rows)

    async def places(self, room: str) -> list[tuple[int, str]]:
        """Everybody who ever sat in a room: pairs of player and person."""
        chosen = select(PLACES.c.player, PLACES.c.person).where(PLACES.c.room == room)
        async with self._database.reading() as connection:
            found = await connection.execute(chosen.order_by(PLACES.c.player, PLACES.c.person))
            return [(player, person) for player, person in found]

    async def rewrite(self, room: str, bodies: Collection[tuple[int, bytes]]) -> None:
        """Write entries of a room anew, by number: only to take people's names out."""
        async with self._database.writing() as connection:
            for seq, body in bodies:
                await connection.execute(
                    update(ENTRIES)
                    .where(ENTRIES.c.room == room, ENTRIES.c.seq == seq)
                    .values(body=body.decode())
                )

    async def remove(self, room: str) -> None:
        """Remove a room and all that belongs to it."""
        columns: list[Any] = [ROOMS.c.id]
        columns += [table.c.room for table in (ENTRIES, PLACES, DEALS, TALLIES, LEASES)]
        async with self._database.writing() as connection:
            for column in columns:
                await connection.execute(delete(column.table).where(column == room))


__all__ = ["UNFINISHED", "Room", "Rooms"]

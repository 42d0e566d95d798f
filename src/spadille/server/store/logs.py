"""The logs of rooms, read back."""

from collections.abc import Collection
from itertools import groupby

from sqlalchemy import and_, func, select

from spadille.server.store.database import Database
from spadille.server.store.tables import ENTRIES


async def entries(database: Database, room: str, after: int) -> list[tuple[int, bytes]]:
    """The entries of a room beyond one, each with its number, in order."""
    chosen = (
        select(ENTRIES.c.seq, ENTRIES.c.body)
        .where(ENTRIES.c.room == room, ENTRIES.c.seq > after)
        .order_by(ENTRIES.c.seq)
    )
    async with database.reading() as connection:
        return [(seq, body.encode()) for seq, body in await connection.execute(chosen)]


async def by_key(
    database: Database, keys: Collection[tuple[str, int]]
) -> dict[str, list[tuple[int, bytes]]]:
    """Entries of rooms, asked for by room and number, by one statement; see `entries`.

    Each is found by its whole key: asked for those beyond a number, PostgreSQL guesses that there
    are many, and reads all entries of all rooms.
    """
    if not keys:
        return {}
    asked = database.pairs(keys)
    mine = and_(ENTRIES.c.room == asked.c.name, ENTRIES.c.seq == asked.c.number)
    chosen = (
        select(ENTRIES.c.room, ENTRIES.c.seq, ENTRIES.c.body)
        .join(asked, mine)
        .order_by(ENTRIES.c.room, ENTRIES.c.seq)
    )
    async with database.reading() as connection:
        found = list(await connection.execute(chosen))
    return {
        room: [(seq, body.encode()) for _, seq, body in rows]
        for room, rows in groupby(found, key=lambda row: str(row[0]))
    }


async def newest(database: Database, rooms: Collection[str]) -> dict[str, int]:
    """The number of the newest entry of each room that has one, by one statement."""
    if not rooms:
        return {}
    room = database.each(rooms).c.value
    last = select(func.max(ENTRIES.c.seq)).where(ENTRIES.c.room == room).scalar_subquery()
    async with database.reading() as connection:
        found = await connection.execute(select(room, last))
        return {name: seq for name, seq in found if seq is not None}


__all__ = ["by_key", "entries", "newest"]

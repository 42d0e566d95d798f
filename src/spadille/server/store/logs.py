"""The logs of rooms, read back."""

from collections.abc import Collection

from sqlalchemy import func, select

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


async def newest(database: Database, rooms: Collection[str]) -> dict[str, int]:
    """The number of the newest entry of each room that has one, by one statement."""
    if not rooms:
        return {}
    room = database.each(rooms).c.value
    last = select(func.max(ENTRIES.c.seq)).where(ENTRIES.c.room == room).scalar_subquery()
    async with database.reading() as connection:
        found = await connection.execute(select(room, last))
        return {name: seq for name, seq in found if seq is not None}


__all__ = ["entries", "newest"]

"""Leases: which process drives the bots and clocks of a room, by the clock of the database."""

from collections.abc import Collection

from sqlalchemy import delete, literal, or_, select, true

from spadille.server.store.database import Database
from spadille.server.store.tables import LEASES


async def lease(
    database: Database, rooms: Collection[str], process: str, seconds: float
) -> set[str]:
    """Take or renew the leases of rooms; those that the process holds now."""
    if not rooms:
        return set()
    # Everybody takes them in the same order, so that no two wait for each other.
    room = database.each(sorted(rooms)).c.value
    wanted = select(room, literal(process), database.now + round(seconds * 1000)).where(true())
    insert = database.insert(LEASES).from_select(["room", "process", "expires"], wanted)
    taking = insert.on_conflict_do_update(
        index_elements=[LEASES.c.room],
        set_={"process": insert.excluded.process, "expires": insert.excluded.expires},
        where=or_(LEASES.c.process == process, LEASES.c.expires <= database.now),
    ).returning(LEASES.c.room)
    async with database.writing() as connection:
        return set((await connection.execute(taking)).scalars())


async def holders(database: Database, rooms: Collection[str]) -> dict[str, str]:
    """Which process holds the lease of each room that has one now."""
    if not rooms:
        return {}
    chosen = select(LEASES.c.room, LEASES.c.process).where(
        LEASES.c.room.in_(select(database.each(rooms).c.value)), LEASES.c.expires > database.now
    )
    async with database.reading() as connection:
        return {kept.room: kept.process for kept in await connection.execute(chosen)}


async def release(database: Database, rooms: Collection[str], process: str) -> None:
    """Give leases up that a process holds."""
    if not rooms:
        return
    given = LEASES.c.room.in_(select(database.each(rooms).c.value))
    async with database.writing() as connection:
        await connection.execute(delete(LEASES).where(given, LEASES.c.process == process))


__all__ = ["holders", "lease", "release"]

"""Finished deals, and what people are counted for in finished matches."""

from collections.abc import AsyncIterator, Mapping
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, select, tuple_, update

from spadille.server.store.database import Database
from spadille.server.store.tables import DEALS, PLACES, TALLIES

_AT_ONCE = 500


class Finished(NamedTuple):
    """A finished deal: where, which one, when (milliseconds), and the deal as JSON."""

    room: str
    number: int
    at: int
    rules_key: str
    body: bytes


class Deals:
    """The finished deals of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def one(self, room: str, number: int) -> Finished | None:
        """The deal of a number."""
        conditions = (DEALS.c.room == room, DEALS.c.number == number)
        return next(iter(await self._find(*conditions)), None)

    async def of_room(self, room: str) -> list[Finished]:
        """The deals of a room, in order."""
        return await self._find(DEALS.c.room == room)

    async def of_person(self, person: str, limit: int, before: int | None = None) -> list[Finished]:
        """The newest deals of the rooms in which a person ever sat; `before` a time if given."""
        conditions: list[ColumnElement[bool]] = [
            DEALS.c.room.in_(select(PLACES.c.room).where(PLACES.c.person == person))
        ]
        if before is not None:
            conditions.append(DEALS.c.at < before)
        chosen = select(DEALS).where(*conditions).order_by(DEALS.c.at.desc(), DEALS.c.room)
        async with self._database.reading() as connection:
            found = await connection.execute(chosen.limit(limit))
            return [Finished._make((*kept, body.encode())) for *kept, body in found]

    async def all(self, rules_key: str | None = None) -> AsyncIterator[Finished]:
        """All deals, or those of a rule set, by room and number; a part is read at a time."""
        last: Finished | None = None
        while True:
            conditions = [] if rules_key is None else [DEALS.c.rules_key == rules_key]
            if last is not None:
                conditions.append(tuple_(DEALS.c.room, DEALS.c.number) > last[:2])
            part = await self._find(*conditions, limit=_AT_ONCE)
            for deal in part:
                yield deal
            if len(part) < _AT_ONCE:
                return
            last = part[-1]

    async def _find(
        self, *conditions: ColumnElement[bool], limit: int | None = None
    ) -> list[Finished]:
        """Deals by conditions, by room and number."""
        chosen = select(DEALS).where(*conditions).order_by(DEALS.c.room, DEALS.c.number)
        async with self._database.reading() as connection:
            found = await connection.execute(chosen.limit(limit))
            return [Finished._make((*kept, body.encode())) for *kept, body in found]

    async def rewrite(self, room: str, number: int, body: bytes) -> None:
        """Write a deal anew: only to take people's names out."""
        chosen = update(DEALS).where(DEALS.c.room == room, DEALS.c.number == number)
        async with self._database.writing() as connection:
            await connection.execute(chosen.values(body=body.decode()))

    async def remove(self, room: str, number: int) -> None:
        """Remove a deal."""
        chosen = delete(DEALS).where(DEALS.c.room == room, DEALS.c.number == number)
        async with self._database.writing() as connection:
            await connection.execute(chosen)


class Tallies:
    """What people were counted for, a row for each person of a finished match."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_person(self, person: str) -> list[tuple[str, bytes]]:
        """A person's tallies: pairs of room and JSON."""
        chosen = select(TALLIES.c.room, TALLIES.c.body).where(TALLIES.c.person == person)
        async with self._database.reading() as connection:
            found = await connection.execute(chosen.order_by(TALLIES.c.room))
            return [(room, body.encode()) for room, body in found]

    async def write(self, room: str, bodies: Mapping[str, bytes]) -> None:
        """Write what persons are counted for in a room, over what was there."""
        rows = [
            {"room": room, "person": person, "body": body.decode()}
            for person, body in bodies.items()
        ]
        if not rows:
            return
        insert = self._database.insert(TALLIES)
        writing = insert.on_conflict_do_update(
            index_elements=[TALLIES.c.room, TALLIES.c.person], set_={"body": insert.excluded.body}
        )
        async with self._database.writing() as connection:
            await connection.execute(writing, rows)

    async def remove(self, person: str) -> None:
        """Remove all that a person was counted for."""
        async with self._database.writing() as connection:
            await connection.execute(delete(TALLIES).where(TALLIES.c.person == person))


__all__ = ["Deals", "Finished", "Tallies"]

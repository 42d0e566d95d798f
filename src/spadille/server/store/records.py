"""What records of matches need of the database: lists, tallies, and forgetting who asks for it."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    tuple_,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from spadille.server.store.database import Database
from spadille.server.store.deals import Finished
from spadille.server.store.rooms import Room
from spadille.server.store.tables import DEALS, ENTRIES, PLACES, ROOMS, TALLIES

AT_ONCE: Final = 500


class Forgetting(NamedTuple):
    """A person is to be forgotten in a room of which `seq` rows are known.

    `alias` takes the place of his id; `bodies` are the rows that named him, by number, and `card`
    the room's, without him; `at` and `body` are the row that tells other processes; `tallies` are
    those of the room counted anew.
    """

    room: str
    seq: int
    person: str
    alias: str
    bodies: Sequence[tuple[int, bytes]]
    card: bytes
    at: int
    body: bytes
    tallies: Mapping[str, bytes]


class Records:
    """The records of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def rooms_of(
        self, person: str, limit: int, before: tuple[int, str] | None = None
    ) -> list[Room]:
        """The rooms in which a person ever sat, the one made last first.

        With `before` those that come after the room that was made then and has this id.
        """
        conditions: list[ColumnElement[bool]] = [
            ROOMS.c.id.in_(select(PLACES.c.room).where(PLACES.c.person == person))
        ]
        if before is not None:
            created, room = before
            place = tuple_(literal(created), literal(room))
            conditions.append(tuple_(ROOMS.c.created, ROOMS.c.id) < place)
        chosen = select(ROOMS).where(*conditions).limit(limit)
        async with self._database.reading() as connection:
            found = await connection.execute(
                chosen.order_by(ROOMS.c.created.desc(), ROOMS.c.id.desc())
            )
            return [Room._make((*kept, card.encode())) for *kept, card in found]

    async def seats_of(self, person: str, rooms: Collection[str]) -> dict[str, list[int]]:
        """The players that a person ever was, by room."""
        chosen = select(PLACES.c.room, PLACES.c.player).where(
            PLACES.c.person == person,
            PLACES.c.room.in_(select(self._database.each(rooms).c.value)),
        )
        found: dict[str, list[int]] = {}
        async with self._database.reading() as connection:
            for room, player in await connection.execute(chosen.order_by(PLACES.c.player)):
                found.setdefault(room, []).append(player)
        return found

    async def tallies_of(self, person: str, rooms: Collection[str]) -> dict[str, bytes]:
        """What a person is counted for in some rooms."""
        chosen = select(TALLIES.c.room, TALLIES.c.body).where(
            TALLIES.c.person == person,
            TALLIES.c.room.in_(select(self._database.each(rooms).c.value)),
        )
        async with self._database.reading() as connection:
            return {room: body.encode() for room, body in await connection.execute(chosen)}

    async def last_deals(self, rooms: Collection[str]) -> dict[str, bytes]:
        """The last finished deal of each room that has one."""
        if not rooms:
            return {}
        last = (
            select(DEALS.c.room, func.max(DEALS.c.number).label("number"))
            .where(DEALS.c.room.in_(select(self._database.each(rooms).c.value)))
            .group_by(DEALS.c.room)
            .subquery()
        )
        chosen = select(DEALS.c.room, DEALS.c.body).join(
            last, (DEALS.c.room == last.c.room) & (DEALS.c.number == last.c.number)
        )
        async with self._database.reading() as connection:
            return {room: body.encode() for room, body in await connection.execute(chosen)}

    async def deals_since(self, rules_key: str, at: int, after: tuple[str, int]) -> list[Finished]:
        """Deals of a rule set that were finished at a time or later, by time, room and number.

        Those of that time itself come only beyond a room and number; a part is read at a time.
        """
        place = tuple_(DEALS.c.at, DEALS.c.room, DEALS.c.number)
        beyond = tuple_(literal(at), literal(after[0]), literal(after[1]))
        chosen = select(DEALS).where(DEALS.c.rules_key == rules_key, place > beyond)
        async with self._database.reading() as connection:
            found = await connection.execute(
                chosen.order_by(DEALS.c.at, DEALS.c.room, DEALS.c.number).limit(AT_ONCE)
            )
            return [Finished._make((*kept, body.encode())) for *kept, body in found]

    async def uncounted(self, person: str, limit: int) -> list[str]:
        """Rooms in which a person sat and is not counted: those that are over first.

        A room of which the card is behind may be over too.
        """
        counted = exists().where(TALLIES.c.room == ROOMS.c.id, TALLIES.c.person == person)
        chosen = (
            select(ROOMS.c.id)
            .where(
                ROOMS.c.id.in_(select(PLACES.c.room).where(PLACES.c.person == person)),
                ROOMS.c.status != "gathering",
                ~counted,
            )
            .order_by(ROOMS.c.status == "playing", ROOMS.c.updated.desc(), ROOMS.c.id)
        )
        async with self._database.reading() as connection:
            return list((await connection.execute(chosen.limit(limit))).scalars())

    async def put_tallies(self, room: str, seq: int, bodies: Mapping[str, bytes]) -> bool:
        """Write what persons are counted for in a room up to a row; False if there are more rows.

        Nothing is written then, and nothing for those who have no place there any more.
        """
        async with self._database.writing() as connection:
            if not await _locked(connection, room):
                return True
            if await _newest(connection, room) != seq:
                return False
            await self._put(connection, room, bodies)
            return True

    async def _put(
        self, connection: AsyncConnection, room: str, bodies: Mapping[str, bytes]
    ) -> None:
        chosen = select(PLACES.c.person).where(PLACES.c.room == room)
        known = set((await connection.execute(chosen)).scalars())
        rows = [
            {"room": room, "person": person, "body": body.decode()}
            for person, body in bodies.items()
            if person in known
        ]
        if not rows:
            return
        writing = self._database.insert(TALLIES)
        writing = writing.on_conflict_do_update(
            index_elements=[TALLIES.c.room, TALLIES.c.person], set_={"body": writing.excluded.body}
        )
        await connection.execute(writing, rows)

    async def forget(self, wanted: Forgetting) -> bool:
        """Take a person out of a room, all of it or nothing; False if the room has gone on."""
        try:
            async with self._database.writing() as connection:
                return await self._forget(connection, wanted)
        except IntegrityError:  # another process has added the row of this number
            return False

    async def _forget(self, connection: AsyncConnection, wanted: Forgetting) -> bool:
        room = wanted.room
        if not await _locked(connection, room):
            return False
        if await _newest(connection, room) != wanted.seq:
            return False
        await connection.execute(
            insert(ENTRIES).values(
                room=room, seq=wanted.seq + 1, at=wanted.at, body=wanted.body.decode()
            )
        )
        for seq, body in wanted.bodies:
            own = (ENTRIES.c.room == room) & (ENTRIES.c.seq == seq)
            await connection.execute(update(ENTRIES).where(own).values(body=body.decode()))
        of_person = (PLACES.c.room == room) & (PLACES.c.person == wanted.person)
        await connection.execute(update(PLACES).where(of_person).values(person=wanted.alias))
        card = update(ROOMS).where(ROOMS.c.id == room).values(card=wanted.card.decode())
        await connection.execute(card)
        await connection.execute(delete(TALLIES).where(TALLIES.c.room == room))
        await self._put(connection, room, wanted.tallies)
        return True

    async def gone(self, rooms: Collection[str]) -> set[str]:
        """Those of some rooms that are there no longer."""
        if not rooms:
            return set()
        chosen = select(ROOMS.c.id).where(
            ROOMS.c.id.in_(select(self._database.each(rooms).c.value))
        )
        async with self._database.reading() as connection:
            return set(rooms) - set((await connection.execute(chosen)).scalars())


async def _locked(connection: AsyncConnection, room: str) -> bool:
    """Have others wait who would change what belongs to a room; False if there is no such room."""
    chosen = select(ROOMS.c.id).where(ROOMS.c.id == room).with_for_update()
    return (await connection.execute(chosen)).first() is not None


async def _newest(connection: AsyncConnection, room: str) -> int | None:
    """The number of the newest entry of a room."""
    newest = select(func.max(ENTRIES.c.seq)).where(ENTRIES.c.room == room)
    number: int | None = (await connection.execute(newest)).scalar()
    return number


__all__ = ["Forgetting", "Records"]

"""The store: what outlives the processes of a server, in a database."""

from collections.abc import Callable, Collection, Mapping
from typing import Final, Self

from sqlalchemy import text

from spadille.server.store import leases, logs, secrets
from spadille.server.store.database import Database
from spadille.server.store.deals import Deals, Tallies
from spadille.server.store.opening import database_at
from spadille.server.store.people import People
from spadille.server.store.records import Records
from spadille.server.store.rooms import Rooms
from spadille.server.store.rows import Card, Row
from spadille.server.store.writer import PATIENCE, Figures, Writer

ABANDONED: Final = 24 * 3600 * 1000
"""Milliseconds without news after which a room is no more for everybody to find."""


class Store:
    """An open database; made by `open`, to be closed by `close`.

    `rooms`, `deals`, `tallies` and `people` are the ways to what it holds beside the logs. All
    methods but `open` raise `StoreDownError` if the database does not do what it is asked; it is
    asked again the next time, and does it as soon as it is back.
    """

    def __init__(
        self, database: Database, clock: Callable[[], int], patience: float = PATIENCE
    ) -> None:
        self._database = database
        self._clock = clock
        self._writer = Writer(database, patience)
        self.rooms = Rooms(database)
        self.deals = Deals(database)
        self.tallies = Tallies(database)
        self.people = People(database, clock)
        self.records = Records(database)

    @classmethod
    async def open(cls, url: str, *, clock: Callable[[], int], patience: float = PATIENCE) -> Self:
        """Open the database of a URL, and bring its tables to this version.

        `clock` tells the milliseconds since 1970; `patience` is how many seconds a row waits for
        its commit at most. Raises `StoreError` if there is no such database, or if it would not
        keep what it is given.
        """
        database = database_at(url)
        try:
            await database.open()
        except BaseException:
            await database.close()
            raise
        return cls(database, clock, patience)

    @property
    def shown(self) -> str:
        """The URL of the database, without a password."""
        return self._database.shown

    @property
    def figures(self) -> Figures:
        """What has been written so far."""
        return self._writer.figures

    async def append(self, row: Row) -> None:
        """Write a row; returns when it has reached the disk.

        The next row of a room is made when this one was answered. Raises `TakenError` if another
        has its number, `RowError` if it does not fit, `StoreDownError` if nothing was written,
        and of those `UnsureError` if that is not known.
        """
        await self._writer.append(row)

    async def entries(self, room: str, after: int = 0) -> list[tuple[int, bytes]]:
        """The entries of a room beyond one, each with its number, in order."""
        return await logs.entries(self._database, room, after)

    async def entries_by_key(
        self, keys: Collection[tuple[str, int]]
    ) -> dict[str, list[tuple[int, bytes]]]:
        """Entries of many rooms at once, by room and number; rooms without any are left out."""
        return await logs.by_key(self._database, keys)

    async def newest(self, rooms: Collection[str]) -> dict[str, int]:
        """The number of the newest entry of each room that has one."""
        return await logs.newest(self._database, rooms)

    async def code_of(self, room: str) -> str | None:
        """The code of a room; None if there is no such room, or it has none."""
        found = await self.rooms.one(room)
        return None if found is None else found.code

    async def by_code(self, code: str) -> str | None:
        """The id of the room of a code."""
        found = await self.rooms.by_code(code)
        return None if found is None else found.id

    async def public_rooms(self, limit: int) -> list[bytes]:
        """The cards of public rooms that go on, the one changed last first.

        Those in which nothing has happened for a day are left out; their links still lead there.
        """
        since = self._clock() - ABANDONED
        return [room.body for room in await self.rooms.open(limit, since=since)]

    async def put_cards(self, cards: Mapping[str, Card]) -> None:
        """Write new cards of rooms, where they have changed."""
        await self.rooms.write_cards(cards, self._clock())

    async def holders(self, rooms: Collection[str]) -> dict[str, str]:
        """Which process holds the lease of each room that has one now."""
        return await leases.holders(self._database, rooms)

    async def lease(self, rooms: Collection[str], process: str, seconds: float) -> set[str]:
        """Take or renew the leases of rooms; those that the process holds now."""
        return await leases.lease(self._database, rooms, process, seconds)

    async def release(self, rooms: Collection[str], process: str) -> None:
        """Give up the leases that a process holds of rooms."""
        await leases.release(self._database, rooms, process)

    async def secret(self, name: str, make: Callable[[], str]) -> str:
        """The secret of a name, made by the first who asks."""
        return await secrets.secret(self._database, name, make)

    async def check(self) -> None:
        """Ask the database for a sign of life; raises `StoreDownError`."""
        async with self._database.reading() as connection:
            await connection.execute(text("SELECT 1"))

    async def close(self) -> None:
        """Write what waits, then close the database."""
        await self._writer.close()
        await self._database.close()


__all__ = ["Store"]

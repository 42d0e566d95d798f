"""Tallies of finished matches: written when a match ends, and made up for where that was missed."""

import asyncio
from collections import OrderedDict
from contextlib import suppress
from typing import Final

from spadille.server import statistics
from spadille.server.entries import decode
from spadille.server.store import Store, StoreDownError

MOST: Final = 20
"""So many rooms of a person are made up for at once."""
KEPT: Final = 10_000
"""So many rooms are remembered as counted."""


class Counting:
    """Counts rooms whose matches are over; what is counted twice is the same."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._counted: OrderedDict[str, None] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def note(self, room: str) -> None:
        """The match of a room is over: count it, some time soon."""
        if room in self._counted:
            return
        self._counted[room] = None
        if len(self._counted) > KEPT:
            self._counted.popitem(last=False)
        task = asyncio.create_task(self._count(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _count(self, room: str) -> None:
        with suppress(StoreDownError):  # it is made up for when somebody asks
            await self.count(room)

    async def count(self, room: str) -> None:
        """Count a room whose match is over; nothing is written of any other."""
        rows = await self._store.entries(room)
        found = await asyncio.to_thread(_counted, [body for _, body in rows])
        await self._store.records.put_tallies(room, found)

    async def catch_up(self, person: str) -> None:
        """Count what was not counted of a person, after a crash for instance."""
        for room in await self._store.records.uncounted(person, MOST):
            await self.count(room)

    async def settle(self) -> None:
        """Wait until what was noted is counted."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _counted(bodies: list[bytes]) -> dict[str, bytes]:
    found = statistics.count(decode(body) for body in bodies)
    kept = {} if found is None else found.kept
    return {person: statistics.encode(own) for person, own in kept.items()}


__all__ = ["Counting"]

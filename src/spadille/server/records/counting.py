"""Tallies of finished matches: written when a match ends, and made up for where that was missed."""

import asyncio
from collections import OrderedDict
from functools import partial
from typing import Final

import structlog
from msgspec import ValidationError

from spadille.game.fold import LogError
from spadille.rules import RulesError
from spadille.server import statistics
from spadille.server.entries import decode
from spadille.server.house import House
from spadille.server.loops import again
from spadille.server.refusals import Refused

MOST: Final = 20
"""So many rooms of a person are made up for at once."""
KEPT: Final = 10_000
"""So many rooms are remembered as counted."""

_log = structlog.get_logger("spadille.counting")


class Counting:
    """Counts rooms whose matches are over; what is counted twice is the same.

    `_unfinished` are rooms whose matches were not over at a row.
    """

    def __init__(self, house: House) -> None:
        self._house, self._store = house, house.store
        self._counted: OrderedDict[str, None] = OrderedDict()
        self._unfinished: OrderedDict[str, int] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def note(self, room: str) -> None:
        """The match of a room is over: count it, some time soon."""
        if room in self._counted:
            return
        self._counted[room] = None
        if len(self._counted) > KEPT:
            self._counted.popitem(last=False)
        # What fails is made up for when somebody asks.
        task = asyncio.create_task(again(partial(self._count, room), "statistics"))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _count(self, room: str) -> None:
        await self.count(room)

    async def count(self, room: str) -> bool:
        """Count a room whose match is over; whether it is."""
        while True:
            rows = await self._store.entries(room)
            seq = rows[-1][0] if rows else 0
            found = await asyncio.to_thread(_counted, [body for _, body in rows])
            if found is None:
                self._unfinished[room] = seq
                if len(self._unfinished) > KEPT:
                    self._unfinished.popitem(last=False)
                return False
            if await self._store.records.put_tallies(room, seq, found):
                return True

    async def catch_up(self, person: str) -> None:
        """Count what was not counted of a person, after a crash for instance.

        The lobby then learns too that those matches are over.
        """
        uncounted = await self._store.records.uncounted(person, MOST)
        newest = await self._store.newest(uncounted)
        for room in uncounted:
            live = self._house.rooms.get(room)
            if live is not None and live.state.running:
                continue
            if newest.get(room, 0) != self._unfinished.get(room):
                await self._make_up(room)

    async def _make_up(self, room: str) -> None:
        """Count a room of an earlier run; one that this version cannot read is left out."""
        try:
            if not await self.count(room):
                return
            loaded = await self._house.room(room)
        except (ValidationError, RulesError, LogError, Refused) as error:
            _log.warning("a room is not counted", room=room, why=str(error))
            return
        if loaded is not None:
            await self._store.put_cards({room: loaded.card()})

    async def settle(self) -> None:
        """Wait until what was noted is counted."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _counted(bodies: list[bytes]) -> dict[str, bytes] | None:
    """What is to be kept of each person; None if the match is not over."""
    found = statistics.count(decode(body) for body in bodies)
    if found is None:
        return None
    return {person: statistics.encode(own) for person, own in found.kept.items()}


__all__ = ["Counting"]

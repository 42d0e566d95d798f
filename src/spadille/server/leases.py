"""Who drives a room: one process at a time, as long as its lease in the database lasts."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import suppress
from typing import Final, Protocol

from spadille.server.loops import again
from spadille.server.store import StoreDownError

LASTS: Final = 3.5
"""Seconds for which a lease holds: a dead process is replaced when they are over."""
RENEWED: Final = 1.0
"""Seconds between two renewals."""


class LeaseStore(Protocol):
    """What leases need of the store."""

    async def lease(self, rooms: Collection[str], process: str, seconds: float) -> set[str]:
        """Take or renew leases; the rooms that the process holds now."""

    async def release(self, rooms: Collection[str], process: str) -> None:
        """Give leases back."""

    async def holders(self, rooms: Collection[str]) -> dict[str, str]:
        """Who holds which of some rooms now."""


Told = Callable[[str], None]
Buried = Callable[[set[str]], Awaitable[None]]


class Leases(Protocol):
    """The leases of a process."""

    process: str

    async def start(self, lost: Told, gained: Told, buried: Buried) -> None:
        """Begin to take and renew leases; tell which were lost or gained, and who has died."""

    def want(self, room: str) -> None:
        """Hold the lease of a room as soon as nobody else does."""

    def holds(self, room: str) -> bool:
        """Whether this process drives a room."""

    def drop(self, room: str) -> None:
        """Hold the lease of a room no longer."""

    def watch(self, processes: Iterable[str]) -> None:
        """Watch over processes through which people are connected."""

    async def dead(self, processes: Iterable[str]) -> set[str]:
        """Which of some processes are dead."""

    async def close(self) -> None:
        """Give all leases back."""


class Alone:
    """The leases of the only process: it holds all of them."""

    def __init__(self, process: str) -> None:
        self.process = process

    async def start(self, lost: Told, gained: Told, buried: Buried) -> None:
        """Nothing has to be renewed."""

    def want(self, room: str) -> None:
        """It has it."""

    def holds(self, room: str) -> bool:  # noqa: ARG002 - all of them
        """It does."""
        return True

    def drop(self, room: str) -> None:
        """Nobody else could take it."""

    def watch(self, processes: Iterable[str]) -> None:
        """There are no others."""

    async def dead(self, processes: Iterable[str]) -> set[str]:
        """All others: they were this one before it was started again."""
        return set(processes) - {self.process}

    async def close(self) -> None:
        """Nothing has to be given back."""


class Shared:
    """The leases of one process of several, renewed in one statement.

    A process lives as long as it holds the lease of its own name; who was connected through a dead
    one is gone.
    """

    def __init__(
        self, store: LeaseStore, process: str, *, lasts: float = LASTS, renewed: float = RENEWED
    ) -> None:
        self.process = process
        self._store, self._lasts, self._renewed = store, lasts, renewed
        self._wanted: set[str] = set()
        self._held: set[str] = set()
        self._fresh = asyncio.Event()
        self._until = 0.0
        self._task: asyncio.Task[None] | None = None
        self._calls: tuple[Told, Told, Buried] | None = None
        self._seen: set[str] = set()

    async def start(self, lost: Told, gained: Told, buried: Buried) -> None:
        """Begin to renew; from now on the others know that this process lives."""
        self._calls = (lost, gained, buried)
        await again(self._renew, "leases")
        self._task = asyncio.create_task(self._keep())

    def want(self, room: str) -> None:
        """Ask for a lease, soon."""
        if room not in self._wanted:
            self._wanted.add(room)
            self._fresh.set()

    def holds(self, room: str) -> bool:
        """Whether this process drives a room, and is sure of it still."""
        return room in self._held and asyncio.get_running_loop().time() < self._until

    def drop(self, room: str) -> None:
        """Give a lease back at the next renewal."""
        self._wanted.discard(room)

    async def dead(self, processes: Iterable[str]) -> set[str]:
        """Those without the lease of their own name."""
        asked = set(processes) - {self.process}
        if not asked:
            return set()
        self._seen |= asked
        living = await self._store.holders([own_name(process) for process in asked])
        return {process for process in asked if own_name(process) not in living}

    async def close(self) -> None:
        """Give all leases back, so that others need not wait until they end."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with suppress(StoreDownError):
            await self._store.release([*self._held, own_name(self.process)], self.process)

    async def _keep(self) -> None:
        while True:
            self._fresh.clear()
            await again(self._renew, "leases")
            with suppress(TimeoutError):
                async with asyncio.timeout(self._renewed):
                    await self._fresh.wait()

    async def _renew(self) -> None:
        assert self._calls is not None
        lost, gained, buried = self._calls
        asked = asyncio.get_running_loop().time()
        given_up = self._held - self._wanted
        if given_up:
            await self._store.release(list(given_up), self.process)
        names = [*self._wanted, own_name(self.process)]
        held = await self._store.lease(names, self.process, self._lasts)
        held.discard(own_name(self.process))
        before, self._held = self._held, held
        # A lease that had ended in between is gained again: nothing was driven meanwhile.
        driven = before if asyncio.get_running_loop().time() < self._until else set()
        self._until = asked + self._lasts
        for room in before - held:
            lost(room)
        for room in held - driven:
            gained(room)
        dead = await self.dead(self._seen)
        if dead:
            self._seen -= dead
            await buried(dead)

    def watch(self, processes: Iterable[str]) -> None:
        """Watch over processes through which people of our rooms are connected."""
        self._seen |= set(processes) - {self.process}


def own_name(process: str) -> str:
    """The name of the lease that tells that a process lives."""
    return f"process:{process}"


__all__ = ["LASTS", "Alone", "Leases", "Shared", "own_name"]

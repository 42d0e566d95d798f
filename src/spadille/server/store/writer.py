"""The one writer: whatever waits while a commit is under way goes into the next one."""

import asyncio
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from typing import Final, NamedTuple

from spadille.server.store.database import Answer, Database
from spadille.server.store.errors import StoreDownError, UnsureError
from spadille.server.store.rows import Row

MOST_ROWS: Final = 512
"""The rows of a group at most."""

PATIENCE: Final = 10.0
"""The seconds that a row waits for its commit at most."""

_SPACING: Final = 0.008
"""The seconds from the start of a commit to that of the next: it costs far more than a row."""

_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0


class Waiting(NamedTuple):
    """A row that waits, since when by the loop's clock, and who wants to know."""

    row: Row
    since: float
    answer: asyncio.Future[None]


class Figures(NamedTuple):
    """What the writer has done: rows answered and transactions, and the rows that wait now."""

    rows: int
    groups: int
    waiting: int


class Writer:
    """Writes rows in groups, in the order of their arrival."""

    def __init__(self, database: Database, patience: float = PATIENCE) -> None:
        self._database = database
        self._patience = patience
        self._loop = asyncio.get_running_loop()
        self._queue: deque[Waiting] = deque()
        self._group: list[Waiting] = []
        self._some = asyncio.Event()
        self._closing = False
        self._rows = self._groups = 0
        self._tasks = (
            asyncio.create_task(self._write(), name="spadille store writer"),
            asyncio.create_task(self._watch(), name="spadille store watch"),
        )

    async def append(self, row: Row) -> None:
        """Write a row; returns when it has reached the disk.

        Raises `TakenError`, `RowError`, `StoreDownError`, or `UnsureError`.
        """
        if self._closing:
            raise StoreDownError("The server is being stopped.")
        answer = self._loop.create_future()
        self._queue.append(Waiting(row, self._loop.time(), answer))
        self._some.set()
        await answer

    @property
    def figures(self) -> Figures:
        """What was done so far."""
        return Figures(self._rows, self._groups, len(self._queue) + len(self._group))

    async def _write(self) -> None:
        """Write group after group."""
        begun = self._loop.time() - _SPACING
        while True:
            if not self._queue:
                if self._closing:
                    return
                self._some.clear()
                await self._some.wait()
                continue
            rest = begun + _SPACING - self._loop.time()
            if rest > 0:
                await asyncio.sleep(rest)
            begun = self._loop.time()
            self._group = self._take()
            try:
                await self._settle(self._group)
            except Exception as error:  # noqa: BLE001 - whatever it is, nobody waits for ever
                _refuse(self._group, UnsureError("The database does not work ({why}).", why=error))
            self._group = []

    def _take(self) -> list[Waiting]:
        """The rows of the next group; of those with the same key the others wait for it."""
        group: dict[tuple[str, int], Waiting] = {}
        later = []
        while self._queue and len(group) < MOST_ROWS:
            waiting = self._queue.popleft()
            if group.setdefault(waiting.row[:2], waiting) is not waiting:
                later.append(waiting)
        self._queue.extendleft(reversed(later))
        return list(group.values())

    async def _settle(self, group: list[Waiting]) -> None:
        """Write a group, again while it is not known whether it was written."""
        rows = [waiting.row for waiting in group]
        unsure: UnsureError | None = None
        pause = _FIRST_PAUSE
        while True:
            try:
                answers = await self._database.commit(rows, again=unsure is not None)
            except UnsureError as error:
                unsure = error
            except StoreDownError as error:
                if unsure is None:
                    _refuse(group, error)
                    return
            else:
                self._rows += len(rows)
                self._groups += 1
                _tell(group, answers)
                return
            if self._late(group):
                _refuse(group, unsure)
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _late(self, group: list[Waiting]) -> bool:
        """Whether a group has waited too long."""
        return self._loop.time() - group[0].since > self._patience

    async def _watch(self) -> None:
        """Refuse what has waited too long while a commit hangs."""
        while True:
            await asyncio.sleep(self._patience / 10)
            oldest = self._loop.time() - self._patience
            while self._queue and self._queue[0].since < oldest:
                _refuse([self._queue.popleft()], StoreDownError("The database does not answer."))
            if self._group and self._group[0].since < oldest - self._patience:
                _refuse(self._group, UnsureError("The database does not answer."))

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._closing = True
        self._some.set()
        writing, watching = self._tasks
        await writing
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


def _refuse(group: Iterable[Waiting], error: StoreDownError) -> None:
    """Answer all rows of a group that they were not written, each by an error of its own."""
    for _, _, answer in group:
        if not answer.done():
            answer.set_exception(type(error)(error.template, **error.fields))


def _tell(group: Iterable[Waiting], answers: Iterable[Answer]) -> None:
    """Answer each row of a group."""
    for (_, _, answer), outcome in zip(group, answers, strict=True):
        if answer.done():
            continue
        if outcome is None:
            answer.set_result(None)
        else:
            answer.set_exception(outcome)


__all__ = ["MOST_ROWS", "PATIENCE", "Figures", "Writer"]

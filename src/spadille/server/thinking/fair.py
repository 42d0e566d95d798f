"""The queue of decisions: every room gets its turn, moves go before hints, and there is an end."""

from collections import OrderedDict, deque
from typing import Generic, TypeVar

Job = TypeVar("Job")


class Turns(Generic[Job]):
    """Jobs of rooms, taken room by room in turn, one of a room at a time.

    >>> turns = Turns[str]()
    >>> for room, job in [("a", "a1"), ("a", "a2"), ("b", "b1")]:
    ...     turns.put(room, job)
    >>> turns.take(), turns.take(), turns.take()
    (('a', 'a1'), ('b', 'b1'), None)
    >>> turns.done("a"), turns.take(), len(turns)
    (None, ('a', 'a2'), 0)
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()
        self._running: dict[str, deque[Job]] = {}
        self._count = 0

    def __len__(self) -> int:
        """The number of jobs that wait."""
        return self._count

    def first(self) -> Job | None:
        """The job that would be taken next."""
        return next((jobs[0] for jobs in self._waiting.values()), None)

    def put(self, room: str, job: Job) -> None:
        """Let a job wait for its room's turn."""
        jobs = self._running.get(room)
        if jobs is None:
            jobs = self._waiting.setdefault(room, deque())
        jobs.append(job)
        self._count += 1

    def take(self) -> tuple[str, Job] | None:
        """The next job and its room, which then has to be `done`; None if none may start."""
        if not self._waiting:
            return None
        room, jobs = self._waiting.popitem(last=False)
        self._running[room] = jobs
        self._count -= 1
        return room, jobs.popleft()

    def done(self, room: str) -> None:
        """The running job of a room has ended; the room takes its place behind the others."""
        jobs = self._running.pop(room)
        if jobs:
            self._waiting[room] = jobs

    def drop(self, room: str, job: Job) -> None:
        """Forget a job that waits; does nothing for one that does not."""
        jobs = self._waiting.get(room)
        if jobs is None:
            jobs = self._running.get(room)
        if jobs is None or job not in jobs:
            return
        jobs.remove(job)
        self._count -= 1
        if not jobs:
            self._waiting.pop(room, None)


__all__ = ["Turns"]

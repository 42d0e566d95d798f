"""Plays on the processors of this machine."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from typing import NoReturn

from spadille.contest.plan import Contest, ContestError
from spadille.contest.played import Played

Task = tuple[int, int]
"""A round and a turn of it."""

Work = Callable[[Contest, int, int], Played]
"""What plays a turn of a round."""


def processors() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def on_processes(
    work: Work, contest: Contest, tasks: Iterator[Task], jobs: int
) -> Iterator[Played]:
    """Plays as they end, in any order; tasks are taken when there is room for them."""
    if jobs == 1:
        yield from (work(contest, *task) for task in tasks)
        return
    # Started afresh: a copy of a process with threads in it may hang.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_leave_quietly)
    try:
        running: set[Future[Played]] = set()
        while True:
            room = jobs + 1 - len(running)
            running |= {pool.submit(_play, work, contest, *task) for task in islice(tasks, room)}
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (play.result() for play in done)
    except BaseException as error:
        pool.shutdown(wait=False, cancel_futures=True)
        if isinstance(error, BrokenProcessPool):
            raise ContestError(
                "A process that played has died; the memory may be too small for {jobs} of them.",
                jobs=jobs,
            ) from error
        raise
    pool.shutdown()


def _play(work: Work, contest: Contest, round_: int, turn: int) -> Played:
    """Play, and let Ctrl-C end the play: programs in it are ended then."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return work(contest, round_, turn)
    finally:
        _leave_quietly()


def _leave_quietly() -> None:
    """Let Ctrl-C end a process that waits for its next play, without a traceback."""
    signal.signal(signal.SIGINT, _leave)


def _leave(_number: int, _frame: object) -> NoReturn:
    raise SystemExit(130)


__all__ = ["Task", "Work", "on_processes", "processors"]

"""Plays on the machines of a Ray cluster; Ray comes with the extra `spadille[ray]`."""

import logging
import re
import socket
from collections.abc import Iterator
from itertools import islice
from typing import Any

from spadille.contest.plan import Contest, ContestError
from spadille.contest.played import Played
from spadille.contest.processes import Task, Work

_KNOCK = 5.0


def on_cluster(
    work: Work, contest: Contest, tasks: Iterator[Task], address: str
) -> Iterator[Played]:
    """Plays as they end, in any order; raises `ContestError` without Ray or its cluster.

    `address` is one that Ray knows: `auto`, `host:port`, `ray://host:port`, or `local` for a
    cluster on this machine that ends with the contest.
    """
    ray = _ray()
    _knock(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except Exception as error:
        raise ContestError(
            "There is no Ray cluster at {address}: {why}", address=address, why=error
        ) from error
    try:
        remote = ray.remote(num_cpus=1, max_retries=2)(work)
        most = int(ray.cluster_resources().get("CPU", 1)) + 1
        running: list[Any] = []
        while True:
            room = most - len(running)
            running += [remote.remote(contest, *task) for task in islice(tasks, room)]
            if not running:
                break
            done, running = ray.wait(running)
            yield from ray.get(done)
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Raise `ContestError` at once where nobody listens: Ray would try for minutes."""
    named = re.fullmatch(r"(?:ray://)?(?P<host>[^:/]+):(?P<port>\d+)", address)
    if named is None:
        return
    try:
        socket.create_connection((named["host"], int(named["port"])), _KNOCK).close()
    except (OSError, OverflowError) as error:
        raise ContestError(
            "There is no Ray cluster at {address}: {why}", address=address, why=error
        ) from None


def _ray() -> Any:
    try:
        import ray  # noqa: PLC0415 - an extra that few have
    except ImportError as error:
        raise ContestError(
            "Ray is not installed; `pip install spadille[ray]` installs it."
        ) from error
    return ray


__all__ = ["on_cluster"]

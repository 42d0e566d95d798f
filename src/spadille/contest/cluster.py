"""Plays on the machines of a Ray cluster; Ray comes with the extra `spadille[ray]`."""

import logging
from collections.abc import Iterator
from itertools import islice
from typing import Any

from spadille.contest.plan import Contest, ContestError
from spadille.contest.played import Played
from spadille.contest.processes import Task, Work


def on_cluster(
    work: Work, contest: Contest, tasks: Iterator[Task], address: str
) -> Iterator[Played]:
    """Plays as they end, in any order; raises `ContestError` without Ray or its cluster.

    `address` is one that Ray knows: `auto`, `host:port`, `ray://host:port`, or `local` for a
    cluster on this machine that ends with the contest.
    """
    ray = _ray()
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


def _ray() -> Any:
    try:
        import ray  # noqa: PLC0415 - an extra that few have
    except ImportError as error:
        raise ContestError(
            "Ray is not installed; `pip install spadille[ray]` installs it."
        ) from error
    return ray


__all__ = ["on_cluster"]

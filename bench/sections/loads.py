"""Loads of a server as sections use them: sizes, databases, figures."""

import asyncio
import os
from collections.abc import Iterable

import load

from sections.figures import Figures

POSTGRES = os.environ.get("SPADILLE_TEST_POSTGRES", "postgresql://root@127.0.0.1/test")
REDIS = os.environ.get("SPADILLE_TEST_REDIS", "redis://127.0.0.1:6379/0")
SECONDS = 120.0


def row(name: str, times: load.Times) -> Figures:
    """The figures of a run under a name."""
    return {
        f"{name}: actions": times.actions,
        f"{name}: ms to all seats, median": round(times.median, 1),
        f"{name}: ms to all seats, p99": round(times.p99, 1),
        f"{name}: ms to all seats, most": round(times.most, 1),
        f"{name}: MB of the largest process": round(times.memory),
        f"{name}: µs of processor an action": round(times.processor),
        f"{name}: processors used by the server": round(times.share, 2),
        f"{name}: processors used by the clients": round(times.own, 2),
    }


def sizes(
    tables: Iterable[int],
    amount: float,
    *,
    database: str | None = None,
    redis: str = "",
    processes: int = 1,
) -> Figures:
    """Figures for numbers of tables of four people."""
    figures: Figures = {}
    for count in tables:
        times = asyncio.run(
            load.measure(
                database, count, seconds=SECONDS * amount, processes=processes, redis=redis
            )
        )
        figures |= row(f"{count} tables", times)
    return figures

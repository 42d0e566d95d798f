"""Tables of one person and three strong bots, on SQLite: an action of each person a second.

Wanted at 300 tables: p99 of a bot's card at most 2 s, people's actions unaffected. A bot's time is
that from the row before to its own, thinking and queue included.
"""

import asyncio

import load

from sections import loads
from sections.figures import Figures

TABLES = (100, 300)


def measure(amount: float) -> Figures:
    """Measure size by size."""
    figures: Figures = {}
    for count in TABLES:
        seconds = loads.SECONDS * amount
        times = asyncio.run(load.measure(None, count, clients=1, seconds=seconds, bots="strong"))
        figures |= loads.row(f"{count} tables", times)
        figures |= {
            f"{count} tables: ms of a bot's card, p99": round(times.bots_p99),
            f"{count} tables: decisions with less work, %": round(100 * times.shrunk),
            f"{count} tables: decisions by the simple bot, %": round(100 * times.simple),
        }
    return figures

"""A server under load, on SQLite: tables of four people, an action a second at each.

Wanted at 1,000 tables: p99 at most 50 ms and 500 MB; at 2,000: at most 100 ms. The clients run on
the same two processors. `--amount` scales the two minutes of each size.
"""

from sections import loads
from sections.figures import Figures

TABLES = (250, 500, 1000, 2000)


def measure(amount: float) -> Figures:
    """Measure size by size."""
    return loads.sizes(TABLES, amount)

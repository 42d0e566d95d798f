"""A server of two processes under load, on PostgreSQL and Redis; else as on SQLite."""

from sections import loads
from sections.figures import Figures

TABLES = (250, 500, 1000, 2000)


def measure(amount: float) -> Figures:
    """Measure size by size."""
    return loads.sizes(TABLES, amount, database=loads.POSTGRES, redis=loads.REDIS, processes=2)

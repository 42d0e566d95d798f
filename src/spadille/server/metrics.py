"""The figures of a server for Prometheus, counted where they arise and read when asked for."""

from collections.abc import Iterator
from typing import Final, Protocol

from prometheus_client import CollectorRegistry, Counter, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from spadille.server.house import House
from spadille.server.store import Store

REFUSED: Final = Counter(
    "spadille_refused", "Commands and connections refused, by reason.", ["reason"], registry=None
)


def refused(reason: str) -> None:
    """Count something that was refused, by the word for its reason."""
    REFUSED.labels(reason).inc()


class Counted(Protocol):
    """What figures are read from."""

    @property
    def house(self) -> House:
        """The rooms."""

    @property
    def store(self) -> Store:
        """Where they are kept."""


class _Figures(Collector):
    """The figures of a moment."""

    def __init__(self, counted: Counted) -> None:
        self.counted = counted

    def collect(self) -> Iterator[Metric]:
        """Read the figures."""
        house, thinking = self.counted.house, self.counted.house.thinking
        gauges = {
            "rooms": ("Rooms in this process.", len(house.rooms)),
            "connections": ("Connections to rooms.", len(house.sessions)),
            "bots_waiting": ("Decisions of bots that wait.", thinking.waiting),
            "bots_wait_seconds": ("How long the next one has waited.", thinking.queue_delay),
            "bots_processes": ("Processes of bots that work.", thinking.alive),
        }
        for name, (about, value) in gauges.items():
            yield GaugeMetricFamily(f"spadille_{name}", about, value=value)
        counts, rows = thinking.counts, self.counted.store.figures
        counters = {
            "rows": ("Rows stored.", rows.rows),
            "commits": ("Transactions that stored them.", rows.groups),
            "bot_moves": ("Decisions of bots.", counts.moves),
            "bot_moves_shrunk": ("Those thought out with less work.", counts.shrunk),
            "bot_moves_simple": ("Those left to the simple bot.", counts.simple),
            "bot_failures": ("Those for which a bot failed.", counts.failed),
            "hints": ("Hints given.", counts.hints),
        }
        for name, (about, count) in counters.items():
            yield CounterMetricFamily(f"spadille_{name}", about, value=count)


def exposition(counted: Counted) -> bytes:
    """All figures in the format of Prometheus."""
    registry = CollectorRegistry()
    registry.register(_Figures(counted))
    registry.register(REFUSED)
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    return generate_latest(registry)


__all__ = ["REFUSED", "exposition", "refused"]

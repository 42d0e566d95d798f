"""The time of the server, which tests replace by one that they turn themselves."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """Something that will be called, unless it is cancelled."""

    def cancel(self) -> None:
        """Call it no more."""


class Time(Protocol):
    """What time it is, and calls at a later time."""

    def now(self) -> int:
        """Milliseconds since 1970."""

    def later(self, seconds: float, call: Callable[[], None]) -> Alarm:
        """Call something after some seconds."""


class RealTime:
    """The time of the machine and of the running event loop."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def later(self, seconds: float, call: Callable[[], None]) -> Alarm:
        """Call something after some seconds."""
        return asyncio.get_running_loop().call_later(max(0.0, seconds), call)


__all__ = ["Alarm", "RealTime", "Time"]

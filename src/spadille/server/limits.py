"""How often something may be done: buckets that fill with time, by who does it.

No library of those looked at has a clock that can be given, and memory that is bounded.
"""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

Clock = Callable[[], float]
"""Seconds that never go back."""


class Rate(NamedTuple):
    """So many a second in the long run, and so many at once."""

    rate: float
    burst: int


RATES: Final[Mapping[str, Rate]] = {
    "commands": Rate(100, 300),
    "chat": Rate(0.5, 5),
    "connections": Rate(10, 200),
    "requests": Rate(30, 400),
    "finds": Rate(1, 60),
    "records": Rate(2, 120),
    "tables": Rate(0.1, 10),
    "persons": Rate(0.2, 30),
    "sign_ups": Rate(1 / 60, 10),
    "log_ins": Rate(0.1, 20),
    "log_ins_of_name": Rate(0.05, 10),
    "bots": Rate(1 / 60, 20),
}
"""What may be done how often: by a connection, an address, a person or a login.

A family or a club shares an address, so that those by address are wide.
"""


SOCKETS: Final = 500
"""So many connections to tables one address may hold open at a time."""


def scaled(factor: float, rates: Mapping[str, Rate] = RATES) -> Mapping[str, Rate]:
    """Rates that allow so many times as much.

    >>> scaled(2, {"tables": Rate(0.1, 10)})
    {'tables': Rate(rate=0.2, burst=20)}
    """
    return {
        what: Rate(rate.rate * factor, max(1, int(rate.burst * factor)))
        for what, rate in rates.items()
    }


MOST: Final = 20_000
"""So many keys are remembered of each thing; those longest unused go first."""


class Bucket:
    """A bucket of `burst` that fills by `rate` a second; who takes from an empty one waits.

    >>> bucket = Bucket(rate=1, burst=2, clock=lambda: 5.0)
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    """

    __slots__ = ("_at", "_clock", "_held", "burst", "rate")

    def __init__(self, rate: float, burst: int, clock: Clock = time.monotonic) -> None:
        self.rate, self.burst, self._clock = rate, burst, clock
        self._held, self._at = float(burst), clock()

    def take(self) -> bool:
        """Take one; whether there was one."""
        now = self._clock()
        self._held = min(self.burst, self._held + max(0.0, now - self._at) * self.rate)
        self._at = now
        if self._held < 1:
            return False
        self._held -= 1
        return True


class Limits:
    """The limits of a server, each with a bucket for every key that has lately used it.

    >>> limits = Limits({"tables": Rate(0.1, 1)}, clock=lambda: 5.0)
    >>> [limits.take("tables", who) for who in ("Ada", "Bea", "Ada")]
    [True, True, False]
    """

    def __init__(
        self,
        rates: Mapping[str, Rate] = RATES,
        clock: Clock = time.monotonic,
        most: int = MOST,
    ) -> None:
        self._rates, self._clock, self._most = rates, clock, most
        self._buckets: dict[str, OrderedDict[str, Bucket]] = {what: OrderedDict() for what in rates}

    def take(self, what: str, key: str) -> bool:
        """Whether something may be done now, and count it; raises `KeyError` for no such thing."""
        buckets = self._buckets[what]
        bucket = buckets.get(key)
        if bucket is None:
            bucket = buckets[key] = self.bucket(what)
            if len(buckets) > self._most:
                buckets.popitem(last=False)
        else:
            buckets.move_to_end(key)
        return bucket.take()

    def bucket(self, what: str) -> Bucket:
        """A bucket of its own for something; raises `KeyError` for no such thing."""
        return Bucket(*self._rates[what], clock=self._clock)

    def __len__(self) -> int:
        """The number of keys that are remembered."""
        return sum(map(len, self._buckets.values()))


class Crowd:
    """Those who are there at a time, at most so many with the same key.

    >>> crowd = Crowd(1)
    >>> crowd.enter("Ada"), crowd.enter("Ada"), crowd.enter("Bea")
    (True, False, True)
    >>> crowd.leave("Ada")
    >>> crowd.enter("Ada")
    True
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._there: Counter[str] = Counter()

    def enter(self, key: str) -> bool:
        """Whether there is room for one more, who is there then until he leaves."""
        if self._there.get(key, 0) >= self.most:
            return False
        self._there[key] += 1
        return True

    def leave(self, key: str) -> None:
        """One of those who entered goes."""
        self._there[key] -= 1
        if not self._there[key]:
            del self._there[key]


__all__ = ["RATES", "SOCKETS", "Bucket", "Crowd", "Limits", "Rate", "scaled"]

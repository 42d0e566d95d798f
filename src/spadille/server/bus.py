"""The bus: Redis tells other processes that a room has a new row; losing it loses nothing."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final

import structlog

from spadille.errors import SentenceError
from spadille.server.loops import again

CHANNEL: Final = "spadille"
_DIGITS: Final = 10
PAUSE: Final = 1.0
"""Seconds before another attempt to reach Redis."""
WAITING: Final = 10_000
"""Words that may wait to be sent; more are dropped, since others look by themselves too."""

_log = structlog.get_logger("spadille.bus")


class BusError(SentenceError):
    """A bus that there cannot be."""


def check_redis(url: str) -> None:
    """Raise `BusError` for an address that can never be used; an empty one is none."""
    if url:
        RedisBus(url)


def heard(words: bytes) -> dict[str, int]:
    r"""Rooms and the numbers of their newest rows; what is no word of ours is left out.

    >>> heard(b"room 5\nother 7\nroom 6"), heard(b"room x\nroom"), heard(bytes([255]))
    ({'room': 6, 'other': 7}, {}, {})
    """
    pairs = (line.partition(" ")[::2] for line in words.decode(errors="replace").split("\n"))
    return {room: int(seq) for room, seq in pairs if seq.isdecimal() and len(seq) < _DIGITS}


class RedisBus:
    """Words to other processes over Redis, as long as it is there; raises `BusError`.

    `hears` tells whether words of others arrive.
    """

    def __init__(self, url: str) -> None:
        try:
            from redis import asyncio as redis  # noqa: PLC0415 - it is an extra
        except ImportError:
            raise BusError(
                "Redis needs the extra `cluster`; install it with pip install 'spadille[cluster]'."
            ) from None
        try:
            self._redis: Any = redis.from_url(url)
        except ValueError as error:
            raise BusError(
                "The address of Redis cannot be used ({why}); write redis://HOST:PORT/0.", why=error
            ) from None
        self._faults = (redis.RedisError, OSError, TimeoutError)
        self.hears = False
        self._queue: asyncio.Queue[str] = asyncio.Queue(WAITING)
        self._news: dict[str, int] = {}
        self._some = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, woken: Callable[[Mapping[str, int]], Awaitable[None]]) -> None:
        """Begin to tell and to listen."""
        self._tasks = [
            asyncio.create_task(self._send()),
            asyncio.create_task(self._listen()),
            asyncio.create_task(self._pass_on(woken)),
        ]

    def publish(self, room: str, seq: int) -> None:
        """Tell the others of a row, some time, if they can be reached."""
        with suppress(asyncio.QueueFull):
            self._queue.put_nowait(f"{room} {seq}")

    async def _send(self) -> None:
        """Send whatever waits in one message."""
        while True:
            words = [await self._queue.get()]
            while not self._queue.empty():
                words.append(self._queue.get_nowait())
            try:
                await self._redis.publish(CHANNEL, "\n".join(words))
            except self._faults as error:
                _log.warning("Redis cannot be reached", why=str(error))
                await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    self.hears = True
                    async for message in channel.listen():
                        if message["type"] == "message":
                            for room, seq in heard(message["data"]).items():
                                self._news[room] = max(seq, self._news.get(room, 0))
                            self._some.set()
            except self._faults as error:
                _log.warning("Redis cannot be heard", why=str(error))
            self.hears = False
            await asyncio.sleep(PAUSE)

    async def _pass_on(self, woken: Callable[[Mapping[str, int]], Awaitable[None]]) -> None:
        """Tell of all rooms of which there is news, again and again."""
        while True:
            await self._some.wait()
            self._some.clear()
            news, self._news = self._news, {}
            await again(partial(woken, news), "words over Redis")

    async def close(self) -> None:
        """Tell and listen no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(*self._faults):
            await self._redis.aclose()


__all__ = ["BusError", "RedisBus", "check_redis"]

"""The bus: Redis tells other processes that a room has a new row; losing it loses nothing."""

import asyncio
from collections.abc import Awaitable, Callable
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


def heard(word: bytes) -> tuple[str, int]:
    r"""A room and the number of its new row; row 0, which is no news, for what is no word of ours.

    >>> heard(b"room 5"), heard(b"room x"), heard(bytes([255]))
    (('room', 5), ('room', 0), ('\ufffd', 0))
    """
    room, _, seq = word.decode(errors="replace").partition(" ")
    return room, int(seq) if seq.isdecimal() and len(seq) < _DIGITS else 0


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
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, woken: Callable[[str, int], Awaitable[None]]) -> None:
        """Begin to tell and to listen."""
        self._tasks = [
            asyncio.create_task(self._send()),
            asyncio.create_task(self._listen(woken)),
        ]

    def publish(self, room: str, seq: int) -> None:
        """Tell the others of a row, some time, if they can be reached."""
        with suppress(asyncio.QueueFull):
            self._queue.put_nowait(f"{room} {seq}")

    async def _send(self) -> None:
        while True:
            word = await self._queue.get()
            try:
                async with self._redis.pipeline(transaction=False) as pipeline:
                    pipeline.publish(CHANNEL, word)
                    while not self._queue.empty():
                        pipeline.publish(CHANNEL, self._queue.get_nowait())
                    await pipeline.execute()
            except self._faults as error:
                _log.warning("Redis cannot be reached", why=str(error))
                await asyncio.sleep(PAUSE)

    async def _listen(self, woken: Callable[[str, int], Awaitable[None]]) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    self.hears = True
                    async for message in channel.listen():
                        if message["type"] == "message":
                            room, seq = heard(message["data"])
                            await again(partial(woken, room, seq), "a word over Redis")
            except self._faults as error:
                _log.warning("Redis cannot be heard", why=str(error))
            self.hears = False
            await asyncio.sleep(PAUSE)

    async def close(self) -> None:
        """Tell and listen no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(*self._faults):
            await self._redis.aclose()


__all__ = ["BusError", "RedisBus", "check_redis"]

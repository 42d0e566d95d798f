"""What a process does again and again: whatever goes wrong once, it is done the next time."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NoReturn

import structlog

from spadille.server.store import StoreDownError

_log = structlog.get_logger("spadille.loops")


async def again(work: Callable[[], Awaitable[None]], what: str) -> None:
    """Do something that will be done again soon; what goes wrong is logged."""
    try:
        await work()
    except StoreDownError as error:
        _log.warning("the database is away", what=what, why=str(error))
    except Exception:  # noqa: BLE001 - the next time it may go well
        _log.exception("a chore failed", what=what)


async def every(seconds: float, work: Callable[[], Awaitable[None]], what: str) -> NoReturn:
    """Do something every so many seconds; once begun it is done to its end."""
    while True:
        await asyncio.sleep(seconds)
        doing = asyncio.ensure_future(again(work, what))
        try:
            await asyncio.shield(doing)
        except asyncio.CancelledError:
            await doing  # half a transaction would spoil its connection
            raise


__all__ = ["again", "every"]

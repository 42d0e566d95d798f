"""A real server for tests: the application under uvicorn, at a port of its own.

`served` runs it in the event loop of the test, which can then turn its clock and look into it;
`spawned` starts `spadille serve` as a process, which can be killed.
"""

import asyncio
import base64
import heapq
import itertools
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import uvicorn
from databases import BOUND, NOW
from starlette.applications import Starlette

from spadille.server import house
from spadille.server.app import create
from spadille.server.rest.context import Context
from spadille.server.serving import bound, configured
from spadille.server.settings import Settings
from spadille.server.time import Time

LOOPBACK: Final = "127.0.0.1"


class Alarm:
    """A call at a later time, as long as it is not cancelled."""

    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class Turned:
    """A time that stands still until it is turned."""

    def __init__(self, now: int = NOW) -> None:
        self._now = now
        self._count = itertools.count()
        self._alarms: list[tuple[float, int, Alarm]] = []

    def now(self) -> int:
        return self._now

    def later(self, seconds: float, call: Callable[[], None]) -> Alarm:
        alarm = Alarm(call)
        at = self._now + max(0.0, seconds) * 1000
        heapq.heappush(self._alarms, (at, next(self._count), alarm))
        return alarm

    @property
    def waiting(self) -> list[float]:
        """In how many seconds alarms will ring."""
        return sorted((at - self._now) / 1000 for at, _, alarm in self._alarms if alarm.call)

    def turn(self, seconds: float) -> None:
        """Let time pass; what is due on the way is called at its time."""
        end = self._now + round(seconds * 1000)
        while self._alarms and self._alarms[0][0] <= end:
            at, _, alarm = heapq.heappop(self._alarms)
            self._now = max(self._now, -int(-at // 1))  # not before it is due
            if alarm.call is not None:
                alarm.call()
        self._now = end


class Server:
    """A server that runs: where it is, and what is in it."""

    def __init__(self, address: str, app: Starlette) -> None:
        self.address, self.app = address, app

    @property
    def context(self) -> Context:
        context: Context = self.app.state.context
        return context


class Seeded:
    """Stands for the module `secrets` where tables are made: the same every time."""

    def __init__(self, seed: str) -> None:
        self._rng = random.Random(seed)

    def token_urlsafe(self, size: int) -> str:
        return base64.urlsafe_b64encode(self._rng.randbytes(size)).rstrip(b"=").decode()

    def choice(self, signs: str) -> str:
        return self._rng.choice(signs)

    def draw(self) -> bytes:
        """The secret of a piece of chance."""
        return self._rng.randbytes(32)


@asynccontextmanager
async def served(
    url: str, time: Time | None = None, *, seed: str = "spadille", **settings: Any
) -> AsyncIterator[Server]:
    """A server in this event loop, over a database.

    Without `thinkers` bots decide by rule of thumb at once, and there are no hints. What is dealt
    follows from the seed and the order in which tables are made and deals begin.
    """
    seeded = Seeded(seed)
    with patch.object(house, "secrets", seeded):
        async with _served(url, time, settings) as server:
            found = server.context.house
            found.world = found.world._replace(draw=seeded.draw)
            yield server


@asynccontextmanager
async def _served(
    url: str, time: Time | None, settings: Mapping[str, Any]
) -> AsyncIterator[Server]:
    chosen = Settings(
        host=LOOPBACK, port=0, database=url, **({"thinkers": 0, "drain": 1} | dict(settings))
    )
    app = create(chosen, time)
    listening = bound(chosen.host, chosen.port)
    server = uvicorn.Server(configured(app, chosen))
    serving = asyncio.create_task(server._serve([listening]))  # noqa: SLF001 - signals are pytest's
    try:
        async with asyncio.timeout(BOUND):
            while not server.started:
                assert not serving.done(), "the server did not start"
                await asyncio.sleep(0.001)
        yield Server(f"http://{LOOPBACK}:{listening.getsockname()[1]}", app)
    finally:
        server.should_exit = True
        async with asyncio.timeout(BOUND):
            await serving
        listening.close()


class Spawned:
    """A server that is a process of its own."""

    def __init__(self, process: "subprocess.Popen[str]", address: str) -> None:
        self.process, self.address = process, address

    def kill(self) -> None:
        """End it at once, with all that it started, as a loss of power would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(BOUND)

    def stop(self) -> int:
        """Ask it to end; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(BOUND)


@contextmanager
def spawned(url: str, log: Path, *options: str, port: int = 0) -> Iterator[Spawned]:
    """`spadille serve` over a database; what it logs is appended to a file."""
    command = [sys.executable, "-m", "spadille", "serve", "--host", LOOPBACK, "--port", str(port)]
    with (
        log.open("a") as errors,
        subprocess.Popen(
            [*command, "--database", url, "--thinkers", "1", *options],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,
            env=os.environ | {"LANGUAGE": "en", "PYTHONUNBUFFERED": "1"},
        ) as process,
    ):
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert "http://" in line, f"{line}{log.read_text()}"
            yield Spawned(process, line.split()[-1])
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)

"""One process of bots, as the server sees it: asked one thing after another, killed, started anew.

A pool of `concurrent.futures` would do the same with three threads in between, at a millisecond of
the server's time for each decision; pipes that the event loop reads take a third of it.
"""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from contextlib import suppress
from typing import Final, TypeVar

import msgspec

from spadille.server.thinker.asking import LONGEST, Reply, Request, Unable

COMMAND = (sys.executable, "-P", "-m", "spadille.server.thinker")
_ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)
_REPLY: Final[msgspec.json.Decoder[Reply]] = msgspec.json.Decoder(Reply)
_SHOWN = 200
Answer = TypeVar("Answer", bound=Reply)
_ENCODER = msgspec.json.Encoder()


class ProcessError(Exception):
    """A process that did not reply, and why; it has to be started anew."""


class RefusedError(Exception):
    """What was asked cannot be done, and why; the process is well."""


class Process:
    """A process that bots think in."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._asked = 0

    async def start(self) -> None:
        """Start afresh; raises `ProcessError` if that cannot be."""
        await self.kill()
        path = os.pathsep.join(place for place in sys.path if place)
        try:
            self._process = await asyncio.create_subprocess_exec(
                *COMMAND,
                stdin=PIPE,
                stdout=PIPE,
                limit=LONGEST,
                env={**os.environ, **_ONE_THREAD, "PYTHONPATH": path},
                start_new_session=True,  # Ctrl-C is the server's affair
            )
        except OSError as error:
            raise ProcessError(f"it cannot be started: {error}") from error

    @property
    def pid(self) -> int | None:
        """The number of the process, if it has been started."""
        return None if self._process is None else self._process.pid

    async def ask(self, request: Request, kind: type[Answer], seconds: float) -> Answer:
        """The reply of this kind.

        Raises `ProcessError` if that is late, another or none, and `RefusedError` if the process
        says that it cannot be done.
        """
        said = await self._reply(request, seconds)
        if isinstance(said, Unable):
            raise RefusedError(said.why)
        if not isinstance(said, kind):
            raise ProcessError(f"this is another reply: {said}"[:_SHOWN])
        return said

    async def _reply(self, request: Request, seconds: float) -> Reply:
        process = self._process
        assert process is not None, "the process has not been started"
        assert process.stdin is not None
        assert process.stdout is not None
        self._asked += 1
        number = b"%d" % self._asked
        try:
            async with asyncio.timeout(seconds):
                process.stdin.write(b"%s %s\n" % (number, _ENCODER.encode(request)))
                await process.stdin.drain()
                line = await process.stdout.readline()
        except TimeoutError:
            raise ProcessError(f"no reply within {seconds:g} s") from None
        except (OSError, ValueError) as error:  # a broken pipe, or a line without end
            raise ProcessError(f"it cannot be asked: {error}") from error
        if not line.endswith(b"\n"):
            raise ProcessError("the process has died")
        answered, _, said = line.partition(b" ")
        if answered != number:
            raise ProcessError(f"this is no reply: {line[:_SHOWN]!r}")
        try:
            return _REPLY.decode(said)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise ProcessError(f"this is no reply: {line[:_SHOWN]!r} ({error})") from None

    async def kill(self) -> None:
        """End the process at once, whatever it does."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()


__all__ = ["Process", "ProcessError", "RefusedError"]

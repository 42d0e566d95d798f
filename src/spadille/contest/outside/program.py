"""A program of somebody else's: asked by a line, answered by a line, and never waited for long.

It runs without a shell in a process group of its own, which is killed whole.
"""

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

from spadille.contest.played import Lapse

LONGEST_LINE = 64 * 1024
"""The longest line that is read, in bytes."""

_KEPT = 4096
_SHOWN = 40
_LINES = 10
_PIECE = 64 * 1024
_TICK = 0.05
GRACE = 2.0
"""Seconds in which a program may end after its input has."""


class ProgramError(Exception):
    """A program that did not answer as it should: what was wrong, and what is known of it."""

    def __init__(self, lapse: Lapse, said: str = "") -> None:
        super().__init__(lapse, said)
        self.lapse = lapse
        self.said = said


class Program:
    """A running program; raises `ProgramError` if it cannot be started.

    Whoever starts one ends it, by `finish` or by `kill`.
    """

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(  # noqa: S603 - no shell; the user has named the program
                command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except (OSError, ValueError) as error:
            raise ProgramError(Lapse.NOT_STARTED, str(error)) from error
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._stdin: IO[bytes] = process.stdin
        self._stdout: IO[bytes] = process.stdout
        self._stderr: IO[bytes] = process.stderr
        for stream in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(stream.fileno(), False)
        self._unread = bytearray()
        self._complaints = bytearray()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)

    @property
    def stderr(self) -> tuple[str, ...]:
        """The last lines that the program wrote to its standard error."""
        text = self._complaints.decode("utf-8", "replace")
        return tuple(line for line in text.splitlines() if line.strip())[-_LINES:]

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Write a line and return the next one that comes; raises `ProgramError`."""
        deadline = time.monotonic() + seconds
        waiting = memoryview(line)
        self._selector.register(self._stdin, selectors.EVENT_WRITE)
        try:
            while True:
                if not waiting:
                    answer = self._line()
                    if answer is not None:
                        return answer
                left = deadline - time.monotonic()
                if left <= 0:
                    raise ProgramError(Lapse.LATE)
                waiting = self._wait(waiting, min(left, _TICK))
        finally:
            with suppress(KeyError):
                self._selector.unregister(self._stdin)

    def _wait(self, waiting: memoryview, seconds: float) -> memoryview:
        """Write and read what can be; returns what is left to write."""
        ready = {key.fileobj for key, _ in self._selector.select(seconds)}
        if self._stderr in ready:
            self._read_stderr()
        if self._stdin in ready and waiting:
            waiting = self._write(waiting)
            if not waiting:
                self._selector.unregister(self._stdin)
        # A child of the program's may hold the pipe open: the end of the output would never come.
        ended = self._exit_status() is not None
        if ended or self._stdout in ready:
            piece = self._read(self._stdout)
            if piece == b"" or (ended and not piece):
                raise self._gone("its output ended")
            self._unread += piece or b""
            if len(self._unread) > 2 * LONGEST_LINE:
                raise self._too_long()
        return waiting

    def _line(self) -> bytes | None:
        """The next whole line that has been read; raises `ProgramError` if it is too long."""
        end = self._unread.find(b"\n")
        if end > LONGEST_LINE or (end < 0 and len(self._unread) > LONGEST_LINE):
            raise self._too_long()
        if end < 0:
            return None
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        return line

    def _too_long(self) -> ProgramError:
        return ProgramError(Lapse.TOO_LONG, self._unread[:_SHOWN].decode("utf-8", "replace"))

    def _write(self, waiting: memoryview) -> memoryview:
        try:
            return waiting[os.write(self._stdin.fileno(), waiting) :]
        except BlockingIOError:
            return waiting
        except OSError:
            raise self._gone("it closed its input") from None

    @staticmethod
    def _read(stream: IO[bytes]) -> bytes | None:
        """What can be read now: nothing at the end, None if there is nothing yet."""
        try:
            return os.read(stream.fileno(), _PIECE)
        except BlockingIOError:
            return None

    def _read_stderr(self) -> bool:
        """Read complaints and keep the last ones; whether there were any."""
        piece = self._read(self._stderr)
        if piece == b"":
            with suppress(KeyError):
                self._selector.unregister(self._stderr)
        self._complaints += piece or b""
        del self._complaints[:-_KEPT]
        return bool(piece)

    def _gone(self, how: str) -> ProgramError:
        """The program has left: with its exit status, if it ends within a moment."""
        self._await_exit(4 * _TICK)
        status = self._exit_status()
        if status is None:
            return ProgramError(Lapse.EXITED, how)
        return ProgramError(
            Lapse.EXITED, f"exit code {status}" if status >= 0 else _signal(-status)
        )

    def _exit_status(self) -> int | None:
        """The exit status, negative for a signal; None while the program runs.

        The process is not reaped, so that its number stays that of its group until `kill`.
        """
        if self._process.returncode is not None:
            return self._process.returncode
        if not hasattr(os, "waitid"):  # macOS before Python 3.13
            return self._process.poll()
        options = os.WEXITED | os.WNOHANG | os.WNOWAIT
        ended = os.waitid(os.P_PID, self._process.pid, options)
        if ended is None:
            return None
        return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status

    def _await_exit(self, seconds: float) -> None:
        """Give the program a moment to end, and keep reading what it complains of."""
        deadline = time.monotonic() + seconds
        while self._exit_status() is None and time.monotonic() < deadline:
            self._read_stderr()
            time.sleep(_TICK / 10)

    def close_input(self) -> None:
        """Tell the program that nothing more will be asked: its input ends."""
        with suppress(OSError):
            self._stdin.close()

    def finish(self, seconds: float = GRACE) -> None:
        """Let the program end by itself, and kill it if it does not in time."""
        self.close_input()
        self._await_exit(seconds)
        self.kill()

    def kill(self) -> None:
        """Kill the program and all of its process group, and read what it complained of."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            with suppress(subprocess.TimeoutExpired):  # it may not be ours to kill
                self._process.wait(GRACE)
        for _ in range(16):
            if self._stderr.closed or not self._read_stderr():
                break
        self._selector.close()
        for stream in (self._stdin, self._stdout, self._stderr):
            with suppress(OSError):
                stream.close()


def _signal(number: int) -> str:
    """The name of a signal."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


__all__ = ["GRACE", "Program", "ProgramError"]

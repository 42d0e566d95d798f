"""Checkpoints of SQLite's write-ahead log, beside the writing instead of within a commit.

A commit that finds the log full moves a thousand pages into the file before it returns, and all
commits behind it wait. A thread with a connection of its own does that while others write
(https://www.sqlite.org/wal.html#ckpt).
"""

import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import structlog

from spadille.server.store.errors import StoreDownError

AFTER: Final = 500
"""So many rows after the last checkpoint comes the next one."""
ROUNDS: Final = 4
"""The log begins anew at a commit before which all is moved, so what was added while one round
moved is moved by the next one; so many times."""
LONG: Final = 4_000
"""So many pages of the log are too many: the writer moves the last few itself then, and nothing is
added meanwhile."""
WAIT: Final = 100
"""Milliseconds in which it waits for those who read old pages; else it tries later."""
_PASSIVE: Final = "PRAGMA wal_checkpoint(PASSIVE)"
_RESTART: Final = "PRAGMA wal_checkpoint(RESTART)"

_log = structlog.get_logger("spadille.store")


class Checkpoints:
    """Moves what stands in the log into the file when enough has been added."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._thread = ThreadPoolExecutor(1, "spadille-checkpoints")
        self._rows = 0
        self.idle = threading.Event()
        """Set while none is under way."""
        self.idle.set()
        self.long = False
        """Whether the log is so long that the writer has to move the rest, by `restart`."""

    def added(self, rows: int) -> None:
        """Note that rows have been committed; called by whoever may write, so by one at a time."""
        self._rows += rows
        if self._rows < AFTER or not self.idle.is_set():
            return
        self._rows = 0
        self.idle.clear()
        try:
            self._thread.submit(self._move)
        except RuntimeError as error:  # the rows are written, whatever becomes of this
            self.idle.set()
            _log.warning("no checkpoint", why=str(error))

    def restart(self, writer: sqlite3.Connection) -> None:
        """Move the rest of a long log with the connection that writes, so that it begins anew."""
        self.idle.wait()
        before = writer.execute("PRAGMA busy_timeout").fetchone()[0]
        writer.execute(f"PRAGMA busy_timeout = {WAIT}")
        writer.execute(_RESTART).fetchone()
        writer.execute(f"PRAGMA busy_timeout = {before}")
        self.long = False

    def _move(self) -> None:
        """Checkpoint; what fails is tried again after the next rows, since the log has all."""
        try:
            connection = self._connect()
            try:
                before = 0
                for _ in range(ROUNDS):
                    _, pages, moved = connection.execute(_PASSIVE).fetchone()
                    self.long = pages >= LONG
                    if moved < pages or pages == before:
                        break  # somebody reads the rest, or nothing was added
                    before = pages
            finally:
                connection.close()
        except (sqlite3.Error, StoreDownError) as error:
            _log.warning("no checkpoint", why=str(error))
        finally:
            self.idle.set()

    def close(self) -> None:
        """Wait for the last one."""
        self._thread.shutdown()


__all__ = ["Checkpoints"]

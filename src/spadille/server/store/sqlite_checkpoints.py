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

AFTER: Final = 500
"""So many rows after the last checkpoint comes the next one."""
TRIES: Final = 4
"""A log can begin anew only when all is moved while nobody writes, so what was added meanwhile is
moved too, so many times."""
LONG: Final = 20_000
"""So many pages of the log are too many: writing then waits until it can begin anew."""
_PASSIVE: Final = "PRAGMA wal_checkpoint(PASSIVE)"


class Checkpoints:
    """Moves what stands in the log into the file when enough has been added."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._thread = ThreadPoolExecutor(1, "spadille-checkpoints")
        self._idle = threading.Event()
        self._idle.set()
        self._rows = 0
        self.long = False
        """Whether the log has become so long that the writer has to wait for it, by `restart`."""

    def added(self, rows: int) -> None:
        """Note that rows have been committed; called by whoever may write, so by one at a time."""
        self._rows += rows
        if self._rows >= AFTER and self._idle.is_set():
            self._rows = 0
            self._idle.clear()
            self._thread.submit(self._move)

    def restart(self, writer: sqlite3.Connection) -> None:
        """Move all of a long log with the connection that writes, so that it begins anew."""
        self._idle.wait()
        writer.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
        self.long = False

    def _move(self) -> None:
        """Checkpoint; what fails is tried again after the next rows, since the log has all."""
        try:
            connection = self._connect()
            try:
                for _ in range(TRIES):
                    _, pages, moved = connection.execute(_PASSIVE).fetchone()
                    self.long = pages >= LONG
                    if moved == pages:
                        break
            finally:
                connection.close()
        except sqlite3.Error:
            return
        finally:
            self._idle.set()

    def close(self) -> None:
        """Wait for the last one."""
        self._thread.shutdown()


__all__ = ["Checkpoints"]

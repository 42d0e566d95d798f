"""A database in a file: SQLite, in WAL mode, each commit synced to the disk.

Groups of rows are written by a thread of their own through the driver, in few calls: each call
gives the interpreter's lock away and has to wait for it again. All else goes through SQLAlchemy
and aiosqlite. Only one writes at a time, so that nothing ever waits for SQLite's own lock.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

from filelock import FileLock, Timeout
from msgspec import json
from sqlalchemy import (
    FromClause,
    Integer,
    TableValuedAlias,
    event,
    func,
    literal_column,
    select,
    type_coerce,
)
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import URL
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from spadille.server.store.database import FAULTS, Answer, Database, cause
from spadille.server.store.errors import StoreDownError, StoreError, UnsureError
from spadille.server.store.migrating import migrate
from spadille.server.store.rows import Row
from spadille.server.store.sqlite_checkpoints import Checkpoints
from spadille.server.store.sqlite_group import add

_READERS: Final = 4
_BUSY_SECONDS: Final = 5.0

_SETTINGS: Final = (
    ("journal_mode", "WAL", "wal"),
    ("synchronous", "FULL", 2),
    ("fullfsync", "ON", 1),  # a Mac's fsync alone stops at the disk's cache
    ("foreign_keys", "ON", 1),
    ("wal_autocheckpoint", "0", 0),  # see `Checkpoints`
    ("temp_store", "MEMORY", 2),  # a statement's way back would be a file on the disk
)
"""What a connection is set to, and as what it reads that back: a commit is on the disk."""


def _set_up(connection: Any, _: object = None) -> None:
    """Make the settings of a new connection, and read them back; raises `StoreDownError`."""
    cursor = connection.cursor()
    for name, wanted, reads in _SETTINGS:
        cursor.execute(f"PRAGMA {name} = {wanted}")
        cursor.execute(f"PRAGMA {name}")
        found = cursor.fetchone()[0]
        if found != reads:
            raise StoreDownError(
                "SQLite does not set {name} to {wanted}, without which it could lose something;"
                " put its file on a disk of this machine.",
                name=name,
                wanted=wanted,
            )
    cursor.close()


def _each(texts: Iterable[str]) -> TableValuedAlias:
    """A table of texts."""
    return func.json_each(json.encode(list(texts)).decode()).table_valued("value")


def _pairs(pairs: Iterable[tuple[str, int]]) -> FromClause:
    """A table of texts and numbers."""
    rows = func.json_each(json.encode(list(pairs)).decode()).table_valued("value")
    name, number = (func.json_extract(rows.c.value, f"$[{place}]") for place in (0, 1))
    return select(name.label("name"), number.label("number")).subquery()


class SqliteDatabase(Database):
    """A file and the two ways to it."""

    now = type_coerce(
        literal_column("CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"), Integer
    )
    insert = staticmethod(insert)
    each = staticmethod(_each)
    pairs = staticmethod(_pairs)

    def __init__(self, shown: str, file: Path) -> None:
        self._file = file
        engine = create_async_engine(
            URL.create("sqlite+aiosqlite", database=str(file)),
            isolation_level="AUTOCOMMIT",
            pool_size=_READERS,
            max_overflow=0,
            connect_args={"timeout": _BUSY_SECONDS},
        )
        event.listen(engine.sync_engine, "connect", _set_up)
        super().__init__(shown, engine)
        self._lock = FileLock(f"{file}.lock", thread_local=False)
        self._turn = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, "spadille-store")
        self._writer: sqlite3.Connection | None = None
        self._checkpoints = Checkpoints(self._connect)

    async def open(self) -> None:
        """Connect, check and migrate; raises `StoreError`."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(blocking=False)
        except Timeout:
            raise StoreError(
                "Another Spadille uses the database {url}; stop it, or give each its own"
                " database, or use PostgreSQL.",
                url=self.shown,
            ) from None
        except OSError as error:
            raise self._closed(error) from None
        try:
            async with self.transaction() as connection:
                await connection.run_sync(migrate, self.shown)
        except (*FAULTS, sqlite3.Error, StoreDownError) as error:
            raise self._closed(error) from None

    def _closed(self, error: BaseException) -> StoreError:
        """Why the file cannot be opened."""
        found = cause(error)
        if getattr(found, "sqlite_errorname", "") == "SQLITE_NOTADB":
            return StoreError(
                "The file of {url} is no database; name another one, or move it away.",
                url=self.shown,
            )
        return StoreError(
            "The database {url} cannot be opened ({why}); choose a file that may be written.",
            url=self.shown,
            why=found,
        )

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes."""
        async with self.engine.connect() as connection, self._turn:
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                yield connection
                await connection.exec_driver_sql("COMMIT")
            except BaseException:
                with suppress(*FAULTS, InvalidRequestError):  # a lost connection rolls back
                    await connection.exec_driver_sql("ROLLBACK")
                raise
            self._checkpoints.added(1)

    async def commit(self, rows: Sequence[Row], *, again: bool) -> Sequence[Answer]:
        """Write rows in one transaction; see `Database.commit`."""
        async with self._turn:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, self._commit, rows, again)

    def _commit(self, rows: Sequence[Row], again: bool) -> Sequence[Answer]:  # noqa: FBT001 - executors pass by position
        """Write a group, in the writing thread."""
        try:
            connection = self._writer = self._writer or self._connect()
        except sqlite3.Error as error:
            raise self.down(error) from error
        committing = False
        try:
            if self._checkpoints.long:
                self._checkpoints.restart(connection)
            answers = add(connection, rows, again=again)
            committing = True
            connection.execute("COMMIT")
        except BaseException as error:
            self._writer = None
            connection.close()  # which rolls back
            if not isinstance(error, sqlite3.Error):
                raise
            down = self.down(error)
            if committing and error.sqlite_errorname.startswith("SQLITE_IOERR"):
                down = UnsureError(down.template, **down.fields)
            raise down from error
        self._checkpoints.added(len(rows))
        return answers

    def _connect(self) -> sqlite3.Connection:
        """A connection to write groups with."""
        connection = sqlite3.connect(
            self._file.absolute().as_uri() + "?mode=rw",  # a file that is gone is not made anew
            timeout=_BUSY_SECONDS,
            isolation_level=None,
            uri=True,
        )
        try:
            _set_up(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def down(self, error: BaseException) -> StoreDownError:
        """What an error of the driver means."""
        found = cause(error)
        name = getattr(found, "sqlite_errorname", "")
        if name == "SQLITE_FULL":
            return StoreDownError("The disk of the database is full; make room on it.")
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            return StoreDownError("Another program has locked the database; close it.")
        if name.startswith("SQLITE_READONLY"):
            return StoreDownError("The database may only be read; let Spadille write to it.")
        return StoreDownError("The database does not work ({why}).", why=found)

    async def close(self) -> None:
        """Close all connections."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._close_writer)
        self._thread.shutdown()
        self._checkpoints.close()
        await super().close()
        self._lock.release()

    def _close_writer(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None


__all__ = ["SqliteDatabase"]

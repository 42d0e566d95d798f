"""What the store needs of a database, whichever it is."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final

from sqlalchemy import ColumnElement, FromClause, Table, TableValuedAlias
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from spadille.server.store.errors import RowError, StoreDownError, TakenError
from spadille.server.store.rows import Row

Answer = RowError | TakenError | None
"""What became of a row: refused, taken, or written."""

FAULTS: Final = (DBAPIError, PoolTimeoutError, OSError, TimeoutError)
"""What is raised through SQLAlchemy when a database does not do what it is asked."""


def cause(error: BaseException) -> BaseException:
    """The error of the driver beneath those of SQLAlchemy."""
    while type(error).__module__.startswith("sqlalchemy."):
        below = getattr(error, "orig", None) or error.__cause__
        if below is None:
            break
        error = below
    return error


class Database(ABC):
    """An open database: reading, writing, and the commit of a group of rows.

    `shown` is its URL without a password; `now` is its clock in milliseconds, as SQL; `insert`
    makes an INSERT that may have an ON CONFLICT; `each` makes a table of texts with the column
    `value`, and `pairs` one of texts and numbers with the columns `name` and `number`, so that a
    statement is the same for any number of them.
    """

    now: ColumnElement[int]
    insert: Callable[[Table], Any]
    each: Callable[[Iterable[str]], TableValuedAlias]
    pairs: Callable[[Iterable[tuple[str, int]]], FromClause]

    def __init__(self, shown: str, engine: AsyncEngine) -> None:
        self.shown = shown
        self.engine = engine

    @abstractmethod
    async def open(self) -> None:
        """Connect, check that commits reach the disk, and migrate; raises `StoreError`."""

    @abstractmethod
    async def commit(self, rows: Sequence[Row], *, again: bool) -> Sequence[Answer]:
        """Write rows of different keys in one transaction, and say what became of each.

        With `again` they may have been written before: a row that stands there already is then
        not taken. Raises `UnsureError` if they may have been written, and another
        `StoreDownError` if nothing was.
        """

    @abstractmethod
    def down(self, error: BaseException) -> StoreDownError:
        """What an error of the driver means."""

    @abstractmethod
    def transaction(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction that writes."""

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with; raises `StoreDownError`."""
        try:
            async with self.engine.connect() as connection:
                yield connection
        except FAULTS as error:
            raise self.down(error) from error

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction for what is no row of `commit`.

        Raises `StoreDownError`, and `IntegrityError` for what contradicts what is there.
        """
        try:
            async with self.transaction() as connection:
                yield connection
        except IntegrityError:
            raise
        except FAULTS as error:
            raise self.down(error) from error

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


__all__ = ["FAULTS", "Answer", "Database", "cause"]

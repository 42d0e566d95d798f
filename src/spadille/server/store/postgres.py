"""A database on a server: PostgreSQL, reached by asyncpg.

Groups of rows are written by a connection of their own through the driver; all else goes through
SQLAlchemy.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped] # it has no type information
from sqlalchemy import (
    ARRAY,
    BigInteger,
    FromClause,
    Integer,
    TableValuedAlias,
    Text,
    column,
    func,
    literal,
    literal_column,
    type_coerce,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from spadille.server.store.database import FAULTS, Answer, Database, cause
from spadille.server.store.errors import StoreDownError, StoreError, UnsureError
from spadille.server.store.migrating import migrate
from spadille.server.store.postgres_group import add
from spadille.server.store.rows import Row

_CONNECTIONS: Final = 5
_SECONDS: Final = 8.0
"""How long the server may take to connect, or for a statement."""

_MIGRATING: Final = 7_770_001
"""The lock that the one who migrates holds; any number that is no other program's."""

_FULL, _READ_ONLY, _NO_DATABASE, _MAY_NOT = "53100", "25006", "3D000", "42501"
_NOT_LET_IN: Final = ("28000", "28P01")
_SURELY_NOT_WRITTEN: Final = ("22", "23", "25", "42", "53", "54", "55", "57014")
"""How the codes of those errors begin after which a statement has had no effect."""

_FAULTS: Final = (*FAULTS, asyncpg.PostgresError, asyncpg.InterfaceError)


def _each(texts: Iterable[str]) -> TableValuedAlias:
    """A table of texts."""
    return func.unnest(literal(list(texts), ARRAY(Text))).table_valued("value").render_derived()


def _pairs(pairs: Iterable[tuple[str, int]]) -> FromClause:
    """A table of texts and numbers."""
    names, numbers = zip(*pairs, strict=True)
    rows = func.unnest(literal(list(names), ARRAY(Text)), literal(list(numbers), ARRAY(Integer)))
    return rows.table_valued(column("name", Text), column("number", Integer)).render_derived()


class PostgresDatabase(Database):
    """A database on a server and the two ways to it."""

    now = type_coerce(
        literal_column("CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"), BigInteger
    )
    insert = staticmethod(insert)
    each = staticmethod(_each)
    pairs = staticmethod(_pairs)

    def __init__(self, shown: str, address: str) -> None:
        self._address = address
        engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self._connect,
            pool_size=_CONNECTIONS,
            max_overflow=0,
            pool_pre_ping=True,
        )
        super().__init__(shown, engine)
        self._writer: Any = None

    async def _connect(self, *_: object) -> Any:
        """A new connection of the driver."""
        return await asyncpg.connect(self._address, timeout=_SECONDS, command_timeout=_SECONDS)

    async def open(self) -> None:
        """Connect, check and migrate; raises `StoreError`."""
        try:
            async with self.engine.begin() as connection:
                await self._check(connection)
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
                await connection.run_sync(migrate, self.shown)
        except _FAULTS as error:
            raise self._closed(error) from None
        except ValueError as error:  # the driver's word for a bad address, which may repeat it
            raise StoreError(
                "The address {url} cannot be read; write postgresql://USER:PASSWORD@HOST/NAME.",
                url=self.shown,
            ) from error

    def _closed(self, error: BaseException) -> StoreError:
        """Why there is no way in."""
        found = cause(error)
        code = getattr(found, "sqlstate", None) or ""
        if code in _NOT_LET_IN:
            return StoreError(
                "The database {url} refuses this user or password; put the right ones into its"
                " URL.",
                url=self.shown,
            )
        if code == _NO_DATABASE:
            return StoreError("There is no database {url}; make it with createdb.", url=self.shown)
        if code == _MAY_NOT:
            return StoreError(
                "The database {url} does not let its user make tables ({why}); grant that.",
                url=self.shown,
                why=found,
            )
        return StoreError(
            "No PostgreSQL serves {url} ({why}); start it, or correct the URL.",
            url=self.shown,
            why=_told(found),
        )

    async def _check(self, connection: AsyncConnection) -> None:
        """Read back what makes a commit reach the disk, and what any text needs."""
        for name, refused in (("fsync", "off"), ("synchronous_commit", "off")):
            if (await connection.exec_driver_sql(f"SHOW {name}")).scalar() == refused:
                raise StoreError(
                    "The database {url} has {name} off and could lose what it was given; turn it"
                    " on in postgresql.conf.",
                    url=self.shown,
                    name=name,
                )
        encoding = (await connection.exec_driver_sql("SHOW server_encoding")).scalar()
        if encoding != "UTF8":
            raise StoreError(
                "The database {url} keeps texts as {encoding}; make one with the encoding UTF8.",
                url=self.shown,
                encoding=encoding,
            )

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes."""
        async with self.engine.begin() as connection:
            yield connection

    async def commit(self, rows: Sequence[Row], *, again: bool) -> Sequence[Answer]:
        """Write rows in one transaction; see `Database.commit`."""
        connection = await self._connected()
        try:
            return await add(connection, rows, again=again)
        except _FAULTS as error:
            code = getattr(error, "sqlstate", None) or ""
            down = self.down(error)
            if code.startswith(_SURELY_NOT_WRITTEN) and not connection.is_closed():
                raise down from error
            connection.terminate()
            raise UnsureError(down.template, **down.fields) from error

    async def _connected(self) -> Any:
        """The connection that writes, made anew if it was lost."""
        if self._writer is None or self._writer.is_closed():
            try:
                self._writer = await self._connect()
            except _FAULTS as error:
                raise self.down(error) from error
        return self._writer

    def down(self, error: BaseException) -> StoreDownError:
        """What an error of the driver means."""
        found = cause(error)
        code = getattr(found, "sqlstate", None) or ""
        if code == _FULL:
            return StoreDownError("The disk of the database is full; make room on it.")
        if code == _READ_ONLY:
            return StoreDownError("The database may only be read; let Spadille write to it.")
        return StoreDownError("The database does not work ({why}).", why=_told(found))

    async def close(self) -> None:
        """Close all connections."""
        if self._writer is not None:
            try:
                await self._writer.close(timeout=_SECONDS)
            except (*_FAULTS, asyncio.CancelledError):
                self._writer.terminate()
        await super().close()


def _told(error: BaseException) -> str:
    """What an error says, or its kind if it says nothing."""
    return str(error) or type(error).__name__


__all__ = ["PostgresDatabase"]

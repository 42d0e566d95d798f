"""Moving house: all that a server keeps as one file, from one database to another.

The file is gzipped JSON, a value a line: what the file is; then for each table its name with its
columns, and a list for each row; at last how many rows there were. Rows come in the order of their
keys, so that the same server gives the same file whatever database it is in. Leases stay behind:
they are of processes.
"""

import gzip
import zlib
from collections.abc import AsyncIterator, Iterator
from typing import Any, BinaryIO, Final

import msgspec
from sqlalchemy import Boolean, Column, Double, Integer, Table, Text, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from spadille.errors import SentenceError
from spadille.server.store.database import FAULTS, Database
from spadille.server.store.errors import StoreError
from spadille.server.store.location import locate
from spadille.server.store.migrating import steps
from spadille.server.store.opening import database_at
from spadille.server.store.tables import (
    API_TOKENS,
    DEALS,
    ENTRIES,
    LEASES,
    PERSONS,
    PLACES,
    ROOMS,
    SECRETS,
    TALLIES,
)

FORMAT: Final = "spadille-server"
VERSION: Final = 1
TABLES: Final = (SECRETS, PERSONS, API_TOKENS, ROOMS, PLACES, ENTRIES, DEALS, TALLIES)
AT_ONCE: Final = 500
LONGEST: Final = 256 * 2**20
"""Bytes of a line at most."""

_KINDS: Final[tuple[tuple[type, Any], ...]] = (
    (Text, str),
    (Boolean, bool),
    (Integer, int),
    (Double, float),
)


class MovingError(SentenceError):
    """A file that cannot be taken in; nothing of it was."""


class _Head(msgspec.Struct, frozen=True):
    """The first line: what the file is, and the step to which the tables were brought."""

    format: str
    version: int
    step: str


class _TableLine(msgspec.Struct, frozen=True):
    """The line before the rows of a table."""

    table: str
    columns: tuple[str, ...]


class _End(msgspec.Struct, frozen=True):
    """The last line: the rows of each table."""

    rows: dict[str, int]


def _step() -> str:
    """The step to which this version brings tables."""
    return str(steps().get_current_head())


async def export(url: str, target: BinaryIO) -> dict[str, int]:
    """Write all that a database holds, as it is at one moment; the rows of each table.

    Raises `StoreError`.
    """
    place = locate(url)
    if place.file is not None and not place.file.is_file():
        raise StoreError(
            "There is no database {url}; name the one that the server uses.", url=place.shown
        )
    database = database_at(url)
    try:
        await database.open()
        with gzip.GzipFile("", "wb", fileobj=target, mtime=0) as packed:
            return await _write(database, packed)
    except FAULTS as error:
        down = database.down(error)
        raise StoreError(down.template, **down.fields) from error
    finally:
        await database.close()


async def _write(database: Database, packed: gzip.GzipFile) -> dict[str, int]:
    encoder = msgspec.json.Encoder()

    def write(value: object) -> None:
        packed.write(encoder.encode(value) + b"\n")

    write(_Head(FORMAT, VERSION, _step()))
    counts = {}
    async with database.engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection = await connection.execution_options(  # noqa: PLW2901 - the same one
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        for table in TABLES:
            write(_TableLine(str(table.name), tuple(str(column.name) for column in table.columns)))
            count = 0
            async for row in _rows(connection, table):
                write(row)
                count += 1
            counts[str(table.name)] = count
    write(_End(counts))
    return counts


async def _rows(connection: AsyncConnection, table: Table) -> AsyncIterator[list[Any]]:
    """The rows of a table in the order of their keys, by bytes."""
    by_bytes = "C" if connection.dialect.name == "postgresql" else "BINARY"
    order = [
        column.collate(by_bytes) if isinstance(column.type, Text) else column
        for column in table.primary_key.columns
    ]
    chosen = select(table).order_by(*order).execution_options(yield_per=AT_ONCE)
    async for part in (await connection.stream(chosen)).partitions():
        for row in part:
            yield list(row)


async def take_in(url: str, source: BinaryIO) -> dict[str, int]:
    """Fill an empty database with what was exported; the rows of each table.

    All of the file is checked before. Raises `MovingError` and `StoreError`; the database is as
    it was then.
    """
    counts = dict.fromkeys((table.name for table in TABLES), 0)
    for table, _ in _read(source):
        counts[table.name] += 1
    database = database_at(url)
    try:
        await database.open()
        async with database.transaction() as connection:
            await _refuse_full(connection, database.shown)
            await _fill(connection, source)
    except IntegrityError as error:
        raise MovingError(
            "The file contradicts itself ({why}); use an unchanged copy of it.", why=error.orig
        ) from None
    except FAULTS as error:
        down = database.down(error)
        raise StoreError(down.template, **down.fields) from error
    finally:
        await database.close()
    return counts


async def _refuse_full(connection: AsyncConnection, shown: str) -> None:
    for table in (*TABLES, LEASES):
        if (await connection.execute(select(func.count()).select_from(table))).scalar():
            raise MovingError(
                "The database {url} is not empty; name an empty one, since nothing is mixed.",
                url=shown,
            )


async def _fill(connection: AsyncConnection, source: BinaryIO) -> None:
    """Insert all rows, many at once."""
    part: list[dict[str, Any]] = []
    into: Table | None = None
    for table, row in _read(source):
        if into is not None and (table is not into or len(part) == AT_ONCE):
            await connection.execute(insert(into), part)
            part = []
        into = table
        part.append(row)
    if into is not None and part:
        await connection.execute(insert(into), part)


def _read(source: BinaryIO) -> Iterator[tuple[Table, dict[str, Any]]]:
    """The rows of a file with their tables; raises `MovingError` if anything is wrong with it."""
    source.seek(0)
    number = 0
    try:
        with gzip.GzipFile(fileobj=source, mode="rb") as packed:
            _check_head(packed.readline(LONGEST))
            number = 1
            for number, found in enumerate(_values(packed), 2):  # noqa: B007 - told below
                yield found
    except (EOFError, zlib.error, gzip.BadGzipFile, msgspec.MsgspecError, ValueError) as error:
        if number == 0:
            raise _no_export() from None
        raise MovingError(
            "The file is cut off or damaged after {number} lines ({why}); use an unchanged copy"
            " of it.",
            number=number,
            why=error,
        ) from None


def _no_export() -> MovingError:
    return MovingError("This is no file of `spadille export`; name one that it has written.")


def _check_head(line: bytes) -> None:
    head = msgspec.json.decode(line, type=_Head)
    if head.format != FORMAT:
        raise _no_export()
    if head.version != VERSION or head.step != _step():
        raise MovingError(
            "The file was written by another version of Spadille (step {step}); take it in with"
            " that version, and start this one with the database afterwards.",
            step=head.step,
        )


def _values(packed: gzip.GzipFile) -> Iterator[tuple[Table, dict[str, Any]]]:
    """The rows after the first line; raises `ValueError` for what cannot be."""
    counts: dict[str, int] = {}
    names: tuple[str, ...] = ()
    table: Table | None = None
    decoder: msgspec.json.Decoder[Any] | None = None
    while line := packed.readline(LONGEST):
        if not line.endswith(b"\n"):
            raise ValueError("a line has no end")
        if line.startswith(b"["):
            if table is None or decoder is None:
                raise ValueError("a row belongs to no table")
            counts[table.name] += 1
            yield table, dict(zip(names, decoder.decode(line), strict=True))
        elif line.startswith(b'{"table"'):
            head = msgspec.json.decode(line, type=_TableLine)
            table, names = _known(head), head.columns
            if table.name in counts:
                raise ValueError(f"the table {table.name} comes twice")
            counts[table.name] = 0
            decoder = msgspec.json.Decoder(_row_type(table, names))
        else:
            end = msgspec.json.decode(line, type=_End)
            if end.rows != counts or len(counts) != len(TABLES) or packed.read(1):
                raise ValueError("it does not hold the rows that it says")
            return
    raise ValueError("its end is missing")


def _known(head: _TableLine) -> Table:
    for table in TABLES:
        if table.name == head.table and {*head.columns} == {*table.columns.keys()}:
            return table
    raise ValueError(f"the table {head.table} is not known so")


def _row_type(table: Table, names: tuple[str, ...]) -> Any:
    """The type of a row as JSON."""
    if len(names) != len(table.columns):
        raise ValueError(f"a column of {table.name} comes twice")
    return tuple[tuple(_kind(table.columns[name]) for name in names)]  # type: ignore[misc]


def _kind(column: Column[Any]) -> Any:
    kind = next(python for sql, python in _KINDS if isinstance(column.type, sql))
    return kind | None if column.nullable else kind


__all__ = ["MovingError", "export", "take_in"]

"""The commit of a group of rows to SQLite: a statement for each table, whatever the number."""

import sqlite3
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final

from spadille.server.store.database import Answer
from spadille.server.store.errors import TakenError, code_taken, unfit
from spadille.server.store.rows import Row

_ENTRIES: Final = ("INSERT INTO entries (room, seq, at, body) VALUES", 4, "")
_ROOMS: Final = (
    "INSERT INTO rooms (id, created, updated, status, access, code, card) VALUES",
    7,
    """ON CONFLICT (id) DO UPDATE SET updated = excluded.updated, status = excluded.status,
    access = excluded.access, code = excluded.code, card = excluded.card""",
)
_PLACES: Final = (
    "INSERT INTO places (room, player, person) VALUES",
    3,
    "ON CONFLICT DO NOTHING",
)
_DEALS: Final = (
    "INSERT INTO deals (room, number, at, rules_key, body) VALUES",
    5,
    """ON CONFLICT (room, number) DO UPDATE SET at = excluded.at,
    rules_key = excluded.rules_key, body = excluded.body""",
)
_TALLIES: Final = (
    "INSERT INTO tallies (room, person, body) VALUES",
    3,
    "ON CONFLICT (room, person) DO UPDATE SET body = excluded.body",
)

# What a value of a wrong kind or size raises before SQLite sees it.
_UNFIT: Final = (
    sqlite3.DataError,
    sqlite3.IntegrityError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
    AttributeError,
    OverflowError,
    TypeError,
    ValueError,
)


@lru_cache(maxsize=2048)
def _statement(start: str, columns: int, end: str, rows: int) -> str:
    marks = f"({', '.join('?' * columns)})"
    return f"{start} {', '.join([marks] * rows)} {end}"


def _insert(
    connection: sqlite3.Connection, table: tuple[str, int, str], rows: list[tuple[Any, ...]]
) -> None:
    """Insert rows by one call."""
    if rows:
        connection.execute(_statement(*table, len(rows)), tuple(chain.from_iterable(rows)))


def add(connection: sqlite3.Connection, rows: Sequence[Row], *, again: bool) -> Sequence[Answer]:
    """Begin a transaction, write a group and say what became of each row; the caller commits.

    What fails as a whole is tried row by row. Raises `sqlite3.Error`.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        _add(connection, rows)
    except _UNFIT:
        connection.execute("ROLLBACK")
        connection.execute("BEGIN IMMEDIATE")
        return [_add_one(connection, row, again=again) for row in rows]
    return [None] * len(rows)


def _add(connection: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """Insert all that rows bring."""
    _insert(connection, _ENTRIES, [(row.room, row.seq, row.at, row.body.decode()) for row in rows])
    cards = [(row, row.card) for row in rows if row.card]
    _insert(
        connection,
        _ROOMS,
        [
            (row.room, row.at, row.at, card.status, card.access, card.code, card.body.decode())
            for row, card in cards
        ],
    )
    _insert(
        connection,
        _PLACES,
        [(row.room, player, person) for row in rows for player, person in row.places],
    )
    deals = [(row, row.deal) for row in rows if row.deal]
    _insert(
        connection,
        _DEALS,
        [
            (row.room, deal.number, row.at, deal.rules_key, deal.body.decode())
            for row, deal in deals
        ],
    )
    _insert(
        connection,
        _TALLIES,
        [(row.room, person, body.decode()) for row in rows for person, body in row.tallies],
    )


def _add_one(connection: sqlite3.Connection, row: Row, *, again: bool) -> Answer:
    """Insert all that a row brings, or nothing of it."""
    connection.execute("SAVEPOINT one")
    answer: Answer = None
    try:
        _add(connection, [row])
    except _UNFIT as error:
        connection.execute("ROLLBACK TO one")
        answer = _why(connection, row, error, again=again)
    connection.execute("RELEASE one")
    return answer


def _why(connection: sqlite3.Connection, row: Row, error: Exception, *, again: bool) -> Answer:
    """What stands against a row; nothing if it is there by itself already."""
    if "entries.room, entries.seq" in str(error):
        found = connection.execute(
            "SELECT at, body FROM entries WHERE room = ? AND seq = ?", (row.room, row.seq)
        ).fetchone()
        mine = again and found == (row.at, row.body.decode())
        return None if mine else TakenError(row.room, row.seq)
    if "rooms.code" in str(error):
        return code_taken(row)
    return unfit(row, error)


__all__ = ["add"]

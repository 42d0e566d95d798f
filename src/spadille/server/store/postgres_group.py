"""The commit of a group of rows to PostgreSQL: one statement, which is one transaction.

Rows travel as arrays, a column each. What belongs to a row is written only if its entry is.
"""

from collections.abc import Sequence
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped] # it has no type information

from spadille.server.store.database import Answer
from spadille.server.store.errors import TakenError, code_taken, unfit
from spadille.server.store.rows import Row

_ENTRIES: Final = """
INSERT INTO entries (room, seq, at, body)
SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::text[])
ON CONFLICT (room, seq) DO NOTHING
RETURNING room, seq
"""

_EVERYTHING: Final = """
WITH written AS (<entries>),
cards AS (
    INSERT INTO rooms (id, created, updated, status, access, code, card)
    SELECT DISTINCT ON (room) room, at, at, status, access, code, card
    FROM unnest($5::text[], $6::int[], $7::bigint[], $8::text[], $9::text[], $10::text[],
                $11::text[]) AS given (room, seq, at, status, access, code, card)
    JOIN written USING (room, seq)
    ORDER BY room, seq DESC
    ON CONFLICT (id) DO UPDATE SET updated = excluded.updated, status = excluded.status,
        access = excluded.access, code = excluded.code, card = excluded.card
),
seats AS (
    INSERT INTO places (room, player, person)
    SELECT room, player, person
    FROM unnest($12::text[], $13::int[], $14::int[], $15::text[])
        AS given (room, seq, player, person)
    JOIN written USING (room, seq)
    ON CONFLICT DO NOTHING
),
finished AS (
    INSERT INTO deals (room, number, at, rules_key, body)
    SELECT DISTINCT ON (room, number) room, number, at, rules_key, body
    FROM unnest($16::text[], $17::int[], $18::int[], $19::bigint[], $20::text[], $21::text[])
        AS given (room, seq, number, at, rules_key, body)
    JOIN written USING (room, seq)
    ORDER BY room, number, seq DESC
    ON CONFLICT (room, number) DO UPDATE SET at = excluded.at, rules_key = excluded.rules_key,
        body = excluded.body
),
counted AS (
    INSERT INTO tallies (room, person, body)
    SELECT DISTINCT ON (room, person) room, person, body
    FROM unnest($22::text[], $23::int[], $24::text[], $25::text[])
        AS given (room, seq, person, body)
    JOIN written USING (room, seq)
    ORDER BY room, person, seq DESC
    ON CONFLICT (room, person) DO UPDATE SET body = excluded.body
)
SELECT room, seq FROM written
""".replace("<entries>", _ENTRIES)

_STANDING: Final = "SELECT at, body FROM entries WHERE room = $1 AND seq = $2"

_UNFIT: Final = (
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    AttributeError,
    OverflowError,
    TypeError,
    UnicodeError,
)


async def add(connection: Any, rows: Sequence[Row], *, again: bool) -> Sequence[Answer]:
    """Write a group, and say what became of each row.

    What fails as a whole for what is in it is tried row by row. Raises what the driver does.
    """
    try:
        written = await _add(connection, sorted(rows, key=_key))
    except _UNFIT:
        return [await _add_one(connection, row, again=again) for row in rows]
    if len(written) == len(rows):
        return [None] * len(rows)
    return [
        None if row[:2] in written else await _why(connection, row, again=again) for row in rows
    ]


def _key(row: Row) -> tuple[str, int]:
    """The order in which everybody writes, so that nobody waits for each other."""
    return row[:2]


async def _add(connection: Any, rows: Sequence[Row]) -> set[tuple[str, int]]:
    """Insert all that rows bring; the keys of those that were written."""
    columns = _columns(4, [(row.room, row.seq, row.at, row.body.decode()) for row in rows])
    if not any(row.card or row.places or row.deal or row.tallies for row in rows):
        return {tuple(key) for key in await connection.fetch(_ENTRIES, *columns)}
    columns += _columns(
        7,
        [
            (row.room, row.seq, row.at, card.status, card.access, card.code, card.body.decode())
            for row in rows
            if (card := row.card)
        ],
    )
    columns += _columns(
        4, [(row.room, row.seq, player, person) for row in rows for player, person in row.places]
    )
    columns += _columns(
        6,
        [
            (row.room, row.seq, deal.number, row.at, deal.rules_key, deal.body.decode())
            for row in rows
            if (deal := row.deal)
        ],
    )
    columns += _columns(
        4,
        [
            (row.room, row.seq, person, body.decode())
            for row in rows
            for person, body in row.tallies
        ],
    )
    return {tuple(key) for key in await connection.fetch(_EVERYTHING, *columns)}


def _columns(number: int, rows: list[tuple[Any, ...]]) -> list[Sequence[Any]]:
    """Rows as columns."""
    return list(zip(*rows, strict=True)) if rows else [()] * number


async def _add_one(connection: Any, row: Row, *, again: bool) -> Answer:
    """Write a row by itself, and say what became of it."""
    try:
        if await _add(connection, [row]):
            return None
    except asyncpg.UniqueViolationError as error:
        return code_taken(row) if error.constraint_name == "uq_rooms_code" else unfit(row, error)
    except _UNFIT as error:
        return unfit(row, error)
    return await _why(connection, row, again=again)


async def _why(connection: Any, row: Row, *, again: bool) -> Answer:
    """What stands in the place of a row; nothing if it is there by itself already."""
    found = await connection.fetchrow(_STANDING, row.room, row.seq)
    mine = again and found is not None and tuple(found) == (row.at, row.body.decode())
    return None if mine else TakenError(row.room, row.seq)


__all__ = ["add"]

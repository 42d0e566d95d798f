"""Checkpoints beside the writing: the log of SQLite begins anew, and nothing of it is lost."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from databases import NOW, opened
from sqlalchemy import make_url

from spadille.server.store import Row, sqlite_checkpoints

ROWS = 3_000
BODY = b'"' + b"x" * 900 + b'"'


def sizes(url: str) -> tuple[int, int]:
    """Bytes of the file and of its log."""
    file = make_url(url).database
    return Path(f"{file}").stat().st_size, Path(f"{file}-wal").stat().st_size


async def write(url: str) -> tuple[int, int]:
    """Write rows of many rooms in many transactions; the sizes after it, with the file open."""
    async with opened(url) as store:
        for seq in range(ROWS // 20):
            rows = [Row(f"room {room}", seq + 1, NOW, BODY) for room in range(20)]
            await asyncio.gather(*(store.append(row) for row in rows))
        return sizes(url)


def entries(url: str) -> int:
    """Rows that are in the file."""
    with sqlite3.connect(f"{make_url(url).database}") as connection:
        return int(connection.execute("SELECT count(*) FROM entries").fetchone()[0])


def test_the_log_begins_anew_while_rows_are_written(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_checkpoints, "AFTER", 100)
    file, log = asyncio.run(write(sqlite_url))
    assert file > ROWS * 900  # the rows have been moved
    assert log < ROWS * 900 / 2  # to which each transaction adds at least what it writes
    assert entries(sqlite_url) == ROWS


def test_a_log_that_is_too_long_is_moved_before_the_next_rows(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_checkpoints, "AFTER", 100)
    nothing_moved = f"SELECT 0, {sqlite_checkpoints.LONG}, 0"
    monkeypatch.setattr(sqlite_checkpoints, "_PASSIVE", nothing_moved)
    file, log = asyncio.run(write(sqlite_url))
    assert file > ROWS * 900
    assert log < ROWS * 900 / 2
    assert entries(sqlite_url) == ROWS

"""Checkpoints beside the writing: the log of SQLite begins anew, and nothing of it is lost."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from databases import NOW, opened
from sqlalchemy import make_url
from structlog.testing import capture_logs

from spadille.server.store import Row, Store, sqlite_checkpoints
from spadille.server.store.sqlite_checkpoints import Checkpoints

ROWS = 3_000
AT_ONCE = 20
BODY = b'"' + b"x" * 900 + b'"'


def checkpoints(store: Store) -> Checkpoints:
    """Those of a store."""
    found: Checkpoints = store._database._checkpoints  # type: ignore[attr-defined] # noqa: SLF001
    return found


def sizes(url: str) -> tuple[int, int]:
    """The bytes of the file and of its log."""
    file = make_url(url).database
    return Path(f"{file}").stat().st_size, Path(f"{file}-wal").stat().st_size


async def write(url: str) -> tuple[int, int]:
    """Write rows of many rooms in many transactions; the sizes before all is closed."""
    async with opened(url) as store:
        for seq in range(ROWS // AT_ONCE):
            rows = [Row(f"room {room}", seq + 1, NOW, BODY) for room in range(AT_ONCE)]
            await asyncio.gather(*(store.append(row) for row in rows))
            # As on a disk that is fast enough: a checkpoint ends before the next commit.
            await asyncio.to_thread(checkpoints(store).idle.wait)
        return await asyncio.to_thread(sizes, url)


def entries(url: str) -> int:
    """Rows that are in the file."""
    with closing(sqlite3.connect(f"{make_url(url).database}")) as connection:
        return int(connection.execute("SELECT count(*) FROM entries").fetchone()[0])


def test_the_log_begins_anew_while_rows_are_written(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_checkpoints, "AFTER", 100)
    file, log = asyncio.run(write(sqlite_url))
    assert file > ROWS * 900  # the rows have been moved
    assert log < ROWS * 900 / 2  # to which each transaction adds at least what it writes
    assert entries(sqlite_url) == ROWS


def test_the_writer_moves_the_rest_of_a_log_that_is_too_long(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_checkpoints, "AFTER", 100)
    nothing_moved = f"SELECT 0, {sqlite_checkpoints.LONG}, 0"
    monkeypatch.setattr(sqlite_checkpoints, "_PASSIVE", nothing_moved)
    file, log = asyncio.run(write(sqlite_url))
    assert file > ROWS * 900
    assert log < ROWS * 900 / 2
    assert entries(sqlite_url) == ROWS


def test_somebody_who_reads_old_pages_stops_nothing(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_checkpoints, "AFTER", 100)
    monkeypatch.setattr(sqlite_checkpoints, "LONG", 1)
    monkeypatch.setattr(sqlite_checkpoints, "WAIT", 0)

    async def test() -> None:
        async with opened(sqlite_url) as store:
            await store.append(Row("first", 1, NOW, BODY))
            with closing(sqlite3.connect(f"{make_url(sqlite_url).database}")) as reader:
                reader.execute("BEGIN")
                assert entries(sqlite_url) == 1
                reader.execute("SELECT count(*) FROM entries").fetchone()
                for seq in range(300):
                    await store.append(Row("room", seq + 1, NOW, BODY))
                    await asyncio.to_thread(checkpoints(store).idle.wait)
                assert reader.execute("SELECT count(*) FROM entries").fetchone() == (1,)
        assert entries(sqlite_url) == 301

    asyncio.run(test())


def test_a_checkpoint_that_fails_is_told_and_tried_again(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_checkpoints, "AFTER", 100)
    monkeypatch.setattr(sqlite_checkpoints, "_PASSIVE", "SELECT * FROM nowhere")
    with capture_logs() as told:
        asyncio.run(write(sqlite_url))
    assert [one["event"] for one in told] == ["no checkpoint"] * (ROWS // 100)
    assert entries(sqlite_url) == ROWS

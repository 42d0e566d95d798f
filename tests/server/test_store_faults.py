"""Full disks, locks, lost connections: nothing is half-written, and the store comes back."""

import asyncio
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import asyncpg  # type: ignore[import-untyped] # it has no type information
import pytest
from cable import Fault, cable_to
from databases import BOUND, NOW, SERVER, ask, new_postgres, opened, run
from disks import mounted
from sqlalchemy import make_url

from spadille.server.store import (
    Deal,
    Row,
    Store,
    StoreDownError,
    TakenError,
    UnsureError,
    file_url,
)
from spadille.server.store import postgres as postgres_module
from spadille.server.store import sqlite as sqlite_module

LARGE = random.Random(4).randbytes(50_000).hex().encode()
"""So much that no database makes it much smaller."""


def row(seq: int, body: bytes = b"{}", room: str = "r") -> Row:
    """A row with a deal, of which either both are written or none is."""
    return Row(room, seq, NOW, body, None, (), Deal(seq, "k", b"{}"))


async def whole(store: Store, room: str = "r") -> list[int]:
    """The numbers of the entries of a room, which are those of its deals."""
    entries = [seq for seq, _ in await store.entries(room)]
    assert [deal.number for deal in await store.deals.of_room(room)] == entries
    return entries


async def until_written(store: Store, wanted: Row) -> None:
    """Append a row as soon as the store is back."""
    end = time.monotonic() + BOUND
    while True:
        try:
            await store.append(wanted)
        except StoreDownError:
            assert time.monotonic() < end
            await asyncio.sleep(0.05)
        else:
            return


async def fill(store: Store) -> tuple[list[int], str]:
    """Append rows until one is refused; those written, and why."""
    for seq in range(1, 10_000):
        try:
            await store.append(row(seq, LARGE))
        except StoreDownError as error:
            return list(range(1, seq)), str(error)
    raise AssertionError("the disk has no end")


def test_a_full_database_refuses_and_goes_on_when_there_is_room(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = sqlite_module._SETTINGS  # noqa: SLF001 - the disk is full at a number of pages
    monkeypatch.setattr(sqlite_module, "_SETTINGS", (*settings, ("max_page_count", "200", 200)))

    async def test() -> None:
        async with opened(sqlite_url) as store:
            written, why = await fill(store)
            assert written
            assert why == "The disk of the database is full; make room on it."
            assert await whole(store) == written
            # A group is refused whole.
            large = [row(len(written) + 1 + n, LARGE) for n in range(5)]
            refused = await asyncio.gather(
                *(store.append(one) for one in large), return_exceptions=True
            )
            assert [type(error) for error in refused] == [StoreDownError] * 5
            assert await whole(store) == written
            with pytest.raises(StoreDownError, match="full"):
                await store.people.add("p", "x" * 1_000_000)
            monkeypatch.setattr(sqlite_module, "_SETTINGS", settings)
            await store.append(large[0])
            assert await whole(store) == [*written, len(written) + 1]

    run(test())


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 1 MiB."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    with mounted(folder, "size=1m") as disk:
        yield disk


@pytest.fixture
def tiny_tablespace() -> Iterator[tuple[str, Path]]:
    """The URL of an empty database of PostgreSQL on a disk of 24 MiB, and that disk."""
    with new_postgres() as url:
        home = Path(asyncio.run(ask(url, "SHOW data_directory")))
        name = f"{make_url(url).database}_tiny"
    if not home.is_dir():
        pytest.skip("PostgreSQL does not run on this machine, so that it gets no tiny disk")
    owner = home.stat()
    with TemporaryDirectory(prefix="spadille-") as parent:
        Path(parent).chmod(0o755)  # the server has to get there
        folder = Path(parent) / "tiny"
        folder.mkdir()
        rights = f"size=24m,uid={owner.st_uid},gid={owner.st_gid},mode=700"
        with mounted(folder, rights) as disk:
            asyncio.run(ask(SERVER, f"CREATE TABLESPACE {name} LOCATION '{disk}'"))
            try:
                with new_postgres(f"TABLESPACE {name}") as url:
                    yield url, disk
            finally:
                asyncio.run(ask(SERVER, f"DROP TABLESPACE {name}"))


def test_a_full_disk_refuses_and_play_goes_on_when_there_is_room(tiny_disk: Path) -> None:
    url = file_url(tiny_disk / "games.db")

    async def test() -> None:
        ballast = tiny_disk / "ballast"
        ballast.write_bytes(b"x" * 300_000)
        async with opened(url) as store:
            written, why = await fill(store)
            assert written
            assert why == "The disk of the database is full; make room on it."
            assert await whole(store) == written
            ballast.unlink()
            for seq in range(len(written) + 1, len(written) + 4):
                await store.append(row(seq, LARGE))
                written.append(seq)
            assert await whole(store) == written
        async with opened(url) as store:
            assert await whole(store) == written

    run(test())


def test_a_locked_file_refuses_and_goes_on_when_it_is_free(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_module, "_BUSY_SECONDS", 0.1)
    file = make_url(sqlite_url).database
    assert file is not None

    async def test() -> None:
        async with opened(sqlite_url) as store:
            await store.append(row(1))
            with closing(sqlite3.connect(file, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(StoreDownError, match="Another program has locked"):
                    await store.append(row(2))
                with pytest.raises(StoreDownError, match="Another program has locked"):
                    await store.people.add("p", "Ann")
                assert await whole(store) == [1]  # reading goes on
                other.execute("ROLLBACK")
            await store.append(row(2))
            assert await whole(store) == [1, 2]

    run(test())


@pytest.mark.parametrize("committed", [True, False])
def test_a_commit_of_which_the_disk_says_nothing_is_looked_up(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, *, committed: bool
) -> None:
    # As when fsync fails: https://sqlite.org/rescode.html#ioerr_fsync
    trouble = ["SQLITE_IOERR_FSYNC"]

    class Troubled(sqlite3.Connection):
        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            if sql != "COMMIT" or not trouble:
                return super().execute(sql, *values)
            super().execute("COMMIT" if committed else "ROLLBACK")
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorname = trouble.pop()
            raise error

    async def test() -> None:
        async with opened(sqlite_url) as store:
            connect = sqlite3.connect
            monkeypatch.setattr(
                sqlite3, "connect", lambda *of, **how: connect(*of, factory=Troubled, **how)
            )
            await asyncio.gather(store.append(row(1)), store.append(row(2)))
            assert not trouble
            assert await whole(store) == [1, 2]
            with pytest.raises(TakenError):
                await store.append(row(2))

    run(test())


def test_a_file_that_is_gone_is_not_made_anew(sqlite_url: str) -> None:
    file = make_url(sqlite_url).database
    assert file is not None

    def remove() -> None:
        for name in (file, f"{file}-wal", f"{file}-shm"):
            Path(name).unlink(missing_ok=True)

    async def test() -> None:
        async with opened(sqlite_url) as store:
            remove()  # before the first row nothing is open for writing
            with pytest.raises(StoreDownError):
                await store.append(row(1))

    run(test())
    assert not Path(file).exists()


@asynccontextmanager
async def away(url: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection of somebody else to a database."""
    connection = await asyncpg.connect(url)
    try:
        yield connection
    finally:
        await connection.close()


TERMINATE = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


def test_the_end_of_its_connections_loses_nothing(postgres_url: str) -> None:
    async def test() -> None:
        async with opened(postgres_url) as store, away(postgres_url) as admin:
            written = asyncio.Semaphore(0)

            async def play(room: str) -> None:
                for seq in range(1, 41):
                    await until_written(store, row(seq, room=room))
                    written.release()

            async def terminate() -> int:
                ended = 0
                for n in range(20 * 40):
                    await written.acquire()
                    if n % 37 == 0:
                        ended += await admin.fetchval(TERMINATE)
                return ended

            async with asyncio.TaskGroup() as group:
                for n in range(20):
                    group.create_task(play(f"r{n}"))
                terminating = group.create_task(terminate())
            assert terminating.result() >= 20
            for n in range(20):
                assert await whole(store, f"r{n}") == list(range(1, 41))
            # Nor does reading stay out.
            await admin.fetchval(TERMINATE)
            assert await whole(store, "r0") == list(range(1, 41))

    run(test())


@pytest.mark.parametrize("fault", [Fault.BEFORE, Fault.AFTER])
def test_a_commit_without_an_answer_is_looked_up(postgres_url: str, fault: Fault) -> None:
    async def test() -> None:
        async with cable_to(postgres_url) as (url, cable), opened(url) as store:
            await store.append(row(1))
            cable.fault = fault
            await store.append(row(2))
            assert cable.broke.is_set()
            assert await whole(store) == [1, 2]
            await store.append(row(3))
            assert await whole(store) == [1, 2, 3]

    run(test())


def test_a_commit_without_an_answer_does_not_hide_that_a_row_is_taken(postgres_url: str) -> None:
    async def test() -> None:
        async with (
            cable_to(postgres_url) as (url, cable),
            opened(url) as ours,
            opened(postgres_url) as theirs,
        ):
            await ours.append(row(1))
            await theirs.append(row(2, b'"theirs"'))
            cable.fault = Fault.AFTER
            with pytest.raises(TakenError):
                await ours.append(row(2, b'"ours"'))
            assert cable.broke.is_set()
            assert await ours.entries("r", after=1) == [(2, b'"theirs"')]

    run(test())


def test_a_server_that_does_not_come_back_is_said(postgres_url: str) -> None:
    async def test() -> None:
        async with cable_to(postgres_url) as (url, cable), opened(url, patience=0.5) as store:
            await store.append(row(1))
            # Whether row 2 was written cannot be found out, so that the answer is that.
            cable.fault, cable.plugged = Fault.AFTER, False
            with pytest.raises(UnsureError):
                await store.append(row(2))
            # Nothing of row 3 was sent.
            with pytest.raises(StoreDownError, match="The database does not work") as caught:
                await store.append(row(3))
            assert not isinstance(caught.value, UnsureError)
            with pytest.raises(StoreDownError):
                await store.entries("r")
            with pytest.raises(StoreDownError):
                await store.check()
            with pytest.raises(StoreDownError):
                await store.lease(["r"], "one", 5)
            cable.plugged = True
            assert await whole(store) == [1, 2]
            await store.append(row(3))
            await store.check()
            assert await whole(store) == [1, 2, 3]

    run(test())


def test_after_a_cable_was_pulled_play_goes_on(postgres_url: str) -> None:
    async def test() -> None:
        async with cable_to(postgres_url) as (url, cable), opened(url, patience=0.5) as store:
            await store.append(row(1))
            cable.pull()
            with pytest.raises(StoreDownError):
                await store.append(row(2))
            cable.plugged = True
            await until_written(store, row(3))
            assert set(await whole(store)) <= {1, 2, 3}

    run(test())


async def until_it_waits(admin: asyncpg.Connection) -> None:
    """Wait until a commit waits for the table of entries."""
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'entries'::regclass"
    end = time.monotonic() + BOUND
    while not await admin.fetchval(waiting):
        assert time.monotonic() < end
        await asyncio.sleep(0.02)


def test_nobody_waits_for_ever_for_a_commit_that_hangs(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_module, "_SECONDS", 2 * BOUND)

    async def test() -> None:
        async with (
            opened(postgres_url, patience=0.3) as store,
            away(postgres_url) as other,
        ):
            await store.append(row(1))
            async with other.transaction():
                await other.execute("LOCK TABLE entries IN ACCESS EXCLUSIVE MODE")
                hanging = asyncio.create_task(store.append(row(2)))
                await until_it_waits(other)
                behind = asyncio.create_task(store.append(row(3)))
                with pytest.raises(StoreDownError, match="does not answer") as caught:
                    await behind
                assert not isinstance(caught.value, UnsureError)
                with pytest.raises(UnsureError, match="does not answer"):
                    await hanging
            await until_written(store, row(4))
            assert await whole(store) == [1, 2, 4]

    run(test())


def test_a_statement_that_takes_too_long_is_looked_up(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_module, "_SECONDS", 0.5)

    async def test() -> None:
        async with opened(postgres_url) as store, away(postgres_url) as other:
            await store.append(row(1))
            async with other.transaction():
                await other.execute("LOCK TABLE entries IN ACCESS EXCLUSIVE MODE")
                slow = asyncio.create_task(store.append(row(2)))
                await until_it_waits(other)
                await asyncio.sleep(0.6)  # beyond its patience with a statement
            await slow
            assert await whole(store) == [1, 2]

    run(test())


def test_a_full_disk_of_postgresql_refuses_too(tiny_tablespace: tuple[str, Path]) -> None:
    url, disk = tiny_tablespace
    ballast = disk / "ballast"
    ballast.write_bytes(b"x" * 2_000_000)

    async def test() -> None:
        async with opened(url) as store:
            written, why = await fill(store)
            assert written
            assert why == "The disk of the database is full; make room on it."
            assert await whole(store) == written
            ballast.unlink()
            for seq in range(len(written) + 1, len(written) + 4):
                await store.append(row(seq, LARGE))
                written.append(seq)
            assert await whole(store) == written

    run(test())


def test_a_database_that_may_only_be_read_is_said(postgres_url: str) -> None:
    name = make_url(postgres_url).database

    async def test() -> None:
        async with opened(postgres_url, patience=0.5) as store:
            await store.append(row(1))
            await ask(
                postgres_url,
                f"ALTER DATABASE {name} SET default_transaction_read_only = on",
                TERMINATE,
            )
            with suppress(StoreDownError):  # unsure, if the connection's end was not noticed yet
                await store.append(row(2))
            with pytest.raises(StoreDownError, match="may only be read"):
                await store.append(row(2))
            assert await whole(store) == [1]
            await ask(
                postgres_url,
                "SET default_transaction_read_only = off",
                f"ALTER DATABASE {name} RESET default_transaction_read_only",
                TERMINATE,
            )
            await until_written(store, row(2))
            assert await whole(store) == [1, 2]

    run(test())

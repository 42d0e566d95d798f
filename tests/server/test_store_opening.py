"""Which databases are opened, what is said of the others, and the steps of the tables."""

import asyncio
import os
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from databases import BOUND, NOW, ask, new_postgres, opened, run
from sqlalchemy import Connection, make_url

from spadille.server.store import Row, Store, StoreError, file_url
from spadille.server.store import sqlite as sqlite_module
from spadille.server.store.database import Database
from spadille.server.store.location import shown
from spadille.server.store.migrating import migrate, steps
from spadille.server.store.opening import database_at
from spadille.server.store.tables import METADATA

PASSWORD = "hunter2"  # noqa: S105 - nobody's


def refusal(url: str) -> str:
    """What is said of a database that cannot be opened."""

    async def test() -> None:
        async with opened(url):
            pass

    with pytest.raises(StoreError) as caught:
        run(test())
    error = caught.value
    assert PASSWORD not in f"{error} {error.fields} {error.template}"
    return str(error)


@pytest.mark.parametrize(
    "url",
    [
        "mysql://ada:hunter2@db/games",
        f"ada:{PASSWORD}@db",
        "games.db",
        "",
        "postgresql://ada:hunter2@db:port/games",
    ],
)
def test_an_unknown_kind_of_database_is_refused(url: str) -> None:
    said = refusal(url)
    assert "is of no known kind; write sqlite:///FILE or postgresql://USER" in said


@pytest.mark.parametrize(
    "url", ["sqlite://", "sqlite:///:memory:", "sqlite:///file:x?uri=true", "sqlite://host/x"]
)
def test_a_database_that_would_be_lost_is_refused(url: str) -> None:
    assert "names no file; write sqlite:///FILE" in refusal(url)


def test_a_postgresql_url_names_a_database() -> None:
    assert "names no database; write postgresql://" in refusal("postgresql://ada:hunter2@db")


@pytest.mark.parametrize(
    ("url", "safe"),
    [
        ("postgresql://ada:hunter2@db/games", "postgresql://ada:***@db/games"),
        ("postgresql://ada:a/b:c@d?e@db/games", "postgresql://ada:***@db/games"),
        ("postgresql://db/games?user=ada&password=hunter2&x=1", None),
        ("postgresql://db/games?sslpassword=hunter2", None),
        ("sqlite:////home/ada/games.db", "sqlite:////home/ada/games.db"),
        ("postgresql://ada@db:5432/games", "postgresql://ada@db:5432/games"),
    ],
)
def test_a_url_is_shown_without_its_password(url: str, safe: str | None) -> None:
    assert PASSWORD not in shown(url)
    assert safe is None or shown(url) == safe


def test_the_name_of_a_file_may_hold_any_character(tmp_path: Path) -> None:
    file = tmp_path / "내 게임 100%?#&.db"

    async def test() -> None:
        async with opened(file_url(file)) as store:
            await store.append(Row("r", 1, NOW, b"{}"))
            assert await store.entries("r") == [(1, b"{}")]

    run(test())
    assert file.is_file()


def test_a_file_gets_its_folder(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(file_url(tmp_path / "some" / "where" / "games.db")):
            pass

    run(test())
    assert (tmp_path / "some" / "where" / "games.db").is_file()


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    said = refusal(file_url(tmp_path))
    assert "cannot be opened (unable to open database file); choose a file" in said


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = refusal(file_url(tmp_path / "file" / "games.db"))
    assert "cannot be opened" in said
    assert str(tmp_path) in said


def test_another_file_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ada, " * 1000)
    assert "is no database; name another one" in refusal(file_url(file))
    assert file.read_text() == "Dear Ada, " * 1000


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="this system has no rights of files")
def test_a_file_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("the user root may write to any file")
    file = tmp_path / "games.db"
    file.touch()
    file.chmod(stat.S_IRUSR)
    assert "cannot be opened" in refusal(file_url(file))


def test_a_file_is_one_servers(sqlite_url: str) -> None:
    async def test() -> None:
        async with opened(sqlite_url) as store:
            with pytest.raises(StoreError, match="Another Spadille uses the database") as caught:
                await Store.open(sqlite_url, clock=lambda: NOW)
            assert "or use PostgreSQL" in str(caught.value)
            await store.append(Row("r", 1, NOW, b"{}"))
        async with opened(sqlite_url) as store:
            assert await store.newest(["r"]) == {"r": 1}

    run(test())


def test_what_could_be_lost_by_sqlite_is_not_taken(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = (("synchronous", "NORMAL", 2),)
    monkeypatch.setattr(sqlite_module, "_SETTINGS", settings)
    assert "SQLite does not set synchronous to NORMAL" in refusal(sqlite_url)


def test_sqlite_syncs_every_commit(sqlite_url: str) -> None:
    # https://sqlite.org/pragma.html#pragma_synchronous: 2 is FULL.
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}

    async def test() -> None:
        async with opened(sqlite_url) as store:
            await store.append(Row("r", 1, NOW, b"{}"))
            database = store._database  # noqa: SLF001 - its connections are what matters
            assert isinstance(database, sqlite_module.SqliteDatabase)
            async with database.reading() as connection:
                for name, value in wanted.items():
                    assert (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar() == value

            def settings() -> dict[str, object]:
                writer = database._writer  # noqa: SLF001
                assert writer is not None
                return {name: writer.execute(f"PRAGMA {name}").fetchone()[0] for name in wanted}

            found = database._thread.submit(settings)  # noqa: SLF001
            assert await asyncio.wrap_future(found) == wanted

    run(test())


@pytest.mark.parametrize(
    ("setting", "said"),
    [("synchronous_commit", "has synchronous_commit off and could lose what it was given")],
)
def test_what_could_be_lost_by_postgresql_is_not_taken(
    postgres_url: str, setting: str, said: str
) -> None:
    name = make_url(postgres_url).database
    asyncio.run(ask(postgres_url, f"ALTER DATABASE {name} SET {setting} = off"))
    assert said in refusal(postgres_url)
    asyncio.run(ask(postgres_url, f"ALTER DATABASE {name} RESET {setting}"))

    async def test() -> None:
        async with opened(postgres_url) as store, store._database.reading() as connection:  # noqa: SLF001
            for wanted in ("fsync", "synchronous_commit"):
                assert (await connection.exec_driver_sql(f"SHOW {wanted}")).scalar() == "on"

    run(test())


def test_postgresql_has_to_keep_any_text() -> None:
    plain = "ENCODING 'SQL_ASCII' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'"
    with new_postgres(plain) as url:
        assert "keeps texts as SQL_ASCII; make one with the encoding UTF8" in refusal(url)


def test_no_server_is_said(unused_port: int) -> None:
    said = refusal(f"postgresql://ada:{PASSWORD}@127.0.0.1:{unused_port}/games")
    assert f"No PostgreSQL serves postgresql://ada:***@127.0.0.1:{unused_port}/games" in said
    assert "start it, or correct the URL" in said


@pytest.fixture
def unused_port() -> Iterator[int]:
    """A port at which nobody listens."""
    import socket  # noqa: PLC0415

    with closing(socket.socket()) as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]  # bound, but not listening


def test_a_database_that_is_not_there_is_said(postgres_url: str) -> None:
    url = make_url(postgres_url).set(database="nowhere_at_all", password=PASSWORD)
    said = refusal(url.render_as_string(hide_password=False))
    assert "There is no database postgresql://root:***@" in said
    assert "make it with createdb" in said


def test_a_wrong_password_is_said_but_not_shown() -> None:
    # The server's part of https://www.postgresql.org/docs/current/protocol-flow.html: no TLS, and
    # after the start-up message an error.
    fields = b"SFATAL\0VFATAL\0C28P01\0Mpassword authentication failed\0\0"

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        length = int.from_bytes(await reader.readexactly(4), "big")
        if await reader.readexactly(length - 4) == bytes.fromhex("04d2162f"):
            writer.write(b"N")
            length = int.from_bytes(await reader.readexactly(4), "big")
            await reader.readexactly(length - 4)
        writer.write(b"E" + (len(fields) + 4).to_bytes(4, "big") + fields)
        writer.close()

    async def test() -> None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(StoreError) as caught:
                async with opened(f"postgresql://ada:{PASSWORD}@127.0.0.1:{port}/games"):
                    pass
            said = str(caught.value)
            assert f"The database postgresql://ada:***@127.0.0.1:{port}/games refuses" in said
            assert "put the right ones into its URL" in said

    run(test())


def test_a_user_who_may_not_make_tables_is_told(postgres_url: str) -> None:
    name = make_url(postgres_url).database
    role = f"{name}_guest"
    asyncio.run(ask(postgres_url, f"CREATE ROLE {role} LOGIN PASSWORD '{PASSWORD}'"))
    try:
        url = make_url(postgres_url).set(username=role, password=PASSWORD)
        said = refusal(url.render_as_string(hide_password=False))
        assert "does not let its user make tables (permission denied for schema public)" in said
    finally:
        asyncio.run(ask(postgres_url, f"DROP ROLE {role}"))


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    for name in ("postgres", "postgres_group"):
        monkeypatch.delitem(sys.modules, f"spadille.server.store.{name}", raising=False)
    said = refusal(f"postgresql://ada:{PASSWORD}@db/games")
    assert "install it by: pip install 'spadille[cluster]'" in said


def test_the_steps_are_part_of_the_package() -> None:
    versions = files("spadille.server.store") / "migrations" / "versions"
    modules = {item.name for item in versions.iterdir() if item.name.startswith("step_")}
    numbers = [step.revision for step in steps().walk_revisions()]
    assert modules == {f"step_{number}.py" for number in numbers}
    assert len(steps().get_heads()) == 1


async def at_step(url: str, goal: str) -> None:
    """Bring the tables of a database to a step."""
    database = database_at(url)
    assert isinstance(database, Database)
    try:
        async with database.transaction() as connection:
            await connection.run_sync(migrate, url, goal)
    finally:
        await database.close()


def differences(connection: Connection) -> list[object]:
    """How the tables of a database differ from those of this version."""
    return list(compare_metadata(MigrationContext.configure(connection), METADATA))


@pytest.mark.parametrize("step", [None, *(step.revision for step in steps().walk_revisions())])
def test_every_database_gets_the_tables_of_this_version(
    database_url: str, step: str | None
) -> None:
    async def test() -> None:
        if step is not None:
            await at_step(database_url, step)
        async with opened(database_url) as store:
            async with store._database.reading() as connection:  # noqa: SLF001
                assert await connection.run_sync(differences) == []
            await store.append(Row("r", 1, NOW, b"{}"))
        async with opened(database_url) as store:
            assert await store.entries("r") == [(1, b"{}")]
        version = await ask(database_url, "SELECT version_num FROM alembic_version")
        assert version == steps().get_current_head()

    run(test())


def test_the_comparison_of_tables_can_fail(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url):
            pass
        await ask(database_url, "ALTER TABLE rooms ADD COLUMN more INTEGER")
        async with opened(database_url) as store, store._database.reading() as connection:  # noqa: SLF001
            assert len(await connection.run_sync(differences)) == 1

    run(test())


def test_a_database_of_a_newer_version_is_refused(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url):
            pass
        await ask(database_url, "UPDATE alembic_version SET version_num = '9999'")

    run(test())
    said = refusal(database_url)
    assert "is of a newer version of Spadille (step 9999); install that version" in said


def test_the_tables_of_another_program_are_left_alone(database_url: str) -> None:
    asyncio.run(ask(database_url, "CREATE TABLE rooms (beds INTEGER)"))
    said = refusal(database_url)
    assert "has a table rooms of another program; name an empty database" in said
    asyncio.run(ask(database_url, "INSERT INTO rooms VALUES (2)"))


def test_a_step_that_fails_leaves_nothing_behind(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (first,) = steps().get_revisions(steps().get_bases())
    upgrade = first.module.upgrade

    def break_down() -> None:
        upgrade()
        raise OSError("the lights went out")

    monkeypatch.setattr(first.module, "upgrade", break_down)
    assert "the lights went out" in refusal(database_url)
    if database_url.startswith("sqlite:"):
        file = make_url(database_url).database
        assert file is not None
        with closing(sqlite3.connect(file)) as found:
            assert found.execute("SELECT * FROM sqlite_master").fetchall() == []
    else:
        tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
        assert asyncio.run(ask(database_url, tables)) == 0
    monkeypatch.undo()

    async def test() -> None:
        async with opened(database_url) as store:
            await store.append(Row("r", 1, NOW, b"{}"))

    run(test())


def test_two_servers_may_start_at_once(postgres_url: str) -> None:
    async def test() -> None:
        async with asyncio.timeout(BOUND):
            stores = await asyncio.gather(
                *(Store.open(postgres_url, clock=lambda: NOW) for _ in range(4))
            )
        for store in stores:
            await store.close()

    run(test())

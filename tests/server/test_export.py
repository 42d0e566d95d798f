"""Moving house: a server as a file, taken in by another database, and its matches go on."""

import gzip
import io
import json
import stat
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from databases import ask, opened, run
from house_play import done, home, play
from sqlalchemy import Table
from sqlalchemy.ext.asyncio import AsyncConnection

from spadille import provable
from spadille.cli import build
from spadille.record import decode
from spadille.server.store import Card, Row, StoreError, moving
from spadille.server.store.moving import TABLES, MovingError, export, take_in
from spadille.server.store.tables import METADATA
from spadille.words import Words

FOUR = ("Ann", "Ben", "Cat", "Dan")


async def exported(url: str) -> bytes:
    target = io.BytesIO()
    await export(url, target)
    return target.getvalue()


async def filled(url: str) -> str:
    """A server with a match in its second deal, another that is over, and an account."""
    async with home(url) as one:
        people = [await one.somebody(name) for name in FOUR]
        running = await one.table(people)
        await play(running, 1, 9)
        await play(await one.table(people, "standard(max_deals=1)"))
        await one.context.people.sign_up(people[0].person, "Ann", "a good password", "127.0.0.1")
        await one.context.records.counting.settle()
        return running.name


def lines(content: bytes) -> list[Any]:
    return [json.loads(line) for line in gzip.decompress(content).splitlines()]


def packed(values: list[Any]) -> bytes:
    return gzip.compress(b"".join(json.dumps(value).encode() + b"\n" for value in values))


def invoke(*args: str) -> Result:
    return CliRunner().invoke(build(Words("en")), list(args))


def test_a_server_moves_from_a_file_to_postgresql_and_back_and_its_match_goes_on(
    sqlite_url: str, postgres_url: str, tmp_path: Path
) -> None:
    async def test() -> None:
        name = await filled(sqlite_url)
        first = await exported(sqlite_url)
        counts = await take_in(postgres_url, io.BytesIO(first))
        assert counts["rooms"] == 2
        assert counts["persons"] == 4
        assert counts["entries"] > 100
        second = await exported(postgres_url)
        assert second == first
        third_url = f"sqlite:///{tmp_path / 'third.db'}"
        await take_in(third_url, io.BytesIO(second))
        assert await exported(third_url) == first
        async with home(postgres_url) as other:
            room = await other.house.room(name)
            assert room is not None
            assert done(room.state) == 1
            await play(room)
            rows = await other.context.store.entries(name)
            assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
            ann = other.client()
            answer = await ann.post(
                "/api/log_in", content=json.dumps({"name": "Ann", "password": "a good password"})
            )
            ann.headers["authorization"] = f"Bearer {answer.json()['token']}"
            game = await ann.get(f"/api/matches/{name}")
            verdict = provable.verdict(provable.verify(decode(game.content)))
            assert verdict is provable.Verdict.PROVED

    run(test())


def test_a_running_server_is_exported_as_it_is_at_one_moment(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = Card("playing", "public", None, b"{}")
    plain = moving._rows  # noqa: SLF001 - where a test can come in between

    async def test() -> None:
        async with opened(postgres_url) as store:
            await store.append(Row("old", 1, 1, b"{}", card))

            async def interrupted(
                connection: AsyncConnection, table: Table
            ) -> AsyncIterator[list[Any]]:
                async for row in plain(connection, table):
                    yield row
                await store.append(Row(f"after {table.name}", 1, 1, b"{}", card))

            monkeypatch.setattr(moving, "_rows", interrupted)
            kept = [line for line in lines(await exported(postgres_url)) if isinstance(line, list)]
            assert [line[0] for line in kept] == ["old", "old"], "a room and its entry"
            assert len(await store.newest([f"after {table.name}" for table in TABLES])) == 8

    run(test())


def test_all_tables_but_the_leases_are_exported() -> None:
    assert {table.name for table in TABLES} == METADATA.tables.keys() - {"leases"}


def test_a_file_in_use_and_one_that_is_not_there_are_refused(
    sqlite_url: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with opened(sqlite_url):
            with pytest.raises(StoreError, match="Another Spadille uses"):
                await exported(sqlite_url)
        missing = tmp_path / "missing.db"
        with pytest.raises(StoreError, match="no database"):
            await exported(f"sqlite:///{missing}")
        assert not missing.exists()

    run(test())


def test_only_an_empty_database_is_filled(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            await store.append(Row("r", 1, 1, b"{}"))
        content = await exported(database_url)
        with pytest.raises(MovingError, match="not empty"):
            await take_in(database_url, io.BytesIO(content))
        assert await exported(database_url) == content

    run(test())


def damaged(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Files that are not as they were written."""
    yield "This is no file", b""
    yield "This is no file", b"no gzip at all"
    yield "This is no file", packed([{"format": "other", "version": 1, "step": "0001"}])
    yield "cut off or damaged", content[: len(content) // 2]
    yield "cut off or damaged", content[:-9]
    values = lines(content)
    newer = [values[0] | {"version": 2}, *values[1:]]
    yield "another version", packed(newer)
    yield "another version", packed([values[0] | {"step": "0099"}, *values[1:]])
    yield "cut off or damaged", packed(values[:-1])
    yield "cut off or damaged", packed([*values, values[-1]])
    place = next(n for n, value in enumerate(values) if isinstance(value, list))
    yield "cut off or damaged", packed([*values[:place], *values[place + 1 :]])
    yield "cut off or damaged", packed([*values[:place], [1, 2], *values[place + 1 :]])
    yield "cut off or damaged", packed([values[0], values[place], *values[1:]])
    other = [{"table": "nothing", "columns": []}]
    yield "cut off or damaged", packed([values[0], *other, *values[1:]])
    end = values[-1]["rows"]
    table = next(value["table"] for value in reversed(values[:place]) if isinstance(value, dict))
    doubled = {"rows": end | {table: end[table] + 1}}
    yield "contradicts itself", packed([*values[: place + 1], *values[place:-1], doubled])


def test_a_damaged_file_is_refused_and_nothing_of_it_is_taken_in(
    database_url: str, tmp_path: Path
) -> None:
    async def test() -> None:
        source = f"sqlite:///{tmp_path / 'source.db'}"
        async with opened(source) as store:
            await store.secret("key", lambda: "secret")
            await store.people.add("ann", "앤")
            for seq in range(1, 40):
                await store.append(Row("r", seq, seq, b'{"n":%d}' % seq))
        content = await exported(source)
        async with opened(database_url):
            pass
        empty = await exported(database_url)
        for why, wrong in damaged(content):
            with pytest.raises(MovingError, match=why):
                await take_in(database_url, io.BytesIO(wrong))
            assert await exported(database_url) == empty
        await take_in(database_url, io.BytesIO(content))
        assert await exported(database_url) == content

    run(test())


def test_the_commands_say_what_they_do_and_keep_the_file_secret(tmp_path: Path) -> None:
    source, target = f"sqlite:///{tmp_path / 'a.db'}", tmp_path / "house.gz"

    async def fill() -> None:
        async with opened(source) as store:
            await store.secret("key", lambda: "very secret")

    run(fill())
    asked = ("export", str(target), "--database", source)
    result = invoke(*asked)
    assert result.exit_code == 0, result.output
    assert "Keep it secret" in " ".join(result.output.split())
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    first = target.read_bytes()
    again = invoke(*asked)
    assert again.exit_code == 2
    assert "--force" in again.output
    target.chmod(0o644)
    assert invoke(*asked, "--force").exit_code == 0
    assert target.read_bytes() == first
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir() if "spadille" in path.name) == []
    assert "secret" in " ".join(invoke("export", "--help").output.split())
    other = f"sqlite:///{tmp_path / 'b.db'}"
    taken = invoke("import", str(target), "--database", other)
    assert taken.exit_code == 0, taken.output
    assert "0 tables" in taken.output
    refused = invoke("import", str(target), "--database", other)
    assert refused.exit_code == 2
    assert "not empty" in refused.output
    for args in (
        ("import", str(tmp_path / "nothing"), "--database", other),
        ("import", str(tmp_path), "--database", other),
        ("export", str(tmp_path / "c.gz"), "--database", f"sqlite:///{tmp_path / 'no.db'}"),
        ("export", str(tmp_path / "c.gz"), "--database", "mysql://host/name"),
    ):
        found = invoke(*args)
        assert found.exit_code == 2, found.output
        assert "Traceback" not in found.output
    assert not (tmp_path / "c.gz").exists()


def test_the_key_of_the_server_moves_too(sqlite_url: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(sqlite_url) as store:
            await store.secret("key", lambda: "very secret")
        other = f"sqlite:///{tmp_path / 'other.db'}"
        await take_in(other, io.BytesIO(await exported(sqlite_url)))
        assert await ask(other, "SELECT value FROM secrets WHERE name = 'key'") == "very secret"

    run(test())

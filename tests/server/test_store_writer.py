"""The one writer: groups, rows that are taken or do not fit, and races."""

import asyncio
import struct
from collections.abc import Awaitable
from pathlib import Path

import pytest
from databases import NOW, ask, opened, run
from sqlalchemy import make_url

from spadille.server.store import (
    Card,
    CodeTakenError,
    Deal,
    Row,
    RowError,
    StoreDownError,
    TakenError,
)
from spadille.server.store.writer import MOST_ROWS


def wal_commits(url: str) -> int:
    """The transactions in the write-ahead log of a SQLite file: https://sqlite.org/fileformat2.html#walformat."""
    log = Path(f"{make_url(url).database}-wal").read_bytes()
    (page_size,) = struct.unpack_from(">I", log, 8)
    salts = log[16:24]
    frames = range(32, len(log) - 24, 24 + page_size)
    return sum(
        log[at + 8 : at + 16] == salts and struct.unpack_from(">I", log, at + 4) != (0,)
        for at in frames
    )


async def transactions(url: str) -> int:
    """The transactions that wrote the entries which there are."""
    if url.startswith("sqlite:"):
        return wal_commits(url)
    return int(await ask(url, "SELECT count(DISTINCT xmin::text) FROM entries"))


async def outcome(appended: Awaitable[None]) -> str:
    """What became of a row."""
    try:
        await appended
    except (TakenError, RowError, StoreDownError) as error:
        return type(error).__name__
    return "written"


def test_what_waits_together_is_one_transaction(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            await store.append(Row("r", 1, NOW, b"{}"))
            before = await transactions(database_url)
            rows = [Row("r", seq, NOW, b"{}") for seq in range(2, 40)]
            await asyncio.gather(*(store.append(row) for row in rows))
            assert await transactions(database_url) == before + 1
            for seq in range(40, 43):
                await store.append(Row("r", seq, NOW, b"{}"))
            assert await transactions(database_url) == before + 4

    run(test())


def test_what_comes_during_a_commit_goes_into_the_next(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            first = asyncio.create_task(store.append(Row("r", 1, NOW, b"{}")))
            for _ in range(5):  # until the writer has taken it
                await asyncio.sleep(0)
            rest = [Row(f"s{n}", 1, NOW, b"{}") for n in range(50)]
            await asyncio.gather(first, *(store.append(row) for row in rest))
            assert store.figures == (51, 2, 0)

    run(test())


def test_a_group_has_an_end(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            rows = [Row("r", seq + 1, NOW, b"{}") for seq in range(2 * MOST_ROWS + 1)]
            await asyncio.gather(*(store.append(row) for row in rows))
            assert store.figures == (len(rows), 3, 0)
            assert [seq for seq, _ in await store.entries("r")] == [row.seq for row in rows]

    run(test())


def test_nothing_of_a_taken_row_is_written(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            await store.append(Row("r", 1, NOW, b'"first"', Card("playing", "public", "A", b"1")))
            late = Row(
                "r",
                1,
                NOW + 1,
                b'"late"',
                Card("over", "public", "B", b"2"),
                ((0, "ann"),),
                Deal(1, "k", b"{}"),
                (("ann", b"{}"),),
            )
            others = [Row("s", 1, NOW, b"{}"), late, Row("r", 2, NOW, b'"next"')]
            others.append(Row("t", 1, NOW, b"{}", Card("playing", "public", "C", b"3")))
            found = await asyncio.gather(*(outcome(store.append(row)) for row in others))
            assert found == ["written", "TakenError", "written", "written"]
            assert await store.entries("r") == [(1, b'"first"'), (2, b'"next"')]
            room = await store.rooms.one("r")
            assert room is not None
            assert (room.status, room.code, room.body) == ("playing", "A", b"1")
            assert await store.rooms.by_code("C") is not None
            assert await store.rooms.places("r") == []
            assert await store.deals.of_room("r") == []
            assert await store.tallies.of_person("ann") == []

    run(test())


def test_a_taken_row_says_which(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            await store.append(Row("r", 7, NOW, b"{}"))
            # The very same row is another's, too: whoever repeats a row would count it twice.
            with pytest.raises(TakenError, match="Entry 7 of the room r is taken") as caught:
                await store.append(Row("r", 7, NOW, b"{}"))
            assert (caught.value.room, caught.value.seq) == ("r", 7)

    run(test())


def test_of_two_rows_of_a_number_in_a_group_the_first_is_written(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            rows = [Row("r", 1, NOW, b"%d" % n) for n in range(4)]
            found = await asyncio.gather(*(outcome(store.append(row)) for row in rows))
            assert found == ["written", "TakenError", "TakenError", "TakenError"]
            assert await store.entries("r") == [(1, b"0")]

    run(test())


def test_a_code_is_one_rooms(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            card = Card("gathering", "private", "CODE", b"{}")
            await store.append(Row("r", 1, NOW, b"{}", card))
            rows = [
                Row("s", 1, NOW, b"{}", card, ((0, "ann"),)),
                Row("t", 1, NOW, b"{}", card._replace(code=None)),
                Row("u", 1, NOW, b"{}", card._replace(code=None)),
            ]
            found = await asyncio.gather(*(outcome(store.append(row)) for row in rows))
            assert found == ["CodeTakenError", "written", "written"]
            assert await store.entries("s") == []
            assert await store.rooms.places("s") == []
            with pytest.raises(CodeTakenError, match="Another room has the code CODE"):
                await store.append(rows[0])

    run(test())


UNFIT = {
    "number beyond all": Row("bad", 2**70, NOW, b"{}"),
    "time beyond all": Row("bad", 1, 2**70, b"{}"),
    "no UTF-8": Row("bad", 1, NOW, b"\xff\xfe"),
    "half a character": Row("\ud800", 1, NOW, b"{}"),
    "no number": Row("bad", 1, NOW, b"{}", None, ((None, "ann"),)),  # type: ignore[arg-type]
    "no bytes": Row("bad", 1, NOW, "{}"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("row", UNFIT.values(), ids=UNFIT)
def test_a_row_that_does_not_fit_harms_no_other(database_url: str, row: Row) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            rows = [Row("a", 1, NOW, b"{}"), row, Row("b", 1, NOW, b"{}")]
            found = await asyncio.gather(*(outcome(store.append(row)) for row in rows))
            assert found == ["written", "RowError", "written"]
            assert await store.entries("bad") == []
            assert await store.newest(["a", "b"]) == {"a": 1, "b": 1}

    run(test())


def test_a_row_that_nobody_waits_for_any_more_is_written(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            given_up = asyncio.create_task(store.append(Row("r", 1, NOW, b"{}")))
            await asyncio.sleep(0)
            given_up.cancel()
            await store.append(Row("r", 2, NOW, b"{}"))
            assert given_up.cancelled()
            assert [seq for seq, _ in await store.entries("r")] == [1, 2]

    run(test())


def test_closing_writes_what_waits_and_takes_nothing_more(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            rows = [Row("r", seq, NOW, b"{}") for seq in range(1, 30)]
            tasks = [asyncio.create_task(store.append(row)) for row in rows]
            await asyncio.sleep(0)
            await store._writer.close()  # noqa: SLF001 - the store would close its database, too
            assert [task.exception() for task in tasks] == [None] * 29
            with pytest.raises(StoreDownError, match="The server is being stopped"):
                await store.append(Row("r", 30, NOW, b"{}"))
            assert len(await store.entries("r")) == 29

    run(test())


def test_of_two_servers_one_gets_each_number(postgres_url: str) -> None:
    async def test() -> None:
        async with opened(postgres_url) as ours, opened(postgres_url) as theirs:
            stores = {"ours": ours, "theirs": theirs}

            async def race(name: str, room: str) -> dict[int, str]:
                found = {}
                for seq in range(1, 41):
                    body = f'"{name}"'.encode()
                    card = Card("playing", "public", room, body)
                    place, deal = (seq, name), Deal(seq, "k", body)
                    row = Row(room, seq, NOW, body, card, (place,), deal, ((f"p{seq}", body),))
                    found[seq] = await outcome(stores[name].append(row))
                return found

            rooms = [f"r{n}" for n in range(8)]
            raced = await asyncio.gather(*(race(name, room) for name in stores for room in rooms))
            for room, mine, other in zip(rooms, raced[:8], raced[8:], strict=True):
                winners = {}
                for seq in range(1, 41):
                    assert {mine[seq], other[seq]} == {"written", "TakenError"}
                    winners[seq] = "ours" if mine[seq] == "written" else "theirs"
                wanted = [f'"{name}"'.encode() for name in winners.values()]
                assert await ours.entries(room) == list(enumerate(wanted, 1))
                assert [deal.body for deal in await theirs.deals.of_room(room)] == wanted
                assert await ours.rooms.places(room) == list(winners.items())
                kept = await theirs.rooms.one(room)
                assert kept is not None
                assert kept.body == wanted[-1]

    run(test())


def test_of_two_servers_one_gets_a_lease_and_both_the_same_secret(postgres_url: str) -> None:
    async def test() -> None:
        async with opened(postgres_url) as ours, opened(postgres_url) as theirs:
            rooms = [f"r{n}" for n in range(300)]
            shuffled = rooms[150:] + rooms[:150]
            first, second = await asyncio.gather(
                ours.lease(rooms, "ours", 300), theirs.lease(shuffled, "theirs", 300)
            )
            assert first | second == set(rooms)
            assert not first & second
            makers = [lambda: "one", lambda: "two"]
            keys = await asyncio.gather(
                *(store.secret("key", make) for store in (ours, theirs) for make in makers)
            )
            assert len(set(keys)) == 1

    run(test())

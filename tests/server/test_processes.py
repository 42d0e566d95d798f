"""Several processes with one database: any of them serves any table, whoever dies."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest
import redis
from cable import cable_to
from client import Client, someone
from databases import BOUND, missing, opened, run
from redis.asyncio import Redis
from serving import Server, served, spawned
from steady import OPTIONS, Ledger, Player, audit, entries_of, gather
from structlog.testing import capture_logs
from test_killed import RULES

from spadille.game.actions import AskUndo, Claim
from spadille.server.bus import CHANNEL
from spadille.server.entries import Acted, By, Seated
from spadille.server.messages import Reply, Update

REDIS: Final = os.environ.get("SPADILLE_TEST_REDIS", "redis://127.0.0.1:6379/0")
NOBODY: Final = "redis://127.0.0.1:1/0"
"""An address at which nothing listens."""


@pytest.fixture(scope="module")
def redis_url() -> str:
    """The URL of a Redis that answers."""
    try:
        with redis.from_url(REDIS, socket_timeout=BOUND) as asked:
            asked.ping()
    except redis.RedisError as error:
        missing(f"no Redis answers at SPADILLE_TEST_REDIS ({error})")
    return REDIS


@asynccontextmanager
async def company(
    url: str, bus: str, processes: int = 2
) -> AsyncIterator[tuple[Ledger, list[Server], list[Player]]]:
    """People who play through several servers, each at any of them; all ends well.

    They share nothing but the database and Redis, although they run in one event loop.
    """
    ledger = Ledger()
    everybody: list[Player] = []
    async with AsyncExitStack() as stack:
        serving = [served(url, redis=bus, allowance=100) for _ in range(processes)]
        servers = [await stack.enter_async_context(one) for one in serving]
        ledger.addresses = [server.address for server in servers]
        for n in range(3):
            everybody += await gather(ledger, 2 + n % 2, str(n), RULES)
        async with asyncio.TaskGroup() as playing:
            for player in everybody:
                playing.create_task(player.play())
            await ledger.until(lambda: len(ledger.acknowledged) >= 20, "the first actions")
            yield ledger, servers, everybody
            await ledger.until(lambda: all(player.over for player in everybody), "the end")
        await audit(servers[0].context.store, ledger, everybody)


def test_people_of_a_table_play_through_several_processes(
    postgres_url: str, redis_url: str
) -> None:
    async def test() -> None:
        async with company(postgres_url, redis_url, 3) as (ledger, servers, everybody):
            pass
        # Each bot was asked once for each of its actions, whoever asked it.
        bots = 0
        async with opened(postgres_url) as store:
            for table in {player.table for player in everybody}:
                entries = [entry for _, entry in entries_of(await store.entries(table))]
                bots += sum(isinstance(one, Acted) and one.by is By.BOT for one in entries)
        houses = [server.context.house for server in servers]
        assert sum(house.driver.actions for house in houses) == bots > 0
        assert sum(house.thinking.counts.moves for house in houses) == bots
        assert not ledger.refused

    run(test())


def test_without_redis_play_goes_on(postgres_url: str) -> None:
    async def test() -> None:
        async with company(postgres_url, NOBODY) as (ledger, servers, _):
            assert all(not server.context.house.bus.hears for server in servers)  # type: ignore[union-attr]
        assert not ledger.refused

    run(test())


def test_people_race_for_a_place(postgres_url: str, redis_url: str) -> None:
    async def test() -> None:
        async with AsyncExitStack() as stack:
            serving = [served(postgres_url, redis=redis_url) for _ in range(2)]
            servers = [await stack.enter_async_context(one) for one in serving]
            host = await someone(servers[0].address)
            table = (await host.open(RULES, **OPTIONS)).table
            people = [await someone(servers[n % 2].address) for n in range(6)]
            clients = [await stack.enter_async_context(one.at(table)) for one in people]
            answers = await asyncio.gather(
                *(client.ask("sit", player=2, name="Bea") for client in clients)
            )
            seated = [answer for answer in answers if isinstance(answer, Update)]
            assert len(seated) == 1
            reasons = {
                answer.refusal.reason
                for answer in answers
                if isinstance(answer, Reply) and answer.refusal is not None
            }
            assert reasons == {"taken"}
            rows = await servers[0].context.store.entries(table)
        placed = [one.player for _, one in entries_of(rows) if isinstance(one, Seated)]
        assert sorted(placed) == [0, 2]

    run(test())


def test_a_redis_that_is_lost_and_talks_nonsense_does_no_harm(
    postgres_url: str, redis_url: str
) -> None:
    async def test() -> None:
        with capture_logs() as logs:
            async with (
                cable_to(redis_url) as (url, cable),
                company(postgres_url, url) as (ledger, _, everybody),
            ):
                cable.pull()
                await play_on(ledger, 10)
                cable.plugged = True
                await play_on(ledger, 10)
                words: list[str | bytes] = ["", "x", "room", b"\xff\xfe 7", "room " + "9" * 20]
                words.append("a " * 9999)
                for table in {player.table for player in everybody}:
                    words += [f"{table} {seq}" for seq in (3, 3, 1, 0, 2, -1, 10**8, 10**8)]
                async with Redis.from_url(redis_url) as other:
                    for word in words:
                        await other.publish(CHANNEL, word)
                await play_on(ledger, 5)
            assert not ledger.refused
        assert {log["event"] for log in logs if log["log_level"] == "error"} == set()
        assert "Redis cannot be heard" in {log["event"] for log in logs}

    run(test())


async def play_on(ledger: Ledger, more: int) -> None:
    """Wait for some more actions."""
    enough = len(ledger.acknowledged) + more
    await ledger.until(lambda: len(ledger.acknowledged) >= enough, f"acknowledgement {enough}")


def host_is_there(client: Client) -> bool:
    """Whether the host of a table is connected."""
    return client.table.players[0].connected


def is_on_turn(client: Client) -> bool:
    """Whether one has to act."""
    return client.turn


async def play_to_the_end(client: Client) -> None:
    """Play on with the first legal actions."""
    while client.table.status != "over":
        await client.until(lambda: client.turn or client.table.status == "over", "one's turn")
        if client.turn:
            await play_one(client)


async def play_one(client: Client) -> None:
    """Carry out the first legal action that is none of wishes."""
    wishes = (a for a in client.seen.legal if not isinstance(a, Claim | AskUndo))
    await client.act(next(wishes))


def test_the_tables_of_a_dead_process_go_on_elsewhere(
    postgres_url: str, tmp_path: Path, record_property: Callable[[str, Any], None]
) -> None:
    # Its own clock is the database's, so that this one waits for it.
    async def test() -> None:
        with (
            spawned(postgres_url, tmp_path / "log") as first,
            spawned(postgres_url, tmp_path / "log") as second,
        ):
            host, guest = await someone(first.address), await someone(second.address)
            table = await host.open(RULES, **OPTIONS | {"grace": 0})
            async with host.at(table.table) as dying, guest.at(table.table) as client:
                await client.do("sit", name="Bea")
                await dying.do("start")
                while not client.turn:
                    await client.until(lambda: client.turn or dying.turn, "one's turn")
                    if dying.turn:
                        await play_one(dying)
                assert host_is_there(client)
                first.kill()
                killed = time.monotonic()
                while is_on_turn(client):
                    await play_one(client)
                # The others have to act now, two bots and, for the host who is gone, a third.
                await client.until(lambda: client.turn, "one's turn again")
                took = time.monotonic() - killed
                assert not host_is_there(client)
                # Who was thrown out comes in elsewhere, to the same place.
                host.address = second.address
                async with host.at(table.table) as back:
                    assert back.player == 0
                    await client.until(lambda: host_is_there(client), "the host")
                    await asyncio.gather(play_to_the_end(client), play_to_the_end(back))
        record_property("seconds until the table went on", took)
        print(f"The table went on after {took:.1f} s.")  # noqa: T201

    run(test())

"""A full disk, a lost database: people are told so, nothing is half-written, play goes on."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path

import asyncpg  # type: ignore[import-untyped] # it has no type information
import httpx
import pytest
from cable import cable_to
from databases import BOUND, run
from disks import mounted
from serving import Server, served
from steady import Ledger, Player, audit, gather

from spadille.server.store import file_url
from spadille.server.store import postgres as postgres_module

RULES = "standard(max_deals=1)"

TERMINATE = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""

Fault = Callable[[Server], Awaitable[None]]


async def play_over(url: str, ledger: Ledger, breaks: Fault, heals: Fault) -> None:
    """Have people play, break the database until somebody is refused, heal it; all ends well."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(served(url, allowance=100))
        ledger.addresses = [server.address]
        everybody: list[Player] = []
        for n in range(3):
            everybody += await gather(ledger, 1 + n, str(n), RULES)
        async with asyncio.TaskGroup() as playing:
            for player in everybody:
                playing.create_task(player.play())
            await ledger.until(lambda: len(ledger.acknowledged) >= 30, "the first actions")
            await breaks(server)
            await heals(server)
            done = len(ledger.acknowledged)
            await ledger.until(lambda: len(ledger.acknowledged) > done, "play after that")
            await ledger.until(lambda: all(player.over for player in everybody), "the end")
        await audit(server.context.store, ledger, everybody)


def _more(ledger: Ledger, done: int) -> bool:
    return len(ledger.acknowledged) > done


async def refused(ledger: Ledger) -> None:
    """Wait until people hear that the database is away, over their sockets."""
    before = ledger.refused["store_down"] + ledger.byes["store_down"]
    await ledger.until(
        lambda: ledger.refused["store_down"] + ledger.byes["store_down"] > before, "a refusal"
    )


async def health(server: Server) -> httpx.Response:
    """How the server says it is."""
    async with httpx.AsyncClient(base_url=server.address, timeout=BOUND) as http:
        return await http.get("/health")


def test_play_resumes_when_there_is_room_on_the_disk(tmp_path: Path) -> None:
    ledger = Ledger()
    folder = tmp_path / "tiny"
    folder.mkdir()
    with mounted(folder, "size=4m") as disk:
        ballast = disk / "ballast"

        async def fill(server: Server) -> None:
            with suppress(OSError), ballast.open("wb", buffering=0) as file:
                while True:
                    file.write(b"x" * 4096)
            await refused(ledger)
            assert len(server.context.house.rooms) == 3

        async def make_room(server: Server) -> None:
            ballast.unlink()
            assert (await health(server)).status_code == 200

        run(play_over(file_url(disk / "games.db"), ledger, fill, make_room))
    assert ledger.refused["store_down"] > 0


def test_play_resumes_when_the_database_is_back(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_module, "_SECONDS", 1.0)
    ledger = Ledger()

    async def test() -> None:
        async with cable_to(postgres_url) as (url, cable):

            async def pull(server: Server) -> None:
                cable.pull()
                await refused(ledger)
                answer = await health(server)
                assert answer.status_code == 503
                assert answer.json()["refusal"]["reason"] == "store_down"

            async def plug(_: Server) -> None:
                cable.plugged = True

            await play_over(url, ledger, pull, plug)

    run(test())


def test_play_goes_on_when_the_database_ends_connections(postgres_url: str) -> None:
    ledger = Ledger()

    async def terminate(_: Server) -> None:
        admin = await asyncpg.connect(postgres_url)
        try:
            ended = 0
            while ended < 5:
                ended += await admin.fetchval(TERMINATE)
                done = len(ledger.acknowledged)
                await ledger.until(partial(_more, ledger, done), "play")
        finally:
            await admin.close()

    async def wait(_: Server) -> None:
        return

    run(play_over(postgres_url, ledger, terminate, wait))

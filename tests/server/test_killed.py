"""Whatever happens to the process: no acknowledged action is lost, none is carried out twice."""

import asyncio
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from client import someone
from conftest import DEEP, count
from databases import BOUND, missing, opened, run
from serving import Spawned, spawned
from steady import OPTIONS, Ledger, Player, audit, gather

pytestmark = pytest.mark.timeout(3600 if DEEP else 600)
RULES = "standard(max_deals=1)"
TABLES = 3


async def crowd(ledger: Ledger, seed: str) -> list[Player]:
    """People at some tables, from one to three at each; bots have the other places."""
    tables = [await gather(ledger, 1 + n % 4, f"{seed}-{n}", RULES) for n in range(TABLES)]
    return [player for players in tables for player in players]


def play_through(
    url: str, log: Path, rounds: int, end: Callable[[Spawned], object]
) -> tuple[Ledger, list[Player]]:
    """Have people play while the server is ended and started again; what they heard is checked."""
    chance = random.Random(4)
    ledger = Ledger()
    everybody: list[Player] = []

    def start(stack: ExitStack) -> Spawned:
        server = stack.enter_context(spawned(url, log))
        ledger.addresses = [server.address]
        return server

    def all_over() -> bool:
        return all(player.over for player in everybody)

    async def reached(enough: int, what: str) -> None:
        await ledger.until(lambda: len(ledger.acknowledged) >= enough or all_over(), what)

    async def test() -> None:
        with ExitStack() as stack:
            async with asyncio.TaskGroup() as playing:
                server = start(stack)
                for n in range(rounds):
                    if all_over() or n % 3 == 2:
                        new = await crowd(ledger, str(n))
                        everybody.extend(new)
                        for player in new:
                            playing.create_task(player.play())
                    enough = len(ledger.acknowledged) + chance.randrange(1, 60)
                    await reached(enough, f"acknowledgement {enough} of round {n}")
                    end(server)
                    server = start(stack)
                await ledger.until(all_over, "the end")
            server.stop()
        async with opened(url) as store:
            await audit(store, ledger, everybody)

    asyncio.run(test())
    return ledger, everybody


def test_a_kill_loses_nothing(sqlite_url: str, tmp_path: Path) -> None:
    ledger, everybody = play_through(sqlite_url, tmp_path / "log", count(50), Spawned.kill)
    assert sum(player.connections for player in everybody) > len(everybody)
    assert not ledger.refused
    assert not ledger.byes


def test_a_kill_loses_nothing_in_postgresql(postgres_url: str, tmp_path: Path) -> None:
    rounds = 50 if DEEP else 2
    ledger, everybody = play_through(postgres_url, tmp_path / "log", rounds, Spawned.kill)
    assert sum(player.connections for player in everybody) > len(everybody)
    assert not ledger.refused
    assert not ledger.byes


def test_who_is_connected_is_told_when_the_server_stops(sqlite_url: str, tmp_path: Path) -> None:
    def stop(server: Spawned) -> None:
        assert server.stop() in {0, -signal.SIGTERM}

    ledger, _ = play_through(sqlite_url, tmp_path / "log", count(20), stop)
    assert ledger.byes["going_down"] > 0
    assert ledger.byes.keys() == {"going_down"}
    assert not ledger.refused.keys() - {"going_down", "store_down"}


def test_an_acknowledgement_comes_after_the_sync(sqlite_url: str, tmp_path: Path) -> None:
    strace = shutil.which("strace")
    if strace is None:
        missing("there is no strace on this machine; install it")
        return
    trace = tmp_path / "calls"
    calls = "trace=fsync,fdatasync,pwrite64,write,writev,sendto,sendmsg"
    serving = [sys.executable, "-m", "spadille", "serve", "--port", "0", "--thinkers", "1"]
    command = [strace, "-f", "-y", "-s", "65536", "-e", calls, "-o", str(trace), *serving]
    log = tmp_path / "log"
    with (
        log.open("w") as errors,
        subprocess.Popen(
            [*command, "--database", sqlite_url],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,
        ) as process,
    ):
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            if "http://" not in line and "ptrace" in log.read_text().lower():
                missing(f"strace may not be used here ({log.read_text().strip()})")
            run(act(line.split()[-1]))
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(BOUND)
    assert happened(trace.read_text()) == ["written", "synced", "acknowledged"]


async def act(address: str) -> None:
    """Look at one's cards, or bid: an action by the name `act7`."""
    person = await someone(address)
    table = await person.open(RULES, start=True, **OPTIONS)
    async with person.at(table.table) as client:
        await client.until(lambda: client.turn, "one's turn")
        await client.act(client.seen.legal[0], "act7")


def happened(calls: str) -> list[str]:
    """What a trace tells of the action `act7` until it is acknowledged, in order.

    A call that another interrupts in the trace is `unfinished`; it counts when it is `resumed`,
    but for words to a client, which may arrive before that.
    """
    found: list[str] = []
    begun: dict[str, str] = {}
    for line in calls.splitlines():
        thread, _, call = line.partition(" ")
        call = call.strip()
        said = r'(write|writev|sendto|sendmsg)\(\d+<(TCP|socket).*\\"reply\\":\\"act7\\"'
        if re.match(said, call):
            return [*found, "acknowledged"]
        if call.endswith("<unfinished ...>"):
            begun[thread] = call
            continue
        if call.startswith("<... "):
            call = begun.pop(thread) + call
        if re.match(r"pwrite64\(\d+<[^>]*-wal>.*act7", call):
            found.append("written")
        elif found[-1:] == ["written"] and re.match(r"f(data)?sync\(\d+<[^>]*-wal>.*= 0$", call):
            found.append("synced")
    return found


WRITTEN = r'7 pwrite64(9</tmp/games.db-wal>, "{\"command\":\"act7\"}", 4096, 0) = 4096' + "\n"
SYNCED = "7 fdatasync(9</tmp/games.db-wal> <unfinished ...>\n7 <... fdatasync resumed>) = 0\n"
SAID = r'6 write(8<TCP:[1]>, "{\"reply\":\"act7\"}", 8) = 8' + "\n"


@pytest.mark.parametrize("order", [WRITTEN + SAID + SYNCED, WRITTEN + SAID, SAID])
def test_the_reading_of_a_trace_can_fail(order: str) -> None:
    assert happened(order) != ["written", "synced", "acknowledged"]
    assert happened(WRITTEN + SYNCED + SAID) == ["written", "synced", "acknowledged"]

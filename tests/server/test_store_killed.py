"""What was acknowledged is there, whenever the process was killed."""

import random
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from conftest import count
from databases import missing, opened, run

from spadille.server.store import Store

CHILD = Path(__file__).parent.parent / "store_child.py"
ROOMS = 30


async def check(store: Store, acknowledged: dict[str, int]) -> None:
    """All rooms have what was acknowledged, without gaps, and the deals of their entries."""
    for n in range(ROOMS):
        room = f"room{n}"
        entries = await store.entries(room)
        numbers = [seq for seq, _ in entries]
        assert numbers == list(range(1, len(entries) + 1))
        assert len(entries) >= acknowledged[room]
        assert [body for _, body in entries] == [b'{"seq":%d}' % seq for seq in numbers]
        assert [deal.number for deal in await store.deals.of_room(room)] == numbers


def test_nothing_acknowledged_is_lost_by_a_kill(database_url: str) -> None:
    chance = random.Random(4)
    acknowledged: dict[str, int] = defaultdict(int)

    async def look() -> None:
        async with opened(database_url) as store:
            await check(store, acknowledged)

    for _ in range(count(20)):
        command = [sys.executable, str(CHILD), database_url, str(ROOMS)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == b"ready\n"
            for _ in range(chance.randrange(1, 40 * ROOMS)):
                room, seq = child.stdout.readline().decode().split()
                acknowledged[room] = int(seq)
            child.kill()
            # What it still said before it died counts; only the last line may be cut off.
            for line in child.stdout.read().split(b"\n")[:-1]:
                room, seq = line.decode().split()
                acknowledged[room] = int(seq)
        run(look())
    assert sum(acknowledged.values()) > 0


def test_an_acknowledgement_comes_after_the_sync(sqlite_url: str, tmp_path: Path) -> None:
    strace = shutil.which("strace")
    if strace is None:
        missing("there is no strace on this machine; install it")
        return
    log = tmp_path / "calls"
    calls = "trace=fsync,fdatasync,write,pwrite64"
    tracing = [strace, "-f", "-y", "-e", calls, "-o", str(log)]
    command = [*tracing, sys.executable, str(CHILD), sqlite_url, "1", "1"]
    traced = subprocess.run(command, capture_output=True, check=False)
    if traced.returncode and b"ptrace" in traced.stderr.lower():
        missing(f"strace may not be used here ({traced.stderr.decode().strip()})")
    assert traced.stdout == b"ready\nroom0 1\n"
    happened = events(log.read_text())
    commit = happened[happened.index("ready") : happened.index("acknowledged")]
    assert "written" in commit
    assert commit[-1] == "synced"


def events(calls: str) -> list[str]:
    """What a trace tells of the log of a database and of its process's words, in order.

    A call that another interrupts in the trace is `unfinished`; it counts when it is `resumed`.
    """
    found = []
    begun: dict[str, str] = {}
    for line in calls.splitlines():
        thread, _, call = line.partition(" ")
        call = call.strip()
        if call.endswith("<unfinished ...>"):
            begun[thread] = call
            continue
        if call.startswith("<... "):
            call = begun.pop(thread) + call
        if re.search(r"write\(1<.*ready", call):
            found.append("ready")
        elif re.search(r"write\(1<.*room0 1", call):
            found.append("acknowledged")
        elif re.match(r"f(data)?sync\(\d+<[^>]*-wal>.*= 0$", call):
            found.append("synced")
        elif re.match(r"p?write(64)?\(\d+<[^>]*-wal>.*= \d+$", call):
            found.append("written")
    return found


@pytest.mark.parametrize("order", ["synced too late", "not synced"])
def test_the_reading_of_a_trace_can_fail(order: str) -> None:
    synced = "7 fdatasync(9</tmp/games.db-wal> <unfinished ...>\n7 <... fdatasync resumed>) = 0\n"
    said = '6 write(1<pipe:[1]>, "room0 1\\n", 8) = 8\n'
    written = '7 pwrite64(9</tmp/games.db-wal>, "..."..., 4096, 0) = 4096\n'
    late = events(written + said + (synced if order == "synced too late" else ""))
    assert late[:2] == ["written", "acknowledged"]
    assert events(written + synced + said) == ["written", "synced", "acknowledged"]

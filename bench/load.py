"""Load on a server: many tables on loopback, each with clients that act once a second.

A client that has to act chooses one of its legal actions, a second after the last action at its
table on average: people do not beat time, and tables that do fall into step after every delay.
Measured are the times from sending an action until every seat has its row, and the memory and
processor time of the server. The server is started for this and stopped again; the clients are in
this process, on the same processors.
"""

import asyncio
import json
import random
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
import msgspec
import psutil
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from spadille.server.collecting import collect_seldom
from spadille.server.people import People
from spadille.server.store import Store

PAUSE: Final = (0.5, 1.5)
"""Seconds from an action until the next one, evenly spread."""
WARM_UP: Final = 10.0
OPENING: Final = 16
"""So many tables are made at once."""
PATIENCE: Final = 120.0
UNWANTED: Final = ("claim", "ask_undo")


class Message(msgspec.Struct):
    """What a client has to know of every message."""

    type: str
    seq: int = 0
    reply: str | None = None
    id: str = ""


class Seen(msgspec.Struct):
    """The part of a view by which a client acts."""

    log: int
    legal: list[dict[str, Any]] = []


class Turn(msgspec.Struct):
    """A message with such a view."""

    view: Seen | None = None


_MESSAGE: Final = msgspec.json.Decoder(Message)
_TURN: Final = msgspec.json.Decoder(Turn)


class Times(NamedTuple):
    """What was measured: actions, and times in milliseconds; memory in megabytes.

    `processor` are microseconds of the server's processor time for each action, `share` how much
    of one processor it used, and `own` how much the clients did. `bots_p99` are times from an
    action until the next bot's; `shrunk` is the part of the bots' decisions that were thought out
    with less work, `simple` that of those left to the simple bot.
    """

    tables: int
    seconds: float
    actions: int
    median: float
    p99: float
    most: float
    memory: float
    processor: float
    share: float
    own: float
    bots_p99: float
    shrunk: float
    simple: float


class Server:
    """Processes that serve one database."""

    def __init__(self, processes: Sequence[subprocess.Popen[str]], addresses: list[str]) -> None:
        self.processes, self.addresses = processes, addresses
        self._all = [psutil.Process(process.pid) for process in processes]

    def memory(self) -> float:
        """Megabytes of the largest process, those of bots aside."""
        return float(max(process.memory_info().rss for process in self._all)) / 1e6

    def processor(self) -> float:
        """Seconds of processor time of all processes, those of bots aside."""
        times = [process.cpu_times() for process in self._all]
        return float(sum(found.user + found.system for found in times))


@asynccontextmanager
async def served(database: str, redis: str = "", processes: int = 1) -> AsyncIterator[Server]:
    """A server for as long as it is needed."""
    started: list[subprocess.Popen[str]] = []
    command = [sys.executable, "-m", "spadille", "serve", "--port", "0", "--database", database]
    command += ["--allowance", "1000"] + (["--redis", redis] if redis else [])
    try:
        started += await asyncio.to_thread(_start, command, processes)
        addresses = [await asyncio.to_thread(_address, process) for process in started]
        yield Server(started, addresses)
    finally:
        for process in started:
            process.send_signal(signal.SIGTERM)
        for process in started:
            process.wait(30)


def _start(command: Sequence[str], processes: int) -> list[subprocess.Popen[str]]:
    return [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for _ in range(processes)
    ]


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    if found is None:
        raise SystemExit("the server does not start; run `spadille serve` to see why")
    return found[0]


async def tokens(database: str, count: int) -> list[str]:
    """Tokens of new people, made without asking a server for each."""
    store = await Store.open(database, clock=lambda: time.time_ns() // 1_000_000)
    try:
        people = await People.open(store)
        places = asyncio.Semaphore(64)

        async def token(number: int) -> str:
            async with places:
                return (await people.new_person(f"2001:db8:{number:x}::"))[1]

        return list(await asyncio.gather(*(token(number) for number in range(count))))
    finally:
        await store.close()


class Table:
    """A table with its clients, and how long its actions took."""

    def __init__(self, addresses: Sequence[str], tokens_: Sequence[str], bots: str | None) -> None:
        self.addresses, self.tokens, self.bots = addresses, tokens_, bots
        self.times: list[float] = []
        self.bot_times: list[float] = []
        self.sockets: list[ClientConnection] = []
        self._sent: dict[str, float] = {}
        self._mine: dict[int, float] = {}
        self._got: dict[int, list[float]] = {}
        self._last: float | None = None
        self._table = ""
        self._tasks: set[asyncio.Task[None]] = set()

    def forget(self) -> None:
        """Begin to measure."""
        self.times.clear()
        self.bot_times.clear()

    async def open(self, client: httpx.AsyncClient) -> None:
        """Make the table and connect its clients."""
        body = {"name": "Ada", "start": self.bots is not None, "options": {"grace": 3600}}
        if self.bots is not None:
            body["options"] = {"bots": self.bots}
        answer = await client.post(
            f"{self.addresses[0]}/api/tables",
            json=body,
            headers={"authorization": f"Bearer {self.tokens[0]}"},
        )
        answer.raise_for_status()
        self._table = answer.json()["table"]
        for seat, token in enumerate(self.tokens):
            address = self.addresses[seat % len(self.addresses)].replace("http", "ws", 1)
            socket = await connect(
                f"{address}/api/tables/{self._table}/socket",
                additional_headers={"authorization": f"Bearer {token}"},
                compression=None,
                ping_interval=None,
                open_timeout=PATIENCE,
            )
            if seat:
                await socket.send(json.dumps({"do": "sit", "id": "sit", "player": seat}))
            self.sockets.append(socket)

    async def play(self) -> None:
        """Play until cancelled."""
        await asyncio.gather(*(self._listen(socket) for socket in self.sockets))

    async def close(self) -> None:
        """Leave."""
        await asyncio.gather(*(socket.close() for socket in self.sockets), return_exceptions=True)

    async def _listen(self, socket: ClientConnection) -> None:
        loop = asyncio.get_running_loop()
        with_bots = self.bots is not None
        try:
            async for text in socket:
                now = time.perf_counter()
                message = _MESSAGE.decode(text)
                if message.type == "update":
                    self._count(message, now)
                    if with_bots and message.reply is None and self._last is not None:
                        self.bot_times.append(now - self._last)
                    self._last = now
                elif message.type == "ping":
                    await socket.send(json.dumps({"do": "pong", "id": message.id}))
                if '"legal":' in text:
                    view = _TURN.decode(text).view
                    if view is not None and view.legal:
                        loop.call_later(random.uniform(*PAUSE), self._act, socket, view)
        except ConnectionClosed:
            return

    def _count(self, message: Message, now: float) -> None:
        """Note that a client has a row, and when all have it."""
        if message.reply is not None and message.reply in self._sent:
            self._mine[message.seq] = self._sent.pop(message.reply)
        got = self._got.setdefault(message.seq, [])
        got.append(now)
        if len(got) == len(self.sockets):
            del self._got[message.seq]
            sent = self._mine.pop(message.seq, None)
            if sent is not None:
                self.times.append(now - sent)

    def _act(self, socket: ClientConnection, view: Seen) -> None:
        wishes = [one for one in view.legal if one["do"] not in UNWANTED] or view.legal
        key = secrets.token_hex(8)
        order = {"do": "act", "id": key, "action": random.choice(wishes), "log": view.log}
        self._sent[key] = time.perf_counter()
        task = asyncio.create_task(self._send(socket, json.dumps(order)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, socket: ClientConnection, text: str) -> None:
        try:
            await socket.send(text)
        except ConnectionClosed:
            return


async def run(
    server: Server, people: Sequence[str], *, clients: int, seconds: float, bots: str | None = None
) -> Times:
    """Load a server with a table for each group of people."""
    groups = [people[n : n + clients] for n in range(0, len(people), clients)]
    tables = [Table(server.addresses, group, bots) for group in groups]
    places, playing = asyncio.Semaphore(OPENING), []
    limits = httpx.Limits(keepalive_expiry=2)  # sooner than the server closes what is idle
    async with httpx.AsyncClient(timeout=PATIENCE, limits=limits) as client:

        async def begin(table: Table) -> None:
            async with places:
                await table.open(client)
            playing.append(asyncio.create_task(table.play()))

        await asyncio.gather(*(begin(table) for table in tables))
        collect_seldom()  # a pause of the clients would count as one of the server
        await asyncio.sleep(WARM_UP)
        for table in tables:
            table.forget()
        moves = await _moves(client, server.addresses)
        processor, own, begun = server.processor(), time.process_time(), time.perf_counter()
        await asyncio.sleep(seconds)
        took = time.perf_counter() - begun
        processor, own = server.processor() - processor, time.process_time() - own
        memory = server.memory()
        moves = await _moves(client, server.addresses) - moves
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await asyncio.gather(*(table.close() for table in tables))
    times = sorted(one for table in tables for one in table.times)
    waits = sorted(one for table in tables for one in table.bot_times)
    return Times(
        tables=len(tables),
        seconds=took,
        actions=len(times),
        median=1000 * at(times, 0.5),
        p99=1000 * at(times, 0.99),
        most=1000 * at(times, 1),
        memory=memory,
        processor=1e6 * processor / max(1, len(times) + len(waits)),
        share=processor / took,
        own=own / took,
        bots_p99=1000 * at(waits, 0.99),
        shrunk=moves["shrunk"] / max(1, moves["all"]),
        simple=moves["simple"] / max(1, moves["all"]),
    )


async def _moves(client: httpx.AsyncClient, addresses: Sequence[str]) -> Counter[str]:
    """How many decisions bots have taken so far, by how much work went into them."""
    counts: Counter[str] = Counter()
    for address in addresses:
        text = (await client.get(f"{address}/metrics")).text
        for kind, count in re.findall(
            r"^spadille_bot_moves(|_shrunk|_simple)_total (\S+)", text, re.MULTILINE
        ):
            counts[kind.removeprefix("_") or "all"] += int(float(count))
    return counts


def at(times: Sequence[float], part: float) -> float:
    """The time below which a part of sorted times lies."""
    return times[min(len(times) - 1, int(part * len(times)))] if times else float("nan")


async def measure(  # noqa: PLR0913 - what a load is made of
    database: str | None,
    tables: int,
    *,
    clients: int = 4,
    seconds: float = 120,
    processes: int = 1,
    redis: str = "",
    bots: str | None = None,
) -> Times:
    """Serve a database, by default a new one in a file, and load it."""
    with tempfile.TemporaryDirectory() as folder:
        url = database or f"sqlite:///{Path(folder) / 'load.db'}"
        people = await tokens(url, tables * clients)
        async with served(url, redis, processes) as server:
            return await run(server, people, clients=clients, seconds=seconds, bots=bots)

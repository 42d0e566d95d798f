"""Floods of everything: limits hold, memory stays bounded, other people play on."""

import asyncio
import gc
import json
import random
import re
import socket as sockets
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import httpx
import pytest
from client import Client, Someone, connected, drop, someone
from conftest import count
from databases import BOUND, run
from serving import Server, served
from websockets.exceptions import ConnectionClosed

from spadille.server import connections
from spadille.server import session as session_module
from spadille.server.messages import Bye, Reply, TableInfo
from spadille.server.session import OUTBOX, Session
from spadille.view import View

RULES: Final = "standard(max_deals=1)"


@asynccontextmanager
async def table(url: str, **how: Any) -> AsyncIterator[tuple[Server, Someone, TableInfo, Client]]:
    """A server with a table of somebody, and somebody who is at another one all the time."""
    async with served(url, **how) as server:
        host, other = await someone(server.address), await someone(server.address)
        mine, theirs = await host.open(RULES, start=True), await other.open(RULES, start=True)
        async with other.at(theirs.table) as calm:
            yield server, host, mine, calm
            await calm.do("ping")


async def until(condition: Any, what: str) -> None:
    """Wait until something of the server is true."""
    try:
        async with asyncio.timeout(BOUND):
            while not condition():  # noqa: ASYNC110 - the server tells nobody
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(f"it never came: {what}") from None


def test_a_flood_of_messages_ends_its_connection(sqlite_url: str) -> None:
    async def test() -> None:
        async with table(sqlite_url) as (_, host, mine, calm):
            async with host.at(mine.table) as client:
                with suppress(ConnectionClosed):
                    for n in range(5000):
                        await client.say("ping", f"p{n}")
                bye = await client.end()
                assert isinstance(bye, Bye)
                assert bye.reason == "strikes"
                answers = [one for one in client.messages if isinstance(one, Reply)]
                refused = {one.refusal.reason for one in answers if one.refusal is not None}
                assert refused == {"too_fast"}
                assert len(client.messages) < 4000
            async with host.at(mine.table) as client:
                with suppress(ConnectionClosed):
                    for _ in range(500):
                        await client.socket.send("no message")
                bye = await client.end()
                assert isinstance(bye, Bye)
                assert bye.reason == "strikes"
            assert not calm.closed

    run(test())


def test_who_says_too_much_is_heard_less(sqlite_url: str) -> None:
    async def test() -> None:
        async with table(sqlite_url) as (_, host, mine, _), host.at(mine.table) as client:
            answers = [await client.ask("say", text=f"text {n}") for n in range(10)]
            refused = [one for one in answers if isinstance(one, Reply) and one.refusal]
            assert len(refused) >= 4
            assert len(client.said) == 10 - len(refused)

    run(test())


def test_hints_are_not_asked_for_without_end(sqlite_url: str) -> None:
    async def test() -> None:
        async with table(sqlite_url, thinkers=1) as (_, host, mine, calm):
            async with host.at(mine.table) as client:
                await client.until(lambda: client.turn, "one's turn")
                keys = [await client.say("hint") for _ in range(50)]
                answers = [await client.answer(key) for key in keys]
                refused = [one for one in answers if isinstance(one, Reply)]
                reasons = {one.refusal.reason for one in refused if one.refusal is not None}
                assert reasons == {"no_hint"}
                assert len(refused) < len(keys)
            await calm.until(lambda: calm.turn, "one's turn")

    run(test())


def test_a_message_that_is_too_large_is_not_taken(sqlite_url: str) -> None:
    async def test() -> None:
        async with table(sqlite_url) as (_, host, mine, _):
            fits = json.dumps({"do": "say", "id": "a", "text": "x" * 15_000})
            large = json.dumps({"do": "say", "id": "a", "text": "x" * 16_384})
            async with host.at(mine.table) as client:
                await client.socket.send(fits)
                await client.until(lambda: "" in client.answers, "that it is malformed")
                with suppress(ConnectionClosed):
                    await client.socket.send(large)
                await client.end()
                assert client.socket.close_code == 1009
            async with host.at(mine.table) as client:
                with suppress(ConnectionClosed):
                    await client.socket.send(large[n : n + 100] for n in range(0, 16_400, 100))
                await client.end()
            for path in ("/api/tables", "/api/me/account", "/api/log_in"):
                answer = await host.call("POST", path, {"name": "x" * 70_000})
                assert answer.status_code == 413
                assert answer.json()["refusal"]["reason"] == "too_large"
            # In parts that come without end, too.
            async with httpx.AsyncClient(base_url=host.address, headers=host.headers) as http:
                with suppress(httpx.WriteError, httpx.ReadError):
                    answer = await http.post("/api/tables", content=endless())
                    assert answer.status_code == 413

    run(test())


async def endless() -> AsyncIterator[bytes]:
    """A body that is far too long."""
    for _ in range(2000):
        yield b" " * 4096


def test_tables_persons_and_connections_are_limited(sqlite_url: str) -> None:
    async def test() -> None:
        # A tenth of what is usual, so that the flood need not be large.
        async with table(sqlite_url, allowance=0.1) as (server, host, mine, calm):
            made = [await host.call("POST", "/api/tables", {}) for _ in range(3)]
            assert made[-1].status_code == 429
            assert made[-1].json()["refusal"]["reason"] == "too_fast"
            people = [await enter(server) for _ in range(6)]
            assert people[-1].status_code == 429
            assert people[-1].json()["refusal"]["reason"] == "too_fast"
            assert len(server.context.house.rooms) <= 3
            ended = await asyncio.gather(*(knock(host, mine.table) for _ in range(60)))
            assert set(ended) == {None, "too_fast"}
            guesses = [await host.call("GET", f"/api/tables/{n}") for n in range(20)]
            assert {answer.status_code for answer in guesses} == {404, 429}
            assert not calm.closed

    run(test())


async def enter(server: Server) -> httpx.Response:
    """Ask for a token as somebody new."""
    async with httpx.AsyncClient(base_url=server.address, timeout=BOUND) as http:
        return await http.post("/api/me")


async def knock(who: Someone, name: str) -> str | None:
    """Connect, and go; why one was turned away."""
    async with connected(who, name) as client:
        return None if client.bye is None else client.bye.reason


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that wait for nobody."""
    monkeypatch.setattr(connections, "ASKING", 0.5)
    monkeypatch.setattr(connections, "ANSWERING", 0.5)
    monkeypatch.setattr(connections, "LEAVING", 0.2)
    monkeypatch.setattr(session_module, "LEAVING", 0.2)


def plain(server: Server, sent: Iterable[bytes], buffer: int = 4096) -> sockets.socket:
    """A plain connection on which something was sent, and which reads only when it is asked to."""
    host, port = re.findall(r"//(.*):(\d+)", server.address)[0]
    made = sockets.socket()
    made.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, buffer)
    made.connect((host, int(port)))
    for part in sent:
        made.sendall(part)
    made.settimeout(0)
    return made


async def until_cut(one: sockets.socket) -> bytes:
    """Read until the server ends a connection; what it said."""
    loop, got = asyncio.get_running_loop(), b""
    with suppress(ConnectionError):
        async with asyncio.timeout(BOUND):
            while part := await loop.sock_recv(one, 65536):
                got += part
    one.close()
    return got


@pytest.mark.usefixtures("hurried")
def test_slow_requests_are_cut_off(sqlite_url: str) -> None:
    async def test() -> None:
        async with table(sqlite_url, allowance=100) as (server, host, mine, _):
            upgrade = f"GET /api/tables/{mine.table}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websock"
            begun = [b"", b"GET", b"GET / HTTP/1.1\r\nHost: x\r\nX-", upgrade.encode()]
            begun += [b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"]
            begun += [b"GET /api/me HTTP/1.1\r\nHost: x\r\n\r\nGET /api/me HTT"]
            slow = [plain(server, [sent]) for sent in begun * 10]
            assert (await host.call("GET", "/health")).status_code == 200
            await asyncio.gather(*(until_cut(one) for one in slow))
            endless = plain(server, [b"GET / HTTP/1.1\r\n"])
            loop = asyncio.get_running_loop()
            with suppress(ConnectionError):
                for n in range(10_000):
                    await loop.sock_sendall(endless, b"X-%d: %s\r\n" % (n, b"x" * 100))
            said = await until_cut(endless)
            assert said[:13] in {b"", b"HTTP/1.1 431 "}

    run(test())


@pytest.mark.usefixtures("hurried")
def test_who_does_not_read_is_cut_off(sqlite_url: str) -> None:
    async def test() -> None:
        async with table(sqlite_url, allowance=100) as (server, host, mine, _):
            house = server.context.house
            room = house.rooms[mine.table]
            before = set(house.sessions)
            deaf = plain(server, [handshake(host, mine.table)])
            await until(lambda: room.audience.listeners, "the connection")
            (found,) = house.sessions - before
            assert isinstance(found, Session)
            held = 0
            for _ in range(4 * OUTBOX):
                found.send('"' + "x" * 65_536 + '"')
                held = max(held, len(found._outbox))  # noqa: SLF001 - it is not seen outside
                await asyncio.sleep(0)
            assert held <= OUTBOX
            # It says that it is there, but does not listen.
            with suppress(OSError):
                deaf.send(frame(b'{"do":"ping","id":"p"}'))
            await until(lambda: found not in house.sessions, "its end")
            await until(lambda: not room.audience.listeners, "its end in the room")
            await until_cut(deaf)

    run(test())


@pytest.mark.usefixtures("hurried")
def test_pings_without_end_are_not_answered_without_end(sqlite_url: str) -> None:
    async def test() -> None:
        async with table(sqlite_url, allowance=100) as (server, host, mine, _):
            loop = asyncio.get_running_loop()
            for flood in (frame(b"x", 0x89), frame(b"", 0x01) + 200 * frame(b"", 0x00)):
                pinging = plain(server, [handshake(host, mine.table)])
                with suppress(ConnectionError):
                    for _ in range(2000):
                        await loop.sock_sendall(pinging, flood)
                assert len(await until_cut(pinging)) < 100_000

    run(test())


def handshake(who: Someone, name: str) -> bytes:
    """The request of a WebSocket."""
    return (
        f"GET /api/tables/{name}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Sec-WebSocket-Version: 13\r\nAuthorization: Bearer {who.token}\r\n\r\n"
    ).encode()


def frame(text: bytes, first: int = 0x81) -> bytes:
    """A frame of a client, under a mask of zeros."""
    return bytes([first, 0x80 | len(text)]) + bytes(4) + text


@pytest.mark.usefixtures("hurried")
def test_an_answer_that_nobody_takes_is_given_up(sqlite_url: str) -> None:
    async def test() -> None:
        async with table(sqlite_url, allowance=100) as (server, _, _, _):
            asked = b"GET /api/schema/view HTTP/1.1\r\nHost: x\r\n\r\n"
            deaf = [plain(server, [asked * 400]) for _ in range(5)]
            await asyncio.gather(*(until_cut_without_reading(one) for one in deaf))

    run(test())


async def until_cut_without_reading(one: sockets.socket) -> None:
    """Write until the server ends a connection."""
    async with asyncio.timeout(BOUND):
        with suppress(ConnectionError):
            while True:
                with suppress(BlockingIOError):
                    one.send(b"G")
                await asyncio.sleep(0.05)
    one.close()


def test_who_says_nothing_is_taken_for_gone(sqlite_url: str) -> None:
    async def test() -> None:
        async with table(sqlite_url, heartbeat=0.2) as (server, host, mine, _):
            async with host.at(mine.table) as client:
                client.pings = False
                bye = await client.end()
                assert isinstance(bye, Bye)
                assert bye.reason == "silent"
            room = server.context.house.rooms[mine.table]
            await until(lambda: not room.state.places[0].at, "that he is gone")

    run(test())


def test_connections_that_are_lost_leave_nothing_behind(sqlite_url: str) -> None:
    chance = random.Random(6)

    async def come_and_go(who: Someone, name: str, view: View | None) -> View | None:
        since = chance.choice([{}, {"since": 0}, {"since": 5}, {"since": 10**8}])
        async with who.at(name, **since) as client:
            assert client.player == 0
            if view is not None:
                assert client.seen.log >= view.log
            for _ in range(chance.randrange(3)):
                if client.turn and chance.random() < 0.5:
                    action = chance.choice(client.seen.legal)
                    await client.say("act", action=action, log=client.seen.log)
                else:
                    await client.say("ping")
            view = client.view
            if chance.random() < 0.8:
                await drop(client)
        return view

    async def test() -> None:
        async with served(sqlite_url, allowance=1000) as server:
            house = server.context.house
            people = [await someone(server.address) for _ in range(10)]
            tables = [(await one.open(RULES, start=True, bots="simple")).table for one in people]
            views: list[View | None] = [None] * len(people)
            tasks = len(asyncio.all_tasks())
            for _ in range(count(500) // 10):
                known = zip(people, tables, views, strict=True)
                views = list(await asyncio.gather(*(come_and_go(*one) for one in known)))
            rooms = [house.rooms[name] for name in tables]
            await until(lambda: not house.sessions, "the end of all sessions")
            await until(
                lambda: not any(room.state.places[0].at for room in rooms), "all to be gone"
            )
            assert not any(room.audience.listeners for room in rooms)
            await until(lambda: len(asyncio.all_tasks()) <= tasks, "the end of their tasks")
            gc.collect()
            assert not [found for found in gc.get_objects() if isinstance(found, Session)]

    run(test())

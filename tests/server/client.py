"""A client for tests: it speaks the protocol and checks what must hold of all that it hears."""

import asyncio
import itertools
import json
import ssl
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import cache
from typing import Any, Final
from urllib.parse import urlencode

import httpx
import msgspec
from databases import BOUND
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from spadille.game.actions import AnyAction
from spadille.server.entries import Status
from spadille.server.messages import (
    AnyMessage,
    Bye,
    Hinted,
    Ping,
    Pong,
    Proof,
    Reply,
    Saying,
    TableInfo,
    Update,
    Welcome,
)
from spadille.view import View

Choice = Callable[[View], AnyAction]
Answer = Update | Reply | Hinted | Pong
_IDS: Final = itertools.count()
"""For commands: no two of a person have the same, whichever connection they come over."""
_DECODER: Final = msgspec.json.Decoder(AnyMessage)


@cache
def _context() -> ssl.SSLContext:
    """Made once: it is never used over http, but slow to make."""
    return ssl.create_default_context()


def http_at(address: str) -> httpx.AsyncClient:
    """For requests to a server."""
    return httpx.AsyncClient(base_url=address, timeout=BOUND, verify=_context())


class Someone:
    """A person with his token at a server."""

    def __init__(self, address: str, token: str, person: str) -> None:
        self.address, self.token, self.person = address, token, person

    @property
    def headers(self) -> dict[str, str]:
        """What he sends with every request."""
        return {"authorization": f"Bearer {self.token}"}

    async def call(self, method: str, path: str, body: object = None) -> httpx.Response:
        """Make a request."""
        async with http_at(self.address) as http:
            content = None if body is None else msgspec.json.encode(body)
            return await http.request(method, path, content=content, headers=self.headers)

    async def open(self, rules: str = "standard", /, name: str = "", **more: Any) -> TableInfo:
        """Make a table; `start`, `player` and `promise` apart from its options."""
        body: dict[str, object] = {"name": name}
        for key in {"start", "player", "promise"} & more.keys():
            body[key] = more.pop(key)
        body["options"] = {"rules": rules} | more
        answer = await self.call("POST", "/api/tables", body)
        assert answer.status_code == 201, answer.text
        return msgspec.json.decode(answer.content, type=TableInfo)

    def at(self, table: str, **query: object) -> AbstractAsyncContextManager["Client"]:
        """A connection to a table."""
        return connected(self, table, None, **query)


async def someone(address: str) -> Someone:
    """A new person."""
    async with http_at(address) as http:
        told = (await http.post("/api/me")).json()
    return Someone(address, told["token"], told["person"])


class Client:
    """One connection of a person to a table.

    It keeps the last `view`, `table` and `seq`, and all that it heard: the texts in `heard`, the
    events in `events`, what was said in `said`, proofs by number in `proofs`.
    """

    def __init__(self, who: Someone, table: str, socket: ClientConnection) -> None:
        self.who, self.name, self.socket = who, table, socket
        self.since: int | None = None
        self.heard: list[str] = []
        self.messages: list[AnyMessage] = []
        self.events: list[Any] = []
        self.said: list[Saying] = []
        self.proofs: dict[int, Proof] = {}
        self.answers: dict[str, Answer] = {}
        self.view: View | None = None
        self.known: TableInfo | None = None
        self.player: int | None = None
        self.seq = 0
        self.bye: Bye | None = None
        self.closed = False
        self.pings = True
        self._news = asyncio.Event()

    @property
    def table(self) -> TableInfo:
        """What is known of the table."""
        assert self.known is not None
        return self.known

    @property
    def seen(self) -> View:
        """The view, once there is one."""
        assert self.view is not None
        return self.view

    async def listen(self) -> None:
        """Take in what comes, until the connection ends."""
        try:
            async for text in self.socket:
                assert isinstance(text, str)
                self.heard.append(text)
                message = _DECODER.decode(text)
                self.messages.append(message)
                self._take(message)
                if isinstance(message, Ping) and self.pings:
                    await self.socket.send(json.dumps({"do": "pong", "id": message.id}))
                self._wake()
        except ConnectionClosed:
            pass
        finally:
            self.closed = True
            self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    def _take(self, message: AnyMessage) -> None:
        assert self.bye is None, "nothing comes after the last message"
        match message:
            case Welcome():
                assert not self.seq, "one is welcomed once"
                self.seq = message.seq
                self.known, self.player, self.view = message.table, message.player, message.view
                self.said += message.said
            case Update():
                assert message.seq == self.seq + 1, "every row is told, in order, once"
                self.seq = message.seq
                self._update(message)
            case Bye():
                self.bye = message
            case Reply() | Hinted() | Pong():
                self.answers[message.reply] = message
            case Ping():
                pass
        if isinstance(message, Welcome | Update):
            self.events += message.events
            if message.view is not None:
                own = None if self.player is None else self.table.players[self.player].seat
                assert message.view.seat == own
                assert message.seq >= 1

    def _update(self, message: Update) -> None:
        if message.table is not None:
            self.known, self.player = message.table, message.player
        if message.view is not None:
            assert self.view is None or message.view.log >= self.view.log
            self.view = message.view
        self.said += message.said
        self.proofs |= {proof.number: proof for proof in message.proofs}
        if message.reply is not None:
            self.answers[message.reply] = message

    async def until(self, condition: Callable[[], object], what: str = "") -> None:
        """Wait until something is true; it is looked at again after every message."""
        try:
            async with asyncio.timeout(BOUND):
                while not condition():
                    news = self._news
                    assert not self.closed, f"the connection ended: {self.bye}, {what}"
                    await news.wait()
        except TimeoutError:
            last = self.heard[-3:]
            raise AssertionError(f"it never came: {what}; the last messages were {last}") from None

    async def until_row(self, seq: int) -> None:
        """Wait until a row is known."""
        await self.until(lambda: self.seq >= seq, f"row {seq}")

    async def until_log(self, log: int) -> None:
        """Wait until the view is that of a log of this length."""
        await self.until(lambda: self.view is not None and self.view.log >= log, f"log {log}")

    async def end(self) -> Bye | None:
        """Wait until the server ends the connection; its last message."""
        async with asyncio.timeout(BOUND):
            while not self.closed:
                await self._news.wait()
        return self.bye

    async def say(self, do: str, /, key: str | None = None, **fields: object) -> str:
        """Send a command and return its id."""
        key = key or f"c{next(_IDS)}"
        await self.socket.send(msgspec.json.encode({"do": do, "id": key} | fields).decode())
        return key

    async def answer(self, key: str) -> Answer:
        """The answer to a command."""
        await self.until(lambda: key in self.answers, f"the answer to {key}")
        return self.answers[key]

    async def ask(self, do: str, /, key: str | None = None, **fields: object) -> Answer:
        """Send a command and wait for its answer."""
        return await self.answer(await self.say(do, key, **fields))

    async def do(self, do: str, /, key: str | None = None, **fields: object) -> Answer:
        """Send a command that has to be carried out."""
        found = await self.ask(do, key, **fields)
        assert not isinstance(found, Reply) or found.refusal is None, found
        return found

    async def refused(self, do: str, /, **fields: object) -> str:
        """Send a command that has to be refused; for which reason."""
        found = await self.ask(do, None, **fields)
        assert isinstance(found, Reply), found
        assert found.refusal is not None, found
        assert found.refusal.sentence
        return found.refusal.reason

    async def act(self, action: AnyAction, key: str | None = None) -> Answer:
        """Act, by the present view."""
        return await self.do("act", key, action=action, log=self.seen.log)

    @property
    def turn(self) -> bool:
        """Whether one has to act."""
        return self.view is not None and self.view.seat in self.view.to_act

    @property
    def over(self) -> bool:
        """Whether the match is over, or has ended before its time."""
        ended = self.view is not None and self.view.winners is not None
        return ended or self.table.status in {Status.OVER, Status.CLOSED}

    async def play(self, choose: Choice, until: Callable[[], object] | None = None) -> None:
        """Act whenever one has to, until the match is over or something else is true.

        A choice by a view that somebody else has overtaken is made anew.
        """
        ended = until or (lambda: self.over)
        while True:
            await self.until(lambda: ended() or self.over or self.turn, "one's turn")
            if ended() or self.over:
                return
            view = self.seen
            found = await self.ask("act", action=choose(view), log=view.log)
            if isinstance(found, Reply) and found.refusal is not None:
                assert found.refusal.reason == "stale", found
                assert found.view is not None
                assert found.view.log > view.log


@asynccontextmanager
async def connected(
    who: Someone,
    table: str,
    headers: Mapping[str, str] | None = None,
    /,
    **query: object,
) -> AsyncIterator[Client]:
    """A connection to a table that has been welcomed, or told to go.

    Other headers than those of the person can be sent; `since`, `spoken`, `lang` are the query.
    """
    url = f"{who.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    if query:
        url += "?" + urlencode(query)
    sent = who.headers if headers is None else dict(headers)
    async with connect(url, additional_headers=sent, open_timeout=BOUND, max_size=None) as socket:
        client = Client(who, table, socket)
        since = query.get("since")
        client.since = since if isinstance(since, int) else None
        listening = asyncio.create_task(client.listen())
        try:
            async with asyncio.timeout(BOUND):
                while not client.messages and not client.closed:
                    await client._news.wait()  # noqa: SLF001 - it is ours
            yield client
        finally:
            await socket.close()
            await listening


async def drop(client: Client) -> None:
    """Lose a connection without a word, as a cut cable does."""
    client.socket.transport.abort()
    async with asyncio.timeout(BOUND):
        while not client.closed:
            await client._news.wait()  # noqa: SLF001 - it is ours


async def gathered(
    stack: AsyncExitStack,
    address: str,
    rules: str,
    people: int,
    *,
    queries: Sequence[Mapping[str, object]] = (),
    **options: Any,
) -> list[Client]:
    """People at a table whose match has begun, with bots in the other places."""
    crowd = [await someone(address) for _ in range(people)]
    table = await crowd[0].open(rules, "P0", **options)
    asked = [*queries, *[{}] * people]
    clients = [
        await stack.enter_async_context(one.at(table.table, **query))
        for one, query in zip(crowd, asked, strict=False)
    ]
    for number, client in enumerate(clients[1:], 1):
        await client.do("sit", name=f"P{number}")
    if people < len(table.players):
        await clients[0].do("start")
    return clients

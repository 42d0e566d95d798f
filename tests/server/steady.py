"""People who play on whatever happens: they come back, and send again what was not answered."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

from client import Client, Someone, connected, someone
from databases import BOUND
from websockets.exceptions import WebSocketException

from spadille.game.actions import AskUndo, Claim
from spadille.record import GameFile, check
from spadille.server.entries import Acted, Answered, AnyEntry, Said, decode
from spadille.server.messages import Reply, Update
from spadille.server.store import Store
from spadille.view import sees

OPTIONS: Final[dict[str, Any]] = {"bots": "simple", "grace": 3600}
"""Bots that think at once, and nobody replaced while the server is away."""
LOST: Final = (OSError, EOFError, WebSocketException, TimeoutError)


class Ledger:
    """What was acknowledged, by table and command, with its row; and where servers are now."""

    def __init__(self) -> None:
        self.addresses: list[str] = []
        self.acknowledged: dict[tuple[str, str], int] = {}
        self.refused: Counter[str] = Counter()
        self.byes: Counter[str] = Counter()
        self._news = asyncio.Event()

    def note(self, table: str, command: str, seq: int) -> None:
        known = self.acknowledged.setdefault((table, command), seq)
        assert known == seq, "a command has one row"
        self.wake()

    def wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def until(self, condition: Callable[[], object], what: str) -> None:
        """Wait until something is true; it is looked at after every acknowledgement."""
        try:
            async with asyncio.timeout(BOUND):
                while not condition():
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"it never came: {what}") from None


class Player:
    """A person at a table who plays at random until the match is over."""

    def __init__(
        self, ledger: Ledger, who: Someone, table: str, seed: str, starts: int = 0
    ) -> None:
        self.ledger, self.who, self.table, self.starts = ledger, who, table, starts
        self.chance = random.Random(seed)
        self.pending: tuple[str, str, dict[str, Any]] | None = None
        self.client: Client | None = None
        self.events: list[Any] = []
        self.seq = self.connections = self.actions = 0
        self.seat: int | None = None
        self.over = False

    def want(self, do: str, **fields: Any) -> None:
        """Send a command until it is answered."""
        self.pending = f"{do}-{self.chance.getrandbits(96):x}", do, fields

    async def play(self) -> None:
        """Play, over as many connections as it takes."""
        while not self.over:
            self.who.address = self.chance.choice(self.ledger.addresses)
            try:
                async with connected(self.who, self.table, since=self.seq) as client:
                    self.client = client
                    self.connections += 1
                    await self._attend(client)
            except LOST:
                pass
            if self.client is not None:
                self.events += self.client.events
                self.seq = max(self.seq, self.client.seq)
                if self.client.bye is not None:
                    self.ledger.byes[self.client.bye.reason] += 1
                self.client = None
            await asyncio.sleep(0.02)  # whoever is refused does not come back at once
        self.ledger.wake()

    async def _attend(self, client: Client) -> None:
        while not (client.closed or client.bye):
            if self.pending is None:
                self._choose(client)
            if self.over:
                return
            if self.pending is None:
                seq = client.seq
                await client.until(partial(_moved, client, seq), "a change")
                continue
            key, do, fields = self.pending
            client.answers.pop(key, None)
            await client.say(do, key, **fields)
            await client.until(partial(_answered, client, key), do)
            if key in client.answers:
                self.pending = None
                await self._heed(client, key, do, fields)

    def _choose(self, client: Client) -> None:
        view = client.view
        if client.table.status in {"over", "closed"}:
            self.over, self.seat = True, None if view is None else view.seat
        elif client.table.status == "gathering":
            if sum(player.person for player in client.table.players) == self.starts:
                self.want("start")
        elif view is not None:
            wishes = [a for a in view.legal if not isinstance(a, Claim | AskUndo)]
            self.actions += 1
            if wishes and self.actions % 15 == 0:
                self.want("say", text=f"{self.who.person} {self.actions}")
            elif wishes:
                self.want("act", action=self.chance.choice(wishes), log=view.log)

    async def _heed(self, client: Client, key: str, do: str, fields: dict[str, Any]) -> None:
        answer = client.answers[key]
        assert isinstance(answer, Reply | Update)
        refusal = answer.refusal if isinstance(answer, Reply) else None
        if refusal is None:
            assert answer.seq is not None
            self.ledger.note(self.table, key, answer.seq)
            return
        self.ledger.refused[refusal.reason] += 1
        assert refusal.sentence
        if refusal.reason == "store_down":
            self.pending = key, do, fields
            await asyncio.sleep(0.05)
        self.ledger.wake()


def _moved(client: Client, seq: int) -> bool:
    return client.closed or client.seq > seq


def _answered(client: Client, key: str) -> bool:
    return client.closed or key in client.answers


async def gather(ledger: Ledger, people: int, seed: str, rules: str) -> list[Player]:
    """People at a new table; its match begins when all of them are there."""
    crowd = [await someone(ledger.addresses[0]) for _ in range(people)]
    table = (await crowd[0].open(rules, "P0", **OPTIONS)).table
    players = [
        Player(ledger, who, table, f"{seed}-{n}", people if n == 0 and people < 4 else 0)
        for n, who in enumerate(crowd)
    ]
    for number, player in enumerate(players[1:], 1):
        player.want("sit", player=number, name=f"P{number}")
    return players


def entries_of(rows: Iterable[tuple[int, bytes]]) -> list[tuple[int, AnyEntry]]:
    """The entries of a table, each with its row."""
    return [(seq, entry) for seq, body in rows for entry in decode(body).entries]


def commands_of(entries: Iterable[tuple[int, AnyEntry]]) -> list[tuple[str, int]]:
    """The commands of people that were carried out, each with its row."""
    return [
        (entry.command, seq)
        for seq, entry in entries
        if isinstance(entry, Acted | Answered) and entry.command
    ]


async def audit(store: Store, ledger: Ledger, players: Iterable[Player]) -> None:
    """Nothing is missing, nothing is doubled, and everybody has heard of everything once."""
    tables: dict[str, list[Player]] = {}
    for player in players:
        tables.setdefault(player.table, []).append(player)
    for table, crowd in tables.items():
        rows = await store.entries(table)
        assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
        entries = entries_of(rows)
        commands = commands_of(entries)
        carried_out = dict(commands)
        assert len(commands) == len(carried_out), "no command is carried out twice"
        for (where, command), seq in ledger.acknowledged.items():
            if where == table:
                assert carried_out.get(command) == seq, "what was acknowledged is there"
        said = [entry.text for _, entry in entries if isinstance(entry, Said)]
        assert len(said) == len(set(said))
        events = [event for _, entry in entries for event in getattr(entry, "events", ())]
        assert not check(GameFile.of(events))
        for player in crowd:
            seen = [event if sees(event, player.seat) else None for event in events]
            assert player.events == seen


__all__ = ["OPTIONS", "Ledger", "Player", "audit", "commands_of", "entries_of", "gather"]

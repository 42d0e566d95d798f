"""Nobody is sent what he may not know: every byte to everybody in random matches is searched."""

import asyncio
import json
import random
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest
from client import Client, Someone, gathered, someone
from conftest import DEEP
from databases import run
from knowing import Row, cards_in, known, shown_by, truth
from serving import Server, served

from spadille.cards import Card
from spadille.game import referee
from spadille.game.actions import AnyAction, AskUndo, Claim, PlayCard
from spadille.game.events import DealScored
from spadille.game.state import State
from spadille.rules import load, names
from spadille.server.entries import Revealed, Sealed
from spadille.server.messages import Reply, Update, Welcome
from spadille.server.options import Watching
from spadille.server.room import audience
from spadille.server.room.hands import held
from spadille.table import Table
from spadille.view import View, views

PRESETS = names()
WATCHING = tuple(Watching)
SPOKEN: tuple[dict[str, object], ...] = (
    {},
    {"spoken": 1, "lang": "en"},
    {"spoken": 1, "lang": "ko"},
    {"spoken": 1, "lang": "ja"},
)


class Search:
    """Looks through what was sent to everybody at a table, by the rows that it has."""

    def __init__(self, rows: Sequence[Row], watching: Watching, ids: Sequence[str]) -> None:
        self.rows, self.watching, self.ids = rows, watching, ids
        self.secrets: dict[int, str] = {}
        self.revealed: dict[int, int] = {}
        for seq, row in enumerate(rows):
            for entry in row.batch.entries:
                if isinstance(entry, Sealed):
                    self.secrets[entry.number] = entry.secret
                elif isinstance(entry, Revealed):
                    self.revealed[entry.number] = seq

    def through(self, client: Client) -> None:
        """All that a client heard."""
        seq, player = 0, client.player
        for text, message in zip(client.heard, client.messages, strict=True):
            span = seq, seq
            if isinstance(message, Welcome):
                since = message.seq if client.since is None else min(client.since, message.seq)
                span, seq, player = (since, message.seq), message.seq, message.player
            elif isinstance(message, Update):
                span, seq = (seq, message.seq), message.seq
                player = player if message.table is None else message.player
            self._words(text, seq, player)
            state = self.rows[seq].state
            seat = None if player is None or state is None else state.players.index(player)
            if isinstance(message, Welcome | Update | Reply) and message.view is not None:
                self._view(message.view, seq, seat)
            self._cards(json.loads(text), span, seat, player)

    def _words(self, text: str, seq: int, player: int | None) -> None:
        """No order of a pack, nobody's id, no secret before its time."""
        assert '"shuffled"' not in text
        assert not any(one in text for one in self.ids)
        learns = player is not None or self.watching is Watching.HANDS_AFTER_DEAL
        for number, secret in self.secrets.items():
            if not learns or seq < self.revealed.get(number, len(self.rows)):
                assert secret not in text, (number, seq)

    def _view(self, view: View, seq: int, seat: int | None) -> None:
        """The view of the receiver himself, with what he may do and nobody else."""
        state = self.rows[seq].state
        assert state is not None
        assert seat is not None or self.watching is not Watching.NOBODY
        assert (view.seat, view.log) == (seat, self.rows[seq].log)
        assert view.legal == (() if seat is None else referee.legal(state, seat))

    def _cards(
        self, message: dict[str, Any], span: tuple[int, int], seat: int | None, player: int | None
    ) -> None:
        """No card that the receiver may not know."""
        first, last = span
        cards = known(self.rows, last, seat)
        seen = cards_in(message.pop("view", {}))
        assert seen <= cards, (sorted(seen - cards), message)
        hands = message.pop("hands", None)
        if hands is not None:
            assert player is None
            assert self.watching is Watching.HANDS_AFTER_DEAL
            assert hands == json.loads(json.dumps(self._ended(last)))
        events = [event for row in self.rows[first + 1 : last + 1] for event in row.events]
        told = cards_in(message)
        cards |= shown_by(events, seat)
        assert told <= cards, (sorted(told - cards), message)

    def _ended(self, seq: int) -> list[list[str]]:
        """The hands of the deal that a row ended."""
        log = [event for row in self.rows[: seq + 1] for event in row.events]
        ends = [place for place, event in enumerate(log) if isinstance(event, DealScored)]
        assert ends[-1] >= self.rows[seq - 1].log
        state = Table.restore(log[: ends[-1] + 1]).state
        return [[card.value for card in hand] for hand in held(state)]


def wild(rng: random.Random, view: View) -> AnyAction:
    """An action at random, seldom a claim or a wish to undo."""
    asks = [action for action in view.legal if isinstance(action, Claim | AskUndo)]
    others = [action for action in view.legal if action not in asks]
    return rng.choice(asks if asks and rng.random() < 0.03 else others)


async def play(client: Client, rng: random.Random) -> None:
    """Play at random, and now and then try what may be against the rules."""
    while True:
        await client.until(lambda: client.over or client.turn)
        if client.over:
            return
        view = client.seen
        action = PlayCard(rng.choice(list(Card))) if rng.random() < 0.2 else wild(rng, view)
        await client.ask("act", action=action, log=view.log)


async def asked(server: Server, who: Someone, table: str, ids: Sequence[str]) -> None:
    """What the lobby and the table's page tell names no card and nobody's id."""
    for path in (f"/api/tables/{table}", "/api/tables"):
        answer = await who.call("GET", path)
        assert answer.status_code == 200
        assert not cards_in(answer.json())
        rows = await truth(server, table)
        secrets = [e.secret for row in rows for e in row.batch.entries if isinstance(e, Sealed)]
        assert secrets
        assert not any(one in answer.text for one in [*ids, *secrets])


async def searched(url: str, preset: str, deals: int) -> int:
    """Play a match at random, and look through what everybody heard."""
    place = PRESETS.index(preset)
    watching = WATCHING[place % 3]
    people = load(preset).table.seats - 1
    async with served(url) as server, AsyncExitStack() as stack:
        options = {"watching": watching, "access": "public"}
        spoken = [SPOKEN[(place + one) % len(SPOKEN)] for one in range(people)]
        rules = f"{preset}(max_deals={deals})"
        clients = await gathered(stack, server.address, rules, people, queries=spoken, **options)
        table = clients[0].name
        watchers = [await someone(server.address) for _ in range(2)]
        for who, query in zip(watchers, SPOKEN[place % 2 :], strict=False):
            clients.append(await stack.enter_async_context(who.at(table, **query)))
        ids = [part for client in clients for part in (client.who.person, client.who.token)]
        await asked(server, watchers[0], table, ids)
        players = [
            play(client, random.Random(f"{preset}/{number}"))
            for number, client in enumerate(clients[:people])
        ]
        await asyncio.gather(*players)
        since = clients[0].seq // 2
        again = clients[0].who.at(table, since=since, **SPOKEN[2])
        clients.append(await stack.enter_async_context(again))
        clients.append(await stack.enter_async_context(watchers[1].at(table, since=since)))
        await asked(server, watchers[0], table, ids)
        rows = await truth(server, table)
        search = Search(rows, watching, ids)
        for client in clients:
            await client.until_row(len(rows) - 1)
            search.through(client)
        for client in clients[people : people + 2]:
            assert (client.view is None) == (watching is Watching.NOBODY)
        return sum(len(client.heard) for client in clients)


@pytest.mark.parametrize("preset", PRESETS)
def test_nobody_is_sent_what_he_may_not_know(preset: str, sqlite_url: str) -> None:
    async def test() -> None:
        assert await searched(sqlite_url, preset, 3 if DEEP else 1) > 100

    run(test())


def of_the_next(state: State, seats: Sequence[int | None]) -> Iterator[View]:
    """The views of others."""
    count = state.rules.table.seats
    yield from views(state, [None if seat is None else (seat + 1) % count for seat in seats])


def with_a_card(state: State, seats: Sequence[int | None]) -> Iterator[View]:
    """Views with a card of somebody else among one's own discards."""
    for seat, view in zip(seats, views(state, seats), strict=True):
        other = state.deal.hands[((seat or 0) + 1) % state.rules.table.seats]
        yield msgspec.structs.replace(view, discards=tuple(other[:1]))


@pytest.mark.parametrize("leak", [of_the_next, with_a_card])
def test_a_leak_is_noticed(leak: Any, sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience, "views", leak)

    async def test() -> None:
        with pytest.raises(AssertionError):
            await searched(sqlite_url, "standard", 1)

    run(test())

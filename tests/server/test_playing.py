"""People play whole matches of every rule set over real sockets, and the log agrees."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest
from client import Client, gathered
from conftest import DEEP
from databases import run
from jsonschema import Draft202012Validator
from serving import Server, served

from spadille.bots.simple import SimpleBot
from spadille.game.events import AnyEvent, DealScored
from spadille.game.fold import replay
from spadille.record import GameFile, check
from spadille.rules import load, names
from spadille.server.entries import decode
from spadille.server.room.rows import FinishedDeal
from spadille.view import sees, view

SCHEMAS = Path(__file__).parents[2] / "docs" / "schema"
PRESETS = names()
GAMES = [
    *(("sqlite", preset) for preset in PRESETS),
    *(("postgresql", preset) for preset in (PRESETS if DEEP else PRESETS[::3])),
]


def crowd(preset: str) -> int:
    """How many people play a rule set, from two to all: different ones for each."""
    seats = load(preset).table.seats
    return seats - PRESETS.index(preset) % (seats - 1)


async def stored_events(server: Server, table: str) -> list[AnyEvent]:
    """The events of a match as its rows tell them."""
    rows = await server.context.store.entries(table)
    assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
    batches = [decode(body) for _, body in rows]
    entries = [entry for batch in batches for entry in batch.entries]
    return [event for entry in entries for event in getattr(entry, "events", ())]


async def check_stored(server: Server, clients: Sequence[Client]) -> None:
    """What is stored makes the match that everybody has seen."""
    table = clients[0].name
    events = await stored_events(server, table)
    assert not check(GameFile.of(events))
    state = replay(events)
    for client in clients:
        await client.until_log(state.log)
        seat = client.seen.seat
        assert client.view == view(state, seat)
        assert client.events == [event if sees(event, seat) else None for event in events]
    scored = [event for event in events if isinstance(event, DealScored)]
    kept = await server.context.store.deals.of_room(table)
    deals = [msgspec.json.decode(deal.body, type=FinishedDeal) for deal in kept]
    assert [deal.results for deal in deals] == [event.results for event in scored]
    for deal in deals:
        assert sorted(len(hand) for hand in deal.dealt) == sorted(len(hand) for hand in deal.hands)


def simply(client: Client) -> SimpleBot:
    return SimpleBot(client.player or 0)


@pytest.mark.parametrize(("kind", "preset"), GAMES)
def test_a_match_of_every_rule_set(kind: str, preset: str, request: pytest.FixtureRequest) -> None:
    url = request.getfixturevalue("sqlite_url" if kind == "sqlite" else "postgres_url")
    deals = 3 if DEEP else 1 + (kind == "sqlite" and PRESETS.index(preset) % 3 == 1)
    tokens = load(preset).match.tokens_to_win
    if not DEEP:
        tokens = min(tokens, 2 if preset == "cutthroat_4" else 1)

    async def test() -> None:
        async with served(url) as server, AsyncExitStack() as stack:
            clients = await gathered(
                stack,
                server.address,
                f"{preset}(max_deals={deals},tokens_to_win={tokens})",
                crowd(preset),
            )
            await asyncio.gather(*(client.play(simply(client).act) for client in clients))
            assert all(client.seen.winners is not None for client in clients)
            await check_stored(server, clients)

    run(test())


def test_every_message_fits_its_schema(sqlite_url: str) -> None:
    schema = json.loads((SCHEMAS / "message.json").read_text())
    fits = Draft202012Validator(schema)

    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            rules = "double_nil(max_deals=1,claims=on,undo=on)"
            clients = await gathered(
                stack, server.address, rules, 2, clock={"action": 3600, "bank": 60}
            )
            spoken = clients[0].who.at(clients[0].name, spoken=1, lang="ko", since=0)
            clients.append(await stack.enter_async_context(spoken))
            await clients[0].do("say", phrase="hello")
            await clients[0].do("ping")
            await clients[0].refused("start")
            await asyncio.gather(*(client.play(simply(client).act) for client in clients[:2]))
            for client in clients:
                for text in client.heard:
                    fits.validate(json.loads(text))
            kinds = {json.loads(text)["type"] for client in clients for text in client.heard}
            assert kinds >= {"welcome", "update", "reply", "pong"}

    run(test())

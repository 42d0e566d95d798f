"""Connections are lost at every moment, and whoever comes back finds everything as it was."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

import pytest
from client import Client, drop, gathered, someone
from databases import run
from rounds import advance, entries_of, game_of, log_of, simple
from serving import Server, Turned, served

from spadille.game.actions import AnyAction, AskUndo, Bid, BidKind, Claim, MakeBid
from spadille.game.state import Phase, State
from spadille.server import driver
from spadille.server.entries import Acted, By
from spadille.server.messages import Reply, Update, Welcome
from spadille.view import View, sees, view

RULES = (
    "standard(max_deals=2,blind_nil_deficit=none,nil_exchange=1,exchange_duty=must,"
    "claims=on,undo=on)"
)


def nils(view: View) -> AnyAction:
    """Bid nil in the first turn, so that cards are exchanged."""
    nil = MakeBid(Bid(BidKind.NIL))
    bidden = any(seat.bid is not None for seat in view.seats)
    return nil if nil in view.legal and not bidden else simple(view)


def asks(kind: type[AnyAction], tricks: int) -> Callable[[View], AnyAction]:
    """Ask for something as soon as so many tricks are over."""

    def choose(view: View) -> AnyAction:
        asked = next((action for action in view.legal if isinstance(action, kind)), None)
        return nils(view) if asked is None or len(view.tricks) < tricks else asked

    return choose


PHASES: dict[str, tuple[Callable[[State], object], Callable[[View], AnyAction]]] = {
    "before looking": (lambda state: state.deal.unlooked, nils),
    "auction": (lambda state: any(state.deal.bids), nils),
    "exchange": (lambda state: state.phase is Phase.EXCHANGE, nils),
    "trick": (lambda state: len(state.deal.tricks) == 2 and len(state.deal.trick) == 2, nils),
    "claim asked": (lambda state: state.deal.claimer is not None, asks(Claim, 2)),
    "undo asked": (lambda state: state.deal.undoer is not None, asks(AskUndo, 2)),
    "between deals": (lambda state: state.deal.number == 2, nils),
    "over": (lambda state: state.winners is not None, nils),
}


def check_return(server: Server, client: Client, since: int | None, before: int) -> None:
    """The welcome of somebody who comes back tells how it stands, and what he missed."""
    welcome = client.messages[0]
    assert isinstance(welcome, Welcome)
    state, log = game_of(server, client), log_of(server, client)
    assert client.player is not None
    seat = state.players.index(client.player)
    assert welcome.view == view(state, seat)
    missed = [event if sees(event, seat) else None for event in log[before:]]
    assert list(welcome.events) == (missed if since is not None else [])
    assert welcome.table.players[client.player].connected is False  # he is told of that next


def here(client: Client, player: int) -> bool:
    """Whether somebody is connected, as far as a client knows."""
    return client.table.players[player].connected


def away(client: Client, player: int) -> bool:
    """Whether somebody is not connected, as far as a client knows."""
    return not here(client, player)


@pytest.mark.parametrize("phase", PHASES)
def test_a_lost_connection_loses_nothing(phase: str, sqlite_url: str) -> None:
    reached, choose = PHASES[phase]

    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            clients = await gathered(stack, server.address, RULES, 4)
            await advance(server, clients, reached, choose)
            acting = next((client for client in clients if client.turn), clients[0])
            other = next(client for client in clients if client is not acting)
            rest = [client for client in clients if client not in (acting, other)]
            for lost in (acting, other):
                log, known, seen = lost.seen.log, lost.seq, lost.seen
                player = lost.player
                assert player is not None
                await drop(lost)
                await rest[0].until(partial(away, rest[0], player), "the news of his loss")
                await rest[0].do("say", phrase="one_moment")
                if lost is other and acting.turn and phase not in {"over", "before looking"}:
                    await acting.act(choose(acting.seen))
                for since in (known, None):
                    query = {} if since is None else {"since": since}
                    async with lost.who.at(lost.name, **query) as back:
                        if since is not None:
                            check_return(server, back, since, log)
                        else:
                            assert back.messages[0].view == back.seen  # type: ignore[union-attr]
                        if lost is acting:
                            assert back.seen == seen
                        assert back.said[-1].phrase == "one_moment"
                        await back.until(partial(here, back, player))
                        await rest[0].until_row(back.seq)
                    await rest[0].until(partial(away, rest[0], player))
                if lost is acting:
                    acting = await stack.enter_async_context(lost.who.at(lost.name))
            if phase == "before looking":
                blind = [action for action in acting.seen.legal if isinstance(action, MakeBid)]
                assert acting.seen.hand is None
                await acting.act(blind[0])
                assert acting.seen.hand is not None

    run(test())


def test_a_lost_connection_before_the_match(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            ada, bea = [await someone(server.address) for _ in range(2)]
            table = await ada.open(RULES, "Ada")
            one = await stack.enter_async_context(ada.at(table.table))
            two = await stack.enter_async_context(bea.at(table.table))
            await two.do("sit", name="Bea")
            await drop(two)
            await one.until(lambda: not one.table.players[1].connected)
            async with two.who.at(table.table, since=two.seq) as back:
                assert (back.player, back.view) == (1, None)
                assert back.table.players[1].name == "Bea"
                await back.until(lambda: back.table.players[1].connected)
                await one.do("start")
                await back.until(lambda: back.view is not None)
                assert back.seen.hand is None

    run(test())


def test_a_command_without_an_answer_is_sent_again_and_carried_out_once(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            clients = await gathered(stack, server.address, "standard(max_deals=1)", 2)
            for number in range(4):
                await clients[0].until(lambda: clients[0].turn or clients[1].turn)
                place = 0 if clients[0].turn else 1
                acting = clients[place]
                key, view = f"again{number}", acting.seen
                said = {"action": simple(view), "log": view.log}
                await acting.say("act", key, **said)
                if number % 2:
                    await drop(acting)
                else:
                    await acting.socket.close()
                back = await stack.enter_async_context(acting.who.at(acting.name))
                found = await back.ask("act", key, **said)
                assert isinstance(found, Update) or found == Reply(reply=key, seq=found.seq)  # type: ignore[union-attr]
                again = await back.ask("ping")
                assert again.reply
                back.answers.clear()
                assert await back.ask("act", key, **said) == Reply(reply=key, seq=found.seq)
                clients[place] = back
                acted = [e for e in await entries_of(server, back.name) if isinstance(e, Acted)]
                assert sum(entry.command == key for entry in acted) == 1

    run(test())


def test_repeated_commands_are_answered_by_the_row_that_they_made(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            one, two = await gathered(stack, server.address, "standard(max_deals=1)", 2)
            commands: Sequence[tuple[Client, str, dict[str, Any]]] = [
                (one, "say", {"text": "hello"}),
                (two, "promise", {"number": one.table.chance.number, "promise": "0" * 64}),  # type: ignore[union-attr]
                (two, "leave", {}),
                (two, "sit", {"name": "Bea"}),
                (two, "leave", {}),
            ]
            for number, (client, do, fields) in enumerate(commands):
                key = f"key{number}"
                first = await client.do(do, key, **fields)
                assert isinstance(first, Update)
                client.answers.clear()
                assert await client.ask(do, key, **fields) == Reply(reply=key, seq=first.seq)
            assert [said.text for said in one.said] == ["hello"]
            assert await two.refused("leave") == "no_place"

    run(test())


def test_an_old_view_is_refused_with_the_new_one(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            clients = await gathered(stack, server.address, "standard(max_deals=1)", 2)
            await advance(server, clients, lambda s: s.deal.tricks and any(c.turn for c in clients))
            acting = next(client for client in clients if client.turn)
            for log in (acting.seen.log - 1, acting.seen.log + 1, 0):
                found = await acting.ask("act", action=acting.seen.legal[0], log=log)
                assert isinstance(found, Reply)
                assert found.refusal is not None
                assert (found.refusal.reason, found.view) == ("stale", acting.seen)

    run(test())


def test_two_tabs_of_one_person(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            clients = await gathered(stack, server.address, "standard(max_deals=1)", 2)
            tabs = [await stack.enter_async_context(c.who.at(c.name)) for c in clients]
            for number in range(12):
                await clients[0].until(lambda: clients[0].turn or clients[1].turn)
                place = 0 if clients[0].turn else 1
                both, view = (clients[place], tabs[place]), clients[place].seen
                await both[1].until_log(view.log)
                assert both[1].seen == view
                said = {"action": simple(view), "log": view.log}
                keys = ("same", "same") if number % 2 else ("one", "other")
                answers = await asyncio.gather(
                    *(
                        c.ask("act", f"{key}{number}", **said)
                        for c, key in zip(both, keys, strict=True)
                    )
                )
                done = [answer for answer in answers if isinstance(answer, Update)]
                other = next(answer for answer in answers if answer not in done)
                assert isinstance(other, Reply)
                if number % 2:
                    assert other == Reply(reply=f"same{number}", seq=done[0].seq)
                else:
                    assert other.refusal is not None
                    assert other.refusal.reason == "stale"
                used = {f"{key}{number}" for key in keys}
                entries = await entries_of(server, both[0].name)
                acted = [entry for entry in entries if isinstance(entry, Acted)]
                assert sum(entry.command in used for entry in acted) == 1
            await clients[0].socket.close()
            await clients[1].do("say", phrase="hello")
            await tabs[0].until(lambda: tabs[0].said)
            assert tabs[0].table.players[0].connected

    run(test())


async def acted_at(server: Server, table: str, log: int) -> Acted:
    """The action that was carried out when the log was so long."""
    length = 0
    for entry in await entries_of(server, table):
        if length == log and isinstance(entry, Acted):
            return entry
        length += len(getattr(entry, "events", ()))
    raise AssertionError(f"nothing happened at {log}")


def test_the_clock_and_an_action_at_once(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever comes first is carried out, and nothing else."""
    monkeypatch.setattr(driver, "LATE", 100)  # no bot takes over from who is late

    async def test() -> None:
        time, done = Turned(), {By.PERSON: 0, By.CLOCK: 0}
        async with served(sqlite_url, time) as server, AsyncExitStack() as stack:
            clock = {"action": 20, "bank": 0}
            clients = await gathered(
                stack, server.address, "two_handed(max_deals=1)", 2, clock=clock
            )
            for number in range(16):
                await clients[0].until(lambda: clients[0].turn or clients[1].turn)
                acting = clients[0] if clients[0].turn else clients[1]
                view = acting.seen
                key = f"race{number}"
                if number % 4 == 0:
                    time.turn(21)
                    await acting.say("act", key, action=simple(view), log=view.log)
                else:
                    await acting.say("act", key, action=simple(view), log=view.log)
                    for _ in range(number):
                        await asyncio.sleep(0)
                    time.turn(21)
                answer = await acting.answer(key)
                await acting.until_log(view.log + 1)
                first = await acted_at(server, acting.name, view.log)
                done[first.by] += 1
                if first.by is By.PERSON:
                    assert isinstance(answer, Update)
                    assert first.command == key
                else:
                    assert isinstance(answer, Reply)
                    assert answer.refusal is not None
                    assert answer.refusal.reason == "stale"
                    entries = await entries_of(server, acting.name)
                    assert not any(isinstance(e, Acted) and e.command == key for e in entries)
        assert done[By.CLOCK] >= 4

    run(test())

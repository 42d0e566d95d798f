"""The people of a table: they sit, leave, watch, wait for each other and go on again."""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from functools import partial

import httpx
import msgspec
import pytest
from client import Client, Someone, drop, gathered, http_at, someone
from databases import run
from rounds import advance, entries_of, game_of, simple
from serving import Server, Turned, served

from spadille.game import referee
from spadille.game.actions import AnswerClaim, AnswerUndo, AskUndo, Claim
from spadille.game.events import ClaimGranted
from spadille.game.state import State
from spadille.server.entries import Acted, By, Status
from spadille.server.messages import Bye, TableInfo, Update
from spadille.server.options import Access, Watching

DEAL = "standard(max_deals=1)"


async def people(server: Server, count: int) -> list[Someone]:
    return [await someone(server.address) for _ in range(count)]


async def found(server: Server, key: str) -> httpx.Response:
    """What anybody is told of a table."""
    async with http_at(server.address) as http:
        return await http.get(f"/api/tables/{key}")


def bot_at(client: Client, player: int) -> str | None:
    """The bot that acts for a player, as far as a client knows."""
    return client.table.players[player].bot


def side_of(client: Client, player: int) -> int:
    return client.seen.rules.seat_side(client.table.players[player].seat)


async def act_until_turn(server: Server, clients: Sequence[Client], player: int) -> None:
    """Have people and bots act until it is a player's turn."""

    def reached(state: State) -> bool:
        return {state.players[seat] for seat in referee.to_act(state)} == {player}

    await advance(server, clients, reached)


def test_who_sits_where_and_who_begins(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            ada, bea, cal, dot, eve = await people(server, 5)
            table = await ada.open(DEAL, "Ada", player=2)
            assert (table.host, table.players[2].name) == (2, "Ada")
            one = await stack.enter_async_context(ada.at(table.table))
            two = await stack.enter_async_context(bea.at(table.table))
            three = await stack.enter_async_context(cal.at(table.table))
            assert (one.player, two.player) == (2, None)
            assert await two.refused("start") == "no_place"
            assert await two.refused("say", text="hello") == "no_place"
            assert await two.refused("sit", player=2) == "taken"
            assert await two.refused("sit", player=5) == "taken"
            await two.do("sit", name=" Bea\tB. ")
            assert (two.player, two.table.players[0].name) == (0, "Bea B.")
            assert await two.refused("sit") == "seated"
            assert await two.refused("start") == "not_host"
            assert await two.refused("act", action={"do": "look"}, log=0) == "not_begun"
            await three.do("sit", player=3)
            await one.do("leave")
            assert [one.player] == [None]
            await two.until(lambda: two.table.host == 0)
            four = await stack.enter_async_context(dot.at(table.table))
            await two.do("start")
            assert await two.refused("start") == "begun"
            await two.until(lambda: two.table.status is Status.PLAYING)
            assert [place.person for place in two.table.players] == [True, False, False, True]
            await four.do("sit", player=1, name="Dot")
            await one.do("sit")
            assert one.player == 2
            async with eve.at(table.table) as five:
                assert isinstance(five.bye, Bye)
                assert five.bye.reason == "no_watching"
            assert two.said == []

    run(test())


def test_a_place_that_was_given_up_is_the_only_one_to_come_back_to(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            one, two = await gathered(stack, server.address, DEAL, 2)
            await two.do("leave")
            assert [two.player] == [None]
            assert await two.refused("sit", player=2) == "other_place"
            third = await someone(server.address)
            guest = await stack.enter_async_context(third.at(one.name))
            await guest.do("sit", player=1)
            assert await two.refused("sit") == "other_place"
            await guest.do("leave")
            await two.do("sit", name="Bea")
            assert two.player == 1

    run(test())


def test_who_finds_a_table(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            ada, bea = await people(server, 2)
            tables = {
                access: await opened(ada, access) for access in ("public", "private", "locked")
            }
            listed = (await bea.call("GET", "/api/tables")).json()
            assert [table["name"] for table in listed] == ["public"]
            assert listed[0]["table"] == tables["public"].table
            for access, table in tables.items():
                code = f"{table.code[:4]} - {table.code[4:].lower()}"
                for key in (table.table, table.code, code):
                    assert (await found(server, key)).json()["table"] == table.table
                client = await stack.enter_async_context(bea.at(table.table))
                if access == "locked":
                    assert await client.refused("sit") == "locked"
                else:
                    await client.do("sit")
            for key in ("nothing", "x" * 300, "AAAAAAA"):
                assert (await found(server, key)).status_code == 404

    run(test())


async def opened(host: Someone, access: str) -> TableInfo:
    """A table, named after who may sit there."""
    options = {"rules": DEAL, "access": access, "name": access}
    answer = await host.call("POST", "/api/tables", {"name": "Ada", "options": options})
    return msgspec.json.decode(answer.content, type=TableInfo)


def test_what_watchers_see(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            for watching in Watching:
                (one,) = await gathered(stack, server.address, DEAL, 1, watching=watching)
                who = await someone(server.address)
                watcher = await stack.enter_async_context(who.at(one.name))
                await one.play(simple)
                await watcher.until_row(one.seq)
                hands = [m.hands for m in watcher.messages if isinstance(m, Update) and m.hands]
                if watching is Watching.NOBODY:
                    assert (watcher.view, watcher.events, watcher.proofs) == (None, [], {})
                    continue
                assert watcher.seen.seat is None
                assert (watcher.seen.hand, watcher.seen.legal) == (None, ())
                assert watcher.seen.winners == one.seen.winners
                if watching is Watching.WITHOUT_HANDS:
                    assert (hands, watcher.proofs) == ([], {})
                else:
                    assert [[len(hand) for hand in deal] for deal in hands] == [[13] * 4]
                    assert len({card for hand in hands[0] for card in hand}) == 52
                    assert watcher.proofs

    run(test())


def test_a_bot_acts_for_who_is_gone_until_he_returns(sqlite_url: str) -> None:
    async def test() -> None:
        time = Turned()
        async with served(sqlite_url, time) as server, AsyncExitStack() as stack:
            one, two = clients = await gathered(stack, server.address, DEAL, 2, grace=30)
            await act_until_turn(server, clients, 1)
            await drop(two)
            await one.until(lambda: not one.table.players[1].connected)
            log = one.seen.log
            time.turn(29.9)
            await one.do("say", phrase="hello")
            assert (one.seen.log, bot_at(one, 1)) == (log, None)
            time.turn(0.2)
            await one.until(lambda: bot_at(one, 1) == "strong")
            await one.until_log(log + 1)
            back = await stack.enter_async_context(two.who.at(two.name))
            await back.until(lambda: bot_at(back, 1) is None)
            await one.until(lambda: one.table.players[1].connected)
            await act_until_turn(server, [one, back], 1)
            await back.act(simple(back.seen))
            acted = [e for e in await entries_of(server, one.name) if isinstance(e, Acted)]
            assert (acted[-1].by, acted[-1].player) != (By.BOT, 1)

    run(test())


def test_the_partner_chooses_to_wait(sqlite_url: str) -> None:
    async def test() -> None:
        time = Turned()
        async with served(sqlite_url, time) as server, AsyncExitStack() as stack:
            clients = await gathered(stack, server.address, DEAL, 4, grace=30)
            gone = next(client for client in clients[1:])
            player = gone.player
            assert player is not None
            rest = [client for client in clients if client is not gone]
            partner = next(c for c in rest if side_of(c, c.player or 0) == side_of(c, player))
            other = next(client for client in rest if client is not partner)
            assert await partner.refused("hold", player=player, wait=True) == "not_gone"
            await drop(gone)
            await partner.until(lambda: not partner.table.players[player].connected)
            await other.until_row(partner.seq)
            assert await other.refused("hold", player=player, wait=True) == "partner"
            await partner.do("hold", player=player, wait=True)
            assert partner.table.players[player].held
            time.turn(1000)
            await other.do("say", phrase="one_moment")
            assert bot_at(partner, player) is None
            assert await other.refused("replace", player=player) == "held"
            await partner.do("hold", player=player, wait=False)
            await partner.until(lambda: bot_at(partner, player) is not None)
            await partner.do("hold", player=player, wait=True)
            assert bot_at(partner, player) is None
            async with gone.who.at(gone.name) as back:
                await back.until(lambda: not back.table.players[player].held)
                assert bot_at(back, player) is None

    run(test())


def test_somebody_who_does_nothing_is_replaced_and_takes_his_place_back(sqlite_url: str) -> None:
    async def test() -> None:
        time = Turned()
        async with served(sqlite_url, time) as server, AsyncExitStack() as stack:
            one, two = clients = await gathered(stack, server.address, DEAL, 2)
            await act_until_turn(server, clients, 1)
            assert await one.refused("replace", player=1) == "not_idle"
            assert await one.refused("replace", player=5) == "no_player"
            assert await one.refused("replace", player=0) == "not_needed"
            time.turn(59)
            assert await one.refused("replace", player=1) == "not_idle"
            time.turn(1)
            log = one.seen.log
            await one.do("replace", player=1)
            await one.until(lambda: bot_at(one, 1) is not None)
            await one.until_log(log + 1)
            await two.do("sit")
            assert bot_at(two, 1) is None
            assert await two.refused("sit") == "seated"
            await act_until_turn(server, clients, 1)
            await two.act(simple(two.seen))

    run(test())


def test_the_win_by_forfeit_and_a_match_without_people(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            clients = await gathered(stack, server.address, DEAL, 4)
            one = clients[0]
            ours = {p for p in range(4) if side_of(one, p) == side_of(one, 0)}
            partner = next(clients[player] for player in ours if player)
            opponents = [client for client in clients if client.player not in ours]
            assert await one.refused("forfeit") == "opponents"
            await opponents[0].do("leave")
            assert await one.refused("forfeit") == "opponents"
            await opponents[1].do("leave")
            await partner.do("leave")
            await one.do("forfeit")
            assert one.table.status is Status.CLOSED
            assert one.table.closed == "forfeit"
            assert set(one.table.winners) == ours
            view = one.seen
            assert (
                await one.refused(
                    "act", action=view.legal[0] if view.legal else {"do": "look"}, log=view.log
                )
                == "closed"
            )
            assert await opponents[0].refused("sit") == "match_over"

            two, three = await gathered(stack, server.address, DEAL, 2)
            await two.do("leave")
            await three.do("leave")
            told = (await found(server, two.name)).json()
            assert (told["status"], told["closed"]) == ("closed", "abandoned")
            assert "winners" not in told

    run(test())


@pytest.mark.parametrize("access", ["private", "locked"])
def test_all_play_again(sqlite_url: str, access: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            rules = "two_handed(max_deals=1)"
            one, two = clients = await gathered(stack, server.address, rules, 2)
            await one.do("admit", access=access)
            assert await one.refused("play_again") == "not_over"
            await advance(server, clients, lambda state: state.winners is not None)
            await one.until(lambda: one.over)
            assert await one.refused("admit", access="private") == "match_over"
            first = await one.do("play_again", "again")
            assert one.table.next is not None
            assert one.table.players[0].again
            one.answers.clear()
            assert (await one.do("play_again", "again")).seq == first.seq  # type: ignore[union-attr]
            new = await stack.enter_async_context(one.who.at(one.table.next))
            assert (new.player, new.table.status, new.view) == (0, Status.GATHERING, None)
            assert new.table.players[0].name == "P0"
            await two.until(lambda: two.table.next)
            await two.do("play_again")
            await new.until(lambda: new.view is not None)
            assert [place.person for place in new.table.players] == [True, True]
            assert new.table.players[1].name == "P1"

    run(test())


def test_some_play_again(sqlite_url: str) -> None:
    """Who is gone is not waited for, and may come later."""

    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            one, two = clients = await gathered(stack, server.address, "two_handed(max_deals=1)", 2)
            await advance(server, clients, lambda state: state.winners is not None)
            await drop(two)
            await one.until(lambda: not one.table.players[1].connected)
            await one.do("play_again")
            assert one.table.next is not None
            new = await stack.enter_async_context(one.who.at(one.table.next))
            await new.until(lambda: new.view is not None)
            assert [place.person for place in new.table.players] == [True, False]
            async with two.who.at(two.name) as back:
                await back.do("play_again")
            late = await stack.enter_async_context(two.who.at(one.table.next))
            assert late.player == 1

    run(test())


async def claimed(server: Server, clients: Sequence[Client], tricks: int) -> Client:
    """Have somebody claim after so many tricks; who it is."""
    await advance(server, clients, lambda state: len(state.deal.tricks) == tricks)
    one = next(client for client in clients if client.turn and Claim() in client.seen.legal)
    hand, seat = one.seen.hand, one.seen.seat
    assert seat is not None
    await one.act(Claim())
    for client in clients:
        await client.until_log(one.seen.log)
        assert client.seen.seats[seat].shown == hand
    return one


async def answered(clients: Sequence[Client], one: Client, *, agree: bool) -> None:
    """Have an opponent answer a claim."""
    for client in clients:
        await client.until_log(one.seen.log)
    other = next(client for client in clients if client.turn)
    assert side_of(one, other.player or 0) != side_of(one, one.player or 0)
    await other.act(AnswerClaim(agree=agree))
    await one.until_log(other.seen.log)


def test_a_claim_is_answered_by_the_opponents(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            clients = await gathered(stack, server.address, DEAL, 4)
            one = await claimed(server, clients, 2)
            await answered(clients, one, agree=False)
            await one.until(lambda: one.seen.claimer is None)
            assert Claim() not in one.seen.legal
            two = await claimed(server, clients, 4)
            await answered(clients, two, agree=True)
            await answered(clients, two, agree=True)
            await two.until(lambda: two.over)
            granted = next(event for event in one.events if isinstance(event, ClaimGranted))
            assert (granted.seat, granted.tricks) == (two.seen.seat, 9)

    run(test())


def test_the_host_says_who_may_sit_down(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            ada, bea, cal = await people(server, 3)
            table = await ada.open(DEAL, "Ada", access="public")
            one = await stack.enter_async_context(ada.at(table.table))
            two = await stack.enter_async_context(bea.at(table.table))
            three = await stack.enter_async_context(cal.at(table.table))
            await two.do("sit")
            assert await two.refused("admit", access="locked") == "not_host"
            assert await three.refused("admit", access="locked") == "no_place"
            assert (await found(server, table.code)).json()["access"] == "public"
            await one.do("admit", access="locked")
            await three.until(lambda: three.table.access is Access.LOCKED)
            assert await three.refused("sit") == "locked"
            await one.do("start")
            assert await one.refused("admit", access="public") == "begun"
            await one.do("admit", access="private")
            await three.do("sit")
            assert three.player is not None
            await server.context.house._write_cards()  # noqa: SLF001 - its next round
            assert await server.context.store.public_rooms(9) == []

    run(test())


def test_an_action_is_taken_back_when_all_agree(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            clients = await gathered(stack, server.address, DEAL, 4)
            await advance(server, clients, lambda state: len(state.deal.tricks) == 2)
            for agrees in (False, True):
                one = next(client for client in clients if client.turn)
                hand = one.seen.hand
                assert hand is not None
                await one.act(simple(one.seen))
                await act_until_turn(server, clients, one.player or 0)
                assert AskUndo() in one.seen.legal
                await one.act(AskUndo())
                for _ in range(3 if agrees else 1):
                    for client in clients:
                        await client.until_log(game_of(server, one).log)
                    other = next(client for client in clients if client.turn)
                    await other.act(AnswerUndo(agree=agrees))
                await one.until(lambda: one.seen.undoer is None)  # noqa: B023 - waited for at once
                assert (one.seen.hand == hand) is agrees
                for client in clients:
                    await client.until_log(one.seen.log)

    run(test())


def test_no_bot_agrees_to_an_undo_for_a_person(sqlite_url: str) -> None:
    async def test() -> None:
        time = Turned()
        async with served(sqlite_url, time) as server, AsyncExitStack() as stack:
            *clients, gone = await gathered(stack, server.address, DEAL, 4, grace=1)
            await advance(server, [*clients, gone], lambda state: len(state.deal.tricks) == 2)
            await drop(gone)
            await clients[0].until(lambda: not clients[0].table.players[3].connected)
            time.turn(2)
            await clients[0].until(partial(bot_at, clients[0], 3))
            await act_until_turn(server, clients, 0)
            one = clients[0]
            await one.act(simple(one.seen))
            await act_until_turn(server, clients, 0)
            hand = one.seen.hand
            await one.act(AskUndo())
            while one.seen.undoer is not None:
                for client in clients:
                    await client.until_log(game_of(server, one).log)
                    if client.turn and client.seen.undoer is not None:
                        # The bot may have refused meanwhile.
                        yes = AnswerUndo(agree=True)
                        await client.ask("act", action=yes, log=client.seen.log)
            assert one.seen.hand == hand

    run(test())


def test_what_is_said(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            one, two, three = await gathered(stack, server.address, DEAL, 3)
            await one.do("say", phrase="good_luck")
            await one.do("say", text="안녕\u202e <b>\n\x00hi</b>  !")
            await two.until(lambda: len(two.said) == 2)
            assert [(said.player, said.phrase) for said in two.said] == [(0, "good_luck"), (0, "")]
            assert two.said[1].text == "안녕 <b> hi</b> !"
            for wrong, reason in (
                ({}, "nothing_said"),
                ({"text": " \t "}, "nothing_said"),
                ({"phrase": "hello", "text": "x"}, "nothing_said"),
                ({"phrase": "rain"}, "unknown_phrase"),
            ):
                assert await three.refused("say", **wrong) == reason
            await three.do("mute", player=0)
            await one.do("say", text="unheard")
            await two.do("say", text="heard")
            await three.until(lambda: three.said[-1].text == "heard")
            assert "unheard" not in [said.text for said in three.said]
            await three.do("mute", player=0, on=False)
            answers = [await one.ask("say", text=f"{number}") for number in range(8)]
            refusals = [a.refusal.reason for a in answers if getattr(a, "refusal", None)]  # type: ignore[union-attr]
            assert set(refusals) == {"too_fast"}
            assert len(refusals) >= 3
            await three.until(lambda: three.said[-1].player == 0)
            async with two.who.at(two.name) as again:
                assert [said.text for said in again.said] == [said.text for said in two.said]
            async with one.who.at(one.name) as again:
                assert await again.refused("say", text="by another door") == "too_fast"
            stranger = await someone(server.address)
            async with stranger.at(one.name) as passing:
                await two.do("say", text="among us")
                await passing.until_row(two.seq)
                assert not passing.said

    run(test())


def test_hints(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url, thinkers=1) as server, AsyncExitStack() as stack:
            (one,) = await gathered(stack, server.address, DEAL, 1, bots="simple")
            await one.until(lambda: one.turn)
            deeds = []
            for language in ("en", "ko", "ja"):
                async with one.who.at(one.name, lang=language) as reader:
                    hint = await reader.do("hint")
                    assert hint.action in one.seen.legal  # type: ignore[union-attr]
                    assert hint.reasons or hint.forced  # type: ignore[union-attr]
                    deeds.append(hint.deed)  # type: ignore[union-attr]
            assert deeds[0].isascii()
            assert any("가" <= sign <= "힣" for sign in deeds[1])
            assert any("ぁ" <= sign <= "ヿ" or "一" <= sign <= "鿿" for sign in deeds[2])
            (two,) = await gathered(stack, server.address, DEAL, 1, bots="simple", hints=False)
            assert await two.refused("hint") == "no_hints"
            (three,) = await gathered(stack, server.address, DEAL, 1, watching="without_hands")
            stranger = await someone(server.address)
            watcher = await stack.enter_async_context(stranger.at(three.name))
            assert await watcher.refused("hint") == "no_place"

    run(test())


def test_names_of_seats_factor_and_bank(sqlite_url: str) -> None:
    async def test() -> None:
        time = Turned()
        async with served(sqlite_url, time) as server, AsyncExitStack() as stack:
            ada, bea = await people(server, 2)
            clock = {"action": 20, "bank": 60}
            table = await ada.open(DEAL, "", seats=["North", "East", "South"], clock=clock)
            assert [place.name for place in table.players[1:]] == ["East", "South", "Dot"]
            one = await stack.enter_async_context(ada.at(table.table))
            two = await stack.enter_async_context(bea.at(table.table))
            await two.do("sit", player=1, name="Bea", factor=2)
            assert two.table.players[1].factor == 2
            await one.do("start")
            clients, left = [one, two], {0: 60.0, 1: 60.0}
            for player, waited in ((1, 30), (1, 45), (0, 30)):
                await act_until_turn(server, clients, player)
                acting = clients[player]
                assert acting.messages
                time.turn(waited)
                await acting.act(simple(acting.seen))
                free = 40 if player else 20
                left[player] -= max(0, waited - free)
                assert acting.table.players[player].bank == left[player]
            last = [m for m in two.messages if isinstance(m, Update) and m.clock]
            assert last
            assert max(value for m in last for value in m.clock.values()) <= 100

    run(test())


def test_who_is_late_three_times_is_covered_by_a_bot(sqlite_url: str) -> None:
    async def test() -> None:
        time = Turned()
        async with served(sqlite_url, time) as server, AsyncExitStack() as stack:
            clock = {"action": 20, "bank": 5}
            one, two = clients = await gathered(stack, server.address, DEAL, 2, clock=clock)
            for late in range(3):
                await act_until_turn(server, clients, 1)
                assert bot_at(one, 1) is None
                log = one.seen.log
                time.turn(24.9 if late == 0 else 19.9)
                await one.do("ping")
                assert one.seen.log == log
                time.turn(0.2)
                await one.until_log(log + 1)
                await two.until_log(log + 1)
            await one.until(partial(bot_at, one, 1))
            acted = [e for e in await entries_of(server, one.name) if isinstance(e, Acted)]
            assert sum(entry.by is By.CLOCK for entry in acted) == 3
            assert one.table.players[1].bank == 0
            await two.do("sit")
            assert bot_at(two, 1) is None
            assert game_of(server, one).winners is None

    run(test())

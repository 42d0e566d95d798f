"""Records over HTTP: who may read what and when, and that nothing of a running deal is in them."""

import asyncio
import json
from collections.abc import Iterable, Mapping
from typing import Any

import httpx
import msgspec
import pytest
from databases import BOUND, run
from house_play import Home, Somebody, done, home, play

from spadille import provable
from spadille.game.events import DealBegan, DealScored, Shuffled
from spadille.provable import Verdict
from spadille.record import check, decode, pbn, ptn
from spadille.rules import describe
from spadille.server import entries
from spadille.server.entries import Status
from spadille.server.room.room import Room

FOUR = ("Ann", "Ben", "Cat", "Dan")
FORMS = ("json", "game", "ptn", "pbn")


async def four(place: Home) -> list[Somebody]:
    return [await place.somebody(name) for name in FOUR]


async def numbers(one: Somebody, table: str) -> list[int]:
    """The numbers of the finished deals of a match."""
    return [deal["number"] for deal in await one.json(f"/api/matches/{table}/deals")]


def plain(value: object) -> Any:
    """A value as JSON has it."""
    return json.loads(msgspec.json.encode(value))


def reason(answer: httpx.Response) -> str:
    return str(answer.json()["refusal"]["reason"])


def test_a_match_that_is_over_can_be_proved_replayed_and_exported(database_url: str) -> None:
    async def test() -> None:
        async with home(database_url) as place:
            people = await four(place)
            room = await place.table(people, "standard(max_deals=4)", name="Friday")
            await play(room)
            assert room.state.status is Status.OVER
            table = room.state.table
            assert table is not None
            path = f"/api/matches/{room.name}"
            answer = await people[2].read(path)
            assert answer.headers["content-type"] == "application/x-ndjson"
            assert room.name in answer.headers["content-disposition"]
            game = decode(answer.content)
            assert list(game.events) == table.log
            assert check(game) == []
            assert game.notes == ()
            assert game.header.players == FOUR
            assert game.header.tags["Event"] == "Friday"
            assert game.header.tags["Table"] == room.name
            findings = provable.verify(game)
            assert [finding.verdict for finding in findings] == [Verdict.PROVED] * 5
            added = [sum(share is not None for share in p.shown) for p in game.header.proofs]
            assert added == [0, 0, 2, 1, 2], "player 1 does not show the bytes of odd deals"
            assert [proof.missing for proof in game.header.proofs] == [(), (), (), (1,), ()]
            text = (await people[0].read(path, format="ptn")).text
            assert ptn.decode(text).events == game.events
            assert provable.verdict(provable.verify(ptn.decode(text))) is Verdict.PROVED

    run(test())


@pytest.mark.parametrize(
    "rules",
    [
        "standard(cut=french,undo=on)",
        "cutthroat_five_two_jokers",
        "two_handed",
        "barmore",
        "solo_four",
        "joker_joker_deuce_deuce",
    ],
)
def test_a_deal_can_be_read_as_soon_as_it_is_over(sqlite_url: str, rules: str) -> None:
    async def test() -> None:
        async with home(sqlite_url) as place:
            ann, ben = await place.somebody("Ann"), await place.somebody("Ben")
            room = await place.table([ann, ben], rules)
            await play(room, 2, 4)
            assert room.state.running
            table = room.state.table
            assert table is not None
            log = table.log
            begins = [n for n, event in enumerate(log) if isinstance(event, DealBegan)]
            listed = await ben.json(f"/api/matches/{room.name}/deals")
            assert [(deal["game"], deal["deal"]) for deal in listed] == [(1, 1), (1, 2)]
            for place_in_list, deal in enumerate(listed):
                path = f"/api/matches/{room.name}/deals/{deal['number']}"
                own = await ann.json(path)
                first, events = own["first"], own["events"]
                assert first == begins[place_in_list]
                assert events == plain(log[first : first + len(events)])
                assert events[0]["event"] == "deal_began"
                assert events[-1]["event"] == "deal_scored"
                assert own["results"] == deal["results"] == events[-1]["results"]
                assert own["proof"]["number"] == deal["number"]
                assert provable.seal(bytes.fromhex(own["proof"]["secret"])) == own["proof"]["seal"]
                assert own["rules"] == describe(table.rules)
                played = [card for hand in own["hands"] for card in hand]
                shown = [e["card"] for e in events if e["event"] == "card_played"]
                assert sorted(played) == sorted(shown)
                assert len(own["dealt"]) == len(own["hands"]) == table.rules.table.seats
                game = decode((await ann.read(path, format="game")).content)
                findings = provable.verify(game)
                assert provable.verdict(findings) is Verdict.PROVED
                assert findings[-1].number == deal["number"]
                assert game.events == tuple(log[: len(game.events)])
                assert not any(isinstance(e, Shuffled) for e in game.events[first + len(events) :])
                text = (await ann.read(path, format="ptn")).text
                assert ptn.decode(text).events == game.events
                (hands,) = pbn.read_deals((await ann.read(path, format="pbn")).text)
                dealt = [sorted(hand or ()) for hand in hands.hands]
                assert dealt == [sorted(hand) for hand in own["dealt"]]
                assert hands.dealer == own["dealer"] == deal["dealer"]

    run(test())


async def all_answers(one: Somebody, room: Room) -> list[httpx.Response]:
    """All that can be read of a match, and of what cannot yet."""
    base, number = f"/api/matches/{room.name}", room.state.chance.number
    paths = ["/api/matches", base, f"{base}/deals", "/api/statistics", "/api/statistics/partners"]
    paths += ["/api/odds", f"/api/tables/{room.name}", "/api/tables"]
    found = [await one.read(path) for path in paths]
    found.append(await one.read(base, format="ptn"))
    for deal in range(number + 1):
        found += [await one.read(f"{base}/deals/{deal}", format=form) for form in FORMS]
        found.append(await one.read(f"{base}/deals/{deal}/analysis"))
    return found


def hidden(room: Room) -> list[bytes]:
    """What nobody may read now: the order of the pack, the hands, the secrets."""
    state, table = room.state, room.state.table
    assert table is not None
    order = next(event.order for event in reversed(table.log) if isinstance(event, Shuffled))
    texts: Iterable[str] = [state.chance.secret, *state.hidden.values()]
    runs = [order[start : start + 4] for start in range(len(order) - 4)]
    deal = table.state.deal
    runs += [tuple(hand[:4]) for hand in deal.hands if len(hand) > 3]
    texts = [*texts, *(" ".join(cards) for cards in runs)]
    texts += [",".join(f'"{card}"' for card in cards) for cards in runs]
    texts += pbn.write_deal(deal.hands)[2:].split()
    return [text.encode() for text in texts]


@pytest.mark.parametrize("watching", ["nobody", "without_hands", "hands_after_deal"])
def test_nothing_of_a_running_deal_is_in_any_answer(sqlite_url: str, watching: str) -> None:
    async def test() -> None:
        async with home(sqlite_url, allowance=100) as place:
            people = await four(place)
            stranger, nobody = await place.somebody("Eve"), place.client()
            room = await place.table(people, watching=watching, access="public")
            await play(room, 2, 17)
            secret_things = hidden(room)
            assert len(secret_things) > 100
            for one in (*people, stranger, Somebody(stranger.person, nobody)):
                answers = await all_answers(one, room)
                for answer in answers:
                    for thing in secret_things:
                        assert thing not in answer.content, answer.request.url
                statuses = {answer.status_code for answer in answers}
                assert statuses <= {200, 202, 401, 404, 409}
            # What was searched for would have been found.
            await play(room, 1)
            number = (await numbers(people[0], room.name))[-1]
            base = f"/api/matches/{room.name}/deals/{number}"
            shown = [(await people[0].read(base, format=form)).content for form in FORMS]
            assert sum(any(thing in text for text in shown) for thing in secret_things) > 50

    run(test())


def test_answers_are_the_same_when_the_running_deal_is_dealt_anew(sqlite_url: str) -> None:
    async def test() -> None:
        async with home(sqlite_url, allowance=100) as place:
            people = await four(place)
            room = await place.table(people, watching="hands_after_deal", access="public")
            await play(room, 2)
            await place.house._write_cards()  # noqa: SLF001 - what is done twice a second
            asking = (*people[:2], Somebody(people[0].person, place.client()))
            before = [await contents(one, room) for one in asking]
            number = room.state.chance.number - 1
            rows = await place.context.store.entries(room.name)
            anew = [(seq, _dealt_anew(body, number)) for seq, body in rows]
            changed = [
                (seq, body) for (seq, body), old in zip(anew, rows, strict=True) if body != old[1]
            ]
            assert len(changed) == 2, "the secret, and the order of the pack"
            await place.context.store.rooms.rewrite(room.name, changed)
            place.house.rooms.clear()
            again = await place.house.room(room.name)
            assert again is not None
            assert again.state.hidden[number] == "ab" * 32
            assert again.state.table is not None
            assert room.state.table is not None
            hands = again.state.table.state.deal.hands
            assert hands != room.state.table.state.deal.hands, "it is another deal"
            for one, own in zip(asking, before, strict=True):
                assert await contents(one, again) == own

    run(test())


async def contents(one: Somebody, room: Room) -> dict[str, bytes]:
    """What is answered to all that can be asked, but for analyses, which take their time."""
    answers = await all_answers(one, room)
    found = {str(answer.request.url): answer.content for answer in answers}
    return {url: content for url, content in found.items() if not url.endswith("/analysis")}


def _dealt_anew(body: bytes, number: int) -> bytes:
    """A row in which the pack of a deal lies the other way round, from another secret."""
    batch = entries.decode(body)
    made: list[entries.AnyEntry] = []
    for entry in batch.entries:
        match entry:
            case entries.Sealed(own) if own == number:
                made.append(entries.Sealed(number, "ab" * 32))
            case entries.Supplied(own, events, missing) if own == number:
                shuffled = tuple(
                    Shuffled(event.order[::-1]) if isinstance(event, Shuffled) else event
                    for event in events
                )
                made.append(entries.Supplied(number, shuffled, missing))
            case _:
                made.append(entry)
    return entries.encode(entries.Batch(batch.at, tuple(made)))


def test_others_than_the_players_read_what_they_could_have_watched(sqlite_url: str) -> None:
    async def test() -> None:
        async with home(sqlite_url, allowance=100) as place:
            ann, eve = await place.somebody("Ann"), await place.somebody("Eve")
            unknown = await eve.read("/api/matches/nothing-of-that-name")
            assert unknown.status_code == 404
            cases = [
                ({"access": "private", "watching": "nobody"}, False, False),
                ({"access": "public", "watching": "nobody"}, False, True),
                ({"access": "private", "watching": "without_hands"}, False, True),
                ({"access": "private", "watching": "hands_after_deal"}, True, True),
            ]
            for options, while_running, afterwards in cases:
                room = await place.table([ann], "standard(max_deals=4)", **options)
                await play(room, 1, 3)
                base = f"/api/matches/{room.name}"
                (number,) = await numbers(ann, room.name)
                paths = [f"{base}/deals/{number}", f"{base}/deals/{number}/analysis"]
                for path in paths:
                    answer = await eve.read(path)
                    assert answer.status_code < 300 if while_running else answer.status_code == 404
                    if not while_running:
                        assert answer.content == unknown.content
                await play(room)
                await place.house._write_cards()  # noqa: SLF001 - what is done twice a second
                for path in (base, *paths):
                    answer = await eve.read(path)
                    assert answer.status_code < 300 if afterwards else answer.status_code == 404
                    if not afterwards:
                        assert answer.content == unknown.content
                listed = await eve.read(f"{base}/deals")
                assert (listed.status_code == 200) is afterwards
                assert (await ann.read(base)).status_code == 200

    run(test())


def test_what_cannot_be_read_is_refused_in_words(sqlite_url: str) -> None:
    async def test() -> None:
        async with home(sqlite_url) as place:
            ann, nobody = await place.somebody("Ann"), place.client()
            room = await place.table([ann])
            base = f"/api/matches/{room.name}"
            running = await ann.read(base)
            assert (running.status_code, reason(running)) == (409, "running")
            korean = await ann.read(base, lang="ko")
            assert korean.json()["refusal"]["sentence"] != running.json()["refusal"]["sentence"]
            for number in ("0", "1", "-1", "99999999999999999999", "x", "%00", "1e3", "٣"):
                answer = await ann.read(f"{base}/deals/{number}")
                assert (answer.status_code, reason(answer)) == (404, "no_deal")
            wrong = await ann.read(base, format="exe")
            assert (wrong.status_code, reason(wrong)) == (400, "format")
            for query in ({"limit": 0}, {"limit": "x"}, {"before": "x.y"}, {"before": "-1.y"}):
                answer = await ann.read("/api/matches", **query)
                assert (answer.status_code, reason(answer)) == (400, "page")
            for path in ("/api/matches", "/api/statistics", "/api/statistics/partners"):
                answer = await nobody.get(path)
                assert (answer.status_code, reason(answer)) == (401, "nobody")
            waiting = await place.house.create(ann.person, "Ann", room.state.options)
            answer = await ann.read(f"/api/matches/{waiting.name}")
            assert (answer.status_code, reason(answer)) == (404, "no_match")
            assert (await ann.json(f"/api/matches/{waiting.name}/deals")) == []

    run(test())


def test_ones_own_matches_are_listed_the_newest_first_a_page_at_a_time(database_url: str) -> None:
    async def test() -> None:
        async with home(database_url) as place:
            people = await four(place)
            ann, dan = people[0], people[3]
            made: list[Room] = []
            for deals in (1, 1, 0):
                room = await place.table(people[:3], "standard(max_deals=1)", name=f"T{len(made)}")
                if deals:
                    await play(room)
                made.append(room)
            await place.context.records.counting.settle()
            await place.house._write_cards()  # noqa: SLF001 - what is done twice a second
            whole = await ann.json("/api/matches")
            assert [one["table"] for one in whole["matches"]] == _newest(whole["matches"])
            assert {one["table"] for one in whole["matches"]} == {room.name for room in made}
            assert whole["next"] is None
            page = await ann.json("/api/matches", limit=1)
            seen = page["matches"]
            for _ in range(2):
                page = await ann.json("/api/matches", limit=1, before=page["next"])
                seen += page["matches"]
            assert page["next"] is None
            assert seen == whole["matches"]
            by_table = {one["table"]: one for one in seen}
            first, last = by_table[made[0].name], by_table[made[2].name]
            assert first["status"] == "over"
            assert last["status"] == "playing"
            assert last["result"] == {"game": None, "deal": None, "scores": [], "won": None}
            table = made[0].state.table
            assert table is not None
            assert first["result"]["scores"] == [one.score for one in table.state.results]
            assert first["result"]["won"] == (0 in (table.state.winners or ()))
            assert first["you"] == [0]
            assert [one["name"] for one in first["players"]][:3] == list(FOUR[:3])
            assert not any("id" in one for one in first["players"])
            assert (await dan.json("/api/matches"))["matches"] == []

    run(test())


def _newest(matches: list[dict[str, Any]]) -> list[str]:
    ordered = sorted(matches, key=lambda one: (one["made"], one["table"]), reverse=True)
    return [one["table"] for one in ordered]


def test_statistics_are_there_when_a_match_is_over_and_made_up_for_after_a_crash(
    database_url: str,
) -> None:
    async def test() -> None:
        async with home(database_url) as place:
            people = await four(place)
            ann = people[0]
            for rules in ("standard(max_deals=4)", "mirror(max_deals=4)", "mirror(max_deals=4)"):
                await play(await place.table(people, rules))
            await play(await place.table(people), 1)
            await place.context.records.counting.settle()
            kept = await place.context.store.tallies.of_person(ann.person.id)
            assert len(kept) == 3
            found = await ann.json("/api/statistics")
            assert found["total"]["matches"] == 3
            assert found["total"]["deals"] == 12
            assert [one["tally"]["matches"] for one in found["rules"]] == [2, 1]
            assert found["rules"][1]["rules"] == "standard(max_deals=4)"
            partners = await ann.json("/api/statistics/partners")
            won = found["total"]["won"]
            assert partners == [
                {"name": "Cat", "is_bot": False, "deals": 12, "matches": 3, "won": won}
            ]
            everybody = [await one.json("/api/statistics") for one in people]
            assert sum(one["total"]["points"] for one in everybody) != 0
            await place.context.store.tallies.remove(ann.person.id)
            assert await ann.json("/api/statistics") == found
            assert await place.context.store.tallies.of_person(ann.person.id) == kept

    run(test())


def test_players_are_called_in_a_record_as_at_the_table(sqlite_url: str) -> None:
    async def test() -> None:
        async with home(sqlite_url) as place:
            nameless, bea = await place.somebody(""), await place.somebody("Bea")
            seats = ["", "", "", "the window"]
            room = await place.table([nameless, None, bea], "standard(max_deals=1)", seats=seats)
            await play(room)
            assert room.info.players[0].name == ""
            shown = tuple(player.name or "Guest" for player in room.info.players)
            assert shown[2:] == ("Bea", "the window")
            game = decode((await bea.read(f"/api/matches/{room.name}")).content)
            assert game.header.players == shown
            assert len({*shown}) == 4
            partners = await bea.json("/api/statistics/partners")
            assert [one["name"] for one in partners] == [shown[0]]

    run(test())


def test_after_a_crash_at_the_end_of_a_match_it_is_counted_and_listed_as_over(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with home(sqlite_url) as place:
            ann = await place.somebody("Ann")
            over = await place.table([ann], "standard(max_deals=1)")
            running = await place.table([ann])
            card = over.card()
            await play(over)
            await play(running, 1)
            await place.context.records.counting.settle()
        async with home(sqlite_url) as place:
            # As if the process had died before it wrote tallies and card.
            await place.context.store.tallies.remove(ann.person.id)
            await place.context.store.put_cards({over.name: card})
            again = Somebody(ann.person, place.client(**dict(ann.http.headers)))
            listed = (await again.json("/api/matches"))["matches"]
            assert {one["status"] for one in listed} == {"playing"}
            counting = place.context.records.counting
            read: list[str] = []
            count = counting.count

            async def watched(room: str) -> bool:
                read.append(room)
                return await count(room)

            monkeypatch.setattr(counting, "count", watched)
            for _ in range(3):
                assert (await again.json("/api/statistics"))["total"]["matches"] == 1
            assert sorted(read) == sorted([over.name, running.name]), "each is looked at once"
            listed = (await again.json("/api/matches"))["matches"]
            assert {one["table"]: one["status"] for one in listed} == {
                over.name: "over",
                running.name: "playing",
            }

    run(test())


def test_what_is_counted_while_somebody_is_forgotten_names_nobody(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with home(database_url) as place:
            people = await four(place)
            room = await place.table(people, "standard(max_deals=1)")
            await play(room)
            counting, records = place.context.records.counting, place.context.store.records
            await counting.settle()
            put, tries = records.put_tallies, list[bool]()

            async def late(name: str, seq: int, bodies: Mapping[str, bytes]) -> bool:
                if not tries:
                    await people[0].http.delete(f"/api/matches/{name}")
                tries.append(await put(name, seq, bodies))
                return tries[-1]

            monkeypatch.setattr(records, "put_tallies", late)
            assert await counting.count(room.name)
            assert tries == [False, True]
            partners = await people[2].json("/api/statistics/partners")
            assert [one["name"] for one in partners] == ["—"]

    run(test())


def test_odds_count_each_deal_once(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with home(database_url) as place:
            people = await four(place)
            room = await place.table(people)
            other = await place.table(people, "mirror")
            await play(room, 2)
            await play(other, 1)
            first = await people[0].json("/api/odds")
            assert (first["rules"], first["deals"], first["left_out"]) == ("standard", 2, 0)
            assert "why" not in first
            spades = first["odds"][0]
            assert spades["what"] == "spades"
            assert sum(row["value"] * row["hands"] for row in spades["rows"]) == 2 * 13
            aces = {one["what"]: one for one in first["odds"]}["aces"]
            assert sum(row["hands"] for row in aces["rows"]) == 8
            read: list[int] = []
            unwatched = place.context.store.records.deals_since

            async def watched(key: str, at: int, after: tuple[str, int]) -> Any:
                part = await unwatched(key, at, after)
                read.append(len(part))
                return part

            monkeypatch.setattr(place.context.store.records, "deals_since", watched)
            monkeypatch.setattr("spadille.server.records.measured.OVERLAP", 0)
            await play(room, 1)
            again = await people[0].json("/api/odds")
            assert again["deals"] == 3
            assert sum(read) == 2, "the newest one that was known, and the one that is new"
            assert (await people[0].json("/api/odds"))["deals"] == 3
            dealt = done(room.state)
            assert dealt == 3
            assert (await people[0].json("/api/odds", rules="mirror"))["deals"] == 1
            wrong = await people[0].read("/api/odds", rules="no such rules")
            assert (wrong.status_code, reason(wrong)) == (404, "rules")

    run(test())


def test_drawn_hands_and_french_cuts_are_left_out_of_the_odds(sqlite_url: str) -> None:
    async def test() -> None:
        async with home(sqlite_url) as place:
            people = await four(place)
            for rules, word in (("two_handed", "drawn"), ("standard(cut=french)", "French")):
                await play(await place.table(people[:2], rules), 1)
                found = await people[0].json("/api/odds", rules=rules)
                assert (found["deals"], found["left_out"], found["odds"]) == (0, 1, [])
                assert word in found["why"]
                korean = await people[0].json("/api/odds", rules=rules, lang="ko")
                assert korean["why"] != found["why"]

    run(test())


def test_a_deal_is_analysed_by_the_bots_pool(sqlite_url: str) -> None:
    async def test() -> None:
        async with home(sqlite_url, allowance=100) as place:
            ann = await place.somebody("Ann")
            room = await place.table([ann])
            await play(room, 1, 2)
            (number,) = await numbers(ann, room.name)
            path = f"/api/matches/{room.name}/deals/{number}"
            deal = await ann.json(path)
            async with asyncio.timeout(3 * BOUND):
                while (answer := await ann.read(f"{path}/analysis")).status_code == 202:
                    assert answer.json()["done"] is False
                    await asyncio.sleep(0.2)
            found = answer.json()
            assert found["done"] is True
            assert found["weighed"] == found["of"] > 20
            lost = []
            for one in found["decisions"]:
                event = deal["events"][one["event"]]
                assert event["seat"] == one["seat"]
                if event["event"] == "card_played":
                    assert one["action"] == {"do": "play", "card": event["card"]}
                values = [weight["value"] for weight in one["weights"]]
                assert values == sorted(values, reverse=True)
                assert one["best"] in [weight["action"] for weight in one["weights"]]
                assert one["lost"] is not None
                assert one["lost"] >= 0
                lost.append(one["lost"])
            assert len(lost) > 20
            assert lost[found["worst"]] == max(lost) > 0
            assert any(event["event"] == "bid_made" for event in _weighed(deal, found))

    run(test())


def _weighed(deal: dict[str, Any], found: dict[str, Any]) -> list[dict[str, Any]]:
    return [deal["events"][one["event"]] for one in found["decisions"]]


def test_every_deal_of_a_match_has_its_own_row(sqlite_url: str) -> None:
    async def test() -> None:
        async with home(sqlite_url) as place:
            people = await four(place)
            room = await place.table(
                people, "cutthroat_four(next_game_dealer=redraw,max_deals=4,tokens_to_win=3)"
            )
            await play(room, 6)
            table = room.state.table
            assert table is not None
            scored = [event.results for event in table.log if isinstance(event, DealScored)]
            listed = await people[0].json(f"/api/matches/{room.name}/deals")
            assert [deal["results"] for deal in listed] == plain(scored)
            assert len({deal["number"] for deal in listed}) == 6
            assert {deal["game"] for deal in listed} == {1, 2}

    run(test())

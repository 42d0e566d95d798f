"""What is written into the store is what is read, from either database."""

import asyncio
import time

import pytest
from databases import BOUND, NOW, ask, opened, run

from spadille.server.store import (
    ApiToken,
    Card,
    Deal,
    Finished,
    LoginTakenError,
    Person,
    Room,
    Row,
)

PLAYING = Card("playing", "public", "ABCD", '{"name":"둥근 테이블"}'.encode())


def test_entries_come_back_in_order_and_as_they_were(database_url: str) -> None:
    bodies = {
        1: b'{"a":"\\u0000\\n"}',
        2: '{"b":"스페이드 \U0001f0a1"}'.encode(),
        3: b"x" * 100_000,
    }

    async def test() -> None:
        async with opened(database_url) as store:
            for seq, body in bodies.items():
                await store.append(Row("r", seq, NOW + seq, body))
            await store.append(Row("other", 1, NOW, b"{}"))
            assert await store.entries("r") == list(bodies.items())
            assert await store.entries("r", after=2) == [(3, bodies[3])]
            assert await store.entries("r", after=3) == []
            assert await store.entries("nowhere") == []
        async with opened(database_url) as store:
            assert await store.entries("r") == list(bodies.items())

    run(test())


def test_the_newest_entry_of_many_rooms_is_found_at_once(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            rows = [Row(f"r{n % 70}", 1 + n // 70, NOW, b"{}") for n in range(280)]
            await asyncio.gather(*(store.append(row) for row in rows))
            asked = [f"r{n}" for n in range(0, 140, 2)]
            assert await store.newest(asked) == {f"r{n}": 4 for n in range(0, 70, 2)}
            assert await store.newest([]) == {}

    run(test())


def test_a_row_brings_its_card_places_deal_and_tallies(database_url: str) -> None:
    row = Row(
        "r",
        1,
        NOW,
        b"{}",
        PLAYING,
        ((0, "ann"), (1, "bob"), (0, "cem")),
        Deal(3, "standard-key", b'{"hands":[]}'),
        (("ann", b'{"nils":1}'), ("bob", b"{}")),
    )

    async def test() -> None:
        async with opened(database_url) as store:
            await store.append(row)
            room = Room("r", NOW, NOW, "playing", "public", "ABCD", PLAYING.body)
            assert await store.rooms.one("r") == await store.rooms.by_code("ABCD") == room
            assert await store.rooms.places("r") == [(0, "ann"), (0, "cem"), (1, "bob")]
            deal = Finished("r", 3, NOW, "standard-key", b'{"hands":[]}')
            assert await store.deals.of_room("r") == [deal]
            assert await store.deals.one("r", 3) == deal
            assert await store.deals.one("r", 4) is None
            assert await store.tallies.of_person("ann") == [("r", b'{"nils":1}')]
            # The next row changes the card, and repeats a place and a deal.
            over = PLAYING._replace(status="over", code=None)
            again = row._replace(seq=2, at=NOW + 5, card=over, deal=Deal(3, "k", b"[]"))
            await store.append(again)
            room = room._replace(updated=NOW + 5, status="over", code=None)
            assert await store.rooms.one("r") == room
            assert await store.rooms.places("r") == [(0, "ann"), (0, "cem"), (1, "bob")]
            assert await store.deals.of_room("r") == [Finished("r", 3, NOW + 5, "k", b"[]")]

    run(test())


def test_of_two_cards_of_a_room_in_a_group_the_later_stays(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            cards = [PLAYING._replace(body=b"%d" % seq) for seq in range(1, 6)]
            rows = [
                Row(
                    "r",
                    seq,
                    NOW + seq,
                    b"{}",
                    card,
                    (),
                    Deal(1, "k", card.body),
                    (("a", card.body),),
                )
                for seq, card in enumerate(cards, 1)
            ]
            await asyncio.gather(*(store.append(row) for row in rows))
            room = await store.rooms.one("r")
            assert room is not None
            assert (room.body, room.updated) == (b"5", NOW + 5)
            assert [deal.body for deal in await store.deals.of_room("r")] == [b"5"]
            assert await store.tallies.of_person("a") == [("r", b"5")]

    run(test())


def test_the_entries_of_many_rooms_are_found_at_once(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            for seq in range(1, 5):
                rows = [Row(f"r{n}", seq, NOW, f'"{n} {seq}"'.encode()) for n in range(40)]
                await asyncio.gather(*(store.append(row) for row in rows))
            keys = [(f"r{n}", seq) for n in range(0, 60, 3) for seq in range(n % 4, 7)]
            assert await store.entries_by_key(keys) == {
                f"r{n}": [(seq, f'"{n} {seq}"'.encode()) for seq in range(max(1, n % 4), 5)]
                for n in range(0, 40, 3)
            }
            assert await store.entries_by_key([]) == {}

    run(test())


def test_public_rooms_without_news_for_a_day_are_no_more_shown(database_url: str) -> None:
    day = 24 * 3600 * 1000

    async def test() -> None:
        async with opened(database_url) as store:
            for name, at in (("old", NOW - day - 1), ("new", NOW - day)):
                card = Card("gathering", "public", None, name.encode())
                await store.append(Row(name, 1, at, b"{}", card))
            assert await store.public_rooms(9) == [b"new"]
            assert len(await store.rooms.open(9)) == 2

    run(test())


def test_rooms_are_listed_by_access_status_and_person(database_url: str) -> None:
    kinds = {
        "a": ("gathering", "public"),
        "b": ("playing", "public"),
        "c": ("over", "public"),
        "d": ("playing", "private"),
        "e": ("closed", "public"),
    }

    async def test() -> None:
        async with opened(database_url) as store:
            for n, (name, (status, access)) in enumerate(kinds.items()):
                card = Card(status, access, None, name.encode())
                await store.append(Row(name, 1, NOW + n, b"{}", card, ((n, "ann"),)))
            assert [room.id for room in await store.rooms.open(9)] == ["b", "a"]
            assert await store.public_rooms(1) == [b"b"]
            assert [room.id for room in await store.rooms.open(9, "private")] == ["d"]
            assert sorted(await store.rooms.unfinished()) == ["a", "b", "d"]
            newest = await store.rooms.of_person("ann", 2)
            assert [room.id for room in newest] == ["e", "d"]
            older = await store.rooms.of_person("ann", 9, before=newest[-1].updated)
            assert [room.id for room in older] == ["c", "b", "a"]
            going = await store.rooms.of_person("ann", 9, unfinished=True)
            assert [room.id for room in going] == ["d", "b", "a"]
            assert await store.rooms.of_person("bob", 9) == []

    run(test())


def test_cards_are_written_by_themselves_where_they_have_changed(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            await store.append(Row("r", 1, 5, b"{}", PLAYING))
            await store.put_cards({})
            await store.put_cards({"r": PLAYING, "nowhere": PLAYING})
            room = await store.rooms.one("r")
            assert room is not None
            assert room.updated == 5  # it is what it was
            await store.put_cards({"r": PLAYING._replace(status="over", body=b"new")})
            changed = room._replace(updated=NOW, status="over", body=b"new")
            assert await store.rooms.one("r") == changed
            assert await store.rooms.one("nowhere") is None
            assert await store.code_of("r") == "ABCD"
            assert await store.code_of("nowhere") is None
            assert await store.by_code("ABCD") == "r"
            assert await store.by_code("nothing") is None

    run(test())


def test_a_room_is_removed_with_all_that_belongs_to_it(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            for name in ("r", "s"):
                card = PLAYING._replace(code=name)
                deal, tally = Deal(1, "k", b"{}"), ("ann", b"{}")
                await store.append(Row(name, 1, NOW, b"{}", card, ((0, "ann"),), deal, (tally,)))
            await store.rooms.remove("r")
            assert await store.rooms.one("r") is None
            assert await store.entries("r") == []
            assert await store.rooms.places("r") == []
            assert await store.deals.of_room("r") == []
            assert await store.tallies.of_person("ann") == [("s", b"{}")]
            assert await store.entries("s") == [(1, b"{}")]

    run(test())


def test_names_can_be_taken_out_of_entries_and_deals(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            await store.append(Row("r", 1, NOW, b'"Ann"', None, (), Deal(1, "k", b'"Ann"')))
            await store.append(Row("r", 2, NOW, b'"Bob"'))
            await store.rooms.rewrite("r", [(1, b'"?"')])
            await store.deals.rewrite("r", 1, b'"!"')
            assert await store.entries("r") == [(1, b'"?"'), (2, b'"Bob"')]
            assert [deal.body for deal in await store.deals.of_room("r")] == [b'"!"']
            await store.deals.remove("r", 1)
            assert await store.deals.of_room("r") == []

    run(test())


def test_all_deals_are_read_part_by_part(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            wanted = [(f"r{n % 3}", n // 3, "odd" if n % 2 else "even") for n in range(1200)]
            await asyncio.gather(
                *(
                    store.append(
                        Row(room, n + 1, NOW + n, b"{}", None, (), Deal(n, key, b"%d" % n))
                    )
                    for room, n, key in wanted
                )
            )
            read = [deal async for deal in store.deals.all()]
            assert [(deal.room, deal.number, deal.rules_key) for deal in read] == sorted(wanted)
            odd = [deal async for deal in store.deals.all("odd")]
            assert odd == [deal for deal in read if deal.rules_key == "odd"]

    run(test())


def test_the_deals_of_a_person_come_newest_first(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            for n, (room, person) in enumerate([("r", "ann"), ("s", "bob"), ("t", "ann")]):
                deal = Deal(1, "k", room.encode())
                await store.append(Row(room, 1, NOW + n, b"{}", None, ((0, person),), deal))
            assert [deal.room for deal in await store.deals.of_person("ann", 9)] == ["t", "r"]
            before = await store.deals.of_person("ann", 9, before=NOW + 2)
            assert [deal.room for deal in before] == ["r"]

    run(test())


def test_tallies_are_replaced_and_removed(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            await store.tallies.write("r", {"ann": b"1", "bob": b"2"})
            await store.tallies.write("r", {"ann": b"3"})
            await store.tallies.write("r", {})
            assert await store.tallies.of_person("ann") == [("r", b"3")]
            await store.tallies.remove("ann")
            assert await store.tallies.of_person("ann") == []
            assert await store.tallies.of_person("bob") == [("r", b"2")]

    run(test())


def test_people_are_kept_with_and_without_an_account(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            people = store.people
            ann = await people.add("p1", "안나", login="ann", password="hash")  # noqa: S106 - no password
            assert ann == Person("p1", NOW, "안나", "ann", "hash")
            bot = await people.add("p2", "Robot", is_bot=True)
            assert await people.one("p1") == await people.by_login("ann") == ann
            assert await people.one("p2") == bot == Person("p2", NOW, "Robot", is_bot=True)
            assert await people.one("p3") is None
            assert await people.names(["p1", "p2", "p3"]) == {"p1": "안나", "p2": "Robot"}
            assert await people.names([]) == {}
            await people.change("p1", name="Anna", factor=2.5)
            assert await people.one("p1") == ann._replace(name="Anna", factor=2.5)

    run(test())


def test_a_login_is_one_persons(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            await store.people.add("p1", "Ann", login="ann")
            with pytest.raises(LoginTakenError, match="The login ann is taken; choose another"):
                await store.people.add("p2", "Other Ann", login="ann")
            await store.people.add("p3", "Bob")
            with pytest.raises(LoginTakenError):
                await store.people.change("p3", login="ann")
            assert await store.people.one("p2") is None
            found = await store.people.by_login("ann")
            assert found is not None
            assert found.id == "p1"

    run(test())


def test_api_tokens_lead_to_their_person(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            bot = await store.people.add("p1", "Robot", is_bot=True)
            await store.people.add("p2", "Other")
            token = await store.people.add_token("digest", "p1", "at home")
            assert token == ApiToken("digest", "p1", "at home", NOW)
            assert await store.people.by_token("digest") == bot
            assert await store.people.by_token("another") is None
            assert await store.people.tokens("p1") == [token]
            assert not await store.people.remove_token("digest", "p2")
            assert await store.people.remove_token("digest", "p1")
            assert await store.people.by_token("digest") is None

    run(test())


def test_a_person_is_removed_with_tokens_and_tallies(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            await store.people.add("p1", "Ann", login="ann")
            await store.people.add_token("digest", "p1", "at home")
            await store.tallies.write("r", {"p1": b"{}"})
            await store.people.remove("p1")
            assert await store.people.one("p1") is None
            assert await store.people.by_token("digest") is None
            assert await store.people.tokens("p1") == []
            assert await store.tallies.of_person("p1") == []

    run(test())


def test_a_secret_is_made_once(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            assert await store.secret("key", lambda: "first") == "first"
            assert await store.secret("key", lambda: "second") == "first"
            assert await store.secret("other", lambda: "third") == "third"
        async with opened(database_url) as store:
            assert await store.secret("key", lambda: "fourth") == "first"

    run(test())


def test_a_lease_is_one_processs_until_it_is_over(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            assert await store.lease(["a", "b"], "one", 300) == {"a", "b"}
            assert await store.lease(["b", "c"], "two", 300) == {"c"}
            assert await store.holders(["a", "b", "c", "d"]) == {"a": "one", "b": "one", "c": "two"}
            assert await store.lease([], "two", 300) == set()
            # A renewal may be shorter; from when it is over the other can have it.
            assert await store.lease(["b"], "one", 0.2) == {"b"}
            end = time.monotonic() + BOUND
            while await store.lease(["b"], "two", 300) != {"b"}:
                assert time.monotonic() < end
                await asyncio.sleep(0.02)
            assert await store.lease(["a", "b"], "one", 300) == {"a"}
            assert await store.holders(["a", "b"]) == {"a": "one", "b": "two"}

    run(test())


def test_a_lease_is_given_up_only_by_its_holder(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            await store.lease(["a"], "one", 300)
            await store.release(["a"], "two")
            assert await store.lease(["a"], "two", 300) == set()
            await store.release([], "one")
            await store.release(["a"], "one")
            assert await store.holders(["a"]) == {}
            assert await store.lease(["a"], "two", 300) == {"a"}

    run(test())


def test_leases_go_by_the_clock_of_the_database(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            before = time.time()
            await store.lease(["a"], "one", 1000)
            expires = await ask(database_url, "SELECT expires FROM leases")
            # Both databases of the tests run on this machine; the store's own clock is elsewhere.
            assert before - 5 <= expires / 1000 - 1000 <= time.time() + 5

    run(test())


def test_a_store_says_that_it_is_alive(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as store:
            await store.check()
            assert store.figures == (0, 0, 0)
            await store.append(Row("r", 1, NOW, b"{}"))
            assert store.figures == (1, 1, 0)

    run(test())

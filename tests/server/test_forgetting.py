"""Being forgotten: no byte of a match names who asked, and when all have asked it is gone."""

import asyncio
import gzip
import io
from typing import Any

import httpx
from databases import BOUND, run
from house_play import Home, Somebody, done, home, play

from spadille import provable
from spadille.record import decode
from spadille.server.entries import Closed, Forgotten, Status
from spadille.server.refusals import Refused
from spadille.server.room import company
from spadille.server.room.room import Room
from spadille.server.room.state import NAMELESS
from spadille.server.store.moving import export
from spadille.words import Words

NAMES = ("Annabella", "Benedikt", "Cattleya", "Dandelion")
WORDS = "my number is 555-0199"


class Hearing:
    """A connection without a socket."""

    reads: Words | None = None

    def __init__(self, person: str) -> None:
        self.person = person
        self.player: int | None = None
        self.muted: set[int] = set()
        self.heard: list[str] = []
        self.ended: list[str] = []

    def send(self, text: str) -> None:
        self.heard.append(text)

    def end(self, code: int, refused: Refused) -> None:
        assert code == 1001
        self.ended.append(refused.reason)


async def everything(url: str) -> str:
    """All that a database holds but its persons; it has to be closed."""
    target = io.BytesIO()
    await export(url, target)
    lines = gzip.decompress(target.getvalue()).decode().splitlines()
    tables: dict[str, list[str]] = {}
    own: list[str] = []
    for line in lines[1:-1]:
        if line.startswith('{"table"'):
            own = tables[line.split('"')[3]] = []
        else:
            own.append(line)
    assert len(tables["persons"]) >= 4
    return "\n".join(line for name, own in tables.items() if name != "persons" for line in own)


async def finished(place: Home) -> tuple[list[Somebody], Room]:
    """A match that is over, in which the first player said something."""
    people = [await place.somebody(name) for name in NAMES]
    seats = [f"{NAMES[0]}’s chair", "", "the window seat", ""]
    options: dict[str, Any] = {"watching": "hands_after_deal", "seats": seats}
    room = await place.table(people, "standard(max_deals=2)", **options)
    await room.change(lambda state: company.speak(state, people[0].person.id, "", WORDS))
    await play(room)
    assert room.state.status is Status.OVER
    await place.context.records.counting.settle()
    await place.house._write_cards()  # noqa: SLF001 - what is done twice a second
    return people, room


async def names_in_list(one: Somebody) -> list[str]:
    """What the players of somebody's last match are called."""
    listed = (await one.json("/api/matches"))["matches"][0]
    return [player["name"] for player in listed["players"]]


async def ask(one: Somebody, room: Room) -> httpx.Response:
    return await one.http.delete(f"/api/matches/{room.name}")


def test_who_asks_is_nowhere_any_more_and_the_others_keep_their_match(database_url: str) -> None:
    async def test() -> None:
        async with home(database_url) as place:
            people, room = await finished(place)
            ann, ben, cat = people[:3]
            before = await cat.json("/api/statistics")
            listening = Hearing(ben.person.id)
            await room.join(listening, None)
            answer = await ask(ann, room)
            assert (answer.status_code, answer.json()) == (200, {"deleted": False})
            # The room in memory, and who is connected to it, know at once.
            assert room.state.places[0].name == NAMELESS
            assert room.state.player_of(ann.person.id) is None
            assert room.state.host == room.state.places[0].person
            assert NAMES[0] not in listening.heard[-1]
            assert NAMELESS in listening.heard[-1]
            assert [said.text for _, said in room.state.said] == [NAMELESS]
            assert (await ann.json("/api/matches"))["matches"] == []
            assert (await ann.json("/api/statistics"))["total"]["matches"] == 0
            async with asyncio.timeout(BOUND):  # an older card may have been on its way
                while True:
                    if await names_in_list(ben) == [NAMELESS, *NAMES[1:]]:
                        break
                    await asyncio.sleep(0.05)
            game = decode((await ben.read(f"/api/matches/{room.name}")).content)
            assert game.header.players == (NAMELESS, *NAMES[1:])
            assert provable.verdict(provable.verify(game)) is provable.Verdict.PROVED
            assert await cat.json("/api/statistics") == before
            partners = await cat.json("/api/statistics/partners")
            assert [one["name"] for one in partners] == [NAMELESS]
            assert (await ask(ann, room)).status_code == 403
            await room.part(listening)
        stored = await everything(database_url)
        for trace in (NAMES[0], ann.person.id, WORDS):
            assert trace not in stored
        for name in NAMES[1:]:
            assert name in stored
        async with home(database_url) as place:
            again = await place.house.room(room.name)
            assert again is not None
            assert again.state.places[0].name == NAMELESS
            assert done(again.state) == 2
            assert again.seq == room.seq

    run(test())


def test_when_all_have_asked_the_match_is_gone_with_its_deals(database_url: str) -> None:
    async def test() -> None:
        async with home(database_url) as place:
            people, room = await finished(place)
            other_people, other = await finished(place)
            listening = Hearing(people[3].person.id)
            await room.join(listening, None)
            path = f"/api/matches/{room.name}"
            deals = await people[3].json(f"{path}/deals")
            assert len(deals) == 2
            for one in people[:3]:
                assert (await ask(one, room)).json() == {"deleted": False}
            assert (await ask(people[3], room)).json() == {"deleted": True}
            assert listening.ended == ["gone"]
            assert room.name not in place.house.rooms
            await room.part(listening)
            for gone in (path, f"{path}/deals", f"{path}/deals/{deals[0]['number']}"):
                assert (await people[3].read(gone)).status_code == 404
            assert (await ask(people[3], room)).status_code == 404
            assert (await other_people[0].read(f"/api/matches/{other.name}")).status_code == 200
        stored = await everything(database_url)
        assert room.name not in stored
        assert other.name in stored
        for one in people:
            assert one.person.id not in stored

    run(test())


def test_bots_and_who_only_looked_in_do_not_count_among_those_who_have_to_ask(
    sqlite_url: str,
) -> None:
    async def test() -> None:
        async with home(sqlite_url) as place:
            ann, eve = await place.somebody(NAMES[0]), await place.somebody("Evelyn")
            options: Any = {"rules": "standard(max_deals=1)"}
            waiting = await place.table_of(ann, options)
            await place.sits(waiting, eve, 1)
            await waiting.change(lambda state: company.leave(state, eve.person.id))
            draw = place.house.world.draw
            await waiting.change(lambda state: company.start(state, ann.person.id, draw))
            await play(waiting)
            # Who only looked in may be forgotten too, and deletes nothing.
            assert (await ask(eve, waiting)).json() == {"deleted": False}
            assert (await ann.read(f"/api/matches/{waiting.name}")).status_code == 200
            assert (await ask(ann, waiting)).json() == {"deleted": True}
        assert waiting.name not in await everything_but(sqlite_url)

    run(test())


async def everything_but(url: str) -> str:
    target = io.BytesIO()
    await export(url, target)
    return gzip.decompress(target.getvalue()).decode()


def test_nobody_is_forgotten_before_the_match_is_over(sqlite_url: str) -> None:
    async def test() -> None:
        async with home(sqlite_url) as place:
            people = [await place.somebody(name) for name in NAMES]
            eve = await place.somebody("Evelyn")
            room = await place.table(people, access="public")
            await play(room, 1, 3)
            answer = await ask(people[0], room)
            assert answer.status_code == 409
            assert answer.json()["refusal"]["reason"] == "running"
            assert room.state.places[0].name == NAMES[0]
            assert (await ask(eve, room)).status_code == 403
            private = await place.table(people[:1])
            assert (await ask(eve, private)).status_code == 404
            nobody = place.client()
            assert (await nobody.delete(f"/api/matches/{room.name}")).status_code == 401
            foreign = people[0].http
            sent = await foreign.delete(
                f"/api/matches/{room.name}", headers={"origin": "https://evil.example"}
            )
            assert sent.status_code == 403
            for one in people:
                await room.change(lambda state, one=one: company.leave(state, one.person.id))  # type: ignore[misc]
            assert isinstance(room.state.closed, Closed)
            assert (await ask(people[0], room)).json() == {"deleted": False}

    run(test())


def test_another_process_forgets_too(postgres_url: str) -> None:
    async def test() -> None:
        async with home(postgres_url) as place, home(postgres_url) as second:
            people, room = await finished(place)
            mirrored = await second.house.room(room.name)
            assert mirrored is not None
            listening = Hearing(people[1].person.id)
            await mirrored.join(listening, None)
            assert mirrored.state.places[0].name == NAMES[0]
            await ask(people[0], room)
            await second.house.poll()
            assert mirrored.state.places[0].name == NAMELESS
            assert NAMES[0] not in listening.heard[-1]
            for one in people[1:]:
                await ask(one, room)
            # Before it notices, somebody there says something in a room that is gone.
            await second.house.poll()
            assert room.name not in second.house.rooms
            assert listening.ended == ["gone"]
        assert room.name not in await everything(postgres_url)

    run(test())


def test_what_is_said_to_a_room_that_another_process_deleted_does_not_stay(
    postgres_url: str,
) -> None:
    async def test() -> None:
        async with home(postgres_url) as place, home(postgres_url) as second:
            people, room = await finished(place)
            mirrored = await second.house.room(room.name)
            assert mirrored is not None
            await place.house.remove(room.name)
            with_words = people[2].person.id
            await mirrored.change(lambda state: company.speak(state, with_words, "", "still here?"))
            await second.house.poll()
            assert room.name not in second.house.rooms
        assert "still here?" not in await everything(postgres_url)

    run(test())


def test_rows_that_come_in_between_are_not_lost(postgres_url: str) -> None:
    async def test() -> None:
        async with home(postgres_url) as place, home(postgres_url) as second:
            people, room = await finished(place)
            mirrored = await second.house.room(room.name)
            assert mirrored is not None
            forget = place.context.store.records.forget
            tries: list[bool] = []

            async def late(wanted: Any) -> bool:
                if not tries:
                    cat = people[2].person.id
                    await mirrored.change(lambda state: company.speak(state, cat, "thanks", ""))
                tries.append(await forget(wanted))
                return tries[-1]

            place.context.store.records.forget = late  # type: ignore[method-assign]
            await ask(people[0], room)
            assert tries == [False, True]
            await second.house.poll()
            assert [entry.phrase for _, entry in mirrored.state.said] == ["", "thanks"]
            assert mirrored.state.places[0].name == NAMELESS
            rows = await place.context.store.entries(room.name)
            assert b'"forgotten"' in rows[-1][1]
        assert NAMES[0] not in await everything(postgres_url)

    run(test())


def test_the_entry_that_tells_it_names_nobody() -> None:
    assert set(Forgotten.__struct_fields__) == {"alias", "held", "sat"}

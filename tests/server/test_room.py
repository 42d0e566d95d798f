"""A room and its rows: what others store meanwhile, what may have been stored, what is no row."""

from collections.abc import Callable

import pytest
from databases import NOW, run
from serving import Turned

from spadille.game.events import Looked
from spadille.server.entries import Batch, Opened, Said, Seated, Started, encode
from spadille.server.options import TableOptions
from spadille.server.refusals import Refused
from spadille.server.room import company
from spadille.server.room.draft import Draft
from spadille.server.room.room import MISSED, Room, World
from spadille.server.room.state import RoomState
from spadille.server.store import Row, StoreDownError, TakenError, UnsureError
from spadille.words import Words

OPENED = Opened("match", "ada", TableOptions())


class Kept:
    """Rows in memory; `before` is called once before the next one is added."""

    def __init__(self) -> None:
        self.bodies: list[tuple[int, bytes]] = []
        self.before: Callable[[Row], None] | None = None
        self.asked: list[int] = []

    def add(self, *entries: Seated | Said) -> None:
        """Store a row, as another process does."""
        self.bodies.append((len(self.bodies) + 1, encode(Batch(NOW, entries))))

    async def append(self, row: Row) -> None:
        before, self.before = self.before, None
        if before is not None:
            before(row)
        if row.seq <= len(self.bodies):
            raise TakenError(row.room, row.seq)
        self.bodies.append((row.seq, row.body))

    async def entries(self, room: str, after: int = 0) -> list[tuple[int, bytes]]:
        assert room == "room"
        self.asked.append(after)
        return self.bodies[after:]


class Ear:
    """A connection that keeps what it is told."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.player: int | None = None
        self.muted: set[int] = set()
        self.reads: Words | None = None
        self.told: list[str] = []

    def send(self, text: str) -> None:
        self.told.append(text)

    def end(self, code: int, refused: Refused) -> None:
        raise AssertionError(code, refused)


async def made(kept: Kept, seen: list[int]) -> Room:
    """A room with its host; `seen` takes the number of the newest row at each report."""
    world = World(
        store=kept,
        time=Turned(),
        draw=lambda: bytes(32),
        process="here",
        heartbeat=20.0,
        stored=lambda _name, _seq: None,
        changed=lambda room, _news: seen.append(room.seq),
    )

    def settle(state: RoomState) -> Draft:
        draft = Draft(state)
        draft.add(Seated(0, "ada", "Ada"))
        return draft

    return await Room.create(world, "room", "CODE234", OPENED, settle)


def test_what_others_stored_is_reported_though_ones_own_wish_is_refused() -> None:
    """Else bots and clocks of the room would not learn of it."""

    async def test() -> None:
        kept, seen = Kept(), list[int]()
        room = await made(kept, seen)
        kept.before = lambda _: kept.add(Seated(1, "bea", "Bea"))
        with pytest.raises(Refused, match="taken"):
            await room.change(
                lambda state: company.sit(state, company.Guest("cyd", "Cyd"), 1, room.world.draw)
            )
        assert (room.seq, seen, room.state.places[1].person) == (2, [1, 2], "bea")
        with pytest.raises(Refused):
            await room.change(lambda state: company.speak(state, "nobody", "hello", ""))
        assert seen == [1, 2]

    run(test())


def test_a_row_that_may_have_been_stored_is_found_and_reported() -> None:
    async def test() -> None:
        kept, seen = Kept(), list[int]()
        room = await made(kept, seen)

        def lost(row: Row) -> None:
            kept.bodies.append((row.seq, row.body))
            raise UnsureError("The database went away.")

        def say(state: RoomState) -> Draft:
            known = room.repeated("ada", "one")
            if known is not None:
                return Draft(state)
            return company.speak(state, "ada", "hello", "", command="one")

        kept.before = lost
        with pytest.raises(StoreDownError):
            await room.change(say)
        assert (room.seq, seen) == (1, [1])
        assert await room.change(say) is None
        assert (room.seq, seen, len(room.state.said)) == (2, [1, 2], 1)

    run(test())


@pytest.mark.parametrize(
    ("place", "body"),
    [
        (1, b'[1, [{"entry": "of another version"}]]'),
        (0, encode(Batch(NOW, (Opened("match", "ada", TableOptions(rules="no_such_rules")),)))),
        (1, encode(Batch(NOW, (Started((Looked((0,)),)),)))),
    ],
)
def test_a_room_of_another_version_is_refused_with_a_sentence(place: int, body: bytes) -> None:
    async def test() -> None:
        kept = Kept()
        world = (await made(kept, [])).world
        kept.bodies[place:] = [(place + 1, body)]
        with pytest.raises(Refused, match="another version") as caught:
            await Room.load(world, "room", "CODE234")
        assert caught.value.reason == "unreadable"

    run(test())


@pytest.mark.parametrize("last", [1, 2, 3, 9])
def test_rows_of_others_are_taken_in_each_once_and_in_order(last: int) -> None:
    async def test() -> None:
        kept = Kept()
        room = await made(kept, [])
        own = room.seq
        for n in range(9):
            kept.add(Said(0, "", f"word {n}"))
        rows = list(kept.bodies)
        kept.asked.clear()
        await room.catch_up(rows[-last:])  # those before are read, if some are missing
        assert kept.asked == ([] if last == 9 else [own])
        await room.catch_up(rows)
        assert room.seq == own + 9
        assert [said.text for _, said in room.state.said] == [f"word {n}" for n in range(9)]

    run(test())


def test_who_comes_back_is_told_a_bounded_number_of_rows() -> None:
    async def test() -> None:
        kept = Kept()
        room = await made(kept, [])
        for _ in range(MISSED + 1):
            kept.add(Said(0, "hello"))
        await room.catch_up(list(kept.bodies))
        for since, read in [(1, False), (2, True), (room.seq, False), (room.seq + 5, False)]:
            kept.asked.clear()
            ear = Ear("somebody")
            await room.join(ear, since)
            assert (kept.asked == [since]) == read
            assert len(ear.told) == 1

    run(test())

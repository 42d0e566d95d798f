"""Who adds to the draw for seats has time to add to the first deal too, which needs no waiting."""

import asyncio
from collections.abc import Callable

import pytest

from spadille import provable
from spadille.server.entries import Opened
from spadille.server.options import TableOptions
from spadille.server.room import chance, company
from spadille.server.room.company import Guest
from spadille.server.room.draft import Draft
from spadille.server.room.room import Room, World
from spadille.server.room.state import RoomState
from spadille.server.store import Row

NOW = 1_700_000_000_000
SHARES = [bytes([seat]) * 16 for seat in range(4)]


class Nowhere:
    """A store that keeps nothing: these rooms are not loaded again."""

    async def append(self, row: Row) -> None:
        assert row.body

    async def entries(self, _room: str, _after: int = 0) -> list[tuple[int, bytes]]:
        return []


class Still:
    """A time that stands still."""

    def now(self) -> int:
        return NOW

    def later(self, _seconds: float, _call: Callable[[], None]) -> "Still":
        return self

    def cancel(self) -> None:
        pass


def draw() -> bytes:
    return bytes(32)


async def gathered(promising: int) -> Room:
    """A room of four people about to begin, of whom some have promised bytes."""
    world = World(Nowhere(), Still(), draw, "here", 20.0, lambda *_: None, lambda *_: None)
    opened = Opened("match", "0", TableOptions())

    def sealed(state: RoomState) -> Draft:
        draft = Draft(state)
        chance.seal(draft, 0, draw)
        return company.settle(draft, Guest("0", ""), 0, promise=None, start=False, draw=draw)

    room = await Room.create(world, "room", "CODE", opened, sealed)
    for seat in (1, 2):
        await sit(room, seat)
    for seat in range(promising):
        await promise(room, seat, 0)
    await sit(room, 3)
    return room


async def sit(room: Room, player: int) -> None:
    guest = Guest(str(player), "")
    await room.change(lambda state: company.sit(state, guest, player, draw))


async def promise(room: Room, player: int, number: int) -> None:
    digest = provable.promise(SHARES[player])
    await room.change(lambda state: chance.promise(state, player, number, digest))


async def show(room: Room, player: int, number: int) -> None:
    shown = SHARES[player].hex()
    await room.change(lambda state: chance.show(state, player, number, shown, draw))


def test_without_promises_the_cards_are_dealt_at_once() -> None:
    room = asyncio.run(gathered(0))
    assert not room.state.waits_for_chance
    assert room.state.chance.number == 2


@pytest.mark.parametrize("promising", [1, 2, 3])
def test_whoever_took_part_in_the_draw_is_waited_for(promising: int) -> None:
    async def begin() -> Room:
        room = await gathered(promising)
        assert room.state.chance.asked
        for player in range(promising):
            await show(room, player, 0)
        assert room.state.waits_for_chance
        asked = []
        for player in range(promising):
            asked.append(room.state.chance.asked)
            await promise(room, player, 1)
        assert not any(asked)
        assert room.state.chance.asked
        for player in range(promising):
            await show(room, player, 1)
        return room

    room = asyncio.run(begin())
    assert not room.state.waits_for_chance
    assert room.state.chance.number == 2


def test_those_who_promise_nothing_are_waited_for_no_longer_than_allowed() -> None:
    async def begin() -> Room:
        room = await gathered(2)
        for player in range(2):
            await show(room, player, 0)
        await promise(room, 0, 1)
        await room.change(lambda state: chance.close(state, draw))
        assert room.state.chance.asked
        await show(room, 0, 1)
        return room

    room = asyncio.run(begin())
    assert not room.state.waits_for_chance


def test_nobody_promising_lets_the_cards_be_dealt_when_time_is_up() -> None:
    async def begin() -> Room:
        room = await gathered(1)
        await show(room, 0, 0)
        await room.change(lambda state: chance.close(state, draw))
        return room

    room = asyncio.run(begin())
    assert not room.state.waits_for_chance

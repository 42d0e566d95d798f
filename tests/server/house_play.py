"""An application without sockets, whose matches are played straight in its house."""

import hashlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import httpx
import msgspec
from databases import BOUND
from starlette.applications import Starlette

from spadille.bots import make
from spadille.server.app import create
from spadille.server.house import House
from spadille.server.options import TableOptions
from spadille.server.people import Person
from spadille.server.rest.context import Context
from spadille.server.room import acting, chance, company
from spadille.server.room.company import Guest
from spadille.server.room.room import Room
from spadille.server.room.state import RoomState
from spadille.server.settings import Settings


class Somebody(NamedTuple):
    """A person, and the way to ask in his name."""

    person: Person
    http: httpx.AsyncClient

    async def read(self, path: str, **query: Any) -> httpx.Response:
        """Ask for something."""
        return await self.http.get(path, params=query)

    async def json(self, path: str, **query: Any) -> Any:
        """Ask for something that there is."""
        answer = await self.read(path, **query)
        assert answer.status_code == 200, answer.text
        return answer.json()


class Home(NamedTuple):
    """An application that runs."""

    app: Starlette
    context: Context

    @property
    def house(self) -> House:
        """The rooms of it."""
        return self.context.house

    def client(self, **headers: str) -> httpx.AsyncClient:
        """Somebody without a token."""
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(self.app),
            base_url="http://test",
            headers=headers,
            timeout=BOUND,
        )

    async def somebody(self, name: str) -> Somebody:
        """A new person."""
        person, token = await self.context.people.new_person("127.0.0.1")
        return Somebody(person._replace(name=name), self.client(authorization=f"Bearer {token}"))

    async def table_of(self, host: Somebody, options: dict[str, Any]) -> Room:
        """A table at which the match has not begun; its options as they are sent."""
        chosen = msgspec.convert(options, TableOptions)
        return await self.house.create(host.person, host.person.name, chosen)

    async def sits(self, room: Room, one: Somebody, player: int) -> None:
        """Let somebody take a place."""
        guest = Guest(one.person.id, one.person.name)
        await room.change(lambda now: company.sit(now, guest, player, self.house.world.draw))

    async def table(
        self, people: Sequence[Somebody | None], rules: str = "standard", **options: Any
    ) -> Room:
        """A table with people in their places; the match has begun."""
        host = people[0]
        assert host is not None
        room = await self.table_of(host, {"rules": rules, **options})
        for player, one in list(enumerate(people))[1:]:
            if one is not None:
                await self.sits(room, one, player)
        if room.state.table is None:
            draw = self.house.world.draw
            await room.change(lambda now: company.start(now, host.person.id, draw))
        return room


def share(player: int, number: int) -> str:
    """The bytes that a player adds."""
    return hashlib.sha256(f"{player} {number}".encode()).hexdigest()[:32]


async def promise(room: Room, *players: int) -> None:
    """Let players promise their bytes for the next chance."""
    number = room.state.chance.number
    for player in players:
        digest = hashlib.sha256(bytes.fromhex(share(player, number))).hexdigest()
        await room.change(
            lambda state, player=player, digest=digest: chance.promise(  # type: ignore[misc]
                state, player, number, digest
            )
        )


async def settle(room: Room, *players: int) -> None:
    """Bring about the chance that the match waits for, with the bytes of these players."""
    draw = room.world.draw
    while waits(room):
        now = room.state.chance
        for player in players:
            if now.asked and player in now.promises:
                shown = share(player, now.number)
                await room.change(
                    lambda state, player=player, number=now.number, shown=shown: chance.show(  # type: ignore[misc]
                        state, player, number, shown, draw
                    )
                )
        if waits(room) and room.state.chance.number == now.number:
            await room.change(lambda state: chance.close(state, draw))


def waits(room: Room) -> bool:
    """Whether the match waits for chance."""
    return room.state.table is not None and room.state.table.need is not None


async def play(room: Room, deals: int | None = None, cards: int = 0) -> None:
    """Play so many deals and then cards by the simple bot's rules, or the whole match.

    Players 0 and 1 add bytes to every deal, and player 1 does not show those of odd ones.
    """
    bots = [make("simple", player) for player in range(len(room.state.places))]
    ends = None if deals is None else done(room.state) + deals
    extra = cards
    while room.state.running:
        if ends is not None and done(room.state) >= ends:
            if not extra:
                return
            extra -= 1
        number = room.state.chance.number
        if not room.state.chance.promises:
            await promise(room, 0, 1)
        await step(room, bots)
        await settle(room, *((0,) if number % 2 else (0, 1)))


async def step(room: Room, bots: Sequence[Any]) -> None:
    """Let the next player act."""
    state = room.state
    player = min(state.to_act())
    assert state.table is not None
    view = state.table.view(state.seat_of(player))
    action = bots[player].act(view)
    draw = room.world.draw
    await room.change(lambda now: acting.act(now, player, action, draw))


def done(state: RoomState) -> int:
    """The deals that are over."""
    assert state.table is not None
    return sum(type(event).__name__ == "DealScored" for event in state.table.log)


@asynccontextmanager
async def home(url: str, **settings: Any) -> AsyncIterator[Home]:
    """An application with a database."""
    app = create(Settings(database=url, thinkers=1, **settings))
    async with app.router.lifespan_context(app):
        yield Home(app, app.state.context)


__all__ = ["Home", "Somebody", "done", "home", "play", "promise", "settle", "share", "step"]

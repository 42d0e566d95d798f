"""The house: all rooms that this process serves, and what keeps them going."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final, Protocol

import structlog

from spadille import provable
from spadille.server.driver import Driver
from spadille.server.entries import Opened, Status
from spadille.server.leases import Leases
from spadille.server.loops import again, every
from spadille.server.options import TableOptions, checked
from spadille.server.people import Person
from spadille.server.refusals import GOING_AWAY, TRY_LATER, Refused, token_ended
from spadille.server.room import chance, company
from spadille.server.room.audience import Listener
from spadille.server.room.company import Guest
from spadille.server.room.draft import Draft
from spadille.server.room.room import Decision, Room, World
from spadille.server.room.state import RoomState
from spadille.server.store import CodeTakenError, Store, StoreDownError
from spadille.server.thinking import Thinking
from spadille.server.time import Time

CODE_SIGNS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""What codes are made of: signs that nobody mistakes for others."""
CODE_LENGTH: Final = 7
QUIET: Final = 300.0
"""Seconds without a connection after which a room is put away; the database has it."""
TIDY: Final = 30.0
POLL: Final = 1.0
"""Seconds between two looks for rows of other processes, should a word of them be lost."""
HASTE: Final = 0.2
"""The same where nobody tells of them."""
ENDED: Final = frozenset({Status.OVER, Status.CLOSED})
LOOK: Final = 0.05
"""Seconds between two looks whether all have gone."""
AT_ONCE: Final = 50
"""So many rows of a room that others have stored are read at once; the next look finds the rest."""
CARDS: Final = 0.25
"""Seconds in which changes of the lobby are gathered."""

_log = structlog.get_logger("spadille.house")


class Bus(Protocol):
    """Tells other processes that a room has a new row; `hears` is whether it hears them too."""

    hears: bool

    def publish(self, room: str, seq: int) -> None:
        """Tell them, some time, if they can be reached."""


class Session(Protocol):
    """A connection of a person that can be ended."""

    person: str

    def end(self, code: int, refused: Refused) -> None:
        """End it, after what waits has been sent."""


class House:
    """The rooms of a process.

    Rooms are loaded when somebody asks for them, and put away when nobody has been there for
    long.
    """

    def __init__(  # noqa: PLR0913 - what a house is made of
        self,
        *,
        store: Store,
        time: Time,
        thinking: Thinking,
        leases: Leases,
        bus: Bus | None = None,
        draw: Callable[[], bytes] = provable.secret,
        heartbeat: float = 20.0,
    ) -> None:
        self.store, self.time, self.thinking, self.leases, self.bus = (
            store,
            time,
            thinking,
            leases,
            bus,
        )
        self.rooms: dict[str, Room] = {}
        self.sessions: set[Session] = set()
        self.ended: Callable[[str], object] = lambda _: None
        self.driver = Driver(thinking, leases.holds)
        self.world = World(
            store=store,
            time=time,
            draw=draw,
            process=leases.process,
            heartbeat=heartbeat,
            stored=self.tell,
            changed=self._changed,
        )
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._polled = 0.0
        self._stale: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, *, poll: bool = False) -> None:
        """Begin to look after rooms; with `poll` other processes add rows to them too."""
        self._spawn(every(CARDS, self._write_cards, "cards of the lobby"))
        self._spawn(every(TIDY, self._tidy, "rooms without people"))
        if poll:
            self._spawn(every(HASTE, self._poll, "rows of other processes"))
        await self.leases.start(self._lost, self._gained, self._buried)

    async def take_leave(self, seconds: float) -> None:
        """Tell all who are connected that the server stops, and let them go."""
        end = asyncio.get_running_loop().time() + seconds
        while self.sessions and asyncio.get_running_loop().time() < end:
            for session in list(self.sessions):
                session.end(
                    GOING_AWAY, Refused("going_down", "The server stops; connect again soon.")
                )
            await asyncio.sleep(LOOK)

    async def close(self) -> None:
        """Stop: connections are closed before; what people have is in the database."""
        await self.driver.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(StoreDownError):
            await self._write_cards()
        await self.leases.close()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Rooms

    async def create(  # noqa: PLR0913 - what a table begins with
        self,
        host: Person,
        name: str,
        options: TableOptions,
        *,
        start: bool = False,
        promise: str | None = None,
        player: int = 0,
    ) -> Room:
        """Make a table; its host sits down, and with `start` the match begins with bots.

        Raises `OptionsError`, `RulesError` and `Refused`.
        """
        options, rules = checked(options)
        if player >= rules.table.seats:
            raise Refused("no_player", "There is no such player at this table.")
        opened = Opened(secrets.token_urlsafe(12), host.id, options)
        guest = Guest(host.id, name, is_bot=host.is_bot, factor=host.factor)

        def decide(state: RoomState) -> Draft:
            draft = Draft(state)
            chance.seal(draft, 0, self.world.draw)
            return company.settle(
                draft, guest, player, promise=promise, start=start, draw=self.world.draw
            )

        while True:
            code = "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))
            try:
                room = await Room.create(
                    self.world, secrets.token_urlsafe(16), code, opened, decide
                )
            except CodeTakenError:
                continue
            return room

    async def room(self, name: str) -> Room | None:
        """The room of a name, loaded if need be; None if there is none.

        Raises `Refused` for one that this version cannot read, and `StoreDownError`.
        """
        found = self.rooms.get(name)
        if found is not None:
            found.quiet_since = self.time.now()  # whoever asks comes in soon
            return found
        loading = self._loading.get(name)
        if loading is None:
            loading = asyncio.ensure_future(self._load(name))
            self._loading[name] = loading
            loading.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(loading)

    async def _load(self, name: str) -> Room | None:
        code = await self.store.code_of(name)
        if code is None:
            return None
        room = await Room.load(self.world, name, code)
        if room is None:
            return None
        # Before the dead are buried nobody may take the room for loaded.
        dead = await self.leases.dead({p for place in room.state.places for p in place.at})
        if dead:
            await room.bury(dead)
        return self.rooms.setdefault(name, room)

    async def play_again(
        self, room: Room, person: Person, author: Listener | None, command: str
    ) -> Room:
        """Another match at a new table, for which all who are here are asked."""
        own = company.check_over(room.state, person.id)
        place = room.state.places[own]
        name, person = place.name, person._replace(factor=place.factor)
        guest = Guest(person.id, name, is_bot=person.is_bot, factor=person.factor)
        new = None if room.state.again is None else await self.room(room.state.again)
        if new is None:
            made = await self.create(person, name, room.state.options, player=own)
            await room.change(
                lambda state: company.again(
                    state, person.id, state.again or made.name, command=command
                ),
                author,
                command,
            )
            assert room.state.again is not None
            new = await self.room(room.state.again)
            assert new is not None
            if new.name != made.name:  # two were the first
                await made.change(lambda state: company.leave(state, person.id))
                await new.change(self._sits_again(guest, own))
        else:
            await new.change(self._sits_again(guest, own))
            await room.change(
                lambda state: company.again(state, person.id, new.name, command=command),
                author,
                command,
            )
        waiting = [p for p in room.state.places if p.person and p.at and not p.again]
        if not waiting and new.state.status is Status.GATHERING:
            await new.change(self._begins)
        return new

    def _begins(self, state: RoomState) -> Draft:
        begun = state.status is not Status.GATHERING
        return Draft(state) if begun else company.start(state, state.host, self.world.draw)

    def _sits_again(self, guest: Guest, player: int) -> Decision:
        def decide(state: RoomState) -> Draft:
            if state.player_of(guest.person) is not None:
                return Draft(state)
            free = state.places[player].person is None
            place = player if free else None
            return company.sit(state, guest, place, self.world.draw, invited=True)

        return decide

    async def remove(self, name: str) -> None:
        """Remove a room and all that is stored of it; who is connected to it is told."""
        room = self.rooms.get(name)
        if room is None:
            await self.store.rooms.remove(name)
            return
        await room.vanish(lambda: self.store.rooms.remove(name))
        for listener in list(room.audience.listeners):
            listener.end(GOING_AWAY, Refused("gone", "This table was deleted."))
        self._put_away(room)

    def dismiss(self, person: str) -> None:
        """End the connections of a person whose token has ended; with a new one he can return."""
        for session in list(self.sessions):
            if session.person == person:
                session.end(TRY_LATER, token_ended())

    def _put_away(self, room: Room) -> None:
        self.driver.drop(room)
        self.leases.drop(room.name)
        self._stale.discard(room.name)
        if self.rooms.get(room.name) is room:
            del self.rooms[room.name]

    # What happens elsewhere

    def tell(self, room: str, seq: int) -> None:
        """Tell other processes that a room has a new row."""
        if self.bus is not None:
            self.bus.publish(room, seq)

    def _changed(self, room: Room, news: bool) -> None:  # noqa: FBT001 - a call of `World`
        if room.gone:
            return
        self.rooms.setdefault(room.name, room)
        self.leases.want(room.name)
        if news:
            self._stale.add(room.name)
            self.leases.watch(p for place in room.state.places for p in place.at)
        if room.state.status in ENDED:
            self.ended(room.name)
        self._note(room)
        self.driver.look(room)

    def _note(self, room: Room) -> None:
        """Write down that somebody is connected here whom another process took for gone."""
        for player in room.unnoted():
            self._spawn(again(partial(room.note_presence, player), "who is there"))

    async def woken(self, newest: Mapping[str, int]) -> None:
        """Other processes have stored rows of rooms, up to these."""
        here = {name: self.rooms[name] for name in newest if name in self.rooms}
        keys = [
            (name, seq)
            for name, room in here.items()
            for seq in range(room.seq + 1, min(newest[name], room.seq + AT_ONCE) + 1)
        ]
        found = await self.store.entries_by_key(keys)
        for name, rows in found.items():
            await again(partial(here[name].catch_up, rows), "rows of other processes")

    async def _poll(self) -> None:
        now = asyncio.get_running_loop().time()
        if self.bus is None or not self.bus.hears or now - self._polled >= POLL:
            self._polled = now
            await self.poll()

    async def poll(self) -> None:
        """Catch up with all rooms in which others have stored rows, whatever the bus told."""
        for room in list(self.rooms.values()):
            self._note(room)
        newest = await self.store.newest(list(self.rooms))
        await self.woken(newest)
        for name in await self.store.records.gone(list(self.rooms)):
            await self.remove(name)  # what was added here since is removed too

    def _gained(self, name: str) -> None:
        room = self.rooms.get(name)
        if room is not None:
            self.driver.look(room)

    def _lost(self, name: str) -> None:
        room = self.rooms.get(name)
        if room is not None:
            self.driver.drop(room)

    async def _buried(self, dead: set[str]) -> None:
        for room in list(self.rooms.values()):
            if any(place.at & dead for place in room.state.places):
                await again(partial(room.bury, dead), "who was connected through the dead")

    # Chores

    async def _write_cards(self) -> None:
        stale, self._stale = self._stale, set()
        cards = {name: self.rooms[name].card() for name in stale if name in self.rooms}
        if not cards:
            return
        try:
            await self.store.put_cards(cards)
        except StoreDownError:
            self._stale |= stale
            raise

    async def _tidy(self) -> None:
        now = self.time.now()
        for name, room in list(self.rooms.items()):
            quiet = (now - room.quiet_since) / 1000
            if not room.audience.listeners and quiet >= QUIET and name not in self._stale:
                self._put_away(room)


__all__ = ["House"]

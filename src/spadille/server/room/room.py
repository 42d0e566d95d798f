"""A live room: its inbox, and the row that every change becomes.

Commands are carried out one at a time: decided on, stored, and only then made the state and told.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple, Protocol

import structlog
from msgspec import ValidationError
from msgspec.json import encode as encode_json

from spadille.game.fold import LogError
from spadille.rules import RulesError
from spadille.server.entries import AnyEntry, Batch, Came, Opened, Went, decode
from spadille.server.messages import Reply, TableInfo
from spadille.server.refusals import Refused
from spadille.server.room import clock, telling
from spadille.server.room.audience import Audience, Clocks, Listener, welcome
from spadille.server.room.chance import Drawing
from spadille.server.room.draft import Draft
from spadille.server.room.rows import row
from spadille.server.room.state import RoomState
from spadille.server.store import Card, Row, TakenError, UnsureError
from spadille.server.time import Time

AT_ONCE: Final = 50
"""So many rows of a room are read at a time; other rooms go on in between."""
MISSED: Final = 1000
"""So many rows are told at most to who comes back; his view holds all that has become of more."""

_log = structlog.get_logger("spadille.room")


class Rows(Protocol):
    """What a room needs of the store."""

    async def append(self, row: Row) -> None:
        """Store a row; raises `TakenError` and `StoreDownError`."""

    async def entries(self, room: str, after: int = 0) -> list[tuple[int, bytes]]:
        """The rows of a room after one of them."""


class World(NamedTuple):
    """What a room works with.

    `draw` draws secrets; `process` is this process's name; `heartbeat` are the seconds after which
    a silent connection is asked whether it is there. `stored` is called with each row made here,
    `changed` after each change, wherever it was made, and whether the lobby should know.
    """

    store: Rows
    time: Time
    draw: Drawing
    process: str
    heartbeat: float
    stored: Callable[[str, int], None]
    changed: Callable[["Room", bool], None]


Decision = Callable[[RoomState], Draft]


class Room:
    """A room in this process: the state that its rows add up to, and who listens."""

    def __init__(self, world: World, name: str, code: str, state: RoomState) -> None:
        self.world, self.name, self.code, self.state = world, name, code, state
        self._info = self._told()
        self.audience = Audience()
        self.seq = 0
        self.known_since = self.quiet_since = world.time.now()
        self.gone = False
        self._inbox = asyncio.Lock()
        self._unsure = False
        self._news: bool | None = None

    @classmethod
    async def create(
        cls, world: World, name: str, code: str, opened: Opened, decide: Decision
    ) -> "Room":
        """Make a room: its first row is stored, with what is decided besides."""
        now = world.time.now()
        room = cls(world, name, code, RoomState(opened, now))
        batch = Batch(now, (opened, *decide(room.state).entries))
        first = row(room.state, name, batch, 1)
        room._take(batch, 1)
        room._info, room._news = room._told(), False
        await world.store.append(first._replace(card=room.card()))
        world.stored(name, 1)
        room._report()
        return room

    @classmethod
    async def load(cls, world: World, name: str, code: str) -> "Room | None":
        """A room as it is stored; None if there is none of that name.

        Raises `Refused` if another version of Spadille wrote what this one cannot read.
        """
        found = await world.store.entries(name)
        if not found:
            return None
        try:
            return await cls._read(world, name, code, found)
        except (ValidationError, RulesError, LogError) as error:
            _log.error("a room cannot be read", room=name, why=str(error))
            raise Refused(
                "unreadable",
                "This table was kept by another version of Spadille; this one cannot read it.",
            ) from error

    @classmethod
    async def _read(
        cls, world: World, name: str, code: str, found: list[tuple[int, bytes]]
    ) -> "Room":
        """A room from its rows; raises what is wrong with them."""
        first = decode(found[0][1])
        opened = first.entries[0]
        assert isinstance(opened, Opened)
        room = cls(world, name, code, RoomState(opened, first.at))
        for seq, body in found:
            room._take(decode(body), seq)
            if seq % AT_ONCE == 0:
                await asyncio.sleep(0)
        room._info = room._told()
        return room

    def _take(self, batch: Batch, seq: int) -> None:
        """Take in a row of which nobody is told."""
        self.state.fold(batch, seq)
        self.seq = seq
        self.audience.pass_by(batch)

    async def change(
        self, decide: Decision, author: Listener | None = None, command: str | None = None
    ) -> int | None:
        """Carry a decision out; returns the row that it made, None if it made none.

        The author is told by which command of his it happened. Raises what the decision raises, and
        `StoreDownError`; nothing has changed then.
        """
        try:
            async with self._inbox:
                if self.gone:
                    raise Refused("gone", "This table was deleted.")
                seq = await self._carry_out(decide, author, command)
        finally:
            self._report()  # also what others have stored meanwhile, whatever came of this
        return seq

    async def _carry_out(
        self, decide: Decision, author: Listener | None, command: str | None
    ) -> int | None:
        while True:
            if self._unsure:
                await self._catch_up()
            draft = decide(self.state)
            if not draft.entries:
                return None
            seq = self.seq + 1
            batch = Batch(self.world.time.now(), tuple(draft.entries))
            try:
                await self.world.store.append(row(self.state, self.name, batch, seq))
            except TakenError:
                await self._catch_up()
                continue
            except (UnsureError, asyncio.CancelledError):
                self._unsure = True
                raise
            self._become(batch, seq, draft, author, command)
            self.world.stored(self.name, seq)
            return seq

    def _become(
        self,
        batch: Batch,
        seq: int,
        draft: Draft | None = None,
        author: Listener | None = None,
        command: str | None = None,
    ) -> None:
        """Make a stored row the state, and tell of it."""
        state = self.state
        state.fold(batch, seq, None if draft is None else draft.game)
        self.seq = seq
        changed = telling.changes_table(batch.entries)
        self._news = bool(self._news) or changed
        if changed:
            self._info = self._told()
        self.audience.tell(
            state,
            batch,
            seq=seq,
            info=self._info,
            changed=changed,
            clocks=self.clocks(),
            author=author,
            command=command,
        )

    async def catch_up(self, found: Sequence[tuple[int, bytes]]) -> None:
        """Take in rows that other processes have stored, and all others if some are missing."""
        try:
            async with self._inbox:
                for seq, body in () if self.gone else found:
                    if seq > self.seq + 1:
                        await self._catch_up()
                    if seq == self.seq + 1:
                        self._become(decode(body), seq)
        finally:
            self._report()

    async def _catch_up(self) -> None:
        found = await self.world.store.entries(self.name, self.seq)
        self._unsure = False
        for seq, body in found:
            self._become(decode(body), seq)

    async def vanish(self, remove: Callable[[], Awaitable[None]]) -> None:
        """Have what is stored of the room removed; nothing can be done in it any more."""
        async with self._inbox:
            await remove()
            self.gone = True

    @property
    def info(self) -> TableInfo:
        """What everybody at the table knows of it besides the match."""
        return self._info

    def _told(self) -> TableInfo:
        return telling.table_info(self.state, self.name, self.code)

    def _report(self) -> None:
        """Report what has changed, if anything has."""
        news, self._news = self._news, None
        if news is not None:
            self.world.changed(self, news)

    def card(self) -> Card:
        """What the lobby shows of the room."""
        info = self.info
        return Card(info.status.value, info.access.value, self.code, encode_json(info))

    def waited(self) -> float:
        """Seconds for which those who have to act have had to, as far as this process knows."""
        now = self.world.time.now()
        return (now - max(self.state.waiting, self.known_since)) / 1000

    def clocks(self) -> Clocks:
        """The seconds left to those who have to act, by player."""
        state = self.state
        if state.options.clock is None:
            return {}
        waited = self.waited()
        return {
            player: round(clock.left(state, player, waited), 1)
            for player in sorted(state.to_act())
            if state.places[player].acts
        }

    async def join(self, listener: Listener, since: int | None) -> None:
        """Add a connection: it is told where everything stands, then of every change.

        Raises `Refused` for somebody who can neither sit down nor watch.
        """
        async with self._inbox:
            state = self.state
            listener.player = state.player_of(listener.person)
            self._admit(listener)
            missed = [] if since is None else await self._missed(since)
            text = welcome(
                state,
                listener,
                seq=self.seq,
                info=self.info,
                missed=missed,
                clocks=self.clocks(),
                heartbeat=self.world.heartbeat,
            )
            self.audience.listeners.append(listener)
            listener.send(text)
        await self.note_presence(listener.player)

    def _admit(self, listener: Listener) -> None:
        state = self.state
        if listener.player is not None or state.options.watching.value != "nobody":
            return
        if all(place.person is not None for place in state.places) or state.closed:
            raise Refused("no_watching", "Nobody may watch at this table; choose another one.")

    async def _missed(self, since: int) -> list[AnyEntry]:
        if not self.seq - MISSED <= since < self.seq:
            return []
        found = await self.world.store.entries(self.name, since)
        return [entry for seq, body in found if seq <= self.seq for entry in decode(body).entries]

    async def part(self, listener: Listener) -> None:
        """Remove a connection."""
        if listener in self.audience.listeners:
            self.audience.listeners.remove(listener)
        self.quiet_since = self.world.time.now()
        await self.note_presence(listener.player)

    async def note_presence(self, player: int | None) -> None:
        """Write down that a player is connected here, or is no longer."""
        if player is None or self.gone:
            return

        def decide(state: RoomState) -> Draft:
            draft, place = Draft(state), state.places[player]
            here, noted = self.audience.hears(player), self.world.process in place.at
            if place.person is not None and here and not noted:
                draft.add(Came(player, self.world.process))
            if noted and not here:
                draft.add(Went(player, self.world.process))
            return draft

        await self.change(decide)

    def unnoted(self) -> set[int]:
        """Players who are connected here although the log tells that they are not."""
        process, places = self.world.process, self.state.places
        return {
            one.player
            for one in self.audience.listeners
            if one.player is not None and process not in places[one.player].at
        }

    async def bury(self, dead: set[str]) -> None:
        """Write down that whoever was connected through dead processes is gone."""

        def decide(state: RoomState) -> Draft:
            draft = Draft(state)
            for player, place in enumerate(state.places):
                draft.add(*(Went(player, process) for process in sorted(place.at & dead)))
            return draft

        await self.change(decide)

    def repeated(self, person: str, command: str) -> Reply | None:
        """The answer to a command that a person has given before."""
        seq = self.state.commands.get(person, {}).get(command)
        return None if seq is None else Reply(reply=command, seq=seq)


__all__ = ["Decision", "Room", "Rows", "World"]

"""The state of a room: the fold of its entries.

Everything in it follows from the entries alone; who is connected to which process stands in them
too, so that every process knows.
"""

from collections import deque
from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from spadille.game.events import AnyEvent, DealScored
from spadille.game.state import State
from spadille.rules import Rules
from spadille.server.entries import (
    Acted,
    Admits,
    Again,
    Answered,
    AnyEntry,
    Asked,
    Batch,
    By,
    Came,
    Closed,
    Covered,
    Forgotten,
    Held,
    Left,
    Opened,
    Promised,
    Revealed,
    Said,
    Sealed,
    Seated,
    Showed,
    Started,
    Status,
    Supplied,
    Went,
)
from spadille.server.options import TableOptions
from spadille.server.room.hands import Hands, held
from spadille.table import Table

REMEMBERED: Final = 64
"""So many commands of a player are known again when they are repeated."""
KEPT: Final = 50
"""So many sayings are shown to who comes later."""

NAMELESS: Final = "—"
"""What is told instead of a name or a text of somebody who wanted to be forgotten."""


def without_names(options: TableOptions, players: Collection[int]) -> TableOptions:
    """Options without what some places are called."""
    seats = tuple(
        NAMELESS if name and player in players else name
        for player, name in enumerate(options.seats)
    )
    return msgspec.structs.replace(options, seats=seats)


class Place(msgspec.Struct):
    """A player's place.

    `person` is None where a bot sits; `at` are the processes through which he is connected and
    `gone` is when the last connection was lost, in milliseconds; `covered` tells that a bot acts
    for him and `held` that the others wait for him. `bank` are the seconds he has left, `late`
    counts actions in a row that the clock took.
    """

    person: str | None = None
    name: str = ""
    is_bot: bool = False
    factor: float = 1
    at: set[str] = msgspec.field(default_factory=set)
    gone: int = 0
    covered: bool = False
    held: bool = False
    bank: float = 0
    late: int = 0
    again: bool = False

    @property
    def acts(self) -> bool:
        """Whether a person decides here, and no bot."""
        return self.person is not None and not self.covered


class Chance(msgspec.Struct):
    """The piece of chance that comes next: its secret, and what players add to it.

    Promises and bytes are hexadecimal, by player; `asked` tells that the promises are closed, and
    `since` when that was, in milliseconds; `expected` are those who took part in the piece before.
    """

    number: int = 0
    secret: str = ""
    promises: dict[int, str] = msgspec.field(default_factory=dict)
    asked: bool = False
    since: int = 0
    shown: dict[int, str] = msgspec.field(default_factory=dict)
    expected: set[int] = msgspec.field(default_factory=set)


class RoomState:
    """What a room's entries add up to.

    `hidden` are the numbers and secrets of the chance that was used and is not yet revealed;
    `left` are the players who gave their places up in the match, `had` by person the place that
    he gave up; `commands` are by person the rows of his last ones;
    `hands` are those of the last deal that is over, as they were played;
    `waiting` is since when the players to act have had to, in milliseconds; `again` is the room
    that follows this one.
    """

    def __init__(self, opened: Opened, at: int) -> None:
        self.match, self.host = opened.match, opened.host
        self.options: TableOptions = opened.options
        self.rules: Rules = opened.options.parsed()
        clock = opened.options.clock
        bank = clock.bank if clock else 0.0
        self.places = [Place(bank=bank) for _ in range(self.rules.table.seats)]
        self.table: Table | None = None
        self.chance = Chance()
        self.hidden: dict[int, str] = {}
        self.said: deque[tuple[int, Said]] = deque(maxlen=KEPT)
        self.closed: Closed | None = None
        self.again: str | None = None
        self.left: set[int] = set()
        self.had: dict[str, int] = {}
        self.commands: dict[str, dict[str, int]] = {}
        self.hands: Hands = ()
        self.waiting = at

    @property
    def status(self) -> Status:
        """How far the room has come."""
        if self.table is None:
            return Status.GATHERING if self.closed is None else Status.CLOSED
        if self.table.over:
            return Status.OVER
        return Status.PLAYING if self.closed is None else Status.CLOSED

    @property
    def running(self) -> bool:
        """Whether the match has begun and is not over."""
        return self.table is not None and not self.table.over and self.closed is None

    @property
    def waits_for_chance(self) -> bool:
        """Whether the match cannot go on without the next piece of chance."""
        return self.running and self.table is not None and self.table.need is not None

    def player_of(self, person: str) -> int | None:
        """The place of a person."""
        for player, place in enumerate(self.places):
            if place.person == person:
                return player
        return None

    def seat_of(self, player: int) -> int:
        """The seat of a player; before the match his own number."""
        return player if self.table is None else self.table.players.index(player)

    def to_act(self) -> set[int]:
        """The players who have to act."""
        if not self.running:
            return set()
        assert self.table is not None
        return {self.table.players[seat] for seat in self.table.to_act}

    def fold(self, batch: Batch, seq: int, game: State | None = None) -> None:
        """Add a row; `game` is the state of the match after it, where that is known already."""
        events: list[AnyEvent] = []
        for entry in batch.entries:
            events += self._fold(entry, batch.at, seq)
        if not events:
            return
        self.waiting = batch.at
        if self.table is not None and any(isinstance(event, DealScored) for event in events):
            self.hands = held(self.table.state)
        if self.table is None:
            self.table = Table.restore(events)
        elif game is not None:
            self.table.commit(game, events)
        else:
            self.table.take(events)

    def _fold(self, entry: AnyEntry, at: int, seq: int) -> Sequence[AnyEvent]:
        """Fold one entry, and return its events of the match."""
        match entry:
            case Acted():
                self._acted(entry, seq)
            case Sealed() | Promised() | Asked() | Showed() | Supplied() | Revealed():
                self._chance(entry, at)
            case Answered(player, command):
                self._remember(player, command, seq)
            case Said():
                self.said.append((at, entry))
            case Again(player, room):
                self.again = room
                self.places[player].again = True
            case Closed():
                self.closed = entry
            case Admits(access):
                self.options = msgspec.structs.replace(self.options, access=access)
            case _:
                self._place(entry, at)
        return entry.events if isinstance(entry, Acted | Started | Supplied) else ()

    def _acted(self, entry: Acted, seq: int) -> None:
        place = self.places[entry.player]
        if entry.bank is not None:
            place.bank = entry.bank
        if entry.by is By.PERSON:
            place.late = 0
        elif entry.by is By.CLOCK:
            place.late += 1
        self._remember(entry.player, entry.command, seq)

    def _remember(self, player: int, command: str, seq: int) -> None:
        person = self.places[player].person
        if not command or person is None:
            return
        known = self.commands.setdefault(person, {})
        known[command] = seq
        if len(known) > REMEMBERED:
            del known[next(iter(known))]

    def _chance(self, entry: AnyEntry, at: int) -> None:
        chance = self.chance
        match entry:
            case Sealed(number, secret):
                self.chance = msgspec.structs.replace(chance, number=number, secret=secret)
            case Promised(_, player, promise):
                chance.promises[player] = promise
            case Asked():
                chance.asked, chance.since = True, at
            case Showed(_, player, shown):
                chance.shown[player] = shown
            case Supplied(number):
                self.hidden[number] = chance.secret
                self.chance = Chance(number=number + 1, since=at, expected=set(chance.shown))
            case Revealed(number):
                self.hidden.pop(number, None)

    def _place(self, entry: AnyEntry, at: int) -> None:
        match entry:
            case Seated(player, person, name, is_bot, factor):
                old = self.places[player]
                self.places[player] = Place(
                    person=person,
                    name=name,
                    is_bot=is_bot,
                    factor=factor,
                    gone=at,
                    bank=old.bank,
                )
            case Left(player):
                old = self.places[player]
                self.places[player] = Place(bank=old.bank)
                if self.table is not None:
                    self.left.add(player)
                    self.had[old.person or ""] = player
                self._pass_on()
            case Came(player, process):
                place = self.places[player]
                if place.held or place.covered or not any(one.at for one in self.places):
                    self.waiting = at  # nobody's clock ran
                place.at.add(process)
                place.covered = place.held = False
            case Went(player, process):
                place = self.places[player]
                place.at.discard(process)
                place.gone = at
            case Covered(player, on):
                self.places[player].covered = on
                self.waiting = self.waiting if on else at
            case Forgotten():
                self._forget(entry)
            case Held(player, wait):
                place = self.places[player]
                place.held = wait
                self.waiting = self.waiting if wait else at
                place.covered = place.covered and not wait
            case _:
                pass  # from `Opened` the state was made, `Started` has but events

    def _forget(self, entry: Forgotten) -> None:
        """Keep neither the name of somebody nor what he wrote."""
        for player in entry.held:
            place = self.places[player]
            if self.host == place.person:
                self.host = entry.alias
            place.person, place.name = entry.alias, NAMELESS
        self.options = without_names(self.options, entry.sat)
        for at, said in list(self.said):
            self.said.popleft()
            if said.player in entry.sat and said.text:
                said = msgspec.structs.replace(said, text=NAMELESS)  # noqa: PLW2901
            self.said.append((at, said))

    def _pass_on(self) -> None:
        """Make somebody else the host when the host has left."""
        people = [place.person for place in self.places if place.person is not None]
        if people and self.host not in people:
            self.host = people[0]


__all__ = ["NAMELESS", "Chance", "Place", "RoomState", "without_names"]

"""The log of a room, read as the record of a match: events, proofs, finished deals, people."""

from collections.abc import Iterable
from typing import NamedTuple

from spadille.game.events import AnyEvent, DealBegan, DealScored, MatchEnded, Shuffled
from spadille.provable import seal
from spadille.record import GameFile, Proof
from spadille.server.entries import (
    AnyEntry,
    Batch,
    Closed,
    Left,
    Opened,
    Promised,
    Revealed,
    Sealed,
    Seated,
    Showed,
    Started,
    Status,
    Supplied,
)
from spadille.server.room.telling import GUEST
from spadille.words.sides import BOT_NAMES


class Span(NamedTuple):
    """Where a finished deal stands in the log of its match: events `first` to `last` - 1.

    `number` is that of its piece of chance; `until` is where the next chance would be: a log up to
    there is whole, and tells nothing of later cards.
    """

    number: int
    game: int
    deal: int
    first: int
    last: int
    until: int


class _Chance:
    """A piece of chance: what is known of it."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self.promises: dict[int, str] = {}
        self.shown: dict[int, str] = {}
        self.missing: tuple[int, ...] = ()
        self.supplied = self.revealed = False


class Log:
    """What the rows of a room tell of its match.

    `names` are those of the last persons in the places, by player, or None where nobody ever sat;
    `sat` are the persons who had a place in the match with the players that they were, and
    `humans` those of them who are no programs.
    """

    def __init__(self, batches: Iterable[Batch]) -> None:
        self.opened: Opened | None = None
        self.began = self.ended = 0
        self.events: list[AnyEvent] = []
        self.deals: list[Span] = []
        self.closed: Closed | None = None
        self.winners: tuple[int, ...] | None = None
        self.names: list[str | None] = []
        self.sat: set[str] = set()
        self.humans: set[str] = set()
        self._places: list[Seated | None] = []
        self._chances: dict[int, _Chance] = {}
        self._deal: tuple[int, int] | None = None
        for batch in batches:
            for entry in batch.entries:
                self._take(entry, batch.at)
            self.ended = batch.at

    @property
    def status(self) -> Status:
        """How far the match has come."""
        if self.winners is not None:
            return Status.OVER
        if self.closed is not None:
            return Status.CLOSED
        return Status.PLAYING if self.events else Status.GATHERING

    @property
    def finished(self) -> bool:
        """Whether nothing of the match is to come."""
        return self.status in {Status.OVER, Status.CLOSED}

    def deal(self, number: int) -> Span | None:
        """The finished deal of a number."""
        return next((span for span in self.deals if span.number == number), None)

    def proofs(self, until: int | None = None) -> tuple[Proof, ...]:
        """What is known of the chance that was supplied, up to a number."""
        return tuple(
            self._proof(number, chance)
            for number, chance in sorted(self._chances.items())
            if chance.supplied and (until is None or number <= until)
        )

    def players(self) -> tuple[str, ...]:
        """What the players are called in a record: as at the table, people before bots."""
        assert self.opened is not None
        seats = self.opened.options.seats
        named = [*seats, *[""] * (len(self.names) - len(seats))]
        called = {*self.names, *seats}
        free = [*(name for name in BOT_NAMES if name not in called), *BOT_NAMES]
        return tuple(
            name or own or (bot if name is None else GUEST)
            for name, own, bot in zip(self.names, named, free, strict=False)
        )

    def game(self, tags: dict[str, str], span: Span | None = None) -> GameFile:
        """The match as a game file with proofs, or up to the end of a deal of it."""
        assert self.opened is not None
        return GameFile.of(
            self.events if span is None else self.events[: span.until],
            players=self.players(),
            match=self.opened.match,
            proofs=self.proofs(None if span is None else span.number),
            tags=tags,
        )

    def _proof(self, number: int, chance: _Chance) -> Proof:
        players = range(len(self.names))
        promised = bool(chance.promises)
        return Proof(
            number=number,
            seal=seal(bytes.fromhex(chance.secret)),
            secret=chance.secret if chance.revealed else None,
            promises=tuple(chance.promises.get(player) for player in players) if promised else (),
            shown=tuple(chance.shown.get(player) for player in players) if promised else (),
            missing=chance.missing,
        )

    def _take(self, entry: AnyEntry, at: int) -> None:
        match entry:
            case Opened():
                self.opened = entry
                seats = entry.options.parsed().table.seats
                self.names, self._places = [None] * seats, [None] * seats
            case Seated():
                self._seated(entry)
            case Left(player):
                self._places[player] = None
            case Started():
                self.began = at
                self._extend(entry.events, None)
                for seated in self._places:
                    self._joined(seated)
            case Closed():
                self.closed = entry
            case Sealed() | Promised() | Showed() | Revealed():
                self._chance(entry)
            case Supplied(number, events, missing):
                chance = self._chances[number]
                chance.supplied, chance.missing = True, missing
                self._extend(events, number)
            case _:
                self._extend(getattr(entry, "events", ()), None)

    def _seated(self, entry: Seated) -> None:
        self._places[entry.player] = entry
        self.names[entry.player] = entry.name
        if self.events:
            self._joined(entry)

    def _joined(self, seated: Seated | None) -> None:
        """Note that a person has a place in the match."""
        if seated is None:
            return
        self.sat.add(seated.person)
        if not seated.is_bot:
            self.humans.add(seated.person)

    def _chance(self, entry: AnyEntry) -> None:
        match entry:
            case Sealed(number, secret):
                self._chances[number] = _Chance(secret)
            case Promised(number, player, promise):
                self._chances[number].promises[player] = promise
            case Showed(number, player, shown):
                self._chances[number].shown[player] = shown
            case Revealed(number):
                self._chances[number].revealed = True
            case _:
                pass

    def _extend(self, events: Iterable[AnyEvent], number: int | None) -> None:
        """Add the events of an entry, and note where deals begin and end."""
        ended: tuple[int, int, DealBegan, int] | None = None
        for event in events:
            place = len(self.events)
            self.events.append(event)
            match event:
                case Shuffled() if number is not None:
                    self._deal = (number, self._began(place))
                case DealScored() if self._deal is not None:
                    first = self.events[self._deal[1]]
                    assert isinstance(first, DealBegan)
                    ended = (*self._deal, first, place + 1)
                    self._deal = None
                case MatchEnded(winners):
                    self.winners = winners
                case _:
                    pass
        if ended is not None:
            own, first_place, began, last = ended
            self.deals.append(
                Span(own, began.game, began.deal, first_place, last, len(self.events))
            )

    def _began(self, place: int) -> int:
        """Where the deal began whose pack was shuffled at a place."""
        while not isinstance(self.events[place], DealBegan):
            place -= 1
        return place


__all__ = ["Log", "Span"]

"""What is told about a room: made from Views and from what everybody may know."""

import hashlib
from collections.abc import Iterable, Iterator

from spadille.game.events import AnyEvent, DealScored, MatchEnded
from spadille.server.entries import (
    Acted,
    Answered,
    AnyEntry,
    Batch,
    Promised,
    Revealed,
    Said,
    Showed,
    Supplied,
)
from spadille.server.messages import ChanceInfo, PlayerInfo, Proof, Saying, TableInfo
from spadille.server.options import Watching
from spadille.server.room.hands import Hands
from spadille.server.room.state import Place, RoomState
from spadille.view import sees
from spadille.words.sides import BOT_NAMES

GUEST = "Guest"
"""A person without a name, in records."""

_QUIET = (Answered, Said, Showed)
"""Entries that change nothing of what `TableInfo` says."""


def table_info(room: RoomState, table: str, code: str) -> TableInfo:
    """What everybody at a table knows of it besides the match."""
    options, closed = room.options, room.closed
    return TableInfo(
        table=table,
        match=room.match,
        code=code,
        name=options.name,
        rules=options.rules,
        status=room.status,
        access=options.access,
        watching=options.watching,
        players=tuple(_players(room)),
        chance=_chance_info(room),
        bots=options.bots,
        clock=options.clock,
        grace=options.grace,
        hints=options.hints,
        host=room.player_of(room.host),
        next=room.again,
        closed=None if closed is None else closed.cause,
        winners=() if closed is None else closed.winners,
    )


def _players(room: RoomState) -> Iterator[PlayerInfo]:
    """What everybody knows of the players; bots bear names that nobody else has."""
    called = {place.name for place in room.places} | set(room.options.seats)
    free = [*(name for name in BOT_NAMES if name not in called), *BOT_NAMES]
    for player, (place, name) in enumerate(zip(room.places, free, strict=False)):
        yield _player(room, player, place, name)


def _player(room: RoomState, player: int, place: Place, name: str) -> PlayerInfo:
    options = room.options
    named = options.seats[player] if player < len(options.seats) else ""
    return PlayerInfo(
        player=player,
        seat=room.seat_of(player),
        name=place.name or named or ("" if place.person else name),
        person=place.person is not None,
        is_bot=place.is_bot,
        bot=None if place.acts else options.bots,
        left=player in room.left,
        connected=bool(place.at),
        held=place.held,
        again=place.again,
        factor=place.factor,
        bank=place.bank if options.clock else None,
    )


def _chance_info(room: RoomState) -> ChanceInfo | None:
    chance = room.chance
    if not chance.secret or not (room.running or room.table is None) or room.closed:
        return None
    return ChanceInfo(
        number=chance.number,
        seal=seal_of(chance.secret),
        promises=chance.promises,
        asked=chance.asked,
    )


def seal_of(secret: str) -> str:
    """The seal of a secret, both as hexadecimal text."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def changes_table(entries: Iterable[AnyEntry]) -> bool:
    """Whether entries change what `TableInfo` says."""
    return any(
        not isinstance(entry, _QUIET) and (not isinstance(entry, Acted) or _tells(entry))
        for entry in entries
    )


def _tells(entry: Acted) -> bool:
    """Whether an action changes more than the match: a bank, or that it is over."""
    return entry.bank is not None or any(isinstance(event, MatchEnded) for event in entry.events)


def events_of(batch: Batch) -> list[AnyEvent]:
    """The events of the match in a row."""
    return [event for entry in batch.entries for event in getattr(entry, "events", ())]


def seen(events: Iterable[AnyEvent], seat: int | None) -> tuple[AnyEvent | None, ...]:
    """Events as a seat may know them: None for each that it may not see."""
    return tuple(event if sees(event, seat) else None for event in events)


def sayings(batch: Batch) -> tuple[Saying, ...]:
    """What was said in a row."""
    return tuple(
        Saying(player=entry.player, at=batch.at, phrase=entry.phrase, text=entry.text)
        for entry in batch.entries
        if isinstance(entry, Said)
    )


class Proving:
    """Puts the proofs of a room's chance together, row by row.

    >>> Proving().add(Batch(0, ()))
    ()
    """

    def __init__(self) -> None:
        self._secrets: dict[int, str] = {}
        self._promises: dict[int, dict[int, str]] = {}
        self._shown: dict[int, dict[int, str]] = {}
        self._missing: dict[int, tuple[int, ...]] = {}

    def add(self, batch: Batch) -> tuple[Proof, ...]:
        """Take a row in, and return the proofs whose secrets it reveals."""
        found = []
        for entry in batch.entries:
            match entry:
                case Promised(number, player, promise):
                    self._promises.setdefault(number, {})[player] = promise
                case Showed(number, player, shown):
                    self._shown.setdefault(number, {})[player] = shown
                case Supplied(number, _, missing):
                    self._missing[number] = missing
                case Revealed(number):
                    found.append(self._proof(number))
                case _:
                    self._sealed(entry)
        return tuple(found)

    def _sealed(self, entry: AnyEntry) -> None:
        number, secret = getattr(entry, "number", None), getattr(entry, "secret", None)
        if number is not None and secret is not None:
            self._secrets[number] = secret

    def _proof(self, number: int) -> Proof:
        secret = self._secrets.pop(number)
        return Proof(
            number=number,
            seal=seal_of(secret),
            secret=secret,
            promises=self._promises.pop(number, {}),
            shown=self._shown.pop(number, {}),
            missing=self._missing.pop(number, ()),
        )


def hands_shown(room: RoomState, batch: Batch) -> Hands:
    """The hands of the deal that a row ended, by seat, where watchers may see them."""
    if room.options.watching is not Watching.HANDS_AFTER_DEAL:
        return ()
    ended = any(isinstance(event, DealScored) for event in events_of(batch))
    return room.hands if ended else ()


__all__ = [
    "Proving",
    "changes_table",
    "events_of",
    "hands_shown",
    "sayings",
    "seal_of",
    "seen",
    "table_info",
]

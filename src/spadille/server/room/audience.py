"""The audience of a room: the connections to it, and what each is told."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Protocol

from spadille.game.events import AnyEvent
from spadille.server.entries import AnyEntry, Batch, Forgotten, Left, Seated
from spadille.server.messages import (
    PROTOCOL,
    Saying,
    Spoken,
    TableInfo,
    Update,
    Welcome,
    encode,
)
from spadille.server.options import Watching
from spadille.server.refusals import Refused
from spadille.server.room import speaking, telling
from spadille.server.room.state import RoomState
from spadille.view import View, views
from spadille.words import Words

Clocks = dict[int, float]
_MOVES: Final = (Seated, Left, Forgotten)
"""Entries after which a connection may see with other eyes."""


class Listener(Protocol):
    """A connection to a room.

    `player` is set by the room, None for somebody without a place; `reads` are the words in which
    it wants to be told, None for programs.
    """

    person: str
    player: int | None
    muted: set[int]
    reads: Words | None

    def send(self, text: str) -> None:
        """Send a message, some time."""

    def end(self, code: int, refused: Refused) -> None:
        """End the connection, after what waits has been sent."""


def may_watch(room: RoomState) -> bool:
    """Whether somebody without a place may see the match."""
    return room.options.watching is not Watching.NOBODY


def hears_talk(room: RoomState, player: int | None) -> bool:
    """Whether a player, or somebody without a place, is told what is said."""
    return player is not None or may_watch(room)


def view_of(room: RoomState, player: int | None) -> View | None:
    """What a player, or somebody without a place, may see of the match; None if nothing."""
    if room.table is None or (player is None and not may_watch(room)):
        return None
    return room.table.view(None if player is None else room.seat_of(player))


def welcome(  # noqa: PLR0913 - all that a newcomer has to know
    room: RoomState,
    listener: Listener,
    *,
    seq: int,
    info: TableInfo,
    missed: Sequence[AnyEntry],
    clocks: Clocks,
    heartbeat: float,
) -> str:
    """The first message of a connection."""
    view = view_of(room, listener.player)
    events = [event for entry in missed for event in getattr(entry, "events", ())]
    seat = None if listener.player is None else room.seat_of(listener.player)
    seen = () if view is None else telling.seen(events, seat)
    told = Welcome(
        protocol=PROTOCOL,
        seq=seq,
        table=info,
        heartbeat=heartbeat,
        player=listener.player,
        view=view,
        events=seen,
        said=tuple(_said(room)) if hears_talk(room, listener.player) else (),
        clock=clocks,
        spoken=_spoken(listener.reads, view, seen, info),
    )
    return encode(told)


def _spoken(
    words: Words | None, view: View | None, events: Iterable[AnyEvent | None], info: TableInfo
) -> Spoken | None:
    if words is None or view is None:
        return None
    return speaking.speak(words, view, events, speaking.names_by_seat(words, info))


def _said(room: RoomState) -> Iterator[Saying]:
    for at, said in room.said:
        yield from telling.sayings(Batch(at, (said,)))


class Audience:
    """The connections to a room in this process."""

    def __init__(self) -> None:
        self.listeners: list[Listener] = []
        self._proving = telling.Proving()

    def hears(self, player: int) -> bool:
        """Whether a player is connected here."""
        return any(listener.player == player for listener in self.listeners)

    def pass_by(self, batch: Batch) -> None:
        """Take note of a row of which nobody is told."""
        self._proving.add(batch)

    def tell(  # noqa: PLR0913 - what happened, and how it is told
        self,
        room: RoomState,
        batch: Batch,
        *,
        seq: int,
        info: TableInfo,
        changed: bool,
        clocks: Clocks,
        author: Listener | None = None,
        command: str | None = None,
    ) -> None:
        """Tell every listener what a row means to him; the author, by which command of his."""
        proofs = self._proving.add(batch)
        moved = any(isinstance(entry, _MOVES) for entry in batch.entries)
        if moved:
            reseated = {entry.player for entry in batch.entries if isinstance(entry, Seated | Left)}
            for one in self.listeners:
                one.player = room.player_of(one.person)
                one.muted = one.muted - reseated
        if not self.listeners:
            return
        events = telling.events_of(batch)
        seen = self._views(room) if events or moved else {}
        said, hands = telling.sayings(batch), telling.hands_shown(room, batch)
        open_hands = room.options.watching is Watching.HANDS_AFTER_DEAL
        texts: dict[tuple[int | None, str], str] = {}
        for one in self.listeners:
            player, words = one.player, one.reads
            key = player, words.language if words else ""
            special = one is author or bool(one.muted)
            text = None if special else texts.get(key)
            if text is None:
                seat = None if player is None else room.seat_of(player)
                view = seen.get(player)
                own_events = telling.seen(events, seat) if view is not None else ()
                heard = said if hears_talk(room, player) else ()
                text = encode(
                    Update(
                        seq=seq,
                        events=own_events,
                        view=view,
                        table=info if changed else None,
                        player=player if changed else None,
                        said=tuple(s for s in heard if s.player not in one.muted),
                        reply=command if one is author else None,
                        # Who has a secret can work the hands of its deal out.
                        proofs=proofs if open_hands or player is not None else (),
                        hands=hands if player is None else (),
                        clock=clocks,
                        spoken=_spoken(words, view, own_events, info),
                    )
                )
                if not special:
                    texts[key] = text
            one.send(text)

    def _views(self, room: RoomState) -> dict[int | None, View]:
        """The views of those who listen and may see one."""
        if room.table is None:
            return {}
        players = {one.player for one in self.listeners}
        if not may_watch(room):
            players.discard(None)
        order = list(players)
        seats = [None if player is None else room.seat_of(player) for player in order]
        return dict(zip(order, views(room.table.state, seats), strict=True))


__all__ = ["Audience", "Listener", "hears_talk", "may_watch", "view_of", "welcome"]

"""The people of a room: who sits down, leaves, waits for whom, and what they say."""

from typing import Final

from spadille.server.entries import (
    Admits,
    Again,
    Answered,
    AnyEntry,
    Cause,
    Closed,
    Covered,
    Held,
    Left,
    Promised,
    Said,
    Seated,
    Started,
    Status,
)
from spadille.server.options import Access, plain
from spadille.server.refusals import Refused
from spadille.server.room import chance
from spadille.server.room.chance import Drawing
from spadille.server.room.draft import Draft
from spadille.server.room.state import RoomState
from spadille.table import Table
from spadille.words import N_

IDLE: Final = 60.0
"""Seconds after which the others may have a bot act for somebody who is there but does nothing."""

PHRASES: Final = {
    "hello": N_("Hello!"),
    "good_luck": N_("Good luck!"),
    "one_moment": N_("One moment, please."),
    "well_played": N_("Well played!"),
    "thanks": N_("Thank you!"),
    "sorry": N_("Sorry!"),
    "good_game": N_("Good game!"),
    "bye": N_("Goodbye!"),
}
"""What can be said without typing, and understood in every language."""


class Guest:
    """A person who wants a place: his id and name, and whether he is a program."""

    def __init__(self, person: str, name: str, *, is_bot: bool = False, factor: float = 1) -> None:
        self.person, self.name = person, plain(name)
        self.is_bot, self.factor = is_bot, factor


def sit(  # noqa: PLR0913 - who sits where, and why he may
    room: RoomState,
    guest: Guest,
    player: int | None,
    draw: Drawing,
    *,
    invited: bool = False,
    command: str = "",
) -> Draft:
    """Take a place, or one's own back from a bot; the match begins when the last one is taken.

    Who is invited may sit down at a locked table too.
    """
    draft, own = Draft(room), room.player_of(guest.person)
    if own is not None and room.places[own].covered:
        draft.add(*_answered(own, command), Covered(own, on=False))
        return draft
    if own is not None:
        raise Refused("seated", "You have a place at this table already.")
    if room.status in {Status.OVER, Status.CLOSED}:
        raise Refused("match_over", "The match is over; start a new one to play on.")
    locked = room.options.access is Access.LOCKED and not invited
    if locked and guest.person != room.host:
        raise Refused("locked", "This table is locked; ask its host, or choose another one.")
    free = [n for n, place in enumerate(room.places) if place.person is None]
    if not free:
        raise Refused("full", "Every place at this table is taken; choose another table.")
    had = room.had.get(guest.person)
    if had is not None and (had not in free or player not in {None, had}):
        raise Refused(
            "other_place",
            "You gave another place up in this match; only that one can be yours again.",
        )
    if player is None:
        player = free[0] if had is None else had
    elif player not in free:
        raise Refused("taken", "That place is taken or does not exist; choose a free one.")
    draft.add(Seated(player, guest.person, guest.name, guest.is_bot, guest.factor))
    draft.add(*_answered(player, command))
    if room.table is None and len(free) == 1:
        _begin(draft, draw)
    return draft


def settle(  # noqa: PLR0913 - what a table begins with
    draft: Draft,
    host: Guest,
    player: int,
    *,
    promise: str | None,
    start: bool,
    draw: Drawing,
) -> Draft:
    """Begin a room with its host in a place, his promise, and perhaps the match at once."""
    draft.add(Seated(player, host.person, host.name, host.is_bot, host.factor))
    if promise is not None:
        draft.add(Promised(0, player, promise))
        draft.chance.promises[player] = promise
    if start or len(draft.room.places) == 1:
        _begin(draft, draw)
    return draft


def start(room: RoomState, person: str, draw: Drawing, *, command: str = "") -> Draft:
    """Begin the match, with bots in the empty places."""
    player = _player(room, person)
    if room.table is not None:
        raise Refused("begun", "The match has begun already.")
    if person != room.host:
        raise Refused("not_host", "Only the host of this table may start the match; ask the host.")
    draft = Draft(room)
    draft.add(*_answered(player, command))
    _begin(draft, draw)
    return draft


def _begin(draft: Draft, draw: Drawing) -> None:
    table = Table(draft.room.rules)
    draft.game = table.state
    draft.add(Started(tuple(table.log)))
    chance.follow(draft, draw)


def leave(room: RoomState, person: str, *, command: str = "") -> Draft:
    """Give a place up; without people a match is abandoned."""
    player = _player(room, person)
    draft = Draft(room)
    draft.add(*_answered(player, command), Left(player))
    others = [p for n, p in enumerate(room.places) if n != player and p.person is not None]
    if not others and room.status in {Status.GATHERING, Status.PLAYING}:
        chance.reveal(draft)
        draft.add(Closed(Cause.ABANDONED))
    return draft


def hold(room: RoomState, person: str, player: int, *, wait: bool, command: str = "") -> Draft:
    """Wait for somebody who is gone, or no longer; his partners decide, else anybody."""
    own, place = _player(room, person), room.places[_known(room, player)]
    if place.person is None or place.at or player == own:
        raise Refused("not_gone", "Nobody has to be waited for there.")
    side = room.rules.seat_side
    partners = {
        n
        for n, other in enumerate(room.places)
        if n != player
        and other.person is not None
        and side(room.seat_of(n)) == side(room.seat_of(player))
    }
    if partners and own not in partners:
        raise Refused("partner", "That is for the partner of the missing player to decide.")
    draft = Draft(room)
    draft.add(*_answered(own, command), Held(player, wait))
    return draft


def admit(room: RoomState, person: str, access: Access, *, command: str = "") -> Draft:
    """Say who may sit down from now on; for the host."""
    own = _player(room, person)
    if person != room.host:
        raise Refused("not_host", "Only the host of this table may decide that; ask the host.")
    if room.status in {Status.OVER, Status.CLOSED}:
        raise Refused("match_over", "The match is over; start a new one to play on.")
    if room.table is not None and access is Access.PUBLIC:
        # Whoever could have sat down may read a match: nobody was told so when it began.
        raise Refused("begun", "The match has begun already.")
    draft = Draft(room)
    draft.add(*_answered(own, command))
    if access is not room.options.access:
        draft.add(Admits(access))
    return draft


def replace(
    room: RoomState, person: str, player: int, waited: float, *, command: str = ""
) -> Draft:
    """Have a bot act for somebody who is gone, or has not acted for long (`waited`, seconds)."""
    own, place = _player(room, person), room.places[_known(room, player)]
    if not place.acts or player == own:
        raise Refused("not_needed", "No bot is needed there.")
    if place.held:
        raise Refused("held", "His partner waits for him; a bot may not take the place.")
    if place.at and (player not in room.to_act() or waited < IDLE):
        raise Refused(
            "not_idle",
            "That player is there; a bot may act for him after {seconds} seconds without action.",
            seconds=int(IDLE),
        )
    draft = Draft(room)
    draft.add(*_answered(own, command), Covered(player))
    return draft


def forfeit(room: RoomState, person: str, *, command: str = "") -> Draft:
    """Take the win after all opponents have left."""
    own = _player(room, person)
    if not room.running or not may_forfeit(room, own):
        raise Refused("opponents", "Your opponents have not all left; play on.")
    draft = Draft(room)
    draft.add(*_answered(own, command))
    chance.reveal(draft)
    draft.add(Closed(Cause.FORFEIT, tuple(_of_side(room, own))))
    return draft


def may_forfeit(room: RoomState, player: int) -> bool:
    """Whether all opponents of a player, people at first, have left for good."""
    own = set(_of_side(room, player))
    opponents = [n for n in range(len(room.places)) if n not in own]
    gone = [n for n in opponents if n in room.left]
    return bool(gone) and all(room.places[n].person is None for n in opponents)


def _of_side(room: RoomState, player: int) -> list[int]:
    side = room.rules.seat_side
    return [
        n for n in range(len(room.places)) if side(room.seat_of(n)) == side(room.seat_of(player))
    ]


def speak(room: RoomState, person: str, phrase: str, text: str, *, command: str = "") -> Draft:
    """Say a set phrase or a text."""
    own = _player(room, person)
    text = plain(text)
    if bool(phrase) == bool(text):
        raise Refused("nothing_said", "Say one thing: a phrase or a text.")
    if phrase and phrase not in PHRASES:
        raise Refused(
            "unknown_phrase",
            "There is no phrase {phrase}; choose {known}.",
            phrase=phrase,
            known=", ".join(PHRASES),
        )
    draft = Draft(room)
    draft.add(*_answered(own, command), Said(own, phrase, text))
    return draft


def again(room: RoomState, person: str, new: str, *, command: str = "") -> Draft:
    """Want another match, at the new room."""
    own = _player(room, person)
    draft = Draft(room)
    draft.add(*_answered(own, command), Again(own, new))
    return draft


def check_over(room: RoomState, person: str) -> int:
    """The player of a person who may play again; raises `Refused` while the match goes on."""
    own = _player(room, person)
    if room.status not in {Status.OVER, Status.CLOSED}:
        raise Refused("not_over", "The match is not over; finish it first.")
    return own


def _player(room: RoomState, person: str) -> int:
    player = room.player_of(person)
    if player is None:
        raise Refused("no_place", "You have no place at this table; take one first.")
    return player


def _known(room: RoomState, player: int) -> int:
    if player >= len(room.places):
        raise Refused("no_player", "There is no such player at this table.")
    return player


def _answered(player: int, command: str) -> tuple[AnyEntry, ...]:
    return (Answered(player, command),) if command else ()

"""From a command to what is decided about it in its room."""

from collections.abc import Callable
from functools import partial
from typing import Final

from spadille.server import commands as said
from spadille.server.commands import AnyCommand
from spadille.server.people import Person
from spadille.server.refusals import Refused
from spadille.server.room import acting, chance, clock, company
from spadille.server.room.company import Guest
from spadille.server.room.draft import Draft
from spadille.server.room.room import Decision, Room
from spadille.server.room.state import RoomState

Maker = Callable[..., Draft]


def decision_of(command: AnyCommand, person: Person, room: Room) -> Decision:
    """What a command of a person wants decided; raises `Refused` for what changes no room."""
    decide = _DECISIONS.get(type(command))
    if decide is None:
        raise Refused("unknown", "This server knows no such command.")
    return partial(decide, command, person, room)


def own_player(state: RoomState, person: str) -> int:
    """The place of a person; raises `Refused` if he has none."""
    player = state.player_of(person)
    if player is None:
        raise Refused("no_place", "You have no place at this table; take one first.")
    return player


def _act(command: said.Act, person: Person, room: Room, state: RoomState) -> Draft:
    player = own_player(state, person.id)
    bank = clock.bank_after(state, player, room.waited())
    return acting.act(
        state,
        player,
        command.action,
        room.world.draw,
        log=command.log,
        command=command.id,
        bank=bank,
    )


def _sit(command: said.Sit, person: Person, room: Room, state: RoomState) -> Draft:
    name, factor = command.name or person.name, max(command.factor, person.factor)
    guest = Guest(person.id, name, is_bot=person.is_bot, factor=factor)
    return company.sit(state, guest, command.player, room.world.draw, command=command.id)


def _leave(command: said.Leave, person: Person, _: Room, state: RoomState) -> Draft:
    return company.leave(state, person.id, command=command.id)


def _start(command: said.Start, person: Person, room: Room, state: RoomState) -> Draft:
    return company.start(state, person.id, room.world.draw, command=command.id)


def _say(command: said.Say, person: Person, _: Room, state: RoomState) -> Draft:
    return company.speak(state, person.id, command.phrase, command.text, command=command.id)


def _hold(command: said.Hold, person: Person, _: Room, state: RoomState) -> Draft:
    return company.hold(state, person.id, command.player, wait=command.wait, command=command.id)


def _admit(command: said.Admit, person: Person, _: Room, state: RoomState) -> Draft:
    return company.admit(state, person.id, command.access, command=command.id)


def _replace(command: said.Replace, person: Person, room: Room, state: RoomState) -> Draft:
    return company.replace(state, person.id, command.player, room.waited(), command=command.id)


def _forfeit(command: said.Forfeit, person: Person, _: Room, state: RoomState) -> Draft:
    return company.forfeit(state, person.id, command=command.id)


def _promise(command: said.Promise, person: Person, _: Room, state: RoomState) -> Draft:
    player = own_player(state, person.id)
    return chance.promise(state, player, command.number, command.promise, command=command.id)


def _show(command: said.Show, person: Person, room: Room, state: RoomState) -> Draft:
    player, draw = own_player(state, person.id), room.world.draw
    number, shown = command.number, command.shown
    return chance.show(state, player, number, shown, draw, command=command.id)


_DECISIONS: Final[dict[type, Maker]] = {
    said.Act: _act,
    said.Sit: _sit,
    said.Leave: _leave,
    said.Start: _start,
    said.Say: _say,
    said.Hold: _hold,
    said.Admit: _admit,
    said.Replace: _replace,
    said.Forfeit: _forfeit,
    said.Promise: _promise,
    said.Show: _show,
}

__all__ = ["decision_of", "own_player"]

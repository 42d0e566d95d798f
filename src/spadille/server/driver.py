"""What happens in a room without anybody's command: bots act, clocks run out, bytes are due.

One process at a time drives a room: the one that holds its lease.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from typing import Any, Final

import structlog

from spadille.bots.simple import SimpleBot
from spadille.game.actions import AnswerUndo, AnyAction, AskUndo, Claim, IllegalAction, Look
from spadille.server.entries import By, Covered
from spadille.server.refusals import Refused
from spadille.server.room import acting, chance, clock
from spadille.server.room.draft import Draft
from spadille.server.room.room import Decision, Room
from spadille.server.room.state import RoomState
from spadille.server.store import StoreDownError
from spadille.server.thinking import ClosedError, Thinking
from spadille.server.time import Alarm
from spadille.view import View

AGAIN: Final = 1.0
"""Seconds after which what the database refused is tried again."""
DOUBLINGS, LONGEST = 6, 60.0
"""How often those seconds are doubled where the fault is ours, and the most there are."""
LATE: Final = 3
"""So many actions in a row the clock takes before a bot acts for somebody."""

_log = structlog.get_logger("spadille.driver")


class Driver:
    """Drives the rooms of which this process holds the lease.

    `leads` tells whether it does.
    """

    def __init__(self, thinking: Thinking, leads: Callable[[str], bool]) -> None:
        self.thinking, self.leads = thinking, leads
        self.actions = 0
        self._seed = secrets.randbits(63)
        self._alarms: dict[str, Alarm] = {}
        self._busy: set[str] = set()
        self._faults: Counter[str] = Counter()
        self._rests: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def look(self, room: Room) -> None:
        """See what is to be done in a room: now, or at what time."""
        name = room.name
        alarm = self._alarms.pop(name, None)
        if alarm is not None:
            alarm.cancel()
        if name in self._busy or not self.leads(name):
            return
        due = min(self._due(room), default=None, key=lambda found: found[0])
        if due is None:
            return
        seconds, work = due
        rest = self._rests.get(name, 0) - room.world.time.now()
        seconds = max(seconds, rest / 1000)
        if seconds <= 0:
            self._busy.add(name)
            self._spawn(self._do(room, work))
        else:
            self._alarms[name] = room.world.time.later(seconds, lambda: self.look(room))

    def drop(self, room: Room) -> None:
        """Drive a room no longer."""
        self._forgive(room.name)
        alarm = self._alarms.pop(room.name, None)
        if alarm is not None:
            alarm.cancel()

    def _forgive(self, name: str) -> None:
        """Forget what went wrong in a room."""
        self._faults.pop(name, None)
        self._rests.pop(name, None)

    async def close(self) -> None:
        """Drive nothing any more."""
        for alarm in self._alarms.values():
            alarm.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do(self, room: Room, work: "Work") -> None:
        """Do what is due, then see what is next; what the database refuses is tried again."""
        try:
            decision = await work(room)
            if decision is not None:
                await room.change(decision)
                self.actions += 1
        except ClosedError:
            return
        except (StoreDownError, Refused, IllegalAction) as error:
            _log.warning("a decision came to nothing", room=room.name, why=str(error))
            self._look_again(room)
            return
        except Exception:  # noqa: BLE001 - a fault of ours must not end a match
            self._faults[room.name] += 1
            _log.exception("a decision failed", room=room.name)
            self._look_again(room)
            return
        finally:
            self._busy.discard(room.name)
        self._forgive(room.name)
        self.look(room)

    def _look_again(self, room: Room) -> None:
        """Try again in a while, which grows where the fault is ours."""
        faults = self._faults[room.name]
        seconds = min(LONGEST, AGAIN * 2 ** min(faults, DOUBLINGS))
        if faults:
            self._rests[room.name] = room.world.time.now() + round(1000 * seconds)
        self._alarms[room.name] = room.world.time.later(seconds, lambda: self.look(room))

    def _due(self, room: Room) -> Iterator[tuple[float, "Work"]]:
        """What is to be done, and in how many seconds."""
        state, now = room.state, room.world.time.now()
        if state.waits_for_chance:
            since = max(state.chance.since, room.known_since)
            yield chance.SHOWING - (now - since) / 1000, _close_chance
            return
        if not state.running or not any(place.at for place in state.places):
            return
        for player, place in enumerate(state.places):
            if place.acts and not place.at and not place.held:
                gone = max(place.gone, room.known_since)
                yield state.options.grace - (now - gone) / 1000, _cover(player)
        for player in sorted(state.to_act()):
            if not state.places[player].acts:
                yield 0.0, self._bot(player)
            elif state.options.clock is not None and not state.places[player].held:
                yield clock.left(state, player, room.waited()), _clock(player)

    def _bot(self, player: int) -> "Work":
        """Let a bot act for a player."""

        async def work(room: Room) -> Decision | None:
            state = room.state
            table = state.table
            assert table is not None
            view = table.view(state.seat_of(player))
            if not view.legal:
                return None
            if view.undoer is not None and state.places[player].person is not None:
                refusal = AnswerUndo(agree=False)  # a person's consent is his own to give
                return _acts(room, player, view.log, refusal, by=By.BOT)
            seed = hash((self._seed, room.name, player)) & (2**63 - 1)
            thought = await self.thinking.act(room.name, state.options.bots, seed, view)
            return _acts(room, player, view.log, thought.action, by=By.BOT, effort=thought.effort)

        return work


Work = Callable[[Room], Coroutine[Any, Any, Decision | None]]


def _acts(  # noqa: PLR0913 - who does what, when and how
    room: Room, player: int, log: int, action: AnyAction, *, by: By, effort: str = ""
) -> Decision:
    """Carry out what a bot or the clock chose by a view, unless the match has gone on since."""

    def decide(state: RoomState) -> Draft:
        table, place = state.table, state.places[player]
        if table is None or not state.running or table.state.log != log:
            return Draft(state)
        if by is By.BOT and place.acts:
            return Draft(state)  # he is back, and decides himself
        draw = room.world.draw
        bank = 0.0 if by is By.CLOCK else None
        draft = acting.act(state, player, action, draw, by=by, effort=effort, bank=bank)
        if by is By.CLOCK and place.late + 1 >= LATE:
            draft.add(Covered(player))
        return draft

    return decide


async def _close_chance(room: Room) -> Decision | None:
    """Go on without the bytes of those who did not show them."""

    def decide(state: RoomState) -> Draft:
        return chance.close(state, room.world.draw) if state.waits_for_chance else Draft(state)

    return decide


def _cover(player: int) -> Work:
    """Have a bot act for somebody who has been gone for long."""

    async def work(_: Room) -> Decision | None:
        def decide(state: RoomState) -> Draft:
            draft, place = Draft(state), state.places[player]
            if place.acts and not place.at and not place.held:
                draft.add(Covered(player))
            return draft

        return decide

    return work


def _clock(player: int) -> Work:
    """Act for somebody whose time has run out."""

    async def work(room: Room) -> Decision | None:
        state = room.state
        if state.table is None:
            return None
        view = state.table.view(state.seat_of(player))
        if not view.legal:
            return None
        return _acts(room, player, view.log, timely(view), by=By.CLOCK)

    return work


def timely(view: View) -> AnyAction:
    """A legal action that binds a late player to as little as can be.

    Nothing blind, nothing granted: he looks at his cards and agrees to no wish.
    """
    if view.undoer is not None:
        return AnswerUndo(agree=False)
    look = Look()
    if look in view.legal:
        return look
    with suppress(Exception):  # the rules of thumb never fail in views that can be
        action = SimpleBot(view.log).act(view)
        if action in view.legal:
            return action
    return next(action for action in view.legal if not isinstance(action, AskUndo | Claim))


__all__ = ["Driver", "timely"]

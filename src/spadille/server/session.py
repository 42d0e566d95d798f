"""A session: one connection of a person to a room, and the commands that come over it."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from spadille.errors import SentenceError
from spadille.game.actions import IllegalAction
from spadille.record.reasons import misfit
from spadille.server import commands as said
from spadille.server.commands import AnyCommand
from spadille.server.connections import PUSH
from spadille.server.deciding import decision_of, own_player
from spadille.server.house import House
from spadille.server.limits import Limits
from spadille.server.messages import Bye, Hinted, Ping, Pong, Refusal, Reply, encode
from spadille.server.metrics import refused as count
from spadille.server.people import Person
from spadille.server.refusals import GOING_AWAY, POLICY, TRY_LATER, Refused, token_ended
from spadille.server.room import acting, speaking
from spadille.server.room.audience import view_of
from spadille.server.room.draft import Draft
from spadille.server.room.room import Room
from spadille.server.room.state import RoomState
from spadille.server.store import StoreDownError
from spadille.server.thinking import ClosedError, HintError
from spadille.server.thinking import Hint as Advice
from spadille.words import Words
from spadille.words.faults import told
from spadille.words.reasons import reason as why

OUTBOX: Final = 256
"""Messages that may wait for a slow client before it is told to come back."""
PATIENCE: Final = 2.5
"""Heartbeats without a word after which a connection is dead."""
LEAVING: Final = 5.0
"""Seconds in which a client takes what waits for it when its connection is ended."""
KNOWN: Final = 300.0
"""Seconds after which is asked again whether somebody's token is good."""
STRIKES: Final = 20
"""Messages that are none, or too many, after which a connection is closed."""


_log = structlog.get_logger("spadille.session")


class Session:
    """A person at a room over a WebSocket: a `Listener`."""

    def __init__(  # noqa: PLR0913 - who speaks with whom, where and how
        self,
        socket: WebSocket,
        person: Person,
        room: Room,
        *,
        house: House,
        limits: Limits,
        words: Words,
        reads: Words | None,
        who: Callable[[], Awaitable[Person | None]],
    ) -> None:
        self.socket, self.room, self.house, self.limits = socket, room, house, limits
        self.words, self.reads, self._who = words, reads, who
        self.identity = person
        self.person = person.id
        self.player: int | None = None
        self.muted: set[int] = set()
        extensions = socket.scope.get("extensions") or {}
        self._push: Callable[[str], bool] | None = extensions.get(PUSH)
        self._sending = False
        self._outbox: deque[str] = deque()
        self._filled = asyncio.Event()
        self._drained = asyncio.Event()
        self._leaving = asyncio.Event()
        self._ending: tuple[int, Bye] | None = None
        self._heard = True
        self._idle = asyncio.Event()
        self._idle.set()
        self._strikes = 0
        self._commands = limits.bucket("commands")
        self._hints: set[asyncio.Task[None]] = set()

    def send(self, text: str) -> None:
        """Send a message; a client that is too slow is told to come back."""
        waits = self._outbox or self._sending or self._ending is not None
        if not waits and self._push is not None and self._push(text):
            return
        if len(self._outbox) >= OUTBOX:
            self.end(TRY_LATER, Refused("slow", "This connection is too slow; connect again."))
            return
        self._outbox.append(text)
        self._filled.set()

    def end(self, code: int, refused: Refused) -> None:
        """End the connection, after what waits has been sent."""
        if self._ending is None:
            count(refused.reason)
            self._ending = code, Bye(reason=refused.reason, sentence=told(self.words, refused))
            self._filled.set()
            self._leaving.set()

    async def run(self, since: int | None) -> None:
        """Serve the connection until it ends."""
        try:
            await self.room.join(self, since)
        except (Refused, StoreDownError) as error:
            code = POLICY if isinstance(error, Refused) else TRY_LATER
            count(_reason(error))
            bye = Bye(reason=_reason(error), sentence=self._sentence(error))
            await self.socket.send_text(encode(bye))
            await self.socket.close(code)
            await self._part()
            return
        writing, beating = asyncio.create_task(self._write()), asyncio.create_task(self._beat())
        reading, leaving = asyncio.create_task(self._read()), asyncio.create_task(self._leave())
        try:
            # What a client said before it went is carried out, though it hears no answer.
            await asyncio.wait({reading, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await self._idle.wait()
            tasks = {writing, beating, reading, leaving, *self._hints}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._part()

    async def _part(self) -> None:
        while True:
            try:
                await self.room.part(self)
            except StoreDownError:
                await asyncio.sleep(1)
            except Refused:
                return  # the table was deleted meanwhile
            else:
                return

    async def _write(self) -> None:
        """Send what waits."""
        try:
            await self._send_all()
        finally:
            self._drained.set()

    async def _send_all(self) -> None:
        socket, outbox = self.socket, self._outbox
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                await self._filled.wait()
                self._filled.clear()
                while outbox:
                    self._sending = True
                    await socket.send({"type": "websocket.send", "text": outbox.popleft()})
                    self._sending = False
                self._drained.set()
                if self._ending is not None:
                    code, bye = self._ending
                    await socket.send_text(encode(bye))
                    await socket.close(code)
                    return

    async def _beat(self) -> None:
        """Ask a silent client whether it is there, and end a dead connection."""
        beat, silent = self.room.world.heartbeat, 0.0
        count = 0
        known = 0.0
        while silent < PATIENCE * beat:
            await asyncio.sleep(beat / 2)
            known += beat / 2
            if known >= KNOWN:
                known = 0.0
                await self._check_token()
            if self._heard:
                self._heard, silent = False, 0.0
                continue
            silent += beat / 2
            count += 1
            self.send(encode(Ping(id=str(count))))
        self.end(GOING_AWAY, Refused("silent", "Nothing is heard from you; connect again."))

    async def _check_token(self) -> None:
        """End the connection of whoever's token has ended, whichever process ended it."""
        with suppress(StoreDownError):
            if await self._who() is None:
                self.end(TRY_LATER, token_ended())

    async def _leave(self) -> None:
        """End with the connection, whether or not the client takes what waits for it."""
        await self._leaving.wait()
        await asyncio.sleep(LEAVING)

    async def _read(self) -> None:
        """Carry out what comes."""
        socket = self.socket
        while socket.client_state is WebSocketState.CONNECTED:
            if len(self._outbox) > OUTBOX // 2:  # who asks faster than he listens has to wait
                self._drained.clear()
                await self._drained.wait()
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if self._ending is not None:
                continue
            self._heard = True
            text = message.get("text")
            if text is None:
                text = message.get("bytes") or b""
            self._idle.clear()
            try:
                await self._take(text)
            finally:
                self._idle.set()
            if self._strikes >= STRIKES:
                _log.info("a connection is ended", person=self.person, room=self.room.name)
                self.end(POLICY, Refused("strikes", "Too many messages that cannot be used."))

    async def _take(self, text: str | bytes) -> None:
        try:
            command = said.read(text)
        except msgspec.MsgspecError as error:
            self._strikes += 1
            fault = misfit(error)
            refused = Refused("malformed", "This is no message of the protocol: {why}.", why=fault)
            self._refuse("", refused)
            return
        if self._commands.take():
            await self._carry_out(command)
        else:
            self._strikes += 1
            self._refuse(command.id, Refused("too_fast", "Too many messages; wait a moment."))

    async def _carry_out(self, command: AnyCommand) -> None:
        """Carry a command out, and answer."""
        try:
            repeated = self.room.repeated(self.person, command.id)
            if repeated is not None:
                self.send(encode(repeated))
            else:
                await self._do(command)
        except IllegalAction as error:
            self._refuse_action(command, error)
        except (Refused, StoreDownError, ClosedError) as error:
            self._refuse(command.id, error)
        except asyncio.CancelledError:
            raise
        except Exception:  # noqa: BLE001 - the connection outlives a fault of ours
            self._fail(command.id, type(command).__name__)

    def _fail(self, key: str, command: str) -> None:
        """Answer a command that met a fault of ours."""
        _log.exception("a command failed", room=self.room.name, command=command)
        self._refuse(key, Refused("fault", "Something went wrong here; try again."))

    async def _do(self, command: AnyCommand) -> None:
        match command:
            case said.Ping():
                self.send(encode(Pong(reply=command.id)))
            case said.Pong():
                pass
            case said.Hint():
                self._spawn(self._hint(command.id))
            case said.Mute(player=player, on=on):
                self.muted = self.muted | {player} if on else self.muted - {player}
                self.send(encode(Reply(reply=command.id)))
            case said.PlayAgain():
                await self._play_again(command.id)
            case _:
                await self._change(command)

    async def _change(self, command: AnyCommand) -> None:
        """Carry out a command that changes the room."""
        if isinstance(command, said.Say) and not self.limits.take("chat", self.person):
            raise Refused("too_fast", "Too many messages; wait a moment.")
        decision, room = decision_of(command, self.identity, self.room), self.room

        def once(state: RoomState) -> Draft:
            # It may have come over another connection while this one waited.
            known = room.repeated(self.person, command.id)
            return decision(state) if known is None else Draft(state)

        if await room.change(once, self, command.id) is None:
            known = room.repeated(self.person, command.id)
            self.send(encode(known or Reply(reply=command.id, seq=room.seq)))
        if isinstance(command, said.Sit):
            await self.room.note_presence(self.player)

    async def _play_again(self, key: str) -> None:
        new = await self.house.play_again(self.room, self.identity, self, key)
        _log.info("a match is played again", room=self.room.name, next=new.name)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._hints.add(task)
        task.add_done_callback(self._hints.discard)

    async def _hint(self, key: str) -> None:
        try:
            hint = await self._advice()
        except (Refused, HintError, ClosedError) as error:
            self._refuse(key, error)
            return
        except Exception:  # noqa: BLE001 - who asks gets an answer
            self._fail(key, "Hint")
            return
        self.send(
            encode(
                Hinted(
                    reply=key,
                    action=hint.action,
                    deed=hint.deed,
                    reasons=hint.reasons,
                    forced=hint.forced,
                )
            )
        )

    async def _advice(self) -> Advice:
        state = self.room.state
        if not state.options.hints:
            raise Refused("no_hints", "There are no hints at this table.")
        view = view_of(state, own_player(state, self.person))
        if view is None:
            raise Refused("not_begun", "The match has not begun; wait until it starts.")
        names = speaking.names_by_seat(self.words, self.room.info)
        language = self.words.language
        return await self.house.thinking.hint(self.room.name, view, names, language)

    def _refuse_action(self, command: AnyCommand, error: IllegalAction) -> None:
        view = view_of(self.room.state, self.player)
        action = command.action if isinstance(command, said.Act) else None
        sentence = why(self.words, error.reason, view, action)
        count(error.reason.value)
        refusal = Refusal(reason=error.reason.value, sentence=sentence, legal=error.legal)
        self.send(encode(Reply(reply=command.id, refusal=refusal)))

    def _refuse(self, key: str, error: Exception) -> None:
        count(_reason(error))
        refusal = Refusal(reason=_reason(error), sentence=self._sentence(error))
        view = None
        if isinstance(error, acting.Stale):
            view = view_of(self.room.state, self.player)
        self.send(encode(Reply(reply=key, refusal=refusal, view=view)))

    def _sentence(self, error: Exception) -> str:
        if isinstance(error, SentenceError):
            return told(self.words, error)
        return self.words.say("The server is going down; connect again in a moment.")


def _reason(error: Exception) -> str:
    if isinstance(error, Refused):
        return error.reason
    if isinstance(error, StoreDownError):
        return "store_down"
    return "no_hint" if isinstance(error, HintError) else "going_down"


__all__ = ["Session"]

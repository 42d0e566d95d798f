"""The way from a WebSocket's handshake to a session: who is it, which room, in which words."""

from functools import partial
from typing import Final

import structlog
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from spadille.server.messages import Bye, encode
from spadille.server.metrics import refused
from spadille.server.people import Person
from spadille.server.refusals import POLICY, Refused
from spadille.server.rest.answers import words_of
from spadille.server.rest.context import context_of
from spadille.server.room.room import Room
from spadille.server.session import Session
from spadille.server.store import StoreDownError
from spadille.words.faults import told

_log = structlog.get_logger("spadille.sockets")


async def serve(socket: WebSocket) -> None:
    """Serve a connection to a table.

    In the address: `since` is the last row that the client knows; with `spoken=1` messages come in
    words too, in the language `lang`.
    """
    query = socket.query_params
    words = words_of(query.get("lang"), socket.headers.get("accept-language", ""))
    try:
        person, room = await _let_in(socket)
    except (Refused, StoreDownError) as error:
        reason = error.reason if isinstance(error, Refused) else "store_down"
        refused(reason)
        _log.info("refused", reason=reason, address=context_of(socket).door.address(socket))
        await socket.accept()
        await socket.send_text(encode(Bye(reason=reason, sentence=told(words, error))))
        await socket.close(POLICY)
        return
    context = context_of(socket)
    try:
        await socket.accept()
        session = Session(
            socket,
            person,
            room,
            house=context.house,
            limits=context.limits,
            words=words,
            reads=words if query.get("spoken") == "1" else None,
            who=partial(context.door.who, socket),
        )
        since = query.get("since", "")
        context.house.sessions.add(session)
        try:
            await session.run(int(since) if since.isdecimal() and len(since) < 10 else None)
        finally:
            context.house.sessions.discard(session)
    finally:
        context.crowd.leave(context.door.address(socket))


async def _let_in(socket: WebSocket) -> tuple[Person, Room]:
    """Who connects, and to which room; raises `Refused` and `StoreDownError`.

    Whoever is let in is one of the crowd.
    """
    context = context_of(socket)
    if not context.door.is_own_origin(socket):
        raise Refused("origin", "This page may not speak to this server.")
    if not context.limits.take("connections", context.door.address(socket)):
        raise Refused("too_fast", "Too many connections; wait a moment.")
    person = await context.door.who(socket)
    if person is None:
        raise Refused("nobody", "Ask for a token first: POST /api/me.")
    room = await context.house.room(socket.path_params["table"])
    if room is None:
        raise Refused("no_table", "There is no such table; check the link or the code.")
    if not context.crowd.enter(context.door.address(socket)):
        raise Refused(
            "too_many", "Too many connections are open from your address; close some of them."
        )
    return person, room


ROUTES: Final = [WebSocketRoute("/api/tables/{table}/socket", serve)]

__all__ = ["ROUTES"]

"""The way from a WebSocket's handshake to a session: who is it, which room, in which words."""

from typing import Final

import structlog
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from spadille.server.messages import Bye, encode
from spadille.server.rest.answers import words_of
from spadille.server.rest.context import context_of
from spadille.server.session import POLICY, Session
from spadille.server.store import StoreDownError
from spadille.words.faults import told

_log = structlog.get_logger("spadille.sockets")


async def serve(socket: WebSocket) -> None:
    """Serve a connection to a table.

    In the address: `since` is the last row that the client knows; with `spoken=1` messages come in
    words too, in the language `lang`.
    """
    context = context_of(socket)
    query = socket.query_params
    words = words_of(query.get("lang"), socket.headers.get("accept-language", ""))
    table = socket.path_params["table"]
    refusal = None
    person = None
    room = None
    if not context.door.is_own_origin(socket):
        refusal = "origin", "This page may not speak to this server."
    elif not context.limits.take("connections", context.door.address(socket)):
        refusal = "too_fast", "Too many connections; wait a moment."
    else:
        try:
            person = await context.door.who(socket)
            room = await context.house.room(table)
        except StoreDownError as error:
            refusal = "store_down", told(words, error)
    if refusal is None and person is None:
        refusal = "nobody", "Ask for a token first: POST /api/me."
    if refusal is None and room is None:
        refusal = "no_table", "There is no such table; check the link or the code."
    if refusal is not None or person is None or room is None:
        assert refusal is not None
        _log.info("refused", reason=refusal[0], address=context.door.address(socket))
        await socket.accept()
        await socket.send_text(encode(Bye(reason=refusal[0], sentence=words.say(refusal[1]))))
        await socket.close(POLICY)
        return
    await socket.accept()
    since = query.get("since", "")
    reads = words if query.get("spoken") == "1" else None
    session = Session(socket, person, room, house=context.house, words=words, reads=reads)
    context.house.sessions.add(session)
    try:
        await session.run(int(since) if since.isdecimal() and len(since) < 10 else None)
    finally:
        context.house.sessions.discard(session)


ROUTES: Final = [WebSocketRoute("/api/tables/{table}/socket", serve)]

__all__ = ["ROUTES"]

"""Connections that cost no more than they have to: slow, endless and deaf clients are cut off.

uvicorn waits without end for the rest of a request, for a client to read, and answers pings whether
or not anybody reads the answers.
"""

import asyncio
from asyncio import TimerHandle
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from spadille.server.limits import Bucket
from spadille.server.metrics import refused

ASKING: Final = 20.0
"""Seconds in which a request has to be complete."""
ANSWERING: Final = 120.0
"""Seconds in which its answer has to be taken."""
LARGEST_HEAD: Final = 32 * 1024
"""Bytes of the line and the headers of a request."""
PARTS: Final = 64
"""Frames of a message."""
LEAVING: Final = 10.0
"""Seconds in which a client takes what was sent to it before its connection was ended."""

PUSH: Final = "spadille.push"
"""The extension of a scope that sends a text at once: a task that wakes up for each costs more than
all else that is done for it."""
_NO_TEXT, _TOO_BIG = 1007, 1009
"""Codes of WebSockets closed for a message that is no text or too large (RFC 6455, section 7.4)."""
_TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"connection: close\r\ncontent-length: 0\r\n\r\n"
)


class Http(HttpToolsProtocol):
    """A connection over HTTP on which requests and answers take bounded time and room."""

    transport: asyncio.Transport
    _alarm: TimerHandle | None = None
    _head: int | None = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; without a first request the connection ends."""
        super().connection_made(transport)
        if _crowded(self):
            refused("full")
            transport.abort()
            return
        self._allow(ASKING)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._allow(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in a part of a request."""
        super().data_received(data)
        if self._head is None or self.transport.is_closing():
            return
        self._head += len(data)
        if self._head > LARGEST_HEAD:
            refused("too_large")
            self.transport.write(_TOO_LARGE)
            self.transport.close()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._head = 0
        self._allow(ASKING)

    def on_headers_complete(self) -> None:
        """The headers of a request are there."""
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """A request is there."""
        super().on_message_complete()
        self._allow(ANSWERING)

    def on_response_complete(self) -> None:
        """An answer has been taken; uvicorn itself waits a while for the next request."""
        if not self.pipeline:
            self._allow(None)
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        """Become the connection of a WebSocket."""
        self._allow(None)
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment] # no cycle is left, as at the end otherwise

    def _allow(self, seconds: float | None) -> None:
        """Allow so many seconds from now; None for as many as it takes."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None if seconds is None else self.loop.call_later(seconds, self._late)

    def _late(self) -> None:
        refused("late")
        self.transport.abort()


class WebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose client has to read, and to end the messages that it begins."""

    _alarm: TimerHandle | None = None

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._pings = Bucket(rate=5, burst=50, clock=self.loop.time)

    async def run_asgi(self) -> None:
        """Run the application, which may push texts."""
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[PUSH] = self.push
        await super().run_asgi()

    def push(self, text: str) -> bool:
        """Send a text at once; whether that was done: not to who is gone or reads slowly."""
        ready = self.writable.is_set() and self.handshake_complete
        if not ready or self.disconnected or self.close_sent or self.transport.is_closing():
            return False
        try:
            self.conn.send_text(text.encode())
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def handle_ping(self) -> None:
        """Answer a ping of a client that reads."""
        if self.writable.is_set() and self._pings.take():
            super().handle_ping()
        else:
            self._cut()

    def handle_cont(self, event: Any) -> None:
        """Take in a further part of a message."""
        if len(self.frames) < PARTS:
            super().handle_cont(event)
        else:
            self._cut()

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; bytes that are no text end the connection, without a traceback."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.frames = []
            self.conn.send_close(_NO_TEXT)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        """End the connection of a client that breaks the rules of WebSockets, or says too much."""
        close = self.conn.close_sent
        refused("too_large" if close is not None and close.code == _TOO_BIG else "broken")
        super().handle_parser_exception()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Nothing more is said; a client that does not take what was said is cut off."""
        super().on_task_complete(task)
        if not self.disconnected:
            self._alarm = self.loop.call_later(LEAVING, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        if self._alarm is not None:
            self._alarm.cancel()
        super().connection_lost(exc)

    def _cut(self) -> None:
        refused("broken")
        self.transport.abort()


def _crowded(connection: Http) -> bool:
    """Whether there are more connections than there may be."""
    most = connection.limit_concurrency
    return most is not None and len(connection.connections) > most


__all__ = ["Http", "WebSocket"]

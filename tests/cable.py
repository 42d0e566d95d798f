"""A cable to a server that can be cut: what is sent over it goes through, or does not."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from enum import Enum, auto

from sqlalchemy import make_url


class Fault(Enum):
    """What happens to a cable at the next thing that the client sends."""

    NONE = auto()
    BEFORE = auto()
    """It breaks; the server hears nothing of it."""
    AFTER = auto()
    """The server hears it and answers; the cable breaks with the answer."""


class Cable:
    """A way to a server, for any number of connections.

    `fault` happens once; while the cable is not `plugged` nobody can connect.
    """

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self.fault = Fault.NONE
        self.plugged = True
        self.broke = asyncio.Event()
        self._ends: set[asyncio.StreamWriter] = set()

    def pull(self) -> None:
        """Break all connections; no new ones until it is `plugged`."""
        self.plugged = False
        self._cut()

    def _cut(self) -> None:
        self.broke.set()
        for end in self._ends:
            end.transport.abort()

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a client."""
        if not self.plugged:
            writer.transport.abort()
            return
        to_server_reader, to_server = await asyncio.open_connection(self._host, self._port)
        ends = {writer, to_server}
        self._ends |= ends
        listening = asyncio.Event()
        try:
            await asyncio.gather(
                self._carry(reader, to_server, listening, from_client=True),
                self._carry(to_server_reader, writer, listening, from_client=False),
            )
        finally:
            self._ends -= ends
            for end in ends:
                end.transport.abort()

    async def _carry(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        swallowing: asyncio.Event,
        *,
        from_client: bool,
    ) -> None:
        with suppress(OSError):
            while heard := await reader.read(65536):
                if from_client and self.fault is Fault.BEFORE:
                    self.fault = Fault.NONE
                    self._cut()
                    return
                if from_client and self.fault is Fault.AFTER:
                    self.fault = Fault.NONE
                    swallowing.set()
                elif not from_client and swallowing.is_set():
                    self._cut()
                    return
                writer.write(heard)
                await writer.drain()
        writer.transport.abort()


@asynccontextmanager
async def cable_to(url: str) -> AsyncIterator[tuple[str, Cable]]:
    """A URL that leads over a cable to the server of another URL."""
    there = make_url(url)
    cable = Cable(there.host or "127.0.0.1", there.port or 5432)
    server = await asyncio.start_server(cable.connect, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield there.set(host="127.0.0.1", port=port).render_as_string(hide_password=False), cable
    finally:
        server.close()
        cable.pull()

"""A wire between a browser and a server: it can be cut, or fall silent as a phone in a tunnel."""

import selectors
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum, auto
from typing import Final

LOOPBACK: Final = "127.0.0.1"


class Condition(Enum):
    """How a wire is."""

    WHOLE = auto()
    CUT = auto()
    """Connections are reset, and new ones refused."""
    SILENT = auto()
    """Nothing goes through, and nobody is told."""


class Wire:
    """The way to a server, for any number of connections."""

    def __init__(self, port: int) -> None:
        self._there = port
        self._door = socket.create_server((LOOPBACK, 0))
        self.port: int = self._door.getsockname()[1]
        self._condition = Condition.WHOLE
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._lock = threading.Lock()
        self._watch = selectors.DefaultSelector()
        self._watch.register(self._door, selectors.EVENT_READ)
        self._open = True
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        return f"http://{LOOPBACK}:{self.port}"

    def become(self, condition: Condition) -> None:
        """Be in another condition; what was silent stays so and is cut when the wire is whole."""
        with self._lock:
            before, self._condition = self._condition, condition
            if condition is Condition.CUT or before is Condition.SILENT:
                self._reset()

    def close(self) -> None:
        self._open = False
        self._thread.join(30)
        with self._lock:
            self._reset()
        self._door.close()
        self._watch.close()

    def _reset(self) -> None:
        for end in list(self._pairs):
            self._drop(end)

    def _drop(self, end: socket.socket) -> None:
        other = self._pairs.pop(end, None)
        for one in (end, other):
            if one is None:
                continue
            self._pairs.pop(one, None)
            with suppress(KeyError, ValueError):
                self._watch.unregister(one)
            one.close()

    def _run(self) -> None:
        while self._open:
            for key, _ in self._watch.select(0.05):
                with self._lock:
                    end = key.fileobj
                    assert isinstance(end, socket.socket)
                    if end is self._door:
                        self._welcome()
                    elif end in self._pairs:
                        self._carry(end)

    def _welcome(self) -> None:
        here, _ = self._door.accept()
        if self._condition is Condition.CUT:
            here.close()
            return
        try:
            there = socket.create_connection((LOOPBACK, self._there), 5)
        except OSError:  # the server is down
            here.close()
            return
        self._pairs |= {here: there, there: here}
        for end in (here, there):
            self._watch.register(end, selectors.EVENT_READ)

    def _carry(self, end: socket.socket) -> None:
        try:
            heard = end.recv(65536)
            if heard and self._condition is Condition.WHOLE:
                self._pairs[end].sendall(heard)
        except OSError:
            heard = b""
        if not heard:
            self._drop(end)


@contextmanager
def wire_to(address: str) -> Iterator[Wire]:
    """A wire to the server at an address."""
    wire = Wire(int(address.rpartition(":")[2]))
    try:
        yield wire
    finally:
        wire.close()

"""Serving: the application under uvicorn, until it is told to stop."""

import errno
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import uvicorn
from starlette.applications import Starlette

from spadille.errors import SentenceError
from spadille.record.errors import remark
from spadille.server.addresses import pages
from spadille.server.app import create
from spadille.server.bus import BusError, check_redis
from spadille.server.collecting import collect_seldom
from spadille.server.commands import LARGEST
from spadille.server.connections import Http, WebSocket
from spadille.server.settings import Settings
from spadille.server.store import StoreError

BACKLOG: Final = 2048
MOST_FILES: Final = 65_536
"""So many files may be open where the system has no limit of its own."""
OTHER_FILES: Final = 100
"""Files and sockets for other things than clients: the database, the processes of bots, pages."""
_UNBOUND: Final = {
    errno.EADDRINUSE: remark("another program listens there"),
    errno.EADDRNOTAVAIL: remark("this machine has no such address"),
    errno.EACCES: remark("the right to do that is missing"),
    socket.EAI_NONAME: remark("no machine has this name"),
}


class ServeError(SentenceError):
    """A server that cannot start."""


FAULTS: Final = (ServeError, StoreError, BusError)
"""Why a server may not start."""


def bound(host: str, port: int) -> socket.socket:
    """A socket at an address; raises `ServeError` if it is taken or not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except OSError as error:
        made.close()
        raise ServeError(
            "Nothing can listen at {host}, port {port} ({why}); choose another one.",
            host=host,
            port=port,
            why=_UNBOUND.get(error.errno or 0) or error.strerror or error,
        ) from None
    made.listen(BACKLOG)
    return made


def configured(app: Starlette, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves the application."""
    return uvicorn.Config(
        app,
        http=Http,
        ws=WebSocket,
        limit_concurrency=room_for_connections(),
        ws_max_size=LARGEST,
        ws_ping_interval=None,  # the protocol has its own heartbeat, which browsers can see
        ws_per_message_deflate=False,  # it would cost more than small messages save
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=int(settings.drain),
        lifespan="on",
    )


def room_for_connections() -> int | None:
    """How many connections there may be, so that files can be opened still; None for any number."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return None
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most == resource.RLIM_INFINITY:
        most = MOST_FILES
    with suppress(ValueError, OSError):  # a system may allow less than it says
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return max(1, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - OTHER_FILES)


class _Server(uvicorn.Server):
    """A server that says when it is ready, and takes leave of its clients."""

    ready: Callable[[], None]
    leave: Callable[[], Awaitable[None]]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.leave()
        await super().shutdown(sockets)


def serve(settings: Settings, ready: Callable[[str, list[str]], None]) -> bool:
    """Serve until told to stop; whether it ended as it was asked to.

    `ready` is told where the page is for this machine, and where for others. Raises `ServeError`,
    `StoreError` and `BusError` where it cannot start.
    """
    check_redis(settings.redis)
    listening = bound(settings.host, settings.port)
    host, port = listening.getsockname()[:2]
    page, others = pages(host, port)
    app = create(settings)
    app.state.others = others
    server = _Server(configured(app, settings))
    server.ready = lambda: ready(page, others)
    server.leave = lambda: app.state.context.house.take_leave(settings.drain)
    collect_seldom()
    server.run([listening])
    fault: StoreError | None = getattr(app.state, "fault", None)
    if fault is not None:
        raise fault
    return server.started


__all__ = ["FAULTS", "ServeError", "bound", "configured", "serve"]

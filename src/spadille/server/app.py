"""The application: what is served where, and what is made when it starts."""

import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spadille.server import sockets
from spadille.server.bus import RedisBus
from spadille.server.house import House
from spadille.server.leases import Alone, Shared
from spadille.server.limits import SOCKETS, Crowd, Limits, scaled
from spadille.server.people import Door, People, PersonError
from spadille.server.records.records import Records
from spadille.server.rest import pages, people, records, rules, state, tables
from spadille.server.rest.answers import Failed, limited, words_for
from spadille.server.rest.context import Context, context_of
from spadille.server.settings import Settings
from spadille.server.store import Store, StoreDownError, StoreError
from spadille.server.thinking import Thinking
from spadille.server.time import RealTime, Time

POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; object-src 'none';"
    " base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
]

_log = structlog.get_logger("spadille.app")


class Guarded:
    """Adds the headers that keep browsers careful to every answer, also to that of a fault."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        try:
            _count(scope)
            await self.app(scope, receive, guarded)
        except Failed as error:
            await error.answer(words_for(Request(scope)))(scope, receive, guarded)
        except ClientDisconnect:
            return  # who is gone needs no answer
        except Exception:
            _log.exception("a request failed", method=scope["method"])
            if begun:
                raise
            fault = Failed(500, "fault", "Something went wrong here; try again.")
            await fault.answer(words_for(Request(scope)))(scope, receive, guarded)


def _count(scope: Scope) -> None:
    """Count a request that costs more than a file; raises `Failed` for one too many."""
    if scope["path"].startswith("/api/"):
        request = Request(scope)
        context = context_of(request)
        limited(context.limits, "requests", context.door.address(request))


async def failed(request: Request, error: Exception) -> Response:
    """An answer other than what was asked for."""
    if isinstance(error, Failed):
        return error.answer(words_for(request))
    if isinstance(error, PersonError):
        return Failed.of(error.status, error.reason, error).answer(words_for(request))
    if isinstance(error, StoreDownError):
        return Failed.of(503, "store_down", error).answer(words_for(request))
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        wrong = Failed(405, "method", "That is done with another method here.")
    else:
        wrong = Failed(error.status_code, "nothing_here", "There is nothing here.")
    return wrong.answer(words_for(request))


def create(settings: Settings, time: Time | None = None) -> Starlette:
    """The application for some settings; everything is made when it starts."""
    watch = time or RealTime()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            try:
                store = await Store.open(settings.database_url, clock=watch.now)
            except StoreError as error:
                app.state.fault = error
                raise
            stack.push_async_callback(store.close)
            thinking = Thinking(processes=settings.thinkers)
            stack.push_async_callback(thinking.close)
            await thinking.start()
            process = secrets.token_hex(8)
            shared = settings.shares
            leases = Shared(store, process) if shared else Alone(process)
            bus = RedisBus(settings.redis) if settings.redis else None
            house = House(
                store=store,
                time=watch,
                thinking=thinking,
                leases=leases,
                bus=bus,
                heartbeat=settings.heartbeat,
            )
            if bus is not None:
                await bus.start(house.woken)
                stack.push_async_callback(bus.close)
            limits = Limits(scaled(settings.allowance))
            kept = Records.of(house)
            stack.push_async_callback(kept.close)
            keeper = await People.open(store, limits=limits)
            app.state.context = Context(
                house=house,
                store=store,
                people=keeper,
                door=Door(keeper, settings.origins),
                limits=limits,
                crowd=Crowd(max(1, int(SOCKETS * settings.allowance))),
                records=kept,
            )
            await house.start(poll=shared)
            stack.push_async_callback(house.close)
            yield

    return Starlette(
        routes=[
            *sockets.ROUTES,
            *tables.ROUTES,
            *people.ROUTES,
            *records.ROUTES,
            *rules.ROUTES,
            *state.ROUTES,
            *pages.ROUTES,
        ],
        middleware=[Middleware(Guarded)],
        exception_handlers={
            Failed: failed,
            PersonError: failed,
            StoreDownError: failed,
            HTTPException: failed,
        },
        lifespan=lifespan,
    )


__all__ = ["create"]

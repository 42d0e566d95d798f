"""Tables: make one, find one, see which are open."""

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from spadille.rules import RulesError
from spadille.server.new_table import NewTable
from spadille.server.options import OptionsError
from spadille.server.refusals import Refused
from spadille.server.rest.answers import Failed, Json, body, limited
from spadille.server.rest.context import context_of
from spadille.server.store import StoreDownError

SHOWN: Final = 100
"""So many tables are listed."""


async def create(request: Request) -> Response:
    """Make a table; with `start` a match against bots has begun when the answer comes."""
    context = context_of(request)
    wanted = await body(request, NewTable)
    entered = await context.door.enter(request)
    person = entered.person._replace(factor=max(entered.person.factor, wanted.factor))
    limited(context.limits, "tables", person.id)
    try:
        room = await context.house.create(
            person,
            wanted.name or person.name,
            wanted.options,
            start=wanted.start,
            promise=wanted.promise,
            player=wanted.player,
        )
    except RulesError as error:
        raise Failed.of(400, "rules", error) from None
    except OptionsError as error:
        raise Failed.of(400, "options", error) from None
    except Refused as error:
        raise Failed.of(400, error.reason, error) from None
    except StoreDownError as error:
        raise Failed.of(503, "store_down", error) from None
    return entered.keep(Json(room.info, 201))


async def listed(request: Request) -> Response:
    """The public tables, the newest first."""
    context = context_of(request)
    cards = await context.store.public_rooms(SHOWN)
    return Json([msgspec.Raw(card) for card in cards])


async def find(request: Request) -> Response:
    """A table by its name, or by its code in any spelling."""
    context = context_of(request)
    key = request.path_params["key"]
    limited(context.limits, "finds", context.door.address(request))
    try:
        room = await context.house.room(key)
        if room is None:
            name = await context.store.by_code(key.upper().replace("-", "").replace(" ", ""))
            room = None if name is None else await context.house.room(name)
    except Refused as error:
        raise Failed.of(409, error.reason, error) from None
    if room is None:
        raise Failed(404, "no_table", "There is no such table; check the link or the code.")
    return Json(room.info)


ROUTES: Final = [
    Route("/api/tables", create, methods=["POST"]),
    Route("/api/tables", listed, methods=["GET"]),
    Route("/api/tables/{key}", find, methods=["GET"]),
]

__all__ = ["ROUTES"]

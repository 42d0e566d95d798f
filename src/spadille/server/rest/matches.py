"""Matches and their deals: lists, records with proofs, analyses, and being forgotten."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from spadille.record import encode, ptn
from spadille.record.pbn import PbnDeal, write_deals
from spadille.server import statistics
from spadille.server.people import Person
from spadille.server.records.forgetting import NotOverError, forget
from spadille.server.records.log import Log, Span
from spadille.server.rest.answers import Failed, Json
from spadille.server.rest.context import Context, context_of
from spadille.server.rest.reading import (
    Readable,
    finished_deal,
    finished_log,
    info_of,
    may_see_deals,
    number_of,
    readable,
    somebody,
    tags,
)
from spadille.server.room.rows import FinishedDeal
from spadille.server.store import Room
from spadille.server.thinking import ClosedError

SHOWN: Final = 20
MOST: Final = 100
GAME: Final = "application/x-ndjson"
TEXT: Final = "text/plain; charset=utf-8"

_DEAL: Final = msgspec.json.Decoder(FinishedDeal)


async def listed(request: Request) -> Response:
    """One's own matches, the newest first, a page at a time."""
    context, person = context_of(request), await somebody(request)
    limit, before = _page(request)
    rooms = await context.store.records.rooms_of(person.id, limit + 1, before)
    shown = rooms[:limit]
    more = len(rooms) > limit
    return Json(
        {
            "matches": await _told(context, person, shown),
            "next": f"{shown[-1].created}.{shown[-1].id}" if more else None,
        }
    )


def _page(request: Request) -> tuple[int, tuple[int, str] | None]:
    """How many are wanted, and after which; raises `Failed`."""
    try:
        limit = int(request.query_params.get("limit", SHOWN))
        created, dot, room = request.query_params.get("before", "").partition(".")
        before = (int(created), room) if dot else None
    except ValueError:
        limit, before = 0, None
    if not 1 <= limit <= MOST or (before is not None and not 0 <= before[0] < 2**63):
        raise Failed(400, "page", "There is no such page; take `next` of the page before.")
    return limit, before


async def _told(context: Context, person: Person, rooms: list[Room]) -> list[dict[str, Any]]:
    """Matches of a person, as a list shows them."""
    names, records = [room.id for room in rooms], context.store.records
    seats = await records.seats_of(person.id, names)
    deals = await records.last_deals(names)
    tallies = await records.tallies_of(person.id, names)
    return [
        _match(room, seats.get(room.id, []), deals.get(room.id), tallies.get(room.id))
        for room in rooms
    ]


def _match(room: Room, you: list[int], deal: bytes | None, tally: bytes | None) -> dict[str, Any]:
    """A match in a list; whether it was won is known as soon as it is counted."""
    info, last = info_of(room), None if deal is None else _DEAL.decode(deal)
    counted = None if tally is None else statistics.decode(tally).tally
    decided = counted is not None and counted.matches > 0
    return {
        "table": room.id,
        "name": info.name,
        "rules": info.rules,
        "status": info.status,
        "closed": info.closed,
        "made": room.created,
        "changed": room.updated,
        "players": [
            {"player": one.player, "name": one.name, "person": one.person, "is_bot": one.is_bot}
            for one in info.players
        ],
        "you": you,
        "result": {
            "game": None if last is None else last.game,
            "deal": None if last is None else last.deal,
            "scores": [] if last is None else [result.score for result in last.results],
            "won": bool(counted.won) if decided and counted is not None else None,
        },
    }


async def match(request: Request) -> Response:
    """A whole match that is over, as a game file with proofs or as PTN."""
    form = _form(request, "game", "ptn")
    found, log = await finished_log(request)
    game = log.game(tags(found, log))
    if form == "ptn":
        return await _file(found, "ptn", lambda: ptn.encode(game).encode())
    return await _file(found, "jsonl", lambda: encode(game))


async def deals(request: Request) -> Response:
    """The finished deals of a match, in order."""
    found = await readable(request)
    if not may_see_deals(found, found.info.status):
        return Json([])
    kept = await context_of(request).store.deals.of_room(found.room.id)
    return Json([_deal(one.number, _DEAL.decode(one.body)) for one in kept])


def _deal(number: int, deal: FinishedDeal) -> dict[str, Any]:
    """A deal in a list."""
    return {
        "number": number,
        "game": deal.game,
        "deal": deal.deal,
        "dealer": deal.dealer,
        "players": deal.players,
        "results": deal.results,
    }


async def deal(request: Request) -> Response:
    """A finished deal: as JSON, or in the forms of records.

    As a game file and as PTN it comes with all that was before it, since scores, dealer and proofs
    depend on that; as PBN it is the hands alone, as they were dealt.
    """
    form = _form(request, "json", "game", "ptn", "pbn")
    found, log, span = await finished_deal(request)
    if form == "game":
        game = log.game(tags(found, log), span)
        return await _file(found, "jsonl", lambda: encode(game), span)
    if form == "ptn":
        game = log.game(tags(found, log), span)
        return await _file(found, "ptn", lambda: ptn.encode(game).encode(), span)
    kept = await context_of(request).store.deals.one(found.room.id, span.number)
    if kept is None:
        raise Failed(404, "no_deal", "No finished deal has this number.")
    body = _DEAL.decode(kept.body)
    if form == "pbn":
        return await _file(found, "pbn", lambda: _pbn(found, log, span, body), span)
    assert log.opened is not None
    return Json(
        _deal(span.number, body)
        | {
            "table": found.room.id,
            "match": log.opened.match,
            "rules": found.info.rules,
            "rules_key": kept.rules_key,
            "names": log.players(),
            "dealt": body.dealt,
            "hands": body.hands,
            "first": span.first,
            "events": log.events[span.first : span.last],
            "proof": log.proofs(span.number)[-1],
        }
    )


def _pbn(found: Readable, log: Log, span: Span, deal: FinishedDeal) -> bytes:
    """The hands of a deal as PBN."""
    own = tags(found, log) | {"Board": str(span.deal), "Round": str(span.game)}
    return write_deals([PbnDeal(deal.dealt, deal.dealer, own)]).encode()


async def analysis(request: Request) -> Response:
    """What the strong bot thinks of each decision of a deal, as far as it has come.

    It is thought out while nothing else is to be done; ask again until `done`.
    """
    studies, found = context_of(request).records.studies, await readable(request)
    number = number_of(request)
    known = studies.known(found.room.id, number)
    if known is not None and may_see_deals(found, found.info.status):
        return Json(known, 200 if known.done else 202)
    found, log, span = await finished_deal(request, found)
    try:
        state = studies.ask(found.room.id, span, log.events)
    except ClosedError:
        raise Failed(503, "closing", "The server is being stopped.") from None
    if state is None:
        raise Failed(503, "busy", "Too many deals are being analysed; ask again later.")
    return Json(state, 200 if state.done else 202)


async def forget_me(request: Request) -> Response:
    """Take one's name out of a match that is over; when all have asked it is deleted."""
    person = await somebody(request)
    found = await readable(request)
    if not found.played:
        raise Failed(403, "not_yours", "You did not play in this match.")
    context = context_of(request)
    try:
        deleted = await forget(context.house, found.room.id, person.id)
    except NotOverError:
        raise Failed(
            409, "running", "The match is still going on; ask again when it is over."
        ) from None
    return Json({"deleted": deleted})


def _form(request: Request, *known: str) -> str:
    """The form that is asked for, the first one by default; raises `Failed`."""
    form = request.query_params.get("format", known[0])
    if form not in known:
        raise Failed(
            400,
            "format",
            "There is no format {name}; choose one of {known}.",
            name=form[:40],
            known=", ".join(known),
        )
    return form


async def _file(
    found: Readable, ending: str, make: Callable[[], bytes], span: Span | None = None
) -> Response:
    """A file to be kept."""
    content = await asyncio.to_thread(make)
    name = f"spadille-{found.room.id}" + ("" if span is None else f"-{span.number}")
    return Response(
        content,
        media_type=GAME if ending == "jsonl" else TEXT,
        headers={
            "cache-control": "no-store",
            "content-disposition": f'attachment; filename="{name}.{ending}"',
        },
    )


ROUTES: Final = [
    Route("/api/matches", listed, methods=["GET"]),
    Route("/api/matches/{table}", match, methods=["GET"]),
    Route("/api/matches/{table}", forget_me, methods=["DELETE"]),
    Route("/api/matches/{table}/deals", deals, methods=["GET"]),
    Route("/api/matches/{table}/deals/{number}", deal, methods=["GET"]),
    Route("/api/matches/{table}/deals/{number}/analysis", analysis, methods=["GET"]),
]

__all__ = ["ROUTES"]

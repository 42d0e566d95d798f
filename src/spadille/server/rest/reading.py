"""Who may read the record of a match, and which match is asked for."""

import asyncio
from datetime import UTC, datetime
from typing import Final, NamedTuple

import msgspec
from starlette.requests import Request

from spadille.server.entries import Status, decode
from spadille.server.messages import TableInfo
from spadille.server.options import Access, Watching
from spadille.server.people import Person, PersonError
from spadille.server.records.log import Log, Span
from spadille.server.rest.answers import Failed, limited
from spadille.server.rest.context import Context, context_of
from spadille.server.store import Room

_INFO: Final = msgspec.json.Decoder(TableInfo)


class Readable(NamedTuple):
    """A match that may be read: its room, what everybody knows of it, and who reads it.

    `played` tells that he ever had a place there.
    """

    room: Room
    info: TableInfo
    person: Person | None
    played: bool


def info_of(room: Room) -> TableInfo:
    """What everybody knows of a room, as its card says."""
    return _INFO.decode(room.body)


async def somebody(request: Request) -> Person:
    """Who asks; raises `PersonError` for nobody, and for another page's request."""
    door = context_of(request).door
    if not door.is_own_origin(request):
        raise PersonError("origin", "This page may not speak to this server.")
    person = await door.who(request)
    if person is None:
        raise PersonError("nobody", "Ask for a token first: POST /api/me.")
    return person


async def readable(request: Request) -> Readable:
    """The match of a request, if whoever asks may read it.

    Those who played may, and others where they could have watched or sat down. Raises `Failed` for
    a match that may not be read as for one that does not exist.
    """
    context, name = context_of(request), request.path_params["table"]
    limited(context.limits, "records", context.door.address(request))
    room = await context.store.rooms.one(name)
    if room is None:
        raise _nowhere()
    person = await context.door.who(request)
    places = await context.store.rooms.places(name)
    played = person is not None and any(one == person.id for _, one in places)
    info = info_of(room)
    if not played and info.watching is Watching.NOBODY and info.access is not Access.PUBLIC:
        raise _nowhere()
    return Readable(room, info, person, played)


def _nowhere() -> Failed:
    return Failed(404, "no_table", "There is no such table; check the link or the code.")


async def log_of(context: Context, room: str) -> Log:
    """The log of a room."""
    rows = await context.store.entries(room)
    return await asyncio.to_thread(lambda: Log(decode(body) for _, body in rows))


async def finished_log(request: Request) -> tuple[Readable, Log]:
    """The whole log of a match that is over and may be read; raises `Failed`."""
    found = await readable(request)
    log = await log_of(context_of(request), found.room.id)
    if not log.events:
        raise Failed(404, "no_match", "No match has been played at this table.")
    if not log.finished:
        raise Failed(
            409, "running", "The match is still going on; read its record when it is over."
        )
    return found, log


def number_of(request: Request) -> int:
    """The number of a deal that is asked for, -1 for what is none."""
    text = request.path_params["number"]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


async def finished_deal(
    request: Request, found: Readable | None = None
) -> tuple[Readable, Log, Span]:
    """A finished deal, its match perhaps still going on; raises `Failed`."""
    if found is None:
        found = await readable(request)
    log = await log_of(context_of(request), found.room.id)
    if not may_see_deals(found, log.status):
        raise _nowhere()
    span = log.deal(number_of(request))
    if span is None:
        raise Failed(404, "no_deal", "No finished deal has this number.")
    return found, log, span


def may_see_deals(found: Readable, status: Status) -> bool:
    """Whether one may see deals of a match: others than its players when watchers may, or later."""
    over = status in {Status.OVER, Status.CLOSED}
    return found.played or over or found.info.watching is Watching.HANDS_AFTER_DEAL


def tags(found: Readable, log: Log) -> dict[str, str]:
    """The tags of a game file: the table, and the day on which the match began."""
    day = datetime.fromtimestamp(log.began / 1000, UTC).strftime("%Y.%m.%d")
    named = {"Event": found.info.name} if found.info.name else {}
    return named | {"Site": "Spadille", "Table": found.room.id, "Date": day}


__all__ = [
    "Readable",
    "finished_deal",
    "finished_log",
    "info_of",
    "log_of",
    "may_see_deals",
    "number_of",
    "readable",
    "somebody",
    "tags",
]

"""Forgetting somebody in a match that is over: no row of it names him, or it is deleted."""

import asyncio
import secrets
from collections.abc import Sequence
from functools import partial
from typing import Final

import msgspec

from spadille.server import statistics
from spadille.server.entries import (
    AnyEntry,
    Batch,
    Forgotten,
    Left,
    Opened,
    Said,
    Seated,
    decode,
    encode,
)
from spadille.server.house import House
from spadille.server.loops import again
from spadille.server.messages import TableInfo
from spadille.server.records.log import Log
from spadille.server.room.state import NAMELESS, without_names
from spadille.server.store.records import Forgetting

ALIAS: Final = "forgotten:"
"""How the ids begin that stand for people who were forgotten; no person's does."""

Rows = Sequence[tuple[int, bytes]]


class NotOverError(Exception):
    """The match is not over, so that nobody in it can be forgotten."""


async def forget(house: House, room: str, person: str) -> bool:
    """Forget a person who had a place in a room; whether the whole room was deleted for it.

    It is deleted when everybody who had a place in the match, bots aside, has asked. Raises
    `NotOverError` and `StoreDownError`; nothing has changed then.
    """
    store = house.store
    while True:
        rows = await store.entries(room)
        found = await store.rooms.one(room)
        if not rows or found is None:
            return True
        alias = ALIAS + secrets.token_urlsafe(8)
        now = house.time.now()
        wanted = await asyncio.to_thread(_forgetting, room, rows, person, alias, now, found.body)
        if wanted is None:
            await house.remove(room)
            return True
        if await store.records.forget(wanted):
            house.tell(room, wanted.seq + 1)
            await again(partial(house.woken, {room: wanted.seq + 1}), "a row of forgetting")
            live = house.rooms.get(room)
            if live is not None and live.seq > wanted.seq:  # an older card may be on its way
                await store.put_cards({room: live.card()})
            return False


def _forgetting(  # noqa: PLR0913, PLR0917 - handed to a thread
    room: str, rows: Rows, person: str, alias: str, now: int, card: bytes
) -> Forgetting | None:
    """What is to be written; None if nobody is left who has not asked."""
    batches = [(seq, decode(body)) for seq, body in rows]
    log = Log(batch for _, batch in batches)
    if not log.finished:
        raise NotOverError
    if not any(not one.startswith(ALIAS) for one in log.humans - {person}):
        return None
    held, sat = _places([batch for _, batch in batches], person)
    renamed = [(seq, batch, _renamed(batch, person, alias, sat)) for seq, batch in batches]
    at = max(now, batches[-1][1].at)
    last = Batch(at, (Forgotten(alias, tuple(sorted(held)), tuple(sorted(sat))),))
    counted = statistics.count([*(new for _, _, new in renamed), last])
    kept = {} if counted is None else counted.kept
    return Forgetting(
        room=room,
        seq=rows[-1][0],
        person=person,
        alias=alias,
        bodies=[(seq, encode(new)) for seq, old, new in renamed if new != old],
        card=_card(card, held),
        at=at,
        body=encode(last),
        tallies={one: statistics.encode(own) for one, own in kept.items()},
    )


def _places(batches: Sequence[Batch], person: str) -> tuple[set[int], set[int]]:
    """The places that a person has, and all that he ever had."""
    held: set[int] = set()
    sat: set[int] = set()
    for batch in batches:
        for entry in batch.entries:
            if isinstance(entry, Left):
                held.discard(entry.player)
            elif isinstance(entry, Seated):
                held.discard(entry.player)
                if entry.person == person:
                    held.add(entry.player)
                    sat.add(entry.player)
    return held, sat


def _renamed(batch: Batch, person: str, alias: str, sat: set[int]) -> Batch:
    """A row that does not name a person, nor tell what was written in his places."""

    def renamed(entry: AnyEntry) -> AnyEntry:
        change = msgspec.structs.replace
        match entry:
            case Opened(_, host, options):
                host = alias if host == person else host
                return change(entry, host=host, options=without_names(options, sat))
            case Seated() if entry.person == person:
                return change(entry, person=alias, name=NAMELESS)
            case Said() if entry.player in sat and entry.text:
                return change(entry, text=NAMELESS)
            case _:
                return entry

    return Batch(batch.at, tuple(renamed(entry) for entry in batch.entries))


def _card(card: bytes, held: set[int]) -> bytes:
    """The card of a room without somebody's name."""
    info = msgspec.json.decode(card, type=TableInfo)
    players = tuple(
        msgspec.structs.replace(one, name=NAMELESS) if one.player in held else one
        for one in info.players
    )
    return msgspec.json.encode(msgspec.structs.replace(info, players=players))


__all__ = ["ALIAS", "NotOverError", "forget"]

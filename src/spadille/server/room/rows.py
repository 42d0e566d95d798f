"""The rows of the database that a change of a room becomes."""

from typing import Final

import msgspec

from spadille.game.events import DealScored, SideResult
from spadille.game.state import State
from spadille.rules import key
from spadille.server import store
from spadille.server.entries import Batch, Seated, encode
from spadille.server.room.hands import Hands, dealt, held
from spadille.server.room.state import RoomState
from spadille.server.store import Row


class FinishedDeal(msgspec.Struct, frozen=True, kw_only=True):
    """A finished deal as it is kept: where it stands in the match, its hands and its result.

    `hands` are as played, `dealt` as dealt; lists are by seat, `players` are who sat there.
    """

    game: int
    deal: int
    players: tuple[int, ...]
    dealer: int
    dealt: Hands
    hands: Hands
    results: tuple[SideResult, ...]
    cut: bool = False
    drawn: bool = False


_ENCODER: Final = msgspec.json.Encoder()


def row(room: RoomState, name: str, batch: Batch, seq: int) -> Row:
    """The row of a batch, of which the room does not know yet."""
    seated = [entry for entry in batch.entries if isinstance(entry, Seated)]
    return Row(
        room=name,
        seq=seq,
        at=batch.at,
        body=encode(batch),
        places=tuple((entry.player, entry.person) for entry in seated),
        deal=_finished(room, batch),
    )


def _finished(room: RoomState, batch: Batch) -> store.Deal | None:
    """The deal that a batch finishes, if it does."""
    if room.table is None:
        return None
    for entry in batch.entries:
        for event in getattr(entry, "events", ()):
            if isinstance(event, DealScored):
                return _deal(room, room.table.state, event)
    return None


def _deal(room: RoomState, before: State, scored: DealScored) -> store.Deal:
    deal = before.deal
    body = FinishedDeal(
        game=before.game,
        deal=deal.number,
        players=before.players,
        dealer=deal.dealer,
        dealt=dealt(before),
        hands=held(before),
        results=scored.results,
        cut=any(card is not None for card in deal.exposed),
        drawn=bool(deal.drew),
    )
    number = room.chance.number - 1  # the chance after that of this deal is sealed already
    return store.Deal(number, key(room.rules), _ENCODER.encode(body))


__all__ = ["FinishedDeal", "row"]

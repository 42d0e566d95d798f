"""The hidden cards are dealt anew, and what a seat is told stays the same, byte for byte."""

import random
from collections.abc import Sequence

import msgspec
import pytest
from conftest import count
from room_rows import rows
from test_secrecy import begun, carried_out, other_world, recorded

from spadille.game.events import AnyEvent
from spadille.game.state import State
from spadille.rules import describe, names, parse
from spadille.server.entries import Opened
from spadille.server.options import Access, Clock, TableOptions, Watching
from spadille.server.refusals import Refused
from spadille.server.room import audience, telling
from spadille.server.room.audience import Audience, welcome
from spadille.server.room.state import RoomState
from spadille.view import View, views
from spadille.words import LANGUAGES, Words

VARIANTS = (
    *names(),
    "standard(blind_nil_deficit=none,exchange_mode=simultaneous,cut=french)",
    "double_nil(exchange_mode=sequential)",
    "two_handed(see_second_card=off)",
)


class Ear:
    """A listener who keeps what he is sent."""

    def __init__(self, person: str, reads: Words | None) -> None:
        self.person, self.reads = person, reads
        self.player: int | None = None
        self.muted: set[int] = set()
        self.heard: list[str] = []

    def send(self, text: str) -> None:
        self.heard.append(text)

    def end(self, code: int, refused: Refused) -> None:
        raise AssertionError(code, refused.reason)


def ears(seats: int) -> list[Ear]:
    """One for each player and a watcher, in words of every language and without."""
    people = [*(f"person{player}" for player in range(seats)), "watcher"]
    reads = [None, *(Words(language) for language in LANGUAGES)]
    return [Ear(person, words) for person in people for words in reads]


def told(log: Sequence[AnyEvent], seats: int) -> dict[tuple[str, str], list[str]]:
    """What everybody at a table is told of a log, row by row, and when he comes back then."""
    people = {player: f"person{player}" for player in range(seats)}
    rules = log[0].rules  # type: ignore[union-attr]
    options = TableOptions(
        rules=describe(rules),
        access=Access.PUBLIC,
        watching=Watching.HANDS_AFTER_DEAL,
        clock=Clock(20, 60),
    )
    batches = rows(log, people, options=options)
    opened = batches[0].entries[0]
    assert isinstance(opened, Opened)
    room, crowd = RoomState(opened, batches[0].at), Audience()
    listening = ears(seats)
    crowd.listeners.extend(listening)
    cards = b""
    for seq, batch in enumerate(batches, 1):
        room.fold(batch, seq)
        info = telling.table_info(room, "table", "CODE")
        changed = telling.changes_table(batch.entries)
        crowd.tell(room, batch, seq=seq, info=info, changed=changed, clocks={})
        cards = msgspec.json.encode(info)  # what the lobby and the table's page show
    since = len(batches) // 2
    missed = [entry for batch in batches[since:] for entry in batch.entries]
    for one in listening:
        for some in (missed, []):
            text = welcome(
                room,
                one,
                seq=len(batches),
                info=telling.table_info(room, "table", "CODE"),
                missed=some,
                clocks={},
                heartbeat=20,
            )
            one.send(text)
        one.send(cards.decode())
    return {(one.person, one.reads.language if one.reads else ""): one.heard for one in listening}


def compared(variant: str, deals: int) -> tuple[int, int]:
    """How many positions were compared with others, and the hidden cards that differed."""
    rng, rules = random.Random(f"anew/{variant}"), parse(variant)
    seats = rules.table.seats
    positions = differ = 0
    for _ in range(deals):
        record = recorded(rules, rng)
        for observer in (None, *range(seats)):
            state, log = begun(rules, record.chance)
            length = rng.randrange(len(record.steps))
            for step in record.steps[:length]:
                state = carried_out(state, log, step)
            world = other_world(record, (length, state, log), observer, rng)
            if world is None:
                continue
            positions, differ = positions + 1, differ + world.differ
            person = "watcher" if observer is None else f"person{state.players[observer]}"
            one, other = told(log, seats), told(world.log, seats)
            for language in ("", *LANGUAGES):
                assert one[person, language] == other[person, language]
    return positions, differ


@pytest.mark.parametrize("variant", VARIANTS)
def test_hidden_cards_make_no_difference_to_what_is_sent(variant: str) -> None:
    positions, differ = compared(variant, count(10))
    assert differ > positions > 0


def first_hand(state: State, seats: Sequence[int | None]) -> list[View]:
    """Views in which everybody sees a card of the next seat."""
    shown = []
    for seat, view in zip(seats, views(state, seats), strict=True):
        hand = state.deal.hands[((seat or 0) + 1) % len(state.deal.hands)]
        shown.append(msgspec.structs.replace(view, discards=tuple(hand[:1])))
    return shown


def everything(events: Sequence[AnyEvent], seat: int | None) -> tuple[AnyEvent, ...]:
    """All events, whoever may see them."""
    assert seat is None or seat >= 0
    return tuple(events)


@pytest.mark.parametrize(
    ("where", "name", "leak"), [(audience, "views", first_hand), (telling, "seen", everything)]
)
def test_a_leak_makes_a_difference(
    where: object, name: str, leak: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, leak)
    with pytest.raises(AssertionError):
        compared("standard", 2)

"""What everybody at a table may know by the truth of it, and the cards that a text names."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from serving import Server

from spadille.cards import Card
from spadille.game import dealing
from spadille.game.events import (
    AnyEvent,
    CardPlayed,
    CardsPassed,
    Claimed,
    DealerFound,
    DealScored,
    PilesTurned,
    SeatsDrawn,
    Shuffled,
    SideResult,
    TurnedGiven,
)
from spadille.game.state import Phase, State
from spadille.server.entries import Batch, decode
from spadille.table import Table
from spadille.words import LANGUAGES, Words
from spadille.words.names import card as card_name

CODES: Final = {card.value: card for card in Card}


class Row(NamedTuple):
    """A row of a table's log: its entries, its events, the log's length and the match after it."""

    batch: Batch
    events: tuple[AnyEvent, ...]
    log: int
    state: State | None


async def truth(server: Server, table: str) -> list[Row]:
    """All rows of a table, by `seq`; the first is empty."""
    rows = [Row(Batch(0, ()), (), 0, None)]
    game: Table | None = None
    for _, body in await server.context.store.entries(table):
        batch = decode(body)
        events = tuple(event for entry in batch.entries for event in getattr(entry, "events", ()))
        if game is None and events:
            game = Table.restore(events)
        elif game is not None and events:
            game.take(events)
        state = None if game is None else game.state
        rows.append(Row(batch, events, rows[-1].log + len(events), state))
    return rows


def shown_by(events: Sequence[AnyEvent], seat: int | None) -> set[Card]:
    """The cards that a seat, or anybody, sees in events."""
    cards: set[Card] = set()
    for event in events:
        match event:
            case CardPlayed(_, card):
                cards.add(card)
            case Claimed(_, some) | PilesTurned(some) | TurnedGiven(_, some) | DealerFound(_, some):
                cards |= {*some}
            case SeatsDrawn(drawn):
                cards |= {card for some in drawn for card in some}
            case CardsPassed(giver, some) if giver == seat:
                cards |= {*some}
            case DealScored(results):
                cards |= scored(results)
            case _:
                pass
    return cards


def scored(results: Sequence[SideResult]) -> set[Card]:
    """The cards on a score sheet: award cards, which were taken."""
    return {card for side in results for line in side.lines for card in line.cards}


def known(rows: Sequence[Row], seq: int, seat: int | None) -> set[Card]:
    """The cards that a seat, or with no seat anybody, knows of the deal after a row."""
    state = rows[seq].state
    if state is None:
        return set()
    log = [event for row in rows[: seq + 1] for event in row.events]
    shuffles = [place for place, event in enumerate(log) if isinstance(event, Shuffled)]
    cards = shown_by(log[shuffles[-1] if shuffles else 0 :], seat)
    cards |= scored(state.results)
    if state.deal.must_lead is not None:
        cards.add(state.deal.must_lead)  # the rules say which
    if seat is not None:
        deal = state.deal
        cards |= {*deal.discards[seat], *(deal.passed[seat] or ()), *(deal.received[seat] or ())}
        if seat not in deal.unlooked:
            cards |= {*deal.hands[seat]}
        if state.phase is Phase.DRAW and dealing.drawer(state) == seat:
            cards.add(dealing.top_card(state))
    return cards


def strings(value: Any) -> Iterator[str]:
    """The texts in a JSON value, but for the rules, which name cards."""
    match value:
        case str():
            yield value
        case list():
            for one in value:
                yield from strings(one)
        case dict():
            for key, one in value.items():
                if key != "rules":
                    yield from strings(one)
        case _:
            pass


@cache
def _named() -> tuple[re.Pattern[str], dict[str, Card]]:
    by_name = {card_name(Words(code), card): card for code in LANGUAGES for card in Card}
    longest = sorted(by_name, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest)), re.IGNORECASE), by_name


def cards_in(value: Any) -> set[Card]:
    """The cards that a JSON value names, by their codes or in words of any language."""
    pattern, by_name = _named()
    lower = {name.lower(): card for name, card in by_name.items()}
    found: set[Card] = set()
    for text in strings(value):
        if text in CODES:
            found.add(CODES[text])
        else:
            found |= {lower[name.lower()] for name in pattern.findall(text)}
    return found

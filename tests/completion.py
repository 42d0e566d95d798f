"""Whole deals around what is known of one decision, and the view of the seat that decides.

The rows of the files in `tests/judgement/` say what matters; `complete.py` there chose the rest at
random: the other hands, the tricks before, who dealt. Seat 0 decides.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec
import scenario

from spadille.cards import Card, Suit
from spadille.game.actions import Look
from spadille.game.auction import Step
from spadille.game.deck import Deck, deck_of
from spadille.game.state import Phase
from spadille.view import View

FOLDER = Path(__file__).parent / "judgement"
KINDS = ("bids", "passes", "plays")
Kind = TypeVar("Kind")


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a decision, and the right answers; the files tell what each field means."""

    hand: str
    accept: tuple[str, ...]
    rules: str = "standard"
    scores: tuple[int, ...] = ()
    bags: tuple[int, ...] = ()
    bids: str = ""
    heard: tuple[str, ...] = ("- - -",)
    never: str = ""
    trick: str = ""
    taken: str = ""
    gone: str = ""
    out: str = ""
    held: dict[str, str] = {}
    void: dict[str, str] = {}
    shown: tuple[int, ...] = ()
    dealer: int | None = None
    safe: bool = False


class Completion(msgspec.Struct, frozen=True):
    """A deal that comes to a row's decision: hands and bids by seat, and the cards in their order.

    `bids` has `-` for those who bid later.
    """

    dealer: int
    hands: tuple[str, ...]
    bids: str
    played: str = ""


Rows = Mapping[str, Row]


@cache
def rows(kind: str) -> Rows:
    """The rows of a file, by name."""
    return msgspec.toml.decode((FOLDER / f"{kind}.toml").read_bytes(), type=dict[str, Row])


@cache
def completions() -> Mapping[str, tuple[Completion, ...]]:
    """The completions of all rows, by name."""
    data = (FOLDER / "completions.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, tuple[Completion, ...]])


def view_of(row: Row, deal: Completion) -> View:
    """What seat 0 sees when it has to decide; the deal is played at a table up to there."""
    hands = dict(enumerate(deal.hands))
    table = scenario.Scenario(
        row.rules, hands, dealer=deal.dealer, scores=row.scores, bags=row.bags
    )
    bids = deal.bids.split()
    while table.state.phase is Phase.AUCTION and bids[table.actor] != "-":
        table.say(bids[table.actor])
    while table.state.phase is Phase.AUCTION and table.table.view(0).step is Step.LOOK_OR_BLIND:
        table.act(Look())
    table.play(deal.played)
    assert 0 in table.table.to_act
    return table.table.view(0)


def equals(view: View, card: Card) -> set[Card]:
    """The cards of the viewer that are as good as this one: nobody else has one between."""
    deck = deck_of(view.rules)
    assert view.hand is not None
    seen = {played for trick in view.tricks for played in trick.cards}
    others = [c for c in _suit(deck, deck.suit_of[card]) if c not in {*seen, *view.hand}]
    found = set()
    for held in view.hand:
        low, high = sorted((deck.strength[held], deck.strength[card]))
        between = any(low < deck.strength[other] < high for other in others)
        if deck.suit_of[held] is deck.suit_of[card] and not between:
            found.add(held)
    return found


def _suit(deck: Deck, suit: Suit | None) -> Sequence[Card]:
    return [card for card in deck.pack if deck.suit_of[card] is suit]


__all__ = ["FOLDER", "KINDS", "Completion", "Row", "completions", "equals", "rows", "view_of"]

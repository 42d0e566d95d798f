"""Exchanges in rehearsed deals: which cards a nil bidder and his partner would pass."""

from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from spadille.bots.kernel import Worlds, pack_of
from spadille.bots.outcomes import Bids
from spadille.cards import Card, Suit
from spadille.game.contracts import swap_of
from spadille.game.deck import deck_of
from spadille.rules import Rules
from spadille.view import View

TRUMP_DANGER = 6.0
"""A trump endangers a nil as much as a side card so many ranks higher."""
MORE = 3
"""So many cards beyond those that are passed are thought of."""


@cache
def dangers(rules: Rules) -> NDArray[np.float64]:
    """How dangerous each card of the pack is to a nil, by its rank from below in its suit."""
    deck, pack = deck_of(rules), pack_of(rules)
    found = np.full(len(pack.cards), -1.0)  # junk wins nothing
    below = dict.fromkeys(Suit, 0)
    for number, card in enumerate(pack.cards):
        suit = deck.suit_of[card]
        if suit is not None:
            found[number] = below[suit] + (TRUMP_DANGER if suit is Suit.SPADES else 0.0)
            below[suit] += 1
    return found


def exchanged(view: View, worlds: Worlds, bids: Bids, *, but: int | None = None) -> Worlds:
    """The worlds after the exchanges still to come, each player passing what is usual.

    The exchange of the side `but` is left out.
    """
    found = worlds
    for side, known in enumerate(view.sides):
        comes = known.exchanged is None and side != but
        swap = swap_of(view.rules, bids.seats, side) if comes else None
        if swap is not None:
            bidder, partner, size = swap
            given = usual(view.rules, worlds, bidder, size, to_nil=False)
            returned = usual(view.rules, worlds, partner, size, to_nil=True)
            found = found.copy()
            rows = np.arange(len(found))[:, None]
            found[rows, given] = partner
            found[rows, returned] = bidder
    return found


def usual(rules: Rules, worlds: Worlds, seat: int, size: int, *, to_nil: bool) -> NDArray[np.intp]:
    """The cards that a seat usually passes in each world: worlds by size.

    The least dangerous ones to a nil bidder, the most dangerous ones from him.
    """
    danger = dangers(rules)
    order = np.where(worlds == seat, danger if to_nil else -danger, np.inf)
    found: NDArray[np.intp] = np.argsort(order, axis=1, kind="stable")[:, :size]
    return found


def choices(view: View, size: int, *, from_nil: bool) -> list[tuple[Card, ...]]:
    """The sets of cards worth a thought: some of those that are nearest to what is usual."""
    assert view.hand is not None
    danger = dangers(view.rules)
    numbers = pack_of(view.rules).numbers
    order = sorted(view.hand, key=lambda card: danger[numbers[card][0]], reverse=from_nil)
    return list(dict.fromkeys(combinations(order[: size + MORE], size)))


__all__ = ["choices", "dangers", "exchanged", "usual"]

"""Whole deals ahead: what is bid and played after a decision that comes before the play.

Every candidate turns the worlds of a decision into deals with all their bids; what the others have
yet to bid is read from their hands in each world. The deals are then played out.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from spadille.bots.contracts import partner_of
from spadille.bots.effort import Effort, worth_of_point
from spadille.bots.first_lead import openings
from spadille.bots.hidden import Worlds
from spadille.bots.intents import goals_of
from spadille.bots.kernel import Place, Root, beginning, pack_of
from spadille.bots.outcomes import Bids, Worth
from spadille.bots.strength import model_of, places
from spadille.bots.swaps import exchanged
from spadille.bots.trial import Trial
from spadille.game.actions import Bid, BidKind
from spadille.game.deck import deck_of
from spadille.rules import Rules
from spadille.rules.choices import Bidding, Zero
from spadille.view import View

NIL = -1
"""A nil among bids as numbers."""
KINDS = 6
"""So many different sets of bids are told apart; rarer ones count as the one most like them."""

FIRST = 0.25
"""The part of the worlds in which all candidates are tried."""
SURE = 3.0
"""Standard errors by which a candidate has to be behind to drop out."""

Row = tuple[int, ...]
Key = TypeVar("Key")


def expected_bids(view: View, worlds: Worlds) -> NDArray[np.int64]:
    """What each seat would bid in each world, in tricks, or `NIL`: worlds by seats."""
    rules = view.rules
    found = np.zeros((len(worlds), len(view.seats)), np.int64)
    model = model_of(rules)
    for seat, known in enumerate(view.seats):
        if known.bid is not None or view.sides[known.side].bid is not None:
            continue
        terms = places(rules, worlds == seat)
        bids = np.rint(model.expected(terms)).astype(np.int64)
        bids = np.clip(bids, 1, deck_of(rules).tricks)
        bids[model.nil_chance(terms) > 0.5] = NIL
        found[:, seat] = bids
    return found


def bids_with(view: View, row: Row, seat: int | None = None, bid: Bid | None = None) -> Bids:
    """The bids of a deal: those made, one more, and those expected from the others."""
    rules = view.rules
    sides: list[Bid | None] = [side.bid for side in view.sides]
    seats = [known.bid for known in view.seats]
    if view.unbid:
        return Bids(tuple(seats), tuple(sides), unbid=True)
    if rules.auction.bidding is Bidding.BY_SIDE:
        for side, named in enumerate(sides):
            if bid is not None and seat is not None and rules.seat_side(seat) == side:
                sides[side] = bid
            elif named is None:
                said = sum(max(row[one], 0) for one in rules.side_seats(side))
                low, high = rules.auction.min_side_bid, rules.auction.max_side_bid
                sides[side] = Bid(BidKind.NUMBER, min(max(said, low), high))
        return Bids(tuple(seats), tuple(sides))
    for one, known in enumerate(seats):
        if one == seat and bid is not None:
            seats[one] = bid
        elif known is None:
            mate = partner_of(rules, one)
            seats[one] = _usual(rules, row[one], None if mate is None else seats[mate])
    return Bids(tuple(seats), tuple(sides))


def _usual(rules: Rules, number: int, partner: Bid | None) -> Bid:
    """A bid expected of a player, who leaves his partner the tricks that he has bid."""
    left = deck_of(rules).tricks - (0 if partner is None else partner.tricks)
    if number == NIL or (left < number and left < 1 and rules.auction.zero is Zero.NIL):
        return Bid(BidKind.NIL)
    return Bid(BidKind.NUMBER, max(min(number, left), 1))


def kinds(rows: NDArray[np.int64], most: int = KINDS) -> tuple[list[Row], NDArray[np.intp]]:
    """The most frequent rows, and for each row the one of these that is most like it."""
    unique, back, counts = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    kept = np.argsort(-counts, kind="stable")[:most]
    apart = np.abs(unique[:, None, :] - unique[None, kept, :]).sum(2)
    nearest = apart.argmin(1)
    return [tuple(map(int, unique[at])) for at in kept], nearest[back.reshape(-1)]


class Rehearsal:
    """The deals of one decision before the play; remembers what everything is worth."""

    def __init__(self, view: View, effort: Effort) -> None:
        """Value deals for the viewer's side."""
        assert view.side is not None
        self.view = view
        self.side: int = view.side
        self.effort = effort
        self._worths: dict[Bids, Worth] = {}

    def play(self, plan: "Plan", worlds: Worlds, seed: int) -> Trial:
        """Play the deals of a plan out, once in each world."""
        worlds = plan.deals(worlds)
        expected = expected_bids(self.view, worlds)
        rows, kind = kinds(expected)
        trial = Trial()
        for at, row in enumerate(rows):
            bids = plan.bids(row)
            deals = worlds[kind == at]
            deals = exchanged(self.view, deals, bids) if plan.swaps else deals
            leads = openings(self.view, deals)
            for leader, card in sorted({tuple(map(int, lead)) for lead in leads}):
                mine = deals[(leads == (leader, card)).all(1)]
                place = beginning(self.view, leader, card)
                self._try(trial, _led_first(self.view, mine, card), bids, place, seed)
        return trial

    def _try(self, trial: Trial, deals: Worlds, bids: Bids, place: Place, seed: int) -> None:
        if bids not in self._worths:
            self._worths[bids] = Worth(
                self.view, bids, self.side, point=worth_of_point(self.effort)
            )
        worth = self._worths[bids]
        goals = None
        if self.effort.policy:
            bags = [side.bags for side in self.view.sides]
            goals = goals_of(self.view.rules, bids, bags)
        root = Root(place, deals.tobytes())
        played = root.play_all(seed=seed, goals=goals, groups=worth.groups)
        trial.add(worth, played, len(deals))


def _led_first(view: View, deals: Worlds, card: int) -> Worlds:
    """The deals with the card that has to be led as the first of its copies."""
    pack = pack_of(view.rules)
    first = card if card < 0 else pack.numbers[pack.cards[card]][0]
    if first == card:
        return deals
    found = deals.copy()
    found[:, [first, card]] = deals[:, [card, first]]
    return found


class Plan(NamedTuple):
    """What a candidate makes of a deal.

    `bids` fills up the bids that are expected, `deals` changes the worlds, and `swaps` tells
    whether nil bidders still exchange cards.
    """

    bids: Callable[[Row], Bids]
    deals: Callable[[Worlds], Worlds] = lambda worlds: worlds
    swaps: bool = True


def best_of(
    rehearsal: Rehearsal, plans: dict[Key, Plan], worlds: Worlds, seed: int
) -> dict[Key, Trial]:
    """Try all plans in some worlds, and in all worlds those that do not fall behind."""
    first = max(int(len(worlds) * FIRST), 1)
    found = {key: rehearsal.play(plan, worlds[:first], seed) for key, plan in plans.items()}
    if len(plans) > 1:
        values = {key: trial.value() for key, trial in found.items()}
        best = max(value.mean for value in values.values())
        for key, plan in plans.items():
            if values[key].mean + SURE * values[key].error >= best:
                found[key] = rehearsal.play(plan, worlds, seed)
    return found


__all__ = ["NIL", "Plan", "Rehearsal", "best_of", "bids_with", "expected_bids"]

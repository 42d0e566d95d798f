"""The bids expected of those who have yet to bid, read from their hands in each world."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spadille.bots.contracts import partner_of
from spadille.bots.hidden import Worlds
from spadille.bots.outcomes import Bids
from spadille.bots.strength import Numbers, model_of, places
from spadille.game.actions import Bid, BidKind
from spadille.game.contracts import SUICIDE_MINIMUM, tricks_of
from spadille.game.deck import deck_of
from spadille.game.facts import facts_of
from spadille.rules import Rules
from spadille.rules.choices import BidChoice, Bidding, BlindBy, Zero
from spadille.view import View

NIL = -1
"""A nil among bids as numbers."""
KINDS = 6
"""So many sets of bids are told apart in a rehearsal."""
PATTERNS = 4
"""So many choices of who bids nil are told apart; rarer ones count as the one most like them."""

Row = tuple[int, ...]
Rows = NDArray[np.int64]


def is_joint(rules: Rules) -> bool:
    """Whether partners bid one number for their side."""
    return rules.auction.bidding is not Bidding.BY_SEAT


def expected_bids(view: View, worlds: Worlds) -> Rows:
    """What each seat would bid in each world, in tricks, or `NIL`: worlds by seats.

    0 where a seat has no bid left to make.
    """
    rules = view.rules
    found = np.zeros((len(worlds), len(view.seats)), np.int64)
    nils = np.zeros(found.shape)
    model = model_of(rules)
    for seat, known in enumerate(view.seats):
        if known.bid is None and view.sides[known.side].bid is None:
            terms = places(rules, worlds == seat)
            bids = np.rint(model.expected(terms)).astype(np.int64)
            found[:, seat] = np.clip(bids, 1, deck_of(rules).tricks)
            nils[:, seat] = model.nil_chance(terms)
    if rules.auction.bid_choice is BidChoice.ONE_NIL_A_SIDE:
        _one_nil(view, found, nils)
    else:
        found[nils > 0.5] = NIL
    return found


def _one_nil(view: View, bids: Rows, nils: Numbers) -> None:
    """One of each side bids nil (rule 6.13): the one whom it suits best, unless that is settled."""
    for side in range(len(view.sides)):
        seats = view.rules.side_seats(side)
        left = [seat for seat in seats if view.seats[seat].bid is None]
        said = [bid for bid in (view.seats[seat].bid for seat in seats) if bid is not None]
        done = any(bid.is_nil for bid in said)
        taken = np.full(len(bids), done)
        for seat in left:
            nil = ~taken & (nils[:, seat] >= nils[:, left].max(1))
            bids[:, seat] = np.where(nil, NIL, np.maximum(bids[:, seat], SUICIDE_MINIMUM))
            taken |= nil


def bids_with(view: View, row: Row, seat: int | None = None, bid: Bid | None = None) -> Bids:
    """The bids of a deal: those made, one more, and those expected from the others."""
    rules = view.rules
    sides: list[Bid | None] = [side.bid for side in view.sides]
    seats = [known.bid for known in view.seats]
    if view.unbid:
        return Bids(tuple(seats), tuple(sides), unbid=True)
    if bid is not None and seat is not None:
        if is_joint(rules) or _is_for_side(rules, bid):
            sides[rules.seat_side(seat)] = bid
        else:
            seats[seat] = bid
    for one, known in enumerate(seats):
        side = rules.seat_side(one)
        if sides[side] is not None or known is not None:
            continue
        if is_joint(rules):
            sides[side] = _joint(rules, sum(max(row[mate], 0) for mate in rules.side_seats(side)))
        else:
            mate = partner_of(rules, one)
            seats[one] = _usual(rules, row[one], None if mate is None else seats[mate])
    return Bids(tuple(seats), tuple(sides))


def _is_for_side(rules: Rules, bid: Bid) -> bool:
    """Whether a blind number is bid by both partners together (rule 5.7)."""
    return bid.kind is BidKind.BLIND and rules.auction.blind_by is BlindBy.SIDE


def _joint(rules: Rules, tricks: int) -> Bid:
    low, high = facts_of(rules).side_limits
    most = deck_of(rules).tricks if high is None else high
    return Bid(BidKind.NUMBER, min(max(tricks, low), most))


def _usual(rules: Rules, number: int, partner: Bid | None) -> Bid:
    """A bid expected of a player, who leaves his partner the tricks that he has bid."""
    auction = rules.auction
    said = 0 if partner is None else tricks_of(rules, partner)
    low, high = facts_of(rules).side_limits
    tricks = deck_of(rules).tricks
    left = (tricks if high is None else min(tricks, high)) - said
    least = low - said if partner is not None else 1
    both = partner is None or not partner.is_nil or auction.both_nil
    one_nil = auction.bid_choice is BidChoice.ONE_NIL_A_SIDE
    if one_nil and partner is not None:
        number = max(number, SUICIDE_MINIMUM) if partner.is_nil else NIL
    wants_nil = number == NIL or (left < 1 and not one_nil)
    if wants_nil and auction.zero is Zero.NIL and both and (least < 1 or one_nil):
        return Bid(BidKind.NIL)
    return Bid(BidKind.NUMBER, max(min(number, left), least, 1))


class Kinds(NamedTuple):
    """The sets of bids that are told apart, and for each world the number of its set."""

    rows: list[Row]
    of: NDArray[np.intp]


def kinds(rows: Rows) -> Kinds:
    """Put the bids of worlds into few sets: by who bids nil, then by how much is bid.

    A set is the rounded mean of its worlds' bids, so that neither nils nor tricks are lost.
    """
    patterns, pattern, counts = np.unique(
        rows == NIL, axis=0, return_inverse=True, return_counts=True
    )
    pattern = pattern.reshape(-1)
    kept = np.argsort(-counts, kind="stable")[:PATTERNS]
    apart = (patterns[:, None, :] != patterns[None, kept, :]).sum(2)
    nearest = kept[apart.argmin(1)]
    found: list[Row] = []
    of = np.zeros(len(rows), np.intp)
    for number in kept:
        true = np.flatnonzero(pattern == number)
        order = true[np.argsort(rows[true].sum(1), kind="stable")]
        parts = min(max(round(KINDS * len(true) / len(rows)), 1), len(true))
        for part in np.array_split(order, parts):
            of[part] = len(found)
            found.append(tuple(map(int, np.rint(rows[part].mean(0)))))
        of[(nearest[pattern] == number) & (pattern != number)] = len(found) - 1
    return Kinds(found, of)


__all__ = ["NIL", "Row", "Rows", "bids_with", "expected_bids", "is_joint", "kinds"]

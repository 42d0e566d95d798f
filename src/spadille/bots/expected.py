"""The bids expected of those who have yet to bid, read from their hands in each world."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spadille.bots.kernel import Worlds
from spadille.bots.outcomes import Bids
from spadille.bots.strength import Numbers, model_of, terms_of
from spadille.game.actions import Bid, BidKind
from spadille.game.contracts import is_blind_of_side, side_fault, tricks_of
from spadille.game.deck import deck_of, hand_size_of
from spadille.game.facts import facts_of, is_joint
from spadille.rules import Rules
from spadille.rules.choices import BidChoice
from spadille.view import View

NIL = -1
"""A nil among bids as numbers."""
KINDS = 6
"""So many sets of bids are told apart in a rehearsal."""
PATTERNS = 4
"""So many choices of who bids nil are told apart; rarer ones count as the one most like them."""

Row = tuple[int, ...]
Rows = NDArray[np.int64]


def expected_bids(view: View, worlds: Worlds) -> Rows:
    """What each seat would bid in each world, in tricks, or `NIL`: worlds by seats.

    0 where a seat has no bid left to make.
    """
    rules = view.rules
    found = np.zeros((len(worlds), len(view.seats)), np.int64)
    nils = np.zeros(found.shape)
    for seat, known in enumerate(view.seats):
        if known.bid is None and view.sides[known.side].bid is None:
            terms = terms_of(rules, worlds == seat)
            model = model_of(rules, kin=known.side == view.side)
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
            bids[nil, seat] = NIL
            taken |= nil


def bids_with(view: View, row: Row, seat: int | None = None, bid: Bid | None = None) -> Bids:
    """The bids of a deal: those made, one more, and those expected from the others."""
    rules = view.rules
    sides: list[Bid | None] = [side.bid for side in view.sides]
    seats = [known.bid for known in view.seats]
    if view.unbid:
        return Bids(tuple(seats), tuple(sides), unbid=True)
    if bid is not None and seat is not None:
        if is_joint(rules) or is_blind_of_side(rules, bid):
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
            seats[one] = _usual(view, row[one], seats, one)
    return Bids(tuple(seats), tuple(sides))


def _joint(rules: Rules, tricks: int) -> Bid:
    low, high = facts_of(rules).side_limits
    most = deck_of(rules).tricks if high is None else high
    return Bid(BidKind.NUMBER, min(max(tricks, low), most))


def _usual(view: View, number: int, bids: Sequence[Bid | None], seat: int) -> Bid:
    """The legal bid nearest to that expected of a player, who leaves his partner his tricks."""
    rules = view.rules
    mate = facts_of(rules).partner_of[seat]
    said = None if mate is None else bids[mate]
    cards = None if mate is None else hand_size_of(rules, view.dealer, mate)
    left = deck_of(rules).tricks - (0 if said is None else tricks_of(rules, said))
    wished = NIL if left < 1 else min(number, left)

    def apart(bid: Bid) -> tuple[bool, int]:
        return bid.is_nil != (wished == NIL), abs(bid.tricks - max(wished, 1))

    plain = (bid for bid in facts_of(rules).open_bids if bid.kind in {BidKind.NUMBER, BidKind.NIL})
    fitting = [bid for bid in plain if side_fault(rules, bid, said, cards) is None]
    return min(fitting, key=apart, default=Bid(BidKind.NUMBER, 1))


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


__all__ = ["NIL", "Row", "Rows", "bids_with", "expected_bids", "kinds"]

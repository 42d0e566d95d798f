"""Blind bids: only when far behind near the end, or when they promise as much as an open bid."""

from spadille.bots.bidding import expected_points
from spadille.bots.contracts import Contract
from spadille.bots.sight import lore_of
from spadille.game.actions import AnswerBlind, AnyAction, Bid, BidKind, Look, MakeBid
from spadille.game.contracts import tricks_of
from spadille.game.facts import facts_of
from spadille.view import View

WIDTH = 1.9
OPEN_TRICK = 8.5
"""Points that an open bid brings for each trick of the average."""
DEAL = 90
"""Points that a side may win in a deal."""
LOST = 150
"""A deficit that two deals do not make good."""
RISK = 45
"""Points given away for a chance to catch up."""
COVERED, EACH_CARD, ALONE = 0.25, 0.17, 0.03
"""The chance of a blind nil: with a partner to cover it, for each card exchanged, alone."""


def average_tricks(view: View) -> float:
    """The tricks of an average side."""
    deck = lore_of(view.rules).deck
    return deck.tricks / len(view.sides)


def far_behind(view: View) -> bool:
    """Whether the match is lost unless something extraordinary happens."""
    assert view.side is not None
    mine = view.sides[view.side].score
    best = max(side.score for side in view.sides)
    target = view.rules.match.target
    near = bool(target) and best + DEAL >= target
    last = view.deal >= view.rules.match.max_deals
    return best - mine >= (LOST if near or last else 3 * LOST)


def promise(view: View, bid: Bid) -> float:
    """The points that a blind bid promises, compared with looking first."""
    assert view.side is not None
    assert view.seat is not None
    rules = view.rules
    own = average_tricks(view)
    if bid.kind is BidKind.BLIND_NIL:
        partner = facts_of(rules).partner_of[view.seat]
        said = None if partner is None else view.seats[partner].bid
        if said is not None and said.is_nil:
            return -2.0 * rules.scoring.blind_nil_points
        made = COVERED + EACH_CARD * rules.exchange.blind_nil_exchange
        if partner is None:
            made = ALONE
        own /= len(rules.side_seats(view.side))
        return rules.scoring.blind_nil_points * (2 * made - 1) - OPEN_TRICK * own
    others = sum(
        tricks_of(rules, seat.bid)
        for number, seat in enumerate(view.seats)
        if seat.bid is not None and rules.seat_side(number) != view.side
    )
    mean = min(own, lore_of(rules).deck.tricks - others - 0.5)
    contract = Contract(bid, view.sides[view.side].bags)
    return expected_points(rules, contract, mean, WIDTH) - OPEN_TRICK * own


def look_or_blind(view: View) -> AnyAction:
    """Bid blind if it pays, else look."""
    needed = -RISK * 2 if far_behind(view) else 0.0
    offers = [action for action in view.legal if isinstance(action, MakeBid)]
    best = max(offers, key=lambda offer: promise(view, offer.bid), default=None)
    if best is not None and promise(view, best.bid) > needed:
        return best
    return Look() if Look() in view.legal or best is None else best


def answer(view: View) -> AnswerBlind:
    """Agree to a partner's blind proposal that is not hopeless."""
    assert view.side is not None
    proposed = view.sides[view.side].proposed
    assert proposed is not None
    limit = -RISK * 2 if far_behind(view) else -RISK / 2
    return AnswerBlind(promise(view, proposed) > limit)

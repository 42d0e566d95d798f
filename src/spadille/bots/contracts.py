"""Contracts: what a side has promised, what its tricks bring, and who counts for it."""

from functools import lru_cache
from typing import NamedTuple

from spadille.bots.sight import lore_of
from spadille.game import contracts, scoring
from spadille.game.actions import Bid
from spadille.rules import Rules
from spadille.rules.choices import FailedNilTricks
from spadille.view import View

BAG_CARE = 0.8
"""The part of a bag's price that is felt at once; the rest when the limit is crossed."""


class Contract(NamedTuple):
    """What a side has promised besides nils; `bid` None: nothing, every trick is a bag."""

    bid: Bid | None
    bags: int
    unbid: bool = False


@lru_cache(maxsize=4096)
def bag_price(rules: Rules, held: int, bags: int) -> float:
    """The points that new bags bring, with their part of a penalty that is still to come."""
    rule = rules.scoring
    points = float(rule.bag_points * bags)
    limit = scoring.bag_limit(rules)
    if limit and bags:
        points -= BAG_CARE * scoring.bag_share(rules) * bags
        if held + bags >= limit:
            points -= (1 - BAG_CARE) * scoring.bag_penalty(rules, limit)[0]
    return points


def scored(rules: Rules, bid: Bid, taken: int) -> scoring.Contract:
    """What a bid earns with a number of tricks."""
    if contracts.is_special(bid):
        return scoring.special(rules, bid, taken)
    return scoring.number(rules, lore_of(rules).deck, bid, taken)


@lru_cache(maxsize=4096)
def points_by_tricks(rules: Rules, contract: Contract) -> tuple[float, ...]:
    """The points of a contract for every number of tricks that count for it."""
    bid = contract.bid
    table = []
    for taken in range(lore_of(rules).deck.tricks + 1):
        if contract.unbid:
            table.append(float(scoring.TRICK * taken))
        elif bid is None:
            table.append(bag_price(rules, contract.bags, taken))
        else:
            done = scored(rules, bid, taken)
            assert done.line is not None
            table.append(done.line.points + bag_price(rules, contract.bags, done.bags))
    return tuple(table)


def contract_of(view: View, side: int) -> Contract:
    """The contract of a side in the play."""
    standing = view.sides[side]
    if view.unbid:
        return Contract(None, 0, unbid=True)
    if standing.bid is not None:
        return Contract(standing.bid, standing.bags)
    bids = [view.seats[seat].bid for seat in view.rules.side_seats(side)]
    return Contract(contracts.contract_of(view.rules, bids), standing.bags)


def is_nil(view: View, seat: int) -> bool:
    """Whether a seat has bid nil."""
    bid = view.seats[seat].bid
    return bid is not None and bid.is_nil


def nil_alive(view: View, seat: int) -> bool:
    """Whether a seat has bid nil and won no trick yet."""
    return is_nil(view, seat) and not view.seats[seat].tricks


def nil_points(view: View, seat: int) -> int:
    """The points of a seat's nil."""
    bid = view.seats[seat].bid
    rule = view.rules.scoring
    return rule.blind_nil_points if bid is not None and bid.is_blind else rule.nil


def counts(view: View, seat: int) -> bool:
    """Whether a seat's tricks count for the contract of its side."""
    if not is_nil(view, seat):
        return True
    helps = view.rules.scoring.failed_nil_tricks is FailedNilTricks.HELP_PARTNER
    return helps and contract_of(view, view.rules.seat_side(seat)).bid is not None

"""Contracts: what bids promise, whose tricks count towards them, and how many more they bear.

Everything here follows from the rules and the bids alone, so that whoever sees the bids can ask.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from spadille.game.actions import Bid, BidKind, Reason
from spadille.game.facts import facts_of
from spadille.rules import Rules
from spadille.rules.choices import BidChoice, FailedNilTricks, Sides, Zero

TEN = 10
"""The contract that is scored by itself (rules 10.5 and 10.6)."""
COME_OUT = 10
"""The open contract that a side comes out to (rule 7.7)."""
SUICIDE_MINIMUM = 4
"""The fewest tricks of the partner of a nil that one of each side has to bid (rule 6.13)."""
FIXED = {BidKind.ONE_FOR_FIFTY: 1, BidKind.TWO_FOR_FORTY: 2}
"""The tricks that 1F and 2F promise (rule 10.13)."""


def is_special(bid: Bid) -> bool:
    """Whether a bid is one of a solo player that is scored by itself: 1F, 2F or SM."""
    return bid.kind in FIXED or bid.kind is BidKind.MOON


def tricks_of(rules: Rules, bid: Bid) -> int:
    """The tricks that a bid promises, as they count in sums of bids.

    >>> tricks_of(Rules(), Bid(BidKind.TWO_FOR_FORTY)), tricks_of(Rules(), Bid(BidKind.NIL))
    (2, 0)
    """
    if bid.kind is BidKind.MOON:
        return rules.auction.sm_min_tricks
    return FIXED.get(bid.kind, bid.tricks)


def contract_of(rules: Rules, bids: Iterable[Bid | None], agreed: Bid | None = None) -> Bid | None:
    """The contract of a side: the one named for it, else the bid or the sum of those of its seats.

    None where nothing was bid but nil.

    >>> str(contract_of(Rules(), [Bid(BidKind.NUMBER, 4), Bid(BidKind.NUMBER, 3)]))
    '7'
    >>> contract_of(Rules(), [Bid(BidKind.NIL), None])
    """
    if agreed is not None:
        return agreed
    said = [bid for bid in bids if bid is not None and not bid.is_nil]
    if len(said) < 2:
        return said[0] if said else None
    return Bid(BidKind.NUMBER, sum(tricks_of(rules, bid) for bid in said))


def counts(rules: Rules, bid: Bid | None) -> bool:
    """Whether the tricks of a seat that bid this count towards its side's contract (rule 10.8)."""
    nil = bid is not None and bid.is_nil
    return not nil or rules.scoring.failed_nil_tricks is FailedNilTricks.HELP_PARTNER


def counted(rules: Rules, bids: Sequence[Bid | None], tricks: Sequence[int]) -> int:
    """How many of the tricks taken by the seats of a side count towards its contract.

    >>> counted(Rules(), [Bid(BidKind.NUMBER, 4), Bid(BidKind.NUMBER, 3)], [4, 2])
    6
    """
    return sum(taken for bid, taken in zip(bids, tricks, strict=True) if counts(rules, bid))


def nil_bags(rules: Rules, bids: Sequence[Bid | None], tricks: Sequence[int]) -> int:
    """How many of the tricks taken by the seats of a side are bags only, by failed nils (10.8).

    >>> nil_bags(Rules(), [Bid(BidKind.NUMBER, 4), Bid(BidKind.NIL)], [4, 2])
    2
    """
    apart = sum(tricks) - counted(rules, bids, tricks)
    return apart if rules.scoring.failed_nil_tricks is FailedNilTricks.BAGS else 0


def room(rules: Rules, contract: Bid) -> int | None:
    """The overtricks that a contract bears before they set it; None: any number (rule 10.5)."""
    limit = rules.scoring.overtricks_set
    bears = limit and contract.kind is BidKind.NUMBER and contract.tricks < TEN
    return limit - 1 if bears else None


def is_blind_of_side(rules: Rules, bid: Bid) -> bool:
    """Whether a bid is a blind number that partners bid together (rule 5.7)."""
    return bid.kind is BidKind.BLIND and rules.table.sides is Sides.PAIRS


def _least_of_partner(rules: Rules, bid: Bid) -> int:
    """The fewest tricks that the partner could add to a bid."""
    auction = rules.auction
    if auction.zero is Zero.REFUSED:
        return 1
    return 1 if auction.zero is Zero.NIL and bid.is_nil and not auction.both_nil else 0


def side_fault(rules: Rules, bid: Bid, said: Bid | None, cards: int | None) -> Reason | None:
    """Why a bid does not fit what the partner said, or leaves him none (rules 6.5 to 6.8, 6.13).

    `cards` are those of the partner; None: there is none.
    """
    auction = rules.auction
    if auction.bid_choice is BidChoice.ONE_NIL_A_SIDE:
        enough = bid.kind is BidKind.NUMBER and bid.tricks >= SUICIDE_MINIMUM
        fits = (bid.is_nil or enough) if said is None else (enough if said.is_nil else bid.is_nil)
        if not fits:
            return Reason.ONE_NIL_A_SIDE
    if bid.is_nil and said is not None and said.is_nil and not auction.both_nil:
        return Reason.BOTH_NIL
    low, high = facts_of(rules).side_limits
    total = tricks_of(rules, bid)
    most = least = total + (0 if said is None else tricks_of(rules, said))
    if said is None and cards is not None:
        most, least = total + cards, total + _least_of_partner(rules, bid)
    if most < low:
        return Reason.SIDE_BID_TOO_LOW
    return Reason.SIDE_BID_TOO_HIGH if high is not None and least > high else None


class Swap(NamedTuple):
    """An exchange of a side: the nil bidder, the partner, and the number of cards each way."""

    bidder: int
    partner: int
    size: int


def swap_of(rules: Rules, bids: Sequence[Bid | None], side: int) -> Swap | None:
    """The exchange that the bids by seat call for in a side.

    A blind nil goes before a plain one; two nils of the same kind exchange nothing (rule 8.5).
    """
    exchange, partner_of = rules.exchange, facts_of(rules).partner_of
    counts = (
        (BidKind.BLIND_NIL, exchange.blind_nil_exchange),
        (BidKind.NIL, exchange.nil_exchange),
    )
    for kind, count in counts:
        for seat in rules.side_seats(side):
            other = partner_of[seat]
            bid, said = bids[seat], None if other is None else bids[other]
            if bid is None or said is None or other is None or not count or bid.kind is not kind:
                continue
            mixed = kind is BidKind.BLIND_NIL and exchange.exchange_if_partner_nil
            if said.kind is kind or (said.is_nil and not mixed):
                return None
            return Swap(seat, other, count)
    return None

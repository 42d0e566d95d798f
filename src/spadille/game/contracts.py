"""Contracts: what bids promise, whose tricks count towards them, and how many more they bear.

Everything here follows from the rules and the bids alone, so that whoever sees the bids can ask.
"""

from collections.abc import Iterable, Sequence

from spadille.game.actions import Bid, BidKind
from spadille.rules import Rules
from spadille.rules.choices import FailedNilTricks

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


def room(rules: Rules, contract: Bid) -> int | None:
    """The overtricks that a contract bears before they set it; None: any number (rule 10.5)."""
    limit = rules.scoring.overtricks_set
    bears = limit and contract.kind is BidKind.NUMBER and contract.tricks < TEN
    return limit - 1 if bears else None

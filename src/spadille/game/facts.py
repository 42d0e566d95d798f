"""What follows from the rules alone, worked out once for a rule set."""

from functools import cache
from typing import NamedTuple

from spadille.cards import Suit
from spadille.game.actions import Bid, BidKind
from spadille.game.deck import Deck, work_out
from spadille.rules import Rules
from spadille.rules.choices import (
    BidChoice,
    Bidding,
    BlindBy,
    ClubWithDealer,
    FirstLeader,
    FirstTrickSpades,
    LeadSpades,
    Sides,
    Zero,
)

_TRICKS_NEW_YORK = 3


class Facts(NamedTuple):
    """The deck, the seats and the bids of a rule set.

    `side_of` and `partner_of` are by seat, `clockwise` lists all seats from a first one on;
    `open_bids` and `blind_bids` are the bids that the rules know after and before looking;
    `side_limits` are the lowest and the highest contract of a side (None: no limit); `free_bids`
    tells that nothing but the size of the hand limits an open bid, `asides`
    that claims or undo are played, `exchanges` that a nil may bring an exchange of cards;
    `closed_tricks` is in how many tricks, from the first on, a leader who holds another suit may
    lead no spade: before spades are broken, and after that (rules 9.8 and 9.11).
    """

    deck: Deck
    side_of: tuple[int, ...]
    partner_of: tuple[int | None, ...]
    clockwise: tuple[tuple[int, ...], ...]
    open_bids: tuple[Bid, ...]
    blind_bids: tuple[Bid, ...]
    side_limits: tuple[int, int | None]
    free_bids: bool
    asides: bool
    exchanges: bool
    closed_tricks: tuple[int, int]


def is_joint(rules: Rules) -> bool:
    """Whether partners bid one number for their side (rule 6.1)."""
    return rules.auction.bidding is not Bidding.BY_SEAT


def _open_bids(rules: Rules, deck: Deck) -> list[Bid]:
    auction = rules.auction
    first = 0 if auction.zero is Zero.NUMBER else 1
    bids = [Bid(BidKind.NIL)] if auction.zero is Zero.NIL else []
    bids += [Bid(BidKind.NUMBER, tricks) for tricks in range(first, deck.tricks + 1)]
    if auction.one_for_fifty:
        bids.append(Bid(BidKind.ONE_FOR_FIFTY))
    if auction.two_for_forty:
        bids.append(Bid(BidKind.TWO_FOR_FORTY))
    if auction.sm_min_tricks:
        bids.append(Bid(BidKind.MOON))
    return bids


def _blind_bids(rules: Rules, deck: Deck) -> list[Bid]:
    auction = rules.auction
    bids = [Bid(BidKind.BLIND_NIL)] if auction.blind_nil else []
    if auction.blind_by is not BlindBy.NOBODY:
        low, high = _side_limits(rules, deck)
        least = max(auction.blind_min, low)
        most = min(auction.blind_max, deck.hand_size, deck.tricks if high is None else high)
        bids += [Bid(BidKind.BLIND, tricks) for tricks in range(least, most + 1)]
    return bids


def _side_limits(rules: Rules, deck: Deck) -> tuple[int, int | None]:
    auction = rules.auction
    highs = [auction.max_side_bid] if auction.max_side_bid else []
    if auction.cap_side_bid_at_tricks or is_joint(rules):
        highs.append(deck.tricks)
    return auction.min_side_bid, min(highs, default=None)


def _exchange_counts(rules: Rules) -> list[int]:
    """How many cards the nils that the rules know exchange, where they exchange any."""
    nil = rules.exchange.nil_exchange if rules.auction.zero is Zero.NIL else 0
    blind = rules.exchange.blind_nil_exchange if rules.auction.blind_nil else 0
    return [count for count in (nil, blind) if count]


def _closed_tricks(rules: Rules, deck: Deck) -> tuple[int, int]:
    first = int(rules.play.first_trick_spades is FirstTrickSpades.FORBIDDEN)
    unbroken = {
        LeadSpades.ANYTIME: 0,
        LeadSpades.AFTER_FIRST_TRICK: 1,
        LeadSpades.FIRST_THREE_TRICKS: _TRICKS_NEW_YORK,
        LeadSpades.AFTER_BROKEN: deck.tricks,
    }
    return max(first, unbroken[rules.play.lead_spades]), first


@cache
def facts_of(rules: Rules) -> Facts:
    """Work out the facts of a rule set.

    >>> facts = facts_of(Rules())
    >>> facts.partner_of, facts.clockwise[2]
    ((2, 3, 0, 1), (2, 3, 0, 1))
    """
    deck, seats = work_out(rules), rules.table.seats
    pairs = rules.table.sides is Sides.PAIRS
    auction, limits = rules.auction, _side_limits(rules, deck)
    return Facts(
        deck=deck,
        side_of=tuple(rules.seat_side(seat) for seat in range(seats)),
        partner_of=tuple((seat + seats // 2) % seats if pairs else None for seat in range(seats)),
        clockwise=tuple(
            tuple((first + step) % seats for step in range(seats)) for first in range(seats)
        ),
        open_bids=tuple(_open_bids(rules, deck)),
        blind_bids=tuple(_blind_bids(rules, deck)),
        side_limits=limits,
        free_bids=auction.both_nil
        and auction.bid_choice is BidChoice.FREE
        and limits == (0, None)
        and not auction.sum_not_tricks
        and not auction.min_sum,
        asides=rules.table.claims or rules.table.undo,
        exchanges=pairs and bool(_exchange_counts(rules)),
        closed_tricks=_closed_tricks(rules, deck),
    )


def first_sitter(rules: Rules, dealer: int) -> int | None:
    """The seat that sits out trick 1: a short dealer (rule 3.11)."""
    return dealer if rules.deal.short_dealer else None


def asks_for_clubs(rules: Rules) -> bool:
    """Whether the lowest club decides who leads to trick 1 (rule 9.4)."""
    return rules.play.first_leader in {FirstLeader.LOW_CLUB, FirstLeader.ALL_LOW_CLUB}


def opens_with_club(rules: Rules) -> bool:
    """Whether that club has to be led (rules 9.4 and 9.5)."""
    low = rules.play.first_leader is FirstLeader.ALL_LOW_CLUB
    return low or (asks_for_clubs(rules) and rules.play.club_two_must_be_led)


def dealer_yields(rules: Rules) -> bool:
    """Whether the seat at the left of a dealer who sits out leads for him (rule 9.6)."""
    return rules.play.two_clubs_with_dealer is ClubWithDealer.LEFT_OF_DEALER


def spade_breaks(rules: Rules, led: Suit | None) -> bool:
    """Whether a spade breaks spades; `led` is the suit led before it, None: none (rule 9.10)."""
    return rules.play.forced_lead_breaks or (led is not None and led is not Suit.SPADES)

"""Which options cannot go together, each with the sentence that says why."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from spadille.rules.choices import (
    AwardJacks,
    BagPenalty,
    BidChoice,
    Bidding,
    BlindBy,
    Cut,
    FirstDealer,
    FirstLeader,
    Hands,
    JokerUse,
    PromotedTwos,
    RemovedTwos,
    Seating,
    Sides,
    Talk,
    Zero,
)
from spadille.rules.model import Rules

REMOVED = {
    RemovedTwos.NONE: (),
    RemovedTwos.CLUB: ("2C",),
    RemovedTwos.CLUB_DIAMOND: ("2C", "2D"),
    RemovedTwos.CLUB_HEART: ("2C", "2H"),
    RemovedTwos.BOTH_RED: ("2H", "2D"),
    RemovedTwos.ALL: ("2C", "2D", "2H", "2S"),
}


class Clash(NamedTuple):
    """One impossible combination: the options it names, when it holds, and the sentence."""

    options: tuple[str, ...]
    holds: Callable[[Rules], bool]
    sentence: str


def pack_size(rules: Rules) -> int:
    """Cards in the shuffled pack (rule 2.1).

    >>> pack_size(Rules())
    52
    """
    deck = rules.deck
    return deck.packs * (52 + deck.jokers - len(REMOVED[deck.removed_twos]))


def _unequal_hands(rules: Rules) -> bool:
    rest = pack_size(rules) % rules.table.seats
    return rest != (rules.table.seats - 1 if rules.deal.short_dealer else 0)


def _tricks(rules: Rules) -> int:
    size = pack_size(rules) if rules.deal.hands is Hands.DEALT else pack_size(rules) // 2
    return -(-size // rules.table.seats)


def _has_nil(rules: Rules) -> bool:
    return rules.auction.zero is Zero.NIL or rules.auction.blind_nil


CLASHES = (
    Clash(
        ("seats", "sides"),
        lambda r: r.table.sides is Sides.PAIRS and r.table.seats not in (4, 6),
        "pairs need 4 or 6 seats",
    ),
    Clash(
        ("seats", "packs", "jokers", "removed_twos", "short_dealer", "hands"),
        lambda r: r.deal.hands is Hands.DEALT and _unequal_hands(r),
        "the pack cannot be dealt out evenly; remove twos, change the jokers or, where one card is"
        " missing, set short_dealer",
    ),
    Clash(
        ("hands", "seats"),
        lambda r: r.deal.hands is Hands.DRAWN and r.table.seats != 2,
        "drawing from the stock is for 2 seats",
    ),
    Clash(
        ("hands", "packs", "jokers", "removed_twos"),
        lambda r: r.deal.hands is Hands.DRAWN and pack_size(r) % 4 != 0,
        "drawing from the stock needs a pack that divides by 4",
    ),
    Clash(
        ("hands", "cut", "short_dealer"),
        lambda r: r.deal.hands is Hands.DRAWN and (r.deal.short_dealer or r.deal.cut is Cut.FRENCH),
        "cards drawn from a stock are not dealt: no French cut and no short dealer",
    ),
    Clash(
        ("hands", "blind_nil", "blind_by"),
        lambda r: (
            r.deal.hands is Hands.DRAWN
            and (r.auction.blind_nil or r.auction.blind_by is not BlindBy.NOBODY)
        ),
        "who draws the cards has seen them: no blind bids",
    ),
    Clash(
        ("cut", "short_dealer"),
        lambda r: r.deal.cut is Cut.FRENCH and r.deal.short_dealer,
        "a French cut gives every player one card and needs equal hands",
    ),
    Clash(
        ("french_cut_blocks_blind", "cut"),
        lambda r: r.auction.french_cut_blocks_blind and r.deal.cut is not Cut.FRENCH,
        "french_cut_blocks_blind needs cut=french",
    ),
    Clash(
        ("seating", "first_dealer"),
        lambda r: (
            r.deal.seating is Seating.DRAWN
            and r.deal.first_dealer is not FirstDealer.HIGH_CARD_DRAW
        ),
        "seating=drawn seats the players by the cards of first_dealer=high_card_draw",
    ),
    Clash(
        ("jokers", "joker_use"),
        lambda r: not r.deck.jokers and r.deck.joker_use is JokerUse.JUNK,
        "joker_use=junk needs jokers",
    ),
    Clash(
        ("packs", "jokers", "joker_use"),
        lambda r: r.deck.packs > 1 and r.deck.jokers > 0,
        "two packs are played without jokers",
    ),
    Clash(
        ("removed_twos", "promoted_twos"),
        lambda r: (
            r.deck.promoted_twos is not PromotedTwos.NONE and r.deck.removed_twos is RemovedTwos.ALL
        ),
        "promoted_twos needs the two of spades, which removed_twos=all takes out",
    ),
    Clash(
        ("bidding", "sides"),
        lambda r: r.auction.bidding is not Bidding.BY_SEAT and r.table.sides is Sides.SOLO,
        "who plays alone bids by seat",
    ),
    Clash(
        ("bidding", "zero", "blind_nil"),
        lambda r: r.auction.bidding is not Bidding.BY_SEAT and _has_nil(r),
        "a side that names one number has no nil: set zero=refused or number and blind_nil=off",
    ),
    Clash(
        ("bidding", "bid_choice"),
        lambda r: (
            r.auction.bidding is not Bidding.BY_SEAT and r.auction.bid_choice is not BidChoice.FREE
        ),
        "bid_choice is about the bid of one player and needs bidding=by_seat",
    ),
    Clash(
        ("bidding", "talk"),
        lambda r: r.auction.bidding is not Bidding.BY_SIDE and r.auction.talk is not Talk.NONE,
        "talk belongs to bidding=by_side",
    ),
    Clash(
        ("bid_choice", "zero"),
        lambda r: (
            r.auction.bid_choice in (BidChoice.SPADES_HELD, BidChoice.NIL_OR_SPADES_HELD)
            and r.auction.zero is Zero.REFUSED
        ),
        "a player without spades must bid 0: zero=refused leaves him no bid",
    ),
    Clash(
        ("bid_choice", "zero", "sides", "both_nil"),
        lambda r: (
            r.auction.bid_choice is BidChoice.ONE_NIL_A_SIDE
            and (r.auction.zero is not Zero.NIL or r.table.sides is Sides.SOLO)
        ),
        "bid_choice=one_nil_a_side needs pairs and zero=nil",
    ),
    Clash(
        (
            "bid_choice",
            "both_nil",
            "min_side_bid",
            "max_side_bid",
            "cap_side_bid_at_tricks",
            "sum_not_tricks",
            "min_sum",
        ),
        lambda r: (
            r.auction.bid_choice is not BidChoice.FREE
            and (
                not r.auction.both_nil
                or r.auction.min_side_bid
                > (4 if r.auction.bid_choice is BidChoice.ONE_NIL_A_SIDE else 0)
                or r.auction.max_side_bid > 0
                or r.auction.cap_side_bid_at_tricks
                or r.auction.sum_not_tricks
                or r.auction.min_sum > 0
            )
        ),
        "a bid that the cards or the partner fix leaves no room for limits on sums of bids",
    ),
    Clash(
        ("min_side_bid", "max_side_bid"),
        lambda r: 0 < r.auction.max_side_bid < max(r.auction.min_side_bid, 1),
        "min_side_bid is above max_side_bid",
    ),
    Clash(
        ("min_side_bid", "seats", "packs", "jokers", "removed_twos", "hands"),
        lambda r: r.auction.min_side_bid > _tricks(r) - 1,
        "min_side_bid leaves no choice: there are too few tricks",
    ),
    Clash(
        ("zero", "bidding", "max_side_bid", "both_nil"),
        lambda r: (
            r.auction.zero is Zero.REFUSED
            and r.auction.bidding is Bidding.BY_SEAT
            and 0 < r.auction.max_side_bid < 2
        ),
        "two partners who may not bid 0 need a max_side_bid of at least 2",
    ),
    Clash(
        ("both_nil", "sides", "zero", "blind_nil"),
        lambda r: not r.auction.both_nil and (r.table.sides is Sides.SOLO or not _has_nil(r)),
        "both_nil=off needs pairs and a nil",
    ),
    Clash(
        ("blind_nil", "zero"),
        lambda r: r.auction.blind_nil and r.auction.zero is not Zero.NIL,
        "a blind nil needs zero=nil",
    ),
    Clash(
        ("blind_by", "sides"),
        lambda r: (
            (r.auction.blind_by is BlindBy.SIDE and r.table.sides is Sides.SOLO)
            or (r.auction.blind_by is BlindBy.SEAT and r.table.sides is Sides.PAIRS)
        ),
        "blind numbers are bid by side in pairs and by seat in solo games",
    ),
    Clash(
        ("blind_min", "blind_max"),
        lambda r: r.auction.blind_min > r.auction.blind_max,
        "blind_min is above blind_max",
    ),
    Clash(
        ("blind_min", "blind_by", "seats", "packs", "jokers", "removed_twos"),
        lambda r: r.auction.blind_by is not BlindBy.NOBODY and r.auction.blind_min > _tricks(r),
        "blind_min is above the number of tricks",
    ),
    Clash(
        ("come_out", "blind_by"),
        lambda r: r.auction.come_out and r.auction.blind_by is not BlindBy.SIDE,
        "coming out needs blind_by=side",
    ),
    Clash(
        ("b6_limit", "blind_by"),
        lambda r: r.auction.b6_limit > 0 and r.auction.blind_by is not BlindBy.SEAT,
        "b6_limit counts the blind bids of single players and needs blind_by=seat",
    ),
    Clash(
        ("one_for_fifty", "two_for_forty", "sm_min_tricks", "sides"),
        lambda r: (
            r.table.sides is Sides.PAIRS
            and (r.auction.one_for_fifty or r.auction.two_for_forty or r.auction.sm_min_tricks > 0)
        ),
        "the special bids 1F, 2F and SM are for solo games",
    ),
    Clash(
        ("sm_min_tricks", "seats", "packs", "jokers", "removed_twos", "hands"),
        lambda r: r.auction.sm_min_tricks > _tricks(r),
        "sm_min_tricks is above the number of tricks: set it to 0",
    ),
    Clash(
        ("nil_exchange", "sides", "zero"),
        lambda r: (
            r.exchange.nil_exchange > 0
            and (r.table.sides is Sides.SOLO or r.auction.zero is not Zero.NIL)
        ),
        "nil_exchange needs a partner and zero=nil",
    ),
    Clash(
        ("club_two_must_be_led", "first_leader"),
        lambda r: (
            not r.play.club_two_must_be_led and r.play.first_leader is not FirstLeader.LOW_CLUB
        ),
        "club_two_must_be_led=off needs first_leader=low_club",
    ),
    Clash(
        ("first_leader", "short_dealer"),
        lambda r: (
            r.deal.short_dealer
            and r.play.first_leader in (FirstLeader.DEALER, FirstLeader.ALL_LOW_CLUB)
        ),
        "a dealer who sits out the first trick cannot play to it",
    ),
    Clash(
        ("bag_penalty", "bag_carry"),
        lambda r: r.scoring.bag_penalty is BagPenalty.TEN_TIMES_HELD and r.scoring.bag_carry,
        "a penalty of 10*bags_held pays for all bags and needs bag_carry=off",
    ),
    Clash(
        ("bag_penalty", "bag_limit"),
        lambda r: isinstance(r.scoring.bag_penalty, int) and not 0 <= r.scoring.bag_penalty <= 1000,
        "bag_penalty is a number from 0 to 1000, 10*limit or 10*bags_held",
    ),
    Clash(
        ("count_bags", "bag_limit"),
        lambda r: not r.scoring.count_bags and r.scoring.bag_limit > 0,
        "a bag limit needs count_bags=on",
    ),
    Clash(
        ("bags_may_go_negative", "award_jacks"),
        lambda r: (
            r.scoring.bags_may_go_negative
            and (
                r.scoring.award_jacks is not AwardJacks.DIAMOND_CLUB_HEART
                or not r.scoring.count_bags
            )
        ),
        "bags fall below 0 only by the jack of hearts: set award_jacks=diamond_club_heart",
    ),
    Clash(
        ("overtricks_set", "zero"),
        lambda r: r.scoring.overtricks_set > 0 and r.auction.zero is Zero.NIL,
        "overtricks_set is for contracts without nils: set zero=refused or number",
    ),
    Clash(
        ("target", "losing_score"),
        lambda r: isinstance(r.match.losing_score, int) and not -10_000 <= r.match.losing_score < 0,
        "losing_score is below 0, or none",
    ),
    Clash(
        ("handicap", "seats", "sides"),
        lambda r: (
            len(r.match.handicap) not in (0, r.side_count)
            or any(abs(points) > 10_000 for points in r.match.handicap)
        ),
        "handicap names one starting score a side, from -10000 to 10000",
    ),
    Clash(
        ("end_tests",),
        lambda r: len(set(r.match.end_tests)) != len(r.match.end_tests),
        "end_tests names each test once",
    ),
)


def clashes(rules: Rules) -> Iterator[Clash]:
    """The impossible combinations that a record holds; none means that it can be played.

    >>> [clash.sentence for clash in clashes(Rules())]
    []
    """
    return (clash for clash in CLASHES if clash.holds(rules))

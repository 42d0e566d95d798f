"""The record of a rule set: frozen groups of fields, every field declared once.

A declaration (name, type, default, allowed values, one line of help) feeds the loader, the form,
the rule page, the JSON Schema and the check of the translations. `examples` lists the values of a
number seen in use; for enums and truth values every value counts. Field names are unique over all
groups, so that options can be written flat: `standard(target=250,nil=50)`.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from spadille.rules.choices import (
    AwardJacks,
    BagPenalty,
    BidChoice,
    Bidding,
    BigJoker,
    BlindBy,
    BlindScoring,
    Boston,
    ClubWithDealer,
    Cut,
    Duty,
    EndTest,
    ExchangeMode,
    FailedNilBagPoints,
    FailedNilTricks,
    FirstDealer,
    FirstLeader,
    FirstTrickSpades,
    Hands,
    Identical,
    JokerUse,
    LeadSpades,
    LimitScope,
    NextGameDealer,
    PromotedTwos,
    RemovedTwos,
    Seating,
    SetsCounted,
    Shortfall,
    Sides,
    Talk,
    TieRule,
    Zero,
)

Deficit = Annotated[int, Meta(ge=0, le=10_000)] | Literal["none"]
"""Points a side must be behind at the start of the deal; none: no condition."""


def _help(rule: str, text: str, *examples: object) -> Meta:
    """Declare a field: the rule that defines it, one line of help, the values seen in use."""
    return Meta(description=text, examples=list(examples) or None, extra={"rule": rule})


class Table(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """Who sits at the table (rules 3.1 and 3.2), and what they may do besides playing."""

    seats: Annotated[int, Meta(ge=2, le=6), _help("3.1", "number of players", 2, 3, 4, 5, 6)] = 4
    sides: Annotated[Sides, _help("3.2", "partners sit opposite, or each plays alone")] = (
        Sides.PAIRS
    )
    claims: Annotated[bool, _help("12.1", "a player may claim all the remaining tricks")] = True
    undo: Annotated[bool, _help("12.3", "a player may ask to take back his last decision")] = True


class Deck(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """Which cards are in the pack, and how they rank."""

    packs: Annotated[
        int, Meta(ge=1, le=2), _help("2.1", "number of packs shuffled together", 1, 2)
    ] = 1
    jokers: Annotated[Literal[0, 2, 3], _help("2.1", "number of jokers in each pack", 0, 2, 3)] = 0
    joker_use: Annotated[JokerUse, _help("2.3", "jokers are the highest spades, or junk")] = (
        JokerUse.HIGH_TRUMP
    )
    big_joker: Annotated[BigJoker, _help("2.4", "which printed joker is the big one")] = (
        BigJoker.RED
    )
    removed_twos: Annotated[RemovedTwos, _help("2.1", "twos left out of the pack")] = (
        RemovedTwos.NONE
    )
    promoted_twos: Annotated[
        PromotedTwos, _help("2.5", "twos that rank above the ace of spades")
    ] = PromotedTwos.NONE
    identical: Annotated[Identical, _help("2.6", "which of identical cards in a trick wins")] = (
        Identical.FIRST
    )


class Deal(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """How the first dealer is found and how the hands come about."""

    hands: Annotated[Hands, _help("4.1", "hands are dealt out, or drawn from a stock")] = (
        Hands.DEALT
    )
    see_second_card: Annotated[
        bool,
        _help("4.4", "who keeps the first card of a turn sees the second one before discarding it"),
    ] = True
    short_dealer: Annotated[
        bool, _help("3.11", "the dealer gets one card fewer and sits out the first trick")
    ] = False
    cut: Annotated[Cut, _help("3.7", "the plain cut, or the French cut")] = Cut.PLAIN
    first_dealer: Annotated[FirstDealer, _help("3.3", "how the first dealer is found")] = (
        FirstDealer.RANDOM
    )
    seating: Annotated[Seating, _help("3.5", "who sits where")] = Seating.AS_THEY_COME


class Auction(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """Who bids what, when, and under which conditions."""

    bidding: Annotated[Bidding, _help("6.1", "who names the number of tricks")] = Bidding.BY_SEAT
    talk: Annotated[Talk, _help("7.2", "partners may say their sure and possible tricks")] = (
        Talk.NONE
    )
    bid_choice: Annotated[BidChoice, _help("6.13", "which bids a player may choose from")] = (
        BidChoice.FREE
    )
    zero: Annotated[Zero, _help("6.4", "a bid of 0 is nil, a plain number, or refused")] = Zero.NIL
    both_nil: Annotated[bool, _help("6.5", "both partners may bid nil")] = True
    min_side_bid: Annotated[
        int, Meta(ge=0, le=13), _help("6.6", "lowest contract of a side", 0, 1, 4, 5, 6)
    ] = 0
    max_side_bid: Annotated[
        int, Meta(ge=0, le=26), _help("6.6", "highest contract of a side; 0: no limit", 0, 10, 13)
    ] = 0
    cap_side_bid_at_tricks: Annotated[
        bool, _help("6.7", "a side may not bid more tricks than there are")
    ] = False
    sum_not_tricks: Annotated[
        bool, _help("6.9", "all bids together may not equal the number of tricks")
    ] = False
    min_sum: Annotated[
        int, Meta(ge=0, le=13), _help("6.9", "lowest sum of all bids; 0: no limit", 0, 11)
    ] = 0
    blind_nil: Annotated[bool, _help("5.6", "nil may be bid before looking")] = False
    blind_nil_deficit: Annotated[
        Deficit, _help("5.6", "points behind needed for a blind nil", "none", 50, 100, 200)
    ] = 100
    blind_by: Annotated[BlindBy, _help("5.7", "who may bid a number of tricks before looking")] = (
        BlindBy.NOBODY
    )
    blind_min: Annotated[int, Meta(ge=1, le=13), _help("5.8", "lowest blind bid", 6, 7)] = 6
    blind_max: Annotated[int, Meta(ge=1, le=26), _help("5.8", "highest blind bid", 6, 10, 13)] = 13
    blind_deficit: Annotated[
        Deficit, _help("5.8", "points behind needed for a blind bid", "none", 50, 100)
    ] = "none"
    b6_limit: Annotated[
        int,
        Meta(ge=0, le=9),
        _help("5.9", "how often a blind number may be bid; 0: no limit", 0, 1),
    ] = 0
    b6_limit_scope: Annotated[LimitScope, _help("5.9", "over what blind bids are counted")] = (
        LimitScope.PER_PLAYER_PER_GAME
    )
    come_out: Annotated[
        bool, _help("7.7", "a blind side may change to an open 10 after looking")
    ] = False
    french_cut_blocks_blind: Annotated[
        bool, _help("5.10", "nobody may bid blind after a French cut")
    ] = False
    one_for_fifty: Annotated[bool, _help("6.11", "special bid 1F: exactly one trick for 50")] = (
        False
    )
    two_for_forty: Annotated[bool, _help("6.11", "special bid 2F: exactly two tricks for 40")] = (
        False
    )
    sm_min_tricks: Annotated[
        int,
        Meta(ge=0, le=26),
        _help("6.12", "tricks needed to shoot the moon; 0: the bid is not offered", 0, 14),
    ] = 0
    first_hand_bids_itself: Annotated[
        bool, _help("7.9", "the first deal of a game is played without bids")
    ] = False


class Exchange(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """Cards passed between a nil bidder and the partner."""

    nil_exchange: Annotated[
        int, Meta(ge=0, le=4), _help("8.2", "cards exchanged for a nil", 0, 1, 2, 3, 4)
    ] = 0
    blind_nil_exchange: Annotated[
        int, Meta(ge=0, le=4), _help("8.2", "cards exchanged for a blind nil", 0, 1, 2, 3, 4)
    ] = 2
    exchange_mode: Annotated[
        ExchangeMode, _help("8.3", "the partner gives after taking up, or at the same time")
    ] = ExchangeMode.SEQUENTIAL
    exchange_duty: Annotated[Duty, _help("8.4", "the nil bidder may decline, or must exchange")] = (
        Duty.MAY
    )
    exchange_if_partner_nil: Annotated[
        bool, _help("8.5", "a blind nil exchanges with a partner who bid a plain nil")
    ] = True


class Play(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """Leads, and what may be played when."""

    first_leader: Annotated[FirstLeader, _help("9.4", "who leads to the first trick")] = (
        FirstLeader.LEFT_OF_DEALER
    )
    club_two_must_be_led: Annotated[
        bool, _help("9.5", "the low club itself opens the first trick")
    ] = True
    two_clubs_with_dealer: Annotated[
        ClubWithDealer, _help("9.6", "who leads when the dealer sits out with the low club")
    ] = ClubWithDealer.LOWEST_CLUB
    lead_spades: Annotated[LeadSpades, _help("9.8", "when a spade may be led")] = (
        LeadSpades.AFTER_BROKEN
    )
    forced_lead_breaks: Annotated[
        bool, _help("9.10", "a spade led because nothing else is left breaks spades")
    ] = True
    first_trick_spades: Annotated[FirstTrickSpades, _help("9.11", "spades in the first trick")] = (
        FirstTrickSpades.ALLOWED
    )


class Scoring(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """What contracts, nils, bags and award cards are worth."""

    nil: Annotated[int, Meta(ge=0, le=500), _help("10.8", "points of a nil", 50, 75, 100)] = 100
    blind_nil_points: Annotated[
        int, Meta(ge=0, le=500), _help("10.8", "points of a blind nil", 100, 120, 200)
    ] = 200
    failed_nil_tricks: Annotated[
        FailedNilTricks, _help("10.8", "what a failed nil's tricks are")
    ] = FailedNilTricks.BAGS
    failed_nil_bag_points: Annotated[
        FailedNilBagPoints, _help("10.9", "when a failed nil's bags earn points")
    ] = FailedNilBagPoints.ALWAYS
    bag_points: Annotated[int, Meta(ge=-10, le=10), _help("10.10", "points of a bag", -1, 0, 1)] = 1
    count_bags: Annotated[bool, _help("10.11", "bags are counted from deal to deal")] = True
    bag_limit: Annotated[
        int,
        Meta(ge=0, le=50),
        _help("10.18", "bags that cost a penalty; 0: no penalty", 0, 1, 5, 7, 10),
    ] = 10
    bag_penalty: Annotated[
        int | BagPenalty,
        _help("10.18", "points lost at the bag limit", 50, 100, 110, "10*limit", "10*bags_held"),
    ] = 100
    bag_carry: Annotated[bool, _help("10.19", "bags above the limit are carried on")] = True
    bags_may_go_negative: Annotated[
        bool, _help("10.17", "the jack of hearts may bring the bags below 0")
    ] = False
    shortfall: Annotated[Shortfall, _help("10.3", "what a failed contract costs")] = Shortfall.BID
    overtricks_set: Annotated[
        int,
        Meta(ge=0, le=13),
        _help("10.5", "overtricks that set an open bid below 10; 0: never", 0, 3),
    ] = 0
    ten_made: Annotated[
        int, Meta(ge=0, le=500), _help("10.6", "points of a contract of 10 made", 100, 150, 200)
    ] = 100
    ten_failed: Annotated[
        int,
        Meta(ge=0, le=500),
        _help("10.6", "points lost by a contract of 10 failed", 100, 150, 200),
    ] = 100
    blind_scoring: Annotated[BlindScoring, _help("10.7", "what a blind number is worth")] = (
        BlindScoring.DOUBLE_OR_DOUBLE
    )
    boston: Annotated[Boston, _help("10.12", "what taking all the tricks is worth")] = (
        Boston.NOTHING
    )
    blind10_boston_wins: Annotated[
        bool, _help("10.12", "all the tricks on a blind 10 win the game too")
    ] = True
    sm_fail: Annotated[
        int, Meta(ge=-500, le=0), _help("10.14", "points of a failed shoot the moon", -150, -140, 0)
    ] = -150
    award_jacks: Annotated[AwardJacks, _help("10.15", "jacks that pay whoever catches them")] = (
        AwardJacks.NONE
    )


class Match(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """When a game, and the tourney of games, is over."""

    target: Annotated[
        int,
        Meta(ge=0, le=10_000),
        _help(
            "11.3", "score that ends the game; 0: none", 150, 200, 250, 300, 350, 400, 500, 1000, 0
        ),
    ] = 500
    losing_score: Annotated[
        int | Literal["none"],
        _help("11.6", "score that loses the game", "none", -200, -250, -350, -500),
    ] = "none"
    max_deals: Annotated[
        int,
        Meta(ge=1, le=100),
        _help("11.9", "deals after which the higher score wins", 4, 8, 16, 100),
    ] = 100
    tie_rule: Annotated[TieRule, _help("11.4", "what follows an equal score at the target")] = (
        TieRule.UNTIL_UNEQUAL
    )
    tie_ignores_bags: Annotated[
        bool, _help("11.5", "the points of bags do not break a tie at the target")
    ] = False
    sets_to_lose: Annotated[
        int,
        Meta(ge=0, le=9),
        _help("11.7", "failed contracts that lose the game; 0: none", 0, 2, 3),
    ] = 0
    sets_counted: Annotated[SetsCounted, _help("11.7", "failed contracts in a row, or in all")] = (
        SetsCounted.IN_A_ROW
    )
    end_tests: Annotated[
        tuple[EndTest, ...], _help("11.2", "the tests after each deal, in their order")
    ] = (EndTest.BOSTON, EndTest.SETS, EndTest.LOSING_SCORE, EndTest.TARGET)
    handicap: Annotated[
        tuple[int, ...], _help("11.1", "starting score of each side; none: all start at 0")
    ] = ()
    tokens_to_win: Annotated[
        int, Meta(ge=1, le=25), _help("11.10", "games that win the tourney", 1, 3, 5)
    ] = 1
    max_games: Annotated[
        int, Meta(ge=1, le=50), _help("11.11", "games after which the tourney ends", 50)
    ] = 50
    next_game_dealer: Annotated[
        NextGameDealer, _help("11.12", "who deals first in the next game of a tourney")
    ] = NextGameDealer.ROTATE


class Rules(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """A rule set: what is played.

    >>> Rules().scoring.nil, Rules().seat_side(3)
    (100, 1)
    """

    table: Table = Table()
    deck: Deck = Deck()
    deal: Deal = Deal()
    auction: Auction = Auction()
    exchange: Exchange = Exchange()
    play: Play = Play()
    scoring: Scoring = Scoring()
    match: Match = Match()

    @property
    def side_count(self) -> int:
        """Number of sides: half the seats in pairs, else one a seat."""
        table = self.table
        return table.seats // 2 if table.sides is Sides.PAIRS else table.seats

    def seat_side(self, seat: int) -> int:
        """The side that a seat belongs to; partners sit opposite each other."""
        return seat % self.side_count

    def side_seats(self, side: int) -> tuple[int, ...]:
        """The seats of a side, the lowest first."""
        return tuple(range(side, self.table.seats, self.side_count))

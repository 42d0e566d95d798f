"""The closed sets of values that fields of a rule set choose from."""

from enum import StrEnum


class Sides(StrEnum):
    """Who wins and loses together."""

    PAIRS = "pairs"
    SOLO = "solo"


class JokerUse(StrEnum):
    """What jokers are: the highest spades, or cards without a suit."""

    HIGH_TRUMP = "high_trump"
    JUNK = "junk"


class BigJoker(StrEnum):
    """Which printed joker is the big one (reports on New York: rule 13.5)."""

    RED = "red"
    BLACK = "black"


class RemovedTwos(StrEnum):
    """Which twos are left out of the pack (of each pack)."""

    NONE = "none"
    CLUB = "club"
    CLUB_DIAMOND = "club_diamond"
    CLUB_HEART = "club_heart"
    BOTH_RED = "both_red"
    ALL = "all"


class PromotedTwos(StrEnum):
    """Which twos rank above the ace of spades, the two of diamonds as a spade."""

    NONE = "none"
    SPADE = "spade"
    DIAMOND_SPADE = "diamond_spade"


class Identical(StrEnum):
    """Which of two identical cards in one trick wins."""

    FIRST = "first"
    LAST = "last"


class Hands(StrEnum):
    """How the hands come about: dealt out, or drawn from a stock by keeping or rejecting."""

    DEALT = "dealt"
    DRAWN = "drawn"


class Cut(StrEnum):
    """What the player at the dealer's right does with the pack."""

    PLAIN = "plain"
    FRENCH = "french"


class FirstDealer(StrEnum):
    """How the first dealer is found."""

    RANDOM = "random"
    HIGH_CARD_DRAW = "high_card_draw"
    FIRST_DIAMOND = "first_diamond"
    FIRST_SPADE = "first_spade"


class Seating(StrEnum):
    """Who sits where: as the players came, or in the order of the cards they draw."""

    AS_THEY_COME = "as_they_come"
    DRAWN = "drawn"


class Bidding(StrEnum):
    """Who says the number of tricks."""

    BY_SEAT = "by_seat"
    BY_SIDE = "by_side"
    SECOND_NAMES_TOTAL = "second_names_total"


class Talk(StrEnum):
    """What partners may say to each other before their side bids."""

    NONE = "none"
    OPEN = "open"


class BidChoice(StrEnum):
    """Which numbers a player may choose from."""

    FREE = "free"
    ONE_NIL_A_SIDE = "one_nil_a_side"
    SPADES_HELD = "spades_held"
    NIL_OR_SPADES_HELD = "nil_or_spades_held"


class Zero(StrEnum):
    """What a bid of 0 is."""

    NIL = "nil"
    NUMBER = "number"
    REFUSED = "refused"


class BlindBy(StrEnum):
    """Who may bid a number of tricks before looking at the cards."""

    NOBODY = "nobody"
    SEAT = "seat"
    SIDE = "side"


class LimitScope(StrEnum):
    """Over what the allowed number of blind bids is counted."""

    PER_PLAYER_PER_GAME = "per_player_per_game"
    PER_TABLE_PER_GAME = "per_table_per_game"
    PER_PLAYER_PER_TOURNEY = "per_player_per_tourney"


class ExchangeMode(StrEnum):
    """Whether the partner sees the cards he is given before he gives his own."""

    SEQUENTIAL = "sequential"
    SIMULTANEOUS = "simultaneous"


class Duty(StrEnum):
    """Whether the nil bidder may decline the exchange."""

    MAY = "may"
    MUST = "must"


class FirstLeader(StrEnum):
    """Who leads to trick 1."""

    LEFT_OF_DEALER = "left_of_dealer"
    DEALER = "dealer"
    LOW_CLUB = "low_club"
    ALL_LOW_CLUB = "all_low_club"


class ClubWithDealer(StrEnum):
    """Who leads when the dealer sits out trick 1 and holds the lowest club."""

    LOWEST_CLUB = "lowest_club"
    LEFT_OF_DEALER = "left_of_dealer"


class LeadSpades(StrEnum):
    """When a spade may be led."""

    AFTER_BROKEN = "after_broken"
    ANYTIME = "anytime"
    AFTER_FIRST_TRICK = "after_first_trick"
    FIRST_THREE_TRICKS = "first_three_tricks"


class FirstTrickSpades(StrEnum):
    """Whether a spade may be played to trick 1."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class FailedNilTricks(StrEnum):
    """What the tricks of a failed nil are."""

    BAGS = "bags"
    HELP_PARTNER = "help_partner"
    IGNORED = "ignored"


class FailedNilBagPoints(StrEnum):
    """When a failed nil's bags earn the points of bags."""

    ALWAYS = "always"
    ONLY_IF_CONTRACT_MADE = "only_if_contract_made"
    NEVER = "never"


class BagPenalty(StrEnum):
    """A bag penalty that is counted, not fixed."""

    TEN_TIMES_LIMIT = "10*limit"
    TEN_TIMES_HELD = "10*bags_held"


class Shortfall(StrEnum):
    """What a failed contract costs."""

    BID = "bid"
    NOTHING = "nothing"
    MISSING_TRICKS = "missing_tricks"


class BlindScoring(StrEnum):
    """What a blind number of tricks is worth, made and failed."""

    DOUBLE_OR_SINGLE = "double_or_single"
    DOUBLE_OR_DOUBLE = "double_or_double"
    FLAT_100 = "flat_100"


class Boston(StrEnum):
    """What taking all the tricks is worth."""

    NOTHING = "nothing"
    MOON_200 = "moon_200"
    TEN_BID_WINS = "ten_bid_wins"
    WINS = "wins"


class AwardJacks(StrEnum):
    """Which jacks are award cards."""

    NONE = "none"
    CLUB = "club"
    DIAMOND_CLUB = "diamond_club"
    DIAMOND_CLUB_HEART = "diamond_club_heart"


class TieRule(StrEnum):
    """What happens when the highest score at the target is shared."""

    UNTIL_UNEQUAL = "until_unequal"
    UNTIL_WINNER_AT_TARGET = "until_winner_at_target"
    SHARED = "shared"


class SetsCounted(StrEnum):
    """Which failed contracts count towards losing by sets."""

    IN_A_ROW = "in_a_row"
    IN_ALL = "in_all"


class EndTest(StrEnum):
    """One test for the end of a game, made after each deal."""

    BOSTON = "boston"
    SETS = "sets"
    LOSING_SCORE = "losing_score"
    TARGET = "target"


class NextGameDealer(StrEnum):
    """Who deals first in the next game of a tourney."""

    ROTATE = "rotate"
    WINNER = "winner"
    REDRAW = "redraw"

"""What has happened: the truth of a match, in order.

`seen_by` of an event is None when everybody sees it, else the seats that do; the others learn
only that something happened. Whatever a player may know beyond that stands in his View.
"""

from enum import StrEnum

import msgspec

from spadille.cards import Card
from spadille.game.actions import Bid
from spadille.rules.choices import EndTest
from spadille.rules.model import Rules


class Event(
    msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, forbid_unknown_fields=True
):
    """The base of all events."""

    @property
    def seen_by(self) -> tuple[int, ...] | None:
        """The seats that see the event; None: everybody."""
        return None


class MatchBegan(Event, frozen=True, gc=False, tag="match_began"):
    """A match begins under these rules."""

    rules: Rules


class SeatsDrawn(Event, frozen=True, gc=False, tag="seats_drawn"):
    """The draw for the deal and perhaps the seats: each player's cards in the order drawn.

    `players` are the players by seat; `dealer` is the seat that deals.
    """

    cards: tuple[tuple[Card, ...], ...]
    players: tuple[int, ...]
    dealer: int


class DealerFound(Event, frozen=True, gc=False, tag="dealer_found"):
    """The first dealer, found by chance or by the cards shown, dealt from seat 0 on."""

    dealer: int
    shown: tuple[Card, ...] = ()


class GameBegan(Event, frozen=True, gc=False, tag="game_began"):
    """A game of the tourney begins; counted from 1."""

    game: int


class DealBegan(Event, frozen=True, gc=False, tag="deal_began"):
    """A deal begins; counted from 1 in its game."""

    game: int
    deal: int
    dealer: int


class Shuffled(Event, frozen=True, gc=False, tag="shuffled"):
    """The order of the pack from the top; hidden from all."""

    order: tuple[Card, ...]

    @property
    def seen_by(self) -> tuple[int, ...]:
        """Nobody sees the order."""
        return ()


class PileCut(Event, frozen=True, gc=False, tag="pile_cut"):
    """French cut: the cutter laid off a pile."""

    seat: int
    size: int


class PilesTurned(Event, frozen=True, gc=False, tag="piles_turned"):
    """French cut: the top card of each pile is turned up."""

    cards: tuple[Card, ...]


class TurnedGiven(Event, frozen=True, gc=False, tag="turned_given"):
    """French cut: the turned-up card that each seat gets."""

    seat: int
    cards: tuple[Card, ...]


class PilesStacked(Event, frozen=True, gc=False, tag="piles_stacked"):
    """French cut: the order in which the piles were stacked, the first on top."""

    seat: int
    piles: tuple[int, ...]


class HandsDealt(Event, frozen=True, gc=False, tag="hands_dealt"):
    """Everybody has his cards; the seats that may bid blind have not looked yet."""

    unlooked: tuple[int, ...] = ()


class Drew(Event, frozen=True, gc=False, tag="drew"):
    """Two-handed: the top card was kept, or rejected and the next one taken."""

    seat: int
    keep: bool


class Looked(Event, frozen=True, gc=False, tag="looked"):
    """Seats pick their cards up."""

    seats: tuple[int, ...]


class BidMade(Event, frozen=True, gc=False, tag="bid_made"):
    """A bid, for the seat or, with `side` set, the contract of the side."""

    seat: int
    bid: Bid
    side: int | None = None


class BidProposed(Event, frozen=True, gc=False, tag="bid_proposed"):
    """A bid proposed to the partner, who will have the last word."""

    seat: int
    bid: Bid


class BlindRefused(Event, frozen=True, gc=False, tag="blind_refused"):
    """The partner refused the blind bid."""

    seat: int


class Spoke(Event, frozen=True, gc=False, tag="spoke"):
    """A player said his sure and possible tricks, or stayed silent (both None)."""

    seat: int
    sure: int | None = None
    possible: int | None = None


class CameOut(Event, frozen=True, gc=False, tag="came_out"):
    """A partner of a blind side said whether to come out; `final` marks the word that stands."""

    seat: int
    out: bool
    final: bool


class CardsPassed(Event, frozen=True, gc=False, tag="cards_passed"):
    """Cards laid down for the partner; what came stands in the partner's View."""

    seat: int
    cards: tuple[Card, ...]

    @property
    def seen_by(self) -> tuple[int, ...]:
        """Only the giver sees them now: in a simultaneous exchange the partner has yet to give."""
        return (self.seat,)


class ExchangeDeclined(Event, frozen=True, gc=False, tag="exchange_declined"):
    """The nil bidder exchanges no cards."""

    seat: int


class ExchangeDone(Event, frozen=True, gc=False, tag="exchange_done"):
    """A side has exchanged this many cards."""

    side: int
    count: int


class PlayBegan(Event, frozen=True, gc=False, tag="play_began"):
    """The seat that leads to trick 1, and the card that must be led, if any."""

    leader: int
    card: Card | None = None


class CardPlayed(Event, frozen=True, gc=False, tag="card_played"):
    """A card played to the trick."""

    seat: int
    card: Card


class TrickTaken(Event, frozen=True, gc=False, tag="trick_taken"):
    """A trick is complete; who takes it."""

    seat: int


class Claimed(Event, frozen=True, gc=False, tag="claimed"):
    """A player claims the remaining tricks and shows his hand."""

    seat: int
    cards: tuple[Card, ...]


class ClaimAnswered(Event, frozen=True, gc=False, tag="claim_answered"):
    """An opponent agrees to a claim or not."""

    seat: int
    agree: bool


class ClaimGranted(Event, frozen=True, gc=False, tag="claim_granted"):
    """All opponents agreed: the seat takes the remaining tricks and the award cards still out."""

    seat: int
    tricks: int


class UndoAsked(Event, frozen=True, gc=False, tag="undo_asked"):
    """A player asks to take back his last decision."""

    seat: int


class UndoAnswered(Event, frozen=True, gc=False, tag="undo_answered"):
    """Another player agrees to it or not."""

    seat: int
    agree: bool


class Undone(Event, frozen=True, gc=False, tag="undone"):
    """The match goes on as it stood after the first `to` events of the log."""

    to: int


class LineKind(StrEnum):
    """What a line of the score sheet is for."""

    CONTRACT_MADE = "contract_made"
    CONTRACT_FAILED = "contract_failed"
    TOO_MANY_BAGS = "too_many_bags"
    UNBID = "unbid"
    NIL_MADE = "nil_made"
    NIL_FAILED = "nil_failed"
    BLIND_NIL_MADE = "blind_nil_made"
    BLIND_NIL_FAILED = "blind_nil_failed"
    BAGS = "bags"
    AWARD_JACKS = "award_jacks"
    BAG_PENALTY = "bag_penalty"


class Line(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of the breakdown: points, with the tricks, cards or bags it counts."""

    kind: LineKind
    points: int
    seat: int | None = None
    tricks: int | None = None
    bid: Bid | None = None
    cards: tuple[Card, ...] = ()


class SideResult(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a deal brought a side: the breakdown, then score and bags after it."""

    side: int
    tricks: int
    lines: tuple[Line, ...]
    new_bags: int
    points: int
    score: int
    bags: int
    bag_points: int
    is_set: bool = False
    boston: bool = False
    sets: int = 0


class DealScored(Event, frozen=True, gc=False, tag="deal_scored"):
    """The result of a deal, by side."""

    results: tuple[SideResult, ...]


class EndCause(StrEnum):
    """Why a game or a tourney is over."""

    BOSTON = EndTest.BOSTON.value
    SETS = EndTest.SETS.value
    LOSING_SCORE = EndTest.LOSING_SCORE.value
    TARGET = EndTest.TARGET.value
    MAX_DEALS = "max_deals"
    TOKENS = "tokens"
    MAX_GAMES = "max_games"


class GameEnded(Event, frozen=True, gc=False, tag="game_ended"):
    """A game is over; the sides that won it (none: a draw) take a token each."""

    winners: tuple[int, ...]
    cause: EndCause


class MatchEnded(Event, frozen=True, gc=False, tag="match_ended"):
    """The match or tourney is over; the players who won it (none: a draw)."""

    winners: tuple[int, ...]
    cause: EndCause


AuctionEvent = Looked | BidMade | BidProposed | BlindRefused | Spoke | CameOut
"""What is said, and who looks when: the course of an auction."""

AnyEvent = (
    MatchBegan
    | SeatsDrawn
    | DealerFound
    | GameBegan
    | DealBegan
    | Shuffled
    | PileCut
    | PilesTurned
    | TurnedGiven
    | PilesStacked
    | HandsDealt
    | Drew
    | Looked
    | BidMade
    | BidProposed
    | BlindRefused
    | Spoke
    | CameOut
    | CardsPassed
    | ExchangeDeclined
    | ExchangeDone
    | PlayBegan
    | CardPlayed
    | TrickTaken
    | Claimed
    | ClaimAnswered
    | ClaimGranted
    | UndoAsked
    | UndoAnswered
    | Undone
    | DealScored
    | GameEnded
    | MatchEnded
)
"""The closed set of events, as one JSON type told apart by its `event`."""

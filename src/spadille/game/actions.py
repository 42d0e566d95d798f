"""What a player can do: frozen messages, the same in records, on the wire and in bots.

Bids and nil are explained in rule 1.5; a single legal card, which plays itself, in rule 12.6.
"""

from enum import StrEnum

import msgspec

from spadille.cards import Card


class BidKind(StrEnum):
    """The kinds of bids (rules 5.6, 5.7, 6.3, 6.4, 6.11 and 6.12)."""

    NUMBER = "number"
    NIL = "nil"
    BLIND_NIL = "blind_nil"
    BLIND = "blind"
    ONE_FOR_FIFTY = "1F"
    TWO_FOR_FORTY = "2F"
    MOON = "SM"


_NILS = frozenset((BidKind.NIL, BidKind.BLIND_NIL))
_BLINDS = frozenset((BidKind.BLIND, BidKind.BLIND_NIL))


class Bid(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A bid: its kind, and the number of tricks for `NUMBER` and `BLIND`.

    >>> str(Bid(BidKind.BLIND, 6)), str(Bid(BidKind.NIL))
    ('blind 6', 'nil')
    """

    kind: BidKind
    tricks: int = 0

    def __str__(self) -> str:
        """The bid in the words that players use."""
        if self.kind is BidKind.NUMBER:
            return str(self.tricks)
        if self.kind is BidKind.BLIND:
            return f"blind {self.tricks}"
        return self.kind.value.replace("_", " ")

    @property
    def is_nil(self) -> bool:
        """Whether the bid is a nil, blind or not."""
        return self.kind in _NILS

    @property
    def is_blind(self) -> bool:
        """Whether the bid is made before looking."""
        return self.kind in _BLINDS


class Action(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True):
    """The base of all actions."""


class CutPile(Action, frozen=True, gc=False, tag="cut_pile"):
    """French cut: lay off the next pile from the top of the pack; its number of cards."""

    size: int


class GiveTurned(Action, frozen=True, gc=False, tag="give_turned"):
    """French cut: give each seat, from 0 on, one of the turned-up cards."""

    cards: tuple[Card, ...]


class StackPiles(Action, frozen=True, gc=False, tag="stack_piles"):
    """French cut: stack the piles again, the first named on top."""

    piles: tuple[int, ...]


class Draw(Action, frozen=True, gc=False, tag="draw"):
    """Two-handed: keep the card on top of the stock, or reject it."""

    keep: bool


class Look(Action, frozen=True, gc=False, tag="look"):
    """Pick the cards up and give up bidding blind (rule 5.1)."""


class MakeBid(Action, frozen=True, gc=False, tag="bid"):
    """Name a bid: for oneself, for one's side, or as a proposal to one's partner."""

    bid: Bid


class AnswerBlind(Action, frozen=True, gc=False, tag="answer_blind"):
    """Agree or not to the blind bid that the partner proposed."""

    agree: bool


class Speak(Action, frozen=True, gc=False, tag="talk"):
    """Tell the partner, and everybody, one's sure and possible tricks."""

    sure: int
    possible: int


class StaySilent(Action, frozen=True, gc=False, tag="stay_silent"):
    """Say nothing about sure and possible tricks."""


class ComeOut(Action, frozen=True, gc=False, tag="come_out"):
    """Change the side's blind bid to an open 10, or stay with it."""

    out: bool


class PassCards(Action, frozen=True, gc=False, tag="pass"):
    """Pass cards to the partner, face down; their order does not matter."""

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        """Bring the cards into one order, so that equal choices are equal."""
        msgspec.structs.force_setattr(self, "cards", tuple(sorted(self.cards)))


class DeclineExchange(Action, frozen=True, gc=False, tag="decline_exchange"):
    """Nil bidder: exchange no cards."""


class PlayCard(Action, frozen=True, gc=False, tag="play"):
    """Play a card to the trick."""

    card: Card


class Claim(Action, frozen=True, gc=False, tag="claim"):
    """Claim all the remaining tricks, showing one's hand (rule 12.1)."""


class AnswerClaim(Action, frozen=True, gc=False, tag="answer_claim"):
    """Agree or not to an opponent's claim."""

    agree: bool


class AskUndo(Action, frozen=True, gc=False, tag="ask_undo"):
    """Ask to take back one's own last decision (rule 12.3)."""


class AnswerUndo(Action, frozen=True, gc=False, tag="answer_undo"):
    """Agree or not to take back another player's decision."""

    agree: bool


AnyAction = (
    CutPile
    | GiveTurned
    | StackPiles
    | Draw
    | Look
    | MakeBid
    | AnswerBlind
    | Speak
    | StaySilent
    | ComeOut
    | PassCards
    | DeclineExchange
    | PlayCard
    | Claim
    | AnswerClaim
    | AskUndo
    | AnswerUndo
)
"""The closed set of actions, as one JSON type told apart by its `do`."""


class Reason(StrEnum):
    """Why an action is illegal: refused, never punished (rules 9.13 and 12.5)."""

    NO_SUCH_SEAT = "no_such_seat"
    MATCH_OVER = "match_over"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_NOW = "not_now"
    PILE_SIZE = "pile_size"
    TURNED_CARDS = "turned_cards"
    PILE_ORDER = "pile_order"
    ALREADY_LOOKED = "already_looked"
    LOOK_FIRST = "look_first"
    BID_NOT_PLAYED = "bid_not_played"
    BID_TOO_LOW = "bid_too_low"
    BID_TOO_HIGH = "bid_too_high"
    ZERO_REFUSED = "zero_refused"
    SIDE_BID_TOO_LOW = "side_bid_too_low"
    SIDE_BID_TOO_HIGH = "side_bid_too_high"
    BOTH_NIL = "both_nil"
    ONE_NIL_A_SIDE = "one_nil_a_side"
    SPADES_HELD = "spades_held"
    SUM_OF_BIDS = "sum_of_bids"
    NOT_BEHIND = "not_behind"
    BLIND_USED_UP = "blind_used_up"
    BLIND_AFTER_FRENCH_CUT = "blind_after_french_cut"
    TALK_NUMBERS = "talk_numbers"
    EXCHANGE_COUNT = "exchange_count"
    EXCHANGE_DUTY = "exchange_duty"
    CARD_NOT_HELD = "card_not_held"
    FOLLOW_SUIT = "follow_suit"
    SPADES_NOT_BROKEN = "spades_not_broken"
    SPADES_ON_FIRST_TRICK = "spades_on_first_trick"
    LOW_CLUB = "low_club"
    JUNK_LEAD = "junk_lead"
    CLAIMS_OFF = "claims_off"
    UNDO_OFF = "undo_off"
    NOTHING_TO_UNDO = "nothing_to_undo"


class IllegalAction(Exception):  # noqa: N818 - the words of the design: an action, not an error
    """An action that the rules refuse: why, and what would have been legal."""

    def __init__(self, reason: Reason, legal: tuple[AnyAction, ...]) -> None:
        super().__init__(reason, legal)
        self.reason = reason
        self.legal = legal

    def __str__(self) -> str:
        """The reason in words; sentences in three languages are in `spadille.words`."""
        return f"illegal: {self.reason.value.replace('_', ' ')}"

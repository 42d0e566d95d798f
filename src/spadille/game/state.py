"""The state of a match: the fold of its events.

A State is mutable so that a fold is cheap; whoever must not change one works on a `copy`.
Everything in it follows from the events alone.
"""

from enum import StrEnum

import msgspec

from spadille.cards import Card
from spadille.game.actions import Bid
from spadille.game.deck import Deck
from spadille.game.events import AuctionEvent, EndCause, SideResult
from spadille.game.facts import Facts, facts_of
from spadille.rules import Rules
from spadille.rules.choices import Hands


class Phase(StrEnum):
    """Where a match stands.

    `SEATING` waits for the draw or the first dealer, `SHUFFLE` for the order of the pack: both
    are chance, supplied from outside.
    """

    SEATING = "seating"
    SHUFFLE = "shuffle"
    CUT = "cut"
    DRAW = "draw"
    AUCTION = "auction"
    EXCHANGE = "exchange"
    PLAY = "play"
    SCORED = "scored"
    OVER = "over"


class Trick(msgspec.Struct, frozen=True):
    """A completed trick: cards in the order of play from the leader, and the seat that took it."""

    leader: int
    seats: tuple[int, ...]
    cards: tuple[Card, ...]
    winner: int


class Talk(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a partner said; None: stayed silent."""

    seat: int
    sure: int | None = None
    possible: int | None = None


class Standing(msgspec.Struct):
    """Where a side (rule 1.3) stands in a game.

    `bag_points` is the part of the score that bags earned; `sets` counts failed contracts, in a
    row or in all as the rules say.
    """

    score: int = 0
    bags: int = 0
    bag_points: int = 0
    sets: int = 0


class SideAuction(msgspec.Struct):
    """How far a side is in bidding together.

    `blind` is the blind bid proposed and `opened` tells that it was answered; `talks` and `words`
    count what the partners have said of their tricks, and of the number or coming out.
    """

    opened: bool = False
    blind: Bid | None = None
    proposed: Bid | None = None
    talks: int = 0
    words: int = 0
    come_out: bool = False
    settled: bool = False


class Deal(msgspec.Struct):
    """One deal: cut, hand-out, auction, exchange, play (a hand, looked at or not: rule 1.4).

    Lists are by seat unless a name says otherwise. `stock` is the pack from the top; in the
    French cut `piles` are what was laid off and `turned` their top cards. `discards` are those
    that their owner has seen, `buried` those that nobody has; `drew` tells for
    each turn whether the top card was kept. `decisions` are the places in the log just before each
    seat's last decision that can be taken back. In the play `turn` is the seat that plays next;
    `asking` tells that a claim or a wish to undo waits for answers.
    """

    number: int
    dealer: int
    stock: list[Card]
    piles: list[list[Card]]
    turned: list[Card]
    exposed: list[Card | None]
    hands: list[list[Card]]
    discards: list[list[Card]]
    buried: list[Card]
    drew: list[bool]
    unlooked: set[int]
    bids: list[Bid | None]
    side_bids: list[Bid | None]
    sides: list[SideAuction]
    talk: list[Talk]
    auction: list[AuctionEvent]
    passed: list[tuple[Card, ...] | None]
    received: list[tuple[Card, ...] | None]
    exchanged: list[int | None]
    leader: int
    must_lead: Card | None
    trick: list[Card]
    trick_seats: list[int]
    turn: int
    trick_size: int
    tricks: list[Trick]
    won: list[int]
    caught: list[list[Card]]
    broken: bool
    shown: list[tuple[Card, ...] | None]
    asking: bool
    claimer: int | None
    claim_refused: set[int]
    agreed: set[int]
    undoer: int | None
    decisions: list[int | None]


class State(msgspec.Struct):
    """A whole match.

    `log` is the number of events in the log, `players` the player in each seat, `tokens` and the
    counts of blind bids are by player, `standings` by side; `deal` is the last deal begun.
    """

    rules: Rules
    facts: Facts
    deck: Deck
    phase: Phase
    log: int
    players: tuple[int, ...]
    dealer: int
    game: int
    deals: int
    standings: list[Standing]
    tokens: list[int]
    blind_in_game: list[int]
    blind_in_tourney: list[int]
    deal: Deal
    results: tuple[SideResult, ...]
    game_winners: tuple[int, ...] | None
    winners: tuple[int, ...] | None
    cause: EndCause | None
    overtime: bool

    def copy(self) -> "State":
        """A state that shares nothing mutable with this one."""
        deal = self.deal
        return msgspec.structs.replace(
            self,
            standings=[msgspec.structs.replace(standing) for standing in self.standings],
            tokens=self.tokens[:],
            blind_in_game=self.blind_in_game[:],
            blind_in_tourney=self.blind_in_tourney[:],
            deal=msgspec.structs.replace(
                deal,
                stock=deal.stock[:],
                piles=[pile[:] for pile in deal.piles],
                turned=deal.turned[:],
                exposed=deal.exposed[:],
                hands=[hand[:] for hand in deal.hands],
                discards=[cards[:] for cards in deal.discards],
                buried=deal.buried[:],
                drew=deal.drew[:],
                unlooked=set(deal.unlooked),
                bids=deal.bids[:],
                side_bids=deal.side_bids[:],
                sides=[msgspec.structs.replace(side) for side in deal.sides],
                talk=deal.talk[:],
                auction=deal.auction[:],
                passed=deal.passed[:],
                received=deal.received[:],
                exchanged=deal.exchanged[:],
                trick=deal.trick[:],
                trick_seats=deal.trick_seats[:],
                tricks=deal.tricks[:],
                won=deal.won[:],
                caught=[cards[:] for cards in deal.caught],
                shown=deal.shown[:],
                agreed=set(deal.agreed),
                claim_refused=set(deal.claim_refused),
                decisions=deal.decisions[:],
            ),
        )


def new_deal(rules: Rules, number: int, dealer: int) -> Deal:
    """A deal before the pack is shuffled."""
    seats, sides = rules.table.seats, rules.side_count
    return Deal(
        number=number,
        dealer=dealer,
        stock=[],
        piles=[],
        turned=[],
        exposed=[None] * seats,
        hands=[[] for _ in range(seats)],
        discards=[[] for _ in range(seats)],
        buried=[],
        drew=[],
        unlooked=set(range(seats)) if rules.deal.hands is Hands.DEALT else set(),
        bids=[None] * seats,
        side_bids=[None] * sides,
        sides=[SideAuction() for _ in range(sides)],
        talk=[],
        auction=[],
        passed=[None] * seats,
        received=[None] * seats,
        exchanged=[None] * sides,
        leader=0,
        must_lead=None,
        trick=[],
        trick_seats=[],
        turn=0,
        trick_size=seats,
        tricks=[],
        won=[0] * seats,
        caught=[[] for _ in range(seats)],
        broken=False,
        shown=[None] * seats,
        asking=False,
        claimer=None,
        claim_refused=set(),
        agreed=set(),
        undoer=None,
        decisions=[None] * seats,
    )


def new_state(rules: Rules) -> State:
    """The state of a match of which only the rules are known."""
    seats, facts = rules.table.seats, facts_of(rules)
    return State(
        rules=rules,
        facts=facts,
        deck=facts.deck,
        phase=Phase.SEATING,
        log=0,
        players=tuple(range(seats)),
        dealer=0,
        game=0,
        deals=0,
        standings=[Standing() for _ in range(rules.side_count)],
        tokens=[0] * seats,
        blind_in_game=[0] * seats,
        blind_in_tourney=[0] * seats,
        deal=new_deal(rules, 0, 0),
        results=(),
        game_winners=None,
        winners=None,
        cause=None,
        overtime=False,
    )


def eldest(state: State) -> int:
    """The seat left of the dealer, who is first in everything (rule 1.2)."""
    return (state.deal.dealer + 1) % state.rules.table.seats


def clockwise(state: State, first: int) -> tuple[int, ...]:
    """All seats, clockwise from the first."""
    return state.facts.clockwise[first]

"""The auction: whose turn it is, in which step, and how it goes on (rules, sections 5 to 7).

Whoever may still bid blind has not looked; every other player has. The steps of a side that bids
together: the blind question, then talk and a number from each partner, the second one's word
standing; after a blind bid the side may come out.
"""

from enum import Enum
from typing import NamedTuple

from spadille.game import bids
from spadille.game.actions import (
    AnswerBlind,
    AnyAction,
    Bid,
    BidKind,
    ComeOut,
    Look,
    MakeBid,
    Reason,
    Speak,
    StaySilent,
)
from spadille.game.contracts import COME_OUT
from spadille.game.events import (
    AnyEvent,
    BidMade,
    BidProposed,
    BlindRefused,
    CameOut,
    Looked,
    Spoke,
)
from spadille.game.state import SideAuction, State, Talk, clockwise, eldest
from spadille.rules.choices import Bidding, BlindBy
from spadille.rules.choices import Talk as TalkRule


class Step(Enum):
    """What the seat whose turn it is has to say."""

    LOOK_OR_BLIND = "look_or_blind"
    ANSWER_BLIND = "answer_blind"
    TALK = "talk"
    BID = "bid"
    COME_OUT = "come_out"


class Turn(NamedTuple):
    """A seat and its step."""

    seat: int
    step: Step


def is_unbid(state: State) -> bool:
    """Whether the deal bids itself: the first of a game, where the rules say so (rule 7.9)."""
    return state.rules.auction.first_hand_bids_itself and state.deal.number == 1


def unlooked_seats(state: State) -> tuple[int, ...]:
    """The seats that may bid blind in this deal and therefore do not look yet (rule 5.2)."""
    if is_unbid(state):
        return ()
    return tuple(seat for seat in sorted(state.deal.unlooked) if may_bid_blind(state, seat))


def may_bid_blind(state: State, seat: int) -> bool:
    """Whether a seat that has not looked could still make a blind bid."""
    deal = state.deal
    side = state.facts.side_of[seat]
    if deal.bids[seat] is not None or deal.side_bids[side] is not None:
        return False
    if blind_side_open(state, side):
        return True
    return any(bids.fault(state, seat, bid) is None for bid in state.facts.blind_bids)


def blind_side_open(state: State, side: int) -> bool:
    """Whether a side may still bid blind: nobody looked, bid or refused (rules 7.5 and 7.6)."""
    deal, rules = state.deal, state.rules
    seats = rules.side_seats(side)
    return (
        rules.auction.blind_by is BlindBy.SIDE
        and any(bid.kind is BidKind.BLIND for bid in state.facts.blind_bids)
        and not deal.sides[side].opened
        and all(seat in deal.unlooked and deal.bids[seat] is None for seat in seats)
        and bids.blind_condition(state, side, rules.auction.blind_deficit) is None
    )


def partners(state: State, side: int) -> list[int]:
    """The seats of a side, the one nearest the dealer's left first (rule 7.1)."""
    seats = clockwise(state, eldest(state))
    return [seat for seat in seats if state.facts.side_of[seat] == side]


def turn(state: State) -> Turn | None:
    """Whose turn it is and for what (rule 6.1); None when the auction is over."""
    if is_unbid(state):
        return None
    if state.rules.auction.bidding is Bidding.BY_SIDE:
        return _turn_by_side(state)
    return _turn_by_seat(state)


def _turn_by_side(state: State) -> Turn | None:
    deal = state.deal
    for first in clockwise(state, eldest(state))[: state.rules.side_count]:
        side = state.facts.side_of[first]
        auction = deal.sides[side]
        if not auction.settled:
            second = partners(state, side)[1]
            return _blind_turn(state, auction, first, second) or _word_turn(
                state, auction, first, second
            )
    return None


def _blind_turn(state: State, auction: SideAuction, first: int, second: int) -> Turn | None:
    """The turn of a side that is at the blind question."""
    if auction.blind is not None and not auction.opened:
        return Turn(second, Step.ANSWER_BLIND)
    if first in state.deal.unlooked:
        return Turn(first, Step.LOOK_OR_BLIND)
    return None


def _word_turn(state: State, auction: SideAuction, first: int, second: int) -> Turn:
    """Talk (rule 7.2) and a word from each partner: a number (7.3, 7.4) or whether to come out."""
    step = Step.BID if auction.blind is None else Step.COME_OUT
    seat = first if auction.words == 0 else second
    if state.rules.auction.talk is TalkRule.OPEN and auction.talks == auction.words:
        return Turn(seat, Step.TALK)
    return Turn(seat, step)


def _turn_by_seat(state: State) -> Turn | None:
    """One round, clockwise (rule 6.2); a side that bid blind is skipped."""
    deal, side_of = state.deal, state.facts.side_of
    for seat in clockwise(state, eldest(state)):
        if deal.bids[seat] is not None:
            continue
        auction = deal.sides[side_of[seat]]
        if auction.settled:
            continue
        if auction.blind is not None:
            first, second = partners(state, side_of[seat])
            return _blind_turn(state, auction, first, second) or _word_turn(
                state, auction, first, second
            )
        if seat in deal.unlooked:
            return Turn(seat, Step.LOOK_OR_BLIND)
        advised = bids.names_total(state) and auction.proposed is not None
        if not advised or seat == bids.last_of_side(state, seat):
            return Turn(seat, Step.BID)
    return None


def legal(state: State) -> list[AnyAction]:
    """Everything that may be said by the seat whose turn it is."""
    now = turn(state)
    if now is None:
        return []
    seat, step = now
    if step is Step.BID:
        if state.facts.free_bids:
            most = len(state.deal.hands[seat])
            return [MakeBid(bid) for bid in state.facts.open_bids if bid.tricks <= most]
        return [MakeBid(b) for b in state.facts.open_bids if not bid_fault(state, seat, b)]
    if step is Step.LOOK_OR_BLIND:
        blind = (b for b in state.facts.blind_bids if not bid_fault(state, seat, b))
        return [Look(), *map(MakeBid, blind)]
    if step is Step.ANSWER_BLIND:
        return [AnswerBlind(agree=True), AnswerBlind(agree=False)]
    if step is Step.COME_OUT:
        return [ComeOut(out=True), ComeOut(out=False)]
    cards = bids.cards_dealt(state, seat)
    return [
        StaySilent(),
        *(Speak(sure, more) for sure in range(cards + 1) for more in range(cards + 1 - sure)),
    ]


def fault(state: State, seat: int, step: Step, action: AnyAction) -> Reason | None:
    """Why something may not be said at a step by the seat whose turn it is."""
    if isinstance(action, Look):
        return None if step is Step.LOOK_OR_BLIND else Reason.NOT_NOW
    if isinstance(action, MakeBid):
        if step not in (Step.LOOK_OR_BLIND, Step.BID):
            return Reason.NOT_NOW
        if type(action.bid) is not Bid or type(action.bid.tricks) is not int:
            return Reason.BID_NOT_PLAYED
        return bid_fault(state, seat, action.bid)
    if isinstance(action, Speak):
        if step is not Step.TALK:
            return Reason.NOT_NOW
        fits = (
            type(action.sure) is int
            and type(action.possible) is int
            and action.sure >= 0
            and action.possible >= 0
            and action.sure + action.possible <= bids.cards_dealt(state, seat)
        )
        return None if fits else Reason.TALK_NUMBERS
    allowed = (
        (isinstance(action, AnswerBlind) and step is Step.ANSWER_BLIND)
        or (isinstance(action, StaySilent) and step is Step.TALK)
        or (isinstance(action, ComeOut) and step is Step.COME_OUT)
    )
    return None if allowed else Reason.NOT_NOW


def bid_fault(state: State, seat: int, bid: Bid) -> Reason | None:
    """Why a bid may not be made by the seat whose turn it is."""
    rules = state.rules
    if bid.kind is BidKind.BLIND and rules.auction.blind_by is BlindBy.SIDE:
        still_open = blind_side_open(state, state.facts.side_of[seat])
        return bids.blind_side_fault(state, seat, bid, still_open=still_open)
    if rules.auction.bidding is Bidding.BY_SEAT:
        return bids.fault(state, seat, bid)
    return bids.total_fault(state, seat, bid)


def events(state: State, seat: int, action: AnyAction) -> list[AnyEvent]:
    """What something said brings about."""
    side = state.facts.side_of[seat]
    auction = state.deal.sides[side]
    match action:
        case Look():
            return [Looked((seat,))]
        case MakeBid(bid):
            return [_bid_event(state, seat, bid)]
        case AnswerBlind(True):
            assert auction.blind is not None
            return [BidMade(seat, auction.blind, side)]
        case AnswerBlind():
            return [BlindRefused(seat)]
        case Speak(sure, possible):
            return [Spoke(seat, sure, possible)]
        case StaySilent():
            return [Spoke(seat)]
        case ComeOut(out):
            return [CameOut(seat, out, final=auction.words == 1)]
        case _:
            return []


def _bid_event(state: State, seat: int, bid: Bid) -> AnyEvent:
    rules = state.rules
    side = state.facts.side_of[seat]
    if bid.kind is BidKind.BLIND and rules.auction.blind_by is BlindBy.SIDE:
        return BidProposed(seat, bid)
    if rules.auction.bidding is Bidding.BY_SEAT:
        return BidMade(seat, bid)
    if state.deal.sides[side].proposed is None:
        return BidProposed(seat, bid)
    return BidMade(seat, bid, side)


def after_word(state: State) -> AnyEvent | None:
    """Whoever may no longer bid blind picks his cards up (rules 5.2 and 5.4)."""
    able = state.deal.unlooked
    seats = tuple(seat for seat in sorted(able) if _looks_now(state, seat))
    return Looked(seats) if seats else None


def _looks_now(state: State, seat: int) -> bool:
    """Whether a seat picks its cards up now, or at its turn, as after bids of others."""
    if may_bid_blind(state, seat):
        return False
    deal, rules, side = state.deal, state.rules.auction, state.facts.side_of[seat]
    if deal.bids[seat] is not None or deal.side_bids[side] is not None:
        return True
    now = turn(state)
    if now is None or now.seat == seat:
        return True
    closed = bids.blind_condition(state, side, rules.blind_nil_deficit)
    return rules.blind_by is not BlindBy.SEAT and not (rules.blind_nil and closed is None)


def may_come_out(state: State, seat: int, bid: Bid) -> bool:
    """Whether the side of a seat may change this contract to an open 10 (rule 7.7)."""
    if bid.kind is not BidKind.BLIND or not state.rules.auction.come_out:
        return False
    low, high = state.facts.side_limits
    most = state.deck.tricks if high is None else min(high, state.deck.tricks)
    if not (bid.tricks < COME_OUT and low <= COME_OUT <= most):
        return False
    return bids.side_sum_fault(state, seat, Bid(BidKind.NUMBER, COME_OUT)) is None


def fold_bid_made(state: State, event: BidMade) -> None:
    """Note the bid of a seat or the contract of a side; it may be taken back (rule 12.3)."""
    deal = state.deal
    deal.decisions[event.seat] = state.log
    if event.side is None:
        deal.bids[event.seat] = event.bid
        if event.bid.kind is BidKind.BLIND:
            player = state.players[event.seat]
            state.blind_in_game[player] += 1
            state.blind_in_tourney[player] += 1
        return
    deal.side_bids[event.side] = event.bid
    auction = deal.sides[event.side]
    auction.opened = True
    auction.settled = not may_come_out(state, event.seat, event.bid)


def fold_bid_proposed(state: State, event: BidProposed) -> None:
    """Note what a partner proposed; it may be taken back (rule 12.3)."""
    state.deal.decisions[event.seat] = state.log
    auction = state.deal.sides[state.facts.side_of[event.seat]]
    if event.bid.kind is BidKind.BLIND:
        auction.blind = event.bid
    else:
        auction.proposed = event.bid
        auction.words += 1


def fold_blind_refused(state: State, event: BlindRefused) -> None:
    """The side goes on without a blind bid."""
    auction = state.deal.sides[state.facts.side_of[event.seat]]
    auction.opened = True
    auction.blind = None


def fold_looked(state: State, event: Looked) -> None:
    """Let the seats see their cards."""
    state.deal.unlooked.difference_update(event.seats)


def fold_spoke(state: State, event: Spoke) -> None:
    """Note what was said."""
    deal = state.deal
    deal.talk.append(Talk(event.seat, event.sure, event.possible))
    deal.sides[state.facts.side_of[event.seat]].talks += 1


def fold_came_out(state: State, event: CameOut) -> None:
    """Note a word on coming out; the last one stands."""
    side = state.facts.side_of[event.seat]
    auction = state.deal.sides[side]
    auction.words += 1
    auction.come_out = event.out
    if event.final:
        auction.settled = True
        if event.out:
            state.deal.side_bids[side] = Bid(BidKind.NUMBER, COME_OUT)

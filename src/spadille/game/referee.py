"""The referee: whose turn it is, what is legal and why not, and what an action brings about."""

from collections.abc import Sequence

from spadille.cards import Card
from spadille.game import asides, auction, dealing, exchange, match, play, scoring
from spadille.game.actions import (
    AnswerClaim,
    AnswerUndo,
    AnyAction,
    AskUndo,
    Claim,
    IllegalAction,
    PlayCard,
    Reason,
)
from spadille.game.events import (
    AnyEvent,
    CardPlayed,
    DealScored,
    HandsDealt,
    MatchBegan,
    Undone,
)
from spadille.game.fold import fold
from spadille.game.state import Phase, State, new_state
from spadille.rules import Rules, refuse_clashes

_ASIDES = frozenset((Claim, AnswerClaim, AskUndo, AnswerUndo))
# Reaching a member through its enum is slow, and this one is reached for every card.
_PLAY = Phase.PLAY


def begin(rules: Rules) -> tuple[State, list[AnyEvent]]:
    """A new match: its state, which waits for chance, and its first events.

    Raises `RulesError` if the rules cannot be played.
    """
    refuse_clashes(rules)
    state = new_state(rules)
    return state, _follow(state, [MatchBegan(rules)])


def to_act(state: State) -> set[int]:
    """The seats that have to act now."""
    phase = state.phase
    if state.deal.asking:
        return asides.answerers(state)
    if phase is _PLAY:
        return {state.deal.turn}
    if phase is Phase.EXCHANGE:
        return exchange.actors(state)
    seat = _single_actor(state)
    return set() if seat is None else {seat}


def _single_actor(state: State) -> int | None:
    """The seat whose turn it is before the play, in phases in which the players take turns."""
    phase = state.phase
    if phase is Phase.AUCTION:
        turn = auction.turn(state)
        return None if turn is None else turn.seat
    if phase is Phase.DRAW:
        return dealing.drawer(state)
    return dealing.cutter(state) if phase is Phase.CUT else None


def _acts(state: State, seat: int) -> bool:
    """Whether a seat has to act now."""
    phase, deal = state.phase, state.deal
    if deal.asking:
        return seat in asides.answerers(state)
    if phase is _PLAY:
        return seat == deal.turn
    if phase is Phase.EXCHANGE:
        return seat in exchange.actors(state)
    return seat == _single_actor(state)


def why_illegal(state: State, seat: int, action: AnyAction) -> Reason | None:
    """Why an action of a seat is illegal; None if it is legal."""
    phase = state.phase
    if not _acts(state, seat):
        if seat not in range(state.rules.table.seats):
            return Reason.NO_SUCH_SEAT
        return Reason.MATCH_OVER if phase is Phase.OVER else Reason.NOT_YOUR_TURN
    if type(action) in _ASIDES:
        return asides.fault(state, seat, action)
    if state.deal.asking:
        return Reason.NOT_NOW
    return play.fault(state, seat, action) if phase is _PLAY else _fault(state, seat, action)


def _fault(state: State, seat: int, action: AnyAction) -> Reason | None:
    """Why an action is illegal in a phase other than the play."""
    phase = state.phase
    if phase is Phase.AUCTION:
        turn = auction.turn(state)
        return Reason.NOT_NOW if turn is None else auction.fault(state, seat, turn.step, action)
    if phase is Phase.EXCHANGE:
        return exchange.fault(state, seat, action)
    if phase is Phase.DRAW:
        return dealing.draw_fault(action)
    return dealing.cut_fault(state, action)


def legal(state: State, seat: int) -> tuple[AnyAction, ...]:
    """All legal actions of a seat; none for a seat that is not to act."""
    if not _acts(state, seat):
        return ()
    aside = asides.legal(state, seat) if state.facts.asides else ()
    if state.deal.asking:
        return aside
    if state.phase is _PLAY:
        return (*play.legal(state, seat), *aside)
    return (*_wanted(state, seat), *aside)


def _wanted(state: State, seat: int) -> list[AnyAction]:
    """The legal actions of a seat in a phase other than the play."""
    phase = state.phase
    if phase is Phase.AUCTION:
        return auction.legal(state)
    if phase is Phase.EXCHANGE:
        return [a for a in exchange.candidates(state, seat) if not exchange.fault(state, seat, a)]
    if phase is Phase.DRAW:
        return dealing.draw_legal()
    return [a for a in dealing.cut_candidates(state) if not dealing.cut_fault(state, a)]


def apply(state: State, seat: int, action: AnyAction) -> list[AnyEvent]:
    """Carry an action out: changes the state in place and returns what happened.

    Raises `IllegalAction`, with the reason and the legal actions, and changes nothing then. After
    an `Undone` the state has to be replayed from the log, as `spadille.table.Table` does.
    """
    reason = why_illegal(state, seat, action)
    if reason is not None:
        raise IllegalAction(reason, legal(state, seat))
    return _follow(state, _events(state, seat, action))


def supply(state: State, order: Sequence[Card | int]) -> list[AnyEvent]:
    """Supply the chance that the match waits for (`match.need`): items in a random order.

    Changes the state in place and returns what happened; raises `ChanceError` for a wrong order.
    """
    return _follow(state, [match.supplied(state, order)])


def _events(state: State, seat: int, action: AnyAction) -> list[AnyEvent]:
    """What an action brings about at once."""
    if isinstance(action, PlayCard):
        return [CardPlayed(seat, action.card)]
    if type(action) in _ASIDES:
        return asides.events(state, seat, action)
    phase = state.phase
    if phase is Phase.AUCTION:
        return auction.events(state, seat, action)
    if phase is Phase.EXCHANGE:
        return exchange.events(seat, action)
    if phase is Phase.DRAW:
        return dealing.draw_events(seat, action)
    return dealing.cut_events(seat, action)


def _follow(state: State, events: list[AnyEvent]) -> list[AnyEvent]:
    """Fold events and all that follows from them without anybody's choice."""
    for event in events:
        fold(state, event)
    following = consequence(state)
    while following is not None:
        events.append(following)
        fold(state, following)
        following = None if isinstance(following, Undone) else consequence(state)
    return events


def consequence(state: State) -> AnyEvent | None:
    """The event that follows now without anybody's choice, if any."""
    phase = state.phase
    if state.deal.asking:
        return asides.after_answer(state)
    if phase is _PLAY:
        return _after_card(state)
    if phase is Phase.AUCTION:
        return auction.after_word(state)
    if phase is Phase.EXCHANGE:
        return auction.after_word(state) or exchange.after_pass(state) or _after_exchange(state)
    return _between_deals(state)


def _after_card(state: State) -> AnyEvent | None:
    if state.deal.trick:
        return play.after_card(state)
    return DealScored(scoring.score_deal(state)) if play.is_over(state) else None


def _after_exchange(state: State) -> AnyEvent | None:
    return None if exchange.actors(state) else play.opening(state)


def _between_deals(state: State) -> AnyEvent | None:
    """What follows while the hands come about, and between deals."""
    phase = state.phase
    if phase is Phase.SCORED:
        return match.after_deal(state) if state.deals else match.after_seating(state)
    if phase is Phase.CUT:
        if not state.deal.piles and state.deal.turned:
            return HandsDealt(auction.unlooked_seats(state))
        return dealing.after_cut(state)
    if phase is Phase.DRAW:
        return None if dealing.draws_left(state) else HandsDealt()
    if phase is Phase.SHUFFLE and state.deal.stock:
        return HandsDealt(auction.unlooked_seats(state))
    return None

"""The fold: what each event does to the state, and the state of a whole log."""

from collections.abc import Callable, Iterable
from typing import Any

from spadille.game import asides, auction, dealing, exchange, match, play
from spadille.game.events import (
    AnyEvent,
    BidMade,
    BidProposed,
    BlindRefused,
    CameOut,
    CardPlayed,
    CardsPassed,
    ClaimAnswered,
    Claimed,
    ClaimGranted,
    DealBegan,
    DealerFound,
    DealScored,
    Drew,
    ExchangeDeclined,
    ExchangeDone,
    GameBegan,
    GameEnded,
    HandsDealt,
    Looked,
    MatchBegan,
    MatchEnded,
    PileCut,
    PilesStacked,
    PilesTurned,
    PlayBegan,
    SeatsDrawn,
    Shuffled,
    Spoke,
    TrickTaken,
    TurnedGiven,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from spadille.game.state import Phase, State, new_state

Step = Callable[[State, Any], None]


class LogError(ValueError):
    """A log that does not begin with `MatchBegan`, or goes on after an event it cannot follow."""


def _shuffled(state: State, event: Shuffled) -> None:
    state.deal.stock = list(event.order)
    if dealing.has_french_cut(state):
        state.phase = Phase.CUT
    elif dealing.has_draw(state):
        state.phase = Phase.DRAW


def _hands_dealt(state: State, event: HandsDealt) -> None:
    if not dealing.has_draw(state):
        dealing.deal_out(state)
    state.deal.unlooked = set(event.unlooked)
    state.phase = Phase.EXCHANGE if auction.turn(state) is None else Phase.AUCTION


def _word(step: Step) -> Step:
    """A word of the auction: it is remembered, and the auction may be over then."""

    def fold_word(state: State, event: Any) -> None:
        step(state, event)
        state.deal.auction.append(event)
        if state.phase is Phase.AUCTION and auction.turn(state) is None:
            state.phase = Phase.EXCHANGE

    return fold_word


def _final(step: Step) -> Step:
    """What cannot be taken back, nor anything before it (rule 12.4)."""

    def fold_final(state: State, event: Any) -> None:
        step(state, event)
        state.deal.decisions = [None] * state.rules.table.seats

    return fold_final


def _play_began(state: State, event: PlayBegan) -> None:
    play.fold_play_began(state, event)
    state.phase = Phase.PLAY


def _undone(state: State, event: Undone) -> None:
    """Only the log knows the state before; `replay` goes back to it."""


_STEPS: dict[type, Step] = {
    MatchBegan: match.fold_match_began,
    SeatsDrawn: match.fold_seats_drawn,
    DealerFound: match.fold_dealer_found,
    GameBegan: match.fold_game_began,
    DealBegan: match.fold_deal_began,
    Shuffled: _shuffled,
    PileCut: dealing.fold_pile_cut,
    PilesTurned: dealing.fold_piles_turned,
    TurnedGiven: dealing.fold_turned_given,
    PilesStacked: dealing.fold_piles_stacked,
    HandsDealt: _hands_dealt,
    Drew: _final(dealing.fold_drew),
    Looked: _final(_word(auction.fold_looked)),
    BidMade: _word(auction.fold_bid_made),
    BidProposed: _word(auction.fold_bid_proposed),
    BlindRefused: _word(auction.fold_blind_refused),
    Spoke: _final(_word(auction.fold_spoke)),
    CameOut: _word(auction.fold_came_out),
    CardsPassed: _final(exchange.fold_cards_passed),
    ExchangeDeclined: _final(exchange.fold_exchange_declined),
    ExchangeDone: exchange.fold_exchange_done,
    PlayBegan: _play_began,
    CardPlayed: play.fold_card_played,
    TrickTaken: play.fold_trick_taken,
    Claimed: asides.fold_claimed,
    ClaimAnswered: asides.fold_claim_answered,
    ClaimGranted: asides.fold_claim_granted,
    UndoAsked: asides.fold_undo_asked,
    UndoAnswered: asides.fold_undo_answered,
    Undone: _undone,
    DealScored: match.fold_deal_scored,
    GameEnded: match.fold_game_ended,
    MatchEnded: match.fold_match_ended,
}


def fold(state: State, event: AnyEvent) -> None:
    """Change a state by one event, in place."""
    _STEPS[type(event)](state, event)
    state.log += 1


def standing_events(events: Iterable[AnyEvent]) -> list[tuple[int, AnyEvent]]:
    """The events that were not undone, each with its place in the log (rules 12.3 and 12.4)."""
    kept: list[tuple[int, AnyEvent]] = []
    for place, event in enumerate(events):
        if isinstance(event, Undone):
            if not 0 < event.to <= place:
                raise LogError(
                    f"event {place} (Undone) goes back to {event.to}, which is not before it"
                )
            while kept and kept[-1][0] >= event.to:
                kept.pop()
        else:
            kept.append((place, event))
    return kept


def replay(events: Iterable[AnyEvent]) -> State:
    """The state of a log; raises `LogError` if an event cannot follow those before it.

    Whether the rules allowed what happened is another question: `spadille.record.check`.
    """
    log = list(events)
    if not log or not isinstance(log[0], MatchBegan):
        raise LogError("a log begins with the event match_began and its rules")
    state = new_state(log[0].rules)
    for place, event in standing_events(log):
        state.log = place
        try:
            fold(state, event)
        except (LookupError, TypeError, ValueError, AssertionError) as error:
            message = f"event {place} ({type(event).__name__}) cannot follow those before it"
            raise LogError(message) from error
    state.log = len(log)
    return state

"""The match: games, deals in a game, what follows each, and the chance it needs (section 11)."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from spadille.cards import Card
from spadille.errors import SentenceError
from spadille.game import seating
from spadille.game.ending import Tally, is_overtime, verdict
from spadille.game.events import (
    AnyEvent,
    DealBegan,
    DealerFound,
    DealScored,
    EndCause,
    GameBegan,
    GameEnded,
    MatchBegan,
    MatchEnded,
    SeatsDrawn,
    Shuffled,
)
from spadille.game.state import Phase, Standing, State, clockwise, eldest, new_deal
from spadille.rules.choices import NextGameDealer


class Need(NamedTuple):
    """Chance that the match waits for: `items` are to be supplied in a random order."""

    phase: Phase
    items: tuple[Card | int, ...]


class ChanceError(SentenceError, ValueError):
    """An order that is not one of what the match waits for."""


def need(state: State) -> Need | None:
    """The chance that the match waits for, if it waits for any."""
    if state.phase is Phase.SEATING:
        return Need(state.phase, seating.items(state))
    if state.phase is Phase.SHUFFLE:
        return Need(state.phase, state.deck.pack)
    return None


def supplied(state: State, order: Sequence[Card | int]) -> AnyEvent:
    """What an order brings about; raises `ChanceError` if it is no order of the needed items."""
    wanted = need(state)
    if wanted is None:
        raise ChanceError("the match waits for no chance now")
    if Counter(order) != Counter(wanted.items):
        needed = len(wanted.items)
        raise ChanceError("the order must hold the {needed} items needed, each once", needed=needed)
    if state.phase is Phase.SEATING:
        return seating.seated(state, order)
    return Shuffled(tuple(card if isinstance(card, Card) else Card(str(card)) for card in order))


def tally_of(state: State) -> Tally:
    """The tally after the deal just scored."""
    bostons = tuple(result.side for result in state.results if result.boston)
    return Tally(state.rules, state.standings, bostons, state.deals, state.overtime)


def after_deal(state: State) -> AnyEvent | None:
    """What follows a scored deal: the end of the game, or the next deal (rules 1.1 and 3.6)."""
    if state.game_winners is None:
        found = verdict(tally_of(state))
        if found is not None:
            return GameEnded(found.winners, found.cause)
        dealer = (state.deal.dealer + 1) % state.rules.table.seats
        return DealBegan(state.game, state.deals + 1, dealer)
    return _match_over(state) or GameBegan(state.game + 1)


def _match_over(state: State) -> MatchEnded | None:
    """Whether the match is over: tokens (rule 11.10), or the last game (rule 11.11).

    A match of a single game ends with it, drawn or not.
    """
    match, tokens = state.rules.match, state.tokens
    most = max(tokens)
    leaders = tuple(player for player, count in enumerate(tokens) if count == most)
    if most >= match.tokens_to_win:
        single = match.tokens_to_win == 1
        return MatchEnded(leaders, state.cause if single and state.cause else EndCause.TOKENS)
    if match.tokens_to_win == 1:
        return MatchEnded((), EndCause.MAX_DEALS)
    if state.game < match.max_games:
        return None
    return MatchEnded(leaders, EndCause.MAX_GAMES)


def after_seating(state: State) -> AnyEvent | None:
    """The first deal of a game begins once the dealer is known."""
    return GameBegan(1) if state.game == 0 else DealBegan(state.game, 1, state.dealer)


def _next_dealer(state: State) -> int:
    """Who deals first in the next game of a tourney (rule 11.12)."""
    winners = state.game_winners or ()
    if state.rules.match.next_game_dealer is NextGameDealer.WINNER and len(winners) == 1:
        seats = clockwise(state, eldest(state))
        return next(seat for seat in seats if state.rules.seat_side(seat) == winners[0])
    return (state.deal.dealer + 1) % state.rules.table.seats


def fold_match_began(state: State, event: MatchBegan) -> None:
    """Nothing but the rules is known yet."""


def fold_seats_drawn(state: State, event: SeatsDrawn) -> None:
    """Seat the players and set the dealer."""
    state.players = event.players
    fold_dealer_found(state, DealerFound(event.dealer))


def fold_dealer_found(state: State, event: DealerFound) -> None:
    """Set the dealer."""
    state.dealer = event.dealer
    state.phase = Phase.SCORED


def fold_game_began(state: State, event: GameBegan) -> None:
    """Start a game: scores, bags and blind bids of a game begin anew (rule 11.1)."""
    sides = state.rules.side_count
    starts = state.rules.match.handicap or (0,) * sides
    first = state.game == 0
    if not first:
        state.dealer = _next_dealer(state)
    state.standings = [Standing(score=score) for score in starts]
    state.blind_in_game = [0] * state.rules.table.seats
    state.game, state.deals = event.game, 0
    state.overtime, state.game_winners, state.results = False, None, ()
    redraw = state.rules.match.next_game_dealer is NextGameDealer.REDRAW
    state.phase = Phase.SEATING if redraw and not first else Phase.SCORED


def fold_deal_began(state: State, event: DealBegan) -> None:
    """Start a deal; the pack is to be shuffled."""
    state.deal = new_deal(state.rules, event.deal, event.dealer)
    state.dealer = event.dealer
    state.phase = Phase.SHUFFLE


def fold_deal_scored(state: State, event: DealScored) -> None:
    """Write the results down."""
    state.results = event.results
    state.deals += 1
    for result in event.results:
        standing = state.standings[result.side]
        standing.score, standing.bags = result.score, result.bags
        standing.bag_points, standing.sets = result.bag_points, result.sets
    state.overtime = is_overtime(tally_of(state))
    state.phase = Phase.SCORED


def fold_game_ended(state: State, event: GameEnded) -> None:
    """Give each winner a token."""
    state.game_winners, state.cause = event.winners, event.cause
    for side in event.winners:
        for seat in state.rules.side_seats(side):
            state.tokens[state.players[seat]] += 1


def fold_match_ended(state: State, event: MatchEnded) -> None:
    """Nothing more can happen."""
    state.winners = event.winners
    state.phase = Phase.OVER

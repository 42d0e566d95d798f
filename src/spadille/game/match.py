"""The match: games, deals in a game, when each is over, and the chance it needs (section 11)."""

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from functools import partial
from typing import Any, NamedTuple

from spadille.cards import Card
from spadille.game import seating
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
from spadille.rules.choices import EndTest, NextGameDealer, TieRule


class Need(NamedTuple):
    """Chance that the match waits for: `items` are to be supplied in a random order."""

    phase: Phase
    items: tuple[Card | int, ...]


class ChanceError(ValueError):
    """An order that is not one of what the match waits for.

    The message is `template` with its `fields`, so that it can be said in another language.
    """

    def __init__(self, template: str, /, **fields: object) -> None:
        super().__init__(template.format(**fields))
        self.template = template
        self.fields = fields

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by what it was made of."""
        return partial(ChanceError, self.template, **self.fields), ()


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


class Verdict(NamedTuple):
    """The sides that won a game, none for a draw, and why it is over."""

    winners: tuple[int, ...]
    cause: EndCause


class Outcome(Enum):
    """What a test says that does not end the game."""

    UNDECIDED = "undecided"
    ANOTHER_DEAL = "another_deal"


def _best(state: State, sides: Sequence[int], *, bags: bool = True) -> tuple[int, ...]:
    """The sides with the highest score among these, with or without the points of bags."""
    scores = {
        side: standing.score - (0 if bags else standing.bag_points)
        for side, standing in enumerate(state.standings)
    }
    top = max(scores[side] for side in sides)
    return tuple(side for side in sides if scores[side] == top)


def _best_at_target(state: State, sides: Sequence[int]) -> tuple[int, ...]:
    """The sides with the highest score among these, as compared at the target (rule 11.5)."""
    return _best(state, sides, bags=not state.rules.match.tie_ignores_bags)


def _all_sides(state: State) -> list[int]:
    return list(range(len(state.standings)))


def _boston(state: State) -> Verdict | Outcome:
    """Whether all the tricks won the game (rule 10.12)."""
    winners = tuple(result.side for result in state.results if result.boston)
    return Verdict(winners, EndCause.BOSTON) if winners else Outcome.UNDECIDED


def _without(state: State, losers: set[int], cause: EndCause) -> Verdict | Outcome:
    """The highest of those who have not lost wins, of all if all have (rules 11.6 and 11.8)."""
    if not losers:
        return Outcome.UNDECIDED
    sides = _all_sides(state)
    best = _best(state, [side for side in sides if side not in losers] or sides)
    return Verdict(best, cause) if len(best) == 1 else Outcome.ANOTHER_DEAL


def _sets(state: State) -> Verdict | Outcome:
    """Whether failed contracts lost the game (rule 11.7)."""
    most = state.rules.match.sets_to_lose
    losers = {side for side in _all_sides(state) if state.standings[side].sets >= most > 0}
    return _without(state, losers, EndCause.SETS)


def _losing_score(state: State) -> Verdict | Outcome:
    floor = state.rules.match.losing_score
    if floor == "none":
        return Outcome.UNDECIDED
    losers = {side for side in _all_sides(state) if state.standings[side].score <= floor}
    return _without(state, losers, EndCause.LOSING_SCORE)


def _at_target(state: State) -> list[int]:
    target = state.rules.match.target
    return [side for side in _all_sides(state) if state.standings[side].score >= target > 0]


def _target(state: State) -> Verdict | Outcome:
    """Whether a side has won by reaching the target, or leads alone after a tie there.

    At first only the sides at the target are compared, in further deals all (rules 11.3 to 11.5).
    """
    match, reached = state.rules.match, _at_target(state)
    if not reached and not state.overtime:
        return Outcome.UNDECIDED
    best = _best_at_target(state, _all_sides(state) if state.overtime else reached)
    if len(best) > 1:
        shared = match.tie_rule is TieRule.SHARED
        return Verdict(best, EndCause.TARGET) if shared else Outcome.ANOTHER_DEAL
    if match.tie_rule is TieRule.UNTIL_WINNER_AT_TARGET and best[0] not in reached:
        return Outcome.ANOTHER_DEAL
    return Verdict(best, EndCause.TARGET)


_TESTS = {
    EndTest.BOSTON: _boston,
    EndTest.SETS: _sets,
    EndTest.LOSING_SCORE: _losing_score,
    EndTest.TARGET: _target,
}


def verdict(state: State) -> Verdict | None:
    """Whether the game is over after the deal just scored: the record's tests (rule 11.2)."""
    for test in state.rules.match.end_tests:
        found = _TESTS[test](state)
        if isinstance(found, Verdict):
            return found
        if found is Outcome.ANOTHER_DEAL:
            break
    if state.deals >= state.rules.match.max_deals:  # rule 11.9
        best = _best(state, _all_sides(state))
        return Verdict(best if len(best) == 1 else (), EndCause.MAX_DEALS)
    return None


def after_deal(state: State) -> AnyEvent | None:
    """What follows a scored deal: the end of the game, or the next deal (rules 1.1 and 3.6)."""
    if state.game_winners is None:
        found = verdict(state)
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
    reached = _at_target(state)
    if reached and not state.overtime:
        state.overtime = len(_best_at_target(state, reached)) > 1
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

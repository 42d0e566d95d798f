"""Deals in play for tests of the kernel."""

import random

from spadille.bots.kernel import Place
from spadille.game import play
from spadille.game.state import Phase, State, new_deal, new_state
from spadille.rules import Rules


def place_of_state(state: State) -> Place:
    """Where a deal in play stands, told by its state."""
    deal = state.deal
    return Place(
        rules=state.rules,
        leader=deal.leader,
        turn=state.deal.turn,
        done=tuple(card for trick in deal.tricks for card in trick.cards),
        trick=tuple(deal.trick),
        won=tuple(deal.won),
        caught=tuple(tuple(cards) for cards in deal.caught),
        broken=deal.broken,
        must_lead=deal.must_lead,
        sitter=play.sitter(state),
    )


def dealt(rules: Rules, rng: random.Random, tricks: int | None = None) -> State:
    """A state in which random hands are about to be played, or short ones of so many tricks."""
    state, seats = new_state(rules), rules.table.seats
    state.dealer = rng.randrange(seats)
    deal = state.deal = new_deal(rules, 1, state.dealer)
    state.phase = Phase.PLAY
    deck = list(state.deck.pack)
    rng.shuffle(deck)
    away, tricks = play.sitter(state), state.deck.tricks if tricks is None else tricks
    for seat in range(seats):
        size = max(tricks - (seat == away), 0)
        deal.hands[seat], deck = deck[:size], deck[size:]
    play.fold_play_began(state, play.opening(state))
    return state

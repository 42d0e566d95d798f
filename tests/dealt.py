"""Deals in play for tests of the kernel."""

import random

import numpy as np

from spadille.bots.kernel import Hands, Place, beginning, owners, place_of_view
from spadille.game import play
from spadille.game.state import Phase, State, new_deal, new_state
from spadille.rules import Rules
from spadille.view import View


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


def place_at(view: View) -> Place:
    """The same, told by a view; before the play it begins with the dealer."""
    return place_of_view(view) if view.phase is Phase.PLAY else beginning(view, view.dealer)


def world_of(view: View, hands: Hands) -> np.ndarray:
    """The hands as the only one of some worlds."""
    return np.frombuffer(owners(place_at(view), hands), np.uint8)[None]


PLAY_OPTIONS: dict[str, tuple[object, ...]] = {
    "first_leader": ("left_of_dealer", "dealer", "low_club", "all_low_club"),
    "club_two_must_be_led": (True, False),
    "two_clubs_with_dealer": ("lowest_club", "left_of_dealer"),
    "lead_spades": ("after_broken", "anytime", "after_first_trick", "first_three_tricks"),
    "forced_lead_breaks": (True, False),
    "first_trick_spades": ("allowed", "forbidden"),
    "joker_use": ("high_trump", "junk"),
    "promoted_twos": ("none", "spade", "diamond_spade"),
    "identical": ("first", "last"),
    "award_jacks": ("none", "diamond_club_heart"),
}
"""What the play of cards depends on."""


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

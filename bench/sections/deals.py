"""Random legal whole standard deals from Python, beside OpenSpiel, in turns."""

import random
import time

import pyspiel

from sections.figures import Figures, scaled
from spadille.game import match, referee
from spadille.rules import parse


def spadille_deals(count: int, rng: random.Random) -> float:
    """Processor seconds for whole random deals (bids, cards, scoring) through `spadille.game`."""
    rules = parse("standard(blind_nil=off,claims=off,undo=off,target=0)")
    begin = time.process_time()
    state, _ = referee.begin(rules)
    scored = 0
    while scored < count:
        seats = referee.to_act(state)
        if seats:
            before = state.deals
            (seat,) = seats
            referee.apply(state, seat, rng.choice(referee.legal(state, seat)))
            scored += state.deals > before
        elif (need := match.need(state)) is not None:
            order = list(need.items)
            rng.shuffle(order)
            referee.supply(state, order)
        else:
            state, _ = referee.begin(rules)
    return time.process_time() - begin


def open_spiel_deals(count: int, rng: random.Random) -> float:
    """Processor seconds for whole random deals through OpenSpiel from Python."""
    game = pyspiel.load_game("spades")
    begin = time.process_time()
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    return time.process_time() - begin


def measure(amount: float) -> Figures:
    """Measure in turns."""
    rng, rounds, each = random.Random(1), scaled(10, amount), 100
    own = other = 0.0
    for _ in range(rounds):
        own += spadille_deals(each, rng)
        other += open_spiel_deals(each * 4, rng)
    ours, theirs = rounds * each / own, rounds * each * 4 / other
    return {
        "deals a second, spadille.game": round(ours),
        "deals a second, OpenSpiel from Python": round(theirs),
        "ratio": round(ours / theirs, 3),
        "at least": 0.2,
    }

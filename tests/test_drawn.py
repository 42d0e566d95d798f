"""Hands drawn from a stock are weighed by the choices seen: counted by hand, and in real games."""

from itertools import combinations
from math import log

import numpy as np
import pytest
from dealt import world_of
from matches import reach

from spadille.bots import make
from spadille.bots.drawn import by_draws, good
from spadille.bots.kernel import pack_of
from spadille.game.state import Phase
from spadille.rules import load
from spadille.table import Table, seeded
from spadille.view import View

TWO_HANDED = load("two_handed")


def at_play(seed: int) -> tuple[Table, View]:
    """A two-handed deal of simple bots at its first card, and the view of who leads."""
    table = Table(TWO_HANDED, seeded(seed))
    return table, reach(table, Phase.PLAY, make("simple").act)


def test_ways_are_those_of_choosing_what_was_kept_and_rejected() -> None:
    table, view = at_play(3)
    world = world_of(view, table.state.deal.hands)
    assert view.seat is not None
    other = 1 - view.seat
    pack, keeps = pack_of(TWO_HANDED), good(TWO_HANDED)
    hand = [pack.numbers[card][0] for card in table.state.deal.hands[other]]
    seen = {pack.numbers[card][0] for card in (*(view.hand or ()), *view.discards)}
    away = [number for number in range(52) if number not in seen and number not in hand]
    turns = view.drew[(other - view.dealer - 1) % 2 :: 2]
    kept, rejected = sum(turns), len(turns) - sum(turns)
    ways = sum(all(keeps[c] for c in some) for some in combinations(hand, kept))
    ways *= sum(not any(keeps[c] for c in some) for some in combinations(away, rejected))
    assert ways
    assert by_draws(view, world)[0] == pytest.approx(log(ways))


def test_hands_that_were_drawn_weigh_more_than_chance_gives() -> None:
    """The mean rank of the true hand's weight among random ones, over forty deals."""
    rng, ranks = np.random.default_rng(1), []
    for seed in range(40):
        table, view = at_play(seed)
        (true,) = world_of(view, table.state.deal.hands)
        unknown = np.flatnonzero((true == 1 - (view.seat or 0)) | (true == 254))
        thrown = [pack_of(TWO_HANDED).numbers[card][0] for card in view.discards]
        unknown = unknown[~np.isin(unknown, thrown)]
        worlds = np.tile(true, (201, 1))
        for row in worlds[1:]:
            row[unknown] = rng.permutation(true[unknown])
        weights = by_draws(view, worlds)
        ranks.append((weights[1:] < weights[0]).mean())
    assert np.mean(ranks) > 0.65

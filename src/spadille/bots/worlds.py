"""The worlds in which a decision is tried: they fit the view, the likely ones come more often."""

import numpy as np

from spadille.bots.drawn import by_draws
from spadille.bots.effort import Effort
from spadille.bots.hidden import hidden
from spadille.bots.intents import goals_of
from spadille.bots.kernel import Worlds, beginning, place_of_view
from spadille.bots.outcomes import bids_of
from spadille.bots.strength import Numbers
from spadille.bots.weights import by_bids, by_plays, chosen, suffices
from spadille.game.state import Phase
from spadille.view import View

MOST_DRAWS = 4
"""So often proposals are drawn at most during the play, where few explain what was seen."""


def worlds_of(view: View, effort: Effort, seed: int) -> Worlds:
    """Draw the worlds of a decision; raises `NoWorldError`."""
    if view.phase is Phase.PLAY:
        place, count, draws = place_of_view(view), effort.worlds, MOST_DRAWS
    else:
        place, count, draws = beginning(view, view.dealer), effort.rehearsals, 1
    unseen = hidden(view, place)
    if not (effort.bid_weights or effort.play_weights):
        return unseen.deal(count, seed)
    drawn: list[Worlds] = []
    weights: list[Numbers] = []
    for more in range(draws):
        drawn.append(unseen.deal(effort.proposals, seed + more))
        weights.append(_weights(view, drawn[-1], effort, seed))
        if suffices(np.concatenate(weights), count):
            break
    return np.concatenate(drawn)[chosen(np.concatenate(weights), count, seed)]


def _weights(view: View, drawn: Worlds, effort: Effort, seed: int) -> Numbers:
    weights = np.zeros(len(drawn))
    if effort.bid_weights:
        weights += by_bids(view, drawn) + by_draws(view, drawn)
    if effort.play_weights and view.phase is Phase.PLAY:
        bags = [side.bags for side in view.sides]
        goals = goals_of(view.rules, bids_of(view), bags)
        weights += by_plays(view, drawn, goals, seed)
    return weights


__all__ = ["worlds_of"]

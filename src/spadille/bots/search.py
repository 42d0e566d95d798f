"""The play of the strong bot: likely worlds, play-outs of each card in them, the best on average.

Perfect-information Monte Carlo with inference (Ginsberg 2001; Buro, Long, Furtak, Sturtevant 2009),
with a policy in place of perfect play, as in Whitehouse et al. 2013.
"""

from itertools import pairwise

import numpy as np

from spadille import _kernel
from spadille.bots import exact
from spadille.bots.effort import Effort, worth_of_point
from spadille.bots.intents import goals_of
from spadille.bots.kernel import Place, Root, Worlds, pack_of, place_of_view, played
from spadille.bots.outcomes import Worth, bids_of
from spadille.bots.trial import Trial
from spadille.bots.worlds import worlds_of
from spadille.cards import Card
from spadille.game.deck import deck_of
from spadille.view import View

SURE = 2.5
"""Standard errors by which a candidate has to be behind to drop out."""
SOLVED = 30
"""Worlds in which the last tricks are solved."""
SOLVING = 1_000_000
"""Tricks that may be looked at for each of them."""


def candidates(view: View, root: Root, worlds: Worlds) -> list[Card]:
    """The legal cards; of those with no card of others between them, only the lowest."""
    pack, deck = root.pack, deck_of(view.rules)
    others = ((worlds != view.seat) & (worlds != _kernel.GONE)).any(0)
    for _, number in played(view)[-len(view.trick) :] if view.trick else ():
        others[number] = True
    found: list[Card] = []
    for number in sorted(root.cards.values()):
        card = pack.cards[number]
        if found and not {card, found[-1]} & set(deck.awards):
            below = root.cards[found[-1]]
            same = deck.suit_of[card] is deck.suit_of[found[-1]]
            if same and not others[below:number].any():
                continue
        found.append(card)
    return found


def trials(view: View, effort: Effort, seed: int) -> dict[Card, Trial]:
    """Try every card that may be played; those that fall behind are tried in fewer worlds."""
    assert view.side is not None
    place = place_of_view(view)
    worlds = worlds_of(view, effort, seed)
    root = Root(place, worlds.tobytes())
    worth = Worth(view, bids_of(view), view.side, point=worth_of_point(effort))
    left = candidates(view, root, worlds)
    found = {card: Trial() for card in left}
    tricks_left = deck_of(view.rules).tricks - len(view.tricks)
    if tricks_left <= effort.exact and _solve(found, place, worlds[:SOLVED], worth):
        return found
    goals = None
    if effort.policy:
        goals = goals_of(view.rules, worth.bids, [side.bags for side in view.sides])
    edges = np.unique(np.linspace(0, len(worlds), effort.batches + 1).astype(int))
    for first, last in pairwise(map(int, edges)):
        ended = root.play(left, first=first, last=last, seed=seed, goals=goals, groups=worth.groups)
        for card in left:
            found[card].add(worth, ended[card], last - first)
        values = {card: found[card].value() for card in left}
        best = max(value.mean for value in values.values())
        left = [c for c in left if values[c].mean + SURE * values[c].error >= best]
        if len(left) == 1:
            break
    return found


def _solve(found: dict[Card, Trial], place: Place, worlds: Worlds, worth: Worth) -> bool:
    """Add the exact values of the last tricks in each world; False if that takes too much work."""
    cards = pack_of(place.rules).cards
    solver = _kernel.Solver()
    solved = []
    for world in worlds:
        hands = [
            [cards[number] for number in np.flatnonzero(world == seat)]
            for seat in range(len(place.won))
        ]
        try:
            values = exact.values(
                place, hands, worth, groups=worth.groups, solver=solver, limit=SOLVING
            )
        except ValueError:  # too many outcomes for its table
            return False
        if values is None:
            return False
        solved.append(values)
    for values in solved:
        for card, trial in found.items():
            trial.solve(values[card])
    return True

"""How likely worlds are, by the bids and the plays of those who hold their cards.

The partner is taken for a strong bot, which bids as its tables say; strangers, taken for simple
bots, are believed less: their likelihoods are flatter.
Policy-based inference: Rebstock et al. 2019; weights from bids: Cohensius et al. 2020.
"""

import random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spadille import _kernel
from spadille.bots.first_lead import opening_of, opens_so
from spadille.bots.hidden import NoWorldError
from spadille.bots.kernel import Worlds, as_begun, beginning, pack_of, played, position_of
from spadille.bots.signals import Signal, signals
from spadille.bots.strength import Hands, Numbers, model_of, terms_of
from spadille.game.facts import opens_with_club
from spadille.view import View


class Trust(NamedTuple):
    """How far a player's bids and plays are believed.

    `spread` widens the model of bids, `doubt` is the part of bids that tell nothing, `belief` how
    often a play is that of the policy, else any.
    """

    spread: float
    doubt: float
    belief: float


PARTNER = Trust(spread=1.2, doubt=0.01, belief=0.4)
STRANGER = Trust(spread=1.6, doubt=0.05, belief=0.25)
"""Chosen by duplicate deals: with far more belief in plays, a few worlds outweigh all others."""
LEAST_SPREAD = 0.3
"""Bids are whole numbers: they stray by this much from any estimate."""
LEAST_POWER, STEP = 0.05, 0.8
"""Weights are flattened in such steps, down to this power."""
COUNTING = 0.25
"""Of the worlds that are played out, so many are to count for themselves."""


def trusts(view: View) -> list[Trust]:
    """The trust in each seat."""
    return [PARTNER if seat.side == view.side else STRANGER for seat in view.seats]


def by_bids(view: View, worlds: Worlds) -> Numbers:
    """How likely each world makes the bids seen, as logarithms."""
    total = np.zeros(len(worlds))
    trusted, begun = trusts(view), as_begun(view, worlds)
    for seat, signal in signals(view).items():
        if seat != view.seat:
            total += _bid(view, seat, signal, trusted[seat], begun)
    return total


def _bid(view: View, seat: int, signal: Signal, trust: Trust, begun: Worlds) -> Numbers:
    if view.sides[view.seats[seat].side].exchanged and view.seats[seat].side != view.side:
        return np.zeros(len(begun))  # the cards with which it bid are not those it played
    terms = terms_of(view.rules, _hands_at_bid(view, seat, begun))
    model = model_of(view.rules, kin=view.seats[seat].side == view.side)
    nil = model.nil_chance(terms)
    if signal.nil:
        likely = nil
    else:
        width = trust.spread * max(model.spread, LEAST_SPREAD)
        off = (signal.tricks - model.expected(terms)) / width
        likely = (1 - nil) * np.exp(-(off**2) / 2)
    found: Numbers = np.log(trust.doubt + (1 - trust.doubt) * likely)
    return found


def _hands_at_bid(view: View, seat: int, begun: Worlds) -> Hands:
    """The hands with which a seat bid: those before the exchange."""
    hands: Hands = begun == seat
    numbers = pack_of(view.rules).numbers
    if view.sides[view.seats[seat].side].exchanged and view.rules.deck.packs == 1:
        for card in view.received or ():
            hands[:, numbers[card][0]] = True
        for card in view.passed or ():
            hands[:, numbers[card][0]] = False
    return hands


def by_plays(view: View, worlds: Worlds, goals: _kernel.Goals, seed: int) -> Numbers:
    """How likely each world makes the plays seen, as logarithms; minus infinity: impossible."""
    seen, first = played(view), as_begun(view, worlds)
    opened = np.where(opens_so(view, first), 0.0, -np.inf)
    if not seen:
        return opened
    beliefs = [trust.belief for trust in trusts(view)]
    beliefs[view.seat or 0] = 0.0
    owners = first.tobytes()
    leader, card = opening_of(view)
    assert leader is not None
    place = beginning(view, leader, card if opens_with_club(view.rules) else None)
    begun = position_of(place, owners[: first.shape[1]])
    numbers = [number for _, number in seen]
    found = _kernel.likelihoods(begun, owners, numbers, goals=goals, beliefs=beliefs, seed=seed)
    return np.array(found) + opened


def chosen(weights: Numbers, count: int, seed: int) -> NDArray[np.intp]:
    """So many worlds drawn by their weights (logarithms), as evenly as it goes.

    Weights are flattened until they do not rest on a few worlds alone. Raises `NoWorldError` if all
    worlds are impossible.
    """
    possible = np.isfinite(weights)
    if not possible.any():
        raise NoWorldError("no world allows the plays seen")
    even = _flattened(
        np.where(possible, weights - weights[possible].max(), -np.inf), COUNTING * count
    )
    steps = (np.arange(count) + random.Random(seed).random()) / count
    found: NDArray[np.intp] = np.searchsorted(np.cumsum(even) / even.sum(), steps)
    return np.minimum(found, len(weights) - 1)


def suffices(logs: Numbers, count: int) -> bool:
    """Whether enough worlds count to choose so many, by their weights as logarithms."""
    return effective(logs) >= COUNTING * count


def effective(logs: Numbers) -> float:
    """How many worlds count, by their weights as logarithms (Kish's effective sample size)."""
    top = logs.max()
    if not np.isfinite(top):
        return 0.0
    even = np.exp(logs - top)
    return float(even.sum() ** 2 / (even**2).sum())


def _flattened(logs: Numbers, least: float) -> Numbers:
    """Weights of which at least so many count, if there are as many."""
    power = 1.0
    while power > LEAST_POWER and effective(logs * power) < least:
        power *= STEP
    return np.exp(logs * power)

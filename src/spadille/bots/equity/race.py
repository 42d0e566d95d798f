"""The closed form: scores run to the target with drift and spread, the best at the end wins.

It knows nothing of a rule set but its target, its deals left and the price of a bag, so that it
serves where no table was made, and where the deals left are fewer than a table reckons with.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import erf, sqrt
from typing import NamedTuple

from spadille.bots.equity.standing import Standing
from spadille.game.scoring import bag_share
from spadille.rules import Rules
from spadille.rules.choices import EndTest


class Pace(NamedTuple):
    """How scores move in a deal: points a side gains, and the spread of one side around that."""

    drift: float
    spread: float


COMMON = Pace(50.0, 55.0)
"""Where nothing was measured."""
CARE = 0.6
"""The part of a bag's share in the next penalty that it costs as a rule."""
NODES = 24
"""Points at which the race of several sides is summed up."""
WIDTH = 3.5
"""How far from the mean that is done, in spreads."""


@lru_cache(maxsize=64)
def bag_price(rules: Rules) -> float:
    """The points that a bag held will cost later."""
    return CARE * bag_share(rules)


def target_of(rules: Rules) -> int:
    """The score that ends the game; 0 if none does."""
    return rules.match.target if EndTest.TARGET in rules.match.end_tests else 0


def deals_to_target(rules: Rules, standings: Sequence[Standing], pace: Pace) -> float:
    """The number of deals until the first side is expected to reach the target, at least 1."""
    target = target_of(rules)
    if not target:
        return float(rules.match.max_deals)
    lead = max(standing.score for standing in standings)
    return max((target - lead) / max(pace.drift, 1.0), 1.0)


def below(value: float) -> float:
    """The chance of a normal value to be lower."""
    return 0.5 * (1.0 + erf(value / sqrt(2.0)))


def best_of(values: Sequence[float], spread: float) -> tuple[float, ...]:
    """The chance of each of some independent normal values with one spread to be the highest.

    >>> [round(chance, 2) for chance in best_of([10.0, 0.0], 10.0)]
    [0.76, 0.24]
    """
    if len(values) == 2:
        first = below((values[0] - values[1]) / (spread * sqrt(2.0)))
        return first, 1.0 - first
    steps = [WIDTH * (2 * node + 1 - NODES) / NODES for node in range(NODES)]
    chances = []
    for side, value in enumerate(values):
        total = 0.0
        for step in steps:
            share = 2.0 ** (-0.7213475 * step * step)  # exp(-step² / 2)
            for other, rival in enumerate(values):
                if other != side:
                    share *= below((value - rival) / spread + step)
            total += share
        chances.append(total)
    whole = sum(chances)
    return tuple(chance / whole for chance in chances)


def race(
    rules: Rules, standings: Sequence[Standing], left: float, pace: Pace = COMMON
) -> tuple[float, ...]:
    """The chance of each side to lead after `left` more deals."""
    price = bag_price(rules)
    values = [standing.score - price * standing.bags for standing in standings]
    return best_of(values, pace.spread * sqrt(max(left, 0.5)))

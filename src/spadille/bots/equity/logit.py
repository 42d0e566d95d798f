"""Several sides: a strength is made of each one's features, and chances of all strengths.

A side's features are how far it is behind the leader, in three stretches, and the bags and failed
contracts it has, each told apart by how far the leader is from the target.
"""

from bisect import bisect_right
from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from spadille.bots.equity.standing import Standing
from spadille.bots.equity.tables import TableError, Weights
from spadille.game.scoring import bag_limit
from spadille.rules import Rules

KNOTS = (5, 30, 70, 120, 200, 320, 500)
"""Points from the leader to the target between which the weights change in straight lines."""
STRETCHES = ((0, 60), (60, 180), (180, 1000))
"""Points behind the leader."""
FULL = 0.6
"""The part of the bag limit from which bags weigh more."""
FAR = 250
"""Points from the leader to the target from which bags and sets weigh as far from the end."""
BEHIND = len(KNOTS) * len(STRETCHES)
FEATURES = BEHIND + 6
MOST = 100.0
"""The largest weight that makes sense."""


class Scale(NamedTuple):
    """What the features of a rule set are measured by: its target and limits, 0 for none."""

    target: int
    bag_limit: int
    sets: int


def scale_of(rules: Rules) -> Scale:
    """The scale of a rule set."""
    return Scale(rules.match.target, bag_limit(rules), rules.match.sets_to_lose)


def blend(distance: float) -> tuple[int, float]:
    """The knot at or below a distance to the target, and how far it is to the next one.

    >>> blend(50), blend(1000)
    ((1, 0.5), (5, 1.0))
    """
    place = min(max(bisect_right(KNOTS, distance) - 1, 0), len(KNOTS) - 2)
    low, high = KNOTS[place], KNOTS[place + 1]
    return place, min(max((distance - low) / (high - low), 0.0), 1.0)


def stretches(behind: float) -> list[float]:
    """How much of each stretch a side is behind, in hundreds, as numbers below 0."""
    return [-min(max(behind - low, 0), high - low) / 100 for low, high in STRETCHES]


def burden(scale: Scale, standing: Standing) -> tuple[float, float, float]:
    """Bags, bags near the limit, and failed contracts, each as a part of its limit."""
    part = standing.bags / scale.bag_limit if scale.bag_limit else 0.0
    sets = standing.sets / scale.sets if scale.sets else 0.0
    return part, max(part - FULL, 0.0) / (1 - FULL), sets


def features(scale: Scale, standings: Sequence[Standing]) -> list[list[float]]:
    """All features of each side."""
    lead = max(standing.score for standing in standings)
    distance = scale.target - lead
    place, step = blend(distance)
    far = min(max(distance, 0), FAR) / FAR
    found = []
    for standing in standings:
        row = [0.0] * FEATURES
        for stretch, value in enumerate(stretches(lead - standing.score)):
            row[stretch * len(KNOTS) + place] = value * (1 - step)
            row[stretch * len(KNOTS) + place + 1] = value * step
        for kind, value in enumerate(burden(scale, standing)):
            row[BEHIND + 2 * kind] = value * (1 - far)
            row[BEHIND + 2 * kind + 1] = value * far
        found.append(row)
    return found


class LogitModel:
    """The weights of a rule set, ready to be asked."""

    def __init__(self, table: Weights, scale: Scale) -> None:
        if len(table.weights) != FEATURES:
            raise TableError("it is not whole")
        if not all(abs(weight) <= MOST for weight in table.weights):
            raise TableError("its weights make no sense")
        self.scale = scale
        self.weights = table.weights

    def chances_of(self, standings: tuple[Standing, ...]) -> tuple[float, ...]:
        """The chances of all sides in a game that goes on."""
        scale, weights, knots = self.scale, self.weights, len(KNOTS)
        lead = max(standing.score for standing in standings)
        distance = scale.target - lead
        place, step = blend(distance)
        far = min(max(distance, 0), FAR) / FAR
        slopes = [
            weights[at + place] * (1 - step) + weights[at + place + 1] * step
            for at in range(0, BEHIND, knots)
        ]
        loads = [
            weights[at] * (1 - far) + weights[at + 1] * far for at in range(BEHIND, FEATURES, 2)
        ]
        powers = []
        for standing in standings:
            strength = 0.0
            for slope, value in zip(slopes, stretches(lead - standing.score), strict=True):
                strength += slope * value
            for load, value in zip(loads, burden(scale, standing), strict=True):
                strength += load * value
            powers.append(exp(strength))
        whole = sum(powers)
        return tuple(power / whole for power in powers)

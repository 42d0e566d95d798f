"""What came of trying a candidate: outcomes with their weights, their value and the outlook."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from spadille.bots.effort import Value
from spadille.bots.kernel import Outcome
from spadille.bots.outcomes import Worth
from spadille.game.events import LineKind

Outcomes = Sequence[tuple[Outcome, float]]

_MADE = {LineKind.NIL_MADE, LineKind.BLIND_NIL_MADE}


class Trial:
    """The outcomes of a candidate, under one set of bids or several."""

    def __init__(self) -> None:
        self.parts: list[tuple[Worth, Outcomes]] = []
        self.solved: list[float] = []
        self.worlds = 0

    def add(self, worth: Worth, outcomes: Outcomes, worlds: int) -> None:
        """Add what was seen in so many worlds more."""
        self.parts.append((worth, outcomes))
        self.worlds += worlds

    def solve(self, value: float) -> None:
        """Add what was found exactly in one world."""
        self.solved.append(value)
        self.worlds += 1

    def value(self) -> Value:
        """The mean worth, and the standard error of it."""
        total = float(len(self.solved))
        mean = sum(self.solved)
        square = sum(value * value for value in self.solved)
        for worth, outcomes in self.parts:
            for outcome, weight in outcomes:
                value = worth(outcome)
                total += weight
                mean += weight * value
                square += weight * value * value
        mean /= total
        return Value(mean, sqrt(max(square / total - mean * mean, 0.0) / self.worlds))

    def told(self) -> Value:
        """The value with what it is made of, as far as outcomes were counted."""
        total = chance = points = 0.0
        for worth, outcomes in self.parts:
            for outcome, weight in outcomes:
                total += weight
                chance += weight * worth.chance(outcome)
                points += weight * worth.ahead(outcome)
        value = self.value()
        return value._replace(chance=chance / total, points=points / total) if total else value

    def outlook(self) -> "Outlook | None":
        """What may be expected of the deal; None where its end was worked out, not counted."""
        if not self.parts:
            return None
        total = 0.0
        made: dict[int, float] = {}
        nils: dict[int, float] = {}
        bags: dict[int, float] = {}
        for worth, outcomes in self.parts:
            for outcome, weight in outcomes:
                total += weight
                for result in worth.results(outcome):
                    side = result.side
                    made[side] = made.get(side, 0.0) + weight * (not result.is_set)
                    bags[side] = bags.get(side, 0.0) + weight * result.new_bags
                    for line in result.lines:
                        if line.seat is not None:
                            hit = weight * (line.kind in _MADE)
                            nils[line.seat] = nils.get(line.seat, 0.0) + hit
        sides = sorted(made)
        return Outlook(
            contracts=tuple([made[side] / total for side in sides]),
            bags=tuple([bags[side] / total for side in sides]),
            nils={seat: chance / total for seat, chance in sorted(nils.items())},
        )


class Outlook(NamedTuple):
    """What may be expected of a deal: by side the chance to make the contract, and the bags.

    `nils` are the chances of the seats that bid nil.
    """

    contracts: tuple[float, ...]
    bags: tuple[float, ...]
    nils: dict[int, float]


__all__ = ["Outcomes", "Outlook", "Trial"]

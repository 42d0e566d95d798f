"""The regions of a game of two sides: who is behind, and how near the end is."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from equity_play import Deals, Numbers

from spadille.rules import Rules
from spadille.rules.choices import BlindBy

USUAL = 100
"""The usual deficit from which a blind bid is allowed."""
NEAR = (230, 130, 60, 30)
"""Points to the target that the best side has at most in the regions of its end."""
LEADS, ENDS = 4, len(NEAR) + 1
FEW = 50
"""Deals of a lead, below which all deals serve."""


def _deficits(rules: Rules) -> list[int]:
    auction = rules.auction
    found = [auction.blind_nil_deficit] if auction.blind_nil else []
    found += [auction.blind_deficit] if auction.blind_by is not BlindBy.NOBODY else []
    return [most for most in found if most != "none"]


def is_ruled(rules: Rules) -> bool:
    """Whether a side has to be behind to bid blind."""
    return bool(_deficits(rules))


def deficit(rules: Rules) -> int:
    """How far behind a side may bid blind; where that is not ruled, where it may as well."""
    return min(_deficits(rules), default=USUAL)


def leads_of(rules: Rules, lead: Numbers) -> Numbers:
    """0: the first side is so far behind that it may bid blind; 1: behind; 2 and 3: ahead."""
    most = deficit(rules)
    return np.where(lead <= -most, 0, np.where(lead >= most, 3, np.where(lead > 0, 2, 1)))


def nearness(rules: Rules, best: Numbers, distances: tuple[int, ...]) -> Numbers:
    """Within how many of these distances from the target the best side is."""
    found: Numbers = (rules.match.target - best[..., None] <= np.array(distances)).sum(axis=-1)
    return found


def ends_of(rules: Rules, best: Numbers, endangered: npt.NDArray[np.bool_]) -> Numbers:
    """How near the end of the game is: 0 is far."""
    return np.where(endangered, len(NEAR), nearness(rules, best, NEAR))


class Regions(NamedTuple):
    """The deals of each region as seen from each side, by lead; then by lead and end."""

    leads: list[Numbers]
    ends: list[list[Numbers]]


def regions_of(rules: Rules, deals: Deals) -> Regions:
    """Sort deals into regions; those of overtime and those that bid themselves are left out."""
    most = rules.match.sets_to_lose
    usable = deals.usual(rules)
    endangered = deals.sets.max(axis=1) >= most - 1 if most else np.zeros_like(usable)
    end = ends_of(rules, deals.score.max(axis=1), endangered)
    lead = deals.score[:, 0] - deals.score[:, 1]
    seen = np.stack([leads_of(rules, lead), leads_of(rules, -lead)], axis=1)
    every = np.repeat(usable[:, None], 2, axis=1)
    by_lead = [(seen == kind) & every for kind in range(LEADS)]
    by_lead = [chosen if chosen.sum() >= FEW else every for chosen in by_lead]
    by_end = [[chosen & (end == kind)[:, None] for kind in range(ENDS)] for chosen in by_lead]
    return Regions(by_lead, by_end)

"""The table of two sides, by value iteration over the deals of a bot against itself.

The deals seen are taken by region (who is behind by a blind bid's deficit, how near the end is),
since a bot plays, and blind bids are allowed, according to that.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from equity_play import Deals, Numbers
from equity_regions import ENDS, LEADS, ends_of, is_ruled, leads_of, regions_of
from equity_scored import bags_after, sets_after

from spadille.bots.equity.race import Pace
from spadille.bots.equity.standing import Standing
from spadille.bots.equity.tables import SCALE, Grid, pack
from spadille.game.ending import Tally, verdict
from spadille.game.scoring import bag_limit
from spadille.rules import Rules, describe

Values = npt.NDArray[np.float32]
TEN = 10
TRUST = 40
"""Deals of a region that count as much as all those of the same lead."""
SWEEPS = 40
ENOUGH = 2e-4
"""The largest change of a sweep after which there is no other."""
MOST = 400
"""The largest gain or loss of a deal that is told apart."""


class Frame(NamedTuple):
    """The points, bags and failed contracts that are told apart, and how a deal changes them."""

    rules: Rules
    floor: int
    live: int
    pad: int
    bags: int
    lost: int

    @property
    def points(self) -> Numbers:
        """All points without those of the bags held, those beyond both ends included."""
        return self.floor + TEN * np.arange(-self.pad, self.live + self.pad)

    @property
    def inner(self) -> slice:
        """The points of a game that goes on."""
        return slice(self.pad, self.pad + self.live)


def distances_of(rules: Rules, deals: Deals) -> tuple[int, ...]:
    """The points from the target that are told apart, the farthest first.

    Near the end every ten, where a blind bid's deficit makes a leap; farther away fewer.
    """
    match = rules.match
    lowest = min(float(np.percentile(deals.score, 0.3)), 0.0)
    if match.losing_score != "none":
        lowest = max(lowest, match.losing_score + TEN)
    step = TEN if is_ruled(rules) else 2 * TEN
    found = [*range(TEN, 251, step), *range(270, 511, 20), *range(560, 711, 50)]
    found += range(810, 1111, 100)
    farthest = next((far for far in found if far >= match.target - lowest), found[-1])
    return tuple(far for far in reversed(found) if far <= farthest)


def frame_of(rules: Rules, deals: Deals, farthest: int) -> Frame:
    """The frame of every ten points down to the farthest from the target."""
    match = rules.match
    pad = min(int(np.abs(deals.points).max()), MOST) // TEN + 4
    live = farthest // TEN
    return Frame(
        rules, match.target - TEN * live, live, pad, bag_limit(rules) or 1, match.sets_to_lose
    )


def _outcomes(frame: Frame, sides: tuple[tuple[int, int], tuple[int, int]]) -> Values:
    """The first side's share where the game is over, by the points of both; else not a number.

    Cells are alike if each score stands alike to the target and the losing score, and both to each
    other: the game is asked about one of each kind.
    """
    match = frame.rules.match
    (bags, lost), (other_bags, other_lost) = sides
    weight = frame.rules.scoring.bag_points
    mine = (frame.points + weight * bags)[:, None]
    other = (frame.points + weight * other_bags)[None, :]
    floor = -(10**6) if match.losing_score == "none" else match.losing_score

    def zone(score: Numbers) -> Numbers:
        return np.where(score >= match.target, 2, np.where(score <= floor, 0, 1))

    kinds = zone(mine) * 9 + zone(other) * 3 + np.sign(mine - other) + 1
    found = np.full(kinds.shape, np.nan, np.float32)
    for kind in np.unique(kinds):
        row, column = (int(place[0]) for place in np.nonzero(kinds == kind))
        scores = int(mine[row, 0]), int(other[0, column])
        standings = (Standing(scores[0], sets=lost), Standing(scores[1], sets=other_lost))
        ended = verdict(Tally(frame.rules, standings, (), 1, overtime=False))
        if ended is not None:
            found[kinds == kind] = (0 in ended.winners) / max(len(ended.winners), 1)
        elif max(scores) >= match.target or max(lost, other_lost) >= frame.lost > 0:
            found[kinds == kind] = 0.5
    return found


class Change(NamedTuple):
    """Where deals lead from given bags and failed contracts: `to` by deal, with its weight.

    `to` holds bags, failed contracts, steps of ten points of one side, then of the other, then the
    first side's share if the tricks alone won the game (-1: they did not).
    """

    to: Numbers
    weight: npt.NDArray[np.float64]


class Gain(NamedTuple):
    """What deals brought one side, by deal."""

    points: Numbers
    bags: Numbers
    failed: Numbers


def _side(frame: Frame, bags: int, lost: int, gain: Gain) -> list[Numbers]:
    """Bags, failed contracts and steps of ten points after deals, for one side."""
    weight = frame.rules.scoring.bag_points
    penalty, left = bags_after(frame.rules, bags + gain.bags)
    left = np.minimum(left, frame.bags - 1)
    steps = np.rint((gain.points - penalty + weight * (bags - left)) / TEN).astype(np.int64)
    sets = sets_after(frame.rules, lost, gain.failed)
    return [left, np.minimum(sets, frame.lost), np.clip(steps, -frame.pad, frame.pad)]


def _changes(frame: Frame, deals: Deals, chosen: Numbers, at: tuple[int, int, int, int]) -> Change:
    """What the chosen deals, each also with its sides exchanged, bring at bags and sets of both."""
    tos = []
    for first, second in ((0, 1), (1, 0)):
        part = chosen[:, first] == 1
        columns = []
        for side, bags, lost in ((first, *at[:2]), (second, *at[2:])):
            gain = Gain(
                *(column[part, side] for column in (deals.points, deals.new_bags, deals.failed))
            )
            columns += _side(frame, bags, lost, gain)
        boston = deals.boston[part]
        none = boston.sum(axis=1) == 0
        columns.append(np.where(none, -1, boston[:, first]))
        tos.append(np.stack(columns, axis=1))
    to, times = np.unique(np.concatenate(tos), axis=0, return_counts=True)
    return Change(to, times / max(times.sum(), 1))


class Plan(NamedTuple):
    """What deals bring at the bags and failed contracts of both sides, by region."""

    leads: list[Change]
    ends: list[list[Change]]


class Solver:
    """Value iteration on a frame; `values` are by bags and sets of both sides, then by points."""

    def __init__(self, rules: Rules, deals: Deals, farthest: int) -> None:
        self.frame = frame = frame_of(rules, deals, farthest)
        kinds = [(bags, lost) for bags in range(frame.bags) for lost in range(max(frame.lost, 1))]
        self.kinds = kinds
        size = len(frame.points)
        shape = (frame.bags, frame.lost + 1, frame.bags, frame.lost + 1, size, size)
        self.values = np.zeros(shape, np.float32)
        self.open = np.zeros(shape, np.bool_)
        for bags in range(frame.bags):
            for lost in range(frame.lost + 1):
                for other in range(frame.bags):
                    for others in range(frame.lost + 1):
                        ends = _outcomes(frame, ((bags, lost), (other, others)))
                        self.open[bags, lost, other, others] = np.isnan(ends)
                        self.values[bags, lost, other, others] = np.nan_to_num(ends, nan=0.5)
        self.regions = regions_of(rules, deals)
        self.plans = {
            (*one, *two): self._plan(deals, (*one, *two))
            for place, one in enumerate(kinds)
            for two in kinds[: place + 1]
        }

    def _plan(self, deals: Deals, at: tuple[int, int, int, int]) -> Plan:
        leads, ends = self.regions
        return Plan(
            [_changes(self.frame, deals, chosen, at) for chosen in leads],
            [[_changes(self.frame, deals, chosen, at) for chosen in parts] for parts in ends],
        )

    def _expected(self, change: Change) -> Values:
        """The value after a deal, by the points of both before it."""
        frame = self.frame
        total: Values = np.zeros((frame.live, frame.live), np.float32)
        product = np.empty_like(total)
        low, high = frame.pad, frame.pad + frame.live
        for (b, s, d, c, t, e, boston), weight in zip(
            change.to.tolist(), change.weight.tolist(), strict=True
        ):
            if boston >= 0:
                total += np.float32(boston * weight)
                continue
            then = self.values[b, s, c, t, low + d : high + d, low + e : high + e]
            np.multiply(then, weight, out=product)
            total += product
        return total

    def _mix(self, plan: Plan, mine: Numbers, other: Numbers, *, endangered: bool) -> Values:
        """The value after a deal, each region from its own deals and, a little, from all."""
        rules = self.frame.rules
        leads = leads_of(rules, mine - other)
        best = np.maximum(mine, other)
        ends = ends_of(rules, best, np.full(best.shape, endangered))
        found: Values = np.zeros((self.frame.live, self.frame.live), np.float32)
        for lead in range(LEADS):
            every = self._expected(plan.leads[lead])
            for end in range(ENDS):
                here = (leads == lead) & (ends == end)
                change, share = plan.ends[lead][end], self._share(lead, end)
                if here.any() and share:
                    found[here] = share * self._expected(change)[here] + (1 - share) * every[here]
                else:
                    found[here] = every[here]
        return found

    def _share(self, lead: int, end: int) -> float:
        """How much the deals of a region count beside all those of the same lead."""
        seen = float(self.regions.ends[lead][end].sum())
        return seen / (seen + TRUST)

    def sweep(self) -> float:
        """Work every value out anew; the largest change of one."""
        frame = self.frame
        most = 0.0
        weight = frame.rules.scoring.bag_points
        for (bags, lost, other, others), plan in self.plans.items():
            points = frame.points[frame.inner]
            endangered = frame.lost > 0 and max(lost, others) >= frame.lost - 1
            found = self._mix(
                plan,
                (points + weight * bags)[:, None],
                (points + weight * other)[None, :],
                endangered=endangered,
            )
            if (bags, lost) == (other, others):
                found = (found + (1 - found.T)) * np.float32(0.5)
            most = max(most, self._write((bags, lost, other, others), found))
            self._write((other, others, bags, lost), 1 - found.T)
        return most

    def _write(self, at: tuple[int, int, int, int], found: Values) -> float:
        """Put values down where the game goes on; beyond the low end, those of the low end."""
        pad, live = self.frame.pad, self.frame.live
        slab, is_open = self.values[at], self.open[at]
        inner = slab[pad : pad + live, pad : pad + live]
        going = is_open[pad : pad + live, pad : pad + live]
        change = np.abs(np.where(going, found - inner, 0)).max()
        inner[going] = found[going]
        places = np.clip(np.arange(slab.shape[0]), pad, None)
        slab[is_open] = slab[np.ix_(places, places)][is_open]
        return float(change)

    def solve(self) -> int:
        """Sweep until nothing changes; the number of sweeps."""
        for count in range(1, SWEEPS + 1):
            if self.sweep() < ENOUGH:
                return count
        return SWEEPS


def pace_of(deals: Deals) -> Pace:
    """The drift and spread of one side's points."""
    gain = deals.points - np.mean(deals.points)
    return Pace(round(float(np.mean(deals.points)), 1), round(float(gain.std()), 1))


def fit_grid(rules: Rules, deals: Deals) -> Grid:
    """Make the table of a rule set of two sides."""
    distances = distances_of(rules, deals)
    solver = Solver(rules, deals, distances[0])
    solver.solve()
    frame = solver.frame
    sets = max(frame.lost, 1)
    kept = frame.pad + frame.live - np.array(distances) // TEN
    values = solver.values[:, :sets, :, :sets][..., kept[:, None], kept[None, :]]
    cells = frame.bags * sets * len(distances)
    square = values.transpose(0, 1, 4, 2, 3, 5).reshape(cells, cells)
    rows, columns = np.tril_indices(cells, -1)
    chances = np.rint(square[rows, columns] * SCALE).astype(int)
    return Grid(
        rules=describe(rules),
        target=rules.match.target,
        pace=pace_of(deals),
        distances=distances,
        bags=frame.bags,
        bag_points=rules.scoring.bag_points,
        sets=sets,
        chances=pack(chances.tolist()),
    )

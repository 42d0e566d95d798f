"""The weights of several sides, fitted to games put together from the deals of a bot's own play.

A deal's results go to the sides by their rank, drawn from deals in which the game was as near its
end and as open, so that a few thousand deals make as many games as the fit needs.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from equity_grid import pace_of
from equity_play import Deals, Numbers
from equity_regions import nearness
from equity_scored import bags_after, sets_after
from scipy.optimize import minimize

from spadille.bots.equity.logit import BEHIND, FEATURES, features, scale_of
from spadille.bots.equity.standing import Standing
from spadille.bots.equity.tables import Weights
from spadille.game.ending import Tally, is_overtime, verdict
from spadille.rules import Rules, describe

Floats = npt.NDArray[np.float64]
NEAR = (130, 50)
"""A leader this near to the target may, or is likely to, reach it with the next deal."""
FEW = 100
"""Deals of a kind of position, below which all deals of those as near the end serve."""
GAMES = 12_000
KEPT = 50_000
"""Positions that the weights are fitted to."""
WIDE = 100
"""A last one so far behind the leader plays differently, and may bid blind."""
RIDGE = 3e-5


class Pool(NamedTuple):
    """Results by deal and rank before it, the leader's first."""

    points: Numbers
    bags: Numbers
    failed: Numbers
    boston: Numbers


def _kind(rules: Rules, score: Numbers) -> Numbers:
    """How near the end is, and whether the last one is far behind: 0 to 5."""
    best = score.max(axis=1)
    kinds: Numbers = nearness(rules, best, NEAR) * 2 + (best - score.min(axis=1) >= WIDE)
    return kinds


def _ranks(score: Numbers, chance: np.random.Generator) -> Numbers:
    """The sides from the highest score down; equal ones in random order."""
    order: Numbers = np.argsort(-score + chance.random(score.shape), axis=1)
    return order


def _pools(rules: Rules, deals: Deals, chance: np.random.Generator) -> list[Pool]:
    """The deals of each kind of position; where there are few, those of all."""
    usable = deals.usual(rules)
    order = _ranks(deals.score, chance)
    kinds = _kind(rules, deals.score)
    found = []
    for kind in range(2 * len(NEAR) + 2):
        chosen = usable & (kinds == kind)
        if chosen.sum() < FEW:
            chosen = usable & (kinds // 2 == kind // 2)
        if chosen.sum() < FEW:
            chosen = usable
        found.append(
            Pool(
                *(
                    np.take_along_axis(part, order, axis=1)[chosen]
                    for part in (deals.points, deals.new_bags, deals.failed, deals.boston)
                )
            )
        )
    return found


class Games:
    """Many games at once, by game and side; `won` is not a number until a game is over."""

    def __init__(self, rules: Rules, deals: Deals, seed: int) -> None:
        self.rules = rules
        self.chance = np.random.default_rng(seed)
        self.pools = _pools(rules, deals, self.chance)
        shape = (GAMES, rules.side_count)
        self.score, self.bags, self.sets = (np.zeros(shape, np.int64) for _ in range(3))
        self.won = np.full(shape, np.nan)
        self.overtime = np.zeros(GAMES, np.bool_)
        self.deals = 0

    @property
    def going(self) -> Numbers:
        """The games that are not over."""
        return np.nonzero(np.isnan(self.won[:, 0]))[0]

    def _drawn(self, going: Numbers) -> Pool:
        """A deal for each game that goes on, by side."""
        shape = (len(going), self.rules.side_count)
        found = Pool(*(np.zeros(shape, np.int64) for _ in Pool._fields))
        kinds = _kind(self.rules, self.score[going])
        order = _ranks(self.score[going], self.chance)
        for kind, pool in enumerate(self.pools):
            here = np.nonzero(kinds == kind)[0]
            rows = self.chance.integers(len(pool.points), size=len(here))
            for target, source in zip(found, pool, strict=True):
                filled = np.zeros((len(here), shape[1]), np.int64)
                np.put_along_axis(filled, order[here], source[rows], axis=1)
                target[here] = filled
        return found

    def deal(self) -> None:
        """One more deal in every game that goes on."""
        going = self.going
        drawn = self._drawn(going)
        penalty, left = bags_after(self.rules, self.bags[going] + drawn.bags)
        self.score[going] += drawn.points - penalty
        self.bags[going] = left
        self.sets[going] = sets_after(self.rules, self.sets[going], drawn.failed)
        self.deals += 1
        self._end(going, drawn.boston)

    def _end(self, going: Numbers, boston: Numbers) -> None:
        """Ask the game about those that may be over."""
        match = self.rules.match
        may_end = self.score[going].max(axis=1) >= match.target
        may_end |= boston.any(axis=1) | self.overtime[going] | (self.deals >= match.max_deals)
        if match.losing_score != "none":
            may_end |= self.score[going].min(axis=1) <= match.losing_score
        if match.sets_to_lose:
            may_end |= self.sets[going].max(axis=1) >= match.sets_to_lose
        for game, tricks in zip(going[may_end].tolist(), boston[may_end], strict=True):
            sides = self.standings(game)
            bostons = tuple(np.nonzero(tricks)[0].tolist())
            late = bool(self.overtime[game])
            tally = Tally(self.rules, sides, bostons, self.deals, overtime=late)
            tally = tally._replace(overtime=is_overtime(tally))
            self.overtime[game] = tally.overtime
            found = verdict(tally)
            if found is not None:
                winners = found.winners or tuple(range(len(sides)))
                self.won[game] = [(side in winners) / len(winners) for side in range(len(sides))]

    def standings(self, game: int) -> tuple[Standing, ...]:
        """The standings of one game."""
        columns = (part[game].tolist() for part in (self.score, self.bags, self.sets))
        return tuple(Standing(*row) for row in zip(*columns, strict=True))


def _positions(rules: Rules, deals: Deals, seed: int) -> tuple[Floats, Floats]:
    """Features of positions between deals, by position and side, and the shares then won."""
    games, scale = Games(rules, deals, seed), scale_of(rules)
    rows: list[list[list[float]]] = []
    places: list[int] = []
    while len(games.going):
        going = games.going[~games.overtime[games.going]]
        some = games.chance.random(len(going)) < KEPT / (GAMES * 15)
        for game in going[some].tolist():
            rows.append(features(scale, games.standings(game)))
            places.append(game)
        games.deal()
    return np.array(rows), games.won[places]


def _fitted(inputs: Floats, won: Floats) -> Floats:
    """The weights under which the shares won are likeliest."""

    def loss(weights: Floats) -> tuple[float, Floats]:
        strength = inputs @ weights
        strength -= strength.max(axis=1, keepdims=True)
        whole = np.log(np.exp(strength).sum(axis=1, keepdims=True))
        chances = np.exp(strength - whole)
        fault = -(won * (strength - whole)).sum() / len(won) + RIDGE * weights @ weights
        slope = np.einsum("nsf,ns->f", inputs, chances - won) / len(won) + 2 * RIDGE * weights
        return float(fault), slope

    bounds = [(0, None)] * BEHIND + [(None, 0)] * (FEATURES - BEHIND)
    found = minimize(loss, np.zeros(FEATURES), jac=True, method="L-BFGS-B", bounds=bounds)
    return np.asarray(found.x)


def fit_weights(rules: Rules, deals: Deals, *, seed: int = 1) -> Weights:
    """Fit the weights of a rule set of several sides."""
    inputs, won = _positions(rules, deals, seed)
    weights = tuple(round(float(weight), 4) for weight in _fitted(inputs, won))
    return Weights(
        rules=describe(rules), target=rules.match.target, pace=pace_of(deals), weights=weights
    )

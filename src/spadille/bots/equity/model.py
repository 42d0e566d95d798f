"""The model of a rule set: its table, or that of the nearest preset, and what no table carries.

A rule set without a table is placed in that of the nearest preset by the points to the target:
what counts is how far each side has to go. Where that is farther than the preset's game is long,
distances shrink to its length and leads with their square root, as spread grows.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import inf, sqrt
from typing import NamedTuple, Protocol

from spadille.bots.equity import files
from spadille.bots.equity.grid import GridModel
from spadille.bots.equity.logit import LogitModel, scale_of
from spadille.bots.equity.race import (
    COMMON,
    Pace,
    bag_price,
    below,
    deals_to_target,
    race,
    target_of,
)
from spadille.bots.equity.standing import Standing
from spadille.bots.equity.tables import Grid, Table, TableError
from spadille.game.scoring import bag_limit
from spadille.rules import Rules, RulesError, parse
from spadille.rules.choices import EndTest

SETS_RATE = 0.25
"""How often a contract fails, where a table does not tell."""
NEARLY, AMPLE = 0.75, 2.0
"""Deals left, in those expected to the target: the last deal decides; it does not matter."""


class Look(Protocol):
    """A table ready to be asked."""

    def chances_of(self, standings: tuple[Standing, ...]) -> tuple[float, ...]:
        """The chances of all sides in a game that goes on."""


class Fitted(NamedTuple):
    """A table ready to be asked, the rules that it was made for, and their pace."""

    look: Look
    rules: Rules
    pace: Pace


def ready(table: Table, sides: int) -> Fitted:
    """Make a table ready for so many sides; raises `TableError` if it is not one of theirs."""
    try:
        rules = parse(table.rules)
    except RulesError as error:
        raise TableError(f"its rules are unknown: {error}") from None
    if rules.side_count != sides:
        raise TableError("it is for another number of sides")
    if not 0 < table.pace.spread < inf:
        raise TableError("its pace makes no sense")
    if isinstance(table, Grid):
        if sides != 2:
            raise TableError("it is for two sides")
        return Fitted(GridModel(table), rules, table.pace)
    return Fitted(LogitModel(table, scale_of(rules)), rules, table.pace)


@lru_cache(maxsize=64)
def shipped(name: str, sides: int) -> Fitted | None:
    """The table of a preset; None, after a warning, if it cannot be used."""
    file = files.shipped(name)
    try:
        return ready(files.read(file), sides)
    except TableError as error:
        files.tell(file, error)
        return None


def fitted(rules: Rules) -> Fitted | None:
    """The best table there is for a rule set: the user's, or that of the nearest preset."""
    mine = files.made(rules)
    if mine is not None:
        try:
            return ready(files.read(mine), rules.side_count)
        except TableError as error:
            files.tell(mine, error)
    name = files.nearest(rules)
    return None if name is None else shipped(name, rules.side_count)


def _endangered(chances: Sequence[float], hazards: Sequence[float]) -> tuple[float, ...]:
    """Chances after some sides may have lost: theirs go to the others as those stand."""
    found = [chance * (1 - hazard) for chance, hazard in zip(chances, hazards, strict=True)]
    for side, hazard in enumerate(hazards):
        lost, rest = chances[side] * hazard, 1 - chances[side]
        for other, chance in enumerate(chances):
            if other != side and lost:
                found[other] += lost * (chance / rest if rest > 0 else 1 / (len(chances) - 1))
    return tuple(found)


class Model:
    """All that is reckoned once for a rule set."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.match = rules, rules.match
        self.target = target_of(rules)
        self.best = best = fitted(rules) if self.target else None
        self.pace = COMMON if best is None else best.pace
        self.known = known = rules if best is None else best.rules
        self.price = bag_price(rules)
        self.limits = bag_limit(rules), bag_limit(known)
        self.is_own = rules == known
        match = rules.match
        sets = match.sets_to_lose if EndTest.SETS in match.end_tests else 0
        self.sets = 0 if sets == known.match.sets_to_lose and best else sets
        self.floor: int | None = None
        if EndTest.LOSING_SCORE in match.end_tests and match.losing_score != "none":
            told = best is not None and match.losing_score == known.match.losing_score
            self.floor = None if told else match.losing_score

    def chances(
        self, standings: tuple[Standing, ...], deals: int, *, overtime: bool
    ) -> tuple[float, ...]:
        """The chance of each side to win a game that goes on after so many deals."""
        if overtime:
            return race(self.rules, standings, 1.0, self.pace)
        left = float(max(self.match.max_deals - deals, 1))
        expected = deals_to_target(self.rules, standings, self.pace)
        weight = min(max((left / expected - NEARLY) / (AMPLE - NEARLY), 0.0), 1.0)
        if self.best is None or not weight:
            found = race(self.rules, standings, min(left, expected), self.pace)
        else:
            placed = standings if self.is_own else self._placed(standings)
            found = self.best.look.chances_of(placed)
            if weight < 1.0:
                rough = race(self.rules, standings, min(left, expected), self.pace)
                pairs = zip(found, rough, strict=True)
                found = tuple([one * weight + two * (1.0 - weight) for one, two in pairs])
        if self.sets or self.floor is not None:
            return _endangered(found, [self._hazard(standing) for standing in standings])
        return found

    def _placed(self, standings: tuple[Standing, ...]) -> tuple[Standing, ...]:
        """Standings as the rules of the table have them that are as far from the end."""
        length = target_of(self.known)
        lead = max(standing.score for standing in standings)
        distance = self.target - lead
        shrink = sqrt(length / distance) if distance > length else 1.0
        mine, theirs = self.limits
        most = max(self.known.match.sets_to_lose - 1, 0)
        found = []
        for standing in standings:
            score = length - min(distance, length) - (lead - standing.score) * shrink
            bags = standing.bags
            if mine and theirs:
                bags = bags * theirs // mine
            elif bags:
                score -= self.price * bags
                bags = 0
            found.append(
                Standing(round(score), bags, min(standing.sets, most), standing.bag_points)
            )
        return tuple(found)

    def _hazard(self, standing: Standing) -> float:
        """The chance of a side to lose with the next deal by a rule that the table lacks."""
        chance = SETS_RATE if 0 < self.sets <= standing.sets + 1 else 0.0
        if self.floor is not None:
            drift, spread = self.pace
            chance = max(chance, below((self.floor - standing.score - drift) / (2 * spread)))
        return chance


@lru_cache(maxsize=64)
def model_of(rules: Rules) -> Model:
    """The model of a rule set."""
    return Model(rules)

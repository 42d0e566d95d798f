"""The end of a game: points are worth what they mean for winning it.

Far from the end a point is a point, and `stakes_of` finds none. Near it, the points of all sides
after the deal are turned into a chance to win, and that into points again.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import NamedTuple

from spadille.bots.contracts import (
    BAG_CARE,
    Contract,
    contract_of,
    counts,
    is_nil,
    nil_points,
    scored,
)
from spadille.bots.sight import lore_of
from spadille.game import scoring
from spadille.rules import Rules
from spadille.rules.choices import EndTest
from spadille.view import View

SCALE = 300.0
"""Points that a game is worth near its end."""
REACH = 130
"""A side this near to the target, or to the losing score, may end the game with this deal."""
PACE = 60.0
"""Points that the leader wins in a deal."""
SWING = 55.0
"""How far a deal moves the difference of two scores."""
PLAIN = 0.2
"""What a point is worth besides: a game that is decided is still played well."""
SHARP = 4.0
"""How far it may be wrong about a game that ends with this deal."""


class Result(NamedTuple):
    """What a number of tricks brings a side: points, bags held then, lost or won by it."""

    points: float
    bags: float
    made: bool
    boston: bool


@lru_cache(maxsize=4096)
def results(rules: Rules, contract: Contract) -> tuple[Result, ...]:
    """The result of a contract for every number of tricks that count for it."""
    deck = lore_of(rules).deck
    bid, rule = contract.bid, rules.scoring
    found = []
    for taken in range(deck.tricks + 1):
        done = scoring.Contract(None, taken, made=True)
        if contract.unbid:
            found.append(Result(scoring.TRICK * taken, contract.bags, made=True, boston=False))
            continue
        if bid is not None:
            done = scored(rules, bid, taken)
        points = rule.bag_points * done.bags + (0 if done.line is None else done.line.points)
        bags = contract.bags + done.bags if rule.count_bags else 0
        penalty, bags = scoring.bag_penalty(rules, bags)
        boston = scoring.is_boston(rules, deck, done, taken)
        found.append(Result(points - penalty, bags, done.made, boston))
    return tuple(found)


class Prospect(NamedTuple):
    """A side as it may stand after the deal."""

    score: float
    bags: float
    lost: float
    boston: bool


def _shares(values: Sequence[float], width: float, me: int) -> float:
    top = max(values)
    weights = [exp((value - top) / width) for value in values]
    return weights[me] / sum(weights)


@lru_cache(maxsize=256)
def bag_burden(rules: Rules) -> float:
    """The points that a bag held will cost later."""
    return BAG_CARE * scoring.bag_share(rules)


def win_chance(rules: Rules, sides: Sequence[Prospect], me: int, deal: int) -> float:
    """The chance that a side wins the game, as things stand after a deal.

    >>> sides = [Prospect(510, 0, 0, False), Prospect(505, 9, 0, False)]
    >>> round(win_chance(Rules(), sides, 0, 8), 2)
    0.78
    """
    match = rules.match
    if any(side.boston for side in sides):
        return float(sides[me].boston)
    scores = [side.score for side in sides]
    floor = match.losing_score
    lost = [max(side.lost, float(floor != "none" and side.score <= floor)) for side in sides]
    over = deal >= match.max_deals or 0 < match.target <= max(scores)
    if any(lost):
        scores = [score - 1000 * out for score, out in zip(scores, lost, strict=True)]
        over = True
    if over:
        return _shares(scores, SHARP, me)
    deals = match.max_deals - deal
    if match.target:
        deals = min(deals, max(round((match.target - max(scores)) / PACE), 1))
    price = bag_burden(rules)
    scores = [score - price * side.bags for score, side in zip(scores, sides, strict=True)]
    return _shares(scores, SWING * deals**0.5, me)


def is_near_end(view: View) -> bool:
    """Whether the game may end with this deal."""
    match = view.rules.match
    scores = [side.score for side in view.sides]
    if view.deal >= match.max_deals or (match.target and max(scores) + REACH >= match.target):
        return True
    if match.losing_score != "none" and min(scores) - REACH <= match.losing_score:
        return True
    sets = EndTest.SETS in match.end_tests and match.sets_to_lose
    return bool(sets) and max(side.sets for side in view.sides) + 1 >= match.sets_to_lose


class Stakes:
    """What the tricks of the sides mean for the viewer's chance to win.

    `contracts` are those of the sides, `taken` their tricks so far that count, `extra` the points
    besides (nils), all by side.
    """

    def __init__(self, view: View, contracts: Sequence[Contract], taken: Sequence[int]) -> None:
        assert view.side is not None
        self.view = view
        self.me = view.side
        self.taken = list(taken)
        self.tables = [results(view.rules, contract) for contract in contracts]
        self.extra = [float(_nils(view, side)) for side in range(len(view.sides))]

    def _standing(self, side: int, tricks: float, bonus: float) -> Prospect:
        before, match = self.view.sides[side], self.view.rules.match
        table = self.tables[side]
        place = min(max(self.taken[side] + tricks, 0.0), len(table) - 1.0)
        low = int(place)
        rest = place - low
        one = table[low]
        two = table[min(low + 1, len(table) - 1)]
        sets = EndTest.SETS in match.end_tests and match.sets_to_lose
        loses = bool(sets) and before.sets + 1 >= match.sets_to_lose
        return Prospect(
            before.score + self.extra[side] + bonus + one.points * (1 - rest) + two.points * rest,
            one.bags * (1 - rest) + two.bags * rest,
            loses * ((not one.made) * (1 - rest) + (not two.made) * rest),
            boston=one.boston and not rest,
        )

    def worth(
        self, side: int, tricks: float, means: Sequence[float], left: int, bonus: float = 0.0
    ) -> float:
        """The viewer's chance, in points, if a side takes `tricks` of the tricks left.

        The others share the rest as their expectations `means` say; `bonus` are points of its own.
        """
        others = sum(means) - means[side]
        rest = max(left - tricks, 0)
        pull = rest / others if others else 0.0
        sides = [
            self._standing(
                other,
                tricks if other == side else means[other] * pull,
                bonus if other == side else 0.0,
            )
            for other in range(len(means))
        ]
        price = bag_burden(self.view.rules)
        plain = [standing.score - price * standing.bags for standing in sides]
        lead = 2 * plain[self.me] - sum(plain)
        chance = win_chance(self.view.rules, sides, self.me, self.view.deal)
        return SCALE * chance + PLAIN * lead

    def nil(self, side: int, means: Sequence[float], left: int, points: int) -> float:
        """What it costs the viewer if a nil of a side that stands now fails."""
        kept = self.worth(side, means[side], means, left)
        return kept - self.worth(side, means[side], means, left, -2.0 * points)


def _nils(view: View, side: int) -> int:
    """The points of a side's nils as they stand."""
    return sum(
        nil_points(view, seat) * (-1 if view.seats[seat].tricks else 1)
        for seat in view.rules.side_seats(side)
        if is_nil(view, seat)
    )


def stakes_of(view: View) -> Stakes | None:
    """The stakes of a deal in play that may end the game; None far from the end."""
    if not is_near_end(view):
        return None
    sides = range(len(view.sides))
    taken = [
        sum(view.seats[seat].tricks for seat in view.rules.side_seats(side) if counts(view, seat))
        for side in sides
    ]
    return Stakes(view, [contract_of(view, side) for side in sides], taken)

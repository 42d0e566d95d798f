"""Games of a bot against itself, kept as what each deal brought each side."""

import os
import random
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple, Self

import msgspec
import numpy as np
import numpy.typing as npt

from spadille.bots import make
from spadille.game import match, referee
from spadille.game.events import DealScored, SideResult
from spadille.game.state import Standing, State
from spadille.rules import Rules, change, key
from spadille.view import view

Numbers = npt.NDArray[np.int64]
BATCH = 10
"""Games that a process plays before it reports."""
ROUND = 4
"""Batches after which it is seen whether there are enough."""
LATE = 300
"""Points to the target, at most, from which a late game begins."""


class Deals(NamedTuple):
    """Deals of many games, by deal and side.

    Before the deal: `score`, `bags`, `sets`, `bag_points`; what it brought: `points` without the
    penalty for bags, `new_bags` before that penalty takes some off, `failed`, `boston`. By deal:
    `game`, `number` within it from 0, `overtime`. By game and side: `won`, the share of the win; a
    draw is shared by all.
    """

    score: Numbers
    bags: Numbers
    sets: Numbers
    bag_points: Numbers
    points: Numbers
    new_bags: Numbers
    failed: Numbers
    boston: Numbers
    game: Numbers
    number: Numbers
    overtime: Numbers
    won: npt.NDArray[np.float64]

    def save(self, path: Path) -> None:
        """Write the deals to a file."""
        np.savez_compressed(path, **self._asdict())

    def usual(self, rules: Rules) -> npt.NDArray[np.bool_]:
        """Which deals are like others: not of overtime, and bid by the players (rule 7.9)."""
        found: npt.NDArray[np.bool_] = self.overtime == 0
        if rules.auction.first_hand_bids_itself:
            found &= self.number > 0
        return found

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read deals that were saved."""
        with np.load(path) as stored:
            return cls(**{name: stored[name] for name in cls._fields})


class Row(NamedTuple):
    """One deal: what stood before it, and what it brought."""

    before: tuple[tuple[int, int, int, int], ...]
    results: tuple[SideResult, ...]
    number: int
    overtime: bool


def _row(state: State, before: list[Standing], number: int, *, overtime: bool) -> Row:
    stood = tuple((side.score, side.bags, side.sets, side.bag_points) for side in before)
    return Row(stood, state.results, number, overtime)


def single(rules: Rules) -> Rules:
    """The same rules for one game, in place of a tourney."""
    return change(rules, {"tokens_to_win": 1, "handicap": ()})


def _late(rules: Rules, chance: random.Random) -> Rules:
    """The same rules for a game that begins near its end."""
    target = rules.match.target
    scores = [chance.randrange(target - LATE, target, 10) for _ in range(rules.side_count)]
    return change(rules, {"handicap": tuple(scores)})


def play(rules: Rules, bot: str, seed: int, *, late: bool) -> tuple[list[Row], tuple[int, ...]]:
    """One game of a bot against itself: its deals and the sides that won it."""
    chance = random.Random(f"{seed}/{key(rules)}")
    if late:
        rules = _late(rules, chance)
    bots = [make(bot, seed * 8 + seat) for seat in range(rules.table.seats)]
    state, _ = referee.begin(rules)
    rows = []
    while state.winners is None:
        before = [msgspec.structs.replace(side) for side in state.standings]
        number, overtime = state.deals, state.overtime
        wanted = match.need(state)
        if wanted is not None:
            items = list(wanted.items)
            chance.shuffle(items)
            events = referee.supply(state, items)
        else:
            seat = min(referee.to_act(state))
            events = referee.apply(state, seat, bots[seat].act(view(state, seat)))
        if any(isinstance(event, DealScored) for event in events):
            rows.append(_row(state, before, number, overtime=overtime))
    return rows, state.game_winners or tuple(range(rules.side_count))


class Order(NamedTuple):
    """What is to be played: by whom, how many deals or else games, and from which seed.

    `late` games begin near their end, so that there are many deals of that kind.
    """

    rules: Rules
    bot: str
    deals: int = 0
    games: int = 0
    seed: int = 0
    late: bool = False


def _batch(task: tuple[Order, int]) -> list[tuple[list[Row], tuple[int, ...]]]:
    order, seed = task
    rules = single(order.rules)
    return [play(rules, order.bot, seed + step, late=order.late) for step in range(BATCH)]


def _raw_bags(before: int, result: SideResult) -> int:
    """The bags that a deal brought, those that its penalty took off included."""
    penalty = [line.tricks for line in result.lines if line.kind == "bag_penalty"]
    held = penalty[0] if penalty and penalty[0] is not None else result.bags
    return held - before


def _plain_points(result: SideResult) -> int:
    return sum(line.points for line in result.lines if line.kind != "bag_penalty")


def gather(games: list[tuple[list[Row], tuple[int, ...]]]) -> Deals:
    """Put games together as numbers."""
    rows = [(row, place) for place, (found, _) in enumerate(games) for row in found]
    stood = np.array([row.before for row, _ in rows])

    def of_results(kind: str) -> Numbers:
        return np.array([[int(getattr(result, kind)) for result in row.results] for row, _ in rows])

    sides = stood.shape[1]
    return Deals(
        score=stood[:, :, 0],
        bags=stood[:, :, 1],
        sets=stood[:, :, 2],
        bag_points=stood[:, :, 3],
        points=np.array([[_plain_points(result) for result in row.results] for row, _ in rows]),
        new_bags=np.array(
            [
                [
                    _raw_bags(before[1], result)
                    for before, result in zip(row.before, row.results, strict=True)
                ]
                for row, _ in rows
            ]
        ),
        failed=of_results("is_set"),
        boston=of_results("boston"),
        game=np.array([place for _, place in rows]),
        number=np.array([row.number for row, _ in rows]),
        overtime=np.array([int(row.overtime) for row, _ in rows]),
        won=np.array(
            [[(side in winners) / len(winners) for side in range(sides)] for _, winners in games]
        ),
    )


def _polite() -> None:
    os.nice(10)


def self_play(order: Order, jobs: int = 2) -> Deals:
    """Whole games until there are as many as ordered; the same for any number of processes."""
    found: list[tuple[list[Row], tuple[int, ...]]] = []
    scored = 0
    with ProcessPoolExecutor(jobs, initializer=_polite) as pool:
        while scored < order.deals or len(found) < order.games:
            first = order.seed + len(found)
            tasks = [(order, first + BATCH * step) for step in range(ROUND)]
            for batch in pool.map(_batch, tasks):
                found += batch
                scored += sum(len(rows) for rows, _ in batch)
    return gather(found[: order.games] if order.games else found)


def joined(one: Deals, two: Deals) -> Deals:
    """The deals of both."""
    games = two.game + len(one.won)
    parts = (np.concatenate(pair) for pair in zip(one, two._replace(game=games), strict=True))
    return Deals(*parts)

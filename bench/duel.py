"""Duplicate matches between two bots: `python bench/duel.py simple reference -n 200`.

Every match is played twice with the same cards and the seats exchanged. Prints the points a deal
by which the first bot is better, with a 95 % interval, the matches it won, and how both bid.
Other rule sets: `-r "standard(nil=50)"`; all presets: `-r all`; worker processes: `-j 2`.
"""

import argparse
import itertools
import random
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from statistics import mean, stdev
from sys import path
from typing import NamedTuple

from spadille.bots import Bot, make
from spadille.game.events import DealScored, LineKind
from spadille.game.state import State
from spadille.rules import Rules, describe, names, parse
from spadille.table import Item, Shuffle, Table

path.append(str(Path(__file__).parent))

MOST_ACTIONS = 200_000


class Job(NamedTuple):
    """A match to be played twice."""

    rules: str
    first: str
    second: str
    seed: int


class Outcome(NamedTuple):
    """The first bot's points a deal less the second's, its share of wins, and counts of events."""

    points: float
    won: float
    counts: Counter[str]


def bot(name: str) -> Bot:
    """A registered bot, or the reference."""
    if name == "reference":
        from reference_bot import ReferenceBot  # noqa: PLC0415 - it lies beside this script

        return ReferenceBot()
    return make(name)


def own_sides(state: State, turn: int) -> set[int]:
    """The sides of the first bot: players keep their bot when seats are drawn."""
    rules = state.rules
    return {
        rules.seat_side(seat)
        for seat, player in enumerate(state.players)
        if _is_first(rules, player, turn)
    }


def _is_first(rules: Rules, player: int, turn: int) -> bool:
    return rules.seat_side(player) % 2 == turn


def dealt(seed: int) -> Shuffle:
    """Chance that gives both plays of a match the same cards, deal by deal."""
    count = itertools.count()

    def shuffle(_place: int, items: Sequence[Item]) -> Sequence[Item]:
        order = list(items)
        random.Random(f"{seed}/{next(count)}").shuffle(order)
        return order

    return shuffle


def play(job: Job) -> Outcome:
    """Play one match twice, the seats exchanged."""
    points: list[float] = []
    won = 0.0
    counts: Counter[str] = Counter()
    for turn in (0, 1):
        table = Table(parse(job.rules), dealt(job.seed))
        first, second = bot(job.first), bot(job.second)
        difference, deals = 0.0, 0
        for _ in range(MOST_ACTIONS):
            if table.over:
                break
            sides = own_sides(table.state, turn)
            seat = min(table.to_act)
            actor = first if table.rules.seat_side(seat) in sides else second
            for event in table.act(seat, actor.act(table.view(seat))):
                if isinstance(event, DealScored):
                    difference += _difference(event, sides)
                    deals += 1
                    _count(counts, event, sides)
        winners = [
            int(_is_first(table.rules, player, turn)) for player in table.state.winners or ()
        ]
        # The bots may have unequal numbers of players: a win counts by the chance to win it.
        mine = sum(_is_first(table.rules, player, turn) for player in table.state.players)
        theirs = len(table.state.players) - mine
        gained, lost = sum(winners) / mine, (len(winners) - sum(winners)) / theirs
        won += gained / (gained + lost) / 2 if winners else 0.25
        points.append(difference / max(deals, 1))
    return Outcome(mean(points), won, counts)


def _difference(event: DealScored, sides: set[int]) -> float:
    mine = [result.points for result in event.results if result.side in sides]
    theirs = [result.points for result in event.results if result.side not in sides]
    return mean(mine) - mean(theirs)


def _count(counts: Counter[str], event: DealScored, sides: set[int]) -> None:
    for result in event.results:
        who = "first" if result.side in sides else "second"
        counts[f"{who} sides"] += 1
        counts[f"{who} bags"] += result.new_bags
        counts[f"{who} tricks"] += result.tricks
        counts[f"{who} points"] += result.points
        for line in result.lines:
            counts[f"{who} {line.kind.value}"] += 1
            if line.bid is not None and line.kind is not LineKind.UNBID:
                counts[f"{who} contracts"] += 1
                counts[f"{who} tricks bid"] += line.bid.tricks


def share(counts: Counter[str], who: str) -> str:
    """How a bot bid and fared, in one line."""
    sides = max(counts[f"{who} sides"], 1)
    contracts = max(counts[f"{who} contracts"], 1)
    failed = counts[f"{who} contract_failed"] + counts[f"{who} too_many_bags"]
    made = counts[f"{who} nil_made"] + counts[f"{who} blind_nil_made"]
    nils = made + counts[f"{who} nil_failed"] + counts[f"{who} blind_nil_failed"]
    return (
        f"  {who}: {counts[f'{who} points'] / sides:+.1f} a side and deal, "
        f"bid {counts[f'{who} tricks bid'] / contracts:.2f}, failed {failed / contracts:.1%}, "
        f"bags {counts[f'{who} bags'] / sides:.2f}, "
        f"nils {nils / sides:.3f} a side, {made / max(nils, 1):.0%} made"
    )


def report(jobs: Sequence[Job], processes: int) -> None:
    """Play the matches and print what came of them."""
    with Pool(processes) as pool:
        outcomes = pool.map(play, jobs, chunksize=2)
    counts: Counter[str] = Counter()
    for outcome in outcomes:
        counts.update(outcome.counts)
    points = [outcome.points for outcome in outcomes]
    error = 1.96 * stdev(points) / sqrt(len(points)) if len(points) > 1 else 0.0
    won = mean(outcome.won for outcome in outcomes)
    job = jobs[0]
    print(
        f"{describe(parse(job.rules))}: {job.first} – {job.second} "
        f"{mean(points):+.1f} ± {error:.1f} points a deal, {won:.1%} of 2 × {len(jobs)} matches"
    )
    print(share(counts, "first"))
    print(share(counts, "second"), flush=True)


def main() -> None:
    """Read the command line."""
    about = (__doc__ or "").splitlines()[0]
    reader = argparse.ArgumentParser(description=about)
    reader.add_argument("first")
    reader.add_argument("second")
    reader.add_argument("-r", "--rules", default="standard")
    reader.add_argument("-n", "--matches", type=int, default=100)
    reader.add_argument("-j", "--processes", type=int, default=2)
    reader.add_argument("-s", "--seed", type=int, default=1)
    given = reader.parse_args()
    for rules in names() if given.rules == "all" else [given.rules]:
        seeds = range(given.seed, given.seed + given.matches)
        jobs = [Job(rules, given.first, given.second, seed) for seed in seeds]
        report(jobs, given.processes)


if __name__ == "__main__":
    main()

"""Contests of the arena as sections use them: played on two processes, kept so that they go on."""

import subprocess
from pathlib import Path

from sections.figures import Figures
from spadille.contest import Contest, Estimate, Result, run
from spadille.contest.figures import BotFigures

BENCH = Path(__file__).parents[1]
KEPT = BENCH / "kept"
JOBS = 2
SEED = 2026
"""No seed that anything was fitted with: the deals are fresh."""

FLAT = "policy=off,bid_weights=off,play_weights=off,equity=off,bid_search=off,batches=1"
"""Options of plain Monte Carlo with the simple bot's bids."""


def code() -> str:
    """The last commit that touched what plays, marked where files differ from it."""

    def git(*command: str) -> str:
        parts = ["git", *command, "--", "src", "kernel"]
        done = subprocess.run(parts, cwd=BENCH.parent, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    return git("log", "-1", "--format=%h") + ("-dirty" if git("status", "--porcelain") else "")


def played(name: str, contest: Contest) -> Result:
    """The result of a contest; plays kept under its name by the same code are not played again."""
    folder = KEPT / code()
    folder.mkdir(parents=True, exist_ok=True)
    return run(contest, jobs=JOBS, out=folder / f"{name}.jsonl")


def share(estimate: Estimate | None, factor: float = 100, places: int = 1) -> str:
    """A value with its interval; by default a share in percent."""
    if estimate is None:
        return "none"
    ends = (estimate.low, estimate.high)
    low, high = ("?" if end is None else f"{end * factor:.{places}f}" for end in ends)
    return f"{estimate.value * factor:.{places}f} ({low} … {high})"


def points(estimate: Estimate | None) -> str:
    """Points a deal with their interval."""
    return share(estimate, 1)


def verdict(estimate: Estimate | None) -> str:
    """Whether a gain is beyond its interval."""
    if estimate is None or estimate.low is None or estimate.high is None:
        return "not shown"
    return "a gain" if estimate.low > 0 else "a loss" if estimate.high < 0 else "not shown"


def part(count: int, whole: int) -> str:
    """A count in percent of another one, with both."""
    return f"{100 * count / whole:.1f} ({count} / {whole})" if whole else "none"


def milliseconds(figures: BotFigures) -> float:
    """The average time for a card."""
    return round(1000 * figures.times.cards.average, 1)


def against(result: Result, wanted: str) -> Figures:
    """What the first bot of a contest won against the second, in a short form."""
    first, second = result.bots
    pair = f"{first.bot.partition('(')[0]} against {second.bot.partition('(')[0]}"
    return {
        f"{pair}: matches": result.plays,
        f"{pair}: matches won, % ({wanted})": share(first.wins),
        f"{pair}: points a deal ahead": points(first.ahead),
    }

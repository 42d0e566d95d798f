"""Contests of the arena as sections use them: played on two processes, kept so that they go on."""

from sections.figures import BENCH, Figures, git, scaled
from spadille.contest import Contest, Estimate, Result, run
from spadille.contest.figures import BotFigures

KEPT = BENCH / "kept"
JOBS = 2
SEED = 2026
"""No seed that anything was fitted with: the deals are fresh."""

FLAT = "policy=off,bid_weights=off,play_weights=off,equity=off,bid_search=off,batches=1"
"""Options of plain Monte Carlo with the simple bot's bids."""


def code() -> str:
    """The last commit that touched what plays, marked where files differ from it."""
    plays = ("--", "src", "kernel")
    changed = git("status", "--porcelain", *plays)
    return git("log", "-1", "--format=%h", *plays) + ("-dirty" if changed else "")


def played(name: str, contest: Contest) -> Result:
    """The result of a contest; plays kept under its name by the same code are not played again."""
    folder = KEPT / code()
    folder.mkdir(parents=True, exist_ok=True)
    return run(contest, jobs=JOBS, out=folder / f"{name}.jsonl")


def matches(name: str, bots: tuple[str, ...], rounds: int, amount: float) -> Result:
    """The result of standard duplicate matches."""
    return played(name, Contest(bots=bots, matches=scaled(rounds, amount), seed=SEED))


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


def verdict(estimate: Estimate | None, even: float = 0) -> str:
    """Whether a gain over what is even is beyond its interval."""
    if estimate is None or estimate.low is None or estimate.high is None:
        return "not shown"
    return "a gain" if estimate.low > even else "a loss" if estimate.high < even else "not shown"


def part(count: int, whole: int) -> str:
    """A count in percent of another one, with both."""
    return f"{100 * count / whole:.1f} ({count} / {whole})" if whole else "none"


def milliseconds(figures: BotFigures) -> float:
    """The average time for a card."""
    return round(1000 * figures.times.cards.average, 1)


def won(result: Result, wanted: str, *, ahead: str = "", of: str = "") -> Figures:
    """What the first bot won in matches; what is wanted of it, and of whom, stands in the names."""
    first = result.bots[0]
    return {
        f"{of}matches": result.plays,
        f"{of}matches won, % ({wanted})": share(first.wins),
        f"{of}points a deal ahead{ahead}": points(first.ahead),
    }

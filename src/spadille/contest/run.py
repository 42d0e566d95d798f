"""Running a contest: what is still to be played, where it is played, and what comes of it."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from spadille.bots import make
from spadille.contest import store
from spadille.contest.cluster import on_cluster
from spadille.contest.figures import Result, result
from spadille.contest.lineups import lineups
from spadille.contest.outside import command, is_outside
from spadille.contest.plan import Contest, ContestError
from spadille.contest.play import play
from spadille.contest.played import Played
from spadille.contest.processes import Task, on_processes, processors
from spadille.rules import Rules, parse
from spadille.rules.choices import NextGameDealer, Seating


class Progress(NamedTuple):
    """How far a contest is: `done` of `wanted` deals, if these are counted, else matches."""

    done: int
    wanted: int
    deals: bool


def check(contest: Contest) -> Rules:
    """The rules of a contest that can be played.

    Raises `RulesError`, `BotError` or `ContestError` if it cannot.
    """
    rules = parse(contest.rules)
    apart = rules.deal.seating is Seating.DRAWN and rules.side_count < rules.table.seats
    if apart and rules.match.next_game_dealer is NextGameDealer.REDRAW:
        raise ContestError("The rules draw partners anew for each game; a side has no bot then.")
    for name in contest.bots:
        if is_outside(name):
            command(name)
        else:
            make(name)
    return rules


class Tally:
    """The plays of a contest so far, and those that are missing."""

    def __init__(self, contest: Contest, turns: int, plays: Iterable[Played]) -> None:
        self._contest, self._turns = contest, turns
        self._plays: dict[int, dict[int, Played]] = {}
        self._whole, self._deals = 0, 0
        for one in plays:
            self.add(one)

    def add(self, one: Played) -> None:
        """Count a play."""
        self._plays.setdefault(one.round, {})[one.turn] = one
        while not self.enough and len(self._plays.get(self._whole, ())) == self._turns:
            group = self._plays[self._whole].values()
            self._deals += max(len(turn.deals) for turn in group)
            self._whole += 1

    @property
    def enough(self) -> bool:
        """Whether the first rounds, all of them whole, are as much as was asked for."""
        contest = self._contest
        if contest.deals is not None:
            return self._deals >= contest.deals
        return self._whole >= (contest.matches or 0)

    @property
    def progress(self) -> Progress:
        """How far the contest is."""
        wanted = self._contest.deals or self._contest.matches or 0
        deals = self._contest.deals is not None
        return Progress(min(self._deals if deals else self._whole, wanted), wanted, deals)

    def missing(self) -> Iterator[Task]:
        """Turns of rounds to be played, as long as there are not enough."""
        round_ = self._whole
        while not self.enough and (self._contest.rounds is None or round_ < self._contest.rounds):
            for turn in range(self._turns):
                if turn not in self._plays.get(round_, ()):
                    yield round_, turn
            round_ += 1

    def counted(self) -> list[Played]:
        """The plays of the first rounds that are enough: the same whoever was faster."""
        return [one for number in range(self._whole) for one in self._plays[number].values()]


def run(
    contest: Contest,
    *,
    jobs: int | None = None,
    out: Path | None = None,
    ray: str | None = None,
    tell: Callable[[Progress], None] = lambda _: None,
) -> Result:
    """Play a contest and return its figures.

    `jobs` processes play (None: as many as there are processors), or with `ray` the cluster at
    that address. Plays are added to the file `out`, and what it holds already is not played again.
    `tell` is called after each play. Raises `RulesError`, `BotError`, `ContestError` or `OSError`.

    >>> two = Contest(bots=("simple", "random"), rules="standard", deals=3, single_deals=True)
    >>> done = run(two, jobs=1)
    >>> done.deals, done.plays, done.bots[0].points > done.bots[1].points
    (3, 6, True)
    """
    rules = check(contest)
    known = [] if out is None else store.load(out, contest)
    tally = Tally(contest, len(lineups(contest, rules.side_count)), known)
    tell(tally.progress)
    with store.writing(out, contest) as keep:
        tasks = tally.missing()
        if ray is not None:
            plays = on_cluster(play, contest, tasks, ray)
        else:
            plays = on_processes(play, contest, tasks, jobs or processors())
        for one in plays:
            keep(one)
            tally.add(one)
            tell(tally.progress)
    return result(contest, tally.counted())


__all__ = ["Progress", "Tally", "check", "run"]

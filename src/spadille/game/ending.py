"""When a game is over: the tests made after each deal (rules 11.2 to 11.9)."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple, Protocol

from spadille.game.events import EndCause
from spadille.rules import Rules
from spadille.rules.choices import EndTest, TieRule


class Counts(Protocol):
    """What a side has after a deal: a standing, or the result that led to it."""

    @property
    def score(self) -> int:
        """The points of the game."""

    @property
    def bag_points(self) -> int:
        """The part of them that bags earned."""

    @property
    def sets(self) -> int:
        """The failed contracts that count."""


class Tally(NamedTuple):
    """All that decides whether a game is over after a deal.

    `sides` are what the sides have then, `bostons` those whose tricks may win the game by
    themselves, `deals` the number of deals scored; `overtime` tells that a tie at the target calls
    for further deals.
    """

    rules: Rules
    sides: Sequence[Counts]
    bostons: tuple[int, ...]
    deals: int
    overtime: bool


class Verdict(NamedTuple):
    """The sides that won a game, none for a draw, and why it is over."""

    winners: tuple[int, ...]
    cause: EndCause


class Outcome(Enum):
    """What a test says that does not end the game."""

    UNDECIDED = "undecided"
    ANOTHER_DEAL = "another_deal"


def _best(tally: Tally, among: Sequence[int], *, bags: bool = True) -> tuple[int, ...]:
    """The sides with the highest score among these, with or without the points of bags."""
    scores = [side.score - (0 if bags else side.bag_points) for side in tally.sides]
    top = max(scores[side] for side in among)
    return tuple(side for side in among if scores[side] == top)


def _best_at_target(tally: Tally, among: Sequence[int]) -> tuple[int, ...]:
    """The sides with the highest score among these, as compared at the target (rule 11.5)."""
    return _best(tally, among, bags=not tally.rules.match.tie_ignores_bags)


def _all_sides(tally: Tally) -> range:
    return range(len(tally.sides))


def _boston(tally: Tally) -> Verdict | Outcome:
    """Whether all the tricks won the game (rule 10.12)."""
    return Verdict(tally.bostons, EndCause.BOSTON) if tally.bostons else Outcome.UNDECIDED


def _without(tally: Tally, losers: set[int], cause: EndCause) -> Verdict | Outcome:
    """The highest of those who have not lost wins, of all if all have (rules 11.6 and 11.8)."""
    if not losers:
        return Outcome.UNDECIDED
    sides = _all_sides(tally)
    best = _best(tally, [side for side in sides if side not in losers] or sides)
    return Verdict(best, cause) if len(best) == 1 else Outcome.ANOTHER_DEAL


def _sets(tally: Tally) -> Verdict | Outcome:
    """Whether failed contracts lost the game (rule 11.7)."""
    most = tally.rules.match.sets_to_lose
    losers = {side for side in _all_sides(tally) if tally.sides[side].sets >= most > 0}
    return _without(tally, losers, EndCause.SETS)


def _losing_score(tally: Tally) -> Verdict | Outcome:
    floor = tally.rules.match.losing_score
    if floor == "none":
        return Outcome.UNDECIDED
    losers = {side for side in _all_sides(tally) if tally.sides[side].score <= floor}
    return _without(tally, losers, EndCause.LOSING_SCORE)


def _at_target(tally: Tally) -> list[int]:
    target = tally.rules.match.target
    return [side for side in _all_sides(tally) if tally.sides[side].score >= target > 0]


def is_overtime(tally: Tally) -> bool:
    """Whether sides are, or have been, level at the target: all compare from now on (rule 11.4)."""
    reached = _at_target(tally)
    return tally.overtime or (bool(reached) and len(_best_at_target(tally, reached)) > 1)


def _target(tally: Tally) -> Verdict | Outcome:
    """Whether a side has won by reaching the target, or leads alone after a tie there.

    At first only the sides at the target are compared, in further deals all (rules 11.3 to 11.5).
    """
    match, reached = tally.rules.match, _at_target(tally)
    if not reached and not tally.overtime:
        return Outcome.UNDECIDED
    best = _best_at_target(tally, _all_sides(tally) if tally.overtime else reached)
    if len(best) > 1:
        shared = match.tie_rule is TieRule.SHARED
        return Verdict(best, EndCause.TARGET) if shared else Outcome.ANOTHER_DEAL
    if match.tie_rule is TieRule.UNTIL_WINNER_AT_TARGET and best[0] not in reached:
        return Outcome.ANOTHER_DEAL
    return Verdict(best, EndCause.TARGET)


_TESTS = {
    EndTest.BOSTON: _boston,
    EndTest.SETS: _sets,
    EndTest.LOSING_SCORE: _losing_score,
    EndTest.TARGET: _target,
}


def verdict(tally: Tally) -> Verdict | None:
    """Whether the game is over after the deal just scored: the record's tests (rule 11.2)."""
    for test in tally.rules.match.end_tests:
        found = _TESTS[test](tally)
        if isinstance(found, Verdict):
            return found
        if found is Outcome.ANOTHER_DEAL:
            break
    if tally.deals >= tally.rules.match.max_deals:  # rule 11.9
        best = _best(tally, _all_sides(tally))
        return Verdict(best if len(best) == 1 else (), EndCause.MAX_DEALS)
    return None

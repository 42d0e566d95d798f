"""The figures of a contest: what each bot won, and how it bid and played."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import mean

import msgspec

from spadille.contest.intervals import Estimate, ratio, win_share
from spadille.contest.plan import Contest
from spadille.contest.played import Failing, Played, PlayedDeal, Times


class BotFigures(msgspec.Struct, frozen=True):
    """What a bot won, and how it bid and played.

    `ahead` is by how many points a deal its sides did better than the others, `points` what they
    made a deal; `wins` is its share of the matches and `fair` that of its players (so that
    `times_fair` is 1 for equal bots), None where no match was played to its end. Counts are those
    of all its sides: `deals` (a side's deal each), `hands` bid, the `nils` among them and the
    `blind_nils` among those, the `blinds` of all kinds, `contracts` and those that failed, `bags`,
    and `failures`: decisions in which it failed.
    """

    bot: str
    ahead: Estimate | None
    points: float
    wins: Estimate | None
    fair: float
    times_fair: Estimate | None
    deals: int
    hands: int
    nils: int
    nils_made: int
    blind_nils: int
    blind_nils_made: int
    blinds: int
    contracts: int
    failed: int
    bags: int
    failures: int
    times: Times

    @property
    def nil_frequency(self) -> float:
        """The share of hands that were bid nil."""
        return self.nils / self.hands if self.hands else 0.0

    @property
    def nil_success(self) -> float | None:
        """The share of nils made; None if there were none."""
        return self.nils_made / self.nils if self.nils else None

    @property
    def failure_rate(self) -> float | None:
        """The share of contracts that failed; None if there were none."""
        return self.failed / self.contracts if self.contracts else None


class Result(msgspec.Struct, frozen=True):
    """What came of a contest: `deals` counts cards dealt, once for all plays of a round.

    `failings` are by play and player; `played` are the plays themselves.
    """

    contest: Contest
    rounds: int
    plays: int
    deals: int
    bots: tuple[BotFigures, ...]
    failings: tuple[Failing, ...]
    played: tuple[Played, ...]


def result(contest: Contest, played: Iterable[Played]) -> Result:
    """Add up plays of whole rounds."""
    plays = sorted(played, key=lambda play: (play.round, play.turn))
    rounds: dict[int, list[Played]] = {}
    for play in plays:
        rounds.setdefault(play.round, []).append(play)
    return Result(
        contest=contest,
        rounds=len(rounds),
        plays=len(plays),
        deals=sum(max(len(play.deals) for play in group) for group in rounds.values()),
        bots=tuple(_figures(contest, place, rounds) for place in range(len(contest.bots))),
        failings=tuple(failing for play in plays for failing in play.failings),
        played=tuple(plays),
    )


def _figures(contest: Contest, place: int, rounds: Mapping[int, Sequence[Played]]) -> BotFigures:
    groups = [[play for play in group if place in play.bots] for group in rounds.values()]
    plays = [play for group in groups for play in group]
    rows = [
        side for play in plays for deal in play.deals for side in deal.sides if side.bot == place
    ]
    times = Times()
    for play in plays:
        times.add(play.times[place])
    fair = mean(_fair(play, place) for play in plays)
    wins = None if contest.single_deals else _wins(groups, place)
    return BotFigures(
        bot=contest.bots[place],
        ahead=_ahead(groups, place),
        points=mean(row.points for row in rows),
        wins=wins,
        fair=fair,
        times_fair=None if wins is None else _scaled(wins, 1 / fair),
        deals=len(rows),
        hands=sum(row.hands for row in rows),
        nils=sum(row.nils for row in rows),
        nils_made=sum(row.nils_made for row in rows),
        blind_nils=sum(row.blind_nils for row in rows),
        blind_nils_made=sum(row.blind_nils_made for row in rows),
        blinds=sum(row.blinds for row in rows),
        contracts=sum(row.contract is not None for row in rows),
        failed=sum(row.failed for row in rows),
        bags=sum(row.bags for row in rows),
        failures=sum(play.failures[place] for play in plays),
        times=times,
    )


def _ahead(groups: Sequence[Sequence[Played]], place: int) -> Estimate:
    """The points a deal by which a bot is ahead of the others, round by round."""
    sums = [
        sum(_difference(deal, place) for play in group for deal in play.deals) for group in groups
    ]
    return ratio(sums, [sum(len(play.deals) for play in group) for group in groups])


def _difference(deal: PlayedDeal, place: int) -> float:
    """The points of a bot's sides less those of the others."""
    mine = [side.points for side in deal.sides if side.bot == place]
    theirs = [side.points for side in deal.sides if side.bot != place]
    return mean(mine) - mean(theirs)


def _wins(groups: Sequence[Sequence[Played]], place: int) -> Estimate:
    """A bot's share of the matches; one without a winner is shared fairly."""
    sums = [sum(_won(play, place) for play in group) for group in groups]
    return win_share(sums, [len(group) for group in groups])


def _won(play: Played, place: int) -> float:
    if not play.winners:
        return _fair(play, place)
    return mean(play.bots[player] == place for player in play.winners)


def _fair(play: Played, place: int) -> float:
    """The share of a bot in the players."""
    return mean(bot == place for bot in play.bots)


def _scaled(estimate: Estimate, factor: float) -> Estimate:
    low, high = estimate.low, estimate.high
    return Estimate(
        estimate.value * factor,
        None if low is None else low * factor,
        None if high is None else high * factor,
    )


__all__ = ["BotFigures", "Result", "result"]

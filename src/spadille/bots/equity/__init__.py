"""Equity: the chance to win, from any score of any rule set.

Whether a game is over is asked of the game itself (`spadille.game.ending`). What was measured of
each preset lies in `tables/`, made by `tools/equity.py`; `docs/equity.md` tells how, and how well
it agrees with games played.
"""

from collections.abc import Sequence
from functools import lru_cache

from spadille.bots.equity.model import model_of
from spadille.bots.equity.standing import Standing
from spadille.bots.equity.tourney import match_chances
from spadille.game.ending import Tally, is_overtime, verdict
from spadille.game.events import SideResult
from spadille.rules import Rules

REMEMBERED = 1 << 16


@lru_cache(maxsize=REMEMBERED)
def win_chances(
    rules: Rules,
    standings: tuple[Standing, ...],
    *,
    deals: int,
    overtime: bool = False,
) -> tuple[float, ...]:
    """The chance of each side to win the game as it stands after `deals` deals.

    `overtime` tells that a tie at the target is to be broken; a draw counts as shared.

    >>> from spadille.rules import load
    >>> win_chances(load("standard"), (Standing(0), Standing(0)), deals=0)
    (0.5, 0.5)
    """
    return model_of(rules).chances(standings, deals, overtime=overtime)


def after_deal(
    rules: Rules, results: Sequence[SideResult], *, deals: int, overtime: bool
) -> tuple[float, ...]:
    """The same after a deal has been scored: 1 or 0 if the game ends with it, shared or not.

    `deals` counts that deal, `overtime` is as it was in that deal.
    """
    standings = tuple(
        [Standing(side.score, side.bags, side.sets, side.bag_points) for side in results]
    )
    bostons = tuple([side.side for side in results if side.boston])
    return _after(Tally(rules, standings, bostons, deals, overtime))


@lru_cache(maxsize=REMEMBERED)
def _after(tally: Tally) -> tuple[float, ...]:
    overtime = is_overtime(tally)
    found = verdict(tally._replace(overtime=overtime))
    sides = range(len(tally.sides))
    if found is not None:
        winners = found.winners or sides
        return tuple([float(side in winners) / len(winners) for side in sides])
    return win_chances(
        tally.rules,
        tuple(tally.sides),
        deals=tally.deals,
        overtime=overtime,
    )


__all__ = ["Standing", "after_deal", "match_chances", "win_chances"]

"""Equity: the chance to win, from any score of any rule set.

Whether a game is over is asked of the game itself (`spadille.game.ending`).
"""

from collections.abc import Sequence

from spadille.bots.equity.race import COMMON, deals_to_target, race
from spadille.bots.equity.standing import Standing
from spadille.bots.equity.tourney import match_chances
from spadille.game.ending import Tally, is_overtime, verdict
from spadille.game.events import SideResult
from spadille.rules import Rules


def win_chances(
    rules: Rules,
    standings: tuple[Standing, ...],
    *,
    deals: int,
    dealer: int = 0,  # noqa: ARG001
    overtime: bool = False,
) -> tuple[float, ...]:
    """The chance of each side to win the game as it stands after `deals` deals.

    `dealer` deals next; a draw counts as shared.

    >>> from spadille.rules import load
    >>> win_chances(load("standard"), (Standing(0), Standing(0)), deals=0)
    (0.5, 0.5)
    """
    left = 1.0 if overtime else deals_to_target(rules, standings, COMMON)
    return race(rules, standings, min(left, rules.match.max_deals - deals))


def after_deal(
    rules: Rules, results: Sequence[SideResult], *, deals: int, dealer: int, overtime: bool
) -> tuple[float, ...]:
    """The same after a deal has been scored: 1 or 0 if the game ends with it, shared or not.

    `deals` counts that deal, `dealer` deals next, `overtime` is as it was in that deal.
    """
    bostons = tuple(result.side for result in results if result.boston)
    tally = Tally(rules, results, bostons, deals, overtime)
    tally = tally._replace(overtime=is_overtime(tally))
    found = verdict(tally)
    if found is not None:
        winners = found.winners or range(len(results))
        return tuple(float(side in winners) / len(winners) for side in range(len(results)))
    standings = tuple(
        Standing(result.score, result.bags, result.sets, result.bag_points) for result in results
    )
    return win_chances(rules, standings, deals=deals, dealer=dealer, overtime=tally.overtime)


__all__ = ["Standing", "after_deal", "match_chances", "win_chances"]

"""Contests: bots against bots with the same cards, seats exchanged, on all processors.

>>> from spadille.contest import Contest, run
>>> result = run(Contest(bots=("simple", "random"), deals=2, single_deals=True), jobs=1)
>>> [figures.bot for figures in result.bots]
['simple', 'random']
"""

from spadille.contest.figures import BotFigures, Result
from spadille.contest.intervals import Estimate
from spadille.contest.plan import Contest, ContestError, Lineup
from spadille.contest.run import Progress, check, run

__all__ = [
    "BotFigures",
    "Contest",
    "ContestError",
    "Estimate",
    "Lineup",
    "Progress",
    "Result",
    "check",
    "run",
]

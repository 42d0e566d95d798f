"""The rule sets in which few matches against simple bots show little: the same, with more of them.

The strong bot against simple ones as in `presets`, the plays of a round exchanging the sides.
"""

from sections import contests
from sections.figures import Figures, scaled
from sections.presets import contest_of, row

ROUNDS = {"two_handed": 100, "double_nil": 50, "suicide": 30}


def measure(amount: float) -> Figures:
    """Measure rule set by rule set."""
    figures: Figures = {}
    for name, rounds in ROUNDS.items():
        contest = contest_of(name, scaled(rounds, amount))
        figures |= row(name, contests.played(f"presets-{name}", contest))
    return figures

"""What a side holds after a deal, for many deals at once."""

from functools import cache

import numpy as np
from equity_play import Numbers

from spadille.game.scoring import bag_limit, bag_penalty
from spadille.rules import Rules
from spadille.rules.choices import SetsCounted

MOST_BAGS = 80


@cache
def _by_bags(rules: Rules) -> Numbers:
    """The penalty for bags and the bags left after it, by bags held; none where none are held."""
    held = bag_limit(rules) > 0
    return np.array([bag_penalty(rules, bags) if held else (0, 0) for bags in range(MOST_BAGS)])


def bags_after(rules: Rules, bags: Numbers) -> tuple[Numbers, Numbers]:
    """The penalties for so many bags, and the bags left after them."""
    penalty, left = _by_bags(rules)[np.clip(bags, 0, MOST_BAGS - 1)].T
    return penalty.T, left.T


def sets_after(rules: Rules, sets: Numbers | int, failed: Numbers) -> Numbers:
    """The failed contracts that count after deals in which so many failed (rule 11.7)."""
    in_a_row = rules.match.sets_counted is SetsCounted.IN_A_ROW
    return np.where((failed == 0) & in_a_row, 0, sets + failed)

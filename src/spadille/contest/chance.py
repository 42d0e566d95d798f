"""Chance: the cards of a round, the same in all its plays."""

import itertools
from collections.abc import Sequence

from spadille.table import Item, Shuffle, seeded


def cards_of(seed: int, round_: int) -> Shuffle:
    """Chance that gives all plays of a round the same cards, deal by deal.

    It goes by the number of shuffles so far, and not by the length of the log: what bots say and
    do makes logs differ.
    """
    order, count = seeded(f"{seed}/{round_}"), itertools.count()

    def shuffle(_place: int, items: Sequence[Item]) -> Sequence[Item]:
        return order(next(count), items)

    return shuffle


__all__ = ["cards_of"]

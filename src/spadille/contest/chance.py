"""Chance: the cards of a round, the same in all its plays, and the seeds of its bots."""

import hashlib
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


def bot_seed(seed: int, round_: int, player: int) -> int:
    """Chance of a bot's own, from which the order of the cards cannot be told."""
    said = hashlib.sha256(f"the bot of player {player} in round {round_} at {seed}".encode())
    return int.from_bytes(said.digest()[:8])


__all__ = ["bot_seed", "cards_of"]

"""Hands drawn from a stock: who may keep or reject cards holds better ones than chance gives."""

from functools import cache
from math import comb, log

import numpy as np
from numpy.typing import NDArray

from spadille import _kernel
from spadille.bots.kernel import Worlds, as_begun, pack_of
from spadille.bots.opening import card_worth
from spadille.bots.strength import Numbers
from spadille.rules import Rules
from spadille.view import View

ODD = 3.0
"""The logarithm by which each choice against the rule of thumb makes a world less likely."""


@cache
def good(rules: Rules) -> NDArray[np.bool_]:
    """The cards that one would keep rather than take the next one unseen."""
    worth = np.array([card_worth(rules, card) for card in pack_of(rules).cards])
    found: NDArray[np.bool_] = worth > worth.mean()
    return found


def by_draws(view: View, worlds: Worlds) -> Numbers:
    """How likely each world makes the cards kept and rejected by the others, as logarithms.

    Of a hand as many cards as were kept are good ones, and the others came unseen; of the cards out
    of play as many as were rejected are poor ones. What is counted are the ways to have it so
    (rules 4.3 and 4.5).
    """
    total = np.zeros(len(worlds))
    seats = len(view.seats)
    keeps, begun = good(view.rules), as_begun(view, worlds)
    mine = np.zeros(worlds.shape[1], np.bool_)
    for card in view.discards:
        mine[pack_of(view.rules).numbers[card][0]] = True
    away = (worlds == _kernel.HIDDEN) & ~mine
    poor = (away & ~keeps).sum(1)
    for seat in range(seats):
        turns = view.drew[(seat - view.dealer - 1) % seats :: seats]
        if seat == view.seat or not turns:
            continue
        held = begun == seat
        total += _ways((held & keeps).sum(1), sum(turns))
        total += _ways(poor, len(turns) - sum(turns))
    return total


def _ways(among: NDArray[np.int64], wanted: int) -> Numbers:
    """The logarithm of the ways to choose so many, with a penalty for each that is missing."""
    most = int(among.max(initial=0))
    table = [
        log(comb(have, wanted)) if have >= wanted else -ODD * (wanted - have)
        for have in range(most + 1)
    ]
    return np.array(table)[among]


__all__ = ["by_draws", "good"]

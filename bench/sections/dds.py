"""DDS through endplay, on one thread: the value of a deal and one card."""

import time
from collections.abc import Sequence

from endplay import _dds

from spadille.bots.kernel import NOBODY

SPADES = 3
_dds.SetMaxThreads(1)


def solve(owners: Sequence[int], leader: int) -> tuple[int, float]:
    """The tricks of the leader's side, and the processor seconds they took.

    `owners` says of the 52 cards, clubs to spades and twos to aces, who holds them, or NOBODY.
    """
    deal, answer = _dds.deal(), _dds.futureTricks()
    deal.trump, deal.first = 0, leader  # DDS counts the suits from spades on
    for card, owner in enumerate(owners):
        if owner != NOBODY:
            deal.remainCards[owner][SPADES - card // 13] |= 4 << card % 13
    target, one_card, afresh = -1, 1, 1
    begin = time.process_time()
    _dds.SolveBoard(deal, target, one_card, afresh, answer, 0)
    return answer.score[0], time.process_time() - begin

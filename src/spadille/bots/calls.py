"""Bids and answers in the auction, each rehearsed in likely worlds (Cohensius et al. 2020)."""

from functools import partial

import numpy as np

from spadille.bots.effort import Effort
from spadille.bots.expected import bids_with, expected_bids
from spadille.bots.kernel import Worlds
from spadille.bots.rehearsal import Plan, Rehearsal, best_of
from spadille.bots.trial import Trial
from spadille.bots.worlds import worlds_of
from spadille.game.actions import AnswerBlind, AnyAction, Bid, BidKind, ComeOut, Look, MakeBid
from spadille.game.contracts import COME_OUT
from spadille.game.facts import is_joint
from spadille.view import View

REACH = 3
"""Numbers of tricks this far from the expected one are thought of."""


def trials(view: View, effort: Effort, seed: int) -> dict[AnyAction, Trial]:
    """Try every action of the auction that is worth a thought.

    Numbers are tried around the expected one, and farther on as long as the last one is the best.
    """
    worlds = worlds_of(view, effort, seed)
    rehearsal = Rehearsal(view, effort)
    left = plans(view)
    numbers = sorted(_number(action) for action in left if _is_number(action))
    mean = _expected(view, worlds)
    near = min(numbers, key=lambda number: abs(number - mean), default=0)
    low, high = near - REACH, near + REACH
    found: dict[AnyAction, Trial] = {}
    while True:
        now = {
            action: plan
            for action, plan in left.items()
            if action not in found
            and not (_is_number(action) and not low <= _number(action) <= high)
        }
        found |= best_of(rehearsal, now, worlds, seed)
        best = max(found, key=lambda action: found[action].value().mean)
        if not _is_number(best):
            return found
        if _number(best) <= low and numbers[0] < low:
            low -= REACH
        elif _number(best) >= high and numbers[-1] > high:
            high += REACH
        else:
            return found


def plans(view: View) -> dict[AnyAction, Plan]:
    """What each action leads to."""
    found: dict[AnyAction, Plan] = {}
    for action in view.legal:
        match action:
            case MakeBid(bid):
                made: Bid | None = bid
            case AnswerBlind(agree):
                made = view.sides[view.side or 0].proposed if agree else None
            case ComeOut(out):
                made = Bid(BidKind.NUMBER, COME_OUT) if out else None
            case Look():
                made = None
            case _:
                continue
        found[action] = Plan(partial(bids_with, view, seat=view.seat, bid=made))
    return found


def _is_number(action: AnyAction) -> bool:
    return isinstance(action, MakeBid) and action.bid.kind is BidKind.NUMBER


def _number(action: AnyAction) -> int:
    assert isinstance(action, MakeBid)
    return action.bid.tricks


def _expected(view: View, worlds: Worlds) -> float:
    """The tricks that the bid at hand would usually name: one's own, or those of the side."""
    assert view.seat is not None
    bids = np.maximum(expected_bids(view, worlds), 0).mean(0)
    if is_joint(view.rules):
        return float(sum(bids[seat] for seat in view.rules.side_seats(view.side or 0)))
    return float(bids[view.seat])


__all__ = ["trials"]

"""What the seats told of their hands in the auction."""

from typing import NamedTuple

from spadille.game.contracts import tricks_of
from spadille.view import View


class Signal(NamedTuple):
    """The tricks that a seat told of, or that it wants none."""

    tricks: float
    nil: bool


def signals(view: View) -> dict[int, Signal]:
    """What each seat told after a look at its cards; seats that told nothing are left out.

    Bids of a seat; where partners talk, the sure tricks and half of the possible ones.
    """
    told = {
        said.seat: Signal(said.sure + (said.possible or 0) / 2, nil=False)
        for said in view.talk
        if said.sure is not None
    }
    for seat, known in enumerate(view.seats):
        if known.bid is not None and not known.bid.is_blind:
            told[seat] = Signal(float(tricks_of(view.rules, known.bid)), known.bid.is_nil)
    return told

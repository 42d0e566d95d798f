"""What may be expected of a deal, in sentences: contracts and nils that may fail, and bags."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from spadille.game.actions import AnyAction, MakeBid
from spadille.game.contracts import is_special
from spadille.game.state import Phase
from spadille.view import View
from spadille.words import N_, Words
from spadille.words import names as named
from spadille.words.goals import goal

DEALS = 100
"""Chances are told in so many deals."""
BAGS = 0.5
"""Fewer bags than this are not worth a word."""


class Odds(NamedTuple):
    """How to say in how many of 100 deals something comes about: in none, in `n`, in all."""

    none: str
    some: str
    all: str = ""

    def said(self, words: Words, chance: float, **fields: object) -> str:
        """A chance as a sentence; where there is none for all deals, these are counted too.

        >>> Odds("Never.", "{n} times.").said(Words("en"), 0.123)
        '12 times.'
        """
        often = _often(chance)
        if not often:
            return words.say(self.none, **fields)
        return words.say(self.all if self.all and often == DEALS else self.some, n=often, **fields)


_BID = Odds(
    N_("With this bid the contract hardly ever fails."),
    N_("With this bid the contract fails in {n} of 100 likely deals."),
)
_CONTRACT = Odds(
    N_("Your contract hardly ever fails."),
    N_("Your contract fails in {n} of 100 likely deals."),
    N_("Your contract is as good as lost."),
)
_NIL = Odds(
    N_("Your nil hardly ever fails."),
    N_("Your nil fails in {n} of 100 likely deals."),
)
_ANOTHER_NIL = Odds(
    N_("The nil of {name} hardly ever fails."),
    N_("The nil of {name} fails in {n} of 100 likely deals."),
)
_OPPONENT = Odds(
    N_("Your opponent's contract is as good as lost."),
    N_("Your opponent makes his contract in {n} of 100 likely deals."),
    N_("Your opponent's contract hardly ever fails."),
)
_OPPONENTS = Odds(
    N_("The opponents' contract is as good as lost."),
    N_("The opponents make their contract in {n} of 100 likely deals."),
    N_("The opponents' contract hardly ever fails."),
)


class Prospect(Protocol):
    """The chances of a deal, as `spadille.bots.trial.Outlook`."""

    @property
    def contracts(self) -> Sequence[float]:
        """By side, the chance that its contract is not set."""

    @property
    def bags(self) -> Sequence[float]:
        """By side, the bags of the deal."""

    @property
    def nils(self) -> Mapping[int, float]:
        """By seat, the chance to make a nil."""


def fears(
    words: Words, outlook: Prospect, action: AnyAction, view: View, names: Sequence[str]
) -> Iterator[str]:
    """What may go wrong, and what the others may make, after an action of the viewer."""
    if view.unbid:
        return
    if view.phase is Phase.AUCTION:
        yield from _of_bid(words, outlook, action, view)
        yield from _nils(words, outlook, view, names)
    elif view.phase in (Phase.EXCHANGE, Phase.PLAY):
        yield from _own_contract(words, outlook, view)
        yield from _nils(words, outlook, view, names)
        yield from _others(words, outlook, view, names)
        yield from _bags(words, outlook, view)


def _of_bid(words: Words, outlook: Prospect, action: AnyAction, view: View) -> Iterator[str]:
    """What becomes of a bid; nothing of it is known before it is made."""
    if not isinstance(action, MakeBid) or view.seat is None or view.side is None:
        return
    if not action.bid.is_nil:
        yield _BID.said(words, 1 - outlook.contracts[view.side])
    elif view.seat in outlook.nils:
        yield _NIL.said(words, 1 - outlook.nils[view.seat])


def _often(chance: float) -> int:
    """A chance as a number of deals."""
    return round(DEALS * chance)


def _is_open(view: View, side: int) -> bool:
    """Whether a side has a contract that tricks can still make or fail."""
    found = goal(view, side)
    if found is None:
        return False
    return bool(found.needs) or found.room is not None or is_special(found.bid)


def _own_contract(words: Words, outlook: Prospect, view: View) -> Iterator[str]:
    if view.side is not None and _is_open(view, view.side):
        yield _CONTRACT.said(words, 1 - outlook.contracts[view.side])


def _nils(words: Words, outlook: Prospect, view: View, names: Sequence[str]) -> Iterator[str]:
    """The nils that have not failed yet, the viewer's own first."""
    for seat in sorted(outlook.nils, key=lambda seat: (seat != view.seat, seat)):
        known = view.seats[seat]
        if known.bid is not None and known.bid.is_nil and not known.tricks:
            odds = _NIL if seat == view.seat else _ANOTHER_NIL
            yield odds.said(words, 1 - outlook.nils[seat], name=names[seat])


def _others(words: Words, outlook: Prospect, view: View, names: Sequence[str]) -> Iterator[str]:
    """How often the other sides make the contracts that are still open."""
    sides = range(view.rules.side_count)
    left = [side for side in sides if side != view.side and _is_open(view, side)]
    if not left:
        return
    if len(sides) == 2:
        odds = _OPPONENT if len(names) == 2 else _OPPONENTS
        yield odds.said(words, outlook.contracts[left[0]])
        return
    chances = [
        f"{named.people(words, view.rules.side_seats(side), names, None)}"
        f" ({_often(outlook.contracts[side])})"
        for side in left
    ]
    yield words.say(
        "In 100 likely deals the others make their contracts so often: {chances}.",
        chances=named.listed(words, chances),
    )


def _bags(words: Words, outlook: Prospect, view: View) -> Iterator[str]:
    """The bags to be expected, where they cost anything."""
    if view.side is None or not view.rules.scoring.bag_limit:
        return
    bags = outlook.bags[view.side]
    if bags >= BAGS:
        shown = f"{bags:.1f}"
        if len(view.rules.side_seats(view.side)) == 1:
            yield words.say("On average the deal brings you {bags} bags.", bags=shown)
        else:
            yield words.say("On average the deal brings your side {bags} bags.", bags=shown)


__all__ = ["Prospect", "fears"]

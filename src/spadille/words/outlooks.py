"""What may be expected of a deal, in sentences: contracts and nils that may fail, and bags."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from spadille.game import contracts
from spadille.game.actions import AnyAction, Bid, MakeBid
from spadille.game.state import Phase
from spadille.view import View
from spadille.words import Words
from spadille.words import names as named

DEALS = 100
"""Chances are told in so many deals."""
BAGS = 0.5
"""Fewer bags than this are not worth a word."""


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
    if action.bid.is_nil:
        if view.seat in outlook.nils:
            yield _nil(words, "", 1 - outlook.nils[view.seat])
        return
    often = _often(1 - outlook.contracts[view.side])
    if often:
        yield words.say("With this bid the contract fails in {n} of 100 likely deals.", n=often)
    else:
        yield words.say("With this bid the contract hardly ever fails.")


def _often(chance: float) -> int:
    """A chance as a number of deals.

    >>> _often(0.123)
    12
    """
    return round(DEALS * chance)


def open_contract(view: View, side: int) -> Bid | None:
    """The contract of a side, as long as tricks can make or fail it; else None."""
    seats = [view.seats[seat] for seat in view.rules.side_seats(side)]
    bids = [seat.bid for seat in seats]
    bid = contracts.contract_of(view.rules, bids, view.sides[side].bid)
    if bid is None:
        return None
    taken = contracts.counted(view.rules, bids, [seat.tricks for seat in seats])
    made = taken >= contracts.tricks_of(view.rules, bid)
    safe = contracts.room(view.rules, bid) is None and not contracts.is_special(bid)
    return None if made and safe else bid


def _own_contract(words: Words, outlook: Prospect, view: View) -> Iterator[str]:
    if view.side is None or open_contract(view, view.side) is None:
        return
    often = _often(1 - outlook.contracts[view.side])
    if often == DEALS:
        yield words.say("Your contract is as good as lost.")
    elif often:
        yield words.say("Your contract fails in {n} of 100 likely deals.", n=often)
    else:
        yield words.say("Your contract hardly ever fails.")


def _nils(words: Words, outlook: Prospect, view: View, names: Sequence[str]) -> Iterator[str]:
    """The nils that have not failed yet, the viewer's own first."""
    for seat in sorted(outlook.nils, key=lambda seat: (seat != view.seat, seat)):
        known = view.seats[seat]
        if known.bid is not None and known.bid.is_nil and not known.tricks:
            name = "" if seat == view.seat else names[seat]
            yield _nil(words, name, 1 - outlook.nils[seat])


def _nil(words: Words, name: str, chance: float) -> str:
    """How often a nil fails: that of a player, or without a name one's own."""
    often = _often(chance)
    if not name:
        if often:
            return words.say("Your nil fails in {n} of 100 likely deals.", n=often)
        return words.say("Your nil hardly ever fails.")
    if often:
        return words.say("The nil of {name} fails in {n} of 100 likely deals.", name=name, n=often)
    return words.say("The nil of {name} hardly ever fails.", name=name)


def _others(words: Words, outlook: Prospect, view: View, names: Sequence[str]) -> Iterator[str]:
    """How often the other sides make the contracts that are still open."""
    sides = range(view.rules.side_count)
    left = [side for side in sides if side != view.side and open_contract(view, side) is not None]
    if not left:
        return
    if len(sides) == 2:
        often = _often(outlook.contracts[left[0]])
        yield _opponent(words, often) if len(names) == 2 else _opponents(words, often)
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


def _opponent(words: Words, often: int) -> str:
    """How often the only opponent makes his contract."""
    if not often:
        return words.say("Your opponent's contract is as good as lost.")
    if often == DEALS:
        return words.say("Your opponent's contract hardly ever fails.")
    return words.say("Your opponent makes his contract in {n} of 100 likely deals.", n=often)


def _opponents(words: Words, often: int) -> str:
    """How often the only other side makes its contract."""
    if not often:
        return words.say("The opponents' contract is as good as lost.")
    if often == DEALS:
        return words.say("The opponents' contract hardly ever fails.")
    return words.say("The opponents make their contract in {n} of 100 likely deals.", n=often)


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


__all__ = ["Prospect", "fears", "open_contract"]

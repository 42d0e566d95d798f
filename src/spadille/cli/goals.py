"""Goals: what each side has promised, what it has taken, and what it still needs."""

from typing import NamedTuple

from spadille.game.actions import Bid, BidKind
from spadille.rules import Rules
from spadille.rules.choices import FailedNilTricks
from spadille.view import View
from spadille.words import Words

TEN = 10
_FIXED = {BidKind.ONE_FOR_FIFTY: 1, BidKind.TWO_FOR_FORTY: 2}


class Goal(NamedTuple):
    """The contract of a side and the tricks that count towards it; `final` once all have bid.

    `room` is the number of overtricks that do not yet set the side; None: as many as there are.
    """

    contract: int
    taken: int
    final: bool
    room: int | None = None

    @property
    def needs(self) -> int:
        """Tricks still needed."""
        return max(self.contract - self.taken, 0)


def tricks_of(rules: Rules, bid: Bid) -> int:
    """The tricks that a bid promises."""
    if bid.kind is BidKind.MOON:
        return rules.auction.sm_min_tricks
    return _FIXED.get(bid.kind, bid.tricks)


def goal(view: View, side: int) -> Goal | None:
    """The goal of a side; None while it has bid nothing but nils, or nothing."""
    seats = [view.seats[seat] for seat in view.rules.side_seats(side)]
    named = view.sides[side].bid
    if named is not None:
        taken = sum(seat.tricks for seat in seats)
        return Goal(named.tricks, taken, final=True, room=_room(view.rules, named, named.tricks))
    bids = [seat.bid for seat in seats if seat.bid is not None and not seat.bid.is_nil]
    if not bids:
        return None
    helped = view.rules.scoring.failed_nil_tricks is FailedNilTricks.HELP_PARTNER
    taken = sum(
        seat.tricks for seat in seats if helped or (seat.bid is not None and not seat.bid.is_nil)
    )
    contract = sum(tricks_of(view.rules, bid) for bid in bids)
    final = all(seat.bid is not None for seat in seats)
    return Goal(contract, taken, final, _room(view.rules, bids[0], contract))


def _room(rules: Rules, bid: Bid, contract: int) -> int | None:
    """The overtricks that a contract bears (rule 10.5)."""
    limit = rules.scoring.overtricks_set
    bears = bid.kind is BidKind.NUMBER and contract < TEN and limit
    return limit - 1 if bears else None


def needs_text(words: Words, found: Goal | None) -> str:
    """What a side still needs, in a few words."""
    if found is None or not found.final:
        return ""
    if found.needs:
        return str(found.needs)
    over = found.taken - found.contract
    if found.room is not None:
        if over > found.room:
            return words.say("too many")
        return words.many("made, at most {n} more", "made, at most {n} more", found.room - over)
    return words.say("made, {n} over", n=over) if over else words.say("made")


def bid_text(words: Words, said: str, bid: Bid | None, tricks: int) -> str:
    """A seat's bid as it stands: a nil that has taken a trick is marked."""
    if bid is None:
        return ""
    if bid.is_nil and tricks:
        return words.say("{bid}, failed", bid=said)
    return said

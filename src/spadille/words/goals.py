"""Goals: what each side has promised, what it has taken, and what it still needs."""

from typing import NamedTuple

from spadille.game import contracts, scoring
from spadille.game.actions import Bid, BidKind
from spadille.rules import Rules
from spadille.view import View
from spadille.words import Words


class Goal(NamedTuple):
    """The contract of a side and the tricks that count towards it; `final` once all have bid.

    `room` is the number of overtricks that do not yet set the side; None: as many as there are.
    `nil_bags` are the tricks of failed nils that are bags and nothing else.
    """

    bid: Bid
    contract: int
    taken: int
    final: bool
    room: int | None = None
    nil_bags: int = 0

    @property
    def needs(self) -> int:
        """Tricks still needed."""
        return max(self.contract - self.taken, 0)


def goal(view: View, side: int) -> Goal | None:
    """The goal of a side; None while it has bid nothing but nils, or nothing."""
    rules, named = view.rules, view.sides[side].bid
    seats = [view.seats[seat] for seat in rules.side_seats(side)]
    bids = [seat.bid for seat in seats]
    bid = contracts.contract_of(rules, bids, named)
    if bid is None:
        return None
    return Goal(
        bid,
        contracts.tricks_of(rules, bid),
        contracts.counted(rules, bids, [seat.tricks for seat in seats]),
        final=named is not None or None not in bids,
        room=contracts.room(rules, bid),
        nil_bags=contracts.nil_bags(rules, bids, [seat.tricks for seat in seats]),
    )


def needs_text(words: Words, rules: Rules, found: Goal | None) -> str:
    """What a side still needs, in a few words."""
    if found is None or not found.final:
        return ""
    if found.needs:
        return str(found.needs)
    if contracts.is_special(found.bid):
        return _special_text(words, rules, found)
    over = found.taken - found.contract
    if found.room is not None:
        if over > found.room:
            return words.say("too many")
        return words.many("made, at most {n} more", "made, at most {n} more", found.room - over)
    over += found.nil_bags
    return words.say("made, {n} over", n=over) if over else words.say("made")


def _special_text(words: Words, rules: Rules, found: Goal) -> str:
    """What a special bid that is made would pay now."""
    line = scoring.special(rules, found.bid, found.taken).line
    assert line is not None
    if found.bid.kind is not BidKind.MOON and found.taken == found.contract:
        return words.say("made: +{points}, no more", points=line.points)
    return words.say("made: +{points}", points=line.points)


def bid_text(words: Words, said: str, bid: Bid | None, tricks: int) -> str:
    """A seat's bid as it stands: a nil that has taken a trick is marked."""
    if bid is None:
        return ""
    if bid.is_nil and tricks:
        return words.say("{bid}, failed", bid=said)
    return said

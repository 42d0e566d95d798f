"""Counting a match: what each of its people did, from the rows of its room.

A deal is counted for whoever made the bid of a seat, whatever becomes of it: who bids and leaves
has tried, and what a bot bid is nobody's. Where a seat has no bid of its own, since partners bid
together or the deal bids itself, it is whoever acted for himself when the play began. What the
clock did is done by whom it ran out on.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from spadille.game.events import (
    AnyEvent,
    BidMade,
    DealBegan,
    DealScored,
    LineKind,
    MatchEnded,
    PlayBegan,
    SeatsDrawn,
    SideResult,
)
from spadille.rules import Rules, key
from spadille.server.entries import (
    Acted,
    AnyEntry,
    Batch,
    By,
    Came,
    Closed,
    Covered,
    Held,
    Left,
    Opened,
    Seated,
)
from spadille.server.room.telling import GUEST
from spadille.server.statistics.tally import Kept, Tally, Together

_NILS: Final = {
    LineKind.NIL_MADE: Tally(nils=1, nils_made=1),
    LineKind.NIL_FAILED: Tally(nils=1),
    LineKind.BLIND_NIL_MADE: Tally(blind_nils=1, blind_nils_made=1),
    LineKind.BLIND_NIL_FAILED: Tally(blind_nils=1),
}
_CONTRACTS: Final = {
    LineKind.CONTRACT_MADE: True,
    LineKind.CONTRACT_FAILED: False,
    LineKind.TOO_MANY_BAGS: False,
}


class Count(NamedTuple):
    """What is counted of a match: whether it was decided, and what to keep of each person."""

    decided: bool
    kept: dict[str, Kept]


class _Place(msgspec.Struct):
    """Who has a place, and whether a bot acts for him."""

    person: str | None = None
    covered: bool = False

    @property
    def acts(self) -> str | None:
        """The person who decides here, if one does."""
        return None if self.covered else self.person


def count(batches: Iterable[Batch]) -> Count | None:
    """Count a match; None if it is not over and its room not closed."""
    counting: _Counting | None = None
    for batch in batches:
        for entry in batch.entries:
            if isinstance(entry, Opened):
                counting = _Counting(entry.options.parsed(), entry.options.rules)
            elif counting is not None:
                counting.take(entry)
    return None if counting is None else counting.result()


class _Counting:
    """A match while its entries are gone through; `bidders` and `playing` are by seat."""

    def __init__(self, rules: Rules, name: str) -> None:
        seats = rules.table.seats
        self.rules, self.name = rules, name
        self.places = [_Place() for _ in range(seats)]
        self.players = tuple(range(seats))
        self.names: dict[str, tuple[str, bool]] = {}
        self.bidders: dict[int, str | None] = {}
        self.playing: list[str | None] = [None] * seats
        self.tallies: defaultdict[str, Tally] = defaultdict(Tally)
        self.together: defaultdict[tuple[str, str], int] = defaultdict(int)
        self.active: set[str] = set()
        self.winners: tuple[int, ...] | None = None
        self.closed: Closed | None = None

    def take(self, entry: AnyEntry) -> None:
        """Take an entry in."""
        match entry:
            case Seated(player, person, name, is_bot):
                self.places[player] = _Place(person)
                self.names[person] = (name or GUEST, is_bot)
            case Left(player):
                self.places[player] = _Place()
            case Came(player):
                self.places[player].covered = False
            case Covered(player, on):
                self.places[player].covered = on
            case Held(player, wait):
                self.places[player].covered = self.places[player].covered and not wait
            case Closed():
                self.closed = entry
            case _:
                self._events(entry)

    def _events(self, entry: AnyEntry) -> None:
        """Take the events of an entry in; `actor` is the person who decided, if one did."""
        actor = None
        if isinstance(entry, Acted) and entry.by is not By.BOT:
            actor = self.places[entry.player].person
            if actor is not None:
                self.active.add(actor)
        for event in getattr(entry, "events", ()):
            self._event(event, actor)

    def _event(self, event: AnyEvent, actor: str | None) -> None:
        match event:
            case SeatsDrawn(_, players):
                self.players = players
            case DealBegan():
                self.bidders.clear()
            case BidMade(seat, _, None):
                self.bidders[seat] = actor
            case PlayBegan():
                self.playing = [self._decider(seat) for seat in range(len(self.players))]
            case DealScored(results):
                for result in results:
                    self._score(result)
            case MatchEnded(winners):
                self.winners = winners
            case _:
                pass

    def _decider(self, seat: int) -> str | None:
        """For whom the deal is counted in a seat."""
        if seat in self.bidders:
            return self.bidders[seat]
        return self.places[self.players[seat]].acts

    def _score(self, result: SideResult) -> None:
        """Count the deal of a side."""
        seats = self.rules.side_seats(result.side)
        nils = {line.seat: _NILS[line.kind] for line in result.lines if line.kind in _NILS}
        whole = Tally(deals=1, points=result.points, bags=result.new_bags, sets=int(result.is_set))
        contract = _contract(result, alone=len(seats) - len(nils) == 1)
        people = []
        for seat in seats:
            person = self.playing[seat]
            if person is not None:
                self.tallies[person] += whole + nils.get(seat, contract)
                people.append(person)
        for person in people:
            for partner in people:
                if person != partner:
                    self.together[person, partner] += 1

    def result(self) -> Count | None:
        """What came of it."""
        if self.winners is None and self.closed is None:
            return None
        forfeit = self.winners is None and self.closed is not None and self.closed.winners
        winners = self.winners or (self.closed.winners if forfeit and self.closed else ())
        decided = self.winners is not None or bool(forfeit)
        took_part = self.active | self.tallies.keys()
        winning = {self.places[player].person for player in winners} & took_part
        for person in took_part if decided else ():
            won = person in winning
            self.tallies[person] += Tally(matches=1, won=won, forfeits=won and bool(forfeit))
        for (person, partner), deals in self.together.items():
            name, is_bot = self.names[partner]
            both = Together(name, is_bot, deals, int(decided), int({person, partner} <= winning))
            self.tallies[person] += Tally(partners={partner: both})
        rules_key = key(self.rules)
        kept = {person: Kept(rules_key, self.name, self.tallies[person]) for person in self.names}
        return Count(decided, kept)


def _contract(result: SideResult, *, alone: bool) -> Tally:
    """What those are counted for whose contract it is."""
    for line in result.lines:
        made = _CONTRACTS.get(line.kind)
        if made is None:
            continue
        blind = line.bid is not None and line.bid.is_blind
        return Tally(
            contracts=1,
            contracts_made=made,
            alone=alone,
            alone_made=alone and made,
            blinds=blind,
            blinds_made=blind and made,
        )
    return Tally()


__all__ = ["Count", "count"]

"""What the ways in which a deal may end are worth to a player."""

from statistics import fmean
from typing import NamedTuple

from spadille.bots.equity import after_deal, match_chances
from spadille.bots.kernel import NOBODY, Outcome, pack_of
from spadille.bots.stakes import bag_burden
from spadille.game import scoring
from spadille.game.actions import Bid
from spadille.game.contracts import counts
from spadille.game.deck import deck_of
from spadille.game.events import SideResult
from spadille.game.state import Standing
from spadille.rules import Rules
from spadille.view import View


class Bids(NamedTuple):
    """All that was bid, or may be bid, in a deal: by seat, by side, or nothing at all."""

    seats: tuple[Bid | None, ...]
    sides: tuple[Bid | None, ...]
    unbid: bool = False


def bids_of(view: View) -> Bids:
    """The bids so far."""
    return Bids(
        tuple(seat.bid for seat in view.seats), tuple(side.bid for side in view.sides), view.unbid
    )


def groups_of(rules: Rules, bids: Bids) -> tuple[int, ...]:
    """The seats whose tricks need not be told apart, as the number of its group for each seat.

    Those are the seats of a side whose tricks count alike; nil bidders stand alone, and so does
    everybody where award cards are counted by player.
    """
    numbers: dict[tuple[int, int], int] = {}
    apart = bool(deck_of(rules).awards)
    groups = []
    for seat, bid in enumerate(bids.seats):
        alone = apart or (bid is not None and bid.is_nil) or not counts(rules, bid)
        key = (rules.seat_side(seat), seat if alone else -1)
        groups.append(numbers.setdefault(key, len(numbers)))
    return tuple(groups)


class Worth:
    """The worth of outcomes to one side, remembered by outcome.

    It is the chance to win the match, plus `point` for each point by which the side is ahead in the
    deal; without `point` those points are all that counts.
    """

    def __init__(self, view: View, bids: Bids, side: int, *, point: float | None) -> None:
        """Take the scores before the deal from a view."""
        self.rules = view.rules
        self.bids = bids
        self.side = side
        self.point = point
        self.groups = groups_of(view.rules, bids)
        self._deck = deck_of(view.rules)
        self._bag = bag_burden(view.rules)
        self._before = [
            Standing(score=side.score, bags=side.bags, bag_points=side.bag_points, sets=side.sets)
            for side in view.sides
        ]
        self._deals = view.deal
        self._overtime = view.overtime
        seats = [view.rules.side_seats(side) for side in range(len(view.sides))]
        self._seats = seats
        self._tokens = tuple(view.seats[held[0]].tokens for held in seats)
        self._game = view.game
        self._leaders = {group: self.groups.index(group) for group in set(self.groups)}
        pack = pack_of(view.rules)
        self._awards = [pack.cards[number] for number in pack.awards]
        self._results: dict[tuple[int, Outcome], SideResult] = {}
        self._known: dict[Outcome, float] = {}

    def __call__(self, outcome: Outcome) -> float:
        """The worth of an outcome."""
        found = self._known.get(outcome)
        if found is None:
            found = self._known[outcome] = self._value(outcome)
        return found

    def results(self, outcome: Outcome) -> list[SideResult]:
        """The score of the deal if it ends so."""
        return [self._result(side, outcome) for side in range(len(self._seats))]

    def _result(self, side: int, outcome: Outcome) -> SideResult:
        groups, count = self.groups, len(self._leaders)
        seats, awards = self._seats[side], outcome[count:]
        own = bytes(outcome[groups[seat]] for seat in seats) + awards
        found = self._results.get((side, own))
        if found is not None:
            return found
        players = []
        for seat in seats:
            group = groups[seat]
            first = self._leaders[group] == seat
            caught = [
                card
                for card, taker in zip(self._awards, awards, strict=True)
                if taker == group and taker != NOBODY
            ]
            tricks = outcome[group] if first else 0
            players.append(
                scoring.Player(seat, self.bids.seats[seat], tricks, caught if first else ())
            )
        before = self._before[side]
        if self.bids.unbid:
            found = scoring.score_unbid(side, sum(player.tricks for player in players), before)
        else:
            agreed = self.bids.sides[side]
            found = scoring.score_side(self.rules, self._deck, side, players, agreed, before)
        self._results[side, own] = found
        return found

    def ahead(self, outcome: Outcome) -> float:
        """The points by which the side gets ahead of the others on average, bags felt at once."""
        points = [
            result.points - self._bag * (result.bags - before.bags)
            for result, before in zip(self.results(outcome), self._before, strict=True)
        ]
        others = [gain for side, gain in enumerate(points) if side != self.side]
        return points[self.side] - fmean(others)

    def chance(self, outcome: Outcome) -> float:
        """The chance to win the match then."""
        game = after_deal(
            self.rules,
            self.results(outcome),
            deals=self._deals,
            overtime=self._overtime,
        )
        if self.rules.match.tokens_to_win > 1:
            game = match_chances(self.rules, self._tokens, game, number=self._game)
        return game[self.side]

    def _value(self, outcome: Outcome) -> float:
        ahead = self.ahead(outcome)
        return ahead if self.point is None else self.chance(outcome) + self.point * ahead

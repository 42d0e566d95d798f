"""What the tricks are worth: the points of a contract, and who wants the next trick how much."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import exp
from typing import NamedTuple

from spadille.bots.contracts import (
    bag_price,
    contract_of,
    counts,
    nil_alive,
    nil_points,
    points_by_tricks,
)
from spadille.bots.sight import Lore, Sight
from spadille.bots.stakes import Stakes, stakes_of
from spadille.game.contracts import tricks_of
from spadille.rules.choices import BidChoice, FailedNilTricks
from spadille.view import View

SPARE = 0.6
"""Tricks that a player tends to win beyond his bid."""
NIL_SPARE = 0.1
SPREAD = 0.6
"""How far the tricks to come may be off what is expected, times the root of their number."""
SOLO_CARE = 0.9
LEADER_CARE = 2.0


def expected(view: View, sight: Sight, mine: float) -> list[float]:
    """The tricks that each seat may be expected to win from now on; `mine` are the viewer's."""
    guess = []
    for seat, known in enumerate(view.seats):
        side = view.rules.seat_side(seat)
        agreed = view.sides[side].bid
        if seat == sight.me:
            guess.append(mine)
        elif known.bid is not None and known.bid.is_nil:
            guess.append(NIL_SPARE if not known.tricks else 2 * NIL_SPARE)
        elif known.bid is not None and view.rules.auction.bid_choice is BidChoice.FREE:
            missing = tricks_of(view.rules, known.bid) - known.tricks
            guess.append(max(missing, 0) + SPARE * sight.left / sight.lore.deck.tricks + 0.1)
        elif agreed is not None:
            seats = view.rules.side_seats(side)
            missing = agreed.tricks - sum(view.seats[other].tricks for other in seats)
            guess.append(max(missing, 0) / len(seats) + SPARE * 2)
        else:
            guess.append(sight.left / sight.seats)
    others = sum(guess) - mine
    rest = max(sight.left - mine, 0.0)
    pull = rest / others if others else 1.0
    return [g if seat == sight.me else g * pull for seat, g in enumerate(guess)]


@lru_cache(maxsize=1 << 15)
def spread(mean: float, most: int) -> tuple[float, ...]:
    """The chances of 0 … `most` tricks, when about `mean` are expected.

    >>> [round(chance, 2) for chance in spread(1.0, 2)]
    [0.25, 0.5, 0.25]
    """
    if most <= 0:
        return (1.0,)
    width = max(SPREAD * most**0.5, 0.4)
    raw = [exp(-(((tricks - mean) / width) ** 2) / 2) for tricks in range(most + 1)]
    total = sum(raw)
    return tuple(weight / total for weight in raw)


def marginal(points: tuple[float, ...], taken: int, mean: float, most: int) -> float:
    """What one more trick now brings, if `mean` of the `most` tricks after it are expected."""
    return sum(
        chance * (points[taken + more + 1] - points[taken + more])
        for more, chance in enumerate(spread(round(max(mean, 0.0), 1), most))
    )


class Goals(NamedTuple):
    """Points for the viewer if a seat takes the trick.

    `appetite` are those for one more trick, net; `nil` those that his own nil's failure costs.
    """

    worth: list[float]
    appetite: float
    nil: float


def care(view: View, side: int, mine: int) -> float:
    """How much the points of another side matter: all in all one, the leader's more."""
    others = [other for other in range(len(view.sides)) if other != mine]
    if len(others) == 1:
        return 1.0
    best = max(view.sides[other].score for other in others)
    weights = [LEADER_CARE if view.sides[other].score == best else 1.0 for other in others]
    weight = LEADER_CARE if view.sides[side].score == best else 1.0
    return SOLO_CARE * weight / sum(weights)


def _side_worth(view: View, side: int, lore: Lore, means: list[float], left: int) -> float:
    """What the side itself gains by one more trick that counts."""
    rules = view.rules
    points = points_by_tricks(rules, contract_of(view, side))
    seats = [seat for seat in rules.side_seats(side) if counts(view, seat)]
    if not seats:
        seats = list(rules.side_seats(side))
    taken = sum(view.seats[seat].tricks for seat in seats)
    mean = sum(means[seat] for seat in seats) * (left - 1) / left
    return marginal(points, taken, mean, min(left - 1, lore.deck.tricks - taken - 1))


def _seat_worth(view: View, seat: int, trick: float) -> float:
    """What a side gains if this one of its seats takes the trick."""
    if counts(view, seat) and not nil_alive(view, seat):
        return trick
    rules = view.rules
    bags = view.sides[rules.seat_side(seat)].bags
    ignored = rules.scoring.failed_nil_tricks is FailedNilTricks.IGNORED
    bag = 0.0 if ignored else bag_price(rules, bags, 1)
    gain = trick if counts(view, seat) else bag
    if nil_alive(view, seat):
        gain -= 2 * nil_points(view, seat)
    return gain


def _signed(view: View, sight: Sight, trick: list[float]) -> Iterator[float]:
    mine = view.rules.seat_side(sight.me)
    for seat in range(sight.seats):
        side = view.rules.seat_side(seat)
        gain = _seat_worth(view, seat, trick[side])
        yield gain if side == mine else -care(view, side, mine) * gain


def goals(view: View, sight: Sight, mine: float) -> Goals:
    """What each winner of the present trick means to the viewer, who expects `mine` tricks."""
    means = expected(view, sight, mine)
    stakes = stakes_of(view)
    if stakes is not None:
        return _final(view, sight, means, stakes)
    trick = [
        _side_worth(view, side, sight.lore, means, sight.left) for side in range(len(view.sides))
    ]
    side = view.rules.seat_side(sight.me)
    against = [care(view, other, side) * trick[other] for other in range(len(trick))]
    against[side] = 0.0
    rivals = len(trick) - 1
    appetite = trick[side] + sum(against) / rivals
    return Goals(list(_signed(view, sight, trick)), appetite, 2.0 * nil_points(view, sight.me))


def _final(view: View, sight: Sight, seats: list[float], stakes: Stakes) -> Goals:
    """The same near the end of a game, by what it means for winning it."""
    left, side_of = sight.left, view.rules.seat_side
    count = len(view.sides)
    means = [sum(seats[seat] for seat in view.rules.side_seats(side)) for side in range(count)]
    trick = []
    for side, mean in enumerate(means):
        later = spread(round(mean * (left - 1) / left, 1), left - 1)
        worth = [stakes.worth(side, taken, means, left) for taken in range(left + 1)]
        pairs = zip(later, pairwise(worth), strict=True)
        trick.append(sum(chance * (more - less) for chance, (less, more) in pairs))
    worth = []
    for seat in range(sight.seats):
        side = side_of(seat)
        # What one side gains the others lose: a part of the difference is its own.
        gain = trick[side] * (count - 1) / count if counts(view, seat) else 0.0
        if nil_alive(view, seat):
            gain -= stakes.nil(side, means, left, nil_points(view, seat))
        worth.append(gain)
    mine = side_of(sight.me)
    nil = stakes.nil(mine, means, left, nil_points(view, sight.me))
    return Goals(worth, trick[mine], nil)

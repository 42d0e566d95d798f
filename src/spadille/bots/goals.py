"""What the tricks are worth: the points of a contract, and who wants the next trick how much."""

from collections.abc import Iterator
from functools import lru_cache
from math import exp
from typing import NamedTuple

from spadille.bots.sight import Lore, Sight, lore_of
from spadille.game import scoring
from spadille.game.actions import Bid, BidKind
from spadille.rules import Rules
from spadille.rules.choices import BidChoice, FailedNilTricks
from spadille.view import View

SPARE = 0.6
"""Tricks that a player tends to win beyond his bid."""
NIL_SPARE = 0.1
BAG_CARE = 0.8
"""The part of a bag's price that is felt at once; the rest when the limit is crossed."""
SPREAD = 0.42
SOLO_CARE = 0.9
LEADER_CARE = 2.0


class Contract(NamedTuple):
    """What a side has promised besides nils; `bid` None: nothing, every trick is a bag."""

    bid: Bid | None
    bags: int
    unbid: bool = False


@lru_cache(maxsize=4096)
def bag_price(rules: Rules, held: int, bags: int) -> float:
    """The points that new bags bring, with their part of a penalty that is still to come."""
    rule = rules.scoring
    points = float(rule.bag_points * bags)
    if rule.count_bags and rule.bag_limit and bags:
        penalty = scoring.bag_penalty(rules, rule.bag_limit)[0]
        points -= BAG_CARE * penalty * bags / rule.bag_limit
        if held + bags >= rule.bag_limit:
            points -= (1 - BAG_CARE) * penalty
    return points


@lru_cache(maxsize=4096)
def points_by_tricks(rules: Rules, contract: Contract) -> tuple[float, ...]:
    """The points of a contract for every number of tricks that count for it."""
    deck = lore_of(rules).deck
    bid = contract.bid
    table = []
    for taken in range(deck.tricks + 1):
        if contract.unbid:
            table.append(float(scoring.TRICK * taken))
        elif bid is None:
            table.append(bag_price(rules, contract.bags, taken))
        else:
            special = bid.kind in scoring.EXACT or bid.kind is BidKind.MOON
            done = (
                scoring.special(rules, bid, taken)
                if special
                else scoring.number(rules, deck, bid, taken)
            )
            assert done.line is not None
            table.append(done.line.points + bag_price(rules, contract.bags, done.bags))
    return tuple(table)


def tricks_of(rules: Rules, bid: Bid) -> int:
    """The tricks that a bid promises."""
    if bid.kind in scoring.EXACT:
        return scoring.EXACT[bid.kind][0]
    return rules.auction.sm_min_tricks if bid.kind is BidKind.MOON else bid.tricks


def added(bids: list[Bid]) -> Bid | None:
    """The contract of a side from its players' bids, nils left out."""
    real = [bid for bid in bids if not bid.is_nil]
    if len(real) < 2:
        return real[0] if real else None
    return Bid(BidKind.NUMBER, sum(bid.tricks for bid in real))


def is_unbid(view: View) -> bool:
    """Whether this deal has no bids."""
    return view.rules.auction.first_hand_bids_itself and view.deal == 1


def contract_of(view: View, side: int) -> Contract:
    """The contract of a side in the play."""
    standing = view.sides[side]
    if is_unbid(view):
        return Contract(None, 0, unbid=True)
    if standing.bid is not None:
        return Contract(standing.bid, standing.bags)
    bids = [view.seats[seat].bid for seat in view.rules.side_seats(side)]
    return Contract(added([bid for bid in bids if bid is not None]), standing.bags)


def is_nil(view: View, seat: int) -> bool:
    """Whether a seat has bid nil."""
    bid = view.seats[seat].bid
    return bid is not None and bid.is_nil


def nil_alive(view: View, seat: int) -> bool:
    """Whether a seat has bid nil and won no trick yet."""
    return is_nil(view, seat) and not view.seats[seat].tricks


def nil_points(view: View, seat: int) -> int:
    """The points of a seat's nil."""
    bid = view.seats[seat].bid
    rule = view.rules.scoring
    return rule.blind_nil_points if bid is not None and bid.is_blind else rule.nil


def counts(view: View, seat: int) -> bool:
    """Whether a seat's tricks count for the contract of its side."""
    if not is_nil(view, seat):
        return True
    helps = view.rules.scoring.failed_nil_tricks is FailedNilTricks.HELP_PARTNER
    return helps and contract_of(view, view.rules.seat_side(seat)).bid is not None


def partner_of(rules: Rules, seat: int) -> int | None:
    """The partner of a seat; None where everybody plays for himself."""
    others = [other for other in rules.side_seats(rules.seat_side(seat)) if other != seat]
    return others[0] if others else None


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
    [0.16, 0.67, 0.16]
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
    """Points for the viewer if a seat takes the trick; `appetite`: for one more trick, net."""

    worth: list[float]
    appetite: float


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
    trick = [
        _side_worth(view, side, sight.lore, means, sight.left) for side in range(len(view.sides))
    ]
    side = view.rules.seat_side(sight.me)
    against = [care(view, other, side) * trick[other] for other in range(len(trick))]
    against[side] = 0.0
    rivals = len(trick) - 1
    appetite = trick[side] + sum(against) / rivals
    return Goals(list(_signed(view, sight, trick)), appetite)

"""Scoring a deal: contracts, nils, bags, awards, penalty, in this order.

Worked examples stand in rule 13.21.
"""

from collections.abc import Sequence
from typing import NamedTuple

from spadille.cards import Card
from spadille.game.actions import Bid, BidKind
from spadille.game.auction import is_unbid
from spadille.game.contracts import (
    TEN,
    contract_of,
    counted,
    is_special,
    nil_bags,
    room,
    tricks_of,
)
from spadille.game.deck import Deck
from spadille.game.events import Line, LineKind, SideResult
from spadille.game.state import Standing, State
from spadille.rules import Rules
from spadille.rules.choices import (
    BagPenalty,
    BlindScoring,
    Boston,
    FailedNilBagPoints,
    FailedNilTricks,
    SetsCounted,
    Shortfall,
)

TRICK = 10
FLAT = 100
MOON = 150
MOON_CONTRACT = 200
AWARD = 10
EXACT = {BidKind.ONE_FOR_FIFTY: (50, 10), BidKind.TWO_FOR_FORTY: (40, 20)}
"""Special bids: points for exactly the tricks wanted (lost when short), and with bags."""


class Player(NamedTuple):
    """What one seat of a side bid and did; the bid is None under a contract of the side."""

    seat: int
    bid: Bid | None
    tricks: int
    caught: Sequence[Card] = ()


class Contract(NamedTuple):
    """What a contract earned: its line, its bags, whether it was made; no line: there was none."""

    line: Line | None
    bags: int
    made: bool


def worth(rules: Rules, deck: Deck, tricks: int) -> int:
    """The points of an open contract made."""
    if tricks == deck.tricks and rules.scoring.boston is Boston.MOON_200:
        return MOON_CONTRACT
    return rules.scoring.ten_made if tricks == TEN else TRICK * tricks


def cost(rules: Rules, tricks: int, taken: int) -> int:
    """The points lost by an open contract failed, too many tricks included (rules 10.3 to 10.6)."""
    shortfall, ten_failed = rules.scoring.shortfall, rules.scoring.ten_failed
    if tricks == TEN and ten_failed != TEN * TRICK:
        return ten_failed
    if shortfall is Shortfall.NOTHING:
        return 0
    if shortfall is Shortfall.MISSING_TRICKS:
        return TRICK * max(tricks - taken, 0)
    return TRICK * tricks


def number(rules: Rules, deck: Deck, bid: Bid, taken: int) -> Contract:
    """Score a contract of a number of tricks, open or blind (rules 10.2 to 10.7)."""
    scoring, tricks = rules.scoring, bid.tricks
    blind = bid.kind is BidKind.BLIND
    flat = blind and scoring.blind_scoring is BlindScoring.FLAT_100
    if taken < tricks:
        double = blind and scoring.blind_scoring is BlindScoring.DOUBLE_OR_DOUBLE
        points = FLAT if flat else cost(rules, tricks, taken) * (2 if double else 1)
        line = Line(LineKind.CONTRACT_FAILED, -points, tricks=taken, bid=bid)
        return Contract(line, 0, made=False)
    over = taken - tricks
    most = room(rules, bid)
    if most is not None and over > most:
        line = Line(LineKind.TOO_MANY_BAGS, -cost(rules, tricks, taken), tricks=taken, bid=bid)
        return Contract(line, 0, made=False)
    points = FLAT if flat else worth(rules, deck, tricks) * (2 if blind else 1)
    return Contract(Line(LineKind.CONTRACT_MADE, points, tricks=taken, bid=bid), over, made=True)


def special(rules: Rules, bid: Bid, taken: int) -> Contract:
    """Score a special bid of a solo player: 1F, 2F or SM (rules 10.13 and 10.14)."""
    if bid.kind is BidKind.MOON:
        made = taken >= rules.auction.sm_min_tricks
        points, bags = (MOON if made else rules.scoring.sm_fail), 0
    else:
        wanted, (exact, with_bags) = tricks_of(rules, bid), EXACT[bid.kind]
        made, bags = taken >= wanted, max(taken - wanted, 0)
        points = (with_bags if bags else exact) if made else -exact
    kind = LineKind.CONTRACT_MADE if made else LineKind.CONTRACT_FAILED
    return Contract(Line(kind, points, tricks=taken, bid=bid), bags, made=made)


def nil_line(rules: Rules, player: Player) -> Line:
    """Score a nil, blind or not (rule 10.8)."""
    assert player.bid is not None
    blind = player.bid.is_blind
    points = rules.scoring.blind_nil_points if blind else rules.scoring.nil
    if player.tricks:
        kind = LineKind.BLIND_NIL_FAILED if blind else LineKind.NIL_FAILED
        return Line(kind, -points, seat=player.seat, tricks=player.tricks)
    kind = LineKind.BLIND_NIL_MADE if blind else LineKind.NIL_MADE
    return Line(kind, points, seat=player.seat)


def contract(
    rules: Rules, deck: Deck, players: Sequence[Player], side_bid: Bid | None
) -> tuple[Contract, int]:
    """Score the contract of a side; second, the bags of its failed nils (rules 10.4, 10.8)."""
    bids, tricks = [player.bid for player in players], [player.tricks for player in players]
    bid, taken = contract_of(rules, bids, side_bid), counted(rules, bids, tricks)
    if bid is None:
        ignored = rules.scoring.failed_nil_tricks is FailedNilTricks.IGNORED
        return Contract(None, 0, made=True), 0 if ignored else sum(tricks)
    if is_special(bid):
        return special(rules, bid, taken), 0
    return number(rules, deck, bid, taken), nil_bags(rules, bids, tricks)


def awards(rules: Rules, deck: Deck, caught: Sequence[Card]) -> tuple[Line | None, int]:
    """Score the award jacks of a player; second, the bags that the jack of hearts takes off.

    One jack pays, two pay nothing, all three of three pay all (rules 10.15 to 10.17).
    """
    if not caught:
        return None, 0
    three = 3 * rules.deck.packs
    pays = len(caught) == 1 or (
        len(caught) == three and len(deck.awards) * rules.deck.packs == three
    )
    hearts = sum(card == Card("JH") for card in caught) if pays else 0
    points = AWARD * (len(caught) - hearts) if pays else 0
    return Line(LineKind.AWARD_JACKS, points, cards=tuple(caught)), hearts


def bag_limit(rules: Rules) -> int:
    """The bags at which a penalty falls due; 0: bags are not counted, or cost none."""
    return rules.scoring.bag_limit if rules.scoring.count_bags else 0


def bag_penalty(rules: Rules, bags: int) -> tuple[int, int]:
    """The penalty for the bags held, and the bags left after it (rules 10.18 and 10.19)."""
    scoring = rules.scoring
    limit, rule = scoring.bag_limit, scoring.bag_penalty
    if not limit or bags < limit:
        return 0, bags
    if rule is BagPenalty.TEN_TIMES_HELD:
        return TRICK * bags, 0
    penalty = TRICK * limit if isinstance(rule, BagPenalty) else rule
    if not scoring.bag_carry:
        return penalty, 0
    return penalty * (bags // limit), bags % limit


def bag_share(rules: Rules) -> float:
    """The part of the penalty at the limit that a bag held stands for; 0 if it costs none."""
    limit = bag_limit(rules)
    return bag_penalty(rules, limit)[0] / limit if limit else 0.0


def is_boston(rules: Rules, deck: Deck, contracted: Contract, taken: int) -> bool:
    """Whether a side that took all the tricks wins the game by it (rule 10.12)."""
    boston = rules.scoring.boston
    if taken != deck.tricks or boston in (Boston.NOTHING, Boston.MOON_200):
        return False
    if boston is Boston.WINS:
        return True
    bid = None if contracted.line is None else contracted.line.bid
    if bid is None or bid.tricks != TEN:
        return False
    return bid.kind is BidKind.NUMBER or rules.scoring.blind10_boston_wins


def score_side(  # noqa: PLR0913, PLR0917 - all that a result depends on, so that it can be remembered
    rules: Rules,
    deck: Deck,
    side: int,
    players: Sequence[Player],
    side_bid: Bid | None,
    before: Standing,
) -> SideResult:
    """Score a deal that was bid, for one side (rule 10.1; bags: rules 1.6 and 10.9 to 10.11)."""
    scoring = rules.scoring
    taken = sum(player.tricks for player in players)
    done, nil_bags = contract(rules, deck, players, side_bid)
    lines = [] if done.line is None else [done.line]
    lines += [nil_line(rules, p) for p in players if p.bid is not None and p.bid.is_nil]
    pay = scoring.failed_nil_bag_points
    paid = pay is FailedNilBagPoints.ALWAYS or (
        pay is FailedNilBagPoints.ONLY_IF_CONTRACT_MADE and done.made
    )
    counting = scoring.count_bags or scoring.bag_points
    new_bags = done.bags + nil_bags if counting else 0  # rule 1.6: else overtricks are no bags
    from_bags = scoring.bag_points * (done.bags + (nil_bags if paid else 0))
    if new_bags:
        lines.append(Line(LineKind.BAGS, from_bags, tricks=new_bags))
    caught = [awards(rules, deck, player.caught) for player in players]
    lines += [award for award, _ in caught if award is not None]
    bags = before.bags
    if scoring.count_bags:
        bags += new_bags - sum(hearts for _, hearts in caught)
        if not scoring.bags_may_go_negative:
            bags = max(bags, 0)
    penalty, left = bag_penalty(rules, bags)
    if penalty:
        lines.append(Line(LineKind.BAG_PENALTY, -penalty, tricks=bags))
    points = sum(line.points for line in lines)
    in_a_row = rules.match.sets_counted is SetsCounted.IN_A_ROW
    return SideResult(
        side=side,
        tricks=taken,
        lines=tuple(lines),
        new_bags=new_bags,
        points=points,
        score=before.score + points,
        bags=left,
        bag_points=before.bag_points + from_bags,
        is_set=not done.made,
        boston=is_boston(rules, deck, done, taken),
        sets=(0 if done.made and in_a_row else before.sets) + (not done.made),
    )


def score_unbid(side: int, taken: int, before: Standing) -> SideResult:
    """Score the deal that bids itself: 10 a trick, no set, no bags, no awards (rule 10.20)."""
    points = TRICK * taken
    return SideResult(
        side=side,
        tricks=taken,
        lines=(Line(LineKind.UNBID, points, tricks=taken),),
        new_bags=0,
        points=points,
        score=before.score + points,
        bags=before.bags,
        bag_points=before.bag_points,
        sets=before.sets,
    )


def score_deal(state: State) -> tuple[SideResult, ...]:
    """Score the deal that has been played, for every side."""
    deal, rules = state.deal, state.rules
    results = []
    for side, before in enumerate(state.standings):
        seats = rules.side_seats(side)
        if is_unbid(state):
            results.append(score_unbid(side, sum(deal.won[seat] for seat in seats), before))
            continue
        players = [
            Player(seat, deal.bids[seat], deal.won[seat], deal.caught[seat]) for seat in seats
        ]
        agreed = deal.side_bids[side]
        results.append(score_side(rules, state.deck, side, players, agreed, before))
    return tuple(results)

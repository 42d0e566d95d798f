"""Bids: the legal one whose expected points are highest."""

from functools import lru_cache
from math import exp

from spadille.bots.contracts import Contract, points_by_tricks
from spadille.bots.estimate import sure_tricks, table_of, tricks
from spadille.bots.nils import ALONE, nil_risk, risk_after_passing
from spadille.bots.playing import foes_of
from spadille.bots.sight import Sight
from spadille.bots.stakes import Stakes, is_near_end
from spadille.game.actions import Bid, BidKind, ComeOut, MakeBid, Speak
from spadille.game.contracts import contract_of, tricks_of
from spadille.game.facts import facts_of
from spadille.rules import Rules
from spadille.rules.choices import Bidding
from spadille.view import View

WIDTH_OWN, WIDTH_PARTNER, WIDTH_SIDE = 1.1, 1.0, 1.4
"""How far the tricks won stray from the estimate, for a player and for a side."""
CONTROL, CONTROL_ALONE = 0.3, -0.1
"""Tricks that a player finds beyond the estimate, since he plays for his bid; alone, fewer."""
BALANCE = 0.25
"""How much the bids of the others correct the estimate."""
FAIR, BEYOND = 3.25, 0.3
"""The tricks of an average hand for which the estimate is right; its error for each more."""
SHRINK = 0.2
"""How much nearer to the average a hand is than it looks, where nobody has a partner."""
RARE = 0.005
"""Chances smaller than this are left out near the end."""


@lru_cache(maxsize=1 << 14)
def chances(mean: float, width: float, most: int) -> tuple[float, ...]:
    """The chances of 0 … `most` tricks."""
    mean = min(max(mean, 0.0), float(most))
    raw = [exp(-(((tricks - mean) / width) ** 2) / 2) for tricks in range(most + 1)]
    total = sum(raw)
    return tuple(weight / total for weight in raw)


def expected_points(rules: Rules, contract: Contract, mean: float, width: float) -> float:
    """The points that a contract may be expected to bring."""
    points = points_by_tricks(rules, contract)
    spread = chances(round(mean, 1), width, len(points) - 1)
    return sum(chance * value for chance, value in zip(spread, points, strict=True))


def own_tricks(view: View, sight: Sight) -> float:
    """The viewer's tricks, from his cards and a little from the bids of the others."""
    own = tricks(sight.own, sight.out, table_of(sight, foes_of(view, sight.me)))
    size = len(sight.hand)
    fair = size * size / len(sight.lore.deck.pack)
    own += BEYOND * (fair - FAIR)
    if foes_of(view, sight.me) == sight.seats - 1:
        own += SHRINK * (fair - own)
    own = max(own, float(sure_tricks(sight.own, sight.out)))
    average = sight.left / sight.seats
    others = 0.0
    for seat, known in enumerate(view.seats):
        if seat != sight.me:
            bid = known.bid
            others += average if bid is None or bid.is_blind else tricks_of(view.rules, bid) + 0.3
    fixed = sum(view.sides[side].bid is not None for side in range(len(view.sides)))
    if fixed:
        return own
    doubt = (1 - min(sure_tricks(sight.own, sight.out) / own, 1.0)) ** 2 if own else 1.0
    excess = own + others - sight.left
    return min(own - BALANCE * doubt * max(excess, -2.0), float(len(sight.hand)))


class Auction:
    """One decision on a bid."""

    def __init__(self, view: View) -> None:
        assert view.hand is not None
        self.view = view
        self.rules = view.rules
        self.sight = Sight(view, view.hand)
        self.seat = self.sight.me
        self.side = self.rules.seat_side(self.seat)
        self.bags = view.sides[self.side].bags
        self.mine = own_tricks(view, self.sight)
        self.partner = facts_of(self.rules).partner_of[self.seat]
        self.average = self.sight.left / self.sight.seats
        self.near_end = is_near_end(view)
        self.sides = range(len(view.sides))

    def choose(self) -> MakeBid:
        """The legal bid that promises most."""
        legal = [action for action in self.view.legal if isinstance(action, MakeBid)]
        value = self.by_seat if self.rules.auction.bidding is Bidding.BY_SEAT else self.by_side
        return max(legal, key=lambda action: value(action.bid))

    def by_seat(self, bid: Bid) -> float:
        """The points that a player's own bid promises, the partner's included."""
        said = None if self.partner is None else self.view.seats[self.partner].bid
        together = 0.0
        known = []
        if said is not None:
            known.append(said)
            together = 0.0 if said.is_nil else tricks_of(self.rules, said) + CONTROL
        elif self.partner is not None:
            rest = round(max(self.sight.left - self.mine, 0.0) / (self.sight.seats - 1))
            known.append(Bid(BidKind.NUMBER, rest))
            together = rest + CONTROL * min(rest, 1)
        width = self.width(together)
        if bid.is_nil:
            return self.nil(bid, said, contract_of(self.rules, known), together)
        mean = self.mine + (CONTROL_ALONE if self.partner is None else CONTROL) + together
        if said is not None and said.is_nil:
            mean -= CONTROL
        contract = contract_of(self.rules, [bid, *known])
        value = self._contract(contract, mean, width)
        return value - self._crowding(bid)

    def width(self, together: float) -> float:
        """How far the side's tricks may stray: sure tricks do not, nor does a partner's nothing."""
        sure = sure_tricks(self.sight.own, self.sight.out)
        own = WIDTH_OWN * max(1 - sure / self.mine, 0.0) if self.mine else 0.0
        other = WIDTH_PARTNER * min(together / self.average, 1.0)
        return float(max(round((own**2 + other**2) ** 0.5, 1), 0.2))

    def _crowding(self, bid: Bid) -> float:
        """Beside an opponent's nil a trick should stay free to set it with."""
        view = self.view
        total = tricks_of(self.rules, bid)
        nils = False
        for seat, known in enumerate(view.seats):
            if known.bid is not None and seat != self.seat:
                total += tricks_of(self.rules, known.bid)
                foreign = self.rules.seat_side(seat) != self.side
                nils = nils or (known.bid.is_nil and foreign)
        return 30.0 * (total - self.sight.left + 1) if nils and total >= self.sight.left else 0.0

    def _contract(self, bid: Bid | None, mean: float, width: float, bonus: float = 0.0) -> float:
        """The points that a contract promises, with a bonus; near the end, what they mean."""
        mine = Contract(bid, self.bags)
        if not self.near_end:
            return bonus + expected_points(self.rules, mine, mean, width)
        left = self.sight.left
        contracts = [mine if side == self.side else self._foes(side) for side in self.sides]
        stakes = Stakes(self.view, contracts, [0] * len(contracts))
        return sum(
            chance * stakes.worth(self.side, taken, [1.0] * len(contracts), left, bonus)
            for taken, chance in enumerate(chances(round(mean, 1), width, left))
            if chance > RARE
        )

    def _foes(self, side: int) -> Contract:
        """The contract of another side; those who have not bid yet will bid the average."""
        bid = self.view.sides[side].bid
        if bid is None:
            usual = Bid(BidKind.NUMBER, int(self.average))
            bids = [self.view.seats[seat].bid or usual for seat in self.rules.side_seats(side)]
            bid = contract_of(self.rules, bids)
        return Contract(bid, self.view.sides[side].bags)

    def nil(self, bid: Bid, said: Bid | None, contract: Bid | None, together: float) -> float:
        """The points that a nil promises, with the partner's contract."""
        risk = self.nil_risk(blind=bid.is_blind)
        paid = self.rules.scoring
        points = paid.blind_nil_points if bid.is_blind else paid.nil
        burden = 0.0
        if said is not None and said.is_nil:
            burden += 2 * points
        if any(
            known.bid is not None
            and known.bid.kind is BidKind.BLIND_NIL
            and self.rules.seat_side(seat) != self.side
            for seat, known in enumerate(self.view.seats)
        ):
            burden += 2 * points
        width = self.width(together)
        made = self._contract(contract, together, width, points)
        failed = self._contract(contract, together, width, -points)
        return (1 - risk) * made + risk * failed - burden

    def nil_risk(self, *, blind: bool) -> float:
        """The chance that a nil fails."""
        exchange = self.rules.exchange
        size = exchange.blind_nil_exchange if blind else exchange.nil_exchange
        own, out, others = self.sight.own, self.sight.out, self.sight.seats - 1
        if self.partner is None:
            return nil_risk(own, out, others, ALONE)
        if not size:
            return nil_risk(own, out, others)
        return risk_after_passing(own, out, others, size)

    def partner_tricks(self) -> float:
        """The partner's tricks, from his talk or his proposal."""
        for talk in reversed(self.view.talk):
            if talk.seat == self.partner and talk.sure is not None:
                return talk.sure + (talk.possible or 0) / 2
        proposed = self.view.sides[self.side].proposed
        if proposed is None:
            return self.average
        if self.rules.auction.bidding is Bidding.SECOND_NAMES_TOTAL:
            return float(proposed.tricks)
        return max(proposed.tricks - self.average, 0.0)

    def by_side(self, bid: Bid) -> float:
        """The points that a number for the side promises; a first partner's advice is his own."""
        proposed = self.view.sides[self.side].proposed
        if proposed is None and self.rules.auction.bidding is Bidding.SECOND_NAMES_TOTAL:
            return -abs(bid.tricks - self.mine)
        mean = self.mine + self.partner_tricks() + CONTROL
        return self._contract(bid, mean, WIDTH_SIDE)

    def come_out(self) -> ComeOut:
        """Whether an open 10 promises more than the blind bid."""
        blind = self.view.sides[self.side].bid
        assert blind is not None
        mean = self.mine + self.partner_tricks() + CONTROL
        ten = self._contract(Bid(BidKind.NUMBER, 10), mean, WIDTH_SIDE)
        return ComeOut(ten > self._contract(blind, mean, WIDTH_SIDE))

    def talk(self) -> Speak:
        """Say honestly what the hand is worth: sure tricks, and twice the rest as possible."""
        most = len(self.sight.hand)
        sure = min(int(self.mine), most)
        possible = min(round(2 * (self.mine - sure)), most - sure)
        return Speak(sure, possible)

"""Which bids are legal for a player or a side (rules, sections 5 to 7)."""

from spadille.cards import Suit
from spadille.game.actions import Bid, BidKind, Reason
from spadille.game.contracts import is_blind_of_side, side_fault, tricks_of
from spadille.game.deck import hand_size_of
from spadille.game.state import State, clockwise, eldest
from spadille.rules.choices import BidChoice, Bidding, BlindBy, Cut, LimitScope, Zero
from spadille.rules.model import Deficit


def names_total(state: State) -> bool:
    """Whether the second partner of each side names its contract."""
    return state.rules.auction.bidding is Bidding.SECOND_NAMES_TOTAL


def last_of_side(state: State, seat: int) -> int:
    """The seat of the side that speaks last."""
    seats = clockwise(state, eldest(state))
    side = state.facts.side_of[seat]
    return [other for other in seats if state.facts.side_of[other] == side][-1]


def is_behind(state: State, side: int, deficit: Deficit) -> bool:
    """Whether a side trails far enough at the start of the deal (rule 5.5)."""
    if deficit == "none":
        return True
    scores = [standing.score for standing in state.standings]
    best = max(score for other, score in enumerate(scores) if other != side)
    return scores[side] <= best - deficit


def blind_condition(state: State, side: int, deficit: Deficit) -> Reason | None:
    """Why a side may not bid blind in this deal, whatever the bid (rules 5.5 and 5.10)."""
    rules = state.rules
    if rules.auction.french_cut_blocks_blind and rules.deal.cut is Cut.FRENCH:
        return Reason.BLIND_AFTER_FRENCH_CUT
    return None if is_behind(state, side, deficit) else Reason.NOT_BEHIND


def _blind_uses(state: State, seat: int) -> int:
    """Blind numbers already bid, as the limit counts them (rule 5.9)."""
    scope = state.rules.auction.b6_limit_scope
    if scope is LimitScope.PER_TABLE_PER_GAME:
        return sum(state.blind_in_game)
    counts = (
        state.blind_in_game if scope is LimitScope.PER_PLAYER_PER_GAME else state.blind_in_tourney
    )
    return counts[state.players[seat]]


def _offered(state: State, bid: Bid) -> Reason | None:
    """Why the rules do not know a bid; a number outside their limits is another matter."""
    facts, kind = state.facts, bid.kind
    if kind is BidKind.NUMBER:
        return None
    if kind is BidKind.BLIND:
        known = state.rules.auction.blind_by is not BlindBy.NOBODY
        return None if known else Reason.BID_NOT_PLAYED
    known = bid in (facts.blind_bids if kind is BidKind.BLIND_NIL else facts.open_bids)
    return None if known else Reason.BID_NOT_PLAYED


def _blind(state: State, seat: int, bid: Bid) -> Reason | None:
    """Why a blind bid of a seat does not meet its conditions (rules 5.6 to 5.9)."""
    auction = state.rules.auction
    side = state.facts.side_of[seat]
    number = bid.kind is BidKind.BLIND
    deficit = auction.blind_deficit if number else auction.blind_nil_deficit
    reason = blind_condition(state, side, deficit)
    if reason is not None:
        return reason
    if number and 0 < auction.b6_limit <= _blind_uses(state, seat):
        return Reason.BLIND_USED_UP
    if number and bid.tricks < auction.blind_min:
        return Reason.BID_TOO_LOW
    if number and bid.tricks > min(auction.blind_max, cards_dealt(state, seat)):
        return Reason.BID_TOO_HIGH
    return None if seat in state.deal.unlooked else Reason.ALREADY_LOOKED


def cards_dealt(state: State, seat: int) -> int:
    """How many cards a seat bids with, known before they are dealt (rule 6.3)."""
    return hand_size_of(state.rules, state.deal.dealer, seat)


def _number(state: State, seat: int, bid: Bid) -> Reason | None:
    """Why a number is outside the hand (rules 6.3 and 6.4)."""
    if bid.kind is not BidKind.NUMBER:
        return None
    if bid.tricks < 0:
        return Reason.BID_TOO_LOW
    if bid.tricks == 0 and state.rules.auction.zero is not Zero.NUMBER:
        return Reason.ZERO_REFUSED
    return Reason.BID_TOO_HIGH if bid.tricks > cards_dealt(state, seat) else None


def spades_held(state: State, seat: int) -> int:
    """How many spades the seat holds."""
    suit_of = state.deck.suit_of
    return sum(suit_of[card] is Suit.SPADES for card in state.deal.hands[seat])


def _held(state: State, seat: int, bid: Bid) -> Reason | None:
    """Why a bid is not what the spades held allow (rule 6.14)."""
    choice = state.rules.auction.bid_choice
    if bid.is_blind or choice not in {BidChoice.SPADES_HELD, BidChoice.NIL_OR_SPADES_HELD}:
        return None
    if bid.kind not in (BidKind.NUMBER, BidKind.NIL):
        return Reason.BID_NOT_PLAYED
    zero = bid.tricks == 0 and choice is BidChoice.NIL_OR_SPADES_HELD
    return None if zero or bid.tricks == spades_held(state, seat) else Reason.SPADES_HELD


def _sum_rule(state: State, seat: int, bid: Bid, *, for_side: bool) -> Reason | None:
    """Why a bid makes a forbidden sum with all the others (rule 6.9)."""
    auction, deal = state.rules.auction, state.deal
    if not auction.sum_not_tricks and not auction.min_sum:
        return None
    total = tricks_of(state.rules, bid)
    side = state.facts.side_of[seat]
    for other in range(state.rules.side_count):
        if other == side and for_side:
            continue
        agreed = deal.side_bids[other]
        if agreed is not None:
            total += agreed.tricks
            continue
        for mate in state.rules.side_seats(other):
            said = deal.bids[mate]
            if said is not None:
                total += tricks_of(state.rules, said)
            elif mate != seat:
                return None
    if auction.sum_not_tricks and total == state.deck.tricks:
        return Reason.SUM_OF_BIDS
    return Reason.SUM_OF_BIDS if total < auction.min_sum else None


def _seat_fault(state: State, seat: int, bid: Bid) -> Reason | None:
    """Why a bid of a seat is illegal, the sum of all bids aside; unseen only blind (rule 5.3)."""
    reason = _offered(state, bid)
    if reason is None:
        if bid.is_blind:
            reason = _blind(state, seat, bid)
        elif seat in state.deal.unlooked:
            reason = Reason.LOOK_FIRST
        else:
            reason = _number(state, seat, bid)
    if reason is not None or state.facts.free_bids:
        return reason
    mate = state.facts.partner_of[seat]
    said = None if mate is None else state.deal.bids[mate]
    cards = None if mate is None else cards_dealt(state, mate)
    return _held(state, seat, bid) or side_fault(state.rules, bid, said, cards)


def fault(state: State, seat: int, bid: Bid) -> Reason | None:
    """Why a player may not make a bid for himself.

    The rules on the sum of all bids lapse where they would leave no bid (rule 6.10).
    """
    if is_blind_of_side(state.rules, bid):
        return Reason.BID_NOT_PLAYED
    reason = _seat_fault(state, seat, bid)
    if reason is not None:
        return reason
    reason = _sum_rule(state, seat, bid, for_side=False)
    if reason is None or bid.is_blind:
        return reason
    others = (other for other in state.facts.open_bids if _seat_fault(state, seat, other) is None)
    fits = any(_sum_rule(state, seat, other, for_side=False) is None for other in others)
    return reason if fits else None


def is_advice(state: State, seat: int) -> bool:
    """Whether a number named now is only advice to the partner (rule 7.8)."""
    return names_total(state) and state.deal.sides[state.facts.side_of[seat]].proposed is None


def _range_fault(state: State, seat: int, bid: Bid) -> Reason | None:
    """Why a number is outside the limits of a side's contract."""
    if bid.kind is not BidKind.NUMBER:
        return Reason.BID_NOT_PLAYED
    if seat in state.deal.unlooked:
        return Reason.LOOK_FIRST
    low, high = (0, state.deck.tricks) if is_advice(state, seat) else state.facts.side_limits
    if bid.tricks == 0 and state.rules.auction.zero is not Zero.NUMBER:
        return Reason.ZERO_REFUSED
    if bid.tricks < low:
        return Reason.SIDE_BID_TOO_LOW
    return Reason.SIDE_BID_TOO_HIGH if high is not None and bid.tricks > high else None


def total_fault(state: State, seat: int, bid: Bid) -> Reason | None:
    """Why a partner may not propose or name a number for the side (rules 7.3, 7.4 and 7.8)."""
    reason = _range_fault(state, seat, bid)
    if reason is not None or is_advice(state, seat):
        return reason
    return side_sum_fault(state, seat, bid)


def side_sum_fault(state: State, seat: int, bid: Bid) -> Reason | None:
    """Why an open contract of a side does not fit the other bids (rules 6.9 and 6.10)."""
    reason = _sum_rule(state, seat, bid, for_side=True)
    if reason is None:
        return None
    low, high = state.facts.side_limits
    numbers = (other for other in state.facts.open_bids if other.kind is BidKind.NUMBER)
    others = (
        other for other in numbers if low <= other.tricks and (high is None or other.tricks <= high)
    )
    fits = any(_sum_rule(state, seat, other, for_side=True) is None for other in others)
    return reason if fits else None


def blind_side_fault(state: State, seat: int, bid: Bid, *, still_open: bool) -> Reason | None:
    """Why a number may not be proposed blind for the side (rules 5.8, 7.5 and 7.6)."""
    rules = state.rules
    auction = rules.auction
    reason = blind_condition(state, state.facts.side_of[seat], auction.blind_deficit)
    if reason is not None:
        return reason
    if bid.tricks < auction.blind_min:
        return Reason.BID_TOO_LOW
    if bid.tricks > min(auction.blind_max, state.deck.tricks):
        return Reason.BID_TOO_HIGH
    low, high = state.facts.side_limits
    if bid.tricks < low:
        return Reason.SIDE_BID_TOO_LOW
    if high is not None and bid.tricks > high:
        return Reason.SIDE_BID_TOO_HIGH
    if not still_open:
        return Reason.ALREADY_LOOKED
    return _sum_rule(state, seat, bid, for_side=True)

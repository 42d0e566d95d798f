"""What the rules refuse is refused, for the right reason: see `refusals.py`."""

import random

import pytest
from conftest import count
from matches import attempts, choose, decisions
from oracle import PRESETS
from refusals import FOLDER, TABLE, Case, reached, read, wanted

from spadille.cards import Card, Suit
from spadille.game import referee
from spadille.game.actions import (
    AnswerBlind,
    AnswerUndo,
    AnyAction,
    AskUndo,
    Bid,
    BidKind,
    ComeOut,
    DeclineExchange,
    IllegalAction,
    Look,
    MakeBid,
    PassCards,
    PlayCard,
    Reason,
    Speak,
)
from spadille.game.auction import Step, turn
from spadille.game.state import Phase, State
from spadille.rules import Rules, load, parse
from spadille.rules.choices import (
    BidChoice,
    Bidding,
    BlindBy,
    Cut,
    Duty,
    FirstTrickSpades,
    Sides,
    Zero,
)
from spadille.table import Table, seeded

FILES = sorted(path.stem for path in FOLDER.glob("*.json"))
POSITIONS = {name: read(FOLDER / f"{name}.json") for name in FILES}


@pytest.mark.parametrize("file", FILES)
def test_a_refused_action_has_its_reason(file: str) -> None:
    """Nothing else happens (rules 9.13 and 12.5)."""
    for position in POSITIONS[file]:
        for case in position.cases:
            state = reached(position, case.after)
            before = state.copy()
            assert referee.why_illegal(state, case.seat, case.action) is case.reason, case
            assert case.action not in referee.legal(state, case.seat)
            with pytest.raises(IllegalAction) as refusal:
                referee.apply(state, case.seat, case.action)
            assert refusal.value.reason is case.reason
            assert state == before
            assert argued(state, case), case


def cards_of(case: Case) -> list[Card]:
    if isinstance(case.action, PassCards):
        return list(case.action.cards)
    return [case.action.card] if isinstance(case.action, PlayCard) else []


def argued(state: State, case: Case) -> bool:  # noqa: C901, PLR0912 - a table
    """The position bears the reason out, looked at without the referee."""
    deal, suit_of = state.deal, state.deck.suit_of
    if case.reason is Reason.NO_SUCH_SEAT:
        return not 0 <= case.seat < len(deal.hands)
    if isinstance(case.action, MakeBid):
        return argued_bid(state, case, case.action.bid)
    hand, tried = deal.hands[case.seat], cards_of(case)
    suits = {suit_of[card] for card in hand}
    led = next((suit for card in deal.trick if (suit := suit_of[card]) is not None), None)
    rules = state.rules
    match case.reason:
        case Reason.MATCH_OVER:
            return state.winners is not None
        case Reason.CLAIMS_OFF:
            return not rules.table.claims
        case Reason.UNDO_OFF:
            return not rules.table.undo
        case Reason.TALK_NUMBERS:
            assert isinstance(case.action, Speak)
            low, most = min(case.action.sure, case.action.possible), len(hand)
            return low < 0 or case.action.sure + case.action.possible > most
        case Reason.EXCHANGE_COUNT:
            mates = rules.side_seats(rules.seat_side(case.seat))
            blind = Bid(BidKind.BLIND_NIL) in [deal.bids[mate] for mate in mates]
            exchange = rules.exchange
            return len(tried) != (exchange.blind_nil_exchange if blind else exchange.nil_exchange)
        case Reason.EXCHANGE_DUTY:
            declined = case.action == DeclineExchange()
            return declined and rules.exchange.exchange_duty is Duty.MUST
        case Reason.CARD_NOT_HELD:
            return any(tried.count(card) > hand.count(card) for card in tried)
        case Reason.FOLLOW_SUIT:
            return led in suits and suit_of[tried[0]] is not led
        case Reason.SPADES_NOT_BROKEN:
            only = suits <= {Suit.SPADES, None}
            spade = suit_of[tried[0]] is Suit.SPADES
            return not deal.trick and not deal.broken and spade and not only
        case Reason.SPADES_ON_FIRST_TRICK:
            forbidden = rules.play.first_trick_spades is FirstTrickSpades.FORBIDDEN
            spade = suit_of[tried[0]] is Suit.SPADES
            other = led is not Suit.SPADES and suits != {Suit.SPADES}
            return forbidden and not deal.tricks and spade and other
        case Reason.JUNK_LEAD:
            return not deal.trick and suit_of[tried[0]] is None and suits != {None}
        case Reason.LOW_CLUB:
            return not deal.tricks and Suit.CLUBS in suits
        case Reason.ALREADY_LOOKED:
            return case.seat not in deal.unlooked
        case Reason.LOOK_FIRST:
            return case.seat in deal.unlooked
        case _:
            return True


def offered(rules: Rules, bid: Bid) -> bool:
    """Whether a rule set knows a kind of bid (rules 5.6, 5.7, 6.4, 6.11 to 6.13)."""
    auction = rules.auction
    alone = rules.table.sides is Sides.SOLO
    fixed = auction.bid_choice in (BidChoice.SPADES_HELD, BidChoice.NIL_OR_SPADES_HELD)
    nil = auction.zero is Zero.NIL and auction.bidding is Bidding.BY_SEAT
    known = {
        BidKind.NUMBER: True,
        BidKind.NIL: nil,
        BidKind.BLIND_NIL: nil and auction.blind_nil,
        BidKind.BLIND: alone and auction.blind_by is BlindBy.SEAT,
        BidKind.ONE_FOR_FIFTY: auction.one_for_fifty and not fixed,
        BidKind.TWO_FOR_FORTY: auction.two_for_forty and not fixed,
        BidKind.MOON: auction.sm_min_tricks > 0 and not fixed,
    }
    whole = bid.kind in (BidKind.NUMBER, BidKind.BLIND) or not bid.tricks
    return known[bid.kind] and whole


COUNTED = {BidKind.ONE_FOR_FIFTY: 1, BidKind.TWO_FOR_FORTY: 2, BidKind.MOON: 14}


def tricks_of(bid: Bid | None) -> int:
    return 0 if bid is None else bid.tricks or COUNTED.get(bid.kind, 0)


def argued_bid(state: State, case: Case, bid: Bid) -> bool:  # noqa: C901, PLR0912 - a table
    """The position bears out why a bid is refused, by the rule set and what was bid before."""
    rules, deal, seat = state.rules, state.deal, case.seat
    auction, side, cards = rules.auction, rules.seat_side(seat), len(deal.hands[seat])
    mates = [other for other in rules.side_seats(side) if other != seat]
    said = next((deal.bids[mate] for mate in mates if deal.bids[mate] is not None), None)
    by_seat = auction.bidding is Bidding.BY_SEAT
    waiting = bool(mates) and by_seat and said is None
    total = tricks_of(bid) + tricks_of(said)
    others = [other for other in range(rules.side_count) if other != side]
    match case.reason:
        case Reason.BID_NOT_PLAYED:
            return not offered(rules, bid)
        case Reason.BID_TOO_LOW:
            return bid.tricks < (auction.blind_min if bid.is_blind else 0)
        case Reason.BID_TOO_HIGH:
            return bid.tricks > (min(auction.blind_max, cards) if bid.is_blind else cards)
        case Reason.ZERO_REFUSED:
            return bid == Bid(BidKind.NUMBER, 0) and auction.zero is not Zero.NUMBER
        case Reason.SIDE_BID_TOO_LOW:
            return total + (cards if waiting else 0) < auction.min_side_bid
        case Reason.SIDE_BID_TOO_HIGH:
            most = [auction.max_side_bid] if auction.max_side_bid else []
            most += [] if by_seat and not auction.cap_side_bid_at_tricks else [state.deck.tricks]
            return total + (waiting and auction.zero is Zero.REFUSED) > min(most)
        case Reason.BOTH_NIL:
            return not auction.both_nil and bid.is_nil and said is not None and said.is_nil
        case Reason.ONE_NIL_A_SIDE:
            assert auction.bid_choice is BidChoice.ONE_NIL_A_SIDE
            low = not bid.is_nil and bid.tricks < 4
            return low if said is None else (low or bid.is_nil) if said.is_nil else not bid.is_nil
        case Reason.SPADES_HELD:
            assert auction.bid_choice in (BidChoice.SPADES_HELD, BidChoice.NIL_OR_SPADES_HELD)
            suits = [state.deck.suit_of[card] for card in deal.hands[seat]]
            return bid.tricks != suits.count(Suit.SPADES)
        case Reason.SUM_OF_BIDS:
            for other in others:
                agreed = deal.side_bids[other]
                bids = [deal.bids[mate] for mate in rules.side_seats(other)]
                total += sum(map(tricks_of, bids)) if agreed is None else agreed.tricks
            forbidden = auction.sum_not_tricks and total == state.deck.tricks
            return forbidden or total < auction.min_sum
        case Reason.NOT_BEHIND:
            number = bid.kind is BidKind.BLIND
            deficit = auction.blind_deficit if number else auction.blind_nil_deficit
            best = max(state.standings[other].score for other in others)
            return deficit != "none" and state.standings[side].score > best - deficit
        case Reason.BLIND_USED_UP:
            return 0 < auction.b6_limit <= sum(state.blind_in_game)
        case Reason.BLIND_AFTER_FRENCH_CUT:
            french = rules.deal.cut is Cut.FRENCH
            return bid.is_blind and french and auction.french_cut_blocks_blind
        case Reason.ALREADY_LOOKED:
            return bid.is_blind and seat not in deal.unlooked
        case Reason.LOOK_FIRST:
            return not bid.is_blind and seat in deal.unlooked
        case _:
            return True


def test_every_reason_has_a_row_in_the_table() -> None:
    assert set(TABLE) == set(Reason)
    assert all(row.presets or row.options for row in TABLE.values())


@pytest.mark.parametrize("file", FILES)
def test_each_file_holds_the_reasons_of_the_table(file: str) -> None:
    found: dict[str, set[Reason]] = {}
    for position in POSITIONS[file]:
        found.setdefault(position.rules, set()).update(case.reason for case in position.cases)
    assert found == wanted()[file]


def test_there_is_a_file_for_each_preset_of_the_rule_book() -> None:
    assert {*FILES} == {*PRESETS, "options"} == {*wanted()}


@pytest.mark.parametrize("preset", PRESETS)
def test_no_other_reason_is_given(preset: str) -> None:
    """Whatever is tried in a preset, the reason stands in the table."""
    rng = random.Random(f"reasons/{preset}")
    expected = {reason for reason, row in TABLE.items() if preset in row.presets}
    rules = load(preset)
    for seed in range(count(40)):
        table = Table(rules, seeded(seed))
        for _ in range(rng.randint(50, 150)):
            if table.over:
                break
            if rng.random() < 0.1:
                for action in attempts(table.state, rng):
                    for seat in (*table.to_act, rng.randrange(rules.table.seats), -1):
                        reason = referee.why_illegal(table.state, seat, action)
                        assert reason is None or reason in expected, (seat, action)
            seat = rng.choice(sorted(table.to_act))
            table.act(seat, choose(table.state, seat, rng))


def number(tricks: int) -> MakeBid:
    return MakeBid(Bid(BidKind.NUMBER, tricks))


def blind(tricks: int) -> MakeBid:
    return MakeBid(Bid(BidKind.BLIND, tricks))


def said(rules: str, *words: AnyAction, seed: int = 1) -> Table:
    """A table at which each word was said by whoever had to speak."""
    table = Table(parse(rules), seeded(seed))
    for word in words:
        (seat,) = table.to_act
        table.act(seat, word)
    return table


def refusal(table: Table, action: AnyAction) -> Reason | None:
    (seat,) = table.to_act
    return referee.why_illegal(table.state, seat, action)


def test_advice_is_bound_by_no_limit_but_the_tricks() -> None:
    """Rule 7.8."""
    rules = "standard(bidding=second_names_total,zero=refused,blind_nil=off,max_side_bid=10)"
    assert refusal(said(rules), number(13)) is None
    assert refusal(said(rules), number(14)) is Reason.SIDE_BID_TOO_HIGH
    second = said(rules, number(13), number(1))
    assert refusal(second, number(11)) is Reason.SIDE_BID_TOO_HIGH
    assert refusal(second, number(10)) is None


@pytest.mark.parametrize("seed", range(20))
def test_nil_or_spades_held_where_zero_is_a_number(seed: int) -> None:
    """Rule 6.13: a bid of 0 is what rule 6.4 makes it."""
    rules = "whiz(zero=number)"
    assert refusal(said(rules, seed=seed), number(0)) is None


def held(table: Table) -> int:
    """The spades of the player who is to bid."""
    (seat,) = table.to_act
    return sum(card.printed_suit is Suit.SPADES for card in table.state.deal.hands[seat])


def test_no_special_bid_where_the_spades_held_are_bid() -> None:
    """Rule 6.13, even for a player without spades."""
    rules = "solo_four(bid_choice=spades_held,one_for_fifty=on,two_for_forty=on)"
    tables = (said(rules, seed=seed) for seed in range(300))
    table = next(table for table in tables if not held(table))
    for kind in (BidKind.ONE_FOR_FIFTY, BidKind.TWO_FOR_FORTY):
        assert refusal(table, MakeBid(Bid(kind))) is Reason.BID_NOT_PLAYED
    assert refusal(table, MakeBid(Bid(BidKind.NIL))) is None


def test_a_blind_side_that_bids_last_is_bound_by_the_sum() -> None:
    """Rule 6.9: the last player or side to bid."""
    rules = (
        "joker_joker_deuce_deuce(first_hand_bids_itself=off,blind_deficit=none,sum_not_tricks=on)"
    )
    table = said(rules, blind(6), AnswerBlind(agree=True))
    assert refusal(table, blind(7)) is Reason.SUM_OF_BIDS
    assert refusal(table, blind(8)) is None


def test_a_proposal_is_a_number_that_the_side_may_bid() -> None:
    """Rule 7.3, as to the sum of all bids too."""
    rules = "barmore(sum_not_tricks=on,talk=none)"
    last = said(rules, Look(), number(6), number(6), Look())
    assert refusal(last, number(7)) is Reason.SUM_OF_BIDS
    assert refusal(last, number(8)) is None
    last.act(min(last.to_act), number(8))
    assert refusal(last, number(7)) is Reason.SUM_OF_BIDS


def test_coming_out_needs_an_open_ten_that_could_have_been_bid() -> None:
    """Rule 7.7: here 3 and 10 would make the 13 that rule 6.9 forbids."""
    rules = (
        "new_york(first_hand_bids_itself=off,blind_deficit=none,sum_not_tricks=on,min_side_bid=3,"
        "talk=none)"
    )
    for first, out in ((3, False), (4, True)):
        words = (Look(), number(first), number(first), blind(6), AnswerBlind(agree=True))
        table = said(rules, *words)
        assert (ComeOut(out=True) in table.legal(min(table.to_act))) is out
        assert (table.state.phase is Phase.PLAY) is not out


def test_the_first_leader_may_ask_to_take_his_bid_back() -> None:
    """Rules 12.3 and 12.4: nobody has looked, drawn, talked or exchanged since."""
    table = said("standard", *(number(3) for _ in range(4)))
    assert table.state.phase is Phase.PLAY
    assert refusal(table, AskUndo()) is None
    (seat,) = table.to_act
    table.act(seat, AskUndo())
    while table.state.deal.undoer is not None:
        table.act(min(table.to_act), AnswerUndo(agree=True))
    assert table.to_act == {seat}
    assert turn(table.state) == (seat, Step.BID)
    assert table.state.deal.bids == [None] * 4


@pytest.mark.parametrize("rules", ["standard(cut=french)", "six_pairs_two_packs(cut=french)"])
@pytest.mark.parametrize("seed", range(8))
def test_a_card_of_the_french_cut_is_marked_until_its_owner_plays_it(rules: str, seed: int) -> None:
    """Rule 3.9; its twin in another hand is another card."""
    table, rng = Table(parse(rules), seeded(seed)), random.Random(seed)
    marked = list(table.state.deal.exposed)
    while not table.state.results:
        deal = table.state.deal
        played = [*zip(deal.trick_seats, deal.trick, strict=True)]
        for trick in deal.tricks:
            played += zip(trick.seats, trick.cards, strict=True)
        if table.state.phase is Phase.AUCTION:
            marked = list(deal.exposed)
            assert None not in marked
        if table.state.phase is Phase.PLAY:
            left = [None if (seat, card) in played else card for seat, card in enumerate(marked)]
            assert deal.exposed == left
        seat = rng.choice(sorted(table.to_act))
        table.act(seat, rng.choice(decisions(table.state, seat)))

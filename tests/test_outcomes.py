"""What outcomes are worth, and rehearsed deals: as the game itself scores and goes on."""

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
import positions
import pytest
from conftest import count
from dealt import world_of
from hypothesis import given, settings
from hypothesis import strategies as st
from matches import decisions, of_any_kind
from strategies import rule_sets

from spadille.bots.equity import Standing, match_chances, win_chances
from spadille.bots.equity.tourney import even_chances
from spadille.bots.expected import NIL, bids_with, expected_bids
from spadille.bots.first_lead import openings
from spadille.bots.hidden import hidden
from spadille.bots.kernel import NOBODY, Outcome, beginning, pack_of
from spadille.bots.outcomes import Bids, Worth, bids_of, groups_of
from spadille.bots.swaps import exchanged
from spadille.cards import Card
from spadille.game.actions import AnyAction, Bid, BidKind
from spadille.game.contracts import swap_of
from spadille.game.deck import deck_of
from spadille.game.events import (
    AnyEvent,
    CardPlayed,
    DealScored,
    ExchangeDone,
    MatchEnded,
    PlayBegan,
    SideResult,
    TrickTaken,
)
from spadille.game.state import Phase, State
from spadille.rules import Rules, load, names, parse
from spadille.rules.choices import Bidding
from spadille.table import Table, seeded
from spadille.view import View

VARIANTS = (
    *names(),
    "standard(failed_nil_tricks=help_partner,failed_nil_bag_points=only_if_contract_made)",
    "standard(failed_nil_tricks=ignored,blind_nil_deficit=none,bag_points=-1)",
    "standard(handicap=-300/400,ten_made=200,boston=moon_200,shortfall=missing_tricks)",
    "double_nil(bag_limit=5,bag_penalty=50,bag_carry=off)",
    "new_york(first_hand_bids_itself=off,blind_deficit=none,handicap=300/200)",
    "joker_joker_deuce_deuce(first_hand_bids_itself=off,blind_deficit=none)",
    "cutthroat_3(award_jacks=diamond_club_heart,bags_may_go_negative=on)",
    "cutthroat_4(bag_penalty=10*bags_held,handicap=450/460/0,tokens_to_win=2,max_games=3)",
    "six_pairs_two_packs(award_jacks=diamond_club_heart)",
)


def some(state: State, seat: int, rng: random.Random) -> AnyAction:
    """A decision of the deal, every kind as likely as every other."""
    return of_any_kind(decisions(state, seat), rng)


class Deal(NamedTuple):
    """A deal that was played at random: a view from its play, its play, and the table after it."""

    view: View
    events: list[AnyEvent]
    table: Table


def deals(rules: Rules, seed: str, wanted: int) -> Iterator[Deal]:
    """Random deals, of as many matches as they take."""
    rng = random.Random(seed)
    for match in itertools.count():
        table = Table(rules, seeded(f"{seed}/{match}"))
        seen: View | None = None
        start = 0
        while not table.over:
            seat = rng.choice(sorted(table.to_act))
            if table.state.phase is Phase.PLAY and (seen is None or rng.random() < 0.04):
                seen = table.view(seat)
            events = table.act(seat, some(table.state, seat, rng))
            if any(isinstance(event, DealScored) for event in events):
                assert seen is not None
                yield Deal(seen, table.log[start:], table)
                seen, start, wanted = None, len(table.log), wanted - 1
                if not wanted:
                    return


def outcome(deal: Deal, groups: Sequence[int]) -> Outcome:
    """How the deal ended, in the kernel's words, from what everybody saw."""
    rules = deal.view.rules
    won = [0] * rules.table.seats
    takers: dict[Card, list[int]] = {}
    trick: list[Card] = []
    for event in deal.events:
        match event:
            case CardPlayed(_, card):
                trick.append(card)
            case TrickTaken(seat):
                won[seat] += 1
                for card in trick:
                    takers.setdefault(card, []).append(seat)
                trick = []
            case _:
                pass
    tricks = [
        sum(won[seat] for seat, group in enumerate(groups) if group == one)
        for one in range(max(groups) + 1)
    ]
    pack = pack_of(rules).numbers
    awards: list[int] = []
    for card in deck_of(rules).awards:
        caught = [groups[seat] for seat in takers.get(card, ())]
        awards += [*caught, NOBODY, NOBODY][: len(pack.get(card, ()))]
    return bytes([*tricks, *awards])


def chance(deal: Deal) -> float:
    """The chance to win the match after a deal, from the table as it went on."""
    view, state, rules = deal.view, deal.table.state, deal.view.rules
    assert view.side is not None
    players = [view.seats[rules.side_seats(side)[0]].player for side in range(rules.side_count)]
    if deal.table.over:
        ended = [event for event in deal.table.log if isinstance(event, MatchEnded)]
        winners = ended[-1].winners or tuple(range(rules.table.seats))
        shares = [player in winners for player in players]
        return shares[view.side] / sum(shares)
    tokens = tuple(state.tokens[player] for player in players)
    if state.game != view.game:
        left = rules.match.max_games - view.game
        return even_chances(tokens, rules.match.tokens_to_win, left)[view.side]
    standings = tuple(Standing(s.score, s.bags, s.sets, s.bag_points) for s in state.standings)
    game = win_chances(rules, standings, deals=view.deal, overtime=state.overtime)
    return match_chances(rules, tokens, game, number=view.game)[view.side]


def unordered(result: SideResult) -> SideResult:
    """A result without the order in which award cards were caught: outcomes do not tell it."""
    lines = [
        msgspec.structs.replace(line, cards=tuple(sorted(line.cards))) for line in result.lines
    ]
    return msgspec.structs.replace(result, lines=tuple(sorted(lines, key=repr)))


def check_worth(deal: Deal) -> None:
    view = deal.view
    assert view.side is not None
    bids = bids_of(view)
    worth = Worth(view, bids, view.side, point=0.01)
    ended = outcome(deal, worth.groups)
    (scored,) = (event for event in deal.events if isinstance(event, DealScored))
    assert list(map(unordered, worth.results(ended))) == list(map(unordered, scored.results))
    assert worth.chance(ended) == pytest.approx(chance(deal))
    points = Worth(view, bids, view.side, point=None)(ended)
    assert worth(ended) == pytest.approx(chance(deal) + 0.01 * points)
    gains = [result.points for result in scored.results]
    if not view.rules.scoring.count_bags:
        mine = gains.pop(view.side)
        assert points == pytest.approx(mine - sum(gains) / len(gains))


@pytest.mark.parametrize("text", VARIANTS)
def test_a_deal_is_worth_what_the_game_scores(text: str) -> None:
    """Rule 10.1: the results are those of the event, to every line."""
    for deal in deals(parse(text), f"worth/{text}", count(300)):
        check_worth(deal)


@settings(max_examples=count(300))
@given(rule_sets(), st.integers(0, 2**32))
def test_a_deal_is_worth_what_the_game_scores_under_any_rules(rules: Rules, seed: int) -> None:
    for deal in deals(rules, str(seed), 1):
        check_worth(deal)


def bids_by_seat(text: str) -> Bids:
    return Bids(tuple(positions.bids_of(text)), (None,) * 2)


def test_tricks_are_told_apart_where_it_matters() -> None:
    """Partners share a group; nil bidders stand alone (rule 10.4), and everybody with jacks."""
    standard = load("standard")
    assert groups_of(standard, bids_by_seat("4 3 3 2")) == (0, 1, 0, 1)
    assert groups_of(standard, bids_by_seat("nil 3 3 2")) == (0, 1, 2, 1)
    assert groups_of(standard, bids_by_seat("nil 3 blind 2")) == (0, 1, 2, 1)
    solo = Bids((Bid(BidKind.NUMBER, 3),) * 4, (None,) * 4)
    assert groups_of(load("solo_four"), solo) == (0, 1, 2, 3)
    assert groups_of(load("cutthroat_4"), solo) == (0, 1, 2, 3)


# ---- rehearsed deals


OPENINGS = (
    *names(),
    "cutthroat_five_two_jokers(club_two_must_be_led=off)",
    "cutthroat_five_two_jokers(two_clubs_with_dealer=left_of_dealer)",
    "cutthroat_five_three_jokers(joker_use=junk,first_leader=all_low_club)",
    "six_pairs_two_packs(first_leader=low_club)",
    "six_pairs_two_packs(first_leader=all_low_club)",
    "two_handed(first_leader=low_club)",
    "barmore(first_leader=low_club,club_two_must_be_led=off)",
)


@pytest.mark.parametrize("text", OPENINGS)
def test_rehearsed_deals_open_as_the_game_does(text: str) -> None:
    """Rules 9.4 to 9.6."""
    rules, rng = parse(text), random.Random(text)
    numbers = pack_of(rules).numbers
    for at in range(count(300)):
        table = Table(rules, seeded(f"{text}/{at}"))
        while table.state.phase is not Phase.PLAY:
            table.act(seat := min(table.to_act), some(table.state, seat, rng))
        view = table.view(min(table.to_act))
        ((leader, card),) = openings(view, world_of(view, table.state.deal.hands))
        began = next(e for e in reversed(table.log) if isinstance(e, PlayBegan))
        assert leader == began.leader
        assert (began.card is None) == (card < 0)
        assert began.card is None or card in numbers[began.card]


@pytest.mark.parametrize("name", names())
def test_expected_bids_are_bids_that_may_be_made(name: str) -> None:
    """A number of tricks there are, or nil; whoever has bid is expected to bid no more."""
    rules, rng = load(name), random.Random(name)
    tricks = deck_of(rules).tricks
    asked = 0
    for at in range(count(60)):
        table = Table(rules, seeded(f"{name}/{at}"))
        while table.state.phase is not Phase.PLAY:
            view = table.view(seat := min(table.to_act))
            if view.phase is Phase.AUCTION:
                worlds = hidden(view, beginning(view, view.dealer)).deal(6, at)
                expected = expected_bids(view, worlds)
                asked += 1
                for other, known in enumerate(view.seats):
                    done = known.bid or view.sides[known.side].bid
                    said = set(expected[:, other].tolist())
                    assert said <= ({0} if done else {NIL, *range(1, tricks + 1)})
                for row in expected:
                    check_filled(view, bids_with(view, tuple(map(int, row))))
            table.act(seat, some(table.state, seat, rng))
    assert asked or rules.auction.first_hand_bids_itself


def check_filled(view: View, filled: Bids) -> None:
    """Every seat or side has a bid, those made are kept, and numbers are tricks that there are."""
    rules = view.rules
    by_side = rules.auction.bidding is Bidding.BY_SIDE
    made = filled.sides if by_side else filled.seats
    before = [side.bid for side in view.sides] if by_side else [seat.bid for seat in view.seats]
    for bid, said in zip(made, before, strict=True):
        if said is not None:
            assert bid == said
        elif not by_side and any(side is not None for side in filled.sides):
            continue
        else:
            assert bid is not None
            assert bid.kind is BidKind.NIL or 1 <= bid.tricks <= deck_of(rules).tricks


def test_rehearsed_exchanges_move_as_many_cards_as_the_game() -> None:
    rules, rng = parse("standard(nil_exchange=3,blind_nil_deficit=none)"), random.Random(8)
    swaps = 0
    for at in range(count(400)):
        table = Table(rules, seeded(at))
        before = after = None
        while table.state.phase is not Phase.PLAY:
            view = table.view(seat := min(table.to_act))
            if view.phase is Phase.EXCHANGE and before is None:
                before = world_of(view, table.state.deal.hands)
                after = exchanged(view, before, bids_of(view))
            table.act(seat, some(table.state, seat, rng))
        done = {e.side for e in table.log if isinstance(e, ExchangeDone)}
        if before is None or after is None:
            assert not done
            continue
        swaps += 1
        for side in range(2):
            size = swap_of(rules, bids_of(table.view(0)).seats, side)
            moved = sum(
                int(((before == one) & (after == other)).sum())
                for one, other in itertools.permutations(rules.side_seats(side), 2)
            )
            assert moved == (0 if size is None else 2 * size.size)
        for seat in range(4):
            assert (after == seat).sum() == 13
    assert swaps


@pytest.mark.parametrize("name", ["standard", "solo_four", "cutthroat_five", "suicide"])
def test_a_nil_that_is_expected_is_bid_whoever_has_bid_before(name: str) -> None:
    """Rules 6.4 and 6.5: a nil is legal before the partner bids, and where there is none."""
    view = Table(load(name), seeded(2)).view(1)
    for seat in range(len(view.seats)):
        row = tuple(NIL if one == seat else 4 for one in range(len(view.seats)))
        bids = bids_with(view, row).seats
        mates = [bids[one] for one in view.rules.side_seats(view.rules.seat_side(seat))]
        assert any(bid is not None and bid.is_nil for bid in mates)

"""What holds in every match, under all presets and under options mixed at random."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from conftest import DEEP, count
from hypothesis import example, given, settings
from hypothesis import strategies as st
from matches import BIDS, PLAYS, WORDS, attempts, check, check_events, check_refusals, choose, turn
from strategies import rule_sets

from spadille.cards import Card, Dialect, card
from spadille.game import referee
from spadille.game.actions import (
    AnswerClaim,
    AnswerUndo,
    AnyAction,
    AskUndo,
    Claim,
    GiveTurned,
    IllegalAction,
    MakeBid,
)
from spadille.game.events import AnyEvent, ClaimGranted, DealScored, Undone
from spadille.game.fold import replay
from spadille.game.state import Phase, State
from spadille.rules import Rules, change, describe, key, load, names, parse
from spadille.table import Item, Shuffle, Table, seeded

SEEDS = st.integers(0, 2**32)
SHORT = {"max_deals": 2, "max_games": 2}


def played(rules: Rules, seed: int) -> Table:
    """A match to its end, with a claim and a wish to undo now and then."""
    table, rng = Table(rules, seeded(seed)), random.Random(seed)
    while not table.over:
        table.act(*turn(table, rng))
    return table


def without_log(state: State) -> State:
    return msgspec.structs.replace(state, log=0)


@settings(max_examples=count(1500))
@given(rule_sets(**SHORT), SEEDS)
def test_every_step_of_a_match(rules: Rules, seed: int) -> None:
    """Cards, tricks, turns and legal actions are sound, and the match ends (rule 11.9)."""
    table, rng = Table(rules, seeded(seed)), random.Random(seed)
    check(table)
    while not table.over:
        if rng.random() < 0.03:
            check_refusals(table.state, rng)
        before = len(table.log)
        events = table.act(*turn(table, rng))
        assert table.log[before:] == events
        check_events(table, before)
        check(table)
    check_refusals(table.state, rng)
    assert table.state.deals <= 2
    assert table.state.game <= 2
    assert replay(table.log) == table.state


@settings(max_examples=count(6000))
@given(rule_sets(max_deals=1, tokens_to_win=1), SEEDS)
def test_no_auction_has_a_dead_end(rules: Rules, seed: int) -> None:
    """Whatever the options and whatever is said, the next player can say something."""
    table, rng = Table(rules, seeded(seed)), random.Random(seed)
    state = table.state
    while state.phase not in {Phase.PLAY, Phase.OVER}:
        seat = rng.choice(sorted(referee.to_act(state)))
        legal = referee.legal(state, seat)
        bids = [action for action in legal if isinstance(action, MakeBid)]
        if bids and rng.random() < 0.5:  # the extremes leave others least room
            action: AnyAction = rng.choice([bids[0], bids[-1]])
        else:
            action = choose(state, seat, rng)
        if isinstance(action, AskUndo):
            continue
        referee.apply(state, seat, action)
        assert all(len(referee.legal(state, other)) for other in referee.to_act(state))
        assert referee.to_act(state)


@pytest.mark.parametrize("preset", names())
def test_every_match_ends(preset: str) -> None:
    """With random players, whole tourneys in `make deep`, else a few deals (rule 11.11)."""
    short = {} if DEEP else {"max_deals": 4, "max_games": 2}
    # Each undo plays the log again, which takes its time in a tourney of thousands of deals.
    rules = change(load(preset), {"undo": not DEEP, **short})
    table = played(rules, 5)
    assert table.state.winners is not None
    assert replay(table.log) == table.state


@settings(max_examples=count(500))
@given(rule_sets(**SHORT), SEEDS)
def test_a_log_gives_the_state_wherever_it_is_cut(rules: Rules, seed: int) -> None:
    table = played(rules, seed)
    rng = random.Random(seed)
    again = played(rules, seed)
    assert (again.log, again.state) == (table.log, table.state)  # the same seed, the same match
    for _ in range(3):
        middle = Table(rules, seeded(seed))
        steps = random.Random(seed)
        for _ in range(rng.randint(0, 120)):
            if not middle.over:
                middle.act(*turn(middle, steps))
        assert replay(middle.log) == middle.state
        assert middle.log == table.log[: len(middle.log)]
        restored = Table.restore(middle.log, seeded(seed))
        assert (restored.state, restored.log) == (middle.state, middle.log)


@settings(max_examples=count(500))
@given(rule_sets(**SHORT), SEEDS)
def test_rules_events_and_actions_survive_json(rules: Rules, seed: int) -> None:
    assert msgspec.json.decode(msgspec.json.encode(rules), type=Rules) == rules
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(rules), type=Rules) == rules
    table = played(rules, seed)
    text = msgspec.json.encode(table.log)
    assert msgspec.json.decode(text, type=list[AnyEvent]) == table.log
    for action in attempts(table.state, random.Random(seed)):
        assert msgspec.json.decode(msgspec.json.encode(action), type=AnyAction) == action


@settings(max_examples=count(2000))
@given(rule_sets())
def test_rules_survive_their_description(rules: Rules) -> None:
    assert parse(describe(rules)) == rules
    assert key(parse(describe(rules))) == key(rules)


@pytest.mark.parametrize("action", [*BIDS, *WORDS, *PLAYS], ids=str)
def test_an_action_survives_json(action: AnyAction) -> None:
    text = msgspec.json.encode(action)
    assert msgspec.json.decode(text, type=AnyAction) == action


@pytest.mark.parametrize("face", Card)
def test_a_card_survives_its_text(face: Card) -> None:
    assert card(str(face)) is face
    assert card(face.symbol) is face
    if face.printed_suit is not None and face.rank in "23456789TA":
        assert all(card(face.symbol, dialect) is face for dialect in Dialect)


@settings(max_examples=count(800))
@given(rule_sets(**SHORT, undo=True), SEEDS)
def test_what_is_undone_was_never_there(rules: Rules, seed: int) -> None:
    """An agreed undo goes back to just before the decision, a refused one nowhere (rule 12.4)."""
    table, rng = Table(rules, seeded(seed)), random.Random(seed)
    before: dict[int, State] = {}
    undone = 0
    while not table.over and undone < 20:
        state = table.state
        before[state.log] = state.copy()
        seat, action = turn(table, rng)
        if AskUndo() not in table.legal(seat) or rng.random() < 0.7:
            table.act(seat, action)
            continue
        undone += 1
        decision = state.deal.decisions[seat]
        assert decision is not None
        table.act(seat, AskUndo())
        if rng.random() < 0.3:
            table.act(rng.choice(sorted(table.to_act)), AnswerUndo(agree=False))
            as_before = before[state.log].copy()
            as_before.deal.decisions[seat] = None  # not to be asked again at once
            assert without_log(table.state) == without_log(as_before)
            assert AskUndo() not in table.legal(seat)
            continue
        while table.state.deal.undoer is not None:
            table.act(rng.choice(sorted(table.to_act)), AnswerUndo(agree=True))
        last = table.log[-1]
        assert isinstance(last, Undone)
        assert last.to == decision
        assert without_log(table.state) == without_log(before[decision])
        assert table.state.log == len(table.log)
        assert table.to_act == {seat}
        check(table)


@settings(max_examples=count(800))
@given(rule_sets(**SHORT, claims=True), SEEDS)
def test_a_claim_changes_nothing_or_ends_the_deal(rules: Rules, seed: int) -> None:
    """Refused, it only shows a hand; granted, it wins every trick still to come (rule 12.2)."""
    table, rng = Table(rules, seeded(seed)), random.Random(seed)
    while not table.over:
        state = table.state
        seat, action = turn(table, rng)
        if state.phase is not Phase.PLAY or Claim() not in table.legal(seat) or rng.random() < 0.9:
            table.act(seat, action)
            continue
        hand, rest = state.deal.hands[seat], state.deck.tricks - len(state.deal.tricks)
        table.act(seat, Claim())
        assert table.to_act == {
            other
            for other in range(rules.table.seats)
            if rules.seat_side(other) != rules.seat_side(seat)
        }
        if rng.random() < 0.5:
            table.act(rng.choice(sorted(table.to_act)), AnswerClaim(agree=False))
            shown = state.copy()
            shown.deal.shown[seat] = state.deck.sorted(hand)
            shown.deal.agreed = set()
            shown.deal.claim_refused.add(seat)
            assert without_log(table.state) == without_log(shown)
            assert Claim() not in table.legal(seat)
            continue
        events: list[AnyEvent] = []
        while not any(isinstance(event, DealScored) for event in events):
            events = table.act(rng.choice(sorted(table.to_act)), AnswerClaim(agree=True))
        assert ClaimGranted(seat, rest) in events
        scored = next(event for event in events if isinstance(event, DealScored))
        side = rules.seat_side(seat)
        won = sum(state.deal.won[mate] for mate in rules.side_seats(side)) + rest
        assert scored.results[side].tricks == won


def turned(order: Sequence[Item], by: int, seats: int) -> list[Item]:
    """Lots for the first dealer, each seat moved on; the pack stays as it is."""
    return [(item + by) % seats if isinstance(item, int) else item for item in order]


def moved(items: Sequence[Any], by: int) -> list[Any]:
    """What belongs to seats or sides, moved on."""
    by %= len(items) or 1
    return [*items[len(items) - by :], *items[: len(items) - by]]


def turned_action(action: AnyAction, by: int) -> AnyAction:
    return GiveTurned(tuple(moved(action.cards, by))) if isinstance(action, GiveTurned) else action


@settings(max_examples=count(800))
@given(
    rule_sets(**SHORT, first_dealer="random", seating="as_they_come", handicap=()),
    SEEDS,
    st.integers(1, 5),
)
@example(load("standard"), 1, 1)
@example(load("six_pairs_two_packs"), 2, 4)
def test_turning_the_seats_turns_the_result(rules: Rules, seed: int, by: int) -> None:
    """Nothing depends on the number of a seat, only on who sits at whose left (rule 1.2)."""
    seats = rules.table.seats
    one = seeded(seed)

    def other(place: int, items: Sequence[Item]) -> list[Item]:
        return turned(one(place, items), by, seats)

    shuffle: Shuffle = other
    rng = random.Random(seed)
    straight = Table(change(rules, {"max_deals": 2, "max_games": 2}), one)
    around = Table(straight.rules, shuffle)
    while not straight.over:
        assert around.to_act == {(seat + by) % seats for seat in straight.to_act}
        seat, action = turn(straight, rng)
        legal = [turned_action(each, by) for each in straight.legal(seat)]
        assert set(around.legal((seat + by) % seats)) == set(legal)
        straight.act(seat, action)
        around.act((seat + by) % seats, turned_action(action, by))
        a, b = straight.state, around.state
        assert moved(a.deal.hands, by) == b.deal.hands
        assert moved(a.deal.won, by) == b.deal.won
        assert moved(a.standings, by) == b.standings
        assert moved(a.tokens, by) == b.tokens
    assert straight.state.winners is not None
    assert around.state.winners is not None
    assert {(seat + by) % seats for seat in straight.state.winners} == {*around.state.winners}
    assert [type(event) for event in straight.log] == [type(event) for event in around.log]


@settings(max_examples=count(300))
@given(rule_sets(**SHORT), SEEDS)
def test_a_refused_action_changes_nothing(rules: Rules, seed: int) -> None:
    """It is refused with its reason and with what is legal instead (rule 12.5)."""
    table, rng = Table(rules, seeded(seed)), random.Random(seed)
    for _ in range(rng.randint(0, 80)):
        if not table.over:
            table.act(*turn(table, rng))
    before, length = table.state.copy(), len(table.log)
    tried = rng.sample(attempts(table.state, rng), 40)
    for seat in (*range(-1, rules.table.seats + 1),):
        for action in tried:
            reason = referee.why_illegal(table.state, seat, action)
            if reason is None:
                continue
            with pytest.raises(IllegalAction) as refusal:
                table.act(seat, action)
            assert refusal.value.reason is reason
            assert refusal.value.legal == table.legal(seat)
            with pytest.raises(IllegalAction):
                referee.apply(table.state, seat, action)
    assert (table.state, len(table.log)) == (before, length)

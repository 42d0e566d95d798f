"""Worlds: every way to deal the hidden cards that fits a view, and none that does not."""

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from conftest import count
from dealt import dealt, place_at, place_of_state
from hypothesis import given, settings
from hypothesis import strategies as st
from matches import is_asked, random_turns
from strategies import rule_sets

from spadille import _kernel
from spadille.bots import kernel
from spadille.bots.hidden import PLACES, Hidden, hidden
from spadille.bots.kernel import AWAY, Worlds, pack_of, played
from spadille.bots.weights import by_plays
from spadille.cards import Card
from spadille.game import play
from spadille.game.events import DealScored
from spadille.game.facts import facts_of
from spadille.game.state import Phase, State, new_deal, new_state
from spadille.rules import Rules, load, names, parse
from spadille.rules.choices import ExchangeMode
from spadille.table import Table, seeded
from spadille.view import View

OUT = _kernel.HIDDEN

# ---- the kernel deals worlds


def all_ways(may: Sequence[int], room: Sequence[int]) -> set[tuple[int, ...]]:
    """Every place for every unknown card, found by trying them all."""
    free = [places for places in may if places]
    choices = [[place for place in range(PLACES) if places >> place & 1] for places in free]
    return {
        way
        for way in itertools.product(*choices)
        if all(way.count(place) == room[place] for place in range(PLACES))
    }


def constraints(rng: random.Random) -> tuple[bytes, list[int], list[int]]:
    """Up to seven unknown cards among some known ones, in some of up to four places."""
    places = rng.sample(range(PLACES), rng.randint(1, 4))
    cards = rng.randint(1, 9)
    may = [0] * cards
    for card in rng.sample(range(cards), rng.randint(0, min(cards, 7))):
        kept = rng.sample(places, rng.randint(1, len(places)))
        may[card] = sum(1 << place for place in kept)
    room = [0] * PLACES
    for _ in range(sum(map(bool, may))):
        room[rng.choice(places)] += 1
    known = bytes(rng.choice([0, 1, 2, 255]) for _ in range(cards))
    return known, may, room


def ways_dealt(known: bytes, may: Sequence[int], made: bytes) -> Counter[tuple[int, ...]]:
    """The places of the unknown cards in every world; the known ones have to be as they were."""
    size = len(known)
    found: Counter[tuple[int, ...]] = Counter()
    for first in range(0, len(made), size):
        world = made[first : first + size]
        assert all(world[card] == known[card] for card in range(size) if not may[card])
        unknown = [world[card] for card in range(size) if may[card]]
        found[tuple(AWAY if place == OUT else place for place in unknown)] += 1
    return found


def test_all_ways_to_deal_are_equally_likely() -> None:
    rng = random.Random(1)
    several = impossible = 0
    for seed in range(count(4000)):
        known, may, room = constraints(rng)
        expected = all_ways(may, room)
        if not expected:
            impossible += 1
            with pytest.raises(ValueError, match="no world fits"):
                _kernel.deal_worlds(known, may, room, worlds=3, seed=seed)
            continue
        each = 100 if len(expected) <= 40 else 0
        worlds = max(each * len(expected), 20)
        found = ways_dealt(
            known, may, _kernel.deal_worlds(known, may, room, worlds=worlds, seed=seed)
        )
        assert set(found) <= expected
        if each:
            several += len(expected) > 1
            # 100 of each are expected: six standard deviations.
            assert all(40 <= found[way] <= 160 for way in expected), (may, room)
    assert several > count(200)
    assert impossible > count(400)


def test_a_full_pack_is_dealt_evenly() -> None:
    """39 cards of one kind to three seats: each card lies in each hand a third of the time."""
    known, may = bytes([0] * 13 + [9] * 39), [0] * 13 + [0b1110] * 39
    made = _kernel.deal_worlds(known, may, [0, 13, 13, 13, 0, 0, 0], worlds=3000, seed=5)
    owners = np.frombuffer(made, np.uint8).reshape(3000, 52)
    assert (owners[:, :13] == 0).all()
    for seat in (1, 2, 3):
        held = owners[:, 13:] == seat
        assert (held.sum(1) == 13).all()
        # 1,000 are expected of each card: five standard deviations.
        assert (np.abs(held.sum(0) - 1000) < 130).all()


def test_where_cards_are_bound_the_free_ones_give_way() -> None:
    """Seat 1 lacks a suit of two cards and has one place: 2 over 3 to seat 2, all else follows."""
    may = [0b100, 0b100, 0b110, 0b110]
    found = ways_dealt(
        bytes(4), may, _kernel.deal_worlds(bytes(4), may, [0, 1, 3, 0, 0, 0, 0], worlds=1000)
    )
    assert set(found) == {(2, 2, 1, 2), (2, 2, 2, 1)}
    assert all(400 < times < 600 for times in found.values())


def test_every_card_may_be_of_its_own_kind() -> None:
    """128 cards and all 127 sets of places: it is dealt, or refused at once."""
    may = [*range(1, 128), 127]
    for room in ([18, 18, 18, 18, 18, 18, 20], [128, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1, 122]):
        try:
            made = _kernel.deal_worlds(bytes(128), may, room, worlds=2)
        except ValueError:
            continue
        worlds = np.frombuffer(made, np.uint8).reshape(2, 128)
        assert [int((worlds[0] == place).sum()) for place in range(6)] == room[:6]


def test_the_same_seed_deals_the_same_worlds_and_more_worlds_only_add() -> None:
    may, room = [0b11] * 10, [5, 5, 0, 0, 0, 0, 0]
    few = _kernel.deal_worlds(bytes(10), may, room, worlds=4, seed=3)
    assert _kernel.deal_worlds(bytes(10), may, room, worlds=9, seed=3)[:40] == few
    assert _kernel.deal_worlds(bytes(10), may, room, worlds=4, seed=4) != few


WHOLE = st.integers(-2, 300) | st.sampled_from([2**31, 2**32, 2**63, 2**64, -(2**63), 2**70])
AMOUNTS = st.sampled_from([0, -1, 1, 5, 2**28 + 1, 2**63, 2**64 - 1, 2**64, 2**70, 1.5, None])
ODD = st.none() | st.text(max_size=2) | st.floats() | st.lists(WHOLE, max_size=2)
REFUSED = (ValueError, TypeError, OverflowError)


@settings(max_examples=count(3000))
@given(
    st.binary(max_size=140) | st.none() | st.text(max_size=3),
    st.lists(st.integers(0, 127) | WHOLE | ODD, max_size=140),
    st.lists(st.integers(0, 20) | WHOLE | ODD, min_size=5, max_size=8),
    AMOUNTS,
    AMOUNTS,
)
def test_nothing_asked_of_the_dealer_makes_it_crash(
    owners: Any, may: list[Any], room: list[Any], worlds: Any, seed: Any
) -> None:
    try:
        made = _kernel.deal_worlds(owners, may, room, worlds=worlds, seed=seed)
    except REFUSED:
        return
    assert len(made) == worlds * len(owners)


@settings(max_examples=count(2000))
@given(st.data())
def test_what_nearly_fits_is_dealt_or_refused(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 128))
    may = data.draw(st.lists(st.sampled_from([0, 1, 3, 5, 64, 127]), min_size=size, max_size=size))
    unknown = sum(map(bool, may))
    cuts = sorted(data.draw(st.lists(st.integers(0, unknown), min_size=6, max_size=6)))
    room = [last - first for first, last in itertools.pairwise([0, *cuts, unknown])]
    try:
        made = _kernel.deal_worlds(bytes(size), may, room, worlds=2)
    except ValueError:
        return
    world = made[:size]
    lies = [AWAY if world[card] == OUT else world[card] for card in range(size) if may[card]]
    assert [lies.count(place) for place in range(PLACES)] == room
    assert all(places >> lie & 1 for lie, places in zip(lies, filter(None, may), strict=True))


# ---- how likely plays are


def begun(rules: Rules, seed: int) -> tuple[_kernel.Position, bytes, list[tuple[int, int, bytes]]]:
    """A deal at the start of its play, its world, and random plays to its end."""
    state = dealt(rules, random.Random(seed))
    place = place_of_state(state)
    owners = kernel.owners(place, state.deal.hands)
    position = kernel.position_of(place, owners)
    return position, owners, position.copy().play_randomly(seed)


def likely(
    start: _kernel.Position, owners: bytes, plays: Sequence[int], beliefs: Sequence[float]
) -> list[float]:
    return _kernel.likelihoods(start, owners, plays, goals=_kernel.Goals(), beliefs=beliefs)


@pytest.mark.parametrize("name", names())
def test_a_play_is_that_of_the_policy_or_any_card(name: str) -> None:
    """Each play of n legal ones adds log((1-b)/n), or log(b + (1-b)/n) if it is the policy's."""
    belief = 0.4
    rules = load(name)
    start, owners, plays = begun(rules, 7)
    cards = [card for _, card, _ in plays]
    beliefs = [belief] * rules.table.seats
    sums = [likely(start, owners, cards[:upto], beliefs)[0] for upto in range(len(cards) + 1)]
    assert sums[0] == 0.0
    hits = 0
    for (before, now), (_, _, legal) in zip(itertools.pairwise(sums), plays, strict=True):
        anyhow = (1 - belief) / len(legal)
        policy = math.isclose(now - before, math.log(anyhow + belief), abs_tol=1e-9)
        if len(legal) == 1:
            assert now == before
        else:
            hits += policy
            assert policy or math.isclose(now - before, math.log(anyhow), abs_tol=1e-9)
    assert hits


@pytest.mark.parametrize("name", ["standard", "new_york", "six_pairs_two_packs"])
def test_the_policy_plays_one_card_or_its_equals(name: str) -> None:
    rules = load(name)
    start, owners, plays = begun(rules, 3)
    cards = [card for _, card, _ in plays]
    beliefs = [0.5] * rules.table.seats
    for at in range(0, len(plays), 3):
        seat, _, legal = plays[at]
        seen = {c: likely(start, owners, [*cards[:at], c], beliefs)[0] for c in legal}
        best = max(seen.values())
        chosen = [card for card in legal if math.isclose(seen[card], best, abs_tol=1e-9)]
        if len(legal) == 1:
            continue
        gone = set(cards[:at])
        between = set(range(min(chosen), max(chosen) + 1)) - gone
        assert all(owners[card] == seat for card in between), (legal, chosen)


def test_seats_that_are_not_believed_say_nothing() -> None:
    start, owners, plays = begun(load("standard"), 1)
    cards = [card for _, card, _ in plays]
    assert likely(start, owners * 3, cards, [0.0] * 4) == [0.0] * 3
    only = [0.0, 0.0, 0.3, 0.0]
    assert likely(start, owners, cards, only)[0] < 0.0
    assert likely(start, owners, cards[: 1 if plays[0][0] != 2 else 0], only) == [0.0]


def test_a_play_that_was_not_legal_is_impossible() -> None:
    start, owners, plays = begun(load("standard"), 1)
    cards = [card for _, card, _ in plays]
    never = -math.inf
    leader = plays[0][0]
    others = next(card for card in range(52) if owners[card] != leader)
    assert likely(start, owners, [others], [0.0] * 4) == [never]
    closed = [card for card in range(39, 52) if owners[card] == leader]
    assert likely(start, owners, closed[:1], [0.0] * 4) == [never]  # spades are not broken
    assert likely(start, owners, [*cards, 0], [0.0] * 4) == [never]  # all cards are played
    assert likely(start, owners, [cards[0], cards[0]], [0.0] * 4) == [never]


@settings(max_examples=count(2000))
@given(
    st.integers(-60, 60) | st.none(),
    st.lists(st.integers(-2, 54) | WHOLE | ODD, max_size=6),
    st.lists(st.floats() | WHOLE | ODD, min_size=3, max_size=5)
    | st.lists(st.floats(0, 0.99), min_size=4, max_size=4),
    AMOUNTS,
)
def test_nothing_asked_about_plays_makes_it_crash(
    cut: int | None, plays: list[Any], beliefs: list[Any], seed: Any
) -> None:
    start, owners, _ = begun(load("standard"), 1)
    asked: Any = owners * 2 if cut is None else owners[:cut]
    try:
        found = _kernel.likelihoods(
            start, asked, plays, goals=_kernel.Goals(), beliefs=beliefs, seed=seed
        )
    except REFUSED:
        return
    assert len(found) * 52 == len(asked)
    assert all(value <= 0.0 for value in found)


# ---- what a view leaves open


def truth(state: State, seat: int) -> list[list[Card]]:
    """The hands as a seat counts them: of an exchange of others it sees only that it is done."""
    deal, rules = state.deal, state.rules
    hands = [list(hand) for hand in deal.hands]
    if state.phase is not Phase.EXCHANGE:
        return hands
    at_once = rules.exchange.exchange_mode is ExchangeMode.SIMULTANEOUS
    for other, hand in enumerate(hands):
        side = rules.seat_side(other)
        if deal.exchanged[side] is None and (at_once or side != rules.seat_side(seat)):
            hand.extend(deal.passed[other] or ())
            for card in deal.received[other] or ():
                hand.remove(card)
    return hands


def check_truth(view: View, known: Hidden, hands: list[list[Card]]) -> None:
    """The cards as they really lie are among the worlds."""
    cards = pack_of(view.rules).cards
    room = [0] * PLACES
    for face in dict.fromkeys(cards):
        numbers = [n for n, card in enumerate(cards) if card is face]
        free = [n for n in numbers if known.may[n]]
        lies = [seat for seat, hand in enumerate(hands) for _ in range(hand.count(face))]
        for n in numbers:
            if not known.may[n] and known.owners[n] < AWAY:
                lies.remove(known.owners[n])
        lies += [AWAY] * (len(free) - len(lies))
        assert len(lies) == len(free), face
        assert any(
            all(known.may[n] >> lie & 1 for n, lie in zip(free, order, strict=True))
            for order in itertools.permutations(lies)
        ), (face, lies, [bin(known.may[n]) for n in free])
        for lie in lies:
            room[lie] += 1
    assert tuple(room) == known.room


def check_worlds(view: View, known: Hidden, worlds: Worlds) -> None:
    """Every world has hands of the right length and allows all that was seen."""
    numbers = pack_of(view.rules).numbers
    for seat, room in enumerate(known.room[:AWAY]):
        fixed = sum(owner == seat for owner in known.owners)
        assert ((worlds == seat).sum(1) == fixed + room).all()
    for seat, shown in enumerate(view.seats):
        if seat != view.seat and view.rules.deck.packs == 1:
            for card in shown.shown or ():
                held = worlds[:, numbers[card][0]]
                assert (held == (_kernel.GONE if was_played(view, card) else seat)).all()
    if view.rules.deck.packs == 1:
        check_located(view, worlds)
    if view.phase is Phase.PLAY:
        possible = np.isfinite(by_plays(view, worlds, _kernel.Goals(), 1))
        # Whether a dealer who sits out holds the lowest club is known only in part before.
        assert possible.all() or view.rules.deal.short_dealer or view.rules.deck.packs > 1
        for world in worlds[possible][:3]:
            check_opening(view, world)


def check_located(view: View, worlds: Worlds) -> None:
    """Cards that were seen lie where they have to (one pack)."""
    numbers = pack_of(view.rules).numbers
    for card in view.discards:
        assert (worlds[:, numbers[card][0]] == OUT).all()
    for seat, shown in enumerate(view.seats):
        mate = facts_of(view.rules).partner_of[seat]
        may = {seat, mate} if view.sides[shown.side].exchanged else {seat}
        if shown.exposed is not None and view.passed is None and view.received is None:
            assert set(worlds[:, numbers[shown.exposed][0]].tolist()) <= may
    if view.seat is not None and view.passed is not None:
        may = {_kernel.GONE, view.seat, facts_of(view.rules).partner_of[view.seat]}
        for card in view.passed:
            assert set(worlds[:, numbers[card][0]].tolist()) <= may


def was_played(view: View, card: Card) -> bool:
    return card in view.trick or any(card in trick.cards for trick in view.tricks)


def check_opening(view: View, world: np.ndarray) -> None:
    """The same seat leads to trick 1, with the same card if one is prescribed."""
    cards = pack_of(view.rules).cards
    state = new_state(view.rules)
    state.deal = new_deal(view.rules, 1, view.dealer)
    for number, owner in enumerate(world):
        if owner < len(view.seats):
            state.deal.hands[owner].append(cards[number])
    for seat, number in played(view):
        state.deal.hands[seat].append(cards[number])
    began = play.opening(state)
    assert began.leader == (view.tricks[0].leader if view.tricks else view.leader)
    first = view.tricks[0].cards if view.tricks else view.trick
    lead = first[0] if first else view.must_lead
    assert began.card in {None, lead}


def open_positions(rules: Rules, seed: str, deals: int) -> Iterator[tuple[State, View]]:
    """The positions of random deals in which somebody has to think of the others' cards."""
    rng = random.Random(seed)
    table = Table(rules, seeded(seed))
    for seat in random_turns(table, rng):
        if sum(isinstance(event, DealScored) for event in table.log) == deals:
            return
        view = table.view(seat)
        if view.phase in {Phase.AUCTION, Phase.EXCHANGE, Phase.PLAY} and not is_asked(view):
            yield table.state, view


VARIANTS = (
    *names(),
    "standard(blind_nil_deficit=none,nil_exchange=3)",
    "standard(blind_nil_deficit=none,cut=french,nil_exchange=1)",
    "double_nil(cut=french,nil_exchange=2)",
    "barmore(cut=french)",
    "new_york(first_hand_bids_itself=off,blind_deficit=none)",
    "cutthroat_five_two_jokers(joker_use=junk)",
    "cutthroat_five_two_jokers(club_two_must_be_led=off)",
    "cutthroat_five_two_jokers(two_clubs_with_dealer=left_of_dealer)",
    "cutthroat_3(first_leader=low_club)",
    "standard(first_leader=all_low_club)",
    "standard(first_trick_spades=forbidden,forced_lead_breaks=off)",
    "two_handed(see_second_card=off)",
    "six_pairs_two_packs(blind_nil=on,blind_nil_exchange=3,blind_nil_deficit=none)",
    "six_pairs_two_packs(nil_exchange=4,exchange_mode=simultaneous)",
)


@pytest.mark.parametrize("text", VARIANTS)
def test_the_cards_as_they_lie_fit_and_every_world_allows_what_was_seen(text: str) -> None:
    rules = parse(text)
    for at, (state, view) in enumerate(open_positions(rules, f"worlds/{text}", count(60))):
        known = hidden(view, place_at(view))
        assert view.seat is not None
        check_truth(view, known, truth(state, view.seat))
        if at % 3 == 0:
            check_worlds(view, known, known.deal(8, at))


@settings(max_examples=count(300))
@given(rule_sets(), st.integers(0, 2**32))
def test_worlds_fit_under_any_rules(rules: Rules, seed: int) -> None:
    for at, (state, view) in enumerate(open_positions(rules, str(seed), 1)):
        known = hidden(view, place_at(view))
        assert view.seat is not None
        check_truth(view, known, truth(state, view.seat))
        if at % 4 == 0:
            check_worlds(view, known, known.deal(4, at))

"""The compiled part against `spadille.game`, which is the authority, and against misuse."""

import itertools
import random
from collections import Counter
from pathlib import Path

import pytest
from conftest import count
from dealt import PLAY_OPTIONS, dealt, place_of_state
from hypothesis import given
from hypothesis import strategies as st
from matches import is_asked, random_turns
from strategies import settled

from spadille import _kernel
from spadille.bots import kernel
from spadille.cards import Card
from spadille.game import play
from spadille.game.events import CardPlayed, TrickTaken
from spadille.game.facts import facts_of
from spadille.game.state import Phase, State
from spadille.rules import Rules, load, names, parse
from spadille.table import Table, seeded
from spadille.view import view

STUBS = Path(__file__).parent.parent / "src" / "spadille" / "_kernel.pyi"


def follow(state: State, plays: list[tuple[int, int, bytes]]) -> None:
    """Play in `spadille.game` what the kernel played, and compare what might have been played."""
    cards, numbers = kernel.pack_of(state.rules).cards, kernel.pack_of(state.rules).numbers
    for seat, number, legal in plays:
        assert seat == state.deal.turn
        faces = {numbers[card][0] for card in play.legal_cards(state, seat)}
        assert {numbers[cards[other]][0] for other in legal} == faces
        play.fold_card_played(state, CardPlayed(seat, cards[number]))
        taken = play.after_card(state)
        if taken is not None:
            assert isinstance(taken, TrickTaken)
            play.fold_trick_taken(state, taken)


def compare(rules: Rules, rng: random.Random) -> None:
    """A random deal: begun by the kernel, taken up again in the middle, and played to its end."""
    state = dealt(rules, rng)
    begun = kernel.position(place_of_state(state), state.deal.hands)
    plays = begun.play_randomly(rng.getrandbits(64))
    follow(state, plays[: rng.randrange(len(plays))])
    place = place_of_state(state)
    position = kernel.position(place, state.deal.hands)
    assert position.broken == state.deal.broken
    follow(state, position.play_randomly(rng.getrandbits(64)))
    assert play.is_over(state)
    assert position.over
    assert position.won == state.deal.won
    assert position.broken == state.deal.broken
    caught = Counter((seat, card) for seat, cards in enumerate(state.deal.caught) for card in cards)
    awards = [card for card in state.deck.awards for _ in range(state.deck.pack.count(card))]
    taken = zip(position.caught, awards, strict=True)
    assert Counter(pair for pair in taken if pair[0] != kernel.NOBODY) == caught


@pytest.mark.parametrize("name", names())
def test_kernel_and_game_agree_on_legal_cards_and_winners(name: str) -> None:
    rules, rng = load(name), random.Random(name)
    for _ in range(count(10000)):
        compare(rules, rng)


PACKS: tuple[dict[str, object], ...] = (
    {},
    {"jokers": 2, "removed_twos": "both_red", "joker_use": "junk"},
    {"packs": 2, "jokers": 0},
)


def variants(number: int) -> list[Rules]:
    rng = random.Random(9)
    made = []
    for name in itertools.islice(itertools.cycle(names()), number):
        chosen = {option: rng.choice(values) for option, values in PLAY_OPTIONS.items()}
        made.append(settled(load(name), {**chosen, **rng.choice(PACKS)}))
    return made


def test_kernel_and_game_agree_whatever_options_are_chosen() -> None:
    rng = random.Random(10)
    made = variants(count(2000))
    for option in ("first_leader", "lead_spades", "forced_lead_breaks", "first_trick_spades"):
        assert {str(getattr(rules.play, option)) for rules in made} == {
            str(value) for value in PLAY_OPTIONS[option]
        }
    assert sum(rules.deck.packs == 2 for rules in made) > len(made) / 20
    assert sum(bool(rules.deck.jokers) for rules in made) > len(made) / 20
    for rules in made:
        for _ in range(20):
            compare(rules, rng)


@pytest.mark.parametrize("name", names())
def test_a_view_tells_the_kernel_what_the_state_tells(name: str) -> None:
    rng = random.Random(name)
    table = Table(load(name), seeded(rng.getrandbits(32)))
    seen = 0
    for seat in random_turns(table, rng):
        state = table.state
        if state.phase is Phase.PLAY and not is_asked(state.deal):
            assert kernel.place_of_view(view(state, seat)) == place_of_state(state)
            seen += 1
        if seen == 60:
            break


# ---- search


def root(rules: Rules, worlds: int, seed: int = 1, tricks: int = 0) -> kernel.Root:
    """A decision after some tricks, and worlds in which the other hands are dealt anew."""
    rng = random.Random(seed)
    state = dealt(rules, rng)
    begun = kernel.position(place_of_state(state), state.deal.hands)
    follow(state, begun.play_randomly(seed)[: tricks * rules.table.seats])
    me, hands = state.deal.turn, state.deal.hands
    made: list[list[list[Card]]] = [hands]
    for _ in range(worlds - 1):
        rest = [card for seat, hand in enumerate(hands) if seat != me for card in hand]
        rng.shuffle(rest)
        world = []
        for seat, hand in enumerate(hands):
            taken, rest = (hand, rest) if seat == me else (rest[: len(hand)], rest[len(hand) :])
            world.append(taken)
        made.append(world)
    place = place_of_state(state)
    dealt_worlds = b"".join(kernel.owners(place, world) for world in made)
    return kernel.Root(place, dealt_worlds, [rng.random() + 0.1 for _ in made])


GOALS = _kernel.Goals(low=[5, 4], extra=[False, False], hunted=[2, -1], nils=[3], attacked=[3])


@pytest.mark.parametrize("goals", [None, GOALS], ids=["random", "goals"])
def test_results_depend_on_the_seed_and_the_work_not_on_threads(
    goals: _kernel.Goals | None,
) -> None:
    made = root(parse("standard(jokers=2,removed_twos=both_red,joker_use=junk)"), 40)
    cards = list(made.cards)
    one = made.play(cards, repeats=5, seed=7, goals=goals)
    for threads in (2, 3, 8):
        assert made.play(cards, repeats=5, seed=7, goals=goals, threads=threads) == one
    assert made.play(cards, repeats=5, seed=8, goals=goals) != one


def test_batches_of_worlds_add_up() -> None:
    made = root(load("cutthroat_4"), 30)
    cards = list(made.cards)
    whole = made.play(cards, repeats=3)
    parts = [made.play(cards, first=a, last=b, repeats=3) for a, b in ((0, 7), (7, 30))]
    for card in cards:
        added: dict[bytes, float] = {}
        for part in parts:
            for outcome, weight in part[card]:
                added[outcome] = added.get(outcome, 0.0) + weight
        assert added == pytest.approx(dict(whole[card]))


def test_a_card_fares_the_same_whichever_cards_are_tried_beside_it() -> None:
    made = root(load("standard"), 10)
    cards = list(made.cards)
    whole = made.play(cards, repeats=3)
    assert made.play(cards[2:4], repeats=3) == {card: whole[card] for card in cards[2:4]}


@pytest.mark.parametrize("name", ["standard", "cutthroat_five_two_jokers", "six_pairs_two_packs"])
def test_outcomes_hold_all_tricks_and_all_weights(name: str) -> None:
    rules = load(name)
    made = root(rules, 12, tricks=2)
    deck = facts_of(rules).deck
    seats = rules.table.seats
    for groups in ([], list(facts_of(rules).side_of)):
        size = len(set(groups)) or seats
        for found in made.play(list(made.cards), repeats=4, groups=groups).values():
            for outcome, _ in found:
                assert len(outcome) == size + len(deck.awards) * rules.deck.packs
                assert sum(outcome[:size]) == deck.tricks
                assert all(group < size or group == kernel.NOBODY for group in outcome[size:])
            weights = sum(weight for _, weight in found)
            every = sum(weight for _, weight in next(iter(made.play(list(made.cards)).values())))
            assert weights == pytest.approx(4 * every)


def test_the_last_card_has_one_outcome() -> None:
    made = root(load("standard"), 1, tricks=12)
    (card,) = made.cards
    ((outcome, weight),) = made.play([card], repeats=9)[card]
    rest = made.position.copy()
    rest.play_randomly(0)
    assert list(outcome) == rest.won
    assert weight > 0


def test_the_number_of_outcomes_is_bounded() -> None:
    made = root(load("standard"), 20)
    with pytest.raises(ValueError, match="limit"):
        made.play(list(made.cards), repeats=20, limit=50)


# ---- the policy plays for its goals: tricks of 13, on average over many deals


def tricks(goals: _kernel.Goals | None, rules: str = "standard") -> list[float]:
    pack, deals = kernel.pack_of(parse(rules)), 4000
    each = facts_of(parse(rules)).deck.tricks
    totals = _kernel.random_deals(pack.rules, each=each, deals=deals, seed=3, goals=goals)
    assert sum(totals) == each * deals
    return [total / deals for total in totals]


def test_a_side_that_wants_tricks_wins_more_than_one_that_shuns_them() -> None:
    eager, shy = _kernel.Goals(extra=[True, False]), _kernel.Goals(extra=[False, True])
    assert sum(tricks(eager)[::2]) > 8
    assert sum(tricks(shy)[::2]) < 5


def test_a_side_stops_at_the_tricks_that_it_wants() -> None:
    content = tricks(_kernel.Goals(low=[4, 9], extra=[False, False]))
    greedy = tricks(_kernel.Goals(low=[4, 9], extra=[True, False]))
    assert sum(content[::2]) < sum(greedy[::2]) - 0.5


def test_a_nil_bidder_ducks_his_partner_covers_and_opponents_attack() -> None:
    plain = tricks(_kernel.Goals())
    nil = tricks(_kernel.Goals(nils=[2]))
    attacked = tricks(_kernel.Goals(nils=[2], attacked=[2]))
    alone = tricks(_kernel.Goals(nils=[2], attacked=[2]), "solo_four")
    assert nil[2] < plain[2] / 2
    assert attacked[2] > nil[2] + 0.05
    assert alone[2] > attacked[2]


def test_a_hunt_costs_the_prey_tricks() -> None:
    safe = tricks(_kernel.Goals(low=[7, 4], extra=[False, False]))
    hunted = tricks(_kernel.Goals(low=[7, 4], extra=[False, False], hunted=[6, -1]))
    assert sum(hunted[::2]) < sum(safe[::2]) - 0.3


def test_wanted_cards_are_caught_and_shunned_ones_are_not() -> None:
    rules = load("cutthroat_four")
    pack = kernel.pack_of(rules)
    jack = pack.numbers[Card("JC")][0]
    place = deck = None
    rates = []
    for goals in (
        _kernel.Goals(low=[3] * 4, extra=[False] * 4, wanted=[[jack], [], [], []]),
        _kernel.Goals(low=[3] * 4, extra=[False] * 4),
        _kernel.Goals(low=[3] * 4, extra=[False] * 4, shunned=[[jack], [], [], []]),
    ):
        rng, caught = random.Random(5), 0.0
        for _ in range(400):
            state = dealt(rules, rng)
            place = place_of_state(state)
            deck = kernel.Root(place, kernel.owners(place, state.deal.hands))
            card = next(iter(deck.cards))
            found = deck.play([card], goals=goals, repeats=2)[card]
            caught += sum(weight for outcome, weight in found if outcome[4 + 1] == 0)
        rates.append(caught)
    assert rates[0] > 1.2 * rates[1] > 1.2 * rates[2]


@pytest.mark.parametrize("goals", [None, GOALS], ids=["random", "goals"])
@pytest.mark.parametrize("name", ["standard", "six_pairs_two_packs"])
def test_play_outs_are_the_same_for_every_kind_of_processor(
    name: str, goals: _kernel.Goals | None
) -> None:
    rules = kernel.pack_of(load(name)).rules
    if name != "standard" and goals is not None:
        goals = _kernel.Goals(low=[5, 4, 6], nils=[3], attacked=[3], noise=20)
    fast, portable = (
        _kernel.random_deals(rules, each=8, deals=500, goals=goals, portable=portable)
        for portable in (False, True)
    )
    assert fast == portable


# ---- misuse

ODD = st.integers(-3, 260) | st.integers(-(2**70), 2**70)
LISTS = st.lists(ODD, max_size=8)
WRONG = (ValueError, TypeError)
SOME = kernel.pack_of(load("standard")).rules


@given(
    seats=ODD, sides=LISTS, suits=st.lists(st.integers(-1, 6), max_size=140) | LISTS,
    strengths=LISTS, awards=LISTS, closed=ODD, sort=st.booleans(),
)  # fmt: skip
def test_wrong_rules_are_refused(  # noqa: PLR0913
    *,
    seats: int, sides: list[int], suits: list[int], strengths: list[int], awards: list[int],
    closed: int, sort: bool,
) -> None:  # fmt: skip
    if sort:
        seats = seats % 5 + 2
        sides = [seat % 2 for seat in range(seats)]
        suits, strengths = sorted(suits), list(range(len(suits)))
    try:
        made = _kernel.Rules(
            seats=seats, side_of=sides, suit_of=suits, strength=strengths, awards=awards,
            closed_tricks=closed,
        )  # fmt: skip
    except WRONG:
        return
    assert 1 <= made.cards <= 128
    if made.cards >= seats:
        assert sum(_kernel.random_deals(made, each=1, deals=3)) == 3


@given(
    owners=st.binary(max_size=60) | st.lists(st.sampled_from([0, 1, 2, 3, 254, 255]),
                                             min_size=52, max_size=52).map(bytes),
    leader=ODD, trick=LISTS, won=LISTS, must_lead=ODD | st.none(), sitter=ODD | st.none(),
)  # fmt: skip
def test_wrong_positions_are_refused(  # noqa: PLR0913
    *,
    owners: bytes, leader: int, trick: list[int], won: list[int], must_lead: int | None,
    sitter: int | None,
) -> None:  # fmt: skip
    try:
        made = _kernel.Position(
            SOME, owners, leader=leader, trick=trick, won=won, must_lead=must_lead, sitter=sitter
        )
    except WRONG:
        return
    made.play_randomly(0)
    assert made.over


@st.composite
def near_misses(draw: st.DrawFn) -> tuple[bytes, dict[str, object]]:
    """The parts of a position that is right but for one or two of them."""
    seed = draw(st.integers(0, 50))
    state = dealt(load("cutthroat_five_two_jokers"), random.Random(seed))
    begun = kernel.position(place_of_state(state), state.deal.hands)
    follow(state, begun.play_randomly(seed)[: draw(st.integers(0, 30))])
    place = place_of_state(state)
    owners = bytearray(kernel.owners(place, state.deal.hands))
    numbers = kernel.pack_of(state.rules).numbers
    parts: dict[str, object] = {
        "leader": place.leader,
        "trick": [numbers[card][0] for card in place.trick],
        "won": list(place.won),
        "caught": [255, 255],
        "broken": place.broken,
        "sitter": place.sitter,
    }
    for _ in range(draw(st.integers(0, 2))):
        owners[draw(st.integers(0, len(owners) - 1))] = draw(
            st.sampled_from([0, 1, 4, 5, 254, 255])
        )
    for name in draw(st.sets(st.sampled_from(sorted(parts)), max_size=1)):
        parts[name] = draw(ODD | LISTS | st.booleans() | st.none())
    return bytes(owners), parts


@given(near_misses(), st.integers(0, 2**64 - 1))
def test_positions_that_are_nearly_right_are_refused_or_can_be_played(
    near: tuple[bytes, dict[str, object]], seed: int
) -> None:
    owners, parts = near
    rules = kernel.pack_of(load("cutthroat_five_two_jokers")).rules
    try:
        made = _kernel.Position(rules, owners, **parts)  # type: ignore[arg-type]
    except WRONG:
        return
    for goals in (None, _kernel.Goals(nils=[0, 1], attacked=[1], low=[2] * 5, noise=9)):
        if not made.over:
            _kernel.search(made, owners, made.legal()[:2], goals=goals, seed=seed)
    made.play_randomly(seed)
    assert made.over


@given(
    owners=st.sampled_from([0, 51, 52, 104, 520]), cards=LISTS,
    weights=st.lists(st.floats() | st.sampled_from([0.0, 1.0]), max_size=3),
    first=ODD, last=ODD | st.none(), repeats=st.sampled_from([-1, 0, 1, 2, 2**40]),
    seed=ODD, groups=LISTS, threads=st.sampled_from([-1, 0, 1, 3, 257]), limit=ODD,
    noise=ODD, low=LISTS, seats=LISTS, faces=st.lists(LISTS, max_size=3),
    right=st.booleans(),
)  # fmt: skip
def test_a_search_with_wrong_values_is_refused(  # noqa: PLR0913
    *,
    owners: int, cards: list[int], weights: list[float], first: int, last: int | None,
    repeats: int, seed: int, groups: list[int], threads: int, limit: int, noise: int,
    low: list[int], seats: list[int], faces: list[list[int]],
    right: bool,
) -> None:  # fmt: skip
    made = root(load("standard"), 1)
    world = kernel.owners(
        made.place, [[made.pack.cards[n] for n in made.position.hand(s)] for s in range(4)]
    )
    if right:
        cards, first, last, groups, seed = made.position.legal(), 0, None, [], 1
    try:
        goals = _kernel.Goals(low=low, nils=seats, wanted=faces, noise=noise)
        found = _kernel.search(
            made.position, (world * 10)[:owners], cards, weights=weights, first=first, last=last,
            repeats=repeats, seed=seed, goals=goals, groups=groups, threads=threads, limit=limit,
        )  # fmt: skip
    except WRONG:
        return
    assert len(found) == len(cards)


def test_worlds_that_do_not_fit_the_position_are_refused() -> None:
    made = root(load("standard"), 2)
    hands = [[made.pack.cards[number] for number in made.position.hand(seat)] for seat in range(4)]
    world = kernel.owners(made.place, hands)
    mine = made.position.legal()[:1]
    for wrong in (
        world[1:] + world[:1],  # other cards in my hand
        bytes(_kernel.GONE if owner == 3 else owner for owner in world),
        bytes(_kernel.HIDDEN if owner == 3 else owner for owner in world),
        bytes(9 if owner == 3 else owner for owner in world),
    ):
        with pytest.raises(ValueError, match=r"owners|cards"):
            _kernel.search(made.position, world + wrong, mine)
    with pytest.raises(ValueError, match="no world"):
        kernel.Root(made.place, b"")


def test_a_finished_deal_has_no_legal_cards_and_takes_none() -> None:
    made = root(load("standard"), 1).position
    made.play_randomly(1)
    assert made.over
    assert made.legal() == []
    with pytest.raises(ValueError, match="over"):
        made.play(0)


def test_an_illegal_card_is_refused() -> None:
    made = root(load("standard"), 1).position
    held = made.legal()
    other = next(card for card in range(52) if card not in held)
    for card in (other, -1, 52):
        with pytest.raises(ValueError, match="play"):
            made.play(card)
    assert made.legal() == held


def test_the_stubs_are_those_of_the_module() -> None:
    stubgen = pytest.importorskip("nanobind.stubgen")
    generator = stubgen.StubGen(module=_kernel, quiet=True)
    generator.put(_kernel)
    assert STUBS.read_text("utf-8") == generator.get(), "run tools/stubs.py"

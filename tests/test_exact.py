"""Exact values of cards against a naive search: endings and openings of every preset."""

import random
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from conftest import DEEP
from dealt import PLAY_OPTIONS, dealt, place_of_state
from matches import is_asked, turn
from naive import COMPILER, answers, compiled, problem
from strategies import settled

from spadille import _kernel
from spadille.bots import exact, kernel
from spadille.cards import Card
from spadille.game import play
from spadille.game.events import CardPlayed
from spadille.game.facts import facts_of
from spadille.game.scoring import score_deal
from spadille.game.state import Phase, State
from spadille.rules import Rules, load, names
from spadille.table import Table, seeded

COUNT = 500 if DEEP else 100
End = tuple[list[int], list[list[Card]]]
"""How a deal ended: tricks and award cards by seat."""


@pytest.fixture(scope="module")
def naive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if COMPILER is None:
        pytest.skip("no C++ compiler")
    target = tmp_path_factory.mktemp("naive") / "naive"
    return compiled(["tests/naive_solver.cpp"], target, "-O2")


def ends(state: State, left: int) -> Iterator[End]:
    """All ends of a deal, in the order in which the naive search takes their payoffs."""
    deal, seats = state.deal, range(state.rules.table.seats)
    out = [card for cards in (deal.trick, *deal.hands) for card in cards]
    awards = [card for card in out if card in state.deck.awards]
    for split in product(range(left + 1), repeat=len(seats)):
        if sum(split) != left:
            continue
        won = [before + more for before, more in zip(deal.won, split, strict=True)]
        for catchers in product(seats, repeat=len(awards)):
            caught = [list(cards) for cards in deal.caught]
            for card, seat in zip(awards, catchers, strict=True):
                caught[seat].append(card)
            yield won, caught


def end_of(rules: Rules, outcome: kernel.Outcome) -> End:
    """The same, from the bytes of the kernel."""
    deck, seats = facts_of(rules).deck, rules.table.seats
    awards = [card for card in deck.awards for _ in range(deck.pack.count(card))]
    caught: list[list[Card]] = [[] for _ in range(seats)]
    for card, seat in zip(awards, outcome[seats:], strict=True):
        if seat != kernel.NOBODY:
            caught[seat].append(card)
    return list(outcome[:seats]), caught


def decoded(rules: Rules, worth: Callable[[End], float]) -> Callable[[kernel.Outcome], float]:
    """The same worth of what comes from the kernel."""
    return lambda outcome: worth(end_of(rules, outcome))


def compare(naive: Path, cases: list[tuple[State, Callable[[End], float]]]) -> None:
    """Every card's value, and so which cards are legal, as the naive search has it."""
    solver = _kernel.Solver(memory=1 << 20)
    asked, found = [], []
    for state, worth in cases:
        rules, deal = state.rules, state.deal
        cards = sorted(set(play.legal_cards(state, deal.turn)))
        payoffs = [worth(end) for end in ends(state, len(deal.hands[deal.turn]))]
        asked += [problem(state, deal.hands, payoffs, card) for card in cards]
        values = exact.values(
            place_of_state(state), deal.hands, decoded(rules, worth), solver=solver
        )
        assert values is not None
        assert sorted(values) == cards
        found += [values[card] for card in cards]
    assert found == answers(naive, asked)


def points(state: State) -> Callable[[End], float]:
    """What the side at turn scores, less what the others do."""
    mine, after = state.rules.seat_side(state.deal.turn), state.copy()

    def worth(end: End) -> float:
        after.deal.won, after.deal.caught = end
        results = score_deal(after)
        return float(sum(r.points if r.side == mine else -r.points for r in results))

    return worth


def endings(rules: Rules, rng: random.Random) -> Iterator[State]:
    """Random matches, seen at a random card of a late trick of each deal."""
    tricks = 4 if rules.table.seats < 5 else 3
    while True:
        table = Table(rules, seeded(rng.getrandbits(32)))
        deal = 0
        for _ in range(2000):
            state = table.state
            if table.over:
                break
            playing = state.phase is Phase.PLAY and not is_asked(state.deal)
            late = playing and len(state.deal.hands[state.deal.turn]) == tricks
            if late and state.deal.number != deal and rng.random() < 0.4:
                deal = state.deal.number
                yield state.copy()
            table.act(*turn(table, rng))


@pytest.mark.parametrize("name", names())
def test_endings_are_worth_what_a_naive_search_says(name: str, naive: Path) -> None:
    found = endings(load(name), random.Random(name))
    cases = [(state, points(state)) for state, _ in zip(found, range(COUNT), strict=False)]
    if name == "standard":
        bids = [bid for state, _ in cases for bid in state.deal.bids]
        assert sum(bid is not None and bid.is_nil for bid in bids) > COUNT / 2
        assert any(state.deal.trick for state, _ in cases)
    compare(naive, cases)


OPENINGS = PLAY_OPTIONS | {"award_jacks": ("none", "club", "diamond_club")}


def opening(rules: Rules, rng: random.Random) -> State:
    """A deal of short hands, at a random card of trick 1."""
    state = dealt(rules, rng, tricks=2 if rules.table.seats > 4 else 3)
    for _ in range(rng.randrange(state.deal.trick_size)):
        card = rng.choice(play.legal_cards(state, state.deal.turn))
        play.fold_card_played(state, CardPlayed(state.deal.turn, card))
    return state


def weights(state: State, rng: random.Random) -> Callable[[End], float]:
    """Tricks of the seats and award cards count for something or other."""
    seats = range(state.rules.table.seats)
    tricks = [[rng.randrange(40) for _ in range(20)] for _ in seats]
    return lambda end: float(
        sum(tricks[seat][end[0][seat]] + 3 * len(end[1][seat]) * (-seat) for seat in seats)
    )


@pytest.mark.parametrize("name", names())
def test_openings_are_worth_what_a_naive_search_says(name: str, naive: Path) -> None:
    rng, cases = random.Random(name), []
    for _ in range(COUNT):
        changes = {option: rng.choice(values) for option, values in OPENINGS.items()}
        if rng.random() < 0.3:
            changes = {}
        state = opening(settled(load(name), changes), rng)
        cases.append((state, weights(state, rng)))
    compare(naive, cases)


def test_a_search_that_takes_too_long_has_no_values() -> None:
    state = dealt(load("standard"), random.Random(1))
    root = place_of_state(state)
    for limit, found in ((100, False), (10**7, True)):
        values = exact.values(
            root, state.deal.hands, lambda o: o[0], groups=(0, 1, 0, 1), limit=limit
        )
        assert (values is not None) == found


def test_a_deal_that_is_over_has_no_values() -> None:
    state = dealt(load("standard"), random.Random(1), tricks=0)
    with pytest.raises(ValueError, match="a card is to be played"):
        exact.values(place_of_state(state), state.deal.hands, sum)

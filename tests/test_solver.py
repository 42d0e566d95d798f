"""The exact solver of the kernel against a naive search, against DDS, and against misuse."""

import os
import random
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import DEEP, count
from dealt import dealt, place_of_state
from hypothesis import given
from hypothesis import strategies as st
from naive import COMPILER, compiled

from spadille import _kernel
from spadille.bots import kernel
from spadille.rules import load, parse

SPADES = 3
ANYTIME = parse("standard(lead_spades=anytime)")
SANITIZED = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
def test_random_rules_against_naive_search(tmp_path: Path) -> None:
    """Values and cards agree on small positions of all rules; deep: with the memory checked."""
    sources = ["tests/solver_fuzz.cpp", "kernel/solver.cpp"]
    program = compiled(sources, tmp_path / "fuzz", *(SANITIZED if DEEP else ("-O1",)))
    done = subprocess.run(
        [program, str(count(20_000)), "1"],
        # Looking for leaks stops at what a sandbox forbids, and there is nothing that could leak.
        env=os.environ | {"ASAN_OPTIONS": "detect_leaks=0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def shuffled(cards: int, dice: random.Random) -> tuple[int, list[int]]:
    """A leader and, by card of the pack, who holds it in a deal of so many cards each."""
    owners = [seat for seat in range(4) for _ in range(cards)] + [_kernel.GONE] * (52 - 4 * cards)
    dice.shuffle(owners)
    return dice.randrange(4), owners


def position(leader: int, owners: list[int], *, broken: bool = True) -> _kernel.Position:
    """The same for the kernel, in the standard game."""
    left = sum(owner == leader for owner in owners)
    won, rules = [13 - left, 0, 0, 0], kernel.pack_of(load("standard")).rules
    return _kernel.Position(rules, bytes(owners), leader=leader, won=won, broken=broken)


@pytest.mark.parametrize("cards", range(5, 14))
def test_tricks_against_dds(cards: int) -> None:
    """With spades broken and two sides, the values are those of DDS."""
    dds = pytest.importorskip("endplay._dds", reason="endplay is not installed")
    dds.SetMaxThreads(1)
    solver, dice = _kernel.Solver(), random.Random(cards)
    for _ in range(count(2000) if cards < 12 else count(200)):
        leader, owners = shuffled(cards, dice)
        deal, answer = dds.deal(), dds.futureTricks()
        deal.trump, deal.first = 0, leader  # DDS counts the suits from spades on
        for card, owner in enumerate(owners):
            if owner != _kernel.GONE:
                deal.remainCards[owner][SPADES - card // 13] |= 4 << card % 13
        dds.SolveBoard(deal, -1, 3 if cards < 10 else 1, 1, answer, 0)
        found = solver.solve_tricks(position(leader, owners), all=cards < 10)
        assert found is not None
        assert found.value == answer.score[0]
        # DDS names the highest of equal cards, and in `equals` those that are as good.
        for at in range(answer.cards if cards < 10 else 0):
            card = 13 * (SPADES - answer.suit[at]) + answer.rank[at] - 2
            assert found.values[card] == answer.score[at]


def standard(cards: int = 5) -> _kernel.Position:
    return position(*shuffled(cards, random.Random(1)))


def test_answers_depend_on_nothing_but_the_position() -> None:
    dice = random.Random(2)
    positions = [position(*shuffled(8, dice), broken=dice.random() < 0.5) for _ in range(20)]
    shared = _kernel.Solver(memory=1 << 20)

    def solve(solver: _kernel.Solver, at: int) -> tuple[object, ...]:
        now = positions[at]
        payoffs = [float(end[0] * end[2] - end[1]) for end in _kernel.outcomes(now)]
        found = solver.solve_payoffs(now, payoffs, all=True)
        assert found is not None
        assert found.values[found.card] == found.value == max(found.values.values())
        return found.value, found.card, found.values, found.nodes

    alone = [solve(_kernel.Solver(memory=1 << 20), at) for at in range(20)]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda at: solve(shared, at), range(20)))
    assert together == alone


def test_little_memory_changes_no_value() -> None:
    now = position(*shuffled(10, random.Random(3)))
    small, large = (_kernel.Solver(memory=size).solve_tricks(now) for size in (1 << 20, 1 << 28))
    assert small is not None
    assert large is not None
    assert small.value == large.value
    assert small.nodes >= large.nodes


@pytest.mark.parametrize("memory", [1 << 20, 1 << 28])
def test_payoffs_of_a_point_a_trick_are_worth_the_tricks(memory: int) -> None:
    dice, solver = random.Random(7), _kernel.Solver(memory=memory)
    for _ in range(count(200)):
        now = position(*shuffled(dice.randrange(5, 10), dice), broken=dice.random() < 0.5)
        ends, mine = _kernel.outcomes(now), now.turn % 2
        before = sum(now.won[mine::2])
        found = solver.solve_payoffs(now, [float(sum(end[mine::2])) for end in ends], all=True)
        tricks = solver.solve_tricks(now, all=True)
        assert found is not None
        assert tricks is not None
        assert found.values == {card: worth + before for card, worth in tricks.values.items()}


def test_outcomes_hold_what_was_won_and_caught_before() -> None:
    rules = load("cutthroat_four")
    state = dealt(rules, random.Random(4))
    diamond, club = state.deck.awards
    hands = [
        [card for card in hand if card not in {diamond, club}][:2] for hand in state.deal.hands
    ]
    hands[2][0] = club
    place = place_of_state(state)._replace(
        done=(diamond,), won=(3, 0, 1, 0), caught=((), (diamond,), (), ())
    )
    found = _kernel.outcomes(kernel.position(place, hands), groups=[0, 1, 0, 1])
    assert [list(end) for end in found] == [
        [4 + mine, 2 - mine, 1, catcher] for mine in range(3) for catcher in range(2)
    ]


ODD = st.integers(-3, 260) | st.integers(-(2**70), 2**70)
WRONG = (ValueError, TypeError)


@given(
    payoffs=st.lists(st.floats(), max_size=60), groups=st.lists(ODD, max_size=8), limit=ODD,
    everything=st.booleans(), right=st.booleans(),
)  # fmt: skip
def test_a_solver_with_wrong_values_refuses(
    *, payoffs: list[float], groups: list[int], limit: int, everything: bool, right: bool
) -> None:
    now, solver = standard(3), _kernel.Solver()
    if right:
        groups = []
        payoffs = (payoffs * 20)[: len(_kernel.outcomes(now))]
    try:
        found = solver.solve_payoffs(now, payoffs, groups=groups, all=everything, limit=limit)
    except WRONG:
        return
    if found is not None:
        assert found.value in payoffs
        assert found.card in now.legal()
        assert sorted(found.values) == (now.legal() if everything else [])


@pytest.mark.parametrize("memory", [-1, 0, 1000, 2**37, 2**70, None, "much"])
def test_memory_out_of_bounds_is_refused(memory: object) -> None:
    with pytest.raises(WRONG):
        _kernel.Solver(memory=memory)  # type: ignore[arg-type]


def test_what_cannot_be_solved_is_refused() -> None:
    now, solver = standard(), _kernel.Solver()
    with pytest.raises(ValueError, match="wrong number of outcomes"):
        solver.solve_payoffs(now, [1.0])
    with pytest.raises(ValueError, match="not a number"):
        solver.solve_payoffs(now, [float("nan")] * len(_kernel.outcomes(now)))
    with pytest.raises(ValueError, match="groups"):
        _kernel.outcomes(now, groups=[0, 1])
    with pytest.raises(ValueError, match="limit"):
        solver.solve_tricks(now, limit=0)
    with pytest.raises(TypeError):
        solver.solve_tricks(None)  # type: ignore[arg-type]
    now.play_randomly(0)
    for ask in (solver.solve_tricks, _kernel.outcomes):
        with pytest.raises(ValueError, match="a card is to be played"):
            ask(now)


def test_too_many_outcomes_are_refused_at_once() -> None:
    rules = parse("six_pairs_two_packs(award_jacks=diamond_club_heart)")
    state = dealt(rules, random.Random(5))
    now = kernel.position(place_of_state(state), state.deal.hands)
    with pytest.raises(ValueError, match="fewer groups"):
        _kernel.outcomes(now)
    with pytest.raises(ValueError, match="fewer groups"):
        _kernel.Solver().solve_payoffs(now, [])


@pytest.mark.parametrize("name", ["standard", "cutthroat_3", "six_pairs_two_packs"])
def test_a_search_stops_at_its_limit(name: str) -> None:
    state = dealt(load(name), random.Random(6))
    now = kernel.position(place_of_state(state), state.deal.hands)
    solver = _kernel.Solver()
    assert solver.solve_tricks(now, limit=1000) is None
    ends = _kernel.outcomes(now)
    assert solver.solve_payoffs(now, [float(end[0]) for end in ends], limit=1000) is None

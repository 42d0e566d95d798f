"""The exact solver of the kernel against a naive search and against DDS."""

import random
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import count

ROOT = Path(__file__).parent.parent
COMPILER = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
SPADES = 3


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
def test_random_rules_against_naive_search(tmp_path: Path) -> None:
    """Values and named cards agree on small positions of all rules, with the memory checked."""
    program = tmp_path / "fuzz"
    subprocess.run(
        [
            *(str(COMPILER), "-std=c++20", "-O1", "-g", "-fsanitize=address,undefined"),
            *("-fno-sanitize-recover=all", "-I", "kernel"),
            *("tests/solver_fuzz.cpp", "kernel/solver.cpp", "-o", str(program)),
        ],
        cwd=ROOT,
        check=True,
    )
    done = subprocess.run(
        [program, str(count(20_000)), "1"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("cards", range(5, 14))
def test_tricks_against_dds(cards: int) -> None:
    """With spades broken and two sides, the value is that of DDS."""
    kernel = pytest.importorskip("spadille._kernel")
    dds = pytest.importorskip("endplay._dds")
    if not hasattr(kernel, "Solver"):
        pytest.skip("the solver is not bound")
    dds.SetMaxThreads(1)
    solver = kernel.Solver()
    dice = random.Random(cards)
    for _ in range(count(2000) if cards < 12 else count(200)):
        pack = [(suit, rank) for suit in range(4) for rank in range(13)]
        dice.shuffle(pack)
        hands = [pack[seat * cards : (seat + 1) * cards] for seat in range(4)]
        leader = dice.randrange(4)
        deal, answer = dds.deal(), dds.futureTricks()
        deal.trump, deal.first = 0, leader  # DDS counts the suits from spades on
        for seat, hand in enumerate(hands):
            for suit, rank in hand:
                deal.remainCards[seat][SPADES - suit] |= 4 << rank
        dds.SolveBoard(deal, -1, 1, 1, answer, 0)
        problem = kernel.Problem(seats=4, side=[0, 1, 0, 1], hands=hands, leader=leader)
        assert solver.solve_tricks(problem).value == answer.score[0]

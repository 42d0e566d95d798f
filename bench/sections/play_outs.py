"""Standard play-outs on one thread, the kernel's with a random deal each, in turns.

OpenSpiel's are those of 52 cards without the deal: in C++ inside its MCTS evaluator, and as a
loop in Python. The best of many short rounds counts, since others may use the machine.
"""

import random
from typing import Any

import pyspiel

from sections.figures import Figures, scaled, seconds
from spadille import _kernel
from spadille.bots import kernel
from spadille.rules import parse


def begun_in_open_spiel(game: Any, rng: random.Random) -> Any:
    """A standard deal in OpenSpiel before the first card."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    for _ in range(4):
        state.apply_action(state.legal_actions()[3])
    return state


def measure(amount: float) -> Figures:
    """Measure in turns, each in many short rounds."""
    rng, game = random.Random(1), pyspiel.load_game("spades")
    state = begun_in_open_spiel(game, rng)
    rollouts, simulations, loops, ours = 1000, 2, 50, 20_000
    solve = verbose = False
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    # Rollouts are as good as all of its work: two simulations, each with many of them.
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, simulations, 100, solve, 1, verbose)
    rules = kernel.pack_of(parse("standard")).rules
    bags = _kernel.Goals(low=[5, 6], extra=[False, False], hunted=[-1, 2])
    nil = _kernel.Goals(
        low=[5, 4], extra=[False, False], hunted=[-1, 2], nils=[1], attacked=[1], idle=[1]
    )

    def kernel_deals(goals: _kernel.Goals | None) -> None:
        _kernel.random_deals(rules, each=13, deals=ours, seed=1, goals=goals)

    def python_loop() -> None:
        for _ in range(loops):
            copy = state.clone()
            while not copy.is_terminal():
                copy.apply_action(rng.choice(copy.legal_actions()))

    best = dict.fromkeys(("random", "goals", "nil", "C++", "Python"), 0.0)
    for _ in range(scaled(30, amount)):
        rates = {
            "random": ours / seconds(lambda: kernel_deals(None)),
            "goals": ours / seconds(lambda: kernel_deals(bags)),
            "nil": ours / seconds(lambda: kernel_deals(nil)),
            "C++": simulations * rollouts / seconds(lambda: bot.step(state)),
            "Python": loops / seconds(python_loop),
        }
        best = {name: max(best[name], rate) for name, rate in rates.items()}
    return {
        "random deals and play-outs a second": round(best["random"]),
        "deals and play-outs for goals a second": round(best["goals"]),
        "the same with a nil": round(best["nil"]),
        "OpenSpiel's C++ rollouts a second": round(best["C++"]),
        "OpenSpiel's Python loop, play-outs a second": round(best["Python"]),
        "random / C++ rollouts (at least 5)": round(best["random"] / best["C++"], 1),
        "random / Python loop (at least 50)": round(best["random"] / best["Python"], 1),
        "goals / random (at least 0.5)": round(best["goals"] / best["random"], 2),
    }

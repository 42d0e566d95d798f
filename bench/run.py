"""Measure speed: named sections, each comparing in one run; ratios matter, not absolute figures.

Usage: `python bench/run.py [SECTION …]`. Every section appends its raw figures, with the commit
and the machine, to `bench/results.jsonl`; `bench/results.md` is rendered from the newest of each.
"""

import argparse
import json
import os
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyspiel

from spadille import _kernel
from spadille.bots import kernel
from spadille.game import match, referee
from spadille.rules import parse

HERE = Path(__file__).parent
RAW, REPORT = HERE / "results.jsonl", HERE / "results.md"
Figures = dict[str, Any]


def spadille_deals(count: int, rng: random.Random) -> float:
    """Processor seconds for whole random deals (bids, cards, scoring) through `spadille.game`."""
    rules = parse("standard(blind_nil=off,claims=off,undo=off,target=0)")
    begin = time.process_time()
    state, _ = referee.begin(rules)
    scored = 0
    while scored < count:
        seats = referee.to_act(state)
        if seats:
            before = state.deals
            (seat,) = seats
            referee.apply(state, seat, rng.choice(referee.legal(state, seat)))
            scored += state.deals > before
        elif (need := match.need(state)) is not None:
            order = list(need.items)
            rng.shuffle(order)
            referee.supply(state, order)
        else:
            state, _ = referee.begin(rules)
    return time.process_time() - begin


def open_spiel_deals(count: int, rng: random.Random) -> float:
    """Processor seconds for whole random deals through OpenSpiel from Python."""
    game = pyspiel.load_game("spades")
    begin = time.process_time()
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    return time.process_time() - begin


def deals() -> Figures:
    """Random legal whole standard deals from Python, beside OpenSpiel, in turns."""
    rng, rounds, each = random.Random(1), 10, 100
    own = other = 0.0
    for _ in range(rounds):
        own += spadille_deals(each, rng)
        other += open_spiel_deals(each * 4, rng)
    ours, theirs = rounds * each / own, rounds * each * 4 / other
    return {
        "deals a second, spadille.game": round(ours),
        "deals a second, OpenSpiel from Python": round(theirs),
        "ratio": round(ours / theirs, 3),
        "at least": 0.2,
    }


def begun_in_open_spiel(game: Any, rng: random.Random) -> Any:
    """A standard deal in OpenSpiel before the first card."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    for _ in range(4):
        state.apply_action(state.legal_actions()[3])
    return state


def seconds(work: Callable[[], object]) -> float:
    """Processor seconds."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def play_outs() -> Figures:
    """Standard play-outs on one thread, the kernel's with a random deal each, in turns.

    OpenSpiel's are those of 52 cards without the deal: in C++ inside its MCTS evaluator, and as a
    loop in Python. The best of many short rounds counts, since others may use the machine.
    """
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
    for _ in range(30):
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


SECTIONS: dict[str, Callable[[], Figures]] = {"deals": deals, "play_outs": play_outs}


def commit() -> str:
    """The commit that is measured, marked where files differ from it."""
    command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    return subprocess.run(
        command, cwd=HERE, capture_output=True, text=True, check=True
    ).stdout.strip()


def machine() -> str:
    """Processor, cores and Python."""
    cpu = platform.processor() or platform.machine()
    model = Path("/proc/cpuinfo")
    if model.exists():
        lines = model.read_text("utf-8").splitlines()
        cpu = next((line.split(":")[1].strip() for line in lines if "model name" in line), cpu)
    return f"{cpu}, {os.cpu_count()} cores, Python {platform.python_version()}"


def render() -> str:
    """The report made from the newest raw figures of each section."""
    newest: dict[str, Figures] = {}
    for line in RAW.read_text("utf-8").splitlines():
        entry = json.loads(line)
        newest[entry["section"]] = entry
    text = [
        "# Measured figures",
        "",
        "Rendered by `make bench` from `results.jsonl`. Machines are noisy: compare ratios.",
    ]
    for name, entry in newest.items():
        about = (SECTIONS[name].__doc__ or "").strip()
        text += ["", f"## {name}", "", about, ""]
        text += [
            f"Commit {entry['commit']}; {entry['machine']}.",
            "",
            "| figure | value |",
            "|---|---|",
        ]
        text += [f"| {figure} | {value} |" for figure, value in entry["figures"].items()]
    return "\n".join(text) + "\n"


def main() -> int:
    """Run the named sections, all by default."""
    parser = argparse.ArgumentParser(description="Measure speed; see the top of this file.")
    parser.add_argument("sections", nargs="*", choices=[*SECTIONS, []], metavar="SECTION")
    for name in parser.parse_args().sections or list(SECTIONS):
        print(f"bench {name} …", flush=True)
        figures = SECTIONS[name]()
        entry = {"section": name, "commit": commit(), "machine": machine(), "figures": figures}
        for figure, value in figures.items():
            print(f"  {figure}: {value}", flush=True)
        with RAW.open("a", encoding="utf-8") as raw:
            raw.write(json.dumps(entry) + "\n")
    REPORT.write_text(render(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Most tricks with spades broken: the exact solver beside DDS, on the same random deals, in turns.

For every number of cards each: the value and one card, on one thread, after a table made empty.
The values are compared as well; a difference ends the run.
"""

import random
import time

from sections import dds
from sections.figures import Figures, scaled
from spadille import _kernel
from spadille.bots.kernel import NOBODY, pack_of
from spadille.rules import load

DEALS = {5: 2000, 7: 2000, 9: 2000, 11: 600, 13: 200}
AT_MOST = {7: "at most 1", 9: "at most 1", 11: "at most 3", 13: "aim 1"}


def measure(amount: float) -> Figures:
    """Measure deal by deal."""
    rules, solver = pack_of(load("standard")).rules, _kernel.Solver()
    figures: Figures = {}
    for cards, most in DEALS.items():
        deals = scaled(most, amount)
        rng, ours, theirs = random.Random(cards), 0.0, 0.0
        for _ in range(deals):
            owners = [seat for seat in range(4) for _ in range(cards)] + [NOBODY] * (52 - 4 * cards)
            rng.shuffle(owners)
            leader = rng.randrange(4)
            position = _kernel.Position(
                rules, bytes(owners), leader=leader, won=[13 - cards, 0, 0, 0], broken=True
            )
            begin = time.process_time()
            found = solver.solve_tricks(position)
            ours += time.process_time() - begin
            value, taken = dds.solve(owners, leader)
            theirs += taken
            if found is None or found.value != value:
                raise RuntimeError(f"DDS says {value} of {owners}, led by {leader}: not {found}")
        limit = f" ({AT_MOST[cards]})" if cards in AT_MOST else ""
        figures |= {
            f"{cards} cards each: milliseconds, the solver": round(1000 * ours / deals, 3),
            f"{cards} cards each: milliseconds, DDS": round(1000 * theirs / deals, 3),
            f"{cards} cards each: ratio{limit}": round(ours / theirs, 2),
            f"{cards} cards each: equal values": deals,
        }
    return figures

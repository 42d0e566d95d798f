"""Plain Monte Carlo against the simple bot: 400 random play-outs a card, simple bids.

It shows that the simple bot is no straw man: standard duplicate matches to 500.
"""

from sections import contests
from sections.figures import Figures

ROUNDS = 100


def measure(amount: float) -> Figures:
    """Measure in one contest."""
    flat = f"strong(worlds=400,{contests.FLAT})"
    result = contests.matches("flat", (flat, "simple"), ROUNDS, amount)
    return contests.won(result, "at most 60") | {
        "milliseconds a card": contests.milliseconds(result.bots[0]),
    }

"""Each level against the one below: standard duplicate matches to 500."""

from sections import contests
from sections.figures import Figures

ROUNDS = {("strong", "medium"): 100, ("medium", "easy"): 100, ("easy", "random"): 20}


def measure(amount: float) -> Figures:
    """Measure pair by pair."""
    figures: Figures = {}
    for pair, rounds in ROUNDS.items():
        result = contests.matches("levels-" + "-".join(pair), pair, rounds, amount)
        figures |= contests.won(result, "at least 60", of=" against ".join(pair) + ": ")
    return figures

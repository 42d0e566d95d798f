"""Each level against the one below: standard duplicate matches to 500."""

from sections import contests
from sections.figures import Figures, scaled
from spadille.contest import Contest

ROUNDS = {("strong", "medium"): 100, ("medium", "easy"): 100, ("easy", "random"): 20}


def measure(amount: float) -> Figures:
    """Measure pair by pair."""
    figures: Figures = {}
    for pair, most in ROUNDS.items():
        contest = Contest(bots=pair, matches=scaled(most, amount), seed=contests.SEED)
        result = contests.played("levels-" + "-".join(pair), contest)
        figures |= contests.against(result, "at least 60")
    return figures

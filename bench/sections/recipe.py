"""The strong bot against a published recipe: 30 worlds, in each 30 random play-outs of each card.

Here 900 worlds with a play-out each stand for them, which is not weaker: as many play-outs, in more
worlds. The bids are the simple bot's; standard duplicate matches to 500.
"""

from sections import contests
from sections.figures import Figures

ROUNDS = 100


def measure(amount: float) -> Figures:
    """Measure in one contest."""
    recipe = f"strong(worlds=900,{contests.FLAT})"
    result = contests.matches("recipe", ("strong", recipe), ROUNDS, amount)
    strong, other = result.bots
    return contests.won(result, "at least 75") | {
        "milliseconds a card, strong": contests.milliseconds(strong),
        "milliseconds a card, the recipe": contests.milliseconds(other),
    }

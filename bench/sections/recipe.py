"""The strong bot against a published recipe: 30 worlds, in each 30 random play-outs of each card.

Here 900 worlds with a play-out each stand for them, which is not weaker: as many play-outs, in more
worlds. The bids are the simple bot's; standard duplicate matches to 500.
"""

from sections import contests
from sections.figures import Figures, scaled
from spadille.contest import Contest

ROUNDS = 100


def measure(amount: float) -> Figures:
    """Measure in one contest."""
    recipe = f"strong(worlds=900,{contests.FLAT})"
    rounds = scaled(ROUNDS, amount)
    result = contests.played(
        "recipe", Contest(bots=("strong", recipe), matches=rounds, seed=contests.SEED)
    )
    strong, other = result.bots
    return {
        "matches": result.plays,
        "matches won, % (at least 75)": contests.share(strong.wins),
        "points a deal ahead": contests.points(strong.ahead),
        "milliseconds a card, strong": contests.milliseconds(strong),
        "milliseconds a card, the recipe": contests.milliseconds(other),
    }

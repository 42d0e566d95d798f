"""Plain Monte Carlo against the simple bot: 400 random play-outs a card, simple bids.

It shows that the simple bot is no straw man: standard duplicate matches to 500.
"""

from sections import contests
from sections.figures import Figures, scaled
from spadille.contest import Contest

ROUNDS = 100


def measure(amount: float) -> Figures:
    """Measure in one contest."""
    flat = f"strong(worlds=400,{contests.FLAT})"
    rounds = scaled(ROUNDS, amount)
    result = contests.played(
        "flat", Contest(bots=(flat, "simple"), matches=rounds, seed=contests.SEED)
    )
    first, _ = result.bots
    return {
        "matches": result.plays,
        "matches won, % (at most 60)": contests.share(first.wins),
        "points a deal ahead": contests.points(first.ahead),
        "milliseconds a card": contests.milliseconds(first),
    }

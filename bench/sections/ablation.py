"""The strong bot against itself with one part changed, standard, the same cards in both seats.

Both search in fewer worlds than usual (`LIGHT`), so that more deals fit into the time. Points a
deal come from single deals at 0:0. What `equity` is worth such deals hide, so that it is measured
in whole matches to 500. A gain inside its 95 % interval is not shown.
"""

from sections import contests
from sections.figures import Figures, scaled
from spadille.contest import Contest

LIGHT = "worlds=120,proposals=600,rehearsals=100"
DEALS = 4000
MATCHES = 60
PARTS = {
    "policy in play-outs": "policy=off",
    "weights from bids": "bid_weights=off",
    "weights from plays": "play_weights=off",
    "bids by search": "bid_search=off",
    "no exact ending of 6 tricks": "exact=6",
}


def measure(amount: float) -> Figures:
    """Measure part by part."""
    figures: Figures = {}
    for part, option in PARTS.items():
        contest = Contest(
            bots=(f"strong({LIGHT})", f"strong({LIGHT},{option})"),
            deals=scaled(DEALS, amount),
            single_deals=True,
            seed=contests.SEED,
        )
        result = contests.played(f"ablation-{option}", contest)
        whole, without = result.bots
        figures |= {
            f"{part} (against {option}): deals": result.rounds,
            f"{part}: points a deal": contests.points(whole.ahead),
            f"{part}: shown": contests.verdict(whole.ahead),
            f"{part}: milliseconds a card, with {option}": contests.milliseconds(without),
        }
    pair = (f"strong({LIGHT})", f"strong({LIGHT},equity=off)")
    result = contests.matches("ablation-equity=off", pair, MATCHES, amount)
    whole, _ = result.bots
    return figures | {
        "equity (against equity=off): matches": result.plays,
        "equity: matches won, %": contests.share(whole.wins),
        "equity: points a deal": contests.points(whole.ahead),
        "equity: shown": contests.verdict(whole.wins, even=1 / 2),
    }

"""The strong bot against simple ones in every other rule set, the same cards in every seat.

With two sides each bot has one, and the plays of a round exchange them. With more, one strong bot
sits alone against simple ones, in each seat in turn. Tourneys are played as single games
(`tokens_to_win=1`), since more of these fit into the time. 1 is a fair share of the wins.
"""

from sections import contests
from sections.figures import Figures, scaled
from spadille.contest import Contest, Lineup, Result
from spadille.rules import load, names

ROUNDS = 40
LONG = (
    "cutthroat_four",
    "cutthroat_five",
    "cutthroat_five_two_jokers",
    "cutthroat_five_three_jokers",
    "solo_four",
    "suicide",
    "six_pairs_two_packs",
)
"""Whose rounds take several times as long: a third as many are played."""
MEASURED_APART = "standard"


def contest_of(name: str, rounds: int) -> Contest:
    """The contest for a rule set."""
    rules = load(name)
    single = rules.match.tokens_to_win > 1
    return Contest(
        bots=("strong", "simple"),
        rules=f"{name}(tokens_to_win=1)" if single else name,
        matches=rounds,
        lineup=Lineup.TURNS if rules.side_count == 2 else Lineup.ALONE,
        seed=contests.SEED,
    )


def row(name: str, result: Result) -> Figures:
    """What the strong bot won."""
    strong, _ = result.bots
    sides = load(name).side_count
    if sides == 2:
        won = {f"{name}: matches won, % (at least 60)": contests.share(strong.wins)}
    else:
        times = contests.share(strong.times_fair, 1, 2)
        won = {f"{name}: times a fair share of {sides} (at least 1.5)": times}
    better = strong.wins is not None and (strong.wins.low or 0) > strong.fair
    return {
        f"{name}: matches": result.plays,
        **won,
        f"{name}: better, with 95 % confidence": "yes" if better else "not shown",
        f"{name}: points a deal ahead": contests.points(strong.ahead),
        f"{name}: milliseconds a card": contests.milliseconds(strong),
    }


def measure(amount: float) -> Figures:
    """Measure rule set by rule set."""
    figures: Figures = {}
    for name in names():
        if name != MEASURED_APART:
            rounds = scaled(ROUNDS // 3 if name in LONG else ROUNDS, amount)
            result = contests.played(f"presets-{name}", contest_of(name, rounds))
            figures |= row(name, result)
    return figures

"""The strong bot against the simple one: standard duplicate matches to 500.

The simple bot counts as a stranger. Times are those of a process that plays while another does.
"""

from sections import contests
from sections.figures import Figures

ROUNDS = 200


def measure(amount: float) -> Figures:
    """Measure in one contest."""
    result = contests.matches("strong_simple", ("strong", "simple"), ROUNDS, amount)
    strong, simple = result.bots
    figures = contests.won(result, "lower end at least 78, aim 85", ahead=" (at least 15, aim 22)")
    for bot, hands, nils, failed in (
        (strong, " (at least 8)", " (at least 80)", " (at most 8)"),
        (simple, "", "", ""),
    ):
        figures |= {
            f"{bot.bot}: hands bid nil, %{hands}": contests.part(bot.nils, bot.hands),
            f"{bot.bot}: nils made, %{nils}": contests.part(bot.nils_made, bot.nils),
            f"{bot.bot}: of those bid after looking, %": contests.part(
                bot.nils_made - bot.blind_nils_made, bot.nils - bot.blind_nils
            ),
            f"{bot.bot}: of those bid blind, %": contests.part(bot.blind_nils_made, bot.blind_nils),
            f"{bot.bot}: contracts failed, %{failed}": contests.part(bot.failed, bot.contracts),
            f"{bot.bot}: blind bids": bot.blinds,
            f"{bot.bot}: bags a deal": round(bot.bags / bot.deals, 2),
            f"{bot.bot}: milliseconds a card": contests.milliseconds(bot),
        }
    return figures | {
        "strong: milliseconds another decision": round(1000 * strong.times.others.average, 1),
        "strong: decisions failed": strong.failures,
    }

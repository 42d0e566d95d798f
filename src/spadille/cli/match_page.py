"""The figures of a contest as a page: a column for each bot, and what went wrong."""

from collections.abc import Callable, Iterator

from rich.console import Group
from rich.table import Table

from spadille.cli.pages import rules_title
from spadille.contest import BotFigures, Estimate, Result
from spadille.contest.played import Clock
from spadille.rules import parse
from spadille.words import Words, contests

_SHOWN = 10

Row = tuple[str, Callable[[BotFigures], str]]


def figures_page(words: Words, result: Result) -> Group:
    """What each bot won, and how it bid and played."""
    contest = result.contest
    title = rules_title(words, parse(contest.rules))
    grid = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column("")
    for bot in result.bots:
        grid.add_column(bot.bot, justify="right", overflow="fold")
    for name, cell in _rows(words, result):
        grid.add_row(name, *(cell(bot) for bot in result.bots))
    return Group(
        words.say("{rules}, seed {seed}", rules=title, seed=contest.seed),
        words.say(
            "Matches: {matches}, deals: {deals}, all played {turns} times with the same cards.",
            matches=result.rounds,
            deals=result.deals,
            turns=result.plays // max(result.rounds, 1),
        ),
        "",
        grid,
        "",
        words.say("In brackets: the 95 % interval."),
    )


def _rows(words: Words, result: Result) -> Iterator[Row]:
    yield words.say("Points a deal ahead"), lambda bot: _signed(bot.ahead)
    if not result.contest.single_deals:
        yield words.say("Matches won"), lambda bot: _percent(bot.wins)
        if any(abs(bot.fair - 1 / 2) > 1e-9 for bot in result.bots):
            yield words.say("Times a fair share"), lambda bot: _factor(bot.times_fair)
    yield words.say("Points a deal"), lambda bot: f"{bot.points:+.1f}"
    yield words.say("Hands bid nil"), lambda bot: _share(bot.nils, bot.hands)
    yield words.say("Nils made"), lambda bot: _share(bot.nils_made, bot.nils)
    if any(bot.blind_nils for bot in result.bots):
        yield (
            words.say("Blind nils among them"),
            lambda bot: _share(bot.blind_nils_made, bot.blind_nils),
        )
    yield words.say("Blind bids"), lambda bot: str(bot.blinds)
    yield words.say("Contracts failed"), lambda bot: _share(bot.failed, bot.contracts)
    yield words.say("Bags a deal"), lambda bot: f"{bot.bags / bot.deals:.2f}"
    yield words.say("Time for a card"), lambda bot: _time(words, bot.times.cards)
    yield words.say("Time for another decision"), lambda bot: _time(words, bot.times.others)
    if any(bot.failures for bot in result.bots):
        yield words.say("Decisions failed"), lambda bot: str(bot.failures)


def _signed(estimate: Estimate | None) -> str:
    """Points with their interval.

    >>> _signed(Estimate(12.31, 9.99, 14.63))
    '+12.3 (+10.0 … +14.6)'
    """
    return _written(estimate, lambda value: f"{value:+.1f}")


def _percent(estimate: Estimate | None) -> str:
    return _written(estimate, lambda value: f"{value:.1%}")


def _factor(estimate: Estimate | None) -> str:
    return _written(estimate, lambda value: f"{value:.2f}")


def _written(estimate: Estimate | None, write: Callable[[float], str]) -> str:
    if estimate is None:
        return "–"
    if estimate.low is None or estimate.high is None:
        return write(estimate.value)
    return f"{write(estimate.value)} ({write(estimate.low)} … {write(estimate.high)})"


def _share(part: int, whole: int) -> str:
    """A share of a number of things.

    >>> _share(3, 12), _share(0, 0)
    ('25.0% (3 / 12)', '–')
    """
    return f"{part / whole:.1%} ({part} / {whole})" if whole else "–"


def _time(words: Words, clock: Clock) -> str:
    if not clock.decisions:
        return "–"
    return words.say(
        "{average} ms, at most {longest} ms",
        average=f"{1000 * clock.average:.1f}",
        longest=f"{1000 * clock.longest:.0f}",
    )


def failing_lines(words: Words, result: Result) -> Iterator[str]:
    """What went wrong with the bots: who, when, why, and what it said itself."""
    for failing in result.failings[:_SHOWN]:
        yield ""
        yield words.say(
            "{bot} failed in match {match}, play {play}, deal {deal}, at its decision {decision}:"
            " {why}.",
            bot=result.contest.bots[failing.bot],
            match=failing.round + 1,
            play=failing.turn + 1,
            deal=failing.deal,
            decision=failing.decision,
            why=contests.lapse(words, failing.lapse, failing.said),
        )
        yield from (f"  | {line}" for line in failing.stderr)
    hidden = len(result.failings) - _SHOWN
    if hidden > 0:
        yield words.many(
            "{n} more failure stands in the file of `--json`.",
            "{n} more failures stand in the file of `--json`.",
            hidden,
        )
    if result.failings:
        yield ""
        yield (
            words.say("From there on the simple bot played for it to the end of the match.")
            if all(failing.replaced for failing in result.failings)
            else words.say(
                "Where a bot fails the simple bot decides for it; a program is replaced."
            )
        )


__all__ = ["failing_lines", "figures_page"]

"""The score sheet: what a deal brought each side, line by line, and the deals before it."""

from collections.abc import Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from spadille.game.events import AnyEvent, DealScored, GameBegan, SideResult
from spadille.rules import Rules
from spadille.view import View
from spadille.words import Words, sentences
from spadille.words.sides import side_name


def signed(points: int) -> str:
    """Points with their sign.

    >>> signed(52), signed(-100), signed(0)
    ('+52', '-100', '0')
    """
    if points < 0:
        return f"-{-points}"
    return f"+{points}" if points else "0"


def _table(title: str, *numbers: str) -> Table:
    """A table without lines: a title over the first column, numbers in the others."""
    sheet = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    sheet.add_column(title)
    for text in numbers:
        sheet.add_column(text, justify="right", no_wrap=True)
    return sheet


def deal_sheet(
    words: Words,
    rules: Rules,
    names: Sequence[str],
    results: Sequence[SideResult],
    viewer: int | None = None,
) -> Table:
    """The breakdown of a deal for every side."""
    sheet = _table(words.say("Score sheet"))
    sheet.add_column("")
    for text in (words.say("points"), words.say("score"), words.say("bags")):
        sheet.add_column(text, justify="right", no_wrap=True)
    mine = None if viewer is None else rules.seat_side(viewer)
    for result in sorted(results, key=lambda result: (result.side != mine, result.side)):
        name = Text(side_name(words, rules, names, result.side, viewer), style="bold")
        for line in result.lines:
            sheet.add_row(name, sentences.line(words, line, names), signed(line.points), "", "")
            name = Text("")
        sheet.add_row(
            name,
            Text(words.say("this deal"), style="bold"),
            Text(signed(result.points), style="bold"),
            Text(str(result.score), style="bold"),
            str(result.bags),
        )
    return sheet


def score_now(words: Words, view: View, names: Sequence[str]) -> Table:
    """The scores as they stand."""
    match = view.rules.match
    columns = [words.say("score"), words.say("bags")]
    columns += [words.say("sets")] if match.sets_to_lose else []
    columns += [words.say("tokens")] if match.tokens_to_win > 1 else []
    sheet = _table("", *columns)
    for side, shown in enumerate(view.sides):
        cells = [shown.score, shown.bags]
        cells += [shown.sets] if match.sets_to_lose else []
        first = view.rules.side_seats(side)[0]
        cells += [view.seats[first].tokens] if match.tokens_to_win > 1 else []
        name = side_name(words, view.rules, names, side, view.seat)
        sheet.add_row(name, *(str(cell) for cell in cells))
    return sheet


def past_deals(
    words: Words, view: View, names: Sequence[str], events: Sequence[AnyEvent | None]
) -> Table | Text:
    """The points of each deal of this game, and the scores after it."""
    deals: list[DealScored] = []
    for event in events:
        if isinstance(event, GameBegan):
            deals = []
        elif isinstance(event, DealScored):
            deals.append(event)
    if not deals:
        return Text(words.say("No deal of this game has been scored yet."))
    sides = range(view.rules.side_count)
    columns = (side_name(words, view.rules, names, side, view.seat) for side in sides)
    sheet = _table(words.say("deal"), *columns)
    for number, deal in enumerate(deals, 1):
        cells = [f"{signed(result.points)} = {result.score}" for result in deal.results]
        sheet.add_row(str(number), *cells)
    return sheet


def final(words: Words, view: View, names: Sequence[str]) -> Group:
    """How the match ended."""
    assert view.winners is not None
    by_player = {seat.player: name for seat, name in zip(view.seats, names, strict=True)}
    winners = [by_player[player] for player in view.winners]
    if winners:
        verdict = words.many(
            "The match is over. Winner: {names}.",
            "The match is over. Winners: {names}.",
            len(winners),
            names=", ".join(winners),
        )
    else:
        verdict = words.say("The match is over. It is a draw.")
    return Group(score_now(words, view, names), Text(verdict, style="bold"))

"""Watching: bots play each other, and everything that is public is printed."""

from spadille.cli.narrator import Narrator
from spadille.cli.screen import heading, table_of
from spadille.cli.sheet import final, score_now
from spadille.cli.table_bots import TableBots
from spadille.game.events import AnyEvent, DealScored, PlayBegan
from spadille.table import Table
from spadille.words import Words


def watch(
    words: Words, table: Table, bots: TableBots, narrator: Narrator, deals: int | None = None
) -> None:
    """Play to the end of the match, or until some number of deals is scored."""
    show = narrator.terminal.show
    events: list[AnyEvent] = list(table.log)
    left = deals
    while True:
        scored = [place for place, event in enumerate(events) if isinstance(event, DealScored)]
        left = None if left is None else left - len(scored)
        narrator.tell(events[: scored[-1] + 1] if left == 0 else events)
        if table.over or left == 0:
            break
        if not narrator.quiet and any(isinstance(event, PlayBegan) for event in events):
            show("", heading(words, table.view()), table_of(words, table.view(), narrator.names))
        events = bots.advance(table)
    view, names = table.view(), narrator.people.seated(table.view())
    show(final(words, view, names) if table.over else score_now(words, view, names))

"""Replaying: a recorded game, deal by deal and trick by trick."""

from collections.abc import Iterator

from rich.table import Table as Grid

from spadille.cli.faults import Fault
from spadille.cli.narrator import Narrator
from spadille.cli.pages import rules_title
from spadille.cli.people import People, bots_only
from spadille.cli.screen import hand_line
from spadille.cli.sheet import final
from spadille.cli.terminal import Terminal
from spadille.game.events import (
    AnyEvent,
    DealBegan,
    HandsDealt,
    Looked,
    MatchBegan,
    PlayBegan,
    SeatsDrawn,
)
from spadille.game.fold import fold, standing_events
from spadille.game.state import State, new_state
from spadille.record import GameFile
from spadille.view import view
from spadille.words import Words


class Replay:
    """A recorded game told again: with all hands, or as one seat saw it."""

    def __init__(
        self, words: Words, terminal: Terminal, game: GameFile, seat: int | None = None
    ) -> None:
        first = game.events[0]
        assert isinstance(first, MatchBegan)
        self.words, self.terminal, self.game, self.seat = words, terminal, game, seat
        self.rules = first.rules
        seats = self.rules.table.seats
        self.people = People(game.header.players or bots_only(seats).names)
        if seat is not None and seat >= seats:
            raise Fault(
                words.say(
                    "There is no seat {seat}; seats are 0 to {last}.", seat=seat, last=seats - 1
                )
            )
        self.narrator = Narrator(words, terminal, self._seen_by(seat), self.rules)

    def _seen_by(self, player: int | None) -> People:
        """The players as one of them, or a watcher, calls them."""
        return self.people._replace(me=player).called(self.words.say("You"))

    def tell(self, only: int | None = None) -> None:
        """Tell the whole match, or one deal of it, counted from 1 over all games."""
        deals = sum(isinstance(event, DealBegan) for event in self.game.events)
        if only is not None and not 1 <= only <= deals:
            raise Fault(
                self.words.many(
                    "There is no deal {wanted}; the file has {n} deal.",
                    "There is no deal {wanted}; the file has {n} deals.",
                    deals,
                    wanted=only,
                )
            )
        self.terminal.show(rules_title(self.words, self.rules), style="bold")
        number = 0
        for event, state in self._steps():
            number += isinstance(event, DealBegan)
            if isinstance(event, SeatsDrawn) and self.seat is not None:
                self.narrator.people = self._seen_by(state.players[self.seat])
            if only is None or number == only or (isinstance(event, SeatsDrawn) and number < only):
                self.narrator.tell([event])
                self._hands(event, state)
            else:
                self.narrator.skip(event)
        if only is None and state.winners is not None:
            shown = view(state, self.seat)
            self.terminal.show(final(self.words, shown, self.narrator.names))

    def _steps(self) -> Iterator[tuple[AnyEvent, State]]:
        """The events that stand, each with the state after it."""
        state = new_state(self.rules)
        for _, event in standing_events(self.game.events):
            fold(state, event)
            yield event, state

    def _hands(self, event: AnyEvent, state: State) -> None:
        """Show the hands when they are dealt, looked at, or changed by an exchange."""
        seats = range(self.rules.table.seats)
        changed = isinstance(event, PlayBegan) and any(state.deal.exchanged)
        if isinstance(event, HandsDealt) or changed:
            shown = [s for s in seats if self.seat is None or s == self.seat]
            shown = [s for s in shown if self.seat is None or s not in state.deal.unlooked]
        elif isinstance(event, Looked) and self.seat in event.seats:
            shown = [seat for seat in event.seats if seat == self.seat]
        else:
            return
        grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
        for seat in shown:
            grid.add_row(
                "  " + self.narrator.names[seat], hand_line(self.rules, state.deal.hands[seat])
            )
        if shown:
            self.terminal.show(grid)

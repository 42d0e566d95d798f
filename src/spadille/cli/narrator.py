"""The narrator: tells what happens, event by event, as one seat or a watcher sees it."""

from collections.abc import Iterable, Sequence

from spadille.cli.people import People
from spadille.cli.screen import trick_line
from spadille.cli.sheet import deal_sheet
from spadille.cli.terminal import Terminal
from spadille.game.events import (
    AnyEvent,
    CardPlayed,
    ClaimGranted,
    DealBegan,
    DealScored,
    Drew,
    GameEnded,
    MatchBegan,
    MatchEnded,
    SeatsDrawn,
    TrickTaken,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from spadille.game.state import Trick
from spadille.rules import Rules
from spadille.rules.choices import Seating
from spadille.view import sees
from spadille.words import Words, sentences

_DRAWN = (CardPlayed, MatchBegan, MatchEnded, UndoAnswered, UndoAsked)
"""Events that say nothing to a reader, or that others tell."""
_LOUD = (SeatsDrawn, GameEnded)
"""Events that are told even if only results are wanted, besides the results themselves."""


class Narrator:
    """Tells events; it follows the log, so that it knows who sits where and what lies in a trick.

    `quiet` leaves out everything but draws and results.
    """

    def __init__(  # noqa: PLR0913 - who tells what, to whom, where
        self,
        words: Words,
        terminal: Terminal,
        people: People,
        rules: Rules,
        *,
        quiet: bool = False,
        log: Iterable[AnyEvent] = (),
    ) -> None:
        self.words, self.terminal, self.people, self.rules = words, terminal, people, rules
        self.quiet = quiet
        self.players: tuple[int, ...] = tuple(range(rules.table.seats))
        self.place = 0
        self.deal: list[tuple[int, AnyEvent]] = []
        for event in log:
            self.skip(event)

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return tuple(self.people.names[player] for player in self.players)

    @property
    def seat(self) -> int | None:
        """The seat of the person who reads; None for a watcher."""
        return None if self.people.me is None else self.players.index(self.people.me)

    def skip(self, event: AnyEvent) -> None:
        """Follow an event without telling it: who sits where, and what stands of this deal."""
        if isinstance(event, SeatsDrawn):
            self.players = event.players
        elif isinstance(event, DealBegan):
            self.deal = []
        if isinstance(event, Undone):
            self.deal = [(place, kept) for place, kept in self.deal if place < event.to]
        else:
            self.deal.append((self.place, event))
        self.place += 1

    def tell(self, events: Sequence[AnyEvent]) -> None:
        """Tell what has just happened."""
        for event in events:
            before = self.names
            self.skip(event)
            self._tell(event, before)

    def _tell(self, event: AnyEvent, before: Sequence[str]) -> None:
        words, show = self.words, self.terminal.show
        if isinstance(event, DealScored):
            sheet = deal_sheet(words, self.rules, self.names, event.results, self.seat)
            show("", sheet, "")
        elif isinstance(event, TrickTaken):
            if not self.quiet:
                number, trick = self._trick(event.seat)
                show(trick_line(words, self.names, number, trick))
        elif not isinstance(event, _DRAWN) and (not self.quiet or isinstance(event, _LOUD)):
            if isinstance(event, SeatsDrawn):
                self._show_draw(event, before)
            told = self._sentence(event)
            if told:
                show(told)

    def _show_draw(self, event: SeatsDrawn, before: Sequence[str]) -> None:
        """Show what everybody drew, and who sits where now."""
        drawn = ", ".join(
            f"{name} {' '.join(card.symbol for card in cards)}"
            for name, cards in zip(before, event.cards, strict=True)
        )
        self.terminal.show(self.words.say("The draw: {cards}", cards=drawn))
        if self.rules.deal.seating is Seating.DRAWN:
            seats = ", ".join(self.names)
            self.terminal.show(self.words.say("The seats clockwise: {names}", names=seats))

    def _sentence(self, event: AnyEvent) -> str | None:
        if not sees(event, self.seat) or (isinstance(event, Drew) and event.seat == self.seat):
            return None
        return sentences.event(
            self.words, event, self.names, self.seat, rules=self.rules, players=self.players
        )

    def _trick(self, winner: int) -> tuple[int, Trick]:
        """The trick just taken, and its number."""
        played: list[CardPlayed] = []
        last: list[CardPlayed] = []
        number = 0
        for _, event in self.deal:
            if isinstance(event, CardPlayed):
                played.append(event)
            elif isinstance(event, TrickTaken):
                last, played, number = played, [], number + 1
            elif isinstance(event, ClaimGranted):
                played = []
        seats = tuple(event.seat for event in last)
        return number, Trick(seats[0], seats, tuple(event.card for event in last), winner)

"""The session: a person plays a match against bots."""

from collections.abc import Callable, Sequence

from rich.console import Group

from spadille.cards import Card
from spadille.cli.adviser import Adviser
from spadille.cli.ask import Command, Unclear, aside, parse
from spadille.cli.faults import Fault
from spadille.cli.help import help_page
from spadille.cli.menu import menu, other_keys, yes_or_no
from spadille.cli.narrator import Narrator
from spadille.cli.pages import rules_page
from spadille.cli.screen import board, trick_line
from spadille.cli.sheet import final, past_deals, score_now
from spadille.cli.table_bots import TableBots
from spadille.game.actions import AnyAction, AskUndo, Claim, Draw, IllegalAction, PlayCard
from spadille.game.events import (
    AnyEvent,
    CardsPassed,
    DealBegan,
    DealScored,
    ExchangeDone,
    GameEnded,
    MatchEnded,
)
from spadille.table import Table
from spadille.view import View
from spadille.words import Words, sentences

_STOPS = (DealScored, GameEnded, MatchEnded)
"""After the last of these in a row the reader is given time."""

_LONG = (Command.RULES, Command.HISTORY)
"""What fills the screen, so that the question is shown once more."""


class Leave(Exception):  # noqa: N818 - a wish, not an error
    """The person wants to leave."""


def only_card(view: View) -> PlayCard | None:
    """The card that is played without asking: the only legal one."""
    cards = [action for action in view.legal if isinstance(action, PlayCard)]
    others = [a for a in view.legal if not isinstance(a, PlayCard | Claim | AskUndo)]
    return cards[0] if len(cards) == 1 and not others else None


class Session:
    """One person, bots, and a table; `keep` saves the game and raises `Fault` if it cannot."""

    def __init__(  # noqa: PLR0913 - the parts of a session, each made elsewhere
        self,
        words: Words,
        table: Table,
        bots: TableBots,
        narrator: Narrator,
        keep: Callable[[], None],
        *,
        adviser: Adviser,
        auto_play: bool = True,
    ) -> None:
        self.words, self.table, self.bots, self.narrator = words, table, bots, narrator
        self.terminal, self.adviser = narrator.terminal, adviser
        self.keep, self.auto_play = keep, auto_play
        self.unsaved: Fault | None = None
        self.decided = False
        self.received: tuple[Card, ...] | None = None

    @property
    def seat(self) -> int:
        """Where the person sits now."""
        player = self.narrator.people.me
        assert player is not None
        return self.table.players.index(player)

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return tuple(self.narrator.people.names[player] for player in self.table.players)

    def view(self) -> View:
        """What the person may know."""
        return self.table.view(self.seat)

    def run(self, events: Sequence[AnyEvent] = ()) -> None:
        """Play to the end of the match; raises `Leave` or EOFError if the person leaves before.

        `events` are those that are to be told first.
        """
        self._save()
        self._tell(events)
        while not self.table.over:
            self._step()
        self._save()
        self.terminal.show(final(self.words, self.view(), self.names))

    def _step(self) -> None:
        """A bot's action, a card that needs no decision, or the person's decision."""
        events = self.bots.step(self.table)
        if events is not None:
            self._tell(events)
            return
        view = self.view()
        forced = only_card(view) if self.auto_play else None
        if forced is None:
            self._decide(view)
            return
        self.terminal.show(
            self.words.say("Your only legal card is played: {card}", card=forced.card.symbol)
        )
        self._act(view, forced)

    def _save(self) -> None:
        """Save what the person has decided; a failure is told once and does not stop the game."""
        if not self.decided:
            return
        try:
            self.keep()
        except Fault as fault:
            if self.unsaved is None:
                self.terminal.show(fault.message, style="bold", whole=True)
                self.terminal.show(
                    self.words.say("The game is not saved, but it goes on; it is tried again.")
                )
            self.unsaved = fault
        else:
            self.unsaved = None

    def save_again(self) -> None:
        """Try once more to save what could not be saved."""
        if self.unsaved is not None:
            self._save()

    def _tell(self, events: Sequence[AnyEvent]) -> None:
        """Tell events, and give the reader time after each score sheet."""
        rest = list(events)
        while rest:
            stops = [place for place, event in enumerate(rest) if isinstance(event, _STOPS)]
            if not stops:
                self._tell_some(rest)
                return
            end = stops[0] + 1
            while end < len(rest) and isinstance(rest[end], _STOPS):
                end += 1
            self._tell_some(rest[:end])
            rest = rest[end:]
            if not self.table.over:
                self._pause()

    def _tell_some(self, events: Sequence[AnyEvent]) -> None:
        self.narrator.tell(events)
        if any(isinstance(event, DealBegan) for event in events):
            self.received = None
        if any(isinstance(event, CardsPassed | ExchangeDone) for event in events):
            self._tell_received()

    def _tell_received(self) -> None:
        """Show what the partner gave."""
        cards = self.view().received
        if cards and cards != self.received:
            given = " ".join(card.symbol for card in cards)
            self.terminal.show(self.words.say("Your partner gives you: {cards}", cards=given))
        self.received = cards

    def _pause(self) -> None:
        """Wait for Enter, where a person sits there."""
        while self.terminal.interactive:
            typed = self.terminal.read(self.words.say("Enter goes on. ") + "> ")
            match aside(self.words, typed):
                case Command() as asked:
                    self._obey(asked, self.view())
                case Unclear(message):
                    self.terminal.show(message)
                case AskUndo():
                    self.terminal.show(
                        self.words.say("A deal that has been scored cannot be taken back.")
                    )
                case _:
                    return

    def _decide(self, view: View) -> None:
        """Ask until the person has made a legal decision."""
        self._show_question(view)
        while True:
            answer = parse(self.words, view, self.terminal.read("> "))
            match answer:
                case None | Command.TABLE:
                    self._show_question(view)
                case Unclear(message):
                    self.terminal.show(message)
                case Command():
                    self._obey(answer, view)
                    if answer in _LONG:
                        self._show_question(view)
                case AskUndo():
                    if self._take_back():
                        return
                case Claim() if not self._is_sure(view):
                    continue
                case _:
                    if self._act(view, answer):
                        return

    def _is_sure(self, view: View) -> bool:
        """A claim shows the hand and cannot be taken back: ask once more, if it is legal."""
        if Claim() not in view.legal:
            return True
        asked = self.words.say("A claim shows your hand to all. Claim? y or n")
        sure = None
        while sure is None:
            sure = yes_or_no(self.words, self.terminal.read(f"{asked} > "))
        if not sure:
            self.terminal.show(self.words.say("No claim is made; play a card."))
        return sure

    def _show_question(self, view: View) -> None:
        words = self.words
        self.terminal.show(board(words, view, self.names, self.terminal.console.width))
        entries = menu(words, view, self.names)
        self.terminal.show(sentences.prompt(words, view), *([] if entries is None else [entries]))
        self.terminal.show(other_keys(words, view), style="dim")

    def _act(self, view: View, action: AnyAction) -> bool:
        """Carry out what the person decided; tells why if the rules forbid it."""
        try:
            events = self.table.act(self.seat, action)
        except IllegalAction as fault:
            self.terminal.show(sentences.reason(self.words, fault.reason, view, action))
            return False
        self.decided = True
        self._save()
        if isinstance(action, Draw):
            self._tell_drawn(view, action)
        self._tell(events)
        return True

    def _tell_drawn(self, before: View, action: Draw) -> None:
        """Show what a turn of drawing brought and what it took."""
        after = self.view()
        hand = list(after.hand or ())
        for card in before.hand or ():
            hand.remove(card)
        kept = hand[0].symbol if len(hand) == 1 else ""
        laid = after.discards[len(before.discards) :]
        if action.keep and laid:
            text = self.words.say(
                "You keep {kept}; the next card, {laid}, is laid aside.",
                kept=kept,
                laid=laid[0].symbol,
            )
        elif action.keep:
            text = self.words.say("You keep {kept}; the next card is laid aside.", kept=kept)
        else:
            text = self.words.say("You get the next card: {kept}", kept=kept)
        self.terminal.show(text)

    def _take_back(self) -> bool:
        """Take back the last decision, and any card before it that was played without asking."""
        told: list[AnyEvent] = []
        while True:
            try:
                told += self.table.act(self.seat, AskUndo())
            except IllegalAction as fault:
                self.terminal.show(sentences.reason(self.words, fault.reason))
                return False
            while self.table.state.deal.undoer is not None:
                told += self.bots.advance(self.table)
            view = self.view()
            automatic = self.auto_play and only_card(view) is not None
            if not automatic or AskUndo() not in view.legal:
                break
        self._save()
        self._tell(told)
        return True

    def _obey(self, asked: Command, view: View) -> None:
        """Show what the person asked for."""
        words, show = self.words, self.terminal.show
        match asked:
            case Command.HELP:
                show(help_page(words, view))
            case Command.HINT:
                self.adviser.tell(view, self.names)
            case Command.LAST if view.tricks:
                show(trick_line(words, self.names, len(view.tricks), view.tricks[-1]))
            case Command.LAST:
                show(words.say("No trick of this deal is complete yet."))
            case Command.SCORE | Command.TABLE:
                show(score_now(words, view, self.names))
            case Command.HISTORY:
                show(self._history(view))
            case Command.RULES:
                show(rules_page(words, view.rules))
            case Command.LEAVE:
                raise Leave

    def _history(self, view: View) -> Group:
        """The deals of this game, and the tricks of this deal."""
        events = [event for event in self.table.seen(self.seat) if event is not None]
        tricks = [
            trick_line(self.words, self.names, number, trick)
            for number, trick in enumerate(view.tricks, 1)
        ]
        return Group(past_deals(self.words, view, self.names, events), *tricks)

"""A person for tests: types what a choice of legal actions asks for, as a person would."""

import random
from collections.abc import Iterator
from io import StringIO

from rich.console import Console

from spadille.cli.adviser import Adviser
from spadille.cli.narrator import Narrator
from spadille.cli.people import with_person
from spadille.cli.session import Session
from spadille.cli.table_bots import TableBots
from spadille.cli.terminal import Terminal
from spadille.game.actions import (
    AnswerBlind,
    AnswerClaim,
    AnswerUndo,
    AnyAction,
    AskUndo,
    Claim,
    ComeOut,
    CutPile,
    DeclineExchange,
    Draw,
    GiveTurned,
    Look,
    MakeBid,
    PassCards,
    PlayCard,
    Speak,
    StackPiles,
    StaySilent,
)
from spadille.rules import Rules
from spadille.table import Table, seeded
from spadille.view import View
from spadille.words import Words


def typed(action: AnyAction) -> str:  # noqa: C901, PLR0912 - one case for each action
    """What a person types for an action."""
    match action:
        case PlayCard(card):
            text = card.symbol
        case MakeBid(bid):
            text = str(bid)
        case Speak(sure, possible):
            text = f"{sure} {possible}"
        case StaySilent():
            text = "-"
        case Look():
            text = "look"
        case AnswerBlind(agree) | AnswerClaim(agree) | AnswerUndo(agree):
            text = "y" if agree else "n"
        case ComeOut(out):
            text = "out" if out else "stay"
        case PassCards(cards):
            text = " ".join(cards)
        case DeclineExchange():
            text = "no"
        case Draw(keep):
            text = "k" if keep else "r"
        case CutPile(size):
            text = str(size)
        case GiveTurned(cards):
            text = " ".join(cards)
        case StackPiles(piles):
            text = " ".join(str(pile + 1) for pile in piles)
        case Claim():
            text = "c"
        case _:
            assert isinstance(action, AskUndo)
            text = "u"
    return text


SURE = "A claim shows your hand to all. Claim? y or n"
MOST_PROMPTS = 100_000
"""No game asks so often; a person who is not understood would be asked for ever."""


class Person(Terminal):
    """A terminal at which nobody sits: answers come from a script, or from the legal actions."""

    def __init__(self, script: Iterator[str] | None = None, *, seed: int | None = None) -> None:
        self.out = StringIO()
        super().__init__(
            Console(file=self.out, width=80, markup=False, highlight=False, emoji=False),
            interactive=False,
        )
        self.script, self.chance = script, None if seed is None else random.Random(seed)
        self.session: Session | None = None
        self.prompts = 0

    @property
    def text(self) -> str:
        """All that was printed."""
        return self.out.getvalue()

    def choose(self, view: View) -> AnyAction:
        """The first legal action, or any of them."""
        if self.chance is None:
            return view.legal[0]
        kinds = sorted({type(action).__name__ for action in view.legal})
        kind = self.chance.choice(kinds)
        if kind in {"Claim", "AskUndo"} and self.chance.random() < 0.8:
            kind = next(name for name in kinds if name not in {"Claim", "AskUndo"})
        return self.chance.choice([a for a in view.legal if type(a).__name__ == kind])

    def read(self, prompt: str) -> str:
        self.prompts += 1
        if self.script is not None:
            line = next(self.script, None)
            if line is None:
                raise EOFError
            return line
        assert self.session is not None
        if self.session.words.say(SURE) in prompt:
            return "y"
        assert self.prompts < MOST_PROMPTS, f"asked again and again: {prompt}"
        return typed(self.choose(self.session.view()))


def sit_down(
    person: Person, rules: Rules, *, seed: int = 1, language: str = "en", auto_play: bool = True
) -> Session:
    """A session of this person with simple bots, not yet begun and never saved."""
    words = Words(language)
    table = Table(rules, seeded(seed))
    seats = rules.table.seats
    bots = TableBots(words, person, dict.fromkeys(range(1, seats), "simple"), seed)
    narrator = Narrator(words, person, with_person(words, seats, 0), rules)
    adviser = Adviser(words, person, 0, seed)
    session = Session(
        words, table, bots, narrator, lambda: None, adviser=adviser, auto_play=auto_play
    )
    person.session = session
    return session

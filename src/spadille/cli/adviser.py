"""The adviser: what the strong bot would do in the person's place; it sees that view alone."""

from collections.abc import Sequence
from functools import cached_property
from typing import Protocol, cast

from spadille.bots import bot_seed, make
from spadille.cli.terminal import Terminal
from spadille.view import View
from spadille.words import Words, thoughts

ADVISER = "strong"


class Thinker(Protocol):
    """A bot that tells its reasons, as `spadille.bots.strong.SearchBot`."""

    def think(self, view: View) -> thoughts.Considered:
        """Choose one of the legal actions, and tell why."""


class Adviser:
    """Gives hints to a player; the same view and seed of a match give the same hint."""

    def __init__(self, words: Words, terminal: Terminal, player: int, seed: int) -> None:
        self.words, self.terminal, self.seed = words, terminal, bot_seed(seed, player)

    @cached_property
    def _bot(self) -> Thinker:
        return cast("Thinker", make(ADVISER, self.seed))

    def tell(self, view: View, names: Sequence[str]) -> None:
        """Say what one should do in the seat of a view, and why."""
        show = self.terminal.show
        if not view.legal:
            show(self.words.say("Nothing is to be decided now."))
            return
        try:
            advice = thoughts.advice(self.words, self._bot.think(view), view, names)
        except Exception as error:  # noqa: BLE001 - a game goes on without hints
            why = f"{type(error).__name__}: {error}".partition("\n")[0]
            show(self.words.say("There is no hint here: the bot failed ({why}).", why=why))
            return
        show(advice.deed, style="bold")
        show(*advice.reasons)


__all__ = ["Adviser"]

"""To whom things are told, and the messages about oneself and about others."""

from collections.abc import Sequence
from typing import NamedTuple

from spadille.game.events import EndCause
from spadille.rules import Rules
from spadille.words import N_, Words
from spadille.words import names as named

CAUSES = {
    EndCause.BOSTON: N_("One side won all the tricks."),
    EndCause.SETS: N_("The failed contracts decided it."),
    EndCause.LOSING_SCORE: N_("A score fell to the losing score."),
    EndCause.TARGET: N_("The target score was reached."),
    EndCause.MAX_DEALS: N_("The last deal was played."),
    EndCause.TOKENS: N_("All the win tokens needed were won."),
    EndCause.MAX_GAMES: N_("The last game was played."),
}


def cause(words: Words, cause: EndCause) -> str:
    """Why a game or match is over: a full sentence."""
    return words.say(CAUSES[cause])


class Telling(NamedTuple):
    """To whom something is told, in which words, and who the players are."""

    words: Words
    names: Sequence[str]
    viewer: int | None
    rules: Rules
    players: Sequence[int]

    def of(self, seat: int, you: str, other: str, **fields: object) -> str:
        """The message about oneself or the one about another player."""
        if seat == self.viewer:
            return self.words.say(you, **fields)
        return self.words.say(other, name=self.names[seat], **fields)

    def people(self, seats: Sequence[int]) -> str:
        """Players in a row."""
        return named.people(self.words, seats, self.names, self.viewer)

    def of_all(self, seats: Sequence[int], you: str, others: str, **fields: object) -> str:
        """The message about oneself alone or the one about players in a row."""
        if tuple(seats) == (self.viewer,):
            return self.words.say(you, **fields)
        return self.words.say(others, people=self.people(seats), **fields)

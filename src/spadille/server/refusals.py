"""Refusals: why the server does not do what it is asked, as a word and as a sentence."""

from spadille.errors import SentenceError
from spadille.game.actions import AnyAction, IllegalAction


class Refused(SentenceError):
    """A command that is not carried out; `reason` is the word for programs."""

    def __init__(self, reason: str, template: str, /, **fields: object) -> None:
        super().__init__(template, **fields)
        self.reason = reason
        self.legal: tuple[AnyAction, ...] = ()


def of_illegal(error: IllegalAction, sentence: str) -> Refused:
    """The refusal of an action that the rules forbid, with its sentence from `words.reasons`."""
    refused = Refused(error.reason.value, sentence)
    refused.legal = error.legal
    return refused

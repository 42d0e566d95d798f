"""Refusals: why the server does not do what it is asked, as a word and as a sentence."""

from spadille.errors import SentenceError


class Refused(SentenceError):  # noqa: N818 - an answer of the game, as `IllegalAction`
    """A command that is not carried out; `reason` is the word for programs."""

    def __init__(self, reason: str, template: str, /, **fields: object) -> None:
        super().__init__(template, **fields)
        self.reason = reason

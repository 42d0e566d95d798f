"""Refusals: why the server does not do what it is asked, as a word and as a sentence."""

from spadille.errors import SentenceError

GOING_AWAY, POLICY, TRY_LATER = 1001, 1008, 1013
"""Codes of closed WebSockets (RFC 6455, section 7.4): the server or the room goes away; what was
done may not be; come back."""


class Refused(SentenceError):  # noqa: N818 - an answer of the game, as `IllegalAction`
    """A command that is not carried out; `reason` is the word for programs."""

    def __init__(self, reason: str, template: str, /, **fields: object) -> None:
        super().__init__(template, **fields)
        self.reason = reason


def token_ended() -> Refused:
    """Why the connection ends of somebody whose token is good no longer."""
    return Refused("token_ended", "Your token has ended; ask for a new one, or log in again.")


__all__ = ["GOING_AWAY", "POLICY", "TRY_LATER", "Refused", "token_ended"]

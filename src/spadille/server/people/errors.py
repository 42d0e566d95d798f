"""Why somebody is not let in."""

from typing import Final, Literal

from spadille.server.refusals import Refused

Reason = Literal[
    "bad_name",
    "bad_password",
    "busy",
    "has_account",
    "name_taken",
    "no_account",
    "nobody",
    "origin",
    "too_fast",
    "too_many_bots",
    "wrong_password",
]

STATUS: Final[dict[Reason, int]] = {
    "busy": 503,
    "has_account": 409,
    "name_taken": 409,
    "no_account": 403,
    "nobody": 401,
    "origin": 403,
    "too_fast": 429,
    "too_many_bots": 409,
    "wrong_password": 403,
}


class PersonError(Refused):
    """Something about a person, an account or a token that is refused.

    `reason` is the word for programs, `status` that of an answer over HTTP.
    """

    def __init__(self, reason: Reason, template: str, /, **fields: object) -> None:
        super().__init__(reason, template, **fields)
        self.status = STATUS.get(reason, 400)


__all__ = ["PersonError", "Reason"]

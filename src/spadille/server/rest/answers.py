"""Answers as JSON, and bodies of requests as values."""

from typing import Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from spadille.errors import SentenceError
from spadille.record.reasons import misfit
from spadille.server.limits import Limits
from spadille.server.messages import Refusal
from spadille.server.metrics import refused
from spadille.words import LANGUAGES, Words, pick_language
from spadille.words.faults import told

LARGEST: Final = 64 * 1024
"""Bytes of the body of a request."""

Kind = TypeVar("Kind")
_ENCODER: Final = msgspec.json.Encoder()


class Json(Response):
    """A value as JSON, which nobody keeps."""

    media_type = "application/json"

    def __init__(self, content: object, status: int = 200) -> None:
        super().__init__(content, status, {"cache-control": "no-store"})

    def render(self, content: object) -> bytes:
        """The value as bytes."""
        return _ENCODER.encode(content)


class Failed(SentenceError):  # noqa: N818 - it is an answer
    """An answer other than what was asked for: its status, and a refusal in words."""

    def __init__(self, status: int, reason: str, template: str, /, **fields: object) -> None:
        super().__init__(template, **fields)
        self.status, self.reason = status, reason

    @classmethod
    def of(cls, status: int, reason: str, error: SentenceError) -> "Failed":
        """The answer that an error becomes."""
        return cls(status, reason, error.template, **error.fields)

    def answer(self, words: Words) -> Json:
        """The answer in a language."""
        refused(self.reason)
        refusal = Refusal(reason=self.reason, sentence=told(words, self))
        return Json({"refusal": refusal}, self.status)


def words_of(language: str | None, accepted: str) -> Words:
    """The words in the language that is asked for, else the first that is accepted and known.

    >>> words_of(None, "fr, ko;q=0.8").language
    'ko'
    """
    wanted = [language] if language else []
    wanted += [entry.partition(";")[0].strip() for entry in accepted.split(",")]
    for one in wanted:
        code = one.lower().partition("-")[0]
        if code in LANGUAGES:
            return Words(pick_language(code, {}))
    return Words(LANGUAGES[0])


def words_for(request: Request) -> Words:
    """The words of whoever asks."""
    accepted = request.headers.get("accept-language", "")
    return words_of(request.query_params.get("lang"), accepted)


async def body(request: Request, kind: type[Kind]) -> Kind:
    """The body of a request as a value; raises `Failed`."""
    content = bytearray()
    async for part in request.stream():
        content += part
        if len(content) > LARGEST:
            raise Failed(413, "too_large", "That request is too large.")
    try:
        return msgspec.json.decode(bytes(content) or b"{}", type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Failed(
            400, "malformed", "This is no request that can be used: {why}.", why=misfit(error)
        ) from None


def limited(limits: Limits, what: str, key: str) -> None:
    """Count a request; raises `Failed` for one too many."""
    if not limits.take(what, key):
        raise Failed(429, "too_fast", "Too many requests; wait a moment.")


__all__ = ["Failed", "Json", "body", "limited", "words_for", "words_of"]

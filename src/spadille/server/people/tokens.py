"""Tokens: signed ones that keep a person, and random ones for bots."""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from itsdangerous import BadData, URLSafeSerializer
from itsdangerous.encoding import base64_decode, base64_encode

YEAR: Final = 365 * 86_400
"""Seconds for which a signed token is good."""
RENEWED: Final = 30 * 86_400
"""Seconds after which it is exchanged for a new one."""
AHEAD: Final = 300
"""Seconds by which the clock of another process may be ahead."""
LONGEST: Final = 512
"""Characters of a token."""
BOT: Final = "spadille_bot_"
"""The beginning of a bot's token, by which people and scanners know what they have found."""

Clock = Callable[[], float]
"""Seconds since 1970."""


class TokenError(Exception):
    """A token that is none, with the reason for the log."""


class Held(NamedTuple):
    """What a signed token says: the person, the version of his account, and whether it is old."""

    person: str
    version: int
    old: bool


class Signer:
    """Signs tokens with the newest key, and knows those of all keys; the newest comes last."""

    def __init__(self, keys: Sequence[str], clock: Clock) -> None:
        if not keys or not all(keys):
            raise ValueError("tokens cannot be signed without a key")
        self._clock = clock
        self._serializer = URLSafeSerializer(
            [*keys],
            salt="spadille person",
            signer_kwargs={"digest_method": hashlib.sha256, "key_derivation": "hmac"},
        )

    def sign(self, person: str, version: int) -> str:
        """A token of a person, good for a year."""
        return str(self._serializer.dumps([person, version, int(self._clock())]))

    def read(self, token: str) -> Held:
        """What a token says; raises `TokenError`."""
        if len(token) > LONGEST:
            raise TokenError("too long")
        try:
            person, version, made = self._serializer.loads(token)
        except (BadData, TypeError, ValueError) as error:
            raise TokenError("not signed here") from error
        if [type(part) for part in (person, version, made)] != [str, int, int]:
            raise TokenError("signed here, but no token")
        signature = token.rpartition(".")[2]
        if base64_encode(base64_decode(signature)).decode() != signature:
            raise TokenError("written in another way")  # its last letter has bits to spare
        age = int(self._clock()) - made
        if not -AHEAD <= age <= YEAR:
            raise TokenError("expired" if age > 0 else "from the future")
        return Held(person, version, old=age > RENEWED)


def new_id() -> str:
    """An id of a person: 128 random bits."""
    return secrets.token_urlsafe(16)


def new_bot_token() -> str:
    """A token of a bot: 256 random bits."""
    return BOT + secrets.token_urlsafe(32)


def new_key() -> str:
    """A key to sign tokens with."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What is kept of a bot's token: its SHA-256; the token has bits enough to need no salt."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


__all__ = ["Clock", "Held", "Signer", "TokenError", "digest", "new_bot_token", "new_id", "new_key"]

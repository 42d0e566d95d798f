"""Seals and promises: what is fixed before anybody knows what the others add to the chance."""

import hashlib
import secrets
from typing import Final

SECRET_SIZE: Final = 32
"""The bytes of a secret of the server."""

SHARE_SIZE: Final = 16
"""The bytes that a player adds."""


def secret() -> bytes:
    """A new secret for one piece of chance; nobody may see it before that chance is over."""
    return secrets.token_bytes(SECRET_SIZE)


def seal(secret: bytes) -> str:
    """What is published of a secret before anybody adds anything: its SHA-256 in hexadecimal.

    Raises `ValueError` for a secret that is not of 32 bytes.

    >>> seal(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return _digest(secret, SECRET_SIZE, "a secret")


def promise(share: bytes) -> str:
    """What a player says of his bytes before he shows them: their SHA-256 in hexadecimal.

    Raises `ValueError` for a share that is not of 16 bytes.

    >>> promise(bytes(16))[:16]
    '374708fff7719dd5'
    """
    return _digest(share, SHARE_SIZE, "a player's share")


def keeps(promised: str | None, share: bytes) -> bool:
    """Whether a player's bytes are those that he promised.

    >>> keeps(promise(bytes(16)), bytes(16)), keeps(promise(bytes(16)), bytes(15))
    (True, False)
    """
    return len(share) == SHARE_SIZE and promised == promise(share)


def _digest(content: bytes, size: int, name: str) -> str:
    if len(content) != size:
        raise ValueError(f"{name} has {size} bytes, not {len(content)}")
    return hashlib.sha256(content).hexdigest()


__all__ = ["SECRET_SIZE", "SHARE_SIZE", "keeps", "promise", "seal", "secret"]

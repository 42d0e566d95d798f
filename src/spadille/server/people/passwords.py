"""Passwords: hashed by argon2, a few at a time, so that a flood of them exhausts nothing."""

import asyncio
import unicodedata
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from spadille.server.people.errors import PersonError

SHORTEST: Final = 8
LONGEST: Final = 1024
"""Bytes of a password in UTF-8."""
AT_ONCE: Final = 2
"""So many are hashed at once; each takes 19 MiB meanwhile."""
MOST: Final = 64
"""So many wait or are hashed."""


Result = TypeVar("Result")


def hasher() -> PasswordHasher:
    """Argon2id with the least that OWASP recommends: 19 MiB, two passes, one thread."""
    return PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


class Check(NamedTuple):
    """Whether a password fits, and its new hash if the old one was made with less effort."""

    fits: bool
    renewed: str | None = None


class Passwords:
    """Makes and checks hashes of passwords in threads."""

    def __init__(self, hashing: PasswordHasher | None = None) -> None:
        self._hasher = hasher() if hashing is None else hashing
        self._free = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._nobodys = self._hasher.hash("nobody has this password")

    async def hash(self, password: str) -> str:
        """The hash of a new password; raises `PersonError` for one that is too short or long."""
        text = _bytes(password)
        if not SHORTEST <= len(text) <= LONGEST:
            raise PersonError(
                "bad_password",
                "A password takes {least} to {most} bytes.",
                least=SHORTEST,
                most=LONGEST,
            )
        return await self._in_thread(self._hasher.hash, text)

    async def check(self, kept: str | None, password: str) -> Check:
        """Whether a password fits a hash; without one it never does, after the same work."""
        text = _bytes(password)[: LONGEST + 1]
        check = await self._in_thread(self._check, kept or self._nobodys, text)
        return check if kept else Check(fits=False)

    def _check(self, kept: str, password: bytes) -> Check:
        try:
            self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return Check(fits=False)
        if self._hasher.check_needs_rehash(kept):
            return Check(fits=True, renewed=self._hasher.hash(password))
        return Check(fits=True)

    async def _in_thread(self, work: Callable[..., Result], *given: Any) -> Result:
        """Do some hashing; raises `PersonError` if too much of it waits."""
        if self._waiting >= MOST:
            raise PersonError("busy", "Too many people log in just now; try again in a moment.")
        self._waiting += 1
        try:
            async with self._free:
                return await asyncio.to_thread(work, *given)
        finally:
            self._waiting -= 1


def _bytes(password: str) -> bytes:
    """A password as bytes, the same however a keyboard composes its letters."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")


__all__ = ["Passwords", "hasher"]

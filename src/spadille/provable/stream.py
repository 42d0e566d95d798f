"""From a secret and what players added to a stream of random numbers."""

import hmac
import re
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from spadille.provable.seals import SECRET_SIZE, SHARE_SIZE

SCHEME: Final = "spadille-deal-v1"
"""The name of the scheme; a change of anything in it is another scheme."""

_MATCH: Final = re.compile("[!-~]{1,128}")
_WORD: Final = 4


def is_match(text: str) -> bool:
    """Whether a text can name a match: 1 to 128 signs of ASCII without spaces.

    >>> is_match("table-7/1"), is_match("table 7")
    (True, False)
    """
    return _MATCH.fullmatch(text) is not None


def seed(
    *, secret: bytes, match: str, number: int, rules_key: str, shown: Sequence[bytes | None]
) -> bytes:
    """The 32 bytes that decide one piece of chance.

    `number` counts the chance of the match from 0, `rules_key` is `spadille.rules.key`, `shown`
    are the bytes of each player, None for one who added none. Raises `ValueError` for what is none
    of these, since two inputs might then read the same.

    >>> key = "6d2b731f4f28"
    >>> seed(secret=bytes(32), match="m", number=0, rules_key=key, shown=[None] * 2).hex()[:16]
    '9b8cc90a131a511e'
    """
    if len(secret) != SECRET_SIZE:
        raise ValueError(f"a secret has {SECRET_SIZE} bytes, not {len(secret)}")
    if not is_match(match):
        raise ValueError(f"{match!r} names no match: 1 to 128 signs of ASCII without spaces do")
    if number < 0 or any(share is not None and len(share) != SHARE_SIZE for share in shown):
        raise ValueError(f"numbers begin with 0, and a player adds {SHARE_SIZE} bytes or none")
    shares = ("-" if share is None else share.hex() for share in shown)
    lines = (SCHEME, match, str(number), rules_key, *shares)
    return _mac(secret, "".join(f"{line}\n" for line in lines).encode())


def stream(seed: bytes) -> Iterator[int]:
    """Numbers from 0 to 2**32 - 1 without end: HMAC in counter mode.

    >>> next(stream(bytes(32)))
    4084537354
    """
    for block in count():
        made = _mac(seed, block.to_bytes(8, "big"))
        for place in range(0, len(made), _WORD):
            yield int.from_bytes(made[place : place + _WORD], "big")


def _mac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


__all__ = ["SCHEME", "is_match", "seed", "stream"]

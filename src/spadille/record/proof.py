"""The proof of one piece of chance, as the header of a game file holds it."""

from typing import Annotated

import msgspec
from msgspec import Meta

MatchId = Annotated[str, Meta(pattern=r"^[!-~]{1,128}$(?!\n)")]
"""What a match is called in its proofs: signs of ASCII without spaces."""

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""32 bytes as lower-case hexadecimal digits: a secret, or the SHA-256 of something."""

Bytes16 = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", max_length=32)]
"""16 bytes as lower-case hexadecimal digits: what a player adds to the chance."""


class Proof(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """What is known of one piece of chance of a match (docs/provable-deals.md).

    `number` counts the chance of the match from 0; `seal` is the SHA-256 of the `secret`, which is
    None until it is revealed. `promises` and `shown` are by player: the SHA-256 of the bytes that
    he adds, and the bytes, None where there are none; both are empty if nobody adds any. `missing`
    are the players who promised bytes and did not show them.
    """

    number: Annotated[int, Meta(ge=0)]
    seal: Digest
    secret: Digest | None = None
    promises: tuple[Digest | None, ...] = ()
    shown: tuple[Bytes16 | None, ...] = ()
    missing: tuple[int, ...] = ()


__all__ = ["Bytes16", "Digest", "MatchId", "Proof"]

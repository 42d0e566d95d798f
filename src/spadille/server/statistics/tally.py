"""Tallies: what a person is counted for in matches; they add up."""

from typing import Final

import msgspec


class Together(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a person did with a partner: finished deals, decided matches, and those they won.

    `name` is what the partner was called, `is_bot` tells that he was a program.
    """

    name: str
    is_bot: bool = False
    deals: int = 0
    matches: int = 0
    won: int = 0

    def __add__(self, other: "Together") -> "Together":
        """What is in both; the other's name is the newer one."""
        return Together(
            other.name,
            other.is_bot,
            self.deals + other.deals,
            self.matches + other.matches,
            self.won + other.won,
        )


class Tally(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a person is counted for; `docs/statistics.md` says when.

    `matches` were decided, `won` of them, `forfeits` of these because all opponents had left.
    `deals` were finished, `points` are those of the side in them, `bags` its new bags, and `sets`
    the deals in which it was set. `contracts` are those to which the person's bid belongs, `alone`
    those of them that no partner shared. `nils` are open ones, `blind_nils` the others, `blinds`
    contracts bid blind: all are attempts, and those with `_made` the ones that were made.
    `partners` are by person.
    """

    matches: int = 0
    won: int = 0
    forfeits: int = 0
    deals: int = 0
    points: int = 0
    bags: int = 0
    sets: int = 0
    contracts: int = 0
    contracts_made: int = 0
    alone: int = 0
    alone_made: int = 0
    nils: int = 0
    nils_made: int = 0
    blind_nils: int = 0
    blind_nils_made: int = 0
    blinds: int = 0
    blinds_made: int = 0
    partners: dict[str, Together] = {}

    def __add__(self, other: "Tally") -> "Tally":
        """What is in both.

        >>> (Tally(nils=1) + Tally(nils=2, nils_made=1)).nils
        3
        """
        partners = dict(self.partners)
        for person, together in other.partners.items():
            known = partners.get(person)
            partners[person] = together if known is None else known + together
        numbers = {name: getattr(self, name) + getattr(other, name) for name in COUNTED}
        return Tally(**numbers, partners=partners)


COUNTED: Final = tuple(name for name in Tally.__struct_fields__ if name != "partners")
"""The numbers of a tally."""


class Kept(msgspec.Struct, frozen=True):
    """A person's tally of one match as it is kept, with the rules of the match."""

    rules_key: str
    rules: str
    tally: Tally


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(Kept)


def encode(kept: Kept) -> bytes:
    """What is kept of a person in a match."""
    return _ENCODER.encode(kept)


def decode(body: bytes) -> Kept:
    """A tally as it was kept."""
    return _DECODER.decode(body)


__all__ = ["COUNTED", "Kept", "Tally", "Together", "decode", "encode"]

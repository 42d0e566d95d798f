"""What a contest is: the bots, the rules, how much is played, and with which chance."""

from enum import StrEnum
from math import inf

import msgspec

from spadille.errors import SentenceError


class ContestError(SentenceError, ValueError):
    """A contest that cannot be played."""


class Lineup(StrEnum):
    """Who sits where in the plays of a round, which all have the same cards.

    `TURNS` deals the bots out to the sides in turn and moves them on until each has had every
    place; `ALONE` seats the first bot at each side in turn and the second at all others; `BOTH`
    does so with the first and then with the second.
    """

    TURNS = "turns"
    ALONE = "alone"
    BOTH = "both"


class Contest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be played.

    `bots` are names with options, `module:Class`, or `cmd:` and the command of a program; `rules`
    is a rule set as text. Either `matches` or `deals` says how much: matches are counted once for
    all their plays, and so are deals. With `single_deals` every deal is the first that is bid of a
    match of its own, from 0:0; else scores carry over and matches are played to their ends.
    A program has `seconds` for each decision, `bank` for all of a match beyond that, and
    `start_seconds` to get ready.
    """

    bots: tuple[str, ...]
    rules: str = "standard"
    matches: int | None = None
    deals: int | None = None
    single_deals: bool = False
    lineup: Lineup = Lineup.TURNS
    seed: int = 1
    seconds: float = 10.0
    bank: float = 0.0
    start_seconds: float = 30.0

    def __post_init__(self) -> None:
        """Refuse what cannot be played."""
        if len(self.bots) < 2:
            raise ContestError("A contest takes two bots or more.")
        if (self.matches is None) == (self.deals is None):
            raise ContestError("Say how much is played: either the matches or the deals.")
        if (self.matches or self.deals or 0) < 1:
            raise ContestError("At least one match or deal is played.")
        if self.lineup is not Lineup.TURNS and len(self.bots) != 2:
            raise ContestError(
                "The lineup {lineup} takes two bots, not {n}.",
                lineup=self.lineup.value,
                n=len(self.bots),
            )
        times = (self.seconds, self.start_seconds)
        if not all(0 < seconds < inf for seconds in times) or not 0 <= self.bank < inf:
            raise ContestError("The time for a decision is more than 0 seconds, and not endless.")

    @property
    def rounds(self) -> int | None:
        """The number of rounds, where it is known before they are played."""
        return self.deals if self.single_deals and self.deals else self.matches


__all__ = ["Contest", "ContestError", "Lineup"]

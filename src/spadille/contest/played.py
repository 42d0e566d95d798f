"""What came of one play of a round: its deals side by side, times, and what went wrong."""

from enum import StrEnum

import msgspec


class Lapse(StrEnum):
    """What was wrong with a bot."""

    NOT_STARTED = "not_started"
    LATE = "late"
    EXITED = "exited"
    GARBAGE = "garbage"
    TOO_LONG = "too_long"
    ILLEGAL = "illegal"
    RAISED = "raised"


class Failing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first failure of a player's bot in a play.

    `round` and `turn` are those of the play, from 0. `decision` counts those of its player from 1
    (0: before the first); `said` is what is known of it: the answer, the error, the exit code;
    `stderr` holds a program's last lines; `replaced` tells that the simple bot played on for it to
    the end of the play.
    """

    round: int
    turn: int
    bot: int
    player: int
    game: int
    deal: int
    decision: int
    lapse: Lapse
    said: str = ""
    stderr: tuple[str, ...] = ()
    replaced: bool = False


class Clock(msgspec.Struct):
    """How long decisions took, in seconds."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def count(self, seconds: float) -> None:
        """Count a decision."""
        self.add(Clock(1, seconds, seconds))

    def add(self, other: "Clock") -> None:
        """Count the decisions of another clock too."""
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)

    @property
    def average(self) -> float:
        """Seconds a decision."""
        return self.seconds / self.decisions if self.decisions else 0.0


class Times(msgspec.Struct):
    """The times of a bot: for cards, and for everything else (bids, exchanges, draws)."""

    cards: Clock = msgspec.field(default_factory=Clock)
    others: Clock = msgspec.field(default_factory=Clock)

    def add(self, other: "Times") -> None:
        """Count the decisions of another one's times too."""
        self.cards.add(other.cards)
        self.others.add(other.others)


class SideDeal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deal of one side.

    `hands` are those that were bid (0: the deal bid itself), `nils` the nils among them, blind or
    not, `blind_nils` the blind ones of these, `blinds` the blind bids of all kinds; `contract` is
    the number of tricks contracted for, None without a contract, and `failed` tells that it was
    not made.
    """

    bot: int
    side: int
    points: int
    score: int
    tricks: int
    bags: int = 0
    hands: int = 0
    nils: int = 0
    nils_made: int = 0
    blind_nils: int = 0
    blind_nils_made: int = 0
    blinds: int = 0
    contract: int | None = None
    failed: bool = False


class PlayedDeal(msgspec.Struct, frozen=True):
    """A deal: its place in the match, and its sides."""

    game: int
    deal: int
    dealer: int
    sides: tuple[SideDeal, ...]


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """One play of a round.

    `bots` are those of the players, `winners` the players who won the match (none: a draw, or a
    single deal); `failures` counts by bot. Times alone differ from run to run.
    """

    round: int
    turn: int
    bots: tuple[int, ...]
    deals: tuple[PlayedDeal, ...]
    winners: tuple[int, ...] = ()
    failings: tuple[Failing, ...] = ()
    failures: tuple[int, ...] = ()
    times: tuple[Times, ...] = ()


__all__ = ["Clock", "Failing", "Lapse", "Played", "PlayedDeal", "SideDeal", "Times"]

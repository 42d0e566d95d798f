"""What whoever makes a table chooses for it, besides its rules."""

from enum import StrEnum
from typing import Annotated, Final

import msgspec

from spadille.errors import SentenceError
from spadille.rules import Rules, RulesError, describe, parse

LONGEST_NAME: Final = 40
"""Characters of a name, of a person or a table."""


class Access(StrEnum):
    """Who may sit down: anybody who looks at the list, who has the link, or nobody more."""

    PUBLIC = "public"
    PRIVATE = "private"
    LOCKED = "locked"


class Watching(StrEnum):
    """Who may watch: nobody, or all who find the table; perhaps with the hands of past deals."""

    NOBODY = "nobody"
    WITHOUT_HANDS = "without_hands"
    HANDS_AFTER_DEAL = "hands_after_deal"


Seconds = Annotated[float, msgspec.Meta(ge=1, le=24 * 3600)]
Name = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long one may think: seconds for each action, then the bank, which is for the match."""

    action: Seconds
    bank: Annotated[float, msgspec.Meta(ge=0, le=24 * 3600)] = 0


class OptionsError(SentenceError, ValueError):
    """Options that no table can have."""


class TableOptions(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """The options of a table.

    `rules` is a rule set as text. `seats` are names for the places of a match, by player.
    `bots` is the level of the bots in empty places. After `grace` seconds a bot acts for somebody
    whose connection is lost. `hints` allows asking the strong bot.
    """

    rules: Annotated[str, msgspec.Meta(max_length=2000)] = "standard"
    name: Name = ""
    access: Access = Access.PRIVATE
    watching: Watching = Watching.NOBODY
    seats: Annotated[tuple[Name, ...], msgspec.Meta(max_length=6)] = ()
    bots: Annotated[str, msgspec.Meta(max_length=40)] = "strong"
    clock: Clock | None = None
    grace: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 30
    hints: bool = True

    def parsed(self) -> Rules:
        """The rules; raises `RulesError` with the remedy."""
        return parse(self.rules)


LEVELS: Final = ("easy", "medium", "strong", "simple")
"""Bots that a table may have: any registered one could be slow, or call out."""


def plain(text: str) -> str:
    """A text in one line, of signs that can be seen.

    >>> plain(" Ada " + chr(9) + chr(0x202E) + "Lovelace")
    'Ada Lovelace'
    """
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def checked(options: TableOptions) -> tuple[TableOptions, Rules]:
    """Options with plain names and their rules in the usual words.

    Raises `OptionsError` or `RulesError`.
    """
    if options.bots not in LEVELS:
        raise OptionsError(
            "There is no bot {name} here; choose {known}.",
            name=options.bots,
            known=", ".join(LEVELS),
        )
    rules = options.parsed()
    seats = rules.table.seats
    if len(options.seats) > seats:
        raise OptionsError(
            "{count} seats are named, but this rule set has {seats}.",
            count=len(options.seats),
            seats=seats,
        )
    named = msgspec.structs.replace(
        options,
        rules=describe(rules),
        name=plain(options.name),
        seats=tuple(plain(name) for name in options.seats),
    )
    return named, rules


__all__ = [
    "LEVELS",
    "LONGEST_NAME",
    "Access",
    "Clock",
    "OptionsError",
    "RulesError",
    "TableOptions",
    "Watching",
    "checked",
    "plain",
]

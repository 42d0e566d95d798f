"""What the server asks a process of bots, and what that replies: a number and JSON in a line."""

from typing import Final

import msgspec

from spadille.game.actions import AnyAction
from spadille.server.thinker.answers import Hint, Weighed
from spadille.view import View


class Warm(msgspec.Struct, frozen=True, tag_field="ask", tag="warm"):
    """Import these bots, so that no decision waits for it."""

    bots: tuple[str, ...]


class Decide(msgspec.Struct, frozen=True, tag_field="ask", tag="decide"):
    """Let a bot decide, after so many seconds of waiting."""

    bot: str
    seed: int
    view: View
    waited: float


class Consider(msgspec.Struct, frozen=True, tag_field="ask", tag="consider"):
    """Think out a hint; `names` are by seat."""

    bot: str
    view: View
    names: tuple[str, ...]
    language: str
    waited: float


class Weigh(msgspec.Struct, frozen=True, tag_field="ask", tag="weigh"):
    """Weigh a decision that is over; nobody waits for it."""

    bot: str
    view: View


class Ready(msgspec.Struct, frozen=True, tag_field="say", tag="ready"):
    """The bots are imported."""


class Decided(msgspec.Struct, frozen=True, tag_field="say", tag="decided"):
    """An action, the bot as it really thought, and what went wrong if the simple bot acted."""

    action: AnyAction
    effort: str
    failure: str | None = None


class Considered(msgspec.Struct, frozen=True, tag_field="say", tag="considered"):
    """A hint."""

    hint: Hint


class Unable(msgspec.Struct, frozen=True, tag_field="say", tag="unable"):
    """What was asked cannot be done."""

    why: str


Request = Warm | Decide | Consider | Weigh
Reply = Ready | Decided | Considered | Weighed | Unable

LONGEST: Final = 4 * 1024 * 1024
"""Bytes of a message at most: views and hints are some kilobytes."""


__all__ = [
    "LONGEST",
    "Consider",
    "Considered",
    "Decide",
    "Decided",
    "Ready",
    "Reply",
    "Request",
    "Unable",
    "Warm",
    "Weigh",
]

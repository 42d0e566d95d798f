"""The lines between a match and a program that plays in it: JSON, one message a line.

The match asks, the program replies; `docs/external-bots.md` tells it with an example.
"""

from typing import Final

import msgspec

from spadille.game.actions import AnyAction
from spadille.rules import Rules
from spadille.view import View

PROTOCOL: Final = 1
"""The version of the protocol, raised when old programs would misunderstand."""


class Hello(msgspec.Struct, frozen=True, tag_field="say", tag="hello"):
    """The first line: the rules, the program's seat, and how long it may take.

    `seconds` is the time for each decision, `bank` what all of them together may take beyond it.
    """

    protocol: int
    rules: Rules
    seat: int
    seconds: float
    bank: float


class Act(msgspec.Struct, frozen=True, tag_field="say", tag="act"):
    """Choose one of `view.legal`; the reply repeats the `id`."""

    id: int
    view: View


class Ready(msgspec.Struct, frozen=True, tag_field="say", tag="ready"):
    """The reply to the first line: the version that the program speaks."""

    protocol: int


class Action(msgspec.Struct, frozen=True, tag_field="say", tag="action"):
    """The reply to a question: its `id`, and what the program does."""

    id: int
    action: AnyAction


Request = Hello | Act
"""What a match says to a program."""

Reply = Ready | Action
"""What a program says to a match."""


__all__ = ["PROTOCOL", "Act", "Action", "Hello", "Ready", "Reply", "Request"]

"""What a client says over its socket.

Every command has an id that the client makes: one that is repeated is answered again and not
carried out twice.
"""

from typing import Annotated, Final

import msgspec

from spadille.game.actions import AnyAction
from spadille.server.options import Access

LARGEST: Final = 16 * 1024
"""Bytes of a message that a client may send."""

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.:-]+$")]
Player = Annotated[int, msgspec.Meta(ge=0, le=5)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Bytes = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
LONGEST_TEXT: Final = 200


class Command(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True
):
    """The base of all commands."""

    id: Id


class Act(Command, frozen=True, kw_only=True, tag="act"):
    """Carry out one of `view.legal`; `log` is that of the view by which it was chosen."""

    action: AnyAction
    log: Annotated[int, msgspec.Meta(ge=0)]


class Sit(Command, frozen=True, kw_only=True, tag="sit"):
    """Take a place, the first free one by default, under a name."""

    player: Player | None = None
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    factor: Annotated[float, msgspec.Meta(ge=1, le=4)] = 1


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Give one's place up for good; a bot takes it."""


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """Begin the match, with bots in the empty places; for the host."""


class Say(Command, frozen=True, kw_only=True, tag="say"):
    """Say a set phrase or a text to everybody at the table."""

    phrase: Annotated[str, msgspec.Meta(max_length=40)] = ""
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)] = ""


class Mute(Command, frozen=True, kw_only=True, tag="mute"):
    """Hear a player no more on this connection, or again."""

    player: Player
    on: bool = True


class Hold(Command, frozen=True, kw_only=True, tag="hold"):
    """For a partner of somebody who is gone: wait for him, or no longer."""

    player: Player
    wait: bool


class Admit(Command, frozen=True, kw_only=True, tag="admit"):
    """Say who may sit down from now on; for the host."""

    access: Access


class Replace(Command, frozen=True, kw_only=True, tag="replace"):
    """Have a bot act for somebody who is gone, or has long not acted."""

    player: Player


class Forfeit(Command, frozen=True, kw_only=True, tag="forfeit"):
    """Take the win, since all opponents have left."""


class PlayAgain(Command, frozen=True, kw_only=True, tag="play_again"):
    """Play another match at a new table with the same people and rules."""


class Promise(Command, frozen=True, kw_only=True, tag="promise"):
    """Promise 16 random bytes for a piece of chance: their SHA-256."""

    number: Number
    promise: Digest


class Show(Command, frozen=True, kw_only=True, tag="show"):
    """Show the bytes that were promised."""

    number: Number
    shown: Bytes


class Hint(Command, frozen=True, kw_only=True, tag="hint"):
    """Ask what the strong bot would do."""


class Ping(Command, frozen=True, kw_only=True, tag="ping"):
    """Ask whether the server is there."""


class Pong(Command, frozen=True, kw_only=True, tag="pong"):
    """Answer a ping of the server, by its id."""


AnyCommand = (
    Act
    | Sit
    | Leave
    | Start
    | Say
    | Mute
    | Hold
    | Admit
    | Replace
    | Forfeit
    | PlayAgain
    | Promise
    | Show
    | Hint
    | Ping
    | Pong
)
"""The closed set of commands, as one JSON type told apart by its `do`."""

_DECODER: Final = msgspec.json.Decoder(AnyCommand)


def read(text: str | bytes) -> AnyCommand:
    """A command from its JSON; raises `msgspec.MsgspecError` for what is none."""
    try:
        return _DECODER.decode(text)
    except (RecursionError, UnicodeError) as error:
        raise msgspec.ValidationError("this is no JSON that can be read") from error

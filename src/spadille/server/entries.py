"""The log of a room: entries, of which the events of the match are a part.

Entries are the truth of a room, as events are of a match: everything that has to outlive the
process is one. A row of the database holds the entries that one command brings about. They hold
secrets; what is sent to people is never made from them but from Views and `room.telling`.
"""

from enum import StrEnum
from typing import Final

import msgspec

from spadille.game.events import AnyEvent
from spadille.server.options import Access, TableOptions


class Entry(
    msgspec.Struct, frozen=True, tag_field="entry", omit_defaults=True, forbid_unknown_fields=True
):
    """The base of all entries."""


class Opened(Entry, frozen=True, tag="opened"):
    """A table is made; who may start the match there."""

    match: str
    host: str
    options: TableOptions


class Seated(Entry, frozen=True, tag="seated"):
    """A person takes a place; `factor` is by how much longer he may think."""

    player: int
    person: str
    name: str
    is_bot: bool = False
    factor: float = 1


class Left(Entry, frozen=True, tag="left"):
    """A person gives his place up for good."""

    player: int


class Came(Entry, frozen=True, tag="came"):
    """A player is connected through a process; a bot that acted for him steps back."""

    player: int
    process: str


class Went(Entry, frozen=True, tag="went"):
    """The last connection of a player through a process is gone."""

    player: int
    process: str


class Covered(Entry, frozen=True, tag="covered"):
    """From now on a bot acts for a player, until he comes or acts himself; or no longer."""

    player: int
    on: bool = True


class Held(Entry, frozen=True, tag="held"):
    """The others wait for a player rather than have a bot act for him, or wait no longer."""

    player: int
    wait: bool


class Admits(Entry, frozen=True, tag="admits"):
    """The host lets others sit down, or no longer."""

    access: Access


class Started(Entry, frozen=True, tag="started"):
    """The match begins; `events` are its first ones."""

    events: tuple[AnyEvent, ...]


class By(StrEnum):
    """Who decided an action."""

    PERSON = "person"
    BOT = "bot"
    CLOCK = "clock"


class Acted(Entry, frozen=True, tag="acted"):
    """An action, and what followed from it.

    `command` is the id that the client gave it, `effort` how hard a bot thought, `bank` the
    seconds that the player has left.
    """

    player: int
    events: tuple[AnyEvent, ...]
    by: By = By.PERSON
    command: str = ""
    effort: str = ""
    bank: float | None = None


class Sealed(Entry, frozen=True, tag="sealed"):
    """The secret of a piece of chance is drawn; its seal may be published."""

    number: int
    secret: str


class Promised(Entry, frozen=True, tag="promised"):
    """A player promises bytes for a piece of chance; the SHA-256 of them."""

    number: int
    player: int
    promise: str


class Asked(Entry, frozen=True, tag="asked"):
    """The promises for a piece of chance are closed: who made one shows his bytes now."""

    number: int


class Showed(Entry, frozen=True, tag="showed"):
    """A player shows the bytes that he promised."""

    number: int
    player: int
    shown: str


class Supplied(Entry, frozen=True, tag="supplied"):
    """A piece of chance is made of its secret and the bytes shown; who did not show is named."""

    number: int
    events: tuple[AnyEvent, ...]
    missing: tuple[int, ...] = ()


class Revealed(Entry, frozen=True, tag="revealed"):
    """The secret of a piece of chance may be published: the deal is over or abandoned."""

    number: int


class Said(Entry, frozen=True, tag="said"):
    """A player said something: a set phrase, or a text."""

    player: int
    phrase: str = ""
    text: str = ""


class Answered(Entry, frozen=True, tag="answered"):
    """A command of a player that only concerns the room was carried out; its id."""

    player: int
    command: str


class Again(Entry, frozen=True, tag="again"):
    """A player wants to play again; at the first wish the new table is made."""

    player: int
    room: str


class Cause(StrEnum):
    """Why a room is closed before its match is over."""

    FORFEIT = "forfeit"
    ABANDONED = "abandoned"


class Closed(Entry, frozen=True, tag="closed"):
    """The match ends before its time; the players who win it by forfeit, if any."""

    cause: Cause
    winners: tuple[int, ...] = ()


class Forgotten(Entry, frozen=True, tag="forgotten"):
    """Somebody wanted to be forgotten: `alias` stands for him, in all rows before this one too.

    `held` are the places that he has, `sat` all that he ever had.
    """

    alias: str
    held: tuple[int, ...] = ()
    sat: tuple[int, ...] = ()


class Status(StrEnum):
    """How far a room has come."""

    GATHERING = "gathering"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


AnyEntry = (
    Opened
    | Seated
    | Left
    | Came
    | Went
    | Covered
    | Held
    | Admits
    | Started
    | Acted
    | Sealed
    | Promised
    | Asked
    | Showed
    | Supplied
    | Revealed
    | Said
    | Answered
    | Again
    | Closed
    | Forgotten
)
"""The closed set of entries."""


class Batch(msgspec.Struct, frozen=True, array_like=True):
    """What one command brings about: when, in milliseconds since 1970, and its entries."""

    at: int
    entries: tuple[AnyEntry, ...]


ENCODER: Final = msgspec.json.Encoder()
DECODER: Final = msgspec.json.Decoder(Batch)


def encode(batch: Batch) -> bytes:
    """The body of a row."""
    return ENCODER.encode(batch)


def decode(body: bytes | str) -> Batch:
    """The entries of a row; raises `msgspec.ValidationError` for what is none."""
    return DECODER.decode(body)

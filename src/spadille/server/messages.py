"""What the server says over a socket.

A message to a player is made from his View and his events, and from what everybody may know of
the people at the table; nothing else goes into one.
"""

from typing import Any, Final

import msgspec

from spadille.cards import Card
from spadille.game.actions import AnyAction
from spadille.game.events import AnyEvent
from spadille.server.entries import Cause, Status
from spadille.server.options import Access, Clock, Watching
from spadille.view import View

PROTOCOL: Final = 1


class PlayerInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What everybody knows of a player.

    `name` is empty for a person who gave none, `seat` is where he sits. `person` tells that
    somebody has the place, `is_bot` that this is a program with a name of its own, `bot` is the
    level of the bot that acts here now, `left` tells that a person had the place and gave it up.
    `connected`, `held`, `again` speak of the person; `bank` are the seconds left to him and
    `factor` by how much longer he may think.
    """

    player: int
    seat: int
    name: str
    person: bool = False
    is_bot: bool = False
    bot: str | None = None
    left: bool = False
    connected: bool = False
    held: bool = False
    again: bool = False
    factor: float = 1
    bank: float | None = None


class ChanceInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is public of the piece of chance that comes next.

    `seal` is the SHA-256 of its secret; `promises` are by player; `asked` tells that those who
    made one show their bytes now.
    """

    number: int
    seal: str
    promises: dict[int, str] = {}
    asked: bool = False


class Proof(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A piece of chance that can be checked, now that its secret is revealed."""

    number: int
    seal: str
    secret: str
    promises: dict[int, str] = {}
    shown: dict[int, str] = {}
    missing: tuple[int, ...] = ()


class TableInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What everybody at a table knows of it besides the match.

    `table` and `code` find it; `host` may start the match; `next` is the table at which it is
    played again, `closed` why the match ended before its time, `winners` the players who won so.
    """

    table: str
    match: str
    code: str
    name: str
    rules: str
    status: Status
    access: Access
    watching: Watching
    players: tuple[PlayerInfo, ...]
    chance: ChanceInfo | None = None
    bots: str = "strong"
    clock: Clock | None = None
    grace: float = 30
    hints: bool = True
    host: int | None = None
    next: str | None = None
    closed: Cause | None = None
    winners: tuple[int, ...] = ()


class Saying(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a player said, and when, in milliseconds since 1970."""

    player: int
    at: int
    phrase: str = ""
    text: str = ""


class Refusal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a command is refused: a word for programs, a sentence for people, what is legal."""

    reason: str
    sentence: str
    legal: tuple[AnyAction, ...] = ()


class Offer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of `view.legal` that is no card: its place there, what to call it, what it pays."""

    place: int
    label: str
    pays: str = ""


class SideSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A side's part of the score sheet: what each line of its result in `view.results` is for."""

    side: int
    name: str
    lines: tuple[str, ...]


class Spoken(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A message in the words of its reader, for connections that ask for them.

    `told` is a sentence for each event that says something; `prompt` what one has to do; `offers`
    are the actions that are no cards; `bids` by seat and `needs` by side stand beside the players;
    `sheet` explains `view.results`.
    """

    told: tuple[str, ...] = ()
    prompt: str = ""
    offers: tuple[Offer, ...] = ()
    bids: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    sheet: tuple[SideSheet, ...] = ()


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """The base of all messages."""


class Welcome(Message, frozen=True, kw_only=True, tag="welcome"):
    """The first message of a connection: where everything stands.

    `seq` is the number of the newest row of the table; `player` who one is, none for a watcher.
    With `since` in the address, `events` are those after that row. `heartbeat` are the seconds
    after which the server asks whether one is there. `clock` as in `Update`.
    """

    protocol: int
    seq: int
    table: TableInfo
    heartbeat: float
    player: int | None = None
    view: View | None = None
    events: tuple[AnyEvent | None, ...] = ()
    said: tuple[Saying, ...] = ()
    clock: dict[int, float] = {}
    spoken: Spoken | None = None


class Update(Message, frozen=True, kw_only=True, tag="update"):
    """What happened: row `seq` of the table.

    `events` happened, null for each that one may not see; `view` is the whole new view, if the
    match changed; `table` is there if something else did; `said` what was said. `reply` is the id
    of one's own command that this answers. `proofs` are secrets revealed now, `hands` those of the
    deal that is over, by seat, for watchers who may see them. `clock` tells the seconds left to
    each player who has to act, the bank included. `spoken` is there for connections that ask for
    words.
    """

    seq: int
    events: tuple[AnyEvent | None, ...] = ()
    view: View | None = None
    table: TableInfo | None = None
    player: int | None = None
    said: tuple[Saying, ...] = ()
    reply: str | None = None
    proofs: tuple[Proof, ...] = ()
    hands: tuple[tuple[Card, ...], ...] = ()
    clock: dict[int, float] = {}
    spoken: Spoken | None = None


class Reply(Message, frozen=True, kw_only=True, tag="reply"):
    """The answer to a command that made no row, or made it long ago.

    `seq` is the row that a repeated command had made; without a refusal all is well. `view` comes
    with a refusal for a stale view.
    """

    reply: str
    seq: int | None = None
    refusal: Refusal | None = None
    view: View | None = None


class Hinted(Message, frozen=True, kw_only=True, tag="hinted"):
    """A hint: what to do, in words and as an action, and why."""

    reply: str
    action: AnyAction
    deed: str
    reasons: tuple[str, ...] = ()
    forced: bool = False


class Ping(Message, frozen=True, kw_only=True, tag="ping"):
    """Is anybody there? Answer with `pong`."""

    id: str


class Pong(Message, frozen=True, kw_only=True, tag="pong"):
    """The answer to one's own ping."""

    reply: str


class Bye(Message, frozen=True, kw_only=True, tag="bye"):
    """The last message of a connection, and why it ends."""

    reason: str
    sentence: str


AnyMessage = Welcome | Update | Reply | Hinted | Ping | Pong | Bye
"""The closed set of messages, as one JSON type told apart by its `type`."""

_ENCODER: Final = msgspec.json.Encoder()


def encode(message: Any) -> str:
    """A message as JSON text."""
    return _ENCODER.encode(message).decode()

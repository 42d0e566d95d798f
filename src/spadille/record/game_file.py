"""Game files: a line that says what the file is, then one line for each event of the log.

Every line is a JSON object. The first event holds the rules, so that a file needs nothing else to
be replayed.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from spadille.game.events import AnyEvent, MatchBegan
from spadille.record.errors import RecordError
from spadille.record.storage import load, save
from spadille.rules import RulesError, change, describe, key, parse

FORMAT: Final = "spadille-game"
VERSION: Final = 1
FIRST_EVENT_LINE: Final = 2


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The first line of a game file.

    `rules` names the rule set for people and `rules_key` checks the one in the log; `players` are
    names by player number; `seed` is given only if all chance came from
    `spadille.table.seeded(seed)`; `tags` are free text; `extra` are keys that this version does
    not know, kept as they are.
    """

    rules_key: str
    rules: str
    players: tuple[str, ...] = ()
    seed: int | str | None = None
    tags: dict[str, str] = msgspec.field(default_factory=dict)
    extra: dict[str, Any] = msgspec.field(default_factory=dict)


class GameFile(msgspec.Struct, frozen=True, kw_only=True):
    """A game: its header and its log; `notes` say what was odd in the file it was read from.

    >>> from spadille.game.events import MatchBegan
    >>> from spadille.rules import load
    >>> GameFile.of([MatchBegan(load("standard"))], players=["Ann", "Ben"]).header.rules
    'standard'
    """

    header: Header
    events: tuple[AnyEvent, ...]
    notes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        events: Iterable[AnyEvent],
        *,
        players: Iterable[str] = (),
        seed: int | str | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> "GameFile":
        """The game of a log; raises `RecordError` if the log does not begin with its rules."""
        log = tuple(events)
        if not log or not isinstance(log[0], MatchBegan):
            raise RecordError("a game begins with the event match_began and its rules")
        rules = log[0].rules
        header = Header(
            rules_key=key(rules),
            rules=describe(rules),
            players=tuple(players),
            seed=seed,
            tags=dict(tags or {}),
        )
        return cls(header=header, events=log)


class HeaderLine(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The keys of the first line; others are kept and reported."""

    format: str
    version: int
    rules_key: str
    rules: str = ""
    players: tuple[str, ...] = ()
    seed: int | str | None = None
    tags: dict[str, str] = msgspec.field(default_factory=dict)


_KNOWN: Final = HeaderLine.__struct_fields__
_EVENT: Final = msgspec.json.Decoder(AnyEvent)


def read(path: str | Path) -> GameFile:
    """Read a game file; raises `RecordError` naming file, line and remedy if it is broken.

    The events are well-formed then; whether they follow the rules tells `spadille.record.check`.
    """
    try:
        return decode(load(path))
    except RecordError as error:
        raise error if error.path else error.within(path) from None


def write(path: str | Path, game: GameFile) -> None:
    """Write a game file, whole or not at all; raises `RecordError` if that fails."""
    save(path, encode(game))


def encode(game: GameFile) -> bytes:
    """A game as the bytes of a game file."""
    header = game.header
    known = HeaderLine(
        format=FORMAT,
        version=VERSION,
        rules_key=header.rules_key,
        rules=header.rules,
        players=header.players,
        seed=header.seed,
        tags=header.tags,
    )
    first = msgspec.to_builtins(known) | {
        name: value for name, value in header.extra.items() if name not in _KNOWN
    }
    lines = [first, *game.events]
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def decode(content: bytes) -> GameFile:
    """Read the bytes of a game file; raises `RecordError` naming line and remedy."""
    lines = content.split(b"\n")
    if not lines[-1]:
        lines.pop()
    if not lines:
        raise RecordError("the file is empty; choose a game file", line=1)
    header = _header(lines[0])
    events = [_event(text, line) for line, text in enumerate(lines[1:], FIRST_EVENT_LINE)]
    notes = [
        f"line 1: the key {name!r} is not known to this version and is kept as it is"
        for name in header.extra
    ]
    notes += _checked_rules(header, events)
    return GameFile(header=header, events=tuple(events), notes=tuple(notes))


def _object(text: bytes, line: int) -> dict[str, Any]:
    """A line as a JSON object."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        remedy = "the file is cut off or damaged here, use a copy of it"
        if line == 1:
            remedy = "choose a file that Spadille has written"
        raise RecordError(f"this line is no JSON object; {remedy}", line=line) from None


def _header(text: bytes) -> Header:
    """Read the first line."""
    raw = _object(text, 1)
    if raw.get("format") != FORMAT:
        message = f'this is no game file: its first line lacks "format":"{FORMAT}"'
        raise RecordError(f"{message}; choose a file that Spadille has written", line=1)
    if raw.get("version") != VERSION:
        message = f"this file has version {raw.get('version')!r}, and only {VERSION} can be read"
        raise RecordError(f"{message}; use the release of Spadille that wrote it", line=1)
    try:
        known = msgspec.convert({name: raw[name] for name in _KNOWN if name in raw}, HeaderLine)
    except msgspec.ValidationError as error:
        remedy = "correct or remove that key of the first line"
        raise RecordError(f"{_plain(error)}; {remedy}", line=1) from None
    return Header(
        rules_key=known.rules_key,
        rules=known.rules,
        players=known.players,
        seed=known.seed,
        tags=known.tags,
        extra={name: value for name, value in raw.items() if name not in _KNOWN},
    )


def _event(text: bytes, line: int) -> AnyEvent:
    """Read the line of an event."""
    try:
        return _EVENT.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        _object(text, line)
        remedy = "a newer Spadille may know it, else use an unchanged copy of the file"
        raise RecordError(f"this is no known event: {_plain(error)}; {remedy}", line=line) from None


def _plain(error: Exception) -> str:
    """What msgspec found, as part of a sentence."""
    return str(error).replace("`", "")


def _checked_rules(header: Header, events: list[AnyEvent]) -> list[str]:
    """Check that the log begins with the rules that the header names; returns what is odd."""
    line = FIRST_EVENT_LINE
    if not events or not isinstance(events[0], MatchBegan):
        message = "here the event match_began with the rules must stand"
        raise RecordError(f"{message}; use a complete copy of the file", line=line)
    try:
        rules = change(events[0].rules, {})
    except RulesError as error:
        raise RecordError(f"these rules cannot be played: {error}", line=line) from None
    if key(rules) != header.rules_key:
        message = f"the rules have the key {key(rules)}, but line 1 says {header.rules_key}"
        raise RecordError(f"{message}; one of them was changed, use an unchanged copy", line=line)
    try:
        same = key(parse(header.rules)) == header.rules_key
    except RulesError:
        same = False
    if same:
        return []
    return [f"line 1: the rules are called {header.rules!r}, here they are {describe(rules)!r}"]

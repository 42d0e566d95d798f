"""Game files: a line that says what the file is, then one line for each event of the log.

Every line is a JSON object. The first event holds the rules, so that a file needs nothing else to
be replayed.
"""

from codecs import BOM_UTF8
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from spadille.game.events import AnyEvent, MatchBegan
from spadille.record.errors import RecordError, Remark, remark
from spadille.record.proof import MatchId, Proof
from spadille.record.reasons import misfit
from spadille.record.storage import load, save
from spadille.rules import RulesError, change, describe, key, parse

FORMAT: Final = "spadille-game"
VERSION: Final = 1
FIRST_EVENT_LINE: Final = 2


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The first line of a game file.

    `rules` names the rule set for people and `rules_key` checks the one in the log; `players` are
    names by player number; `seed` is given only if all chance came from
    `spadille.table.seeded(seed)`; `match` names the match and `proofs` prove its chance, both left
    out where nothing is to be proved (docs/provable-deals.md); `tags` are free text; `extra` are
    keys that this version does not know, kept as they are.
    """

    rules_key: str
    rules: str
    players: tuple[str, ...] = ()
    seed: int | str | None = None
    match: str | None = None
    proofs: tuple[Proof, ...] = ()
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
    notes: tuple[Remark, ...] = ()

    @classmethod
    def of(  # noqa: PLR0913 - what a header may say
        cls,
        events: Iterable[AnyEvent],
        *,
        players: Iterable[str] = (),
        seed: int | str | None = None,
        match: str | None = None,
        proofs: Iterable[Proof] = (),
        tags: Mapping[str, str] | None = None,
    ) -> "GameFile":
        """The game of a log; raises `RecordError` if the log does not begin with its rules."""
        log = tuple(events)
        if not log or not isinstance(log[0], MatchBegan):
            raise RecordError(
                "a game begins with the event match_began; put it first, with its rules"
            )
        rules = log[0].rules
        header = Header(
            rules_key=key(rules),
            rules=describe(rules),
            players=tuple(players),
            seed=seed,
            match=match,
            proofs=tuple(proofs),
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
    match: MatchId | None = None
    proofs: tuple[Proof, ...] = ()
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
        match=header.match,
        proofs=header.proofs,
        tags=header.tags,
    )
    first = msgspec.to_builtins(known) | {
        name: value for name, value in header.extra.items() if name not in _KNOWN
    }
    lines = [first, *game.events]
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def decode(content: bytes) -> GameFile:
    """Read the bytes of a game file; raises `RecordError` naming line and remedy."""
    lines = content.removeprefix(BOM_UTF8).split(b"\n")
    if not lines[-1]:
        lines.pop()
    if not lines:
        raise RecordError("the file is empty; choose a game file", line=1)
    header = _header(lines[0])
    events = [_event(text, line) for line, text in enumerate(lines[1:], FIRST_EVENT_LINE)]
    notes = [
        remark(
            "the key {name!r} is not known to this version and is kept as it is", line=1, name=name
        )
        for name in header.extra
    ]
    notes += _checked_rules(header, events)
    return GameFile(header=header, events=tuple(events), notes=tuple(notes))


def _object(text: bytes, line: int) -> dict[str, Any]:
    """A line as a JSON object."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        if line == 1:
            raise RecordError(
                "this line is no JSON object; choose a file that Spadille has written", line=line
            ) from None
        raise RecordError(
            "this line is no JSON object; the file is cut off or damaged here, use a copy of it",
            line=line,
        ) from None


def _header(text: bytes) -> Header:
    """Read the first line."""
    raw = _object(text, 1)
    if raw.get("format") != FORMAT:
        raise RecordError(
            'this is no game file: its first line lacks "format":"{format}"; choose a file that'
            " Spadille has written",
            line=1,
            format=FORMAT,
        )
    if raw.get("version") != VERSION:
        raise RecordError(
            "this file has version {version!r}, and only {known} can be read; use the release of"
            " Spadille that wrote it",
            line=1,
            version=raw.get("version"),
            known=VERSION,
        )
    try:
        known = msgspec.convert({name: raw[name] for name in _KNOWN if name in raw}, HeaderLine)
    except msgspec.ValidationError as error:
        raise RecordError(
            "the first line cannot be used: {why}; correct that key of it",
            line=1,
            why=misfit(error),
        ) from None
    return Header(
        rules_key=known.rules_key,
        rules=known.rules,
        players=known.players,
        seed=known.seed,
        match=known.match,
        proofs=known.proofs,
        tags=known.tags,
        extra={name: value for name, value in raw.items() if name not in _KNOWN},
    )


def _event(text: bytes, line: int) -> AnyEvent:
    """Read the line of an event."""
    try:
        return _EVENT.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        _object(text, line)
        raise RecordError(
            "this is no known event: {why}; a newer Spadille may know it, else use an unchanged"
            " copy of the file",
            line=line,
            why=misfit(error),
        ) from None


def _checked_rules(header: Header, events: list[AnyEvent]) -> list[Remark]:
    """Check that the log begins with the rules that the header names; returns what is odd."""
    line = FIRST_EVENT_LINE
    if not events or not isinstance(events[0], MatchBegan):
        raise RecordError(
            "here the event match_began with the rules must stand; use a complete copy of the file",
            line=line,
        )
    try:
        rules = change(events[0].rules, {})
    except RulesError as error:
        raise RecordError("these rules cannot be played: {why}", line=line, why=error) from None
    if key(rules) != header.rules_key:
        raise RecordError(
            "the rules have the key {key}, but line 1 says {stated}; one of them was changed, use"
            " an unchanged copy",
            line=line,
            key=key(rules),
            stated=header.rules_key,
        )
    try:
        same = key(parse(header.rules)) == header.rules_key
    except RulesError:
        same = False
    if same:
        return []
    return [
        remark(
            "the rules are called {stated!r}, but they are {rules!r}",
            line=1,
            stated=header.rules,
            rules=describe(rules),
        )
    ]

"""Saved games: files in the user's own folder, written whole after every decision."""

import os
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import platformdirs

from spadille.cli.faults import Fault, record_fault
from spadille.game.events import MatchBegan, MatchEnded
from spadille.record import GameFile, RecordError, check, read, write
from spadille.record.reasons import refusal
from spadille.rules import Rules, describe
from spadille.table import Table
from spadille.words import Words, records

_PERSON, _BOT = "person", "bot"


def fresh_seed() -> int:
    """A seed for a new game, short enough to be told to somebody."""
    return secrets.randbelow(10**9)


def home() -> Path:
    """The folder for games and choices; `SPADILLE_HOME` moves it."""
    return Path(os.environ.get("SPADILLE_HOME") or platformdirs.user_data_path("spadille"))


def store(  # noqa: PLR0913, PLR0917 - what a game file holds, and where it goes
    words: Words,
    path: Path,
    table: Table,
    names: Sequence[str],
    seed: int,
    tags: Mapping[str, str] | None = None,
) -> None:
    """Write a game to a file; raises `Fault`, and an old file is left as it was then."""
    game = GameFile.of(table.log, players=names, seed=seed, tags=tags)
    try:
        write(path, game)
    except RecordError as error:
        raise record_fault(words, error) from error


class Setup(NamedTuple):
    """What a game needs besides its log to go on: it stands in the first line of its file."""

    names: tuple[str, ...]
    me: int
    bot: str
    seed: int

    @property
    def tags(self) -> dict[str, str]:
        """The part of it that stands in the tags."""
        return {_PERSON: str(self.me), _BOT: self.bot}


class Saved(NamedTuple):
    """An unfinished game."""

    path: Path
    game: GameFile
    setup: Setup

    @property
    def rules(self) -> Rules:
        """The rules that are played."""
        first = self.game.events[0]
        assert isinstance(first, MatchBegan)
        return first.rules

    @property
    def when(self) -> str:
        """When it was played last."""
        played = datetime.fromtimestamp(self.path.stat().st_mtime, tz=UTC).astimezone()
        return played.strftime("%Y-%m-%d %H:%M")


def new_path(rules: Rules) -> Path:
    """A new file for a game, named after the time and the rule set."""
    folder = home() / "games"
    preset = describe(rules).partition("(")[0]
    stamp = datetime.now(tz=UTC).astimezone().strftime("%Y-%m-%d-%H%M%S")
    path = folder / f"{stamp}-{preset}.jsonl"
    number = 2
    while path.exists():
        path = folder / f"{stamp}-{preset}-{number}.jsonl"
        number += 1
    return path


def save(words: Words, path: Path, table: Table, setup: Setup) -> None:
    """Save a game; raises `Fault` if that fails, and the old file is as it was."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = refusal(error)
        fault = RecordError(
            "cannot be written ({why}); choose another place", path=path.parent, why=why
        )
        raise record_fault(words, fault) from None
    store(words, path, table, setup.names, setup.seed, setup.tags)


def _setup(game: GameFile) -> Setup | None:
    """How a game goes on; None if it is not one that a person plays here."""
    header = game.header
    me = header.tags.get(_PERSON, "")
    players = range(len(header.players))
    if not isinstance(header.seed, int) or not me.isdecimal() or int(me) not in players:
        return None
    return Setup(header.players, int(me), header.tags.get(_BOT, "simple"), header.seed)


def newest_first() -> list[Path]:
    """All saved games, the one played last first."""
    found = (home() / "games").glob("*.jsonl")
    return sorted(found, key=lambda path: (path.stat().st_mtime, path.name), reverse=True)


def read_saved(words: Words, path: Path) -> Saved | None:
    """A game to go on with; None if it is over, or none that a person plays; raises `Fault`."""
    try:
        game = read(path)
    except RecordError as error:
        raise record_fault(words, error.within(path)) from None
    if isinstance(game.events[-1], MatchEnded):
        return None
    faults = check(game)
    if faults:
        raise Fault(records.remark(words, faults[0], path))
    setup = _setup(game)
    return None if setup is None else Saved(path, game, setup)


def unfinished(words: Words, most: int = 1, part: str = "") -> tuple[list[Saved], list[str]]:
    """The unfinished games played last, and what is wrong with newer files.

    `part` is a part of the names of the files wanted.
    """
    games: list[Saved] = []
    troubles: list[str] = []
    for path in newest_first():
        if part not in path.name:
            continue
        try:
            saved = read_saved(words, path)
        except Fault as fault:
            troubles.append(fault.message)
            continue
        if saved is not None:
            games.append(saved)
            if len(games) == most:
                break
    return games, troubles


def last_rules() -> str:
    """The rule set chosen last, as text."""
    try:
        return (home() / "rules").read_text("utf-8").strip() or "standard"
    except (OSError, UnicodeDecodeError):
        return "standard"


def remember_rules(rules: Rules) -> None:
    """Remember a choice; it does not matter if that fails."""
    with suppress(OSError):
        home().mkdir(parents=True, exist_ok=True)
        (home() / "rules").write_text(describe(rules) + "\n", "utf-8")

"""Saved games: files in the user's own folder, written whole after every decision."""

import os
import secrets
import stat
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import platformdirs

from spadille.cli.faults import Fault, fault_of
from spadille.cli.terminal import cut
from spadille.game.events import MatchBegan, MatchEnded
from spadille.record import GameFile, RecordError, check, read, write
from spadille.record.reasons import refusal
from spadille.rules import Rules, describe
from spadille.table import Table
from spadille.words import Words, records
from spadille.words.levels import LEVELS, STRONGEST

_PERSON, _BOT = "person", "bot"
_DAY = 24 * 60 * 60


def fresh_seed() -> int:
    """A seed for a new game: short enough to be told, too many to be tried out by a bot."""
    return secrets.randbelow(10**15)


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
        raise fault_of(words, error) from error


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
        try:
            played = datetime.fromtimestamp(self.path.stat().st_mtime, tz=UTC).astimezone()
        except (OSError, ValueError, OverflowError):
            return "?"
        return played.strftime("%Y-%m-%d %H:%M")


def new_path(rules: Rules) -> Path:
    """A new, empty file for a game, named after the time and the rule set.

    It is nobody else's then. Where no file can be made, `save` will say why.
    """
    folder = home() / "games"
    preset = describe(rules).partition("(")[0]
    stamp = datetime.now(tz=UTC).astimezone().strftime("%Y-%m-%d-%H%M%S")
    path = folder / f"{stamp}-{preset}.jsonl"
    number = 2
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        while not _reserved(path):
            path = folder / f"{stamp}-{preset}-{number}.jsonl"
            number += 1
    return path


def _reserved(path: Path) -> bool:
    """Make a file, unless there is one."""
    try:
        path.open("x").close()
    except FileExistsError:
        return False
    return True


def discard(path: Path) -> None:
    """Remove the file of a game if nothing was written to it."""
    with suppress(OSError):
        if path.lstat().st_size == 0:
            path.unlink()


def tidy() -> None:
    """Remove what games that were killed left more than a day ago: drafts and empty files."""
    with suppress(OSError):
        for path in (home() / "games").iterdir():
            with suppress(OSError):
                status = path.lstat()
                if not stat.S_ISREG(status.st_mode) or status.st_mtime > time.time() - _DAY:
                    continue
                empty = path.suffix == ".jsonl" and status.st_size == 0
                if empty or path.name.startswith(".spadille-"):
                    path.unlink()


def save(words: Words, path: Path, table: Table, setup: Setup) -> None:
    """Save a game; raises `Fault` if that fails, and the old file is as it was."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = refusal(error)
        fault = RecordError(
            "cannot be written ({why}); choose another place", path=path.parent, why=why
        )
        raise fault_of(words, fault) from None
    store(words, path, table, setup.names, setup.seed, setup.tags)


def _setup(words: Words, path: Path, game: GameFile) -> Setup | None:
    """How a game goes on; None if it is not one that a person plays here; raises `Fault`."""
    header, first = game.header, game.events[0]
    assert isinstance(first, MatchBegan)
    me = header.tags.get(_PERSON)
    players = [str(player) for player in range(first.rules.table.seats)]
    if not isinstance(header.seed, int) or me is None or len(header.players) != len(players):
        return None
    if me not in players:
        raise Fault(
            words.say(
                "{file}: the person plays as {me}; it must be one of {players}.",
                file=path,
                me=cut(me),
                players=", ".join(players),
            )
        )
    return Setup(header.players, int(me), header.tags.get(_BOT, "simple"), header.seed)


def newest_first() -> list[Path]:
    """All saved games, the one played last first."""
    found: list[tuple[float, str, Path]] = []
    with suppress(OSError):
        for path in (home() / "games").glob("*.jsonl"):
            with suppress(OSError):
                status = path.stat()
                if stat.S_ISREG(status.st_mode) and status.st_size:
                    found.append((status.st_mtime, path.name, path))
    return [path for _, _, path in sorted(found, reverse=True)]


def read_saved(words: Words, path: Path) -> Saved | None:
    """A game to go on with; None if it is over, or none that a person plays; raises `Fault`."""
    try:
        game = read(path)
    except RecordError as error:
        raise fault_of(words, error.within(path)) from None
    if isinstance(game.events[-1], MatchEnded):
        return None
    faults = check(game)
    if faults:
        raise Fault(records.remark(words, faults[0], path))
    setup = _setup(words, path, game)
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
    return _remembered("rules") or "standard"


def remember_rules(rules: Rules) -> None:
    """Remember a choice; it does not matter if that fails."""
    _remember("rules", describe(rules))


def last_level() -> str:
    """The level of the bots chosen last, by the name of the bot; the strongest if it is none."""
    found = _remembered("level")
    return found if found in LEVELS else STRONGEST


def remember_level(bot: str) -> None:
    """Remember a choice; it does not matter if that fails."""
    _remember("level", bot)


def _remembered(name: str) -> str:
    try:
        return (home() / name).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _remember(name: str, text: str) -> None:
    with suppress(OSError):
        home().mkdir(parents=True, exist_ok=True)
        (home() / name).write_text(text + "\n", "utf-8")

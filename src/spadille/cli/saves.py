"""Saved games: files in the user's own folder, written whole after every decision."""

import os
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

import platformdirs

from spadille.cli.faults import record_fault
from spadille.record import GameFile, RecordError, encode, read, write
from spadille.table import Table
from spadille.words import Words


def fresh_seed() -> int:
    """A seed for a new game, short enough to be told to somebody."""
    return secrets.randbelow(10**9)


def home() -> Path:
    """The folder for games and choices; `SPADILLE_HOME` moves it."""
    return Path(os.environ.get("SPADILLE_HOME") or platformdirs.user_data_path("spadille"))


def store(
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

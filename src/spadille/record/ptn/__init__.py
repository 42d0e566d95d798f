"""Whole games as PTN: tags in the manner of PBN, a block for each deal, a file for each match."""

from pathlib import Path

from spadille.record.errors import RecordError
from spadille.record.game_file import GameFile
from spadille.record.ptn.reader import decode
from spadille.record.ptn.writer import encode
from spadille.record.storage import load, save


def read(path: str | Path) -> GameFile:
    """Read a PTN file; raises `RecordError` naming file, line and remedy."""
    content = load(path)
    try:
        return decode(content)
    except RecordError as error:
        raise error.within(path) from None


def write(path: str | Path, game: GameFile) -> None:
    """Write a PTN file, whole or not at all; raises `RecordError` if that fails."""
    save(path, encode(game).encode())


__all__ = ["decode", "encode", "read", "write"]

"""The file of a contest: its plays as JSON lines, so that it can be gone on with.

The first line says which contest it is. Every other line is a play, written when it has ended;
of a run that was killed the last line may be cut off, and is written over.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from spadille.contest.plan import Contest, ContestError
from spadille.contest.played import Played

FORMAT: Final = "spadille-contest"
VERSION: Final = 1


class Header(msgspec.Struct, frozen=True):
    """The first line."""

    format: str
    version: int
    contest: Contest


_PLAYS = msgspec.json.Decoder(Played)


def _same(contest: Contest, other: Contest) -> bool:
    """Whether two contests differ in nothing but how much is played."""
    return msgspec.structs.replace(contest, matches=None, deals=1) == msgspec.structs.replace(
        other, matches=None, deals=1
    )


def load(path: Path, contest: Contest) -> list[Played]:
    """The plays of a contest that a file holds; none if there is no file.

    What is cut off at the end is cut from the file. Raises `ContestError` if the file is another
    contest's or none, and `OSError`.
    """
    if not path.exists():
        return []
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    lines = whole.splitlines()
    if not lines and _could_begin(content):
        path.write_bytes(b"")
        return []
    _check_header(path, lines[0] if lines else content, contest)
    plays = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            play = _PLAYS.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ContestError(
                "{file}, line {line}: this is no play ({why}); take the line out.",
                file=path,
                line=number,
                why=error,
            ) from None
        plays[play.round, play.turn] = play
    if len(whole) < len(content):
        path.write_bytes(whole)
    return list(plays.values())


def _could_begin(content: bytes) -> bool:
    """Whether a first line that was cut off could be ours."""
    start = f'{{"format":"{FORMAT}"'.encode()
    return content.startswith(start) or start.startswith(content)


def _check_header(path: Path, line: bytes, contest: Contest) -> None:
    try:
        header = msgspec.json.decode(line, type=Header)
    except (msgspec.DecodeError, UnicodeDecodeError):
        header = None
    if header is None or (header.format, header.version) != (FORMAT, VERSION):
        raise ContestError("{file} holds no contest; name a new file.", file=path)
    if not _same(header.contest, contest):
        raise ContestError(
            "{file} holds another contest; name a new file, or ask for the same bots, rules, seed"
            " and times as before.",
            file=path,
        )


@contextmanager
def writing(path: Path | None, contest: Contest) -> Iterator[Callable[[Played], None]]:
    """Open a contest's file to add plays; without a path nothing is kept. Raises `OSError`."""
    if path is None:
        yield lambda _: None
        return
    with path.open("ab") as file:

        def add(line: Header | Played) -> None:
            """Write a line, so that a run that is killed now does not lose it."""
            file.write(msgspec.json.encode(line) + b"\n")
            file.flush()

        if not file.tell():
            add(Header(FORMAT, VERSION, contest))
        yield add


__all__ = ["FORMAT", "VERSION", "Header", "load", "writing"]

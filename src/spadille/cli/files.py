"""Recorded games: reading either form, checking, converting."""

from pathlib import Path

from spadille.cli.faults import Fault, record_fault
from spadille.cli.terminal import Terminal
from spadille.game.events import DealScored, MatchEnded
from spadille.record import GameFile, RecordError, check, decode, encode, ptn
from spadille.record.storage import load, save
from spadille.rules import describe
from spadille.words import Words

_PTN = ".ptn"


def read_any(words: Words, path: Path) -> GameFile:
    """Read a game file or a PTN file, told apart by what is in it; raises `Fault`."""
    try:
        content = load(path)
        if content.lstrip().startswith(b"{") or not content.strip():
            return decode(content)
        return ptn.decode(content)
    except RecordError as error:
        raise record_fault(words, error.within(path)) from None


def read_right(words: Words, path: Path) -> GameFile:
    """Read a recorded game that follows its rules; raises `Fault`."""
    game = read_any(words, path)
    faults = check(game)
    if faults:
        raise Fault(words.say("{file}: {problem}.", file=path, problem=faults[0].rstrip(".")))
    return game


def check_file(words: Words, terminal: Terminal, path: Path) -> None:
    """Check a recorded game and say what it is; raises `Fault` if it breaks its rules."""
    game = read_right(words, path)
    for note in game.notes:
        terminal.show(words.say("Note: {note}.", note=note))
    deals = sum(isinstance(event, DealScored) for event in game.events)
    over = isinstance(game.events[-1], MatchEnded)
    terminal.show(
        words.many(
            "{file} is right: {rules}, {n} deal scored.",
            "{file} is right: {rules}, {n} deals scored.",
            deals,
            file=path,
            rules=describe(game.events[0].rules),  # type: ignore[union-attr]
        ),
        whole=True,
    )
    if not over:
        terminal.show(words.say("The match is not over."))


def convert(words: Words, source: Path, target: Path) -> None:
    """Write a game in the form that the name of the new file asks for; raises `Fault`."""
    game = read_right(words, source)
    try:
        if target.suffix.lower() == _PTN:
            save(target, ptn.encode(game).encode())
        else:
            save(target, encode(game))
    except RecordError as error:
        raise record_fault(words, error) from None

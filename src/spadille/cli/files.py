"""Recorded games: reading either form, checking, converting."""

import os
from codecs import BOM_UTF8
from pathlib import Path

from spadille.cli.faults import Fault, fault_of
from spadille.cli.terminal import Terminal
from spadille.game.events import DealScored, MatchEnded
from spadille.record import GameFile, RecordError, check, decode, encode, ptn
from spadille.record.storage import load, save
from spadille.rules import describe
from spadille.words import Words, records

_PTN = ".ptn"
_ENDINGS = (".jsonl", _PTN)


def read_any(words: Words, path: Path) -> GameFile:
    """Read a game file or a PTN file, told apart by what is in it; raises `Fault`."""
    try:
        content = load(path)
        text = content.removeprefix(BOM_UTF8).lstrip()
        if text.startswith(b"{") or not text:
            return decode(content)
        return ptn.decode(content)
    except RecordError as error:
        raise fault_of(words, error.within(path)) from None


def read_right(words: Words, path: Path) -> GameFile:
    """Read a recorded game that follows its rules; raises `Fault`."""
    game = read_any(words, path)
    faults = check(game)
    if faults:
        raise Fault(records.remark(words, faults[0], path))
    return game


def check_file(words: Words, terminal: Terminal, path: Path) -> None:
    """Check a recorded game and say what it is; raises `Fault` if it breaks its rules."""
    game = read_right(words, path)
    for note in game.notes:
        terminal.show(words.say("Note: {note}", note=records.remark(words, note, path)))
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


def check_place(words: Words, path: Path, *, force: bool) -> None:
    """Make sure that a new file can be written at a place; raises `Fault`."""
    folder = path.parent
    if not folder.is_dir():
        raise Fault(words.say("There is no folder {folder}.", folder=folder))
    if path.is_dir():
        raise Fault(words.say("{file} is a folder; name a file.", file=path))
    if path.exists() and not force:
        raise Fault(words.say("{file} is there already; `--force` overwrites it.", file=path))
    if not os.access(folder, os.W_OK):
        raise Fault(words.say("Nothing can be written to the folder {folder}.", folder=folder))


def convert(
    words: Words, terminal: Terminal, source: Path, target: Path, *, force: bool = False
) -> None:
    """Write a game in the form that the name of the new file asks for; raises `Fault`."""
    game = read_right(words, source)
    ending = target.suffix.lower()
    if ending not in _ENDINGS:
        endings = ", ".join(_ENDINGS)
        raise Fault(
            words.say("{file} does not end in one of {endings}.", file=target, endings=endings)
        )
    check_place(words, target, force=force)
    try:
        save(target, ptn.encode(game).encode() if ending == _PTN else encode(game))
    except RecordError as error:
        raise fault_of(words, error) from None
    form = words.say("PTN") if ending == _PTN else words.say("game file")
    terminal.show(words.say("Wrote {file} ({form}).", file=target, form=form), whole=True)

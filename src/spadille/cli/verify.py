"""The command `verify`: whether the chance of a recorded game is proved."""

from pathlib import Path
from typing import Final

import click
import msgspec

from spadille.cli.click_pages import Book, command
from spadille.cli.files import read_any
from spadille.cli.terminal import Terminal
from spadille.provable import Finding, Verdict, verdict, verify
from spadille.words import Words, records

_EXIT_CODES: Final = {
    Verdict.PROVED: 0,
    Verdict.SEALED: 3,
    Verdict.UNPROVED: 3,
    Verdict.CONTRADICTS: 1,
}


def add_verify(book: Book, words: Words) -> None:
    """The command `verify`."""

    @command(book, "verify", words.say("Check that the deals of a recorded game were fair."))
    @click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
    def run(file: Path) -> int:
        findings = verify(read_any(words, file))
        terminal = Terminal()
        for finding in findings:
            terminal.show(_told(words, finding, file), whole=True)
        found = verdict(findings)
        terminal.show(_summary(words, found, file, len(findings)), whole=True)
        return _EXIT_CODES[found]


def _told(words: Words, finding: Finding, file: Path) -> str:
    """A finding as a sentence; the number of a piece of chance says enough of its place."""
    said = finding.remark
    if finding.number is not None:
        said = msgspec.structs.replace(said, line=None)
    return records.remark(words, said, file)


def _summary(words: Words, found: Verdict, file: Path, count: int) -> str:
    """What all findings come to."""
    match found:
        case Verdict.PROVED:
            return words.many(
                "{file} is proved: {n} piece of chance.",
                "{file} is proved: {n} pieces of chance.",
                count,
                file=file,
            )
        case Verdict.SEALED:
            return words.say("{file}: nothing contradicts, but not all is proved yet.", file=file)
        case Verdict.UNPROVED:
            return words.say("{file}: nothing can be proved.", file=file)
        case Verdict.CONTRADICTS:
            return words.say("{file}: something contradicts; do not trust this file.", file=file)


__all__ = ["add_verify"]

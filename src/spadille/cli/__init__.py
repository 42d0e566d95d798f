"""The terminal: `spadille` and its commands."""

import os
import sys
from collections.abc import Sequence

from spadille.cli.app import build
from spadille.words import LanguageError, Words, pick_language


def _wanted(args: Sequence[str]) -> str | None:
    """The language that the command line names, wherever it stands there."""
    for place, text in enumerate(args):
        if text.startswith("--lang="):
            return text.removeprefix("--lang=")
        if text == "--lang":
            return args[place + 1] if place + 1 < len(args) else None
    return None


def words_for(args: Sequence[str]) -> Words:
    """The words for a command line; a language that we do not speak is reported by its option."""
    try:
        return Words(pick_language(_wanted(args), os.environ))
    except LanguageError:
        return Words(pick_language(None, os.environ))


def main(args: Sequence[str] | None = None) -> None:
    """Run `spadille`."""
    given = sys.argv[1:] if args is None else list(args)
    build(words_for(given)).main(given, prog_name="spadille")


__all__ = ["build", "main", "words_for"]

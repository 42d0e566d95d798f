"""Compile the message catalogues: every .po under one folder to a .mo under another."""

import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def main() -> None:
    """Compile them all; a catalogue that cannot be read stops the build."""
    sources, compiled = (Path(argument) for argument in sys.argv[1:])
    for source in sorted(sources.glob("*/LC_MESSAGES/spadille.po")):
        with source.open("rb") as lines:
            catalogue = read_po(lines, abort_invalid=True)
        target = (compiled / source.relative_to(sources)).with_suffix(".mo")
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as binary:
            write_mo(binary, catalogue)


if __name__ == "__main__":
    main()

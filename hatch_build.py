"""Build hook: compiles the message catalogues, src/spadille/words/locale/*/LC_MESSAGES."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface):
    """Writes a .mo beside every .po, for a wheel and for an editable install alike."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile them all; a catalogue that cannot be read stops the build."""
        locales = Path(self.root, "src", "spadille", "words", "locale")
        for source in sorted(locales.glob("*/LC_MESSAGES/spadille.po")):
            with source.open("rb") as lines:
                catalogue = read_po(lines, abort_invalid=True)
            with source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, catalogue)

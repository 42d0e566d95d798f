"""Bring the message catalogues up to date: `python tools/messages.py`.

New messages come in empty, unused ones go out. Translations are then written into the .po files,
and `make test`, like any installation, compiles them.
"""

import ast
import io
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from page_messages import page_messages

from spadille.words import LANGUAGES
from spadille.words.messages import Message, reason_messages, rule_messages

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "spadille"
PLACES = {
    "say": 0,
    "N_": 0,
    "many": 0,
    "RulesError": 1,
    "BotError": 0,
    "ContestError": 0,
    "CardError": 0,
    "ChanceError": 0,
    "RecordError": 0,
    "OptionsError": 0,
    "StoreError": 0,
    "MovingError": 0,
    "StoreDownError": 0,
    "Refused": 1,
    "PersonError": 1,
    "ServeError": 0,
    "BusError": 0,
    "HintError": 0,
    "Failed": 2,
    "remark": 0,
}
"""The calls that hold messages, and which argument is one; `many` holds its plural next to it."""


def in_code(path: Path) -> Iterator[Message]:
    """The messages in a source file: constant texts at their places in the calls above."""
    name = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else None
        called = node.func.id if isinstance(node.func, ast.Name) else called
        place = PLACES.get(called or "")
        if place is None:
            continue
        texts = [
            argument.value
            for argument in node.args[place : place + 2]
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        ]
        if texts:
            yield Message(texts[0], texts[1] if called == "many" else None, name)


def all_messages() -> Iterator[Message]:
    """Every message, in the order of the files."""
    for path in sorted(SOURCE.rglob("*.py")):
        yield from in_code(path)
    for one, other, path in page_messages(ROOT / "web"):
        yield Message(one, other, path.relative_to(ROOT).as_posix())
    yield from rule_messages()
    yield from reason_messages()


def template() -> Catalog:
    """All messages without translations."""
    catalogue = Catalog(domain="spadille")
    for one, other, file in all_messages():
        catalogue.add((one, other) if other else one, locations=[(file, 0)])
    return catalogue


def updated(path: Path, language: str) -> bytes:
    """A catalogue as it should be: translations kept, new messages added, unused ones gone."""
    catalogue = Catalog(locale=language)
    if path.exists():
        with path.open("rb") as lines:
            catalogue = read_po(lines, locale=language)
    catalogue.update(template(), no_fuzzy_matching=True, update_creation_date=False)
    head = f"""# Spadille in the language "{language}".
msgid ""
msgstr ""
"Project-Id-Version: spadille\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

"""
    body = io.BytesIO()
    write_po(
        body,
        catalogue,
        width=98,
        omit_header=True,
        sort_by_file=True,
        ignore_obsolete=True,
        include_lineno=False,
    )
    return head.encode() + body.getvalue()


def untranslated(text: bytes, language: str) -> int:
    """How many messages of a catalogue have no translation."""
    catalogue = read_po(io.BytesIO(text), locale=language)
    return sum(not message.string or message.string == ("",) for message in catalogue if message.id)


def main() -> None:
    """Update the catalogues and tell what is to be translated."""
    for language in LANGUAGES[1:]:
        path = SOURCE / "words" / "locale" / language / "LC_MESSAGES" / "spadille.po"
        text = updated(path, language)
        path.write_bytes(text)
        print(f"{path.relative_to(ROOT)}: {untranslated(text, language)} to translate")


if __name__ == "__main__":
    main()

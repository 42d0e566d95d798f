"""Every paragraph of the rule book is cited where it is written down in code, and in a test."""

import re
from functools import cache
from pathlib import Path

import oracle
import pytest

from spadille.rules import options, presets

ROOT = Path(__file__).parent.parent
BOOK = (ROOT / "docs" / "rules.md").read_text("utf-8")
PARAGRAPHS = re.findall(r"^\*\*(\d+\.\d+)\*\*", BOOK, re.MULTILINE)
NUMBER = r"\d+\.\d+"
CITATION = re.compile(rf"\b[Rr]ules?[ -]({NUMBER}(?:(?:,| and| to|,? and)\s+(?:rule )?{NUMBER})*)")
DECLARED = re.compile(rf'(?:_help\(\s*|rule = )"({NUMBER})"')


def cited(text: str) -> set[str]:
    """The paragraphs that a text cites: `rule 9.2`, `rules 9.2, 9.4 and 9.7`, ranges with `to`."""
    found = set(DECLARED.findall(text))
    for citation in CITATION.findall(re.sub(r"\s+", " ", text)):
        numbers = re.findall(NUMBER, citation)
        found.update(numbers)
        for first, last in re.findall(rf"({NUMBER}) to ({NUMBER})", citation):
            section, begin = first.split(".")
            found.update(f"{section}.{n}" for n in range(int(begin), int(last.split(".")[1])))
    return found


@cache
def citations(folder: str) -> set[str]:
    files = (p for p in (ROOT / folder).rglob("*") if p.suffix in {".py", ".toml", ".json"})
    return set().union(*(cited(path.read_text("utf-8")) for path in files))


def test_paragraphs_are_numbered_without_gaps() -> None:
    expected = []
    for section in sorted({int(number.split(".")[0]) for number in PARAGRAPHS}):
        count = sum(number.startswith(f"{section}.") for number in PARAGRAPHS)
        expected += [f"{section}.{n}" for n in range(1, count + 1)]
    assert expected == PARAGRAPHS


@pytest.mark.parametrize("folder", ["src", "tests"])
def test_every_paragraph_is_cited(folder: str) -> None:
    found = citations(folder)
    missing = [number for number in PARAGRAPHS if number not in found]
    assert missing == [], f"{folder} cites none of these rules"


@pytest.mark.parametrize("folder", ["src", "tests"])
def test_no_citation_is_wrong(folder: str) -> None:
    assert citations(folder) - set(PARAGRAPHS) == set()


def test_every_option_is_defined_in_the_paragraph_it_names() -> None:
    defined = {}
    for paragraph in re.split(r"^(?=\*\*\d+\.\d+\*\*)", BOOK, flags=re.MULTILINE)[1:]:
        number = paragraph[2:].split("*")[0]
        defined.update(dict.fromkeys(re.findall(r"\*\*`(\w+)`\*\*", paragraph), number))
    assert defined == {name: option.rule for name, option in options().items()}


def test_every_preset_is_described_in_the_paragraph_it_names() -> None:
    """One without a paragraph is described by its rule page alone."""
    described = {name: preset for name, preset in presets().items() if preset.rule}
    assert set(oracle.PRESETS) <= set(described)
    for preset in described.values():
        start = BOOK.index(f"**{preset.rule}** *")
        title = BOOK[start:].split("*")[5]
        assert f"`{preset.name}`" in title

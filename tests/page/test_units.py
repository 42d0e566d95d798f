"""The page's own tests, its types and its style; they run in the Node.js that builds it."""

import page_build
import page_types
import pytest
from page_checks import CHECKS, ROOT


@pytest.fixture(scope="module", autouse=True)
def _fetched() -> None:
    page_build.write_words(ROOT / "web", ROOT / "src/spadille/words/locale")
    page_build.fetch(ROOT / "web", everything=True)


def test_units() -> None:
    page_build.node(ROOT / "web", *CHECKS["units"])


def test_the_types_are_those_of_the_protocol() -> None:
    written = page_types.TARGET.read_text("utf-8")
    assert page_types.written() == written, "run `python tools/page_types.py`"

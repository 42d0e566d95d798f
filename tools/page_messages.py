"""The messages of the page: what `web/` says by `t('…')` and `many('…', '…', n)`."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_TEXT = r"""\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")"""
_CALL = re.compile(rf"(?<![\w.])(?:t|N_)\({_TEXT}|(?<![\w.])many\({_TEXT}\s*,{_TEXT}", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)")


class Found(NamedTuple):
    """A message in a file of the page, with its plural where it has one."""

    one: str
    other: str | None
    path: Path


def in_text(text: str, path: Path) -> Iterator[Found]:
    """The messages in a source file of the page.

    >>> [(found.one, found.other) for found in in_text("{t('Deal {n}', { n })}", Path())]
    [('Deal {n}', None)]
    """
    for match in _CALL.finditer(text):
        texts = [_ESCAPED.sub(r"\1", group) for group in match.groups() if group is not None]
        yield Found(texts[0], texts[1] if len(texts) > 1 else None, path)


def page_messages(web: Path) -> Iterator[Found]:
    """The messages of the page, in the order of its files."""
    paths = [path for path in (web / "src").rglob("*") if path.suffix in {".svelte", ".ts"}]
    for path in sorted(paths):
        yield from in_text(path.read_text("utf-8"), path)

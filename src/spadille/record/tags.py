r"""Tag pairs, the grammar of PBN and PTN: `[Name "value"]`, each with the lines that follow it.

Blocks are divided by empty lines. Lines that begin with `%` or `;` and text in braces are comments.
In a value `\"`, `\\`, `\n` and `\r` stand for what they usually do.
"""

import re
from typing import NamedTuple

from spadille.record.errors import RecordError

_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*+)"\s*\]')
_LONGEST = 1_000_000
_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}
_PLAIN = {"n": "\n", "r": "\r"}


class Row(NamedTuple):
    """A line that belongs to the tag above it."""

    text: str
    line: int


class Tag(NamedTuple):
    """A tag pair, where it stands, and the rows below it."""

    name: str
    value: str
    line: int
    rows: list[Row]

    def words(self) -> list[Row]:
        """The words of the rows, each with its line."""
        return [Row(word, row.line) for row in self.rows for word in row.text.split()]


def tag_text(name: str, value: object) -> str:
    r"""A tag pair as a line.

    >>> print(tag_text("Event", 'The "Ace"'))
    [Event "The \"Ace\""]
    """
    escaped = "".join(_ESCAPED.get(letter, letter) for letter in str(value))
    return f'[{name} "{escaped}"]'


def read_blocks(content: bytes | str) -> list[list[Tag]]:
    """Read the tags of a file, block by block; raises `RecordError` naming line and remedy.

    >>> [tag.value for tag in read_blocks('[Board "1"]')[0]]
    ['1']
    """
    blocks: list[list[Tag]] = [[]]
    comment: int | None = None
    for line, raw in enumerate(_decoded(content).split("\n"), 1):
        text, comment = _uncommented(raw, line, comment)
        if text is None:
            continue
        if not text:
            if blocks[-1]:
                blocks.append([])
        elif text.startswith("["):
            blocks[-1].append(_tag(text, line))
        elif blocks[-1]:
            blocks[-1][-1].rows.append(Row(text, line))
        else:
            raise RecordError(
                '{text!r} belongs to no tag; begin each block with a tag such as [Board "1"]',
                line=line,
                text=text[:40],
            )
    if comment is not None:
        raise RecordError("a comment that begins here has no end; close it with }}", line=comment)
    return [block for block in blocks if block]


def _decoded(content: bytes | str) -> str:
    if isinstance(content, str):
        return content.removeprefix("\ufeff")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise RecordError("this is no text in UTF-8; save the file as UTF-8", line=line) from None


def _uncommented(raw: str, line: int, comment: int | None) -> tuple[str | None, int | None]:
    """A line without comments (None: nothing else), and the line of a comment still open."""
    text = raw.strip()
    if comment is None and text.startswith(("%", ";")):
        return None, None
    if comment is not None:
        _, closed, text = text.partition("}")
        if not closed:
            return None, comment
    elif not text:
        return "", None
    if not text.startswith("["):
        text = re.sub(r"\{[^}]*\}", " ", text)
        text, opened, _ = text.partition("{")
        return text.strip() or None, line if opened else None
    return text, None


def _tag(text: str, line: int) -> Tag:
    if len(text) > _LONGEST:
        raise RecordError(
            "this tag is longer than {most} signs; shorten it", line=line, most=_LONGEST
        )
    found = _TAG.fullmatch(text)
    if found is None:
        raise RecordError(
            '{text} is no tag; write [Name "value"] in a line', line=line, text=text[:40]
        )
    value = re.sub(r"\\(.)", lambda part: _PLAIN.get(part[1], part[1]), found[2])
    return Tag(found[1], value, line, [])

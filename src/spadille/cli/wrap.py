"""Lines of a paragraph: where a text may be broken in each of the languages.

English and Korean break at spaces. Japanese has none: it breaks between any two of its letters,
except before what closes or goes on and after what opens (kinsoku); a number keeps its counter.
"""

import re
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

_JAPANESE = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
_NEVER_FIRST = frozenset(
    "、。，．・：；？！）」』】〉》〕］｝ー〜…々ゝぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!)]}%"  # noqa: RUF001 - Japanese signs
)
_NEVER_LAST = frozenset("（「『【〈《〔［｛([{+\N{MINUS SIGN}")  # noqa: RUF001 - Japanese signs


def _may_break(before: str, after: str) -> bool:
    """Whether a line may end between two signs."""
    if before == " ":
        return after != " "
    if after == " " or after in _NEVER_FIRST or before in _NEVER_LAST:
        return False
    japanese = _JAPANESE.match
    if japanese(before):
        return True
    return japanese(after) is not None and not before.isalnum()


def breaks(text: str, width: int) -> list[int]:
    """Where a text is broken, so that no line is wider; only what fits nowhere is cut anywhere.

    >>> breaks("失敗なら150点です。", 10)
    [4, 9]
    """
    found: list[int] = []
    start = place = used = 0
    for index, sign in enumerate(text):
        if index > start and _may_break(text[index - 1], sign):
            place = index
        used += cell_len(sign)
        if used > width and sign != " " and index > start:
            start = place if place > start else index
            found.append(start)
            used = cell_len(text[start : index + 1])
    return found


class Prose(NamedTuple):
    """A text that is broken into lines as its language wants it."""

    text: Text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The lines, unless the terminal is to break them."""
        if options.no_wrap:
            yield self.text
            return
        for row in self.text.split(allow_blank=True):
            for line in row.divide(breaks(row.plain, options.max_width)):
                line.rstrip()
                line.end = "\n"
                line.no_wrap = True
                yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """The widths between which the text can stand."""
        return Measurement.get(console, options, self.text)

"""The terminal: where people read and type; everything that is printed goes through here.

Cards get the colour of their suit, wherever they stand in a text.
"""

import codecs
import contextlib
import re
import sys
import unicodedata
from typing import NamedTuple, TextIO

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.text import Text

from spadille.cli.wrap import Prose

STYLES = {"♠": "bold", "♥": "red", "♦": "bright_blue", "♣": "green"}
"""The four colours of a four-colour deck; colour is never the only sign."""

_CARD = re.compile(r"(?:10|[2-9AKQJ])?[♠♥♦♣]")
_LONGEST = 40
_UNSHOWN = {"Cc", "Cf", "Cs"}
_PLAIN = {
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "♣": "C",
    "▶": ">",
    "─": "-",
    "–": "-",
    "×": "x",
    "·": "|",
    "…": "...",
    "’": "'",
}


def _spell_out(error: UnicodeError) -> tuple[str, int]:
    """Write signs that an encoding lacks in plain letters."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_PLAIN.get(sign, "?") for sign in lacking), error.end


codecs.register_error("spadille", _spell_out)


def prepare(stream: TextIO) -> None:
    """Let a stream spell out what its encoding lacks: `A♠` becomes `AS` in plain ASCII."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="spadille")


def paint(text: str, style: str = "") -> Text:
    """A text in which every card has the colour of its suit.

    >>> [span.style for span in paint("Ada plays 10♥.").spans]
    ['red']
    """
    painted = Text(text, style=style)
    for found in _CARD.finditer(text):
        painted.stylize(STYLES[found[0][-1]], *found.span())
    return painted


def plain(text: str) -> str:
    r"""What was typed, without differences of width, case and spaces.

    >>> plain("  \N{FULLWIDTH LATIN CAPITAL LETTER B}N ")
    'bn'
    """
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def clean(text: str) -> str:
    r"""A text without signs that steer a terminal or turn the writing around; each becomes `?`.

    >>> clean("\x1b[2JAda\N{RIGHT-TO-LEFT OVERRIDE}")
    '?[2JAda?'
    """
    if text.isprintable():
        return text
    return "".join(
        "?" if sign not in "\n\t" and unicodedata.category(sign) in _UNSHOWN else sign
        for sign in text
    )


def printable(text: str) -> str:
    r"""What of a text can be printed, without needless spaces.

    >>> printable(" Kim\x1b \udcff  Lee")
    'Kim Lee'
    """
    return " ".join("".join(s for s in text if s.isprintable() or s.isspace()).split())


def cut(text: str) -> str:
    """What somebody wrote, as it was written, but not without end."""
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


class _Clean(NamedTuple):
    """Anything that can be shown, its texts cleaned."""

    part: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The same pieces of text in the same styles."""
        for piece in console.render(self.part, options):
            yield piece if piece.control else Segment(clean(piece.text), piece.style)


class Terminal:
    """A console to print on and a keyboard to read from.

    `interactive` tells whether a person sits there; a script is asked nothing but decisions.
    """

    def __init__(self, console: Console | None = None, *, interactive: bool | None = None) -> None:
        prepare(sys.stdout)
        prepare(sys.stderr)
        self.console = console or Console(markup=False, highlight=False, emoji=False)
        if interactive is None:
            streams = [getattr(sys, name, None) for name in ("stdin", "stdout")]
            interactive = all(stream is not None and stream.isatty() for stream in streams)
        self.interactive = interactive
        if interactive:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401, PLC0415 - lets a person edit the line; not everywhere

    def show(self, *parts: RenderableType, style: str = "", whole: bool = False) -> None:
        """Print one thing after the other; cards in plain text get their colours.

        `whole` leaves long lines to the terminal, so that the names of files stay whole.
        """
        for part in parts:
            text = Prose(paint(clean(part), style)) if isinstance(part, str) else _Clean(part)
            if self.console.is_terminal:
                self.console.print(text, soft_wrap=whole)
                continue
            with self.console.capture() as printed:
                self.console.print(text, soft_wrap=whole)
            self.console.file.write(re.sub(r" +$", "", printed.get(), flags=re.MULTILINE))

    def read(self, prompt: str) -> str:
        """Read a line; raises EOFError where there is none.

        Bytes that are no text come back as the sign for that, so that they can be shown.
        """
        if getattr(sys, "stdin", None) is None:
            raise EOFError
        try:
            line = input(clean(prompt))
        except UnicodeDecodeError:
            line = "\N{REPLACEMENT CHARACTER}"
        if not self.interactive:
            self.console.print()
        return line.encode("utf-8", "replace").decode("utf-8")

"""Colour: cards in a text get the colour of their suit, wherever they stand."""

import re

from rich.text import Text

STYLES = {"♠": "bold", "♥": "red", "♦": "bright_blue", "♣": "green"}
"""The four colours of a four-colour deck; colour is never the only sign."""

_CARD = re.compile(r"(?:10|[2-9AKQJ])?[♠♥♦♣]")


def paint(text: str, style: str = "") -> Text:
    """A text in which every card has the colour of its suit.

    >>> [span.style for span in paint("Ada plays 10♥.").spans]
    ['red']
    """
    painted = Text(text, style=style)
    for found in _CARD.finditer(text):
        painted.stylize(STYLES[found[0][-1]], *found.span())
    return painted

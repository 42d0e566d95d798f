"""What was typed, without differences that mean nothing."""

import unicodedata


def plain(text: str) -> str:
    r"""A text without differences of width, case and spaces.

    >>> plain("  \N{FULLWIDTH LATIN CAPITAL LETTER B}N ")
    'bn'
    """
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())

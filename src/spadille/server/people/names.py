"""Names of accounts: which there may be, and which of them are the same."""

import unicodedata
from typing import Final

from spadille.server.people.errors import PersonError

SHORTEST: Final = 2
LONGEST: Final = 24
SIGNS: Final = "-_. "
_BLANK = "\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}"
"""Letters that nobody sees."""


def shown(name: str) -> str:
    """A name as it is shown: put into one form, without spaces around it.

    Raises `PersonError` for what is no name: 2 to 24 letters, digits, spaces and `-_.`, with a
    letter or a digit in it.

    >>> shown("  Ada  Lovelace ")
    'Ada Lovelace'
    """
    parts = unicodedata.normalize("NFC", name).strip().split(" ")
    text = " ".join(part for part in parts if part)
    kinds = {unicodedata.category(sign)[0] for sign in text}
    good = all(_belongs(sign) for sign in text) and kinds & {"L", "N"}
    if not good or not SHORTEST <= len(text) <= LONGEST:
        raise PersonError(
            "bad_name",
            "A name has {least} to {most} letters, digits, spaces or the signs - _ . in it.",
            least=SHORTEST,
            most=LONGEST,
        )
    return text


def _belongs(sign: str) -> bool:
    if sign in SIGNS:
        return True
    category = unicodedata.category(sign)
    if unicodedata.normalize("NFKC", sign) in _BLANK:
        return False
    return category[0] == "L" or category in {"Mn", "Mc", "Nd"}


def key(name: str) -> str:
    """What names have in common that count as the same.

    >>> key("Ada") == key("ADA"), key("Straße") == key("STRASSE")
    (True, True)
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded)


__all__ = ["key", "shown"]

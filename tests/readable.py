"""What a person can read: a check of texts for the tests of the words."""

import re

PEOPLE = ("Ada", "Bea", "Cal", "Dot", "Eli", "Fay")


def check(text: str) -> str:
    """A text that a person can read: nothing left out, no inner names."""
    assert text.strip()
    assert not re.search(r"[{}]|None|<|_[a-z]", text), text
    return text

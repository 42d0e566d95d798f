"""What a person can read: a check of texts for the tests of the words."""

import re

from spadille.words import Words

PEOPLE = ("Ada", "Bea", "Cal", "Dot", "Eli", "Fay")
SCRIPTS = {"en": "[a-z]", "ko": "[가-힣]", "ja": "[ぁ-んァ-ヶ一-龠]"}


def check(words: Words, text: str) -> str:
    """A text in its language's letters: nothing left out, no inner names."""
    assert text.strip()
    assert not re.search(r"[{}]|None|<|_[a-z]", text), text
    number = re.fullmatch(r"[\d\N{MINUS SIGN}, 、]+", text)
    assert number or re.search(SCRIPTS[words.language], text), text
    return text

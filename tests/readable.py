"""What a person can read: a check of texts for the tests of the words."""

import re

from spadille.record import RecordError, Remark
from spadille.words import LANGUAGES, Words, faults

PEOPLE = ("Ada", "Bea", "Cal", "Dot", "Eli", "Fay")
SCRIPTS = {"en": "[a-z]", "ko": "[가-힣]", "ja": "[ぁ-んァ-ヶ一-龠]"}


def check(words: Words, text: str) -> str:
    """A text in its language's letters: nothing left out, no inner names."""
    assert text.strip()
    assert not re.search(r"[{}]|None|<|_[a-z]", text), text
    number = re.fullmatch(r"[\d\N{MINUS SIGN}, 、]+", text)
    assert number or re.search(SCRIPTS[words.language], text), text
    return text


def translated(said: RecordError | Remark) -> None:
    """A remark or an error is said in Korean and Japanese, with nothing left of the English.

    What stands in quotation marks, names with underscores, and fields are the same everywhere.
    """
    for value in said.fields.values():
        if isinstance(value, Remark):
            translated(value)
    empty = dict.fromkeys(said.fields, "")
    same = r"{\w+[^}]*}|\"[^\"]*\"|\w*_\w*"
    english = set(re.findall(r"[a-z]{2,}", re.sub(same, "", said.template)))
    for language in LANGUAGES[1:]:
        words = Words(language)
        assert re.search(SCRIPTS[language], faults.told(words, said))
        text = re.sub(same, "", words.say(said.template, **empty))
        assert english & set(re.findall(r"[A-Za-z]+", text)) <= {"nil"}, said.template

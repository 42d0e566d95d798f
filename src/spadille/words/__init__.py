"""Words: everything that people read, in English, Korean and Japanese.

English stands in the source; the catalogues `locale/*/LC_MESSAGES/spadille.po` hold the others.
A message is a sentence with named fields, never a piece of one.
"""

import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "ko", "ja")
"""The languages that Spadille speaks; the first one is that of the source."""

LOCALES = Path(__file__).parent / "locale"
"""Where the catalogues are."""

_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


class LanguageError(ValueError):
    """A language that Spadille does not speak, with a sentence that names those it does."""

    def __init__(self, wanted: str) -> None:
        super().__init__(f"there is no language {wanted!r}; there are {', '.join(LANGUAGES)}")
        self.wanted = wanted


def _language_of(text: str) -> str | None:
    """The language of a locale such as `ko_KR.UTF-8`, if Spadille speaks it."""
    code = text.strip().lower().replace("-", "_").partition("_")[0].partition(".")[0]
    return code if code in LANGUAGES else None


def pick_language(wanted: str | None, environ: Mapping[str, str]) -> str:
    """The language wanted, else that of the locale, else English.

    Raises `LanguageError` if the language wanted is none of `LANGUAGES`.

    >>> pick_language("ko", {}), pick_language(None, {"LANG": "ja_JP.UTF-8"})
    ('ko', 'ja')
    >>> pick_language(None, {"LC_ALL": "C", "LANG": "ko_KR.UTF-8"})
    'en'
    """
    if wanted is not None:
        language = _language_of(wanted)
        if language is None:
            raise LanguageError(wanted)
        return language
    locale = next((environ[name] for name in _VARIABLES if environ.get(name)), "")
    return _language_of(locale) or LANGUAGES[0]


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("spadille", LOCALES, [language], fallback=True)


class Words:
    """The messages in one language.

    >>> Words("en").say("{name} won the trick.", name="Ada")
    'Ada won the trick.'
    >>> Words("en").many("{n} bag", "{n} bags", 3)
    '3 bags'
    """

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise LanguageError(language)
        self.language = language
        self._catalogue = _catalogue(language)

    def say(self, message: str, /, **fields: object) -> str:
        """A message, with its named fields filled in."""
        return self._catalogue.gettext(message).format(**fields)

    def many(self, one: str, other: str, n: int, /, **fields: object) -> str:
        """A message about a number of things, `{n}` in the text."""
        return self._catalogue.ngettext(one, other, n).format(n=n, **fields)


def N_(message: str) -> str:  # noqa: N802 - the name by which gettext tools know it
    """Mark a message of a table, so that it gets into the catalogues; `say` translates it."""
    return message


__all__ = ["LANGUAGES", "LOCALES", "N_", "LanguageError", "Words", "pick_language"]

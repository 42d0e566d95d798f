"""The rules in words: options and their values, presets, and the page of a rule set."""

from spadille.rules import Preset, options, text_of
from spadille.words import Words
from spadille.words import names as named
from spadille.words.choices import OFF, ON, TITLES, VALUES
from spadille.words.page import rules_page


def option_title(words: Words, name: str) -> str:
    """A short title for an option.

    >>> option_title(Words("en"), "lead_spades")
    'Leading spades'
    """
    return words.say(TITLES[name])


def option_help(words: Words, name: str) -> str:
    """One line of help for an option."""
    return words.say(options()[name].help)


def option_value(words: Words, name: str, value: object) -> str:
    """A value of an option in words.

    >>> option_value(Words("en"), "lead_spades", "after_broken")
    'after spades are broken'
    >>> option_value(Words("en"), "target", 500), option_value(Words("en"), "target", 0)
    ('500', 'no target')
    """
    if isinstance(value, bool):
        return words.say(ON if value else OFF)
    texts = VALUES.get(name, {})
    if isinstance(value, tuple) and value:
        return named.listed(words, [option_value(words, name, item) for item in value])
    text = text_of(value)
    if text in texts:
        return words.say(texts[text])
    return named.number(value) if isinstance(value, int) else text


def preset_title(words: Words, preset: Preset) -> str:
    """The title of a preset."""
    return words.say(preset.title)


def preset_source(words: Words, preset: Preset) -> str:
    """Where a preset comes from; empty if nothing says so."""
    return words.say(preset.source) if preset.source else ""


__all__ = [
    "option_help",
    "option_title",
    "option_value",
    "preset_source",
    "preset_title",
    "rules_page",
]

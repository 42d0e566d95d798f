"""The titles of rule sets."""

from functools import cache

from spadille.rules import Rules, describe, presets
from spadille.words import Words, rulebook

_named = cache(describe)


def rules_title(words: Words, rules: Rules) -> str:
    """The title of a rule set: that of its preset, else its text."""
    named = _named(rules)
    preset = presets().get(named)
    return named if preset is None else rulebook.preset_title(words, preset)

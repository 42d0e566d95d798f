"""The titles of rule sets."""

from spadille.rules import Rules, describe, presets
from spadille.words import Words, rulebook


def rules_title(words: Words, rules: Rules) -> str:
    """The title of a rule set: that of its preset, else its text."""
    named = describe(rules)
    preset = presets().get(named)
    return named if preset is None else rulebook.preset_title(words, preset)

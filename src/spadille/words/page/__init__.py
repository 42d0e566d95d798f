"""The rule page of a rule set, made from the record."""

from spadille.rules import Rules
from spadille.words import Words


def rules_page(words: Words, rules: Rules) -> list[tuple[str, list[str]]]:
    """A readable page made from the record: sections of a title and paragraphs."""
    del rules
    return [(words.say("Players and cards"), [])]

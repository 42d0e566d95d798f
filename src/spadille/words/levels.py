"""Levels of the bots that people may choose from."""

from spadille.words import N_, Words

LEVELS = {"easy": N_("easy"), "medium": N_("medium"), "strong": N_("strong")}
"""By the names of the bots, from the weakest on."""
STRONGEST = [*LEVELS][-1]
"""The level of those who choose none."""


def level(words: Words, bot: str) -> str:
    """A bot as the level that it plays at; another one by its own name.

    >>> level(Words("en"), "easy"), level(Words("en"), "simple")
    ('easy', 'simple')
    """
    return words.say(LEVELS[bot]) if bot in LEVELS else bot


__all__ = ["LEVELS", "STRONGEST", "level"]

"""Faults that carry their message: an English sentence and its fields, said in any language."""

from collections.abc import Mapping
from typing import Protocol

from spadille.words import Words


class Said(Protocol):
    """An error made of a message and its fields, as `spadille.bots.BotError`."""

    @property
    def template(self) -> str:
        """The message in English."""

    @property
    def fields(self) -> Mapping[str, object]:
        """What stands in it."""


def told(words: Words, error: Said) -> str:
    """The sentence of an error.

    >>> from spadille.rules import RulesError
    >>> told(Words("en"), RulesError("set", "{name} has no option set", name="whiz"))
    'whiz has no option set'
    """
    return words.say(error.template, **error.fields)


__all__ = ["Said", "told"]

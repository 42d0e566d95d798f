"""Faults that carry their message: an English sentence and its fields, said in any language."""

from typing import Any

from spadille.errors import SentenceError
from spadille.game.actions import Reason
from spadille.record import Remark
from spadille.record.errors import phrase
from spadille.words import Words


def told(words: Words, said: SentenceError | Remark) -> str:
    """What an error or a remark says, without its place in a file.

    >>> from spadille.rules import RulesError
    >>> told(Words("en"), RulesError("set", "{name} has no option set", name="whiz"))
    'whiz has no option set'
    """
    fields = {name: _field(words, name, value) for name, value in said.fields.items()}
    return words.say(said.template, **fields)


def _field(words: Words, name: str, value: Any) -> Any:
    """A field of a message, in words if it is made of them."""
    match value:
        case SentenceError() | Remark():
            return told(words, value)
        case Reason():
            return words.say(phrase(value))
        case str() if name == "clash":
            return words.say(value)
        case _:
            return value


__all__ = ["told"]

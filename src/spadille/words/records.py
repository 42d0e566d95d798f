"""Records in words: what is wrong with them, and what was odd in them."""

from pathlib import Path
from typing import Any

from spadille.cards import CardError
from spadille.game.actions import Reason
from spadille.game.match import ChanceError
from spadille.record import RecordError, Remark
from spadille.record.errors import phrase
from spadille.rules import RulesError
from spadille.words import Words, rulebook


def problem(words: Words, said: RecordError | Remark | CardError | ChanceError) -> str:
    """What is said, without its place and without a full stop.

    >>> from spadille.record.errors import remark
    >>> problem(Words("en"), remark("the tag {name} is not known and is kept", line=3, name="Wind"))
    'the tag Wind is not known and is kept'
    """
    fields = {name: _field(words, value) for name, value in said.fields.items()}
    return words.say(said.template, **fields)


def _field(words: Words, value: Any) -> Any:
    """A field of a message, in words if it is made of them."""
    match value:
        case Remark():
            return problem(words, value)
        case RulesError():
            return rulebook.error(words, value)
        case Reason():
            return words.say(phrase(value))
        case _:
            return value


def error(words: Words, error: RecordError) -> str:
    """The sentence of a record that cannot be read or written: file, line and what is wrong."""
    return _placed(words, error.path, error.line, problem(words, error))


def remark(words: Words, remark: Remark, path: str | Path = "") -> str:
    """The sentence of a note or a fault: file, line and what there is to say."""
    return _placed(words, path, remark.line, problem(words, remark))


def _placed(words: Words, path: str | Path, line: int | None, problem: str) -> str:
    file = str(path) or words.say("the file")
    if line is None:
        return words.say("{file}: {problem}.", file=file, problem=problem)
    return words.say("{file}, line {line}: {problem}.", file=file, line=line, problem=problem)


__all__ = ["error", "problem", "remark"]

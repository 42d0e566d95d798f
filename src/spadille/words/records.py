"""Records in words: what is wrong with them, and what was odd in them."""

from pathlib import Path

from spadille.record import RecordError, Remark
from spadille.words import Words
from spadille.words.faults import told


def error(words: Words, error: RecordError) -> str:
    """The sentence of a record that cannot be read or written: file, line and what is wrong."""
    return _placed(words, error.path, error.line, told(words, error))


def remark(words: Words, remark: Remark, path: str | Path = "") -> str:
    """The sentence of a note or a fault: file, line and what there is to say."""
    return _placed(words, path, remark.line, told(words, remark))


def _placed(words: Words, path: str | Path, line: int | None, problem: str) -> str:
    file = str(path) or words.say("the file")
    if line is None:
        return words.say("{file}: {problem}.", file=file, problem=problem)
    return words.say("{file}, line {line}: {problem}.", file=file, line=line, problem=problem)


__all__ = ["error", "remark"]

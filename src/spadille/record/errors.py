"""What there is to say about records: remarks, and what goes wrong with them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from spadille.cards import CardError
from spadille.errors import SentenceError
from spadille.game.actions import Reason
from spadille.game.match import ChanceError
from spadille.rules import RulesError


def phrase(reason: Reason) -> str:
    """Why an action is refused, in a few English words.

    >>> phrase(Reason.FOLLOW_SUIT)
    'follow suit'
    """
    return reason.replace("_", " ")


def _english(template: str, fields: Mapping[str, object]) -> str:
    """A message in English."""
    plain = {
        name: phrase(value) if isinstance(value, Reason) else value
        for name, value in fields.items()
    }
    return template.format(**plain)


class Remark(msgspec.Struct, frozen=True):
    """Something said about a record: a note, a fault, or the reason of one.

    As a text it is English. `template` and `fields` are what it is made of, so that it can be said
    in another language; a field may be a remark itself. `line` (counted from 1) is its place.

    >>> str(remark("the tag {name} is not known", line=3, name="Wind"))
    'line 3: the tag Wind is not known'
    """

    template: str
    fields: dict[str, Any] = {}
    line: int | None = None

    def __str__(self) -> str:
        said = _english(self.template, self.fields)
        return said if self.line is None else f"line {self.line}: {said}"


def remark(template: str, /, *, line: int | None = None, **fields: object) -> Remark:
    """A remark of a message and its fields."""
    return Remark(template, fields, line)


class RecordError(SentenceError, ValueError):
    """A record that cannot be read or written.

    The message names the file and, where there is one, the line, says what is wrong, and what to
    do about it; `path` and `line` (counted from 1) are those places, and the rest is what
    `template` and `fields` say.
    """

    def __init__(
        self,
        template: str,
        /,
        *,
        path: str | Path = "",
        line: int | None = None,
        **fields: object,
    ) -> None:
        self.path = str(path)
        self.line = line
        super().__init__(template, **fields)

    def _sentence(self) -> str:
        at = [self.path] if self.path else []
        if self.line is not None:
            at.append(f"line {self.line}")
        said = _english(self.template, self.fields)
        return f"{', '.join(at)}: {said}" if at else said

    def within(self, path: str | Path) -> "RecordError":
        """The same fault, with the file that it is in."""
        return RecordError(self.template, path=path, line=self.line, **self.fields)


@contextmanager
def at_line(line: int) -> Iterator[None]:
    """Turn what goes wrong with a part of a line into a `RecordError` that names the line."""
    try:
        yield
    except RecordError as error:
        path, line = error.path, error.line or line
        raise RecordError(error.template, path=path, line=line, **error.fields) from None
    except (CardError, ChanceError) as error:
        raise RecordError(error.template, path="", line=line, **error.fields) from None
    except RulesError as error:
        raise RecordError("these rules cannot be played: {why}", line=line, why=error) from None

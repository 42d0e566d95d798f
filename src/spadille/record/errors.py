"""What goes wrong with records."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from spadille.cards import CardError
from spadille.game.match import ChanceError
from spadille.rules import RulesError


class RecordError(ValueError):
    """A record that cannot be read or written.

    The message names the file and, where there is one, the line, says what is wrong, and what to
    do about it; `path` and `line` (counted from 1) are those places.
    """

    def __init__(self, message: str, path: str | Path = "", line: int | None = None) -> None:
        at = [str(path)] if str(path) else []
        if line is not None:
            at.append(f"line {line}")
        super().__init__(f"{', '.join(at)}: {message}" if at else message)
        self.message = message
        self.path = str(path)
        self.line = line

    def within(self, path: str | Path) -> "RecordError":
        """The same fault, with the file that it is in."""
        return RecordError(self.message, path, self.line)


@contextmanager
def at_line(line: int) -> Iterator[None]:
    """Turn what goes wrong with a part of a line into a `RecordError` that names the line."""
    try:
        yield
    except RecordError as error:
        raise RecordError(error.message, error.path, error.line or line) from None
    except (CardError, ChanceError, RulesError) as error:
        raise RecordError(str(error), line=line) from None

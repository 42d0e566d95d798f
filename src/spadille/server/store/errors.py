"""What can go wrong with the database, each with a sentence that says what to do."""

from spadille.errors import SentenceError
from spadille.server.store.rows import Row


class StoreError(SentenceError):
    """A database that cannot be opened, or that would not keep what it is given."""


class StoreDownError(SentenceError):
    """Nothing was written, for a reason that may pass: the disk is full, the server is away."""


class UnsureError(StoreDownError):
    """The database went away while it wrote and is not back yet: the row may have been written.

    The room's log has to be read before anything is added to it.
    """


class TakenError(SentenceError):
    """Somebody else wrote the entry of this number; nothing of the row was written."""

    def __init__(self, room: str, seq: int) -> None:
        self.room = room
        self.seq = seq
        super().__init__("Entry {seq} of the room {room} is taken.", seq=seq, room=room)


class RowError(SentenceError, ValueError):
    """A row that the database refuses for what is in it; nothing of it was written."""


class CodeTakenError(RowError):
    """Another room has the code of this one; nothing of the row was written."""


def unfit(row: Row, why: object) -> RowError:
    """The error of a row that does not fit into the tables."""
    return RowError(
        "Entry {seq} of the room {room} cannot be stored ({why}).",
        seq=row.seq,
        room=row.room,
        why=why,
    )


def code_taken(row: Row) -> CodeTakenError:
    """The error of a row whose room has the code of another."""
    code = row.card.code if row.card else None
    return CodeTakenError("Another room has the code {code}; choose another one.", code=code)


class LoginTakenError(SentenceError, ValueError):
    """Another person has this login."""


__all__ = [
    "CodeTakenError",
    "LoginTakenError",
    "RowError",
    "StoreDownError",
    "StoreError",
    "TakenError",
    "UnsureError",
    "code_taken",
    "unfit",
]

"""Bytes in files: read whole, and written whole or not at all."""

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from spadille.record.errors import RecordError, remark
from spadille.record.reasons import refusal

LARGEST = 64 * 2**20
"""As many bytes of a file are read; a long match has less than a hundredth of that."""


def load(path: str | Path) -> bytes:
    """The bytes of a file; raises `RecordError` with the remedy if it cannot be read."""
    try:
        return _read(Path(path))
    except RecordError:
        raise
    except FileNotFoundError:
        raise RecordError("there is no such file; check its name and folder", path=path) from None
    except IsADirectoryError:
        raise RecordError("this is a folder; name a file in it", path=path) from None
    except PermissionError:
        raise RecordError(
            "this file may not be read; ask its owner for the right", path=path
        ) from None
    except (OSError, ValueError) as error:
        why = refusal(error)
        raise RecordError(
            "this file cannot be read ({why}); choose another one", path=path, why=why
        ) from error


def _read(path: Path) -> bytes:
    """The bytes of a regular file: what has no end, or makes its reader wait, is refused."""
    kind = path.stat().st_mode
    if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
        raise RecordError("this is a device or a pipe; name a file", path=path)
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise RecordError(
            "this file is larger than {most} MB; choose a recorded game",
            path=path,
            most=LARGEST // 2**20,
        )
    return content


def save(path: str | Path, content: bytes) -> None:
    """Write a file so that at every moment it holds either its old or its new bytes, all of them.

    Raises `RecordError` if that fails, on a full disk for example; the old file is untouched then
    and nothing half-written is left.
    """
    try:
        target = Path(os.path.realpath(path))
        mode = _mode(target)
        draft = target.with_name(f".spadille-{secrets.token_hex(8)}")
        try:
            _write(draft, content)
            if mode is not None:
                draft.chmod(mode & 0o777)
            draft.replace(target)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        _settle(target.parent)
    except RecordError as error:
        raise error.within(path) from None
    except (OSError, ValueError) as error:
        raise RecordError(
            "cannot be written ({why}); nothing was changed; free some space or choose another"
            " place",
            path=path,
            why=refusal(error),
        ) from error


def _mode(target: Path) -> int | None:
    """The mode of a file that is to be replaced, None if it is new; only files are replaced."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise RecordError(
            "cannot be written ({why}); nothing was changed; free some space or choose another"
            " place",
            why=remark("this is a device or a pipe"),
        )
    return mode


def _write(draft: Path, content: bytes) -> None:
    """Make a new file and have it on the disk."""
    with draft.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _settle(folder: Path) -> None:
    """Have the new name on the disk too, where the system can do that for a folder.

    The file is complete by now, so that a refusal is no reason to complain.
    """
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

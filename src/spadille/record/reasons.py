"""Why the system refuses a file and why a JSON text does not fit, as remarks."""

import errno
import re
from typing import Final

import msgspec

from spadille.record.errors import Remark, remark

_REFUSALS: Final = {
    errno.EACCES: remark("the right to do that is missing"),
    errno.EPERM: remark("the right to do that is missing"),
    errno.ENOENT: remark("there is no such folder"),
    errno.ENOTDIR: remark("a part of its path is no folder"),
    errno.EEXIST: remark("a file of that name is in the way"),
    errno.EISDIR: remark("this is a folder"),
    errno.EFBIG: remark("the file gets too large"),
    errno.ENOSPC: remark("the disk is full"),
    errno.EDQUOT: remark("the disk is full"),
    errno.EROFS: remark("nothing can be written there"),
    errno.ELOOP: remark("its links go in a circle"),
    errno.ENAMETOOLONG: remark("the name is too long"),
}

_FOUND: Final = (
    (r"Object missing required field `(?P<key>.*)`", remark("missing field {key}")),
    (r"Object contains unknown field `(?P<key>.*)`", remark("unknown field {key}")),
    (r"Invalid (?:enum )?value (?P<value>.*)", remark("unknown value {value}")),
    (
        r"Expected `(?P<wanted>.*)`, got `(?P<given>.*)`",
        remark("expected {wanted}, found {given}"),
    ),
    (r"Expected (?P<wanted>.*)", remark("expected {wanted}")),
    (r"Number out of range", remark("a number is too large")),
    (
        r"JSON is malformed: .*\(byte (?P<byte>\d+)\)",
        remark("the JSON text is wrong at byte {byte}"),
    ),
    (r"Input data was truncated", remark("the JSON text is cut off")),
    (r"maximum recursion .*", remark("it is nested too deeply")),
    (r"(?:Invalid UTF-8|'utf-8' codec) .*", remark("it is no text in UTF-8")),
)


def refusal(error: OSError | ValueError) -> Remark | str:
    """Why the system refused; in its own words if that is unusual.

    >>> str(refusal(OSError(errno.ENOSPC, "No space left on device")))
    'the disk is full'
    """
    if not isinstance(error, OSError):
        return remark("no file can have this name")
    return _REFUSALS.get(error.errno or 0) or error.strerror or str(error)


def misfit(error: Exception) -> Remark | str:
    """Why a JSON text is not what it should be; in msgspec's own words if that is unusual.

    >>> str(misfit(ValueError("Expected `int`, got `str` - at `$.seat`")))
    'expected int, found str (at seat)'
    """
    found, _, place = str(error).partition(" - at `$")
    for pattern, said in _FOUND:
        match = re.fullmatch(pattern, found, re.DOTALL)
        if match is not None:
            fields = {name: text.replace("`", "") for name, text in match.groupdict().items()}
            problem = msgspec.structs.replace(said, fields=fields)
            place = place.rstrip("`").removeprefix(".")
            if not place:
                return problem
            return remark("{problem} (at {place})", problem=problem, place=place)
    return str(error).replace("`", "")

"""Where a database is: what its URL says, and how it is shown without the password."""

import re
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from spadille.server.store.errors import StoreError

_SECRET = re.compile(
    r"((?://|^(?!.*//))[^/?#@]*?:).*(@)|([?&](?:ssl)?password=)[^&#]*", re.IGNORECASE
)


class Location(NamedTuple):
    """A database: the file of an SQLite one, or the address of a PostgreSQL one.

    `shown` is its URL for people, without a password.
    """

    shown: str
    file: Path | None = None
    address: str = ""


def file_url(path: Path) -> str:
    """The URL of a file.

    >>> file_url(Path("/home/ada/my games.db"))
    'sqlite:////home/ada/my games.db'
    """
    return URL.create("sqlite", database=str(path)).render_as_string()


def shown(url: str) -> str:
    """A URL without its password.

    >>> shown("postgresql://ada:secret@db/spades?password=secret")
    'postgresql://ada:***@db/spades?password=***'
    """
    return _SECRET.sub(lambda found: f"{found[1] or found[3]}***{found[2] or ''}", url)


def locate(url: str) -> Location:
    """What a URL says; raises `StoreError` if it names no database that there can be.

    >>> locate("sqlite:///games.db").file
    PosixPath('games.db')
    """
    safe = shown(url)
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise _unreadable(safe) from None
    match parsed.drivername.partition("+")[0]:
        case "sqlite":
            return Location(safe, file=_file(parsed, safe))
        case "postgresql" | "postgres":
            return Location(safe, address=_address(parsed, safe))
        case _:
            raise _unreadable(safe)


def _unreadable(safe: str) -> StoreError:
    return StoreError(
        "The database {url} is of no known kind; write sqlite:///FILE or"
        " postgresql://USER:PASSWORD@HOST/NAME.",
        url=safe,
    )


def _file(url: URL, safe: str) -> Path:
    if not url.database or url.database.startswith((":", "file:")) or url.host or url.query:
        raise StoreError(
            "The database {url} names no file; write sqlite:///FILE, or sqlite:////FOLDER/FILE"
            " for a path from the root.",
            url=safe,
        )
    return Path(url.database)


def _address(url: URL, safe: str) -> str:
    if not url.database:
        raise StoreError(
            "The address {url} names no database; write postgresql://USER:PASSWORD@HOST/NAME.",
            url=safe,
        )
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


__all__ = ["Location", "file_url", "locate", "shown"]

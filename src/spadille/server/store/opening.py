"""Which database a URL names."""

from spadille.server.store.database import Database
from spadille.server.store.errors import StoreError
from spadille.server.store.location import locate
from spadille.server.store.sqlite import SqliteDatabase


def database_at(url: str) -> Database:
    """The database of a URL, not yet open; raises `StoreError` if there can be none."""
    place = locate(url)
    if place.file is not None:
        return SqliteDatabase(place.shown, place.file)
    try:
        from spadille.server.store.postgres import PostgresDatabase  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise StoreError(
            "PostgreSQL needs a driver for {url}; install it by: pip install 'spadille[cluster]'",
            url=place.shown,
        ) from None
    return PostgresDatabase(place.shown, place.address)


__all__ = ["database_at"]

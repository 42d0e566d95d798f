"""A database for a test: once a file, once a database on a PostgreSQL server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from databases import new_postgres

from spadille.server.store import file_url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return file_url(tmp_path / "games.db")


@pytest.fixture
def postgres_url() -> Iterator[str]:
    with new_postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database, of each kind in turn."""
    kind = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    url = request.getfixturevalue(kind)
    assert isinstance(url, str)
    return url

"""How thorough the tests are: `make test` is quick and repeatable, `make deep` is neither."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from page_person import PagePerson
    from playwright.sync_api import Browser

DEEP = os.environ.get("SPADILLE_DEEP") == "1"
EVERY_PAGE = DEEP or os.environ.get("SPADILLE_EVERY_PAGE") == "1"
"""Whether tests in a browser take every rule set, size and language, as in `.ci/run`."""


def count(full: int) -> int:
    """How often a long test repeats: `full` times in `make deep`, a tenth of it otherwise."""
    return full if DEEP else max(1, full // 10)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of a file for a database."""
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """The URL of an empty database on a PostgreSQL server; skips a test where none answers."""
    from databases import new_postgres  # noqa: PLC0415 - few tests need the driver

    with new_postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database, of each kind in turn."""
    kind = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    url = request.getfixturevalue(kind)
    assert isinstance(url, str)
    return url


# A shell that starts the tests in the background has them ignore Ctrl-C, and all that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Time limits are off in both: a busy machine is no fault of the code.
settings.register_profile(
    "ci",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "deep",
    max_examples=1000,
    database=None,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("deep" if DEEP else "ci")


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """A browser, for the tests of a file; skips a test where there is none.

    Playwright has an event loop running as long as it is open, beside which other tests that need
    one could not run.
    """
    from page_person import chromium  # noqa: PLC0415 - few tests need it

    with chromium() as started:
        yield started


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server listens, for all tests of a worker."""
    from serving import spawned  # noqa: PLC0415 - few tests need it

    folder = tmp_path_factory.mktemp("page")
    with spawned(f"sqlite:///{folder / 'games.db'}", folder / "log", "--allowance", "100") as one:
        yield one.address


@pytest.fixture
def person(browser: "Browser", address: str) -> Iterator["PagePerson"]:
    """Somebody with a browser of his own."""
    from page_person import PagePerson  # noqa: PLC0415 - few tests need it

    one = PagePerson(browser, address)
    yield one
    one.close()

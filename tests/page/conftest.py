"""A browser and a server, for the tests of the page."""

from collections.abc import Iterator

import pytest
from page_person import PagePerson, chromium
from playwright.sync_api import Browser
from serving import spawned


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser, for all tests of a worker."""
    with chromium() as started:
        yield started


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server listens, for all tests of a worker."""
    folder = tmp_path_factory.mktemp("page")
    with spawned(f"sqlite:///{folder / 'games.db'}", folder / "log", "--allowance", "100") as one:
        yield one.address


@pytest.fixture
def person(browser: Browser, address: str) -> Iterator[PagePerson]:
    """Somebody with a browser of his own."""
    one = PagePerson(browser, address)
    yield one
    one.close()

"""Whole deals in a browser, by the pointer and by keys alone."""

from collections.abc import Iterator

import pytest
from page_person import READY, PagePerson, chromium
from playwright.sync_api import Browser
from serving import spawned

from spadille.rules import names


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("page")
    with spawned(f"sqlite:///{folder / 'games.db'}", folder / "log", "--allowance", "100") as one:
        yield one.address


@pytest.fixture
def person(browser: Browser, address: str) -> Iterator[PagePerson]:
    one = PagePerson(browser, address)
    yield one
    one.close()


@pytest.mark.parametrize("preset", names())
def test_a_whole_deal_by_clicks(person: PagePerson, preset: str) -> None:
    person.go_to_table(person.make_table(f"{preset}(max_deals=1,tokens_to_win=1)"))
    person.play_on()
    assert person.all(".own .turn").inner_text().startswith("The match is over")
    assert person.complaints == []


def test_a_whole_deal_by_keys_alone(person: PagePerson) -> None:
    person.go_to_table(person.make_table("standard(max_deals=1)"))
    keyboard, page = person.page.keyboard, person.page
    played = 0
    while True:
        page.wait_for_selector(READY)
        if person.all("[data-do='dismiss']").count():
            keyboard.press("Escape")
            page.wait_for_selector("dialog", state="detached")
        elif (asked := person.asked()) is not None:
            keyboard.press("v")
            keyboard.press("Enter")
            person.wait_after(asked)
        elif person.all(".hand .card.legal").count():
            count = person.cards()
            keyboard.press("l")
            for _ in range(count):
                if person.all(".hand .card.legal:focus").count():
                    break
                keyboard.press("ArrowRight")
            assert person.all(".hand .card.legal:focus").count() == 1
            keyboard.press("Enter")
            person.wait_for_fewer(count)
            played += 1
        else:
            break
    assert played == 13
    assert person.complaints == []

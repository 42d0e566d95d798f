"""When things go wrong: a lost connection, a reload, two tabs, a server that starts anew."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from conftest import EVERY_PAGE
from page_person import READY, PagePerson
from page_wire import Condition, Wire, wire_to
from playwright.sync_api import Browser, expect
from serving import spawned

TROUBLED = ("double_nil", "two_handed", "new_york")
"""Rule sets that together have every kind of step but the French cut."""


@pytest.fixture
def wire(address: str) -> Iterator[Wire]:
    with wire_to(address) as one:
        yield one


@pytest.fixture
def far(browser: Browser, wire: Wire) -> Iterator[PagePerson]:
    """Somebody whose connection goes over the wire."""
    one = PagePerson(browser, wire.address)
    yield one
    one.close()


def seen(person: PagePerson) -> tuple[list[str], str]:
    """The cards of the hand, and what is asked."""
    cards = person.all(".hand [data-card]")
    names = [card.get_attribute("data-card") or "" for card in cards.all()]
    return names, person.all(".tray").inner_text() if person.all(".tray").count() else ""


@pytest.mark.parametrize("preset", TROUBLED if EVERY_PAGE else TROUBLED[:1])
def test_a_reload_leads_back_to_the_same_state(person: PagePerson, preset: str) -> None:
    person.go_to_table(person.make_table(f"{preset}(max_deals=1)"))
    for _ in range(12):
        person.page.wait_for_selector(READY)
        before = seen(person)
        person.page.reload()
        person.page.wait_for_selector(READY)
        assert seen(person) == before
        person.step()
    assert person.complaints == []


@pytest.mark.parametrize("condition", [Condition.CUT, Condition.SILENT])
def test_a_click_while_the_connection_is_lost_is_kept(
    far: PagePerson, wire: Wire, condition: Condition
) -> None:
    far.go_to_table(far.make_table("standard(max_deals=1)"))
    far.page.wait_for_selector(READY)
    asked = far.asked()
    wire.become(condition)
    far.all(".tray [data-bid='number.3']").click()
    expect(far.all(".status .banner")).to_be_visible(timeout=60_000)
    wire.become(Condition.WHOLE)
    far.wait_after(asked)
    expect(far.all(".status .banner")).to_have_count(0, timeout=60_000)
    expect(far.all(".seat.own .bid")).to_contain_text("3")
    far.play_on()


def test_a_cut_at_any_moment_heals(far: PagePerson, wire: Wire) -> None:
    far.go_to_table(far.make_table("double_nil(max_deals=1)"))
    while far.step():
        wire.become(Condition.CUT)
        wire.become(Condition.WHOLE)
    assert far.all(".own .turn").count() == 1


def test_a_restart_of_the_server_is_survived(browser: Browser, tmp_path: Path) -> None:
    url, log = f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "log"
    with ExitStack() as stack:
        server = stack.enter_context(spawned(url, log))
        port = int(server.address.rpartition(":")[2])
        person = PagePerson(browser, server.address)
        stack.callback(person.close)
        person.go_to_table(person.make_table("standard(max_deals=1)"))
        for _ in range(5):
            person.step()
        server.kill()
        expect(person.all(".status .banner")).to_be_visible(timeout=60_000)
        stack.enter_context(spawned(url, log, port=port))
        person.play_on()


def test_two_tabs_do_not_fight(person: PagePerson) -> None:
    table = person.make_table("standard(max_deals=1)")
    person.go_to_table(table)
    first, second = person.page, person.context.new_page()
    person.page = second
    person.go_to_table(table)
    pages = [first, second]
    while person.step():
        pages.reverse()
        person.page = pages[0]
    expect(first.locator("[data-do='play_again']")).to_be_visible()
    expect(second.locator("[data-do='play_again']")).to_be_visible()
    assert person.complaints == []


def test_a_refusal_says_why(person: PagePerson) -> None:
    person.go_to_table(person.make_table("standard"))
    for _ in range(100):
        person.page.wait_for_selector(READY)
        if person.all(".hand .card.dim").count():
            break
        person.step()
    person.all(".hand .card.dim").first.click(position={"x": 12, "y": 40}, force=True)
    expect(person.all(".notice")).to_be_visible()
    assert len(person.all(".notice").inner_text()) > 10


def test_friends_meet_at_a_table_by_its_link(browser: Browser, address: str) -> None:
    with ExitStack() as stack:
        people = []
        for name in ("Ada", "Grace"):
            one = PagePerson(browser, address, settings={"name": name})
            stack.callback(one.close)
            people.append(one)
        host, guest = people
        table = host.make_table("standard(max_deals=1)", start=False)
        host.go_to_table(table)
        guest.go_to_table(table)
        guest.all(".gathering li:nth-child(3) button").click()
        expect(host.all(".gathering li:nth-child(3)")).to_contain_text("Grace")
        host.all("[data-do='start']").click()
        for one in people:
            one.page.wait_for_selector(".hand")
        waiting = set(people)
        while waiting:
            for one in list(waiting):
                if one.all(READY).count() and not one.step():
                    waiting.discard(one)
            host.page.wait_for_timeout(20)
        assert [one.complaints for one in people] == [[], []]


def test_somebody_is_muted_and_the_table_locked(browser: Browser, address: str) -> None:
    with ExitStack() as stack:
        ada, bea, cal = (
            PagePerson(browser, address, settings={"name": n}) for n in ("A", "B", "C")
        )
        for one in (ada, bea, cal):
            stack.callback(one.close)
        table = ada.make_table("standard", start=False)
        for one in (ada, bea, cal):
            one.go_to_table(table)
        bea.all(".gathering li:nth-child(2) button").click()
        expect(ada.all(".gathering")).to_contain_text("B")
        ada.all("[data-do='admit']").select_option("locked")
        expect(cal.all(".gathering")).to_contain_text("locked")
        expect(cal.all(".gathering li button")).to_have_count(0)
        ada.all("[data-do='start']").click()
        for one in (ada, bea):
            one.page.wait_for_selector(".own")
            one.all("[data-open='chat']").click()
        ada.all("[data-mute='1']").click()
        expect(ada.all("[data-mute='1']")).to_have_attribute("aria-pressed", "true")
        bea.page.get_by_role("button", name="Hello!").click()
        expect(bea.all("[role='log']")).to_contain_text("Hello!")
        ada.all("[data-mute='1']").click()
        bea.page.get_by_role("button", name="Thank you!").click()
        expect(ada.all("[role='log']")).to_contain_text("Thank you!")
        expect(ada.all("[role='log']")).not_to_contain_text("Hello!")

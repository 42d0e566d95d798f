"""Whole deals in a browser, by the pointer and by keys alone."""

import pytest
from conftest import EVERY_PAGE
from page_person import READY, PagePerson

from spadille.rules import names

FEW = ("cutthroat_4", "new_york", "standard", "two_handed")
"""Rule sets with most kinds of steps; all of them take minutes, and are played by `.ci/run`."""
PRESETS = names() if EVERY_PAGE else FEW


@pytest.mark.parametrize("preset", PRESETS)
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

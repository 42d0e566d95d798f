"""The pages around the table: in three languages, by pointer and keys, on a phone and a desk."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pytest
from page_person import BOUND, PagePerson
from playwright.sync_api import Browser, Page, expect
from test_layers import ROOT

AXE: Final = ROOT / "web/node_modules/axe-core/axe.min.js"
SIZES: Final = ((360, 640), (768, 1024), (1440, 900))
LANGUAGES: Final = ("en", "ko", "ja")
BEYOND: Final = "document.documentElement.scrollWidth - innerWidth"
DEAL: Final = "standard(max_deals=1)"
PLACES: Final = (
    "/",
    "/new?rules=standard(target=250,nil=50)",
    "/rules",
    "/rules/new_york",
    "/games",
    "/games/{table}",
    "/games/{table}/{number}",
    "/statistics",
    "/settings",
    "/fairness",
    "/help",
    "/nowhere",
)

expect.set_options(timeout=BOUND)


class Played(NamedTuple):
    """Somebody who has played a match, its table, and the number of its only deal."""

    person: PagePerson
    table: str
    number: int


@pytest.fixture(scope="module")
def played(browser: Browser, address: str) -> Iterator[Played]:
    one = PagePerson(browser, address)
    table = one.make_table(DEAL)
    one.go_to_table(table)
    one.play_on()
    deals = one.context.request.get(f"{address}/api/matches/{table}/deals").json()
    yield Played(one, table, deals[0]["number"])
    one.close()


def go(person: PagePerson, path: str) -> None:
    """Open a page, and wait until it has what it asks the server for."""
    person.page.goto(person.address + path)
    person.page.wait_for_selector("h1")
    person.page.wait_for_load_state("networkidle")


def be(person: PagePerson, other: PagePerson) -> None:
    """Take the token of somebody else, as another device of his would have it."""
    for cookie in other.context.cookies():
        person.context.add_cookies(
            [{"name": cookie["name"], "value": cookie["value"], "url": person.address}]
        )


def faults(person: PagePerson) -> list[tuple[str, Any, str]]:
    """What axe finds fault with, and where."""
    person.page.evaluate(AXE.read_text("utf-8"))
    found = person.page.evaluate("axe.run()")
    assert len(found["passes"]) > 5
    return [
        (one["id"], node["target"], node["failureSummary"])
        for one in found["violations"]
        for node in one["nodes"]
    ]


def table_of(person: PagePerson) -> dict[str, Any]:
    """What everybody knows of the table that is shown."""
    person.page.wait_for_url("**/t/*")
    name = person.page.url.rpartition("/")[2]
    found: dict[str, Any] = person.context.request.get(f"{person.address}/api/tables/{name}").json()
    return found


# Every page


@pytest.mark.skipif(not AXE.is_file(), reason="axe comes with `python tools/page_checks.py`")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_can_be_used_by_everybody(
    browser: Browser, address: str, played: Played, language: str
) -> None:
    person = PagePerson(browser, address, language=language)
    be(person, played.person)
    for turn, place in enumerate(PLACES, LANGUAGES.index(language)):
        path = place.format(table=played.table, number=played.number)
        go(person, path)
        assert person.page.get_attribute("html", "lang") == language
        assert person.page.title().endswith("Spadille")
        assert person.all("h1").count() == 1, path
        for width, height in SIZES:
            person.page.set_viewport_size({"width": width, "height": height})
            assert person.page.evaluate(BEYOND) <= 0, (path, width)
        # over the languages every page is looked at in every size
        width, height = SIZES[turn % len(SIZES)]
        person.page.set_viewport_size({"width": width, "height": height})
        assert faults(person) == [], (path, width)
    assert person.complaints == []
    person.close()


def test_text_of_double_size_fits_a_phone(browser: Browser, address: str, played: Played) -> None:
    person = PagePerson(browser, address, size=SIZES[0], settings={"textSize": 200})
    be(person, played.person)
    for place in PLACES:
        go(person, place.format(table=played.table, number=played.number))
        assert person.page.evaluate(BEYOND) <= 0, place
    assert person.complaints == []
    person.close()


def test_the_language_changes_without_loading_anew(person: PagePerson) -> None:
    loads: list[Page] = []

    def loaded(page: Page) -> None:  # Playwright marks what it is given
        loads.append(page)

    go(person, "/help")
    person.page.on("load", loaded)
    expect(person.all("h1")).to_have_text("Help")
    person.page.get_by_label("Language").select_option("ko")
    expect(person.all("h1")).to_have_text("도움말")
    person.page.get_by_label("언어").select_option("ja")
    expect(person.all("h1")).to_have_text("ヘルプ")
    assert person.page.get_attribute("html", "lang") == "ja"
    person.all("nav a[href='/rules']").click()
    expect(person.all("main")).to_contain_text("ニューヨーク")
    assert loads == []
    person.page.reload()
    person.page.wait_for_selector("h1")
    assert person.page.get_attribute("html", "lang") == "ja"


def test_the_focus_goes_to_the_title_of_the_next_page(person: PagePerson) -> None:
    go(person, "/")
    person.page.keyboard.press("Tab")
    expect(person.all(".skip")).to_be_focused()
    person.page.keyboard.press("Enter")
    expect(person.all("#main")).to_be_focused()
    person.all("nav a[href='/fairness']").focus()
    person.page.keyboard.press("Enter")
    expect(person.all("h1")).to_have_text("Fairness")
    expect(person.all("h1")).to_be_focused()
    expect(person.all("[data-live]")).to_contain_text("Fairness")
    person.page.go_back()
    expect(person.all("h1")).to_have_text("Play Spades")


def test_a_lost_connection_is_told_and_heals(played: Played) -> None:
    person = played.person
    go(person, "/rules")
    person.all("nav a[href='/games']").click()
    expect(person.all("main li.box").first).to_be_visible()
    person.all("nav a[href='/rules']").click()
    expect(person.all("h1")).to_have_text("Rules")
    person.context.set_offline(True)
    person.all("nav a[href='/games']").click()
    expect(person.all(".lost")).to_be_visible()
    person.context.set_offline(False)
    expect(person.all(".lost")).to_be_hidden()
    expect(person.all("main li.box").first).to_be_visible()
    person.complaints.clear()


# Start


def test_one_click_and_somebody_plays(person: PagePerson) -> None:
    go(person, "/")
    person.all("[data-do='play']").click()
    person.page.wait_for_selector(".hand .card")
    assert table_of(person)["status"] == "playing"
    assert person.complaints == []


def test_the_last_rules_and_bots_are_remembered(person: PagePerson) -> None:
    go(person, "/")
    person.page.get_by_label("Rule set").select_option("two_handed")
    person.page.get_by_label("Bots").select_option("easy")
    person.all("[data-do='play']").click()
    assert table_of(person)["rules"] == "two_handed"
    assert table_of(person)["bots"] == "easy"
    go(person, "/")
    expect(person.page.get_by_label("Rule set")).to_have_value("two_handed")
    expect(person.page.get_by_label("Bots")).to_have_value("easy")
    expect(person.all("main")).to_contain_text("Go on playing")
    person.page.get_by_role("link", name="Go on", exact=True).click()
    person.page.wait_for_selector(".own")


def test_a_table_has_the_options_that_were_chosen(person: PagePerson) -> None:
    go(person, "/")
    person.all("[data-do='make']").click()
    person.page.get_by_label("Name of the table").fill("Friday")
    person.page.get_by_label("Your name").fill("Ada")
    person.page.get_by_label("Your name").blur()
    person.page.get_by_role("radio", name="Public").check()
    person.page.get_by_label("Who may watch").select_option("hands_after_deal")
    person.page.get_by_label("Bots in empty seats").select_option("medium")
    person.page.get_by_label("Clock").select_option("30+300")
    person.page.get_by_label("a bot takes over after").select_option("120")
    person.page.get_by_text("Hints may be asked for").click()
    person.page.get_by_text("Options of the rules").click()
    person.page.get_by_label("Find an option").fill("target")
    person.all("[data-option='target'] select").select_option("250")
    person.page.get_by_label("Find an option").fill("points of a nil")
    person.all("[data-option='nil'] select").select_option("…")
    person.all("[data-option='nil'] input").fill("60")
    person.all("[data-option='nil'] input").blur()
    link = person.page.get_by_label("Link to a new table with these rules")
    expect(link).to_have_value(f"{person.address}/new?rules=standard(target=250,nil=60)")
    person.all("[data-do='create']").click()
    table = table_of(person)
    told = {name: table.get(name) for name in ("name", "rules", "access", "watching", "bots")}
    assert told == {
        "name": "Friday",
        "rules": "standard(nil=60,target=250)",
        "access": "public",
        "watching": "hands_after_deal",
        "bots": "medium",
    }
    assert (table["clock"], table["grace"], table["hints"]) == (
        {"action": 30, "bank": 300},
        120,
        False,
    )
    assert table["players"][0]["name"] == "Ada"
    assert person.complaints == []


def test_what_cannot_be_played_is_told_at_the_option(person: PagePerson) -> None:
    go(person, "/new?rules=standard(promoted_twos=spade,removed_twos=all)")
    fault = person.all("[data-option] [role='alert']")
    expect(fault).to_contain_text("Twos left out")
    expect(person.all("[data-do='create']")).to_be_disabled()
    person.all("[data-option='removed_twos'] select").select_option("none")
    expect(fault).to_have_count(0)
    expect(person.all("[data-do='create']")).to_be_enabled()
    person.page.get_by_role("button", name="As in the preset").click()
    link = person.page.get_by_label("Link to a new table with these rules")
    expect(link).to_have_value(f"{person.address}/new?rules=standard")
    assert person.complaints == []


def test_friends_come_by_code_and_by_the_list(
    browser: Browser, address: str, person: PagePerson
) -> None:
    table = person.make_table("standard", start=False, access="public", name="Open house")
    person.go_to_table(table)
    code = table_of(person)["code"]
    friend = PagePerson(browser, address, settings={"name": "Bea"})
    go(friend, "/")
    friend.page.get_by_label("Code or link of a table").fill("WRONG22")
    friend.all("[data-do='join']").click()
    expect(friend.all("main [role='alert']")).to_contain_text("There is no such table")
    friend.page.get_by_label("Code or link of a table").fill(f"{code[:3]}-{code[3:]}".lower())
    friend.page.keyboard.press("Enter")
    friend.page.wait_for_url(f"**/t/{table}")
    friend.page.get_by_role("button", name="Sit here").first.click()
    expect(person.all("main")).to_contain_text("Bea")
    third = PagePerson(browser, address)
    go(third, "/")
    third.page.locator("li").filter(has_text="Open house").get_by_role("link", name="Join").click()
    third.page.wait_for_url(f"**/t/{table}")
    expect(third.all("main")).to_contain_text("Bea")
    friend.close()
    third.close()


def test_an_account_is_made_used_and_deleted(person: PagePerson) -> None:
    go(person, "/")
    page, dialog = person.page, person.page.get_by_role("dialog")
    first, second = "a long password", "a longer password"

    def enter(step: str, **fields: str) -> None:
        for label, text in fields.items():
            dialog.get_by_label(label.replace("_", " "), exact=True).fill(text)
        dialog.locator("form").get_by_role("button", name=step).click()

    page.get_by_role("button", name="Account").click()
    enter("Sign up", Name="Grace", Password=first)
    expect(dialog).to_contain_text("You are logged in as Grace.")
    enter("Change the password", Password_so_far=first, New_password=second)
    expect(dialog).to_contain_text("Your password is changed")
    dialog.get_by_role("button", name="Log out").click()
    expect(dialog).to_contain_text("You are logged out.")
    dialog.get_by_role("button", name="Log in").first.click()
    enter("Log in", Name="Grace", Password=first)
    expect(dialog.get_by_role("alert")).to_be_visible()
    enter("Log in", Password=second)
    expect(dialog).to_contain_text("You are logged in as Grace.")
    dialog.get_by_role("button", name="Delete the account").click()
    enter("Delete the account", Password=second)
    expect(dialog).to_contain_text("Your account is deleted.")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


# Rules


def test_a_rule_page_leads_to_a_table(person: PagePerson) -> None:
    go(person, "/rules")
    person.page.get_by_role("link", name="New York City").click()
    expect(person.all("h1")).to_have_text("New York City")
    expect(person.all("article")).to_contain_text("There is no nil.")
    person.page.get_by_role("link", name="Make a table, change options").click()
    expect(person.page.get_by_label("Rule set")).to_have_value("new_york")
    person.page.go_back()
    person.page.get_by_role("button", name="Play by these rules").click()
    assert table_of(person)["rules"] == "new_york"
    assert person.complaints == []


# Records


def test_a_deal_is_replayed_by_buttons_and_keys(played: Played) -> None:
    person, keyboard = played.person, played.person.page.keyboard
    go(person, "/games")
    person.all(f"a[href='/games/{played.table}']").click()
    person.page.get_by_role("link", name="Replay of deal 1").click()
    cards, said = person.all(".seat li"), person.all("[data-said]")
    expect(cards).to_have_count(52)
    expect(said).to_have_text("The cards are dealt.")
    person.all("[data-step='forward']").click()
    expect(said).to_contain_text("bids")
    keyboard.press("Shift+ArrowRight")
    expect(said).to_contain_text("takes the trick")
    expect(cards).to_have_count(48)
    keyboard.press("ArrowRight")
    expect(cards).to_have_count(47)
    expect(said).to_contain_text("Trick 2")
    keyboard.press("ArrowLeft")
    expect(cards).to_have_count(48)
    keyboard.press("End")
    expect(cards).to_have_count(0)
    expect(said).to_have_text("Trick 13 The deal is over.")
    expect(person.all("[data-step='last']")).to_be_disabled()
    keyboard.press("Home")
    expect(cards).to_have_count(52)
    link = person.page.get_by_label("Link to this deal").input_value()
    assert link == f"{person.address}/games/{played.table}/{played.number}"
    assert person.complaints == []


def test_a_deal_is_not_shown_to_strangers_of_a_private_table(
    person: PagePerson, played: Played
) -> None:
    go(person, f"/games/{played.table}/{played.number}")
    expect(person.all("main [role='alert']")).to_contain_text("There is no such table")
    assert person.all(".seat li").count() == 0


def test_the_strong_bot_weighs_the_decisions(played: Played) -> None:
    person = played.person
    go(person, f"/games/{played.table}/{played.number}")
    person.all("[data-do='analyse']").click()
    person.all(".thoughts ol button").first.click()  # somebody who plays his last card loses much
    expect(person.all("[data-weights] tbody tr").first).to_contain_text("%")
    assert person.all("[data-weights] tbody tr").count() > 1
    assert person.complaints == []


def test_the_checks_of_this_browser_are_told(played: Played) -> None:
    person = played.person
    go(person, "/fairness")
    expect(person.all("[data-checks]")).to_contain_text("sealed")
    expect(person.all(".chip.good").first).to_have_text("✓ as promised")
    expect(person.all("[data-odds]")).to_contain_text("counted")
    go(person, "/odds")
    expect(person.all("#odds")).to_contain_text("Spades in a hand")
    assert person.complaints == []


def test_a_match_is_counted(played: Played) -> None:
    person = played.person
    go(person, "/statistics")
    expect(person.all("dl")).to_contain_text("/ 1")
    expect(person.all("main table").first).to_contain_text("contracts")
    assert person.complaints == []


# Settings


def test_settings_survive_a_reload(person: PagePerson) -> None:
    go(person, "/settings")
    page = person.page
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Your name").blur()
    page.get_by_label("Spades in the hand").select_option("last")
    page.get_by_label("Within a suit").select_option("last")
    page.get_by_text("Four colours").click()
    page.get_by_label("A trick stays for").select_option("2.5")
    page.get_by_text("Offer hints").click()
    page.get_by_label("Size of text").select_option("150")
    page.get_by_label("Movement").select_option("reduced")
    page.get_by_label("Time to think").select_option("2")
    expect(person.all(".hand li").last.locator("svg")).to_have_attribute(
        "aria-label", "ace of spades"
    )
    page.reload()
    expect(page.get_by_label("Your name")).to_have_value("Ada")
    expect(page.get_by_label("Spades in the hand")).to_have_value("last")
    expect(page.get_by_label("Four colours")).to_be_checked()
    expect(page.get_by_label("A trick stays for")).to_have_value("2.5")
    expect(page.get_by_label("Offer hints")).not_to_be_checked()
    expect(page.get_by_label("Size of text")).to_have_value("150")
    assert page.get_attribute("html", "data-colours") == "4"
    assert page.get_attribute("html", "data-motion") == "reduced"
    size = "getComputedStyle(document.documentElement).fontSize"
    assert page.evaluate(size) == "24px"
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate(BEYOND) <= 0
    go(person, "/")
    person.all("[data-do='play']").click()
    host = table_of(person)["players"][0]
    assert (host["name"], host["factor"]) == ("Ada", 2)
    assert person.complaints == []

"""The table as people see it: nothing cut off or overlapping, no glyph missing, nothing secret."""

import json
from typing import Any, Final

import pytest
from conftest import EVERY_PAGE
from page_person import CORNER, READY, PagePerson
from playwright.sync_api import Browser, WebSocket, expect
from test_layers import ROOT

AXE: Final = ROOT / "web/node_modules/axe-core/axe.min.js"
LIGHT: Final = 150 * 1024
"""Bytes over the wire until the first game can be played."""
LOOKS: Final = (
    ("double_nil", (360, 640), "ko"),
    ("two_handed", (360, 640), "ja"),
    ("six_pairs", (360, 640), "en"),
    ("cutthroat_4", (360, 640), "en"),
    ("barmore", (768, 1024), "ja"),
    ("double_nil", (1440, 900), "en"),
)

OVERLAPS: Final = """() => {
  const boxes = [...document.querySelectorAll(
    '.place .seat, .below > *, .table > header, .hand, .played')].map(
    one => [one.className.split(' ')[0] + ':' + one.innerText.slice(0, 12),
      one.getBoundingClientRect()]);
  const found = [];
  boxes.forEach(([name, a], n) => boxes.slice(n + 1).forEach(([other, b]) => {
    if (name.startsWith('played') && other.startsWith('played')) return;
    const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (x > 2 && y > 2) found.push(`${name} / ${other}: ${Math.round(x)} x ${Math.round(y)}`);
  }));
  return found;
}"""
CUT: Final = """() => [...document.querySelectorAll(
    '.table button:not(.card), .prompt, .seat .figures, .pays, .label, .sheet li, h2')]
  .filter(one => one.checkVisibility() && (one.scrollWidth > one.clientWidth + 2
    && getComputedStyle(one).display !== 'inline'))
  .map(one => `${one.className}: ${one.innerText}`)"""
OUTSIDE: Final = """() => [...document.querySelectorAll(
    '.table > header button, .own button, .place .seat, .hand .card')]
  .filter(one => { const box = one.getBoundingClientRect();
    return box.left < -8 || box.right > innerWidth + 8 || box.top < -1
      || box.bottom > innerHeight + 24; })
  .map(one => `${one.className}: ${JSON.stringify(one.getBoundingClientRect())}`)"""
SHOWN: Final = "[...document.querySelectorAll('[data-card]')].map(one => one.dataset.card)"
HELD: Final = """function () {
  const card = /^(?:[2-9TJQKA][SHDC]|[BLT]J)$/;
  const found = [];
  for (const one of this) {
    try {
      const values = one instanceof Map ? [...one.keys(), ...one.values()]
        : one instanceof Set ? [...one]
        : Object.values(Object.getOwnPropertyDescriptors(one)).map(told => told.value);
      const cards = values.filter(value => typeof value === 'string' && card.test(value));
      if (cards.length) found.push(cards);
    } catch { /* a proxy or a page of another origin */ }
  }
  return found;
}"""
RESTED: Final = """Promise.allSettled(document.getAnimations().filter(
    one => one.effect.getComputedTiming().endTime < 5000).map(one => one.finished))"""
MISSING: Final = """() => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 32;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const family = getComputedStyle(document.body).fontFamily;
  const drawn = sign => {
    pen.clearRect(0, 0, 32, 32);
    pen.font = `20px ${family}`;
    pen.fillText(sign, 2, 24);
    return pen.getImageData(0, 0, 32, 32).data.join();
  };
  const box = drawn('\\u{10FFFE}');
  const signs = [...new Set(document.body.innerText.replace(/\\s/g, ''))];
  return signs.filter(one => drawn(one) === box);
}"""


def flaws(person: PagePerson) -> dict[str, list[str]]:
    """What does not look as it should now."""
    person.page.evaluate(RESTED)
    looks = {"overlaps": OVERLAPS, "cut": CUT, "outside": OUTSIDE, "missing": MISSING}
    found = {name: person.page.evaluate(look) for name, look in looks.items()}
    return {name: what for name, what in found.items() if what}


@pytest.mark.parametrize(("preset", "size", "language"), LOOKS if EVERY_PAGE else LOOKS[:2])
def test_nothing_is_cut_off_or_overlaps(
    browser: Browser, address: str, preset: str, size: tuple[int, int], language: str
) -> None:
    person = PagePerson(browser, address, size=size, language=language)
    person.go_to_table(person.make_table(f"{preset}(max_deals=1,tokens_to_win=1)"))
    looked: set[str] = set()
    going = True
    while going:
        person.page.wait_for_selector(READY)
        phase = person.page.evaluate(
            "document.querySelector('.tray .prompt')?.innerText"
            " ?? String(document.querySelectorAll('.played').length)"
        )
        if phase not in looked:
            looked.add(phase)
            assert flaws(person) == {}, phase
        going = person.step()
    assert flaws(person) == {}
    assert len(looked) > 3
    person.close()


@pytest.mark.skipif(not AXE.is_file(), reason="axe comes with `python tools/page_checks.py`")
@pytest.mark.parametrize("language", ["en", "ko", "ja"])
def test_everybody_can_play(browser: Browser, address: str, language: str) -> None:
    person = PagePerson(browser, address, language=language)
    person.go_to_table(person.make_table("double_nil(max_deals=1)", start=False))

    def faults() -> list[tuple[str, Any]]:
        person.page.evaluate(RESTED)  # colours on their way from one to another have no contrast
        person.page.evaluate(AXE.read_text("utf-8"))
        found = person.page.evaluate("axe.run()")
        assert len(found["passes"]) > 5
        return [(one["id"], [n["html"] for n in one["nodes"]]) for one in found["violations"]]

    assert faults() == []
    person.all("[data-do='start']").click()
    for _ in range(6):
        person.page.wait_for_selector(READY)
        assert faults() == []
        person.step()
    for name in ("invite", "chat", "menu"):
        person.all(f"[data-open='{name}']").click()
        person.page.wait_for_selector("dialog[open]")
        assert faults() == []
        person.page.keyboard.press("Escape")
    while not person.all("[data-do='dismiss']").count():
        person.step()
        person.page.wait_for_selector(READY)
    assert faults() == []
    person.close()


def _frames(person: PagePerson) -> list[dict[str, Any]]:
    """The messages of the server, as they come."""
    frames: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: frames.append(json.loads(payload)))

    person.page.on("websocket", listen)
    return frames


def _played(frame: dict[str, Any]) -> set[str]:
    """The cards that a message shows to all."""
    return {event["card"] for event in frame.get("events", ()) if event and "card" in event}


def test_no_unknown_card_reaches_the_browser(person: PagePerson) -> None:
    frames = _frames(person)
    table = person.make_table("standard(max_deals=1)")
    person.go_to_table(table)
    drawn: list[tuple[int, set[str]]] = []
    going = True
    while going:
        going = person.step()
        shown: list[str] = person.page.evaluate(SHOWN)
        drawn.append((len(frames), set(shown)))
    hands = _hands(person, table)
    own = set(hands.pop(0))
    others = {card for hand in hands for card in hand}
    assert (len(own), len(others)) == (13, 39)
    played: set[str] = set()
    known: list[set[str]] = []
    for frame in frames:
        over = any(event and event["event"] == "match_ended" for event in frame.get("events", ()))
        played |= _played(frame)
        known.append(set(played))
        if not over:
            text = json.dumps({k: v for k, v in frame.items() if k != "proofs"})
            told = {card for card in others if f'"{card}"' in text}
            assert told <= played
    for count, cards in drawn:
        assert cards & others <= known[count - 1]
    assert person.complaints == []


def _in_memory(person: PagePerson) -> set[frozenset[str]]:
    """The cards that belong together in any object of the page, in closures too."""
    client = person.context.new_cdp_session(person.page)
    root = client.send("Runtime.evaluate", {"expression": "Object.prototype"})["result"]
    asked = {"prototypeObjectId": root["objectId"]}
    held = client.send("Runtime.queryObjects", asked)["objects"]["objectId"]
    told = client.send(
        "Runtime.callFunctionOn",
        {"objectId": held, "functionDeclaration": HELD, "returnByValue": True},
    )
    client.detach()
    return {frozenset(cards) for cards in told["result"]["value"]}


def test_no_unknown_card_is_in_the_memory_of_the_browser(person: PagePerson) -> None:
    frames = _frames(person)
    table = person.make_table("standard(max_deals=1)", start=False)
    person.go_to_table(table)
    before = _in_memory(person)
    person.all("[data-do='start']").click()
    looks: list[tuple[int, set[frozenset[str]]]] = []
    while person.step():
        if len(frames) - (looks[-1][0] if looks else 0) > 6:
            held = _in_memory(person)
            looks.append((len(frames), held))
    hands = _hands(person, table)
    own, others = set(hands[0]), {card for hand in hands[1:] for card in hand}
    assert len(looks) > 4
    for count, held in looks:
        known = set().union(*map(_played, frames[:count]))
        whole_pack = {cards for cards in held if len(cards) == 52}
        for cards in held - before - whole_pack:
            assert cards & others <= known
    assert any(len(cards & own) > 3 for _, held in looks for cards in held if len(cards) < 14)
    person.page.evaluate("(() => { const kept = ['AS', '2D']; onpagehide = () => kept; })()")
    assert frozenset({"AS", "2D"}) in _in_memory(person)


def _hands(person: PagePerson, table: str) -> list[list[str]]:
    """The hands of the only deal, by seat, as they were dealt; one's own first."""
    answer = person.context.request.get(f"{person.address}/api/matches/{table}/deals")
    number = answer.json()[0]["number"]
    deal = person.context.request.get(f"{person.address}/api/matches/{table}/deals/{number}")
    hands: list[list[str]] = deal.json()["hands"]
    return hands


def test_the_first_game_is_light(person: PagePerson) -> None:
    sizes: list[int] = []
    table = person.make_table("standard")
    client = person.context.new_cdp_session(person.page)
    client.send("Network.enable")
    client.on("Network.loadingFinished", lambda said: sizes.append(said["encodedDataLength"]))
    person.go_to_table(table)
    person.page.wait_for_selector(READY)
    assert len(sizes) > 3
    assert sum(sizes) < LIGHT


def test_a_score_sheet_stays_until_it_is_dismissed(person: PagePerson) -> None:
    person.go_to_table(person.make_table("standard(max_deals=2)"))
    while not person.all("[data-do='dismiss']").count():
        person.step()
        person.page.wait_for_selector(READY)
    expect(person.all("dialog .sheet section")).to_have_count(2)
    expect(person.all("dialog .sheet li").first).not_to_be_empty()
    person.page.keyboard.press("Escape")
    expect(person.all("dialog")).to_have_count(0)
    person.page.keyboard.press("p")
    expect(person.all("dialog .sheet section")).to_have_count(2)


def test_a_card_is_drawn_onto_the_table(person: PagePerson) -> None:
    person.go_to_table(person.make_table("standard(max_deals=1)"))
    while person.page.wait_for_selector(READY) and person.all(".tray").count():
        person.step()
    card = person.all(".hand .card.legal").last
    name, box, mouse = card.get_attribute("data-card"), card.bounding_box(), person.page.mouse
    assert name
    assert box
    x, y, count = box["x"] + CORNER["x"], box["y"] + CORNER["y"], person.cards()
    for height in (10, 200):  # a small pull is taken back, a long one plays
        assert person.cards() == count
        mouse.move(x, y)
        mouse.down()
        mouse.move(x, y - height / 2, steps=4)
        mouse.move(x, y - height, steps=4)
        mouse.up()
    expect(person.all(f".hand [data-card='{name}']")).to_have_count(0)


def test_a_finger_plays_a_card(browser: Browser, address: str) -> None:
    person = PagePerson(browser, address, size=(360, 640), touch=True)
    person.go_to_table(person.make_table("standard(max_deals=1)"))
    while person.page.wait_for_selector(READY) and person.all(".tray").count():
        person.all(".tray [data-bid='number.3'], .tray [data-do='look']").first.tap()
        person.page.wait_for_selector(".tray", state="detached")
    count = person.cards()
    person.all(".hand .card.legal").last.tap(position=CORNER)
    person.wait_for_fewer(count)
    person.close()

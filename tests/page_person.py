"""A person at the page: a browser, and somebody who only points, clicks and presses keys in it."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import pytest
from databases import REQUIRED
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Position,
    TimeoutError,  # noqa: A004 - theirs is another one
    sync_playwright,
)

BOUND: Final = 60_000
"""Milliseconds to wait for anything."""
SOON: Final = 5_000
"""Milliseconds to wait for what may have gone."""
NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS: Final = (
    "--no-sandbox",  # as in a container
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
QUICK: Final = {"hold": 0, "playSingle": False}
"""Settings without waiting, kept as the page keeps them."""
CORNER: Final[Position] = {"x": 13, "y": 30}
"""Where a card shows although the next one lies over it."""
READY: Final = (
    ".tray button:not([aria-disabled='true']), .hand .card.legal, [data-do='dismiss'], "
    ".hand .card[aria-pressed='false'], [data-do='play_again']"
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, or a test is skipped with the line that installs it."""
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        if REQUIRED:
            pytest.fail("Chromium is missing, and SPADILLE_REQUIRE_SERVICES=1 requires it")
        pytest.skip("there is no Chromium; `apt-get install chromium fonts-noto-cjk` brings it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


class PagePerson:
    """Somebody with a browser of his own."""

    def __init__(  # noqa: PLR0913 - what a browser is like
        self,
        browser: Browser,
        address: str,
        *,
        size: tuple[int, int] = (1024, 768),
        language: str = "en",
        settings: dict[str, Any] | None = None,
        touch: bool = False,
    ) -> None:
        self.address = address
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale=language, has_touch=touch
        )
        self.context.set_default_timeout(BOUND)
        kept = json.dumps(QUICK | (settings or {}))
        self.context.add_init_script(
            f"localStorage.getItem('spadille.settings') ||"
            f" localStorage.setItem('spadille.settings', {json.dumps(kept)})"
        )
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self._hear(said.type, said.text))
        self.page.on("pageerror", lambda error: self._hear("error", str(error)))

    def _hear(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"}:
            self.complaints.append(text)

    def close(self) -> None:
        self.context.close()

    def make_table(self, rules: str, *, start: bool = True, **options: Any) -> str:
        """Make a table as the start page does; its name."""
        own = {"origin": self.address}
        assert self.context.request.post(f"{self.address}/api/me", data={}, headers=own).ok
        body = {"options": {"rules": rules, "bots": "simple"} | options, "start": start}
        answer = self.context.request.post(f"{self.address}/api/tables", data=body, headers=own)
        assert answer.ok, answer.text()
        table: str = answer.json()["table"]
        return table

    def go_to_table(self, table: str) -> None:
        self.page.goto(f"{self.address}/t/{table}")
        self.page.wait_for_selector(".own, .gathering")

    def all(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def play_on(self) -> None:
        """Play to the end of the match with the pointer; every step offers something."""
        while self.step():
            pass

    def step(self) -> bool:
        """Do the next thing that is offered; whether the match goes on."""
        self.page.wait_for_selector(READY)
        if self.all("[data-do='dismiss']").count():
            self.all("[data-do='dismiss']").click()
        elif self.all(".tray").count():
            self._answer()
        elif self.all(".hand .card.legal").count():
            self._play()
        else:
            return not self.all("[data-do='play_again']").count()
        return True

    def _play(self) -> None:
        count = self.cards()
        self.all(".hand .card.legal").last.click(position=CORNER)
        self.wait_for_fewer(count)

    def _answer(self) -> None:
        """Answer what the tray asks."""
        tray = self.all(".tray")
        before = self.asked()
        if tray.locator("[data-do='pass']").count():
            # What was asked may have been answered by what was sent before a connection was cut.
            while tray.locator("[data-do='pass'][aria-disabled='true']").count():
                with suppress(TimeoutError):
                    card = self.all(".hand .card[aria-pressed='false']").last
                    card.click(position=CORNER, timeout=SOON)
            with suppress(TimeoutError):
                tray.locator("[data-do='pass']").click(timeout=SOON)
        elif tray.locator("[data-do='give_turned'], [data-do='stack_piles']").count():
            for _ in range(tray.locator("[aria-pressed='false']").count()):
                tray.locator("[aria-pressed='false']").first.click()
            tray.locator("[data-do='give_turned'], [data-do='stack_piles']").click()
        else:
            tray.locator(", ".join(WISHES)).first.click()
        self.wait_after(before)

    def asked(self) -> str | None:
        """What the tray asks now, if it does."""
        found: str | None = self.page.evaluate("document.querySelector('.tray')?.innerHTML")
        return found

    def wait_after(self, before: str | None) -> None:
        """Wait until the tray asks something else."""
        self.page.wait_for_function(
            "before => document.querySelector('.tray')?.innerHTML !== before", arg=before
        )

    def cards(self) -> int:
        """How many cards are in the hand."""
        return self.all(".hand .card").count()

    def wait_for_fewer(self, cards: int) -> None:
        """Wait until a card has left the hand, or new ones have come."""
        self.page.wait_for_function(
            "count => document.querySelectorAll('.hand .card').length !== count", arg=cards
        )


WISHES: Final = (
    "[data-do='look']",
    "[data-bid='number.3']",
    "[data-bid]",
    "[data-do='stay_silent']",
    "[data-do='keep']",
    "[data-do='cut_pile']",
    "[data-yes]",
    "[data-do='decline_exchange']",
)
"""What is chosen in the tray; of several, the first one in it."""

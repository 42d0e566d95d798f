"""The page in a browser: how soon one can play, what that loads, how evenly it moves.

A browser that knows nothing yet, over loopback: from the address to a start page that can be used,
then from the click on `Play now` to one's cards or first question. Wanted: 1,000 ms together
(median of ten) and 150 KB over the wire. Then a deal is played with the usual movements in a
window of 1440×900, and one in 360×640: frames at 60 Hz last 17 ms, and 50 ms are seen as a jerk.
Browser, server and bots share two processors.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parents[2] / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "server")]

from page_person import READY, PagePerson, chromium  # noqa: E402 - found by the path above
from playwright.sync_api import Browser  # noqa: E402
from serving import spawned  # noqa: E402

from sections.figures import Figures, scaled  # noqa: E402

LOADS: Final = 10
SIZES: Final = ((1440, 900), (360, 640))
PLAY: Final = "[data-do='play']"
FRAMES: Final = """
    window.frames_seen = [];
    let last = performance.now();
    const seen = (now) => {
        window.frames_seen.push(now - last);
        last = now;
        requestAnimationFrame(seen);
    };
    requestAnimationFrame(seen);
"""


def measure(amount: float) -> Figures:
    """Measure loads, then frames."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        kept = Path(folder)
        with spawned(f"sqlite:///{kept / 'games.db'}", kept / "log", "--allowance", "100") as one:
            loads = [_load(browser, one.address) for _ in range(scaled(LOADS, amount))]
            starts, games, sizes = zip(*loads, strict=True)
            figures = {
                "loads": len(loads),
                "ms to the start page, median": round(statistics.median(starts)),
                "ms from there to the cards, median": round(statistics.median(games)),
                "ms together, median (at most 1000)": round(
                    statistics.median(map(sum, zip(starts, games, strict=True)))
                ),
                "ms together, most": round(max(map(sum, zip(starts, games, strict=True)))),
                "KB over the wire, most (at most 150)": round(max(sizes) / 1024),
            }
            for size in SIZES:
                figures |= _row(size, _frames(browser, one.address, size))
    return figures


def _load(browser: Browser, address: str) -> tuple[float, float, int]:
    """Milliseconds to the start page and from there to the cards, and bytes."""
    person = PagePerson(browser, address)
    sizes: list[int] = []
    client = person.context.new_cdp_session(person.page)
    client.send("Network.enable")
    client.on("Network.loadingFinished", lambda said: sizes.append(said["encodedDataLength"]))
    begin = time.perf_counter()
    person.page.goto(address, wait_until="commit")
    person.page.wait_for_selector(f"{PLAY}:enabled")
    there = time.perf_counter()
    person.all(PLAY).first.click()
    person.page.wait_for_selector(f"{READY}, .own .hand .card, .hand .card")
    done = time.perf_counter()
    person.close()
    return 1000 * (there - begin), 1000 * (done - there), sum(sizes)


def _frames(browser: Browser, address: str, size: tuple[int, int]) -> Sequence[float]:
    """How long each frame lasted while a deal was played, in milliseconds, the shortest first."""
    usual = {"hold": 1.4, "playSingle": False}
    person = PagePerson(browser, address, size=size, settings=usual)
    person.go_to_table(person.make_table("standard(max_deals=1)"))
    person.page.evaluate(FRAMES)
    person.play_on()
    found: list[float] = person.page.evaluate("window.frames_seen")
    person.close()
    return sorted(found)


def _row(size: tuple[int, int], frames: Sequence[float]) -> Figures:
    """The figures of a deal."""
    name = f"{size[0]}×{size[1]}"
    late = [frame for frame in frames if frame > 50]
    return {
        f"{name}: frames of a deal": len(frames),
        f"{name}: ms a frame, median": round(statistics.median(frames), 1),
        f"{name}: ms a frame, p99": round(frames[int(0.99 * len(frames))], 1),
        f"{name}: ms a frame, most": round(frames[-1], 1),
        f"{name}: frames over 50 ms": len(late),
    }

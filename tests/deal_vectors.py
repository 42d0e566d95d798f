"""Make the test vectors of provable deals: `python tests/deal_vectors.py`.

They are made by the reference that `docs/provable-deals.md` prints, not by Spadille's own code.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "provable-deals.md"
VECTORS = Path(__file__).parent / "vectors" / "spadille-deal-v1.json"
NUMBERS_TOLD = 16

Thing = str | int
TWOS = {"club": ["2C"], "club_heart": ["2C", "2H"], "all": ["2S", "2H", "2D", "2C"]}


def reference_text() -> str:
    """The reference as the page prints it."""
    page = PAGE.read_text("utf-8")
    blocks: list[str] = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    return next(block for block in blocks if "def shuffle(" in block)


def reference() -> Any:
    """The functions of the reference."""
    names: dict[str, Any] = {}
    exec(compile(reference_text(), str(PAGE), "exec"), names)  # noqa: S102 - our own page
    return SimpleNamespace(**names)


REFERENCE = reference()


def made(text: str, size: int) -> bytes:
    """Bytes that are the same every time."""
    return hashlib.sha256(text.encode()).digest()[:size]


def chance(  # noqa: PLR0913 - what a piece of chance depends on
    about: str,
    *,
    rules: tuple[str, str],
    number: int,
    things: Sequence[Thing],
    adding: str,
    secret: bytes | None = None,
    match: str = "vectors",
) -> dict[str, Any]:
    """A piece of chance: what goes in, and everything that comes of it.

    `rules` are a name and a key; `adding` says of each player whether he adds bytes (`+`) or not
    (`-`).
    """
    name, rules_key = rules
    secret = secret or made(f"secret: {about}", 32)
    shown = [
        made(f"bytes of player {player}: {about}", 16) if sign == "+" else None
        for player, sign in enumerate(adding)
    ]
    seed = REFERENCE.seed(secret, match, number, rules_key, shown)
    order, taken = shuffled(things, REFERENCE.stream(seed))
    return {
        "about": about,
        "rules": name,
        "secret": secret.hex(),
        "match": match,
        "number": number,
        "rules_key": rules_key,
        "shown": [None if share is None else share.hex() for share in shown],
        "things": list(things),
        "seal": REFERENCE.digest(secret),
        "promises": [None if share is None else REFERENCE.digest(share) for share in shown],
        "seed": seed.hex(),
        "numbers": list(islice(REFERENCE.stream(seed), NUMBERS_TOLD)),
        "rejects": taken - max(len(things) - 1, 0),
        "order": order,
    }


def shuffled(things: Sequence[Thing], numbers: Iterator[int]) -> tuple[list[Thing], int]:
    """The order that numbers give, and how many of them it takes."""
    taken = count()
    order = REFERENCE.shuffle(things, (number for number in numbers if next(taken) >= 0))
    return order, next(taken)


def shuffle(about: str, things: int, numbers: Sequence[int]) -> dict[str, Any]:
    """An order that made-up numbers give: those that were taken, and what came of them."""
    order, taken = shuffled(range(things), iter(numbers))
    return {"about": about, "things": things, "numbers": numbers[:taken], "order": order}


def chances() -> list[dict[str, Any]]:
    """Pieces of chance of several rule sets."""
    pack, full, club_heart = REFERENCE.pack, REFERENCE.pack(), TWOS["club_heart"]
    jokers, two = pack(jokers=2, removed=club_heart), pack(packs=2, removed=["2C"])
    standard = ("standard", "6d2b731f4f28")
    barmore = ("barmore", "b60e680c8b62")
    solo = ("cutthroat_1", "5bd7b9734f1c")
    five = ("cutthroat_five_three_jokers", "0fba3971ae4e")
    two_packs = ("six_pairs_two_packs", "e957097df651")
    diamond = ("barmore(first_dealer=first_diamond)", "d5f4b49b1b0a")
    black = ("new_york(big_joker=black)", "7d71b8907996")
    two_handed = ("two_handed", "e9be01a78e0a")
    no_twos = ("six_pairs", "731295b16e95")
    reject = made("a word is thrown away 17640236", 32)
    return [
        chance(
            "the first dealer of four", number=0, things=range(4), adding="++++", rules=standard
        ),
        chance(
            "the first dealer of six", number=0, things=range(6), adding="------", rules=two_packs
        ),
        chance(
            "a pack of 52, nobody adds bytes", number=1, things=full, adding="----", rules=standard
        ),
        chance(
            "a pack of 52, everybody does", number=1, things=full, adding="++++", rules=standard
        ),
        chance("a pack of 52, two do", number=12, things=full, adding="-+-+", rules=standard),
        chance("two players", number=3, things=full, adding="+-", rules=two_handed),
        chance("two jokers", number=1, things=jokers, adding="+++-", rules=barmore),
        chance(
            "two jokers, the black one is big",
            number=10,
            things=pack(jokers=2, black_is_big=True, removed=club_heart),
            adding="-++-",
            rules=black,
        ),
        chance("three jokers", number=2, things=pack(jokers=3), adding="+++++", rules=five),
        chance(
            "two packs",
            number=7,
            things=two,
            adding="+-+-+-",
            rules=two_packs,
        ),
        chance(
            "no twos", number=1, things=pack(removed=TWOS["all"]), adding="-----+", rules=no_twos
        ),
        chance(
            "the draw for seats", number=0, things=pack(removed=["2C"]), adding="++-", rules=solo
        ),
        chance(
            "the first diamond deals",
            number=0,
            things=pack(removed=club_heart),
            adding="+--+",
            rules=diamond,
        ),
        chance(
            "a long name",
            number=4294967296,
            things=full,
            adding="+",
            match="~" * 128,
            rules=standard,
        ),
        chance(
            "a number is thrown away",
            number=1,
            things=full,
            adding="----",
            secret=reject,
            match="vector-rejection",
            rules=standard,
        ),
    ]


def shuffles() -> list[dict[str, Any]]:
    """Orders of made-up numbers, among them such as are thrown away."""
    top = 2**32 - 1
    five, pack = 2**32 // 5 * 5, 2**32 // 52 * 52
    return [
        shuffle("nothing", 0, []),
        shuffle("one thing", 1, []),
        shuffle("zeros", 8, [0] * 7),
        shuffle("counting", 52, list(range(51))),
        shuffle("for 3, one too large, then the largest", 3, [top, top - 1, 1]),
        shuffle("for 5, the largest, then one too large for 3", 5, [five - 1, top, top, 7, 6]),
        shuffle("for 5, one too large, then the first and others", 5, [five, 0, 8, 6, 3]),
        shuffle(
            "for 52, all that are too large, then counting",
            52,
            [*range(pack, 2**32), *range(1000, 1051)],
        ),
        shuffle("the largest numbers going down", 20, list(range(top, top - 60, -1))),
    ]


def text() -> str:
    """The vectors as they are published: a line for each."""
    parts = []
    for name, rows in (("chance", chances()), ("shuffles", shuffles())):
        lines = ",\n".join(f"  {json.dumps(row, separators=(',', ':'))}" for row in rows)
        parts.append(f' "{name}": [\n{lines}\n ]')
    return '{\n "scheme": "spadille-deal-v1",\n' + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    VECTORS.write_text(text(), "utf-8")

"""Provable deals: our code, the reference of the docs and the published vectors agree."""

import random
from itertools import islice
from typing import Any

import deal_vectors
import numpy as np
import pytest
from conftest import count
from hypothesis import given
from hypothesis import strategies as st
from proofs import VECTORS, fixed_secret, proved_game
from record_games import RULES, game

from spadille import provable
from spadille.game.events import DealBegan, DealerFound, SeatsDrawn, Shuffled, Undone
from spadille.game.state import Phase
from spadille.provable.odds import p_value
from spadille.provable.shuffle import shuffled
from spadille.provable.stream import seed, stream
from spadille.rules import parse
from spadille.table import Table

REFERENCE = deal_vectors.REFERENCE


def by_about(rows: list[dict[str, Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", rows, ids=lambda row: row["about"])


def shown_in(row: dict[str, Any]) -> list[bytes | None]:
    return [None if share is None else bytes.fromhex(share) for share in row["shown"]]


# Vectors


def test_the_vectors_are_what_the_reference_of_the_page_makes() -> None:
    assert deal_vectors.VECTORS.read_text("utf-8") == deal_vectors.text(), (
        "run python tests/deal_vectors.py"
    )


def test_the_reference_is_short_and_needs_hashlib_and_hmac_alone() -> None:
    lines = [line for line in deal_vectors.reference_text().splitlines() if line.strip()]
    assert len(lines) <= 40
    assert [line for line in lines if "import" in line] == ["import hashlib, hmac"]


@by_about(VECTORS["chance"])
def test_our_code_agrees_with_a_vector(row: dict[str, Any]) -> None:
    secret, shown = bytes.fromhex(row["secret"]), shown_in(row)
    inputs: dict[str, Any] = {
        "secret": secret,
        "match": row["match"],
        "number": row["number"],
        "rules_key": row["rules_key"],
        "shown": shown,
    }
    assert provable.seal(secret) == row["seal"]
    for share, promised in zip(shown, row["promises"], strict=True):
        assert (None if share is None else provable.promise(share)) == promised
    made = seed(**inputs)
    assert made.hex() == row["seed"]
    assert list(islice(stream(made), len(row["numbers"]))) == row["numbers"]
    assert provable.order(row["things"], **inputs) == row["order"]


@by_about(VECTORS["shuffles"])
def test_our_code_agrees_with_a_shuffle_of_made_up_numbers(row: dict[str, Any]) -> None:
    numbers = iter(row["numbers"])
    assert shuffled(range(row["things"]), numbers) == row["order"]
    assert next(numbers, None) is None  # as many were taken as the reference took


def test_some_vectors_throw_numbers_away() -> None:
    assert any(row["rejects"] for row in VECTORS["chance"])
    for row in VECTORS["shuffles"]:
        thrown = len(row["numbers"]) - max(row["things"] - 1, 0)
        assert thrown >= 0
        assert (thrown > 0) == any(word in row["about"] for word in ("too large", "going down"))


@by_about(VECTORS["chance"])
def test_the_things_of_a_vector_are_those_that_its_rules_wait_for(row: dict[str, Any]) -> None:
    table = Table(parse(row["rules"]))
    if row["number"]:
        assert table.need is not None
        table.supply(table.need.items)
    assert table.need is not None
    assert list(table.need.items) == row["things"]


@given(
    st.binary(min_size=32, max_size=32),
    st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=128),
    st.integers(0, 10**12),
    st.lists(st.none() | st.binary(min_size=16, max_size=16), min_size=2, max_size=6),
    st.integers(0, 120),
)
def test_our_code_agrees_with_the_reference(
    secret: bytes, match_id: str, number: int, shown: list[bytes | None], things: int
) -> None:
    made = provable.order(
        range(things),
        secret=secret,
        match=match_id,
        number=number,
        rules_key="6d2b731f4f28",
        shown=shown,
    )
    numbers = REFERENCE.stream(REFERENCE.seed(secret, match_id, number, "6d2b731f4f28", shown))
    assert made == REFERENCE.shuffle(range(things), numbers)


# What goes in


@pytest.mark.parametrize(
    "changed",
    [
        {"secret": fixed_secret("another")},
        {"match": "n"},
        {"number": 2},
        {"rules_key": "e80c262da4fe"},
        {"shown": [None, bytes(16), None, None]},
        {"shown": [bytes(15) + b"\1", None, None, None]},
        {"shown": [None, None, None, None]},
        {"shown": [bytes(16), None, None]},
    ],
)
def test_every_input_changes_the_order(changed: dict[str, Any]) -> None:
    usual: dict[str, Any] = {
        "secret": fixed_secret("one"),
        "match": "m",
        "number": 1,
        "rules_key": "6d2b731f4f28",
        "shown": [bytes(16), None, None, None],
    }
    one = provable.order(range(52), **usual)
    assert sorted(one) == list(range(52))
    assert provable.order(range(52), **usual) == one
    assert provable.order(range(52), **(usual | changed)) != one


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"secret": bytes(31)}, "32 bytes, not 31"),
        ({"match": ""}, "names no match"),
        ({"match": "a\nb"}, "names no match"),
        ({"match": "m\n"}, "names no match"),
        ({"match": "ü"}, "names no match"),
        ({"match": "x" * 129}, "names no match"),
        ({"number": -1}, "numbers begin with 0"),
        ({"shown": [bytes(15)]}, "16 bytes or none"),
    ],
)
def test_inputs_that_could_be_read_in_two_ways_are_refused(
    changed: dict[str, Any], says: str
) -> None:
    usual: dict[str, Any] = {
        "secret": bytes(32),
        "match": "m",
        "number": 0,
        "rules_key": "k",
        "shown": [None],
    }
    with pytest.raises(ValueError, match=says):
        provable.order([], **(usual | changed))


def test_seals_and_promises_want_all_their_bytes() -> None:
    with pytest.raises(ValueError, match="a secret has 32 bytes, not 0"):
        provable.seal(b"")
    with pytest.raises(ValueError, match="share has 16 bytes, not 17"):
        provable.promise(bytes(17))
    share = random.Random(1).randbytes(16)
    assert provable.keeps(provable.promise(share), share)
    assert not provable.keeps(None, share)
    assert not provable.keeps(provable.promise(bytes(16)), share)


def test_secrets_are_new_every_time() -> None:
    drawn = {provable.secret() for _ in range(100)}
    assert len(drawn) == 100
    assert {len(secret) for secret in drawn} == {32}


# Chance


@pytest.mark.parametrize("things", [2, 3, 6, 52, 102])
def test_every_thing_comes_to_every_place_as_often(things: int) -> None:
    shuffles = count(20_000) if things <= 52 else count(10_000)
    found = np.zeros((things, things))
    for number in range(shuffles):
        order = provable.order(
            range(things),
            secret=fixed_secret(f"uniform {things} {number}"),
            match="m",
            number=number,
            rules_key="6d2b731f4f28",
            shown=[None],
        )
        found[order, range(things)] += 1
    expected = shuffles / things
    chi_square = float(((found - expected) ** 2 / expected).sum())
    assert 1e-4 < p_value(chi_square, (things - 1) ** 2) < 1 - 1e-4


def test_all_orders_of_four_come_as_often() -> None:
    shuffles, found = count(24_000), dict[tuple[int, ...], int]()
    for number in range(shuffles):
        numbers = stream(fixed_secret(f"orders {number}"))
        order = tuple(shuffled(range(4), numbers))
        found[order] = found.get(order, 0) + 1
    expected = shuffles / 24
    assert len(found) == 24
    chi_square = sum((hands - expected) ** 2 / expected for hands in found.values())
    assert 1e-4 < p_value(chi_square, 23) < 1 - 1e-4


# The chance of a match


@pytest.mark.parametrize("text", RULES)
def test_chance_comes_with_a_draw_first_and_then_once_a_deal(text: str) -> None:
    table = Table(parse(text))
    assert table.need is not None
    assert table.need.phase is Phase.SEATING
    log = proved_game(text).events
    chance = [event for event in log if isinstance(event, Shuffled | DealerFound | SeatsDrawn)]
    assert isinstance(chance[0], DealerFound | SeatsDrawn)
    begun = sum(isinstance(event, DealBegan) for event in log)
    assert sum(isinstance(event, Shuffled) for event in chance) == begun


@pytest.mark.parametrize("text", RULES)
def test_no_undo_goes_back_before_a_shuffle(text: str) -> None:
    undone = 0
    for number in range(count(60)):
        latest = 0
        for place, event in enumerate(game(text, number).events):
            if isinstance(event, Shuffled | DealerFound | SeatsDrawn):
                latest = place
            if isinstance(event, Undone):
                undone += 1
                assert event.to > latest
    assert undone or not parse(text).table.undo

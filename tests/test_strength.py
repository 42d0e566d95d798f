"""The model of bids: tables for every preset, the nearest for other rules, and none at all."""

import io
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from conftest import count
from hypothesis import given, settings
from hypothesis import strategies as st
from scenario import Scenario
from strategies import rule_sets

from spadille.bots import strength
from spadille.bots.kernel import pack_of
from spadille.bots.strength import KIN, Hands, model_of, nearest, rough, tables_in, terms_of
from spadille.bots.strong import StrongBot
from spadille.bots.weights import by_bids
from spadille.cards import cards
from spadille.game.deck import deck_of
from spadille.rules import Rules, load, names, parse
from spadille.table import Table, seeded

SHIPPED = Path(strength.__file__).with_name("strength.npz")


def hands(rules: Rules, number: int, seed: int) -> Hands:
    """Random hands of full length."""
    rng = np.random.default_rng(seed)
    size, pack = deck_of(rules).hand_size, len(pack_of(rules).cards)
    return rng.random((number, pack)).argsort(1) < size


def hand(rules: Rules, text: str) -> Hands:
    found = np.zeros((1, len(pack_of(rules).cards)), np.bool_)
    for card in cards(text):
        found[0, pack_of(rules).numbers[card][0]] = True
    return found


def test_every_preset_has_tables_of_its_own() -> None:
    found = set(tables_in(SHIPPED.read_bytes()))
    kin = {name for name in found if name.startswith(KIN)}
    assert found - kin == set(names())
    assert KIN + "standard" in kin <= {KIN + name for name in names()}
    assert all(nearest(load(name)) == name for name in names())


@pytest.mark.parametrize("name", names())
def test_the_hands_of_a_deal_are_bid_to_about_the_tricks_there_are(name: str) -> None:
    """Players bid on all hands together about as many tricks as there are, rather less."""
    rules = load(name)
    model, terms = model_of(rules), terms_of(rules, hands(rules, 3000, 1))
    expected = model.expected(terms)
    tricks = deck_of(rules).tricks
    assert np.isfinite(expected).all()
    assert ((expected > -1.5) & (expected < tricks + 1.5)).mean() > 0.99
    assert 0.4 * tricks < expected.mean() * rules.table.seats < 1.3 * tricks
    chance = model.nil_chance(terms)
    assert ((chance >= 0) & (chance <= 1)).all()
    assert model.spread > 0


def test_better_hands_are_bid_higher_and_nil_on_worse_ones() -> None:
    rules = load("standard")
    model = model_of(rules)
    strong = terms_of(rules, hand(rules, "AS KS QS JS 9S AH KH 4H AD 5D 2D AC 7C"))
    weak = terms_of(rules, hand(rules, "3S 2S 9H 7H 5H 2H 8D 6D 4D 2D 7C 5C 3C"))
    middle = terms_of(rules, hand(rules, "QS 8S 4S AH 9H 6H KD 8D 6D 4D JC 7C 3C"))
    assert 7 <= model.expected(strong)[0] <= 11
    assert 1.5 <= model.expected(middle)[0] <= 4
    assert model.nil_chance(strong)[0] < 0.01
    assert model.nil_chance(weak)[0] > 0.5


@pytest.mark.parametrize(("viewer", "kin"), [(2, False), (3, True)])
def test_a_partner_is_read_as_a_bot_of_ones_own_kind_and_others_are_not(
    viewer: int, *, kin: bool
) -> None:
    """Worlds are as likely, by a nil, as the tables for who bid it have hands like these bid it."""
    scenario = Scenario("standard(blind_nil=off)", {}, dealer=0)
    scenario.say("nil")
    if kin:
        scenario.say("3")
    view = scenario.table.view(viewer)
    held = hands(view.rules, 200, 5) & ~hands(view.rules, 1, 6)
    worlds = np.where(held, 1, np.where(hands(view.rules, 1, 6), 2, 0)).astype(np.uint8)
    terms = terms_of(view.rules, held)
    chances = {own: model_of(view.rules, kin=own).nil_chance(terms) for own in (False, True)}
    order = by_bids(view, worlds).argsort()
    assert (np.diff(chances[kin][order]) >= 0).all()
    assert (np.diff(chances[not kin][order]) < 0).any()


def test_mirror_hands_bid_their_spades() -> None:
    """Rule 6.13: the number of spades is the bid."""
    rules = load("mirror")
    held = hands(rules, 500, 2)
    spades = held[:, 39:].sum(1)
    found = model_of(rules).expected(terms_of(rules, held))
    assert (np.abs(found - spades)[spades > 0] < 0.6).mean() > 0.95


@pytest.mark.parametrize(
    ("text", "like"),
    [
        ("standard(target=250,nil=50)", {"standard", "double_nil", "suicide"}),
        ("standard(blind_nil=off)", {"standard", "double_nil", "suicide"}),
        ("new_york(removed_twos=both_red)", {"new_york", "barmore"}),
        ("barmore(target=300)", {"barmore"}),
        ("cutthroat_four(target=100)", {"cutthroat_4", "cutthroat_four", "solo_four"}),
        ("two_handed(target=500)", {"two_handed"}),
        ("six_pairs_two_packs(identical=last)", {"six_pairs_two_packs"}),
        ("cutthroat_five_two_jokers(joker_use=junk)", {"cutthroat_five_two_jokers"}),
    ],
)
def test_other_rules_use_a_preset_that_is_alike(text: str, like: set[str]) -> None:
    assert nearest(parse(text)) in like


@settings(max_examples=count(600))
@given(rule_sets(), st.integers(0, 999))
def test_any_rules_have_a_model(rules: Rules, seed: int) -> None:
    preset = load(nearest(rules))
    assert abs(preset.table.seats - rules.table.seats) <= 1  # six players for themselves have none
    model, terms = model_of(rules), terms_of(rules, hands(rules, 20, seed))
    assert ((terms >= 0) & (terms < strength.SIZE)).all()
    assert np.isfinite(model.expected(terms)).all()


def archive(**tables: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, **tables)
    return file.getvalue()


def alone(table: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.save(file, table)
    return file.getvalue()


LENGTH = 2 * strength.SIZE + 1
BAD: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "text": lambda _: b"no tables",
    "cut": lambda good: good[: len(good) // 2],
    "changed": lambda good: good[:200] + bytes(400) + good[600:],
    "nothing in it": lambda _: archive(),
    "too short": lambda _: archive(standard=np.zeros(5)),
    "no numbers": lambda _: archive(standard=np.full(LENGTH, np.nan)),
    "words": lambda _: archive(standard=np.full(LENGTH, "x")),
    "pickled": lambda _: (b"\x93NUMPY" + b"\x01\x00") + b"\x10\x00{'descr': '|O'}\n",
    "an array alone": lambda _: alone(np.zeros(3)),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_a_damaged_file_is_refused(bad: Callable[[bytes], bytes]) -> None:
    with pytest.raises(ValueError, match=r"it is (damaged|not whole)"):
        tables_in(bad(SHIPPED.read_bytes()))


def test_a_file_with_any_byte_changed_is_refused_or_read() -> None:
    good, rng = SHIPPED.read_bytes(), random.Random(4)
    for _ in range(count(1000)):
        bad = bytearray(good)
        for _ in range(rng.randint(1, 4)):
            bad[rng.randrange(len(bad))] = rng.randrange(256)
        try:
            found = tables_in(bytes(bad))
        except ValueError:
            continue
        assert all(np.isfinite(table).all() for table in found.values())


def forget() -> None:
    strength._tables.cache_clear()  # noqa: SLF001
    model_of.cache_clear()


@pytest.fixture
def no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder without tables where they should be."""
    monkeypatch.setattr(strength, "files", lambda _: tmp_path)
    forget()
    yield tmp_path
    forget()


@pytest.mark.parametrize("content", [None, b"nonsense"])
def test_a_bot_without_tables_warns_once_and_plays(no_tables: Path, content: bytes | None) -> None:
    if content is not None:
        (no_tables / "strength.npz").write_bytes(content)
    with pytest.warns(RuntimeWarning, match=r"strength\.npz cannot be used"):
        assert model_of(load("standard")) is rough()
    table = Table(load("standard"), seeded(3))
    for _ in range(20):  # warnings are errors here
        seat = min(table.to_act)
        bot = StrongBot(1, worlds=4, proposals=20, rehearsals=4)
        table.act(seat, bot.act(table.view(seat)))
    assert model_of(load("whiz")) is rough()


def test_the_rough_model_bids_like_a_player() -> None:
    rules = load("standard")
    model, terms = rough(), terms_of(rules, hands(rules, 2000, 3))
    assert 2.0 < model.expected(terms).mean() < 3.25
    assert (model.nil_chance(terms) < 0.1).all()

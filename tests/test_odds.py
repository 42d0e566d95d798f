"""What hands hold, measured against theory: known odds, exact counting, published tables."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import msgspec
import numpy as np
import pytest
from conftest import count as times
from proofs import fixed_secret

from spadille import provable
from spadille.cards import RANKS, Card, Suit
from spadille.game.deck import deck_of, hand_size_of
from spadille.provable import odds, theory
from spadille.provable.odds import Counts, What
from spadille.rules import Rules, load, names, parse

BRIDGE = theory.Kind(suits=(13, 13, 13, 13), junk=0, aces=4, size=13, hands=4)
COUNTED = [name for name in names() if odds.excluded(load(name)) is None]


def percent(chance: Fraction, digits: int = 2) -> str:
    return f"{float(100 * chance):.{digits}f}"


# Theory


def test_suit_lengths_are_those_of_the_tables_of_bridge() -> None:
    # The Official Encyclopedia of Bridge: chance to hold so many cards of a given suit, in percent.
    known = ["1.28", "8.01", "20.59", "28.63", "23.86", "12.47", "4.16", "0.88", "0.12", "0.01"]
    chances = theory.held(BRIDGE, 13).one
    assert [percent(chance) for chance in chances[:10]] == known
    assert percent(chances[0], 3) == "1.279"
    assert 1 / chances[13] == 635_013_559_600


def test_aces_are_those_of_the_tables_of_bridge() -> None:
    known = ["30.38", "43.88", "21.35", "4.12", "0.26"]
    chances = theory.held(BRIDGE, 4).one
    assert [percent(chance) for chance in chances] == known
    assert percent(chances[4], 3) == "0.264"


def test_voids_are_those_of_the_patterns_of_bridge() -> None:
    # One hand in twenty has a void; only the four hands of a single suit have three.
    chances = theory.void(BRIDGE).one
    assert percent(1 - chances[0], 1) == "5.1"
    assert chances[3] == Fraction(4, 635_013_559_600)
    assert chances[4] == 0


def every_deal(kind: theory.Kind) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Any two hands of a small pack, as places of cards."""
    places = range(kind.pack)
    return [
        (mine, theirs)
        for mine in combinations(places, kind.size)
        for theirs in combinations([place for place in places if place not in mine], kind.size)
    ]


@pytest.mark.parametrize(
    "kind",
    [
        theory.Kind(suits=(3, 2, 2, 2), junk=0, aces=4, size=3, hands=3),
        theory.Kind(suits=(4, 2, 1, 0), junk=1, aces=2, size=3, hands=2),
        theory.Kind(suits=(1, 1, 1, 1), junk=4, aces=3, size=3, hands=2),
        theory.Kind(suits=(2, 2, 2, 2), junk=0, aces=1, size=4, hands=2),
    ],
)
def test_chances_are_those_found_by_counting_every_deal(kind: theory.Kind) -> None:
    suits = [suit for suit, cards in enumerate((*kind.suits, kind.junk)) for _ in range(cards)]
    aces = set(range(kind.aces))
    deals = every_deal(kind)

    def voids(hand: tuple[int, ...]) -> int:
        return sum(suit not in {suits[place] for place in hand} for suit in range(4))

    def spades(hand: tuple[int, ...]) -> int:
        return sum(suits[place] == 0 for place in hand)

    def held_aces(hand: tuple[int, ...]) -> int:
        return sum(place in aces for place in hand)

    for measure, chances in (
        (voids, theory.void(kind)),
        (spades, theory.held(kind, kind.suits[0])),
        (held_aces, theory.held(kind, kind.aces)),
    ):
        alone = Counter(measure(mine) for mine, _ in deals)
        both = Counter((measure(mine), measure(theirs)) for mine, theirs in deals)
        for value, chance in enumerate(chances.one):
            assert chance == Fraction(alone[value], len(deals))
            for other in range(len(chances.one)):
                assert chances.two[value][other] == Fraction(both[value, other], len(deals))


@pytest.mark.parametrize("name", COUNTED)
def test_chances_add_up_for_every_rule_set(name: str) -> None:
    kind = odds.kind_of(load(name))
    assert kind.pack == len(deck_of(load(name)).pack)
    for chances in (
        theory.void(kind),
        theory.held(kind, kind.suits[0]),
        theory.held(kind, kind.aces),
    ):
        assert sum(chances.one) == 1
        assert [sum(row) for row in chances.two] == chances.one
        assert all(chance >= 0 for row in chances.two for chance in row)


# Chi-square


@pytest.mark.parametrize(
    ("freedom", "chi_square", "p"),
    [
        # NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4
        (1, 2.706, 0.10),
        (1, 3.841, 0.05),
        (1, 10.828, 0.001),
        (2, 5.991, 0.05),
        (5, 11.070, 0.05),
        (10, 15.987, 0.10),
        (10, 18.307, 0.05),
        (10, 29.588, 0.001),
        (14, 23.685, 0.05),
        (30, 50.892, 0.01),
        (100, 124.342, 0.05),
        (10, 3.940, 0.95),
        (100, 70.065, 0.99),
    ],
)
def test_p_values_are_those_of_published_tables(freedom: int, chi_square: float, p: float) -> None:
    assert odds.p_value(chi_square, freedom) == pytest.approx(p, rel=2e-3)


def shuffled_hands(rules: Rules, about: str, number: int) -> list[list[Card]]:
    """The hands of a provable deal, dealt card by card; seat 0 deals."""
    order = provable.order(
        deck_of(rules).pack,
        secret=fixed_secret(f"{about} {number}"),
        match="odds",
        number=number,
        rules_key="6d2b731f4f28",
        shown=[None] * rules.table.seats,
    )
    seats = rules.table.seats
    hands: list[list[Card]] = [[] for _ in range(seats)]
    for place in range(seats):
        hands[(place + 1) % seats] = order[place::seats]
    assert [len(hand) for hand in hands] == [hand_size_of(rules, 0, seat) for seat in range(seats)]
    return hands


@pytest.mark.parametrize("name", COUNTED)
def test_fair_deals_agree_with_theory(name: str) -> None:
    rules = load(name)
    counts = odds.nothing(odds.kind_of(rules))
    deals = times(5000)
    for number in range(deals):
        counts += odds.count(rules, shuffled_hands(rules, name, number))
    assert counts.deals == deals
    for found in odds.table(counts):
        assert sum(row.hands for row in found.rows) == deals * counts.kind.hands
        assert found.p is not None
        assert found.p > 1e-4
        assert found.freedom > 0


def p_of(counts: Counts, what: What) -> float:
    """How likely fair deals would disagree as much with theory."""
    p = next(found.p for found in odds.table(counts) if found.what is what)
    assert p is not None
    return p


def test_deals_that_are_not_fair_are_found() -> None:
    rules = load("standard")
    rng = random.Random("not fair")
    seldom, aces = odds.nothing(odds.kind_of(rules)), odds.nothing(odds.kind_of(rules))
    for _ in range(500):
        # A pack that is hardly shuffled: neighbours stay together, and go to other players.
        order = sorted(deck_of(rules).pack, key=lambda card: (card.printed_suit or "", card.rank))
        cut = rng.randrange(52)
        order = order[cut:] + order[:cut]
        seldom += odds.count(rules, [order[seat::4] for seat in range(4)])
        # A dealer who gives himself one more ace now and then.
        order = rng.sample(deck_of(rules).pack, 52)
        hands = [order[seat::4] for seat in range(4)]
        elsewhere = next((card for card in hands[1] if card.rank == RANKS[-1]), None)
        small = next((card for card in hands[0] if card.rank != RANKS[-1]), None)
        if elsewhere and small and rng.random() < 0.7:
            hands[0].remove(small)
            hands[1].remove(elsewhere)
            hands[0].append(elsewhere)
            hands[1].append(small)
        aces += odds.count(rules, hands)
    assert p_of(seldom, What.SPADES) < 1e-6
    assert p_of(aces, What.ACES) < 1e-3
    assert p_of(aces, What.VOIDS) > 1e-3


def many_counts(deals: int, experiments: int) -> list[Counts]:
    """Counts of fair deals of the standard pack, worked out by arrays for speed."""
    rng = np.random.default_rng(11)
    made = []
    for _ in range(experiments):
        packs = rng.permuted(np.tile(np.arange(52), (deals, 1)), axis=1).reshape(-1, 13)
        suits = np.stack([(packs // 13 == suit).sum(axis=1) for suit in range(4)], axis=1)
        aces = (packs % 13 == 12).sum(axis=1)
        spread = [
            tuple(np.bincount(values, minlength=size).tolist())
            for values, size in (
                (suits[:, 0], 14),
                ((suits == 0).sum(axis=1), 5),
                (aces, 5),
            )
        ]
        made.append(Counts(BRIDGE, deals, *spread))
    return made


def test_p_values_of_fair_deals_are_spread_evenly() -> None:
    """Hands of one deal depend on each other, and the test allows for it."""
    experiments = times(5000)
    found: dict[What, list[float]] = {what: [] for what in What}
    for counts in many_counts(400, experiments):
        for made in odds.table(counts):
            assert made.p is not None
            found[made.what].append(made.p)
    for values in found.values():
        for level in (0.05, 0.25, 0.5, 0.75):
            below = sum(p <= level for p in values) / experiments
            spread = (level * (1 - level) / experiments) ** 0.5
            assert abs(below - level) < 4 * spread + 0.02


# Counting


def test_a_hand_of_each_suit_is_counted() -> None:
    rules = load("standard")
    hands = [[card for card in deck_of(rules).pack if card.printed_suit is suit] for suit in Suit]
    counts = odds.count(rules, hands)
    assert counts.spades == (3, *(0,) * 12, 1)
    assert counts.voids == (0, 0, 0, 4, 0)
    assert counts.aces == (0, 4, 0, 0, 0)
    twice = counts + counts
    assert (twice.deals, twice.aces) == (2, (0, 8, 0, 0, 0))
    assert msgspec.json.decode(msgspec.json.encode(twice), type=Counts) == twice
    assert [found.p for found in odds.table(counts)] == [None, None, None]
    assert odds.nothing(counts.kind) + counts == counts


def test_jokers_count_as_spades_and_a_short_dealer_is_left_out() -> None:
    rules = load("cutthroat_five_two_jokers")
    counts = odds.count(rules, shuffled_hands(rules, "short", 1))
    assert sum(counts.spades) == 4
    assert counts.kind.suits[0] == 15


def test_what_does_not_fit_is_refused() -> None:
    rules = load("standard")
    hands = shuffled_hands(rules, "refused", 1)
    for wrong in (hands[:3], [*hands[:3], hands[3][:12]], [*hands, hands[0]]):
        with pytest.raises(ValueError, match="a deal has 4 hands of 13 cards"):
            odds.count(rules, wrong)
    counts = odds.count(rules, hands)
    with pytest.raises(ValueError, match="do not add up"):
        _ = (
            counts
            + odds.nothing(odds.kind_of(load("whiz")))
            + odds.nothing(odds.kind_of(load("barmore")))
        )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("two_handed", "drawn card by card"),
        ("standard(cut=french,first_dealer=first_spade)", "French cut"),
    ],
)
def test_hands_that_players_shape_are_left_out_with_a_reason(text: str, why: str) -> None:
    rules = parse(text)
    assert why in str(odds.excluded(rules))
    with pytest.raises(ValueError, match=why):
        odds.kind_of(rules)

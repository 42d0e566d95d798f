"""The odds: spades, voids and aces of the hands that were dealt, against what theory expects.

The hands of one deal are not independent, so Pearson's statistic is corrected by its mean and its
variance, both exact (Rao and Scott, The Annals of Statistics 12, 1984, second order).
"""

from collections.abc import Collection, Sequence
from enum import StrEnum
from functools import cache
from typing import Final

import mpmath  # type: ignore[import-untyped]
import msgspec
import numpy as np

from spadille.cards import RANKS, Card, Suit
from spadille.game.deck import deck_of
from spadille.provable.theory import Chances, Kind, excluded, held, kind_of, void
from spadille.rules import Rules

FEWEST_EXPECTED: Final = 5
"""A cell of the test expects at least so many hands; smaller ones are joined."""


class What(StrEnum):
    """What is counted in a hand; a void is a suit that it lacks."""

    SPADES = "spades"
    VOIDS = "voids"
    ACES = "aces"


class Counts(msgspec.Struct, frozen=True):
    """How many hands held 0, 1, 2 … spades, voids and aces; counts of one kind add up."""

    kind: Kind
    deals: int
    spades: tuple[int, ...]
    voids: tuple[int, ...]
    aces: tuple[int, ...]

    def __add__(self, other: "Counts") -> "Counts":
        """The counts of both; raises `ValueError` if they are of different kinds."""
        if self.kind != other.kind:
            raise ValueError("hands from different packs or of different sizes do not add up")
        return Counts(
            self.kind,
            self.deals + other.deals,
            *(_added(self.of(what), other.of(what)) for what in What),
        )

    def of(self, what: What) -> tuple[int, ...]:
        """The hands that held 0, 1, 2 … of something."""
        found: tuple[int, ...] = getattr(self, what.value)
        return found


class Row(msgspec.Struct, frozen=True):
    """A value, how many hands had it, and the chance of it in theory."""

    value: int
    hands: int
    theory: float


class Odds(msgspec.Struct, frozen=True):
    """What was counted of one thing, and how well it agrees with theory.

    `p` is the chance that fair deals disagree at least as much, by the corrected `chi_square` with
    `freedom` degrees (no whole number as a rule); it is None as long as there are too few hands.
    """

    what: What
    rows: tuple[Row, ...]
    chi_square: float
    freedom: float
    p: float | None


def nothing(kind: Kind) -> Counts:
    """No hands yet."""
    return Counts(kind, 0, *((0,) * len(_chances(kind, what).one) for what in What))


def count(rules: Rules, hands: Sequence[Collection[Card]]) -> Counts:
    """The counts of one deal, from its hands by seat as they were dealt.

    With a short dealer his hand is left out. Raises `ValueError` for hands that the rules do not
    deal, and where hands follow no fixed odds (`excluded`).
    """
    kind, deck = kind_of(rules), deck_of(rules)
    whole = [hand for hand in hands if len(hand) == kind.size]
    if len(whole) != kind.hands or len(hands) != rules.table.seats:
        raise ValueError(f"a deal has {kind.hands} hands of {kind.size} cards")
    found = {what: [0] * len(_chances(kind, what).one) for what in What}
    for hand in whole:
        suits = [deck.suit_of[card] for card in hand]
        found[What.SPADES][suits.count(Suit.SPADES)] += 1
        found[What.VOIDS][sum(suit not in suits for suit in Suit)] += 1
        found[What.ACES][sum(card.rank == RANKS[-1] for card in hand)] += 1
    return Counts(kind, 1, *(tuple(found[what]) for what in What))


def table(counts: Counts) -> tuple[Odds, ...]:
    """The counts against theory: spades, voids and aces."""
    return tuple(_odds(counts, what) for what in What)


def p_value(chi_square: float, freedom: float) -> float:
    """The chance of a chi-square at least as large.

    >>> f"{p_value(3.841, 1):.3f}"
    '0.050'
    """
    return float(mpmath.gammainc(freedom / 2, chi_square / 2, regularized=True))


@cache
def _chances(kind: Kind, what: What) -> Chances:
    match what:
        case What.SPADES:
            return held(kind, kind.suits[0])
        case What.VOIDS:
            return void(kind)
        case What.ACES:
            return held(kind, kind.aces)


def _added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(mine + theirs for mine, theirs in zip(one, other, strict=True))


def _odds(counts: Counts, what: What) -> Odds:
    kind, measured = counts.kind, counts.of(what)
    chances = _chances(kind, what)
    one = np.array([float(chance) for chance in chances.one])
    rows = tuple(map(Row, range(len(measured)), measured, one.tolist()))
    joined = _joined(one * counts.deals * kind.hands)
    if len(joined) == 1:
        return Odds(what, rows, 0.0, 0.0, None)
    cells = np.zeros((len(joined), len(one)))
    for cell, values in enumerate(joined):
        cells[cell, values] = 1
    share = cells @ one
    expected = share * counts.deals * kind.hands
    plain = float((((cells @ np.array(measured)) - expected) ** 2 / expected).sum())
    two = np.array([[float(chance) for chance in row] for row in chances.two])
    spread = np.diag(share) - np.outer(share, share)
    if kind.hands > 1:
        spread = spread + (kind.hands - 1) * (cells @ two @ cells.T - np.outer(share, share))
    effect = spread / share[:, None]
    first, second = float(np.trace(effect)), float(np.trace(effect @ effect))
    chi_square, freedom = plain * first / second, first**2 / second
    return Odds(what, rows, chi_square, freedom, p_value(chi_square, freedom))


def _joined(expected: np.ndarray) -> list[list[int]]:
    """The values in cells, neighbours joined until each cell expects enough hands."""
    cells: list[list[int]] = [[]]
    total = 0.0
    for value, hands in enumerate(expected):
        if total >= FEWEST_EXPECTED:
            cells.append([])
            total = 0.0
        cells[-1].append(value)
        total += hands
    if total < FEWEST_EXPECTED and len(cells) > 1:
        last = cells.pop()
        cells[-1] += last
    return cells


__all__ = [
    "Counts",
    "Kind",
    "Odds",
    "Row",
    "What",
    "count",
    "excluded",
    "kind_of",
    "nothing",
    "p_value",
    "table",
]

"""How strong a hand looks to a player: the bid it would make, read from tables at once.

A model of bids: the tricks that a hand makes a player bid, and whether it makes him bid nil. Each
is a sum over the suits of a hand, looked up by the suit's top cards and length, and one term for
ruffs. The tables are fitted to bids of our own bots (`tools/strength.py`), one set for each preset;
another rule set uses those of the preset that is nearest in seats, sides and cards. They come from
the simple bot, which stands for strangers; where there is a second set, from the strong bot, it is
used for the partner.
"""

import warnings
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spadille.bots.kernel import pack_of
from spadille.cards import Suit
from spadille.game.deck import deck_of
from spadille.game.facts import is_joint
from spadille.rules import Rules, load, names
from spadille.rules import nearest as nearest_of
from spadille.rules.choices import BidChoice

Hands = NDArray[np.bool_]
"""Hands by cards, in the kernel's numbers."""
Numbers = NDArray[np.float64]

SIDE_TOPS, SIDE_LENGTHS = 4, 9
TRUMP_TOPS, TRUMP_LENGTHS = 5, 11
SIDE = (1 << SIDE_TOPS) * SIDE_LENGTHS
TRUMPS = (1 << TRUMP_TOPS) * TRUMP_LENGTHS
RUFF_TRUMPS, VOIDS, SINGLES = 7, 3, 4
RUFFS = RUFF_TRUMPS * VOIDS * SINGLES
SIZE = SIDE + TRUMPS + RUFFS + 1
"""The numbers of a table: side suits, trumps, ruffs, and one for every hand."""

FILE = "strength.npz"
KIN = "kin/"
"""What comes before the preset in the names of tables fitted to bids of the strong bot."""
ROUGH_SIDE = np.array([0.0, 0.2, 0.6, 0.9])
ROUGH_TRUMPS = np.array([0.1, 0.3, 0.6, 0.8, 1.0])
ROUGH_LENGTH = 0.7
"""Without tables: tricks for the top cards of a suit, and for each trump beyond three."""
ROUGH_NIL = -3.0
"""Without tables: the odds of nil, as a logarithm."""


class Suits(NamedTuple):
    """The cards of a pack by suit: side suits, then trumps; the strongest card last."""

    side: tuple[NDArray[np.intp], ...]
    trumps: NDArray[np.intp]


@cache
def suits_of(rules: Rules) -> Suits:
    """The cards of each suit, in the kernel's numbers."""
    deck, pack = deck_of(rules), pack_of(rules)
    by_suit = {
        suit: np.array([n for n, card in enumerate(pack.cards) if deck.suit_of[card] is suit])
        for suit in Suit
    }
    trumps = by_suit.pop(Suit.SPADES)
    return Suits(tuple(by_suit.values()), trumps)


def terms_of(rules: Rules, hands: Hands) -> NDArray[np.intp]:
    """Where the terms of each hand stand in a table: hands by terms."""
    suits = suits_of(rules)
    found = []
    lengths = []
    for cards in suits.side:
        held = hands[:, cards]
        length = held.sum(1)
        lengths.append(length)
        tops = held[:, -SIDE_TOPS:] @ (1 << np.arange(SIDE_TOPS))
        found.append(tops * SIDE_LENGTHS + np.minimum(length, SIDE_LENGTHS - 1))
    held = hands[:, suits.trumps]
    trumps = held.sum(1)
    tops = held[:, -TRUMP_TOPS:] @ (1 << np.arange(TRUMP_TOPS))
    found.append(SIDE + tops * TRUMP_LENGTHS + np.minimum(trumps, TRUMP_LENGTHS - 1))
    voids = sum((length == 0).astype(int) for length in lengths)
    singles = sum((length == 1).astype(int) for length in lengths)
    shape = np.minimum(voids, VOIDS - 1) * SINGLES + np.minimum(singles, SINGLES - 1)
    short = np.minimum(trumps, RUFF_TRUMPS - 1) * VOIDS * SINGLES + shape
    found.append(SIDE + TRUMPS + short)
    found.append(np.full(len(hands), SIZE - 1))
    return np.stack(found, axis=1).astype(np.intp)


class Model(NamedTuple):
    """The tables of a rule set: tricks bid, how far bids stray from that, and the odds of nil."""

    tricks: Numbers
    spread: float
    nil: Numbers

    def expected(self, terms: NDArray[np.intp]) -> Numbers:
        """The tricks that players would bid on these hands."""
        found: Numbers = self.tricks[terms].sum(1)
        return found

    def nil_chance(self, terms: NDArray[np.intp]) -> Numbers:
        """The chance that they would bid nil."""
        found: Numbers = 1 / (1 + np.exp(-np.clip(self.nil[terms].sum(1), -30, 30)))
        return found


def tables_in(data: bytes) -> dict[str, Numbers]:
    """The tables in a file's bytes, by preset; raises `ValueError` if they cannot be used."""
    try:
        with np.load(BytesIO(data), allow_pickle=False) as archive:
            found = {name: archive[name].astype(np.float64) for name in archive.files}
    except Exception as error:  # what NumPy raises for a damaged file is open
        raise ValueError("it is damaged") from error
    whole = all(
        table.shape == (2 * SIZE + 1,) and np.isfinite(table).all() for table in found.values()
    )
    if not found or not whole:
        raise ValueError("it is not whole")
    return found


@cache
def _tables() -> dict[str, Numbers]:
    """The tables that come with the package; none, after a warning, if they cannot be used."""
    file = files("spadille.bots").joinpath(FILE)
    try:
        return tables_in(file.read_bytes())
    except (OSError, ValueError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or error
        warnings.warn(
            f"bids are reckoned roughly, since {file} cannot be used: {why}; "
            "make it anew with tools/strength.py, or install spadille again",
            RuntimeWarning,
            stacklevel=2,
        )
        return {}


@cache
def rough() -> Model:
    """A model without tables: top cards, trumps beyond three, and a nil now and then."""
    tricks, nil = np.zeros(SIZE), np.zeros(SIZE)
    tops = np.arange(1 << SIDE_TOPS)[:, None] >> np.arange(SIDE_TOPS) & 1
    tricks[:SIDE] = np.repeat(tops @ ROUGH_SIDE, SIDE_LENGTHS)
    tops = np.arange(1 << TRUMP_TOPS)[:, None] >> np.arange(TRUMP_TOPS) & 1
    longer = np.maximum(np.arange(TRUMP_LENGTHS) - 3, 0) * ROUGH_LENGTH
    tricks[SIDE : SIDE + TRUMPS] = np.add.outer(tops @ ROUGH_TRUMPS, longer).ravel()
    nil[-1] = ROUGH_NIL
    return Model(tricks, 1.0, nil)


def _likeness(rules: Rules) -> tuple[int, ...]:
    deck, auction = deck_of(rules), rules.auction
    return (
        rules.table.seats,
        rules.side_count,
        int(is_joint(rules)),
        list(BidChoice).index(auction.bid_choice),
        deck.tricks,
        sum(suit is Suit.SPADES for suit in map(deck.suit_of.__getitem__, deck.pack)),
        len(deck.pack),
    )


APART = (1000, 1000, 500, 500, 20, 5, 1)
"""How much a difference in each of these matters: who plays and what is bid before the cards."""


def nearest(rules: Rules, among: Iterable[str] | None = None) -> str:
    """The preset whose tables are used: of those most alike the one with the fewest differences.

    >>> from spadille.rules import parse
    >>> nearest(parse("mirror(target=250)"))
    'mirror'
    """
    wanted = _likeness(rules)

    def apart(name: str) -> int:
        pairs = zip(APART, wanted, _likeness(load(name)), strict=True)
        return sum(weight * abs(one - two) for weight, one, two in pairs)

    distances = {name: apart(name) for name in (names() if among is None else among)}
    least = min(distances.values())
    return nearest_of(rules, [name for name, far in distances.items() if far == least])


@cache
def model_of(rules: Rules, *, kin: bool = False) -> Model:
    """The model of the bids under a rule set: of `kin`, bots like the strong one, if it is known.

    The bids of others, and of kin whose tables are not there, are taken for those of simple bots.
    """
    tables = _tables()
    if not tables:
        return rough()
    name = nearest(rules, [name for name in names() if name in tables])
    table = tables.get(KIN + name, tables[name]) if kin else tables[name]
    return Model(table[:SIZE], float(table[SIZE]), table[SIZE + 1 :])


__all__ = [
    "KIN",
    "SIZE",
    "Model",
    "model_of",
    "nearest",
    "rough",
    "suits_of",
    "tables_in",
    "terms_of",
]

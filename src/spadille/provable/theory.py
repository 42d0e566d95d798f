"""How many spades, voids and aces hands hold in theory, alone and two of one deal together.

All chances are exact fractions. Cards are dealt one kind after the other in no order that matters,
so that a hand is a choice of its cards from the pack (the hypergeometric distribution).
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import NamedTuple

import msgspec

from spadille.cards import RANKS, Suit
from spadille.game.deck import deck_of
from spadille.record.errors import Remark, remark
from spadille.rules import Rules
from spadille.rules.choices import Cut, Hands


class Kind(msgspec.Struct, frozen=True):
    """What hands are counted: `hands` of `size` cards a deal, from a pack.

    `suits` are the cards of each suit in the pack, spades first, jokers and promoted twos among
    them; `junk` are those of no suit.
    """

    suits: tuple[int, int, int, int]
    junk: int
    aces: int
    size: int
    hands: int

    @property
    def pack(self) -> int:
        """The cards of the pack."""
        return sum(self.suits) + self.junk


class Chances(NamedTuple):
    """The chance of each value for a hand, and of each two values for two hands of one deal."""

    one: list[Fraction]
    two: list[list[Fraction]]


def excluded(rules: Rules) -> Remark | None:
    """Why hands of a rule set are not counted; None if they are."""
    if rules.deal.hands is not Hands.DEALT:
        return remark("hands that are drawn card by card depend on what their players keep")
    if rules.deal.cut is Cut.FRENCH:
        return remark("in the French cut hands depend on how the cutter gives out the turned cards")
    return None


def kind_of(rules: Rules) -> Kind:
    """The hands of a rule set that are counted: all, or with a short dealer those of the others.

    Raises `ValueError` where none are.

    >>> from spadille.rules import load
    >>> kind_of(load("cutthroat_five_two_jokers"))
    Kind(suits=(15, 13, 13, 13), junk=0, aces=4, size=11, hands=4)
    """
    why = excluded(rules)
    if why is not None:
        raise ValueError(str(why))
    deck = deck_of(rules)
    of_suit = [deck.suit_of[card] for card in deck.pack]
    spades, hearts, diamonds, clubs = (of_suit.count(suit) for suit in Suit)
    return Kind(
        suits=(spades, hearts, diamonds, clubs),
        junk=of_suit.count(None),
        aces=sum(card.rank == RANKS[-1] for card in deck.pack),
        size=deck.hand_size,
        hands=rules.table.seats - rules.deal.short_dealer,
    )


def held(kind: Kind, marked: int) -> Chances:
    """The chances to hold 0, 1, 2 … of the marked cards.

    >>> bridge = Kind(suits=(13, 13, 13, 13), junk=0, aces=4, size=13, hands=4)
    >>> [f"{chance:.4f}" for chance in map(float, held(bridge, 4).one)]
    ['0.3038', '0.4388', '0.2135', '0.0412', '0.0026']
    """
    size, others = kind.size, kind.pack - marked
    values = range(min(size, marked) + 1)
    all_one, all_two = comb(kind.pack, size), comb(kind.pack - size, size)

    def ways(left: int, rest: int, value: int) -> int:
        return comb(left, value) * comb(rest, size - value) if value <= left else 0

    one = [Fraction(ways(marked, others, value), all_one) for value in values]
    if kind.hands == 1:
        return Chances(one, [])
    two = [
        [
            one[mine] * Fraction(ways(marked - mine, others - (size - mine), theirs), all_two)
            if one[mine]
            else Fraction(0)
            for theirs in values
        ]
        for mine in values
    ]
    return Chances(one, two)


def void(kind: Kind) -> Chances:
    """The chances to lack 0, 1, 2, 3 or all suits, by inclusion and exclusion.

    >>> bridge = Kind(suits=(13, 13, 13, 13), junk=0, aces=4, size=13, hands=4)
    >>> f"{float(1 - void(bridge).one[0]):.4f}"
    '0.0511'
    """
    numbers = range(len(kind.suits) + 1)
    lacking = [list(combinations(range(len(kind.suits)), number)) for number in numbers]
    alone = [_total(_lacks(kind, suits) for suits in lacking[number]) for number in numbers]
    one = [_total(_times(more, n) * alone[more] for more in numbers[n:]) for n in numbers]
    if kind.hands == 1:
        return Chances(one, [])
    both = [
        [_total(_both(kind, *pair) for pair in product(lacking[a], lacking[b])) for b in numbers]
        for a in numbers
    ]
    two = [
        [
            _total(
                _times(a, mine) * _times(b, theirs) * both[a][b]
                for a, b in product(numbers[mine:], numbers[theirs:])
            )
            for theirs in numbers
        ]
        for mine in numbers
    ]
    return Chances(one, two)


def _total(chances: Iterable[Fraction]) -> Fraction:
    return sum(chances, Fraction(0))


def _cards(kind: Kind, suits: Sequence[int]) -> int:
    """The cards of some suits."""
    return sum(kind.suits[suit] for suit in suits)


def _times(more: int, exact: int) -> int:
    """How often, and with which sign, what holds for `more` suits counts for `exact` ones."""
    return comb(more, exact) * (-1 if (more - exact) % 2 else 1)


def _lacks(kind: Kind, suits: Sequence[int]) -> Fraction:
    """The chance that a hand lacks some suits."""
    return Fraction(comb(kind.pack - _cards(kind, suits), kind.size), comb(kind.pack, kind.size))


def _both(kind: Kind, mine: Sequence[int], theirs: Sequence[int]) -> Fraction:
    """The chance that one hand lacks some suits and another one of the deal lacks others."""
    size, pack = kind.size, kind.pack
    either = _cards(kind, sorted({*mine, *theirs}))
    free, mine_only = pack - either, either - _cards(kind, mine)
    theirs_free = pack - _cards(kind, theirs)
    # My cards are `common` ones that the other hand might hold too, and the rest of its lack.
    ways = sum(
        comb(free, common) * comb(mine_only, size - common) * comb(theirs_free - common, size)
        for common in range(min(size, free) + 1)
    )
    return Fraction(ways, comb(pack, size) * comb(pack - size, size))


__all__ = ["Chances", "Kind", "excluded", "held", "kind_of", "void"]

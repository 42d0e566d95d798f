"""How many tricks a hand is worth: honours, length and ruffs, for any deck and number of seats.

A card's worth depends on the cards above it that are still out, not on its name; so the same
estimate serves for jokers, promoted twos, two packs, and in the middle of the play. It never
falls when a card is replaced by a higher one of its suit.
"""

from bisect import bisect_right
from functools import lru_cache
from math import comb, exp
from typing import NamedTuple

from spadille.bots.sight import JUNK, TRUMP, Sight, Strengths

HONOUR_PAIRS, HONOUR_SOLO = 0.75, 0.68
LOSS = 0.25

TRUMP_HONOUR = 0.88
BARE = 0.12
BARE_TRUMP = 0.4
LENGTH_SLOPE, LENGTH_SHIFT = 1.0, 0.5
RUFFS = (1.5, 0.8, 0.25)
RUFF_GAIN = 0.75


class Table(NamedTuple):
    """What the estimate needs to know of the others: their hands, and how many are foes."""

    others: int
    foes: int
    share: float


@lru_cache(maxsize=1 << 15)
def at_least(count: int, cards: int, share: float) -> float:
    """The chance that a hand with this share of the unseen cards holds `count` of `cards`.

    >>> at_least(1, 1, 0.25), at_least(1, 2, 0.5)
    (0.25, 0.75)
    """
    fewer = sum(
        comb(cards, held) * share**held * (1 - share) ** (cards - held)
        for held in range(min(count, cards + 1))
    )
    return 1 - fewer


def table_of(sight: Sight, foes: int) -> Table:
    """The table as the estimate sees it."""
    others = sight.seats - 1
    held = sum(held for seat, held in enumerate(sight.held) if seat != sight.me)
    hidden = held + sight.dead
    return Table(others, foes, round(held / others / hidden, 2) if hidden else 0.0)


@lru_cache(maxsize=1 << 16)
def side_suit(own: tuple[int, ...], out: tuple[int, ...], table: Table, ruff: float) -> float:
    """The tricks of a side suit; `ruff` is the chance that a void foe can trump."""
    honour = HONOUR_PAIRS if table.foes < table.others else HONOUR_SOLO
    total = 0.0
    for place, strength in enumerate(reversed(own)):
        above = len(out) - bisect_right(out, strength)
        round_ = place + above + 1
        luck = honour**above
        if len(own) < round_:
            total += BARE**above * (1 - ruff / 4)
            continue
        follows = at_least(round_, len(out), table.share) ** table.foes
        total += luck * (1 - ruff * (1 - follows)) * (1 - LOSS * ruff)
    return total


@lru_cache(maxsize=1 << 16)
def trump_suit(own: tuple[int, ...], out: tuple[int, ...], table: Table, ruffs: float) -> float:
    """The tricks of the trumps; `ruffs` is the number of ruffs that short suits promise."""
    average = len(out) * table.share
    left = ruffs
    worth = 0.0
    for place in range(len(own) - 1, -1, -1):  # the lowest trump first: it is used to ruff
        strength = own[len(own) - 1 - place]
        above = len(out) - bisect_right(out, strength)
        guarded = len(own) >= place + above + 1
        high = TRUMP_HONOUR**above if guarded else BARE_TRUMP**above
        long = 1 / (1 + exp(-LENGTH_SLOPE * (place + 1 - average - LENGTH_SHIFT)))
        used = min(left, 1.0)
        left -= used
        worth += 1 - (1 - high) * (1 - long) * (1 - RUFF_GAIN * used)
    return worth


def ruffs_of(own: Strengths, out: Strengths) -> float:
    """The ruffs that short side suits promise."""
    return sum(
        RUFFS[len(own[suit])]
        for suit in range(1, JUNK)
        if len(own[suit]) < len(RUFFS) and len(out[suit]) > len(own[suit])
    )


def ruff_danger(own: Strengths, out: Strengths, table: Table) -> float:
    """The chance that a foe who is void can trump: none once our trumps have drawn theirs."""
    foreign = len(out[TRUMP])
    if not foreign:
        return 0.0
    drawn = min(len(own[TRUMP]) / foreign, 1.0)
    return float((1 - (1 - table.share) ** foreign) * (1 - drawn))


def tricks(own: Strengths, out: Strengths, table: Table) -> float:
    """The tricks that these cards may be expected to win."""
    danger = round(ruff_danger(own, out, table), 2)
    total = trump_suit(own[TRUMP], out[TRUMP], table, ruffs_of(own, out))
    for suit in range(1, JUNK):
        if own[suit]:
            total += side_suit(own[suit], out[suit], table, danger)
    return min(total, float(sum(len(cards) for cards in own)))


def sure_tricks(own: Strengths, out: Strengths) -> int:
    """Trumps that nothing can beat."""
    trumps = own[TRUMP]
    top = out[TRUMP][-1] if out[TRUMP] else -1
    return sum(strength > top for strength in trumps)

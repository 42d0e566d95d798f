"""How dangerous a hand is for a nil."""

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache

from spadille.bots.sight import JUNK, TRUMP, Strengths

DISCARD = 0.8
"""A card that is not the lowest of its side suit may still be thrown away elsewhere."""
TRUMPS_COME = 0.8
LONG_TRUMP = 0.15
"""The danger of each trump beyond three."""
LEAST = 0.01
TOP_TRUMPS = 3
COVER, ALONE = 1.6, 0.0
"""A partner covers better than chance would; who plays for himself has none."""


@lru_cache(maxsize=1 << 16)
def suit_risk(
    own: tuple[int, ...], out: tuple[int, ...], others: int, cover: float, *, trump: bool
) -> float:
    """The chance that one of these cards of a suit wins a trick against its owner's will."""
    safe = 1.0
    if trump:
        safe = (1 - LONG_TRUMP) ** max(len(own) - 3, 0)
    for place, strength in enumerate(own):
        below = bisect_left(out, strength)
        if trump and below == len(out):
            return 1.0
        if not below:
            continue
        reached = min(max((len(out) - others * place + 1.5) / (others + 1.5), LEAST), 1.0)
        if place == 0:
            reached = 1.0
        if trump:
            reached = max(reached, TRUMPS_COME)
        elif place:
            reached *= DISCARD
        safe *= 1 - reached * (below / len(out)) ** (others + cover)
    return 1 - safe


def nil_risk(own: Strengths, out: Strengths, others: int, cover: float = COVER) -> float:
    """The chance that a nil with these cards fails."""
    safe = 1.0
    for suit in range(JUNK):
        safe *= 1 - suit_risk(own[suit], out[suit], others, cover, trump=suit == TRUMP)
    return 1 - safe


def without(held: Strengths, suit: int, strength: int) -> Strengths:
    """The same cards without one."""
    cards = list(held[suit])
    cards.remove(strength)
    return (*held[:suit], tuple(cards), *held[suit + 1 :])


def riskiest(own: Strengths, out: Strengths, others: int) -> tuple[int, int]:
    """The suit and strength of the card to be rid of first: top trumps, then what is riskiest."""
    if own[TRUMP] and len(out[TRUMP]) - bisect_left(out[TRUMP], own[TRUMP][-1]) < TOP_TRUMPS:
        return TRUMP, own[TRUMP][-1]
    choices = [
        (nil_risk(without(own, suit, strength), out, others), -strength, suit)
        for suit in range(JUNK)
        for strength in set(own[suit])
    ]
    _, strength, suit = min(choices)
    return suit, -strength


def passes(own: Strengths, out: Strengths, others: int, size: int) -> Iterator[tuple[int, int]]:
    """The cards to pass from a nil, the most dangerous first; they count as unseen from then on."""
    for _ in range(min(size, sum(len(cards) for cards in own))):
        suit, strength = riskiest(own, out, others)
        own = without(own, suit, strength)
        out = (*out[:suit], tuple(sorted((*out[suit], strength))), *out[suit + 1 :])
        yield suit, strength


def risk_after_passing(own: Strengths, out: Strengths, others: int, size: int) -> float:
    """The risk of a nil once its most dangerous cards are passed to the partner."""
    for suit, strength in passes(own, out, others, size):
        own = without(own, suit, strength)
        out = (*out[:suit], tuple(sorted((*out[suit], strength))), *out[suit + 1 :])
    return nil_risk(own, out, others)

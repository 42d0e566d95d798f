"""What a seat can work out from its view: the cards it has not seen, and who may hold them."""

from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cache
from typing import NamedTuple

from spadille.cards import Card, Suit
from spadille.game.deck import Deck, deck_of
from spadille.rules import Rules
from spadille.view import View

TRUMP = 0
SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
JUNK = len(SUITS)
"""Suits are numbers here, trumps first; junk comes after them."""

Strengths = tuple[tuple[int, ...], ...]
"""The strengths of some cards by suit, the weakest first."""


class Lore(NamedTuple):
    """What never changes while a rule set is played."""

    deck: Deck
    suit: dict[Card, int]
    pack: Counter[Card]


@cache
def lore_of(rules: Rules) -> Lore:
    """Work out the lore of a rule set, once."""
    deck = deck_of(rules)
    numbers: dict[Suit | None, int] = {suit: number for number, suit in enumerate(SUITS)}
    numbers[None] = JUNK
    suit = {card: numbers[deck.suit_of[card]] for card in deck.suit_of}
    return Lore(deck, suit, Counter(deck.pack))


def by_suit(lore: Lore, cards: list[Card] | tuple[Card, ...]) -> Strengths:
    """The strengths of the cards by suit; junk is left out.

    >>> by_suit(lore_of(Rules()), [Card("AS"), Card("2S"), Card("3H")])
    ((0, 12), (1,), (), ())
    """
    suits: tuple[list[int], ...] = ([], [], [], [], [])
    suit, strength = lore.suit, lore.deck.strength
    for card in cards:
        suits[suit[card]].append(strength[card])
    return tuple(tuple(sorted(held)) for held in suits[:JUNK])


class Sight:
    """The unseen cards, from one seat.

    `out` are the strengths not seen, by suit: in the other hands or out of play. `void` tells for
    each seat which suits it has shown not to hold. `left` is the number of tricks still to be
    taken, the present one included.
    """

    def __init__(self, view: View, hand: tuple[Card, ...]) -> None:
        assert view.seat is not None
        self.lore = lore_of(view.rules)
        self.me = view.seat
        self.hand = hand
        self.own = by_suit(self.lore, hand)
        unseen = self.lore.pack.copy()
        unseen.subtract(hand)
        unseen.subtract(view.discards)
        unseen.subtract(view.trick)
        for trick in view.tricks:
            unseen.subtract(trick.cards)
        self.unseen = unseen
        self.out = by_suit(self.lore, list((+unseen).elements()))
        self.seats = len(view.seats)
        self.held = [seat.cards for seat in view.seats]
        self.left = self.lore.deck.tricks - sum(seat.tricks for seat in view.seats)
        self.void = [[False] * JUNK for _ in view.seats]
        for trick in view.tricks:
            self._note_voids(trick.cards, trick.seats)
        self._note_voids(view.trick, view.trick_seats)
        hidden = sum(unseen[card] for card in unseen if unseen[card] > 0)
        others = sum(held for seat, held in enumerate(self.held) if seat != self.me)
        self.dead = max(hidden - others, 0)
        self._shares: dict[tuple[int, int], float] = {}

    def _note_voids(self, cards: tuple[Card, ...], seats: tuple[int, ...]) -> None:
        suit = self.lore.suit
        led = JUNK
        for card, seat in zip(cards, seats, strict=True):
            if led == JUNK:
                led = suit[card]
            elif suit[card] != led:
                self.void[seat][led] = True

    def share(self, seat: int, suit: int) -> float:
        """The chance that a given unseen card of a suit is in a seat's hand."""
        found = self._shares.get((seat, suit))
        if found is None:
            void = self.void
            if void[seat][suit] or not self.held[seat]:
                found = 0.0
            else:
                holders = sum(
                    self.held[other]
                    for other in range(self.seats)
                    if other != self.me and not void[other][suit]
                )
                found = self.held[seat] / (holders + self.dead)
            self._shares[seat, suit] = found
        return found

    def above(self, suit: int, strength: int) -> int:
        """Unseen cards that are higher than this one."""
        out = self.out[suit]
        return len(out) - bisect_right(out, strength)

    def below(self, suit: int, strength: int) -> int:
        """Unseen cards that are lower than this one."""
        return bisect_left(self.out[suit], strength)

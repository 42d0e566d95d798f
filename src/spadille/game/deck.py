"""The deck of a rule set: its cards, the suit each counts as, its rank (rules 2.1 to 2.6)."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from spadille.cards import JOKERS, RANKS, Card, Suit
from spadille.rules import Rules
from spadille.rules.check import REMOVED
from spadille.rules.choices import (
    AwardJacks,
    BigJoker,
    Hands,
    Identical,
    JokerUse,
    PromotedTwos,
)

_AWARDS = {
    AwardJacks.NONE: (),
    AwardJacks.CLUB: (Card("JC"),),
    AwardJacks.DIAMOND_CLUB: (Card("JD"), Card("JC")),
    AwardJacks.DIAMOND_CLUB_HEART: (Card("JD"), Card("JC"), Card("JH")),
}
_PROMOTED = {
    PromotedTwos.NONE: (),
    PromotedTwos.SPADE: (Card("2S"),),
    PromotedTwos.DIAMOND_SPADE: (Card("2D"), Card("2S")),
}
_IN_HAND = {Suit.SPADES: 0, Suit.HEARTS: 1, Suit.CLUBS: 2, Suit.DIAMONDS: 3, None: 4}


class Deck(NamedTuple):
    """What the rules say about the cards, worked out once for a rule set.

    `pack` is the unshuffled pack in printed order; `suit_of` the effective suit (rule 1.7; None:
    junk); `strength` compares cards of one suit, the higher number wins; `shown` is the place of a
    card in a hand that is laid out; `tricks` is the number of tricks of a deal, `hand_size` that of
    every hand but a short dealer's; `junk` tells that some cards have no suit.
    """

    pack: tuple[Card, ...]
    suit_of: Mapping[Card, Suit | None]
    strength: Mapping[Card, int]
    shown: Mapping[Card, int]
    tricks: int
    hand_size: int
    awards: tuple[Card, ...]
    last_of_equals: bool
    junk: bool

    def winner(self, cards: list[Card]) -> int:
        """The place in a trick, in order of play, that takes it (rules 9.3 and 2.6)."""
        suit_of, strength = self.suit_of, self.strength
        best, best_suit, best_strength = 0, suit_of[cards[0]], strength[cards[0]]
        for place in range(1, len(cards)):
            card = cards[place]
            suit = suit_of[card]
            if suit is best_suit:
                if suit is None:
                    continue
                new = strength[card]
                if new > best_strength or (new == best_strength and self.last_of_equals):
                    best, best_strength = place, new
            elif suit is Suit.SPADES or (best_suit is None and suit is not None):
                best, best_suit, best_strength = place, suit, strength[card]
        return best

    def led_suit(self, cards: list[Card]) -> Suit | None:
        """The suit to follow: that of the first card that is not junk (rules 9.2 and 9.15)."""
        for card in cards:
            suit = self.suit_of[card]
            if suit is not None:
                return suit
        return None

    def sorted(self, cards: list[Card] | tuple[Card, ...]) -> tuple[Card, ...]:
        """Cards by suit (spades, hearts, clubs, diamonds, junk), the highest first."""
        return tuple(sorted(cards, key=self.shown.__getitem__))


@cache
def deck_of(rules: Rules) -> Deck:
    """The deck of a rule set, for anybody: nobody can change it.

    >>> deck = deck_of(Rules())
    >>> len(deck.pack), deck.tricks
    (52, 13)
    """
    deck = work_out(rules)
    return deck._replace(
        suit_of=MappingProxyType(deck.suit_of),
        strength=MappingProxyType(deck.strength),
        shown=MappingProxyType(deck.shown),
    )


def hand_size_of(rules: Rules, dealer: int, seat: int) -> int:
    """How many cards a seat is dealt: a short dealer one fewer (rule 3.11)."""
    return deck_of(rules).hand_size - (rules.deal.short_dealer and seat == dealer)


@cache
def work_out(rules: Rules) -> Deck:
    """Work out the deck of a rule set, for the game itself."""
    deck = rules.deck
    removed = REMOVED[deck.removed_twos]
    plain = tuple(Card(rank + suit) for suit in Suit for rank in RANKS)
    jokers = list(JOKERS[: deck.jokers])
    strength = {card: RANKS.index(card.rank) for card in plain}
    suit_of: dict[Card, Suit | None] = {card: card.printed_suit for card in plain}
    junk = deck.joker_use is JokerUse.JUNK
    for place, card in enumerate((*jokers, *_PROMOTED[deck.promoted_twos])):
        is_junk = junk and card in JOKERS
        suit_of[card] = None if is_junk else Suit.SPADES
        strength[card] = -1 if is_junk else 100 - place
    # The pack holds the red joker before the black one, whichever of them is the big one.
    if deck.big_joker is BigJoker.BLACK:
        jokers[:2] = reversed(jokers[:2])
    one = tuple(card for card in plain if card not in removed) + tuple(jokers)
    pack = one * deck.packs
    dealt = len(pack) // (1 if rules.deal.hands is Hands.DEALT else 2)
    tricks = -(-dealt // rules.table.seats)
    in_hand = sorted(one, key=lambda card: (_IN_HAND[suit_of[card]], -strength[card], card))
    return Deck(
        pack=pack,
        suit_of={card: suit_of[card] for card in one},
        strength={card: strength[card] for card in one},
        shown={card: place for place, card in enumerate(in_hand)},
        tricks=tricks,
        hand_size=tricks,
        awards=_AWARDS[rules.scoring.award_jacks],
        last_of_equals=deck.identical is Identical.LAST,
        junk=None in suit_of.values(),
    )

"""Answers to claims: only what is certain is granted."""

from spadille.bots.sight import JUNK, TRUMP, Sight, Strengths, by_suit
from spadille.cards import Card
from spadille.view import View


def is_certain(view: View) -> bool:
    """Whether the claimer takes every trick, however the cards lie that the viewer cannot see."""
    assert view.claimer is not None
    assert view.hand is not None
    shown = view.seats[view.claimer].shown
    if shown is None:
        return False
    sight = Sight(view, view.hand)
    lore = sight.lore
    others = sight.unseen.copy()
    others.subtract(shown)
    others.update(view.hand)
    out = by_suit(lore, list((+others).elements()))
    if any(lore.suit[card] == JUNK for card in shown):
        return False
    if not view.trick:
        return _all_high(by_suit(lore, shown), out)
    return any(
        _takes(view, sight, card, out) and _all_high(by_suit(lore, _rest(shown, card)), out)
        for card in shown
    )


def _rest(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def _all_high(held: Strengths, out: Strengths) -> bool:
    """Whether cards led from the top, trumps first, all win: they draw every trump."""
    high = all(
        not cards or not out[suit] or cards[0] > out[suit][-1] for suit, cards in enumerate(held)
    )
    sides = any(held[suit] for suit in range(1, JUNK))
    return high and (not sides or len(held[TRUMP]) >= len(out[TRUMP]))


def _takes(view: View, sight: Sight, card: Card, out: Strengths) -> bool:
    """Whether a card surely takes the present trick, and may be played to it."""
    lore = sight.lore
    assert view.claimer is not None
    shown = view.seats[view.claimer].shown or ()
    led = lore.deck.led_suit(list(view.trick))
    follows = any(lore.deck.suit_of[held] is led for held in shown)
    if led is None or (follows and lore.deck.suit_of[card] is not led):
        return False
    if lore.deck.winner([*view.trick, card]) != len(view.trick):
        return False
    suit, strength = lore.suit[card], lore.deck.strength[card]
    top = out[suit][-1] if out[suit] else -1
    return strength > top and (suit == TRUMP or not out[TRUMP])

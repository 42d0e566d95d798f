"""The hands of a deal, put together from what was played."""

from collections import Counter

from spadille.cards import Card
from spadille.game.state import State

Hands = tuple[tuple[Card, ...], ...]


def held(state: State) -> Hands:
    """The hands with which the seats began to play: what is left of them and what was played."""
    deal = state.deal
    hands = [Counter(hand) for hand in deal.hands]
    for trick in deal.tricks:
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            hands[seat][card] += 1
    for seat, card in zip(deal.trick_seats, deal.trick, strict=True):
        hands[seat][card] += 1
    return tuple(state.deck.sorted(list(hand.elements())) for hand in hands)


def dealt(state: State) -> Hands:
    """The hands that the seats were dealt, before any exchange."""
    deal = state.deal
    hands = [Counter(hand) for hand in held(state)]
    for seat, hand in enumerate(hands):
        hand.subtract(deal.received[seat] or ())
        hand.update(deal.passed[seat] or ())
    return tuple(state.deck.sorted(list((+hand).elements())) for hand in hands)


__all__ = ["Hands", "dealt", "held"]

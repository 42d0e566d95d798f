"""The exchange of cards between a nil bidder and his partner."""

from itertools import islice

from spadille.bots.contracts import is_nil
from spadille.bots.nils import nil_risk, passes
from spadille.bots.sight import JUNK, TRUMP, Sight
from spadille.cards import Card
from spadille.game.actions import AnyAction, DeclineExchange, PassCards
from spadille.game.facts import facts_of
from spadille.view import View

SAFE = 0.02
"""A nil with less risk than this keeps its cards."""


def exchange(view: View) -> AnyAction:
    """Pass cards, or decline with a hand that is safe as it is."""
    assert view.hand is not None
    assert view.seat is not None
    sight = Sight(view, view.hand)
    size = _size(view)
    if DeclineExchange() in view.legal:
        if nil_risk(sight.own, sight.out, sight.seats - 1) < SAFE:
            return DeclineExchange()
        return PassCards(tuple(from_nil(sight, size)))
    if is_nil(view, view.seat) and not _gives_to_nil(view):
        return PassCards(tuple(from_nil(sight, size)))
    return PassCards(tuple(to_nil(sight, size)))


def _size(view: View) -> int:
    """The number of cards to pass, as the rules say for the bid that is exchanged for."""
    passes = (action for action in view.legal if isinstance(action, PassCards))
    return len(next(islice(passes, 1)).cards)


def _gives_to_nil(view: View) -> bool:
    """Whether the partner is the nil bidder of the exchange: a blind nil goes first."""
    assert view.seat is not None
    mine, other = view.seats[view.seat].bid, facts_of(view.rules).partner_of[view.seat]
    said = None if other is None else view.seats[other].bid
    assert mine is not None
    assert said is not None
    return said.is_nil and said.is_blind and not mine.is_blind


def from_nil(sight: Sight, size: int) -> list[Card]:
    """The most dangerous cards, the top trumps first."""
    suit_of, strength_of = sight.lore.suit, sight.lore.deck.strength
    hand, given = list(sight.hand), []
    for suit, strength in passes(sight.own, sight.out, sight.seats - 1, size):
        card = next(c for c in hand if suit_of[c] == suit and strength_of[c] == strength)
        hand.remove(card)
        given.append(card)
    return given + hand[: size - len(given)]


def to_nil(sight: Sight, size: int) -> list[Card]:
    """Junk, then the lowest cards of the side suits, those of long suits first."""
    suit_of, strength = sight.lore.suit, sight.lore.deck.strength

    def order(card: Card) -> tuple[bool, bool, int, int]:
        suit = suit_of[card]
        length = 0 if suit == JUNK else len(sight.own[suit])
        return (suit != JUNK, suit == TRUMP, strength[card], -length)

    return sorted(sight.hand, key=order)[:size]

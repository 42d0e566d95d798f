"""Before the auction: the French cut, and drawing a hand from the stock."""

from spadille.bots.nils import nil_risk
from spadille.bots.sight import JUNK, TRUMP, Sight, lore_of
from spadille.cards import Card
from spadille.game.actions import AnyAction, CutPile, Draw, GiveTurned, StackPiles
from spadille.game.facts import facts_of
from spadille.rules import Rules
from spadille.view import View

SIDE_WORTH = {0: 0.9, 1: 0.6, 2: 0.3, 3: 0.12}
"""The worth of a side card by the number of higher ones in its suit."""
TRUMP_WORTH = 0.45
NIL_HAND = 0.3
"""A hand with less risk than this, half of it drawn, aims at a nil."""


def card_worth(rules: Rules, card: Card) -> float:
    """About the tricks that a card is worth by itself."""
    lore = lore_of(rules)
    suit = lore.suit[card]
    if suit == JUNK:
        return 0.0
    rivals = [other for other in lore.deck.suit_of if lore.suit[other] == suit]
    strength = lore.deck.strength
    above = sum(strength[other] > strength[card] for other in rivals)
    small = 0.01 * (1 - above / len(rivals))
    if suit == TRUMP:
        return TRUMP_WORTH + (1 - TRUMP_WORTH) * (1 - above / len(rivals)) ** 2
    return SIDE_WORTH.get(above, 0.0) + small


def cut(view: View) -> AnyAction:
    """Equal piles; the good cards to one's own side, the partner's first; stacked as they lie."""
    if not view.turned:
        wanted = len(lore_of(view.rules).deck.pack) // len(view.seats)
        offers = (action for action in view.legal if isinstance(action, CutPile))
        return min(offers, key=lambda offer: abs(offer.size - wanted))
    if view.seats[0].exposed is not None:
        return StackPiles(tuple(range(len(view.piles))))
    return give(view)


def give(view: View) -> GiveTurned:
    """The best cards to the partner and oneself, the worst to the side that leads."""
    assert view.seat is not None
    me, partner = view.seat, facts_of(view.rules).partner_of[view.seat]
    foes = [seat for seat in range(len(view.seats)) if seat not in (me, partner)]
    foes.sort(key=lambda seat: view.sides[view.rules.seat_side(seat)].score)
    order = ([] if partner is None else [partner]) + [me, *foes]
    best = sorted(view.turned, key=lambda card: -card_worth(view.rules, card))
    given = dict(zip(order, best, strict=True))
    return GiveTurned(tuple(given[seat] for seat in range(len(view.seats))))


def draw(view: View) -> Draw:
    """Keep what is worth more than the next card; with a hand fit for a nil, what is worth less."""
    assert view.hand is not None
    assert view.top is not None
    rules = view.rules
    sight = Sight(view, view.hand)
    unseen = sight.unseen.copy()
    unseen[view.top] -= 1
    left = +unseen
    average = sum(card_worth(rules, card) * left[card] for card in left) / left.total()
    better = card_worth(rules, view.top) > average
    half = 2 * len(view.hand) >= lore_of(rules).deck.hand_size
    nil = half and nil_risk(sight.own, sight.out, 1) < NIL_HAND
    return Draw(better != nil)

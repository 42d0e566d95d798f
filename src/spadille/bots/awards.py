"""Award jacks (rules 10.15 to 10.17): what catching them is worth, and to whom.

Whoever has caught nothing wants one jack; whoever has one does not want another, unless it is the
last of all three.
"""

from functools import lru_cache

from spadille.bots.contracts import BAG_CARE
from spadille.bots.goals import care
from spadille.bots.sight import Sight, lore_of
from spadille.cards import Card
from spadille.game import scoring
from spadille.rules import Rules
from spadille.view import View

FALLS = 0.3
"""The chance that a player who holds a jack of the suit led, and plays later, plays it."""
STANDS = 0.6
"""The chance that a jack that is kept survives a higher card still out."""


@lru_cache(maxsize=4096)
def pay(rules: Rules, caught: tuple[Card, ...]) -> float:
    """The points of the jacks that a player has caught; a bag less at its price."""
    line, hearts = scoring.awards(rules, lore_of(rules).deck, caught)
    limit = rules.scoring.bag_limit
    relief = BAG_CARE * scoring.bag_penalty(rules, limit)[0] / limit if limit else 0.0
    return (0.0 if line is None else line.points) + relief * hearts


class Awards:
    """The award jacks of one decision."""

    def __init__(self, view: View, sight: Sight) -> None:
        self.view = view
        self.sight = sight
        self.jacks = () if view.unbid else sight.lore.deck.awards
        side = view.rules.seat_side
        mine = side(sight.me)
        signs = [
            1.0 if side(seat) == mine else -care(view, side(seat), mine)
            for seat in range(sight.seats)
        ]
        self.gains: dict[Card, list[float]] = {
            jack: [
                sign * self._gain(known.caught, (jack,))
                for sign, known in zip(signs, view.seats, strict=True)
            ]
            for jack in self.jacks
        }
        self.signs = signs

    def _gain(self, caught: tuple[Card, ...], more: tuple[Card, ...]) -> float:
        rules = self.view.rules
        return pay(rules, caught + more) - pay(rules, caught)

    def prizes(self, card: Card, later: list[int]) -> list[float]:
        """What the jacks in the trick mean to the viewer, by the seat that takes it."""
        sight, suit_of = self.sight, self.sight.lore.suit
        cards = (*self.view.trick, card)
        lying = tuple(played for played in cards if played in self.jacks)
        found = [
            sign * self._gain(known.caught, lying) if lying else 0.0
            for sign, known in zip(self.signs, self.view.seats, strict=True)
        ]
        led = suit_of[cards[0]]
        for jack in self.jacks:
            if suit_of[jack] == led and sight.unseen[jack] > 0:
                chance = FALLS * sum(sight.share(seat, led) for seat in later)
                found = [a + chance * b for a, b in zip(found, self.gains[jack], strict=True)]
        return found

    def kept(self, card: Card) -> float:
        """What the jacks that stay in hand promise when another card is played."""
        sight, lore = self.sight, self.sight.lore
        total = 0.0
        for jack in self.jacks:
            held = sight.hand.count(jack) - (jack == card)
            if held > 0:
                stands = STANDS ** sight.above(lore.suit[jack], lore.deck.strength[jack])
                gains = self.gains[jack]
                others = (sum(gains) - gains[sight.me]) / (sight.seats - 1)
                total += held * (stands * gains[sight.me] + (1 - stands) * others)
        return total

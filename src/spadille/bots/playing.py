"""The play of the cards: the card whose likely outcome is worth most.

For each card that may be played: who is likely to win the trick and what that is worth, plus
what the cards that remain are good for.
"""

from spadille.bots.awards import Awards
from spadille.bots.contracts import nil_alive
from spadille.bots.estimate import Table, sure_tricks, table_of, tricks
from spadille.bots.goals import Goals, goals
from spadille.bots.nils import nil_risk, without
from spadille.bots.sight import JUNK, TRUMP, Sight, Strengths
from spadille.cards import Card
from spadille.game.actions import PlayCard
from spadille.game.facts import facts_of
from spadille.view import View

EAGER = 1.0
SHY = 0.6
"""How often a player beats a trick that he wants, or does not want."""
TRIFLE = 0.01
SHELTER = 0.9
"""How surely a higher card of another player saves a nil."""


def foes_of(view: View, seat: int) -> int:
    """The number of opponents."""
    return len(view.seats) - (1 if facts_of(view.rules).partner_of[seat] is None else 2)


def play(view: View) -> PlayCard:
    """Choose a card to play."""
    cards = [action.card for action in view.legal if isinstance(action, PlayCard)]
    if len(cards) == 1:
        return PlayCard(cards[0])
    assert view.hand is not None
    sight = Sight(view, view.hand)
    return PlayCard(max(cards, key=Choice(view, sight).value))


class Choice:
    """One decision: what every card would bring."""

    def __init__(self, view: View, sight: Sight) -> None:
        self.view = view
        self.sight = sight
        self.table: Table = table_of(sight, foes_of(view, sight.me))
        self.mine = tricks(sight.own, sight.out, self.table)
        self.nil = nil_alive(view, sight.me)
        if self.nil:
            self.mine = 0.1
        self.goals: Goals = goals(view, sight, self.mine)
        self.later = self._later()
        self.awards = Awards(view, sight)

    def _later(self) -> list[int]:
        """The seats that play after the viewer."""
        view, seats = self.view, self.sight.seats
        away = view.dealer if view.rules.deal.short_dealer and not view.tricks else None
        first = view.trick_seats[0] if view.trick_seats else self.sight.me
        order = [(first + step) % seats for step in range(seats)]
        order = [seat for seat in order if seat != away]
        return order[order.index(self.sight.me) + 1 :]

    def value(self, card: Card) -> float:
        """The worth of playing a card, in points."""
        worth, jacks = self.goals.worth, 0.0
        if self.awards.jacks:
            prizes = self.awards.prizes(card, self.later)
            worth = [points + prize for points, prize in zip(worth, prizes, strict=True)]
            jacks = self.awards.kept(card)
        now = sum(chance * worth[seat] for seat, chance in self.winners(card, worth))
        return now + self.future(card) + jacks

    def future(self, card: Card) -> float:
        """What the remaining cards are good for."""
        sight = self.sight
        suit, strength = sight.lore.suit[card], sight.lore.deck.strength[card]
        rest: Strengths = sight.own if suit == JUNK else without(sight.own, suit, strength)
        size = strength + 13 * (suit == TRUMP)
        if self.nil:
            risk = nil_risk(rest, sight.out, self.table.others)
            return -self.goals.nil * risk + TRIFLE * size
        appetite = self.goals.appetite
        kept = tricks(rest, sight.out, self.table)
        trifle = -TRIFLE * size if appetite > 0 else TRIFLE * size
        return appetite * kept + trifle

    def winners(self, card: Card, worth: list[float]) -> list[tuple[int, float]]:
        """The seats that may take the trick if the card is played, with their chances.

        `worth` is what it means to the viewer if a seat takes it.
        """
        view, sight = self.view, self.sight
        deck, suit_of = sight.lore.deck, sight.lore.suit
        cards = [*view.trick, card]
        place = deck.winner(cards)
        top = cards[place]
        seats = (*view.trick_seats, sight.me)
        best = seats[place]
        led = next((suit_of[c] for c in cards if suit_of[c] != JUNK), JUNK)
        if not self.later or led == JUNK:
            return [(best, 1.0)]
        top_suit, strength = suit_of[top], deck.strength[top]
        if deck.last_of_equals:
            strength -= 1
        beats = [
            self._beats(seat, led, top_suit, strength) * self._wish(seat, worth[seat])
            for seat in self.later
        ]
        beats = self._sheltered(beats)
        stays = 1.0
        for chance in beats:
            stays *= 1 - chance
        shares = []
        for number, chance in enumerate(beats):
            keeps = chance
            for following in beats[number + 1 :]:
                keeps *= 1 - following / 2
            shares.append(keeps)
        total = sum(shares)
        scale = (1 - stays) / total if total else 0.0
        found = [(seat, part * scale) for seat, part in zip(self.later, shares, strict=True)]
        return [(best, stays), *found]

    def _sheltered(self, beats: list[float]) -> list[float]:
        """The same chances, once the others have played over those who want no trick."""
        found = beats[:]
        for number, seat in enumerate(self.later):
            if nil_alive(self.view, seat):
                for other, chance in enumerate(beats):
                    if other != number:
                        found[number] *= 1 - SHELTER * chance
        return found

    def _beats(self, seat: int, led: int, top_suit: int, strength: int) -> float:
        """The chance that a seat still to play beats the highest card."""
        sight = self.sight
        share = sight.share(seat, led)
        length = len(sight.out[led])
        higher = sight.above(top_suit, strength)
        if nil_alive(self.view, seat):
            if led != top_suit:
                return 0.0
            miss: float = (1 - share) ** (length - higher)
            return miss - float((1 - share) ** length)
        empty = float((1 - share) ** length)
        holds = 1 - float((1 - share) ** higher) if led == top_suit else 0.0
        if led != TRUMP:
            trumps = higher if top_suit == TRUMP else len(sight.out[TRUMP])
            ruffs = 1 - float((1 - sight.share(seat, TRUMP)) ** trumps)
            holds += empty * ruffs
        return holds

    def _wish(self, seat: int, worth: float) -> float:
        """How keen a seat is on the trick."""
        view = self.view
        if nil_alive(view, seat):
            return 1.0
        ours = view.rules.seat_side(seat) == view.rules.seat_side(self.sight.me)
        gain = worth if ours else -worth
        return EAGER if gain > 0 else SHY


__all__ = ["Choice", "foes_of", "play", "sure_tricks"]

"""The cards that a seat does not see: where each of them may lie, and worlds that fit that.

What is certain is used exactly: suits that a seat has shown not to hold, cards exchanged, cards
known from the French cut or from a claim, own discards, and a pile that nobody sees (rule 4.5).
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from spadille import _kernel
from spadille.bots.first_lead import low_clubs
from spadille.bots.kernel import AWAY, Place, Worlds, owners, pack_of, tricks_seen
from spadille.cards import Card, Suit
from spadille.game.deck import deck_of, hand_size_of
from spadille.game.facts import facts_of, spade_breaks
from spadille.game.state import Phase
from spadille.rules import Rules
from spadille.rules.choices import ExchangeMode, FirstLeader, FirstTrickSpades
from spadille.view import View

PLACES = AWAY + 1


class NoWorldError(ValueError):
    """A view that no deal of the cards can lead to."""


class Hidden(NamedTuple):
    """What a seat knows of the cards.

    `owners` says who holds each card, as far as it is known; `may` the places where an unknown card
    may lie, as bits (0: known); `room` how many unknown cards lie in each place.
    """

    owners: bytes
    may: tuple[int, ...]
    room: tuple[int, ...]

    def deal(self, worlds: int, seed: int) -> Worlds:
        """Draw worlds, each as likely as every other; raises `NoWorldError` if none fits."""
        try:
            dealt = _kernel.deal_worlds(self.owners, self.may, self.room, worlds=worlds, seed=seed)
        except ValueError as error:
            raise NoWorldError("no deal of the cards fits this view") from error
        return np.frombuffer(dealt, np.uint8).reshape(worlds, len(self.owners))


def hidden(view: View, place: Place) -> Hidden:
    """Work out what the viewer does not know; raises `NoWorldError` if the counts do not fit.

    A seat that has not looked at its cards does not know them either.
    """
    if view.seat is None:
        raise NoWorldError("a watcher decides nothing")
    others = [s for s in range(len(view.seats)) if s != view.seat or view.hand is None]
    known, free = _unseen(view, place)
    room = [0] * PLACES
    for seat in others:
        room[seat] = _cards(view, seat)
    room[AWAY] = len(free) - sum(room)
    if room[AWAY] < 0:
        raise NoWorldError("the other seats hold more cards than there are left")
    anywhere = sum(1 << number for number, cards in enumerate(room) if cards)
    may = [0] * len(known)
    for number in free:
        may[number] = anywhere
    _bind(view, others, free, may)
    return Hidden(known, tuple(may), tuple(room))


def _unseen(view: View, place: Place) -> tuple[bytes, list[int]]:
    """What the viewer sees of the cards, and the numbers of those it does not see."""
    hands = [(view.hand or ()) if seat == view.seat else () for seat in range(len(view.seats))]
    known = owners(place, hands)
    cards, thrown = pack_of(view.rules).cards, Counter(view.discards)
    free = []
    for number, owner in enumerate(known):
        if owner == _kernel.HIDDEN and thrown[cards[number]]:
            thrown[cards[number]] -= 1
        elif owner == _kernel.HIDDEN:
            free.append(number)
    return known, free


def _bind(view: View, others: list[int], free: list[int], may: list[int]) -> None:
    """Narrow down where the unseen cards may lie, by the plays and what was shown."""
    cards = pack_of(view.rules).cards
    for seat in others:
        for number in _absent(view, seat, free):
            may[number] &= ~(1 << seat)
    for number, places in low_clubs(view, free):
        may[number] &= places
    for card, places in _located(view):
        pinned = next((n for n in free if cards[n] is card and may[n] & places), None)
        if pinned is not None:
            may[pinned] &= places
    if not all(may[number] for number in free):
        raise NoWorldError("a card can lie nowhere")


def _cards(view: View, seat: int) -> int:
    """The cards of a seat; in the exchange those that are on their way count as not yet passed."""
    foreign = view.rules.seat_side(seat) != view.side
    at_once = view.rules.exchange.exchange_mode is ExchangeMode.SIMULTANEOUS
    if view.phase is Phase.EXCHANGE and (foreign or at_once):
        return hand_size_of(view.rules, view.dealer, seat)
    return view.seats[seat].cards


def _absent(view: View, seat: int, free: list[int]) -> set[int]:
    """The unknown cards that a seat has shown not to hold."""
    pack, deck = pack_of(view.rules), deck_of(view.rules)
    void: set[Suit | None] = set()
    below = -1
    broken = False
    for done, (seats, cards) in enumerate(tricks_seen(view)):
        led: Suit | None = None
        for at, (who, card) in enumerate(zip(seats, cards, strict=True)):
            suit = deck.suit_of[card]
            if who == seat:
                if at == 0:
                    void |= _shown_by_lead(view.rules, suit, done, broken=broken)
                elif led is not None and suit is not led:
                    void.add(led)
                    if suit is Suit.SPADES and not done and _no_spades_first(view.rules):
                        void |= {None, *Suit} - {Suit.SPADES}
                if suit is Suit.CLUBS and not done and _low_clubs_first(view.rules):
                    below = deck.strength[card]
            broken = broken or (suit is Suit.SPADES and spade_breaks(view.rules, led))
            led = led or suit
    return {
        number
        for number in free
        for card in (pack.cards[number],)
        if deck.suit_of[card] in void
        or (deck.suit_of[card] is Suit.CLUBS and deck.strength[card] < below)
    }


def _no_spades_first(rules: Rules) -> bool:
    return rules.play.first_trick_spades is FirstTrickSpades.FORBIDDEN


def _low_clubs_first(rules: Rules) -> bool:
    return rules.play.first_leader is FirstLeader.ALL_LOW_CLUB


def _shown_by_lead(rules: Rules, suit: Suit | None, done: int, *, broken: bool) -> set[Suit | None]:
    """The suits that a leader has shown not to hold: none but spades, or only junk."""
    void: set[Suit | None] = set()
    if suit is None:
        void.update(Suit)
    elif suit is Suit.SPADES and done < facts_of(rules).closed_tricks[broken]:
        void.update(other for other in Suit if other is not Suit.SPADES)
    return void


def _located(view: View) -> Iterator[tuple[Card, int]]:
    """Cards that are not played yet and the places, as bits, where they have to lie."""
    partner = facts_of(view.rules).partner_of[view.seat] if view.seat is not None else None
    twice = view.rules.deck.packs > 1
    if partner is not None:
        passed = Counter(view.passed or ())
        passed.subtract(_played_by(view, partner))
        if twice:  # which of two copies came back is not known
            passed.subtract(view.received or ())
        for card in passed.elements():
            yield card, 1 << partner
    for seat, known in enumerate(view.seats):
        if seat == view.seat and view.hand is not None:
            continue
        exchanged = view.sides[known.side].exchanged
        if known.exposed is not None and not (
            twice and (exchanged or view.phase is Phase.EXCHANGE)
        ):
            mate = facts_of(view.rules).partner_of[seat]
            yield known.exposed, 1 << seat | (1 << mate if exchanged and mate is not None else 0)
        shown = Counter(known.shown or ())
        shown.subtract(_played_by(view, seat))
        for card in shown.elements():
            yield card, 1 << seat


def _played_by(view: View, seat: int) -> Iterator[Card]:
    for seats, cards in tricks_seen(view):
        yield from (card for who, card in zip(seats, cards, strict=True) if who == seat)

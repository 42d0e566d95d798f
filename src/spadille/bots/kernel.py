"""The way to the compiled part: rules, positions and worlds in its numbers, outcomes back.

The kernel numbers the cards of a pack by suit and strength; two copies of a face have two numbers.
A world says who holds each card that is not played: the hands of all seats. What is in no hand
lies out of play (rule 4.5).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spadille import _kernel
from spadille.cards import Card, Suit
from spadille.game.deck import deck_of
from spadille.game.facts import facts_of, first_sitter
from spadille.rules import Rules
from spadille.rules.choices import FirstLeader, FirstTrickSpades
from spadille.view import View

Hands = Sequence[Sequence[Card]]
"""A world: the cards of every seat."""

Worlds = NDArray[np.uint8]
"""Worlds by cards: who holds each card, in the kernel's numbers."""

Outcome = bytes
"""How a deal ended: the tricks of each group of seats, then who caught each award card."""

NOBODY = _kernel.GONE
"""In an outcome: no group caught the award card."""

AWAY = 6
"""The place of cards that are out of play, after the six seats."""

_SUITS: tuple[Suit | None, ...] = (None, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)


class Pack(NamedTuple):
    """The pack of a rule set in the kernel's numbers, and the rules of its play.

    `cards` gives the face of a number, `numbers` the numbers of a face; `awards` are the numbers of
    the award cards.
    """

    cards: tuple[Card, ...]
    numbers: dict[Card, tuple[int, ...]]
    awards: tuple[int, ...]
    rules: _kernel.Rules


@cache
def pack_of(rules: Rules) -> Pack:
    """Work out the pack of a rule set.

    >>> pack = pack_of(Rules())
    >>> pack.cards[0], pack.cards[-1], pack.numbers[Card("AS")]
    (<Card.C2: '2C'>, <Card.SA: 'AS'>, (51,))
    """
    deck = deck_of(rules)
    suits = {suit: number for number, suit in enumerate(_SUITS)}
    cards = tuple(sorted(deck.pack, key=lambda c: (suits[deck.suit_of[c]], deck.strength[c], c)))
    numbers: dict[Card, tuple[int, ...]] = {}
    for number, card in enumerate(cards):
        numbers[card] = (*numbers.get(card, ()), number)
    awards = tuple(number for card in deck.awards for number in numbers.get(card, ()))
    return Pack(
        cards,
        numbers,
        awards,
        _kernel.Rules(
            seats=rules.table.seats,
            side_of=[rules.seat_side(seat) for seat in range(rules.table.seats)],
            suit_of=[suits[deck.suit_of[card]] for card in cards],
            strength=[deck.strength[card] for card in cards],
            awards=awards,
            last_of_equals=deck.last_of_equals,
            closed_tricks=facts_of(rules).closed_tricks[0],
            forced_lead_breaks=rules.play.forced_lead_breaks,
            first_trick_spades=rules.play.first_trick_spades is FirstTrickSpades.ALLOWED,
            all_low_club=rules.play.first_leader is FirstLeader.ALL_LOW_CLUB,
        ),
    )


class Place(NamedTuple):
    """Where a deal stands, as far as the kernel has to know."""

    rules: Rules
    leader: int
    turn: int
    done: tuple[Card, ...]
    trick: tuple[Card, ...]
    won: tuple[int, ...]
    caught: tuple[tuple[Card, ...], ...]
    broken: bool
    must_lead: Card | None
    sitter: int | None


def place_of_view(view: View) -> Place:
    """Where a deal in play stands, told by the view of the seat that has to play."""
    if view.seat is None or view.leader is None:
        raise ValueError("only a seat at its turn to play has a place in the play")
    return Place(
        rules=view.rules,
        leader=view.leader,
        turn=view.seat,
        done=tuple(card for trick in view.tricks for card in trick.cards),
        trick=view.trick,
        won=tuple(seat.tricks for seat in view.seats),
        caught=tuple(seat.caught for seat in view.seats),
        broken=view.broken,
        must_lead=view.must_lead,
        sitter=view.sitter,
    )


def beginning(view: View, leader: int, card: Card | None = None) -> Place:
    """Where the play of a deal begins with this leader, and a card if one has to be led."""
    return Place(
        rules=view.rules,
        leader=leader,
        turn=leader,
        done=(),
        trick=(),
        won=(0,) * len(view.seats),
        caught=((),) * len(view.seats),
        broken=False,
        must_lead=card,
        sitter=first_sitter(view.rules, view.dealer),
    )


def tricks_seen(view: View) -> list[tuple[tuple[int, ...], tuple[Card, ...]]]:
    """The seats and the cards of every trick, the present one last."""
    return [*((trick.seats, trick.cards) for trick in view.tricks), (view.trick_seats, view.trick)]


def played(view: View) -> list[tuple[int, int]]:
    """The seat and the number of every card played, in order."""
    numbers = pack_of(view.rules).numbers
    copies: Counter[Card] = Counter()
    found = []
    for seats, cards in tricks_seen(view):
        for seat, card in zip(seats, cards, strict=True):
            found.append((seat, numbers[card][copies[card]]))
            copies[card] += 1
    return found


def as_begun(view: View, worlds: Worlds) -> Worlds:
    """Worlds as they were when the play began: with all cards played back in their hands."""
    found = worlds.copy()
    for seat, number in played(view):
        found[:, number] = seat
    return found


def owners(place: Place, hands: Hands) -> bytes:
    """A world as the kernel takes it: the owner of every card.

    Of two copies the one played first has the lowest number, then come those of the seat at turn,
    so that these numbers are the same in every world.
    """
    pack = pack_of(place.rules)
    by_number = bytearray([_kernel.HIDDEN]) * len(pack.cards)
    order = [place.turn, *(seat for seat in range(len(hands)) if seat != place.turn)]
    if place.rules.deck.packs == 1:
        numbers = pack.numbers
        for card in (*place.done, *place.trick):
            by_number[numbers[card][0]] = _kernel.GONE
        for seat in order:
            for card in hands[seat]:
                by_number[numbers[card][0]] = seat
        return bytes(by_number)
    left = {card: list(reversed(copies)) for card, copies in pack.numbers.items()}
    for card in (*place.done, *place.trick):
        by_number[left[card].pop()] = _kernel.GONE
    for seat in order:
        for card in hands[seat]:
            by_number[left[card].pop()] = seat
    return bytes(by_number)


def _trick_numbers(place: Place, pack: Pack) -> list[int]:
    """The numbers of the cards in the trick: of two copies the one after those played before."""
    numbers = []
    for at, card in enumerate(place.trick):
        before = place.done.count(card) + place.trick[:at].count(card)
        numbers.append(pack.numbers[card][before])
    return numbers


def _catchers(place: Place, pack: Pack) -> list[int]:
    """The seat that caught each copy of each award card."""
    catchers = []
    for card in deck_of(place.rules).awards:
        seats = [seat for seat, cards in enumerate(place.caught) for one in cards if one is card]
        copies = len(pack.numbers.get(card, ()))
        catchers += (seats + [_kernel.GONE] * copies)[:copies]
    return catchers


def position(place: Place, hands: Hands) -> _kernel.Position:
    """The kernel's position in one world."""
    return position_of(place, owners(place, hands))


def position_of(place: Place, world: bytes) -> _kernel.Position:
    """The same for a world given as the owner of every card."""
    pack = pack_of(place.rules)
    opens = place.must_lead is not None and not place.done and not place.trick
    return _kernel.Position(
        pack.rules,
        world,
        leader=place.leader,
        trick=_trick_numbers(place, pack),
        won=list(place.won),
        caught=_catchers(place, pack),
        broken=place.broken,
        must_lead=pack.numbers[place.must_lead][0] if opens and place.must_lead else None,
        sitter=place.sitter,
    )


class Root:
    """The worlds of one decision, ready for play-outs.

    `cards` are the legal cards of the seat at turn, with the number that stands for each.
    """

    def __init__(self, place: Place, worlds: bytes, weights: Iterable[float] = ()) -> None:
        """Take the worlds, one after the other; without weights all weigh the same."""
        pack = pack_of(place.rules)
        size = len(pack.cards)
        if not worlds:
            raise ValueError("no world to play in")
        self.place = place
        self.pack = pack
        self.position = position_of(place, worlds[:size])
        self.worlds = len(worlds) // size
        self._owners = worlds
        self._weights = list(weights)
        # Of two copies in the hand either will do.
        legal = reversed(self.position.legal())
        self.cards = {pack.cards[number]: number for number in legal}

    def play(  # noqa: PLR0913 - all that an experiment depends on
        self,
        cards: Sequence[Card],
        *,
        first: int = 0,
        last: int | None = None,
        repeats: int = 1,
        seed: int = 0,
        goals: _kernel.Goals | None = None,
        groups: Sequence[int] = (),
        threads: int = 1,
        limit: int = 1 << 16,
    ) -> dict[Card, list[tuple[Outcome, float]]]:
        """Play each card in the worlds from `first` to before `last`, `repeats` times in each.

        Every card meets the same worlds and the same chances. The answer holds for each card its
        distinct outcomes and their weights.
        """
        found = _kernel.search(
            self.position,
            self._owners,
            [self.cards[card] for card in cards],
            weights=self._weights,
            first=first,
            last=last,
            repeats=repeats,
            seed=seed,
            goals=goals,
            groups=list(groups),
            threads=threads,
            limit=limit,
        )
        return dict(zip(cards, found, strict=True))

    def play_all(
        self, *, seed: int, goals: _kernel.Goals | None, groups: Sequence[int]
    ) -> list[tuple[Outcome, float]]:
        """Play the position itself out, once in each world: the outcomes and their weights."""
        found = _kernel.search(
            self.position,
            self._owners,
            [],
            weights=self._weights,
            seed=seed,
            goals=goals,
            groups=list(groups),
        )
        return found[0]

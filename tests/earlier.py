"""The tricks that led to a position: legal ones, built from the last one back to the first.

A seat that does not follow may have no card of the suit led in any later trick, so going back it is
known at once who has to follow. Tricks in which all follow need four cards of a suit: odd cards
are discarded in late tricks, and one ruff in time lets spades be led after it.
"""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spadille.cards import Card, Suit
from spadille.game.deck import Deck, deck_of
from spadille.rules import Rules
from spadille.rules.choices import LeadSpades

SEATS = 4
Hands = list[list[Card]]
Played = list[Card]
"""The cards of a trick by seat."""

SAMPLES, BRANCHES, EFFORT = 4, 3, 60
"""Tricks that are thought of, those of them that are tried, and tricks tried in all."""
FOLLOWS = 0.8
"""How often a seat that need not have the suit led has it."""


class Void(NamedTuple):
    """A seat without a suit, from a trick on."""

    seat: int
    suit: Suit
    since: int


class Plan(NamedTuple):
    """Who takes the tricks, who is out of what, and the trick in which a ruff breaks spades."""

    winners: list[int]
    voids: list[Void]
    ruff: int
    ruffed: Suit | None


class Tricks(NamedTuple):
    """The tricks before a position, the first one first, and who led to the first."""

    leader: int
    cards: list[Played]


class Past:
    """The cards that are played, to be laid out in tricks before hands that are left over."""

    def __init__(self, rules: Rules, rng: random.Random, ends: Hands) -> None:
        self.deck: Deck = deck_of(rules)
        self.rng = rng
        self.effort = EFFORT
        self.lead = rules.play.lead_spades
        kept = {card for hand in ends for card in hand}
        self.pool: dict[Suit, list[Card]] = {suit: [] for suit in Suit}
        for card in self.deck.pack:
            if card not in kept:
                self.pool[self._suit(card)].append(card)
        for cards in self.pool.values():
            cards.sort(key=self.deck.strength.__getitem__)
        self.later = [{self.deck.suit_of[card] for card in hand} for hand in ends]

    def tricks(self, won: Sequence[int], leader: int, out: Sequence[int]) -> Tricks | None:
        """Tricks won so by the seats, the last by the `leader`; `out` have shown no more spades."""
        plan = self.plan(list(won), leader, out)
        if not plan.winners:
            return Tricks(leader, [])
        return next(self._back(len(plan.winners), plan, []), None)

    def _suit(self, card: Card) -> Suit:
        suit = self.deck.suit_of[card]
        assert suit is not None
        return suit

    def plan(self, won: list[int], leader: int, out: Sequence[int]) -> Plan:
        """Draw who wins which trick, and who ruffs first."""
        winners = [seat for seat in range(SEATS) for _ in range(won[seat])]
        self.rng.shuffle(winners)
        if winners:
            place = max(at for at, seat in enumerate(winners) if seat == leader)
            winners[place], winners[-1] = winners[-1], winners[place]
        voids = [Void(seat, Suit.SPADES, 5) for seat in out]
        if self.lead is not LeadSpades.AFTER_BROKEN or not self.pool[Suit.SPADES]:
            return Plan(winners, voids, 0, None)
        options = [
            (at, seat, suit)
            for at, seat in enumerate(winners, 1)
            for suit in Suit
            if suit is not Suit.SPADES and suit not in self.later[seat] and self.pool[suit]
        ]
        options = [option for option in options if option[0] > 1] or options
        if not options:
            return Plan(winners, voids, len(winners), None)
        first = min(option[0] for option in options)
        at, seat, suit = self.rng.choice([o for o in options if o[0] <= first + 1])
        return Plan(winners, [*voids, Void(seat, suit, at)], at, suit)

    def _back(self, at: int, plan: Plan, done: list[Played]) -> Iterator[Tricks]:
        winner = plan.winners[at - 1]
        found = []
        for _ in range(SAMPLES):
            leader = plan.winners[at - 2] if at > 1 else self.rng.randrange(SEATS)
            trick = self._trick(at, plan, leader, winner)
            if trick is not None:
                found.append((self._rest(trick, at), self.rng.random(), leader, trick))
        for _, _, leader, trick in sorted(found, key=lambda row: row[:2])[:BRANCHES]:
            self.effort -= 1
            if self.effort < 0:
                return
            if at == 1:
                yield Tricks(leader, [trick, *done])
                continue
            before = [set(suits) for suits in self.later]
            for seat, card in enumerate(trick):
                self.pool[self._suit(card)].remove(card)
                self.later[seat].add(self._suit(card))
            yield from self._back(at - 1, plan, [trick, *done])
            self.later = before
            for card in trick:
                self.pool[self._suit(card)].append(card)
                self.pool[self._suit(card)].sort(key=self.deck.strength.__getitem__)

    def _rest(self, trick: Played, at: int) -> int:
        """How many cards are left over if the tricks before are all of one suit each."""
        counts = {suit: len(cards) for suit, cards in self.pool.items()}
        for card in trick:
            counts[self._suit(card)] -= 1
        odd = sum(min(count % SEATS, 2) for count in counts.values())
        return odd if at <= 7 else 0

    def _trick(self, at: int, plan: Plan, leader: int, winner: int) -> Played | None:
        """A trick at random, or None if it cannot be."""
        rng = self.rng
        banned = {(void.seat, void.suit) for void in plan.voids if at >= void.since}
        ruff = at == plan.ruff and plan.ruffed is not None
        led = self._led(at, plan, leader, banned)
        if led is None:
            return None
        following = [
            seat
            for seat in range(SEATS)
            if seat == leader
            or led in self.later[seat]
            or ((seat, led) not in banned and rng.random() < FOLLOWS)
        ]
        if any((seat, led) in banned for seat in following):
            return None
        if len(following) > len(self.pool[led]):
            return None
        if ruff and winner in following:
            return None
        chosen = rng.sample(self.pool[led], len(following))
        rng.shuffle(chosen)
        if winner in following:  # takes it with the highest
            top = max(chosen, key=self.deck.strength.__getitem__)
            chosen.remove(top)
            chosen.insert(following.index(winner), top)
        trick = dict(zip(following, chosen, strict=True))
        left = {suit: list(cards) for suit, cards in self.pool.items() if suit is not led}
        for seat in rng.sample(range(SEATS), SEATS):
            if seat not in trick:
                wanted = self._other(seat, left, banned, spade=seat == winner)
                if wanted is None:
                    return None
                trick[seat] = wanted
        return [trick[seat] for seat in range(SEATS)]

    def _led(self, at: int, plan: Plan, leader: int, banned: set[tuple[int, Suit]]) -> Suit | None:
        if at == plan.ruff and plan.ruffed is not None:
            return plan.ruffed
        closed = {
            LeadSpades.AFTER_BROKEN: at <= plan.ruff,
            LeadSpades.ANYTIME: False,
            LeadSpades.AFTER_FIRST_TRICK: at <= 1,
            LeadSpades.FIRST_THREE_TRICKS: at <= 3,
        }[self.lead]
        suits = [
            suit
            for suit, cards in self.pool.items()
            if cards and (leader, suit) not in banned and not (closed and suit is Suit.SPADES)
        ]
        weights = [len(self.pool[suit]) for suit in suits]
        return self.rng.choices(suits, weights)[0] if suits else None

    def _other(
        self, seat: int, left: dict[Suit, list[Card]], banned: set[tuple[int, Suit]], *, spade: bool
    ) -> Card | None:
        """A ruff for the winner, a discard for the others."""
        suits = [
            suit
            for suit, cards in left.items()
            if cards and (seat, suit) not in banned and (suit is Suit.SPADES) is spade
        ]
        if not suits:
            return None
        suit = self.rng.choices(suits, [1 + 3 * (len(left[one]) % SEATS) for one in suits])[0]
        card = self.rng.choice(left[suit])
        left[suit].remove(card)
        return card


__all__ = ["SEATS", "Hands", "Past", "Tricks"]

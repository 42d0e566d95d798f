"""The draw for seats and the first dealer (rules 3.3 to 3.5)."""

from collections.abc import Iterator, Sequence

from spadille.cards import JOKERS, RANKS, Card, Suit
from spadille.game.events import AnyEvent, DealerFound, SeatsDrawn
from spadille.game.state import State
from spadille.rules.choices import FirstDealer, Seating

_SUITS = {FirstDealer.FIRST_DIAMOND: Suit.DIAMONDS, FirstDealer.FIRST_SPADE: Suit.SPADES}


def items(state: State) -> tuple[Card | int, ...]:
    """What is to be put into a random order: seats, or cards to draw from the top."""
    if state.rules.deal.first_dealer is FirstDealer.RANDOM:
        return tuple(range(state.rules.table.seats))
    return tuple(card for card in state.deck.pack if card not in JOKERS)


def seated(state: State, order: Sequence[Card | int]) -> AnyEvent:
    """Who deals first and, where the seats are drawn, who sits where."""
    rule = state.rules.deal.first_dealer
    if rule is FirstDealer.RANDOM:
        return DealerFound(int(order[0]))
    cards = [Card(str(card)) for card in order]
    if rule is FirstDealer.HIGH_CARD_DRAW:
        return _draw(state, cards)
    place = next(place for place, card in enumerate(cards) if card.printed_suit is _SUITS[rule])
    return DealerFound(place % state.rules.table.seats, tuple(cards[: place + 1]))


def _draw(state: State, cards: list[Card]) -> SeatsDrawn:
    """Every player draws; the highest deals, the next sits at his left, and so on."""
    seats = state.rules.table.seats
    drawn: list[list[Card]] = [[] for _ in range(seats)]
    ranking = _ranked(list(range(seats)), iter(cards), drawn)
    by_seat = tuple(tuple(own) for own in drawn)
    players = [state.players[seat] for seat in range(seats)]
    if state.rules.deal.seating is Seating.AS_THEY_COME:
        return SeatsDrawn(by_seat, tuple(players), ranking[0])
    return SeatsDrawn(by_seat, tuple(players[seat] for seat in ranking), 0)


def _ranked(seats: list[int], cards: Iterator[Card], drawn: list[list[Card]]) -> list[int]:
    """The seats by the cards they draw, the highest first; equals draw again for their places.

    Should the pack run out, equals keep the order in which they sit.
    """
    fresh = dict(zip(seats, cards, strict=False))
    if len(fresh) < len(seats):
        return seats
    by_rank: dict[int, list[int]] = {}
    for seat, card in fresh.items():
        drawn[seat].append(card)
        by_rank.setdefault(RANKS.index(card.rank), []).append(seat)
    ranking: list[int] = []
    for rank in sorted(by_rank, reverse=True):
        equals = by_rank[rank]
        ranking += equals if len(equals) == 1 else _ranked(equals, cards, drawn)
    return ranking

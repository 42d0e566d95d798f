"""Cutting the pack, dealing it out, and drawing hands from the stock."""

from collections.abc import Iterator
from itertools import permutations

from spadille.cards import Card
from spadille.game.actions import AnyAction, CutPile, Draw, GiveTurned, Reason, StackPiles
from spadille.game.events import (
    AnyEvent,
    Drew,
    PileCut,
    PilesStacked,
    PilesTurned,
    TurnedGiven,
)
from spadille.game.state import State, clockwise, eldest
from spadille.rules.choices import Cut, Hands


def has_french_cut(state: State) -> bool:
    """Whether the pack is cut the French way before it is dealt (rule 3.7)."""
    return state.rules.deal.cut is Cut.FRENCH


def has_draw(state: State) -> bool:
    """Whether the hands are drawn from the stock (rule 4.1)."""
    return state.rules.deal.hands is Hands.DRAWN


def deal_out(state: State) -> None:
    """Deal the stock one card at a time, from the dealer's left (rules 3.10 and 3.11)."""
    deal = state.deal
    order = clockwise(state, eldest(state))
    for place, seat in enumerate(order):
        deal.hands[seat] += deal.stock[place :: len(order)]
    deal.stock = []


def cutter(state: State) -> int:
    """The seat at the dealer's right, who cuts."""
    seats = state.rules.table.seats
    return (state.deal.dealer - 1) % seats


def _piles_missing(state: State) -> int:
    return state.rules.table.seats - len(state.deal.piles)


def cut_candidates(state: State) -> Iterator[AnyAction]:
    """What the cutter may do next: lay off piles, give the turned cards, stack the piles."""
    deal = state.deal
    if not deal.turned:
        yield from (CutPile(size) for size in range(1, len(deal.stock)))
    elif deal.exposed[0] is None:
        yield from (GiveTurned(cards) for cards in sorted(set(permutations(deal.turned))))
    else:
        yield from (StackPiles(order) for order in permutations(range(len(deal.piles))))


def cut_fault(state: State, action: AnyAction) -> Reason | None:
    """Why a step of the French cut is illegal (rule 3.8)."""
    deal = state.deal
    if isinstance(action, CutPile) and not deal.turned:
        most = len(deal.stock) - (_piles_missing(state) - 1)
        fits = type(action.size) is int and 1 <= action.size <= most
        return None if fits else Reason.PILE_SIZE
    if isinstance(action, GiveTurned) and deal.turned and deal.exposed[0] is None:
        return None if sorted(action.cards) == sorted(deal.turned) else Reason.TURNED_CARDS
    if isinstance(action, StackPiles) and deal.turned and deal.exposed[0] is not None:
        whole = list(range(len(deal.piles)))
        return None if sorted(action.piles) == whole else Reason.PILE_ORDER
    return Reason.NOT_NOW


def cut_events(seat: int, action: AnyAction) -> list[AnyEvent]:
    """What a step of the French cut brings about."""
    match action:
        case CutPile(size):
            return [PileCut(seat, size)]
        case GiveTurned(cards):
            return [TurnedGiven(seat, cards)]
        case StackPiles(piles):
            return [PilesStacked(seat, piles)]
        case _:
            return []


def after_cut(state: State) -> AnyEvent | None:
    """Turn the top cards up once all piles lie there."""
    deal = state.deal
    if not deal.turned and not _piles_missing(state):
        return PilesTurned(tuple(pile[0] for pile in deal.piles))
    return None


def fold_pile_cut(state: State, event: PileCut) -> None:
    """Lay off a pile; the rest of the pack is the last pile."""
    deal = state.deal
    deal.piles.append(deal.stock[: event.size])
    deal.stock = deal.stock[event.size :]
    if _piles_missing(state) == 1:
        deal.piles.append(deal.stock)
        deal.stock = []


def fold_piles_turned(state: State, event: PilesTurned) -> None:
    """Take the top cards off the piles."""
    state.deal.turned = list(event.cards)
    state.deal.piles = [pile[1:] for pile in state.deal.piles]


def fold_turned_given(state: State, event: TurnedGiven) -> None:
    """Give each seat its card, open to all until it is played (rule 3.9)."""
    for seat, card in enumerate(event.cards):
        state.deal.exposed[seat] = card
        state.deal.hands[seat].append(card)


def fold_piles_stacked(state: State, event: PilesStacked) -> None:
    """Put the pack together again."""
    deal = state.deal
    deal.stock = [card for pile in event.piles for card in deal.piles[pile]]
    deal.piles = []


def drawer(state: State) -> int:
    """Whose turn it is to draw; the eldest begins (rule 4.2)."""
    order = clockwise(state, eldest(state))
    return order[len(state.deal.drew) % len(order)]


def draws_left(state: State) -> int:
    """Turns of drawing that are still to come."""
    return state.deck.hand_size * state.rules.table.seats - len(state.deal.drew)


def draw_legal() -> list[AnyAction]:
    """Keep or reject."""
    return [Draw(keep=True), Draw(keep=False)]


def draw_fault(action: AnyAction) -> Reason | None:
    """Why an action is illegal while the hands are drawn."""
    return None if isinstance(action, Draw) else Reason.NOT_NOW


def draw_events(seat: int, action: AnyAction) -> list[AnyEvent]:
    """A turn of drawing; the choice is public, the cards are not (rules 4.3 and 4.5)."""
    return [Drew(seat, action.keep)] if isinstance(action, Draw) else []


def fold_drew(state: State, event: Drew) -> None:
    """Keep one of the two top cards and discard the other.

    The second card is seen by its drawer unless the first was kept and the rules say that it is
    then discarded unseen (rule 4.4).
    """
    deal = state.deal
    first, second = deal.stock[0], deal.stock[1]
    del deal.stock[:2]
    kept, discarded = (first, second) if event.keep else (second, first)
    deal.hands[event.seat].append(kept)
    if event.keep and not state.rules.deal.see_second_card:
        deal.buried.append(discarded)
    else:
        deal.discards[event.seat].append(discarded)
    deal.drew.append(event.keep)


def top_card(state: State) -> Card:
    """The card that the drawer looks at."""
    return state.deal.stock[0]

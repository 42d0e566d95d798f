"""Cards exchanged between a nil bidder and his partner (rules, section 8)."""

from collections.abc import Iterator
from itertools import combinations

from spadille.cards import Card
from spadille.game.actions import AnyAction, DeclineExchange, PassCards, Reason
from spadille.game.contracts import Swap, swap_of
from spadille.game.events import AnyEvent, CardsPassed, ExchangeDeclined, ExchangeDone
from spadille.game.state import Phase, State
from spadille.rules.choices import Duty, ExchangeMode


def swap(state: State, side: int) -> Swap | None:
    """The exchange that a side is due, done or not."""
    return swap_of(state.rules, state.deal.bids, side)


def _open_swaps(state: State) -> Iterator[tuple[int, Swap]]:
    for side in range(state.rules.side_count if state.facts.exchanges else 0):
        found = swap(state, side) if state.deal.exchanged[side] is None else None
        if found is not None:
            yield side, found


def _givers(state: State, due: Swap) -> set[int]:
    """The seats of an exchange that have yet to give (rule 8.3)."""
    passed = state.deal.passed
    missing = {seat for seat in (due.bidder, due.partner) if passed[seat] is None}
    if state.rules.exchange.exchange_mode is ExchangeMode.SEQUENTIAL and due.bidder in missing:
        return {due.bidder}
    return missing


def actors(state: State) -> set[int]:
    """The seats that have to give cards now, of both sides at once (rules 8.1 and 8.6)."""
    return {seat for _, due in _open_swaps(state) for seat in _givers(state, due)}


def size(state: State, seat: int) -> int | None:
    """How many cards a seat has to pass now; None if it has none to pass."""
    if state.phase is not Phase.EXCHANGE or seat not in actors(state):
        return None
    return _due(state, seat).size


def _due(state: State, seat: int) -> Swap:
    found = swap(state, state.rules.seat_side(seat))
    assert found is not None
    return found


def candidates(state: State, seat: int) -> Iterator[AnyAction]:
    """Every choice of cards to pass, and declining."""
    due = _due(state, seat)
    hand = state.deck.sorted(state.deal.hands[seat])
    for cards in dict.fromkeys(combinations(hand, due.size)):
        yield PassCards(cards)
    yield DeclineExchange()


def fault(state: State, seat: int, action: AnyAction) -> Reason | None:
    """Why an action is illegal for a seat that has to give cards (rules 8.2 and 8.4)."""
    due = _due(state, seat)
    if isinstance(action, DeclineExchange):
        if seat != due.bidder:
            return Reason.NOT_NOW
        may = state.rules.exchange.exchange_duty is Duty.MAY
        return None if may else Reason.EXCHANGE_DUTY
    if not isinstance(action, PassCards):
        return Reason.NOT_NOW
    if len(action.cards) != due.size:
        return Reason.EXCHANGE_COUNT
    return None if _holds(state.deal.hands[seat], action.cards) else Reason.CARD_NOT_HELD


def _holds(hand: list[Card], cards: tuple[Card, ...]) -> bool:
    return all(hand.count(card) >= cards.count(card) for card in cards)


def events(seat: int, action: AnyAction) -> list[AnyEvent]:
    """What passing or declining brings about."""
    if isinstance(action, PassCards):
        return [CardsPassed(seat, action.cards)]
    return [ExchangeDeclined(seat)]


def after_pass(state: State) -> AnyEvent | None:
    """A side is done once both partners have given."""
    for side, due in _open_swaps(state):
        if not _givers(state, due):
            return ExchangeDone(side, due.size)
    return None


def fold_cards_passed(state: State, event: CardsPassed) -> None:
    """Lay the cards down; the partner takes them up, in a simultaneous exchange after giving."""
    deal = state.deal
    for card in event.cards:
        deal.hands[event.seat].remove(card)
    deal.passed[event.seat] = event.cards
    due = _due(state, event.seat)
    sequential = state.rules.exchange.exchange_mode is ExchangeMode.SEQUENTIAL
    if sequential or not _givers(state, due):
        for seat, other in ((due.bidder, due.partner), (due.partner, due.bidder)):
            cards = deal.passed[seat]
            if cards is not None and deal.received[other] is None:
                deal.received[other] = cards
                deal.hands[other].extend(cards)


def fold_exchange_declined(state: State, event: ExchangeDeclined) -> None:
    """End the side's exchange; a partner who has laid cards down takes them back."""
    deal = state.deal
    due = _due(state, event.seat)
    back = deal.passed[due.partner]
    if back is not None:
        deal.hands[due.partner].extend(back)
        deal.passed[due.partner] = None
    deal.exchanged[state.rules.seat_side(event.seat)] = 0


def fold_exchange_done(state: State, event: ExchangeDone) -> None:
    """Note that a side has exchanged."""
    state.deal.exchanged[event.side] = event.count

"""Whether a view can be: what comes from a broken record or program may contradict itself."""

from collections import Counter
from collections.abc import Iterator

from spadille.bots.kernel import tricks_seen
from spadille.cards import Card
from spadille.game.actions import PassCards, PlayCard
from spadille.game.auction import Step
from spadille.game.deck import deck_of, hand_size_of
from spadille.game.facts import facts_of
from spadille.game.state import Phase
from spadille.rules.choices import ExchangeMode
from spadille.view import View

_SEEING = {Step.TALK, Step.BID, Step.COME_OUT}
_HOLDING = {Phase.DRAW, Phase.EXCHANGE, Phase.PLAY}
"""Steps and phases in which a seat sees its cards."""


def is_possible(view: View) -> bool:
    """Whether cards and tricks are as many as they have to be, and legal cards are held.

    Plays that break the rules show later: no world allows them.
    """
    pack = Counter(deck_of(view.rules).pack)
    top = () if view.top is None else (view.top,)
    seen = Counter([*_gone(view), *(view.hand or ()), *view.discards, *top])
    if not seen <= pack or not all(card in pack for card in _named(view)):
        return False
    return _holds_legal(view) and _lengths_fit(view) and _tricks_fit(view)


def _gone(view: View) -> Iterator[Card]:
    for _, cards in tricks_seen(view):
        yield from cards


def _named(view: View) -> Iterator[Card]:
    """The cards that the view tells of besides."""
    yield from view.turned
    yield from view.passed or ()
    yield from view.received or ()
    if view.must_lead is not None:
        yield view.must_lead
    for seat in view.seats:
        yield from seat.shown or ()
        yield from seat.caught
        if seat.exposed is not None:
            yield seat.exposed


def _holds_legal(view: View) -> bool:
    if view.hand is None and (view.step in _SEEING or view.phase in _HOLDING):
        return False
    held = Counter(view.hand or ())
    for action in view.legal:
        if isinstance(action, PlayCard) and not held[action.card]:
            return False
        if isinstance(action, PassCards) and not Counter(action.cards) <= held:
            return False
    return True


def _lengths_fit(view: View) -> bool:
    """Every hand is as long as the cards it has played leave it."""
    own = None if view.seat is None else view.seats[view.seat].cards
    if view.hand is not None and len(view.hand) != own:
        return False
    if view.phase is Phase.EXCHANGE:
        return _exchange_fits(view)
    if view.phase not in {Phase.AUCTION, Phase.PLAY}:
        return True
    played = Counter(seat for seats, _ in tricks_seen(view) for seat in seats)
    return all(
        known.cards + played[seat] == hand_size_of(view.rules, view.dealer, seat)
        for seat, known in enumerate(view.seats)
    )


def _exchange_fits(view: View) -> bool:
    """The cards passed and received are missing and there; in turn, partners hold two hands."""
    if view.seat is None:
        return True
    size, own = deck_of(view.rules).hand_size, view.seats[view.seat].cards
    mate = facts_of(view.rules).partner_of[view.seat]
    in_turn = view.rules.exchange.exchange_mode is ExchangeMode.SEQUENTIAL
    both = 2 * size if mate is None or not in_turn else own + view.seats[mate].cards
    return own == size + len(view.received or ()) - len(view.passed or ()) and both == 2 * size


def _tricks_fit(view: View) -> bool:
    """The tricks were won as the seats count them, and their award cards caught."""
    if view.phase is not Phase.PLAY:
        return True
    whole = all(len(seats) == len(cards) for seats, cards in tricks_seen(view))
    won = Counter(trick.winner for trick in view.tricks)
    gone = Counter(card for trick in view.tricks for card in trick.cards)
    caught = Counter(card for seat in view.seats for card in seat.caught)
    tricks = all(won[seat] == known.tricks for seat, known in enumerate(view.seats))
    return whole and tricks and caught <= gone


__all__ = ["is_possible"]

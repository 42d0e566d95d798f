"""Decisions on cards before the play: what to pass, and who gets the turned-up cards."""

from functools import partial

import numpy as np

from spadille import _kernel
from spadille.bots.effort import Effort
from spadille.bots.expected import bids_with
from spadille.bots.hidden import Hidden, NoWorldError
from spadille.bots.kernel import AWAY, Worlds, pack_of
from spadille.bots.outcomes import bids_of
from spadille.bots.rehearsal import Plan, Rehearsal, best_of
from spadille.bots.swaps import choices, dangers, usual
from spadille.bots.trial import Trial
from spadille.bots.worlds import worlds_of
from spadille.cards import Card
from spadille.game.actions import AnyAction, DeclineExchange, GiveTurned, PassCards
from spadille.game.contracts import swap_of
from spadille.game.deck import deck_of
from spadille.view import View

EXCHANGES, GIFTS = 120, 100
"""Worlds in which cards to pass or to give are tried: there are many choices."""
WAYS = 60
"""So many ways to give cards are tried at most; five seats have 120, six 720."""


def pass_trials(view: View, effort: Effort, seed: int) -> dict[AnyAction, Trial]:
    """Try sets of cards to pass, and passing none where that is allowed."""
    assert view.seat is not None
    assert view.side is not None
    swap = swap_of(view.rules, bids_of(view).seats, view.side)
    if swap is None:
        raise NoWorldError("the bids call for no exchange")
    bidder, partner, size = swap
    worlds = worlds_of(view, effort, seed)[:EXCHANGES]
    bids = partial(bids_with, view)
    from_nil = view.seat == bidder
    mate = partner if from_nil else bidder
    back = usual(view.rules, worlds, mate, size, to_nil=from_nil)
    plans: dict[AnyAction, Plan] = {
        PassCards(cards): Plan(bids, partial(_passed, view, cards, mate, back), settled=True)
        for cards in choices(view, size, from_nil=from_nil)
    }
    if DeclineExchange() in view.legal:
        plans[DeclineExchange()] = Plan(bids, settled=True)
    return best_of(Rehearsal(view, effort), plans, worlds, seed)


def _passed(
    view: View, cards: tuple[Card, ...], mate: int, back: np.ndarray, worlds: Worlds
) -> Worlds:
    """The worlds after passing these cards, and getting those of the partner still to come."""
    assert view.seat is not None
    found = worlds.copy()
    numbers = pack_of(view.rules).numbers
    for card in set(cards):
        mine = [number for number in numbers[card] if worlds[0, number] == view.seat]
        found[:, mine[: cards.count(card)]] = mate
    if not view.received:
        found[np.arange(len(found))[:, None], back[: len(found)]] = view.seat
    return found


def give_trials(view: View, effort: Effort, seed: int) -> dict[AnyAction, Trial]:
    """Try every way to give the turned-up cards of the French cut (rule 3.9)."""
    worlds = _undealt(view).deal(GIFTS, seed)
    gifts = [gift for gift in view.legal if isinstance(gift, GiveTurned)]
    gifts.sort(key=lambda gift: _kept(view, gift.cards), reverse=True)
    plans: dict[AnyAction, Plan] = {
        gift: Plan(partial(bids_with, view), partial(_given, view, gift.cards))
        for gift in gifts[:WAYS]
    }
    return best_of(Rehearsal(view, effort), plans, worlds, seed)


def _kept(view: View, cards: tuple[Card, ...]) -> float:
    """How high the cards are that the viewer's side gets."""
    danger, numbers = dangers(view.rules), pack_of(view.rules).numbers
    seats = view.rules.side_seats(view.side or 0)
    return float(sum(danger[numbers[cards[seat]][0]] for seat in seats))


def _given(view: View, cards: tuple[Card, ...], worlds: Worlds) -> Worlds:
    found = worlds.copy()
    numbers = pack_of(view.rules).numbers
    for seat, card in enumerate(cards):
        found[:, numbers[card][cards[:seat].count(card)]] = seat
    return found


def _undealt(view: View) -> Hidden:
    """The cards before they are dealt, with those turned up laid aside."""
    pack = pack_of(view.rules)
    seats = len(view.seats)
    turned = {pack.numbers[c][view.turned[:at].count(c)] for at, c in enumerate(view.turned)}
    each = deck_of(view.rules).hand_size - 1
    rest = len(pack.cards) - len(turned) - each * seats
    anywhere = (1 << seats) - 1 | (1 << AWAY if rest else 0)
    may = tuple([0 if number in turned else anywhere for number in range(len(pack.cards))])
    room = (*[each] * seats, *[0] * (AWAY - seats), rest)
    return Hidden(bytes([_kernel.HIDDEN]) * len(pack.cards), may, room)


__all__ = ["give_trials", "pass_trials"]

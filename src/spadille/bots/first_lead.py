"""The first lead: who makes it in each world, and what it tells of low clubs (rules 9.4 to 9.6)."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from spadille.bots.kernel import AWAY, Worlds, pack_of, tricks_seen
from spadille.cards import Card, Suit
from spadille.game.deck import deck_of
from spadille.game.facts import asks_for_clubs, dealer_yields, first_sitter, opens_with_club
from spadille.game.state import Phase
from spadille.rules import Rules
from spadille.rules.choices import FirstLeader
from spadille.view import View


def opening_of(view: View) -> tuple[int | None, Card | None]:
    """Who leads, or led, to trick 1 of a deal in play, and the card, as far as it is known."""
    leader = view.tricks[0].leader if view.tricks else view.leader
    led = tricks_seen(view)[0][1]
    return leader, led[0] if led else view.must_lead


def openings(view: View, worlds: Worlds) -> NDArray[np.int64]:
    """Who leads to trick 1 in each world, and with which card (-1: any): worlds by two."""
    rules, seats = view.rules, len(view.seats)
    found = np.full((len(worlds), 2), -1, np.int64)
    first = (view.dealer + 1) % seats
    if not asks_for_clubs(rules):
        dealer = rules.play.first_leader is FirstLeader.DEALER
        found[:, 0] = view.dealer if dealer else first
        return found
    found[:, 0] = first
    clubs = np.array(_clubs(rules))
    held = worlds[:, clubs].astype(np.int64)
    deck, pack = deck_of(rules), pack_of(rules)
    strength = np.array([deck.strength[pack.cards[number]] for number in clubs])
    order = strength * seats + (held - first) % seats  # of equals the first seat
    away = first_sitter(rules, view.dealer)
    holds = (held < seats) & (held != (-1 if away is None else away))
    order[held >= seats] = order.max() + 1
    some, rows = holds.any(1), np.arange(len(worlds))
    if away is not None and dealer_yields(rules):
        some &= held[rows, order.argmin(1)] != away
    lowest = np.where(holds, order, order.max() + 1).argmin(1)
    found[some, 0] = held[rows, lowest][some]
    if opens_with_club(rules):
        found[some, 1] = clubs[lowest][some]
    return found


def opens_so(view: View, worlds: Worlds) -> NDArray[np.bool_]:
    """In which worlds, as they are when the play starts, the first lead is that of the view."""
    if not asks_for_clubs(view.rules):
        return np.ones(len(worlds), np.bool_)
    leader, card = opening_of(view)
    free = (-1, *(pack_of(view.rules).numbers[card] if card is not None else ()))
    began = openings(view, worlds)
    found: NDArray[np.bool_] = (began[:, 0] == leader) & np.isin(began[:, 1], free)
    return found


def low_clubs(view: View, free: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Unknown clubs and the places, as bits, where the first lead lets them lie."""
    rules = view.rules
    leader, card = opening_of(view)
    if view.phase is not Phase.PLAY or leader is None or not asks_for_clubs(rules):
        return
    deck, cards = deck_of(rules), pack_of(rules).cards
    seats, first = len(view.seats), (view.dealer + 1) % len(view.seats)
    sitter = first_sitter(rules, view.dealer)
    unclear = sitter is not None and dealer_yields(rules) and leader == first
    hidden = 1 << AWAY
    if sitter is not None and (unclear or not dealer_yields(rules)):
        hidden |= 1 << sitter
    if opens_with_club(rules) and not unclear and card is not None:
        before = sum(1 << (first + place) % seats for place in range((leader - first) % seats))
        for number in free:
            if deck.suit_of[cards[number]] is not Suit.CLUBS:
                continue
            if deck.strength[cards[number]] < deck.strength[card]:
                yield number, hidden
            elif cards[number] is card:
                yield number, ~(before & ~hidden)
    elif rules.deck.packs == 1 and (lowest := _clubs(rules)[0]) in free:
        yield lowest, hidden | 1 << leader


def _clubs(rules: Rules) -> list[int]:
    deck = deck_of(rules)
    return [n for n, card in enumerate(pack_of(rules).cards) if deck.suit_of[card] is Suit.CLUBS]


__all__ = ["low_clubs", "opening_of", "openings", "opens_so"]

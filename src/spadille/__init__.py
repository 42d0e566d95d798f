"""Spadille: the card game Spades, in every rule set people play.

>>> from spadille import Table, load, seeded
>>> table = Table(load("standard"), seeded(7))
>>> view = table.view(min(table.to_act))
>>> len(view.hand), view.legal[0].bid.kind.value
(13, 'nil')
"""

from spadille.cards import Card, Dialect, Suit, card
from spadille.game.actions import Bid, BidKind, IllegalAction, Reason
from spadille.rules import Rules, load, parse
from spadille.table import Table, seeded
from spadille.view import View

__all__ = [
    "Bid",
    "BidKind",
    "Card",
    "Dialect",
    "IllegalAction",
    "Reason",
    "Rules",
    "Suit",
    "Table",
    "View",
    "card",
    "load",
    "parse",
    "seeded",
]

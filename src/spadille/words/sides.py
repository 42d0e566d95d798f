"""Sides by the names of their players, and names for players who have none."""

from collections.abc import Sequence

from spadille.rules import Rules
from spadille.words import Words

BOT_NAMES = ("Ada", "Bea", "Cal", "Dot", "Eli", "Fay")
"""What bots are called, by player."""


def side_name(
    words: Words, rules: Rules, names: Sequence[str], side: int, viewer: int | None = None
) -> str:
    """A side by the names of its players, a viewer's own first.

    >>> side_name(Words("en"), Rules(), ("Ada", "Bea", "You", "Cal"), 0, 2)
    'You and Ada'
    """
    seats = sorted(rules.side_seats(side), key=lambda seat: (seat != viewer, seat))
    if len(seats) == 1:
        return names[seats[0]]
    return words.say("{first} and {second}", first=names[seats[0]], second=names[seats[1]])

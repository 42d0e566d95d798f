"""People: who plays, by name; players keep their names when a draw moves them to other seats."""

from typing import NamedTuple

from spadille.view import View
from spadille.words import Words
from spadille.words.sides import BOT_NAMES


class People(NamedTuple):
    """The players' names, and which of them is the person at this terminal, if one is."""

    names: tuple[str, ...]
    me: int | None = None

    def called(self, name: str) -> "People":
        """The same people, with another name for the person."""
        names = (name if player == self.me else old for player, old in enumerate(self.names))
        return self._replace(names=tuple(names))

    def seated(self, view: View) -> tuple[str, ...]:
        """The names by seat."""
        return tuple(self.names[seat.player] for seat in view.seats)

    def seat(self, view: View) -> int | None:
        """The seat of the person at this terminal."""
        if self.me is None:
            return None
        return next(place for place, seat in enumerate(view.seats) if seat.player == self.me)


def bots_only(players: int) -> People:
    """A table of bots."""
    return People(BOT_NAMES[:players])


def with_person(words: Words, players: int, me: int, name: str | None = None) -> People:
    """A table of bots and one person, called as he likes or "You".

    >>> with_person(Words("en"), 4, 0).names
    ('You', 'Ada', 'Bea', 'Cal')
    """
    bots = [bot for bot in BOT_NAMES if bot != name][: players - 1]
    mine = name or words.say("You")
    return People((*bots[:me], mine, *bots[me:]), me)

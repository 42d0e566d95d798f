"""A draft: the entries that a command would bring about, before they are stored."""

from spadille.game.events import AnyEvent
from spadille.game.state import State
from spadille.server.entries import AnyEntry
from spadille.server.room.state import Chance, RoomState


class Draft:
    """Entries in the making; the room is untouched until they are stored.

    `game` is the state of the match after them, None before it begins. `chance` is the piece that
    comes next and `hidden` the numbers whose secrets are still to be revealed.
    """

    def __init__(self, room: RoomState) -> None:
        self.room = room
        self.entries: list[AnyEntry] = []
        self.game: State | None = None if room.table is None else room.table.state
        self.chance: Chance = room.chance
        self.hidden: set[int] = set(room.hidden)

    def add(self, *entries: AnyEntry) -> None:
        """Add entries."""
        self.entries += entries

    @property
    def events(self) -> list[AnyEvent]:
        """The events of the match in it."""
        return [event for entry in self.entries for event in getattr(entry, "events", ())]


__all__ = ["Draft"]

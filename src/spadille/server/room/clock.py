"""The clocks of a table: how long those who have to act have left."""

from spadille.server.room.state import RoomState


def allowed(room: RoomState, player: int) -> float:
    """Seconds that a player has for an action, without his bank."""
    clock = room.options.clock
    assert clock is not None
    return clock.action * room.places[player].factor


def left(room: RoomState, player: int, waited: float) -> float:
    """Seconds that a player has left who has had to act for some seconds, the bank included."""
    return max(0.0, allowed(room, player) + room.places[player].bank - waited)


def bank_after(room: RoomState, player: int, waited: float) -> float | None:
    """The bank after an action that took some seconds; None where that does not change it."""
    if room.options.clock is None:
        return None
    bank = room.places[player].bank
    rest = min(bank, max(0.0, allowed(room, player) + bank - waited))
    return None if rest == bank else round(rest, 3)


__all__ = ["allowed", "bank_after", "left"]

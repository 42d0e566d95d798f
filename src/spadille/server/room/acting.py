"""Actions of players in the match: of people, of bots, and of the clock."""

from spadille.game.actions import AnyAction
from spadille.server.entries import Acted, By, Covered
from spadille.server.refusals import Refused
from spadille.server.room import chance
from spadille.server.room.chance import Drawing
from spadille.server.room.draft import Draft
from spadille.server.room.state import RoomState


class Stale(Refused):
    """An action chosen by an old view."""

    def __init__(self) -> None:
        super().__init__("stale", "The table has gone on since; look again and choose anew.")


def act(  # noqa: PLR0913 - who, what and how come from different places
    room: RoomState,
    player: int,
    action: AnyAction,
    draw: Drawing,
    *,
    log: int | None = None,
    by: By = By.PERSON,
    command: str = "",
    effort: str = "",
    bank: float | None = None,
) -> Draft:
    """Carry an action out, with what follows from it.

    `log` is that of the view by which the action was chosen: by an older one nothing is done.
    Raises `Refused` and `IllegalAction`.
    """
    table = room.table
    if table is None:
        raise Refused("not_begun", "The match has not begun; wait until it starts.")
    if room.closed is not None:
        raise Refused("closed", "The match has ended before its time; play again at a new table.")
    if log is not None and log != table.state.log:
        raise Stale
    state, events = table.decide(room.seat_of(player), action)
    draft = Draft(room)
    draft.game = state
    if by is By.PERSON and room.places[player].covered:
        draft.add(Covered(player, on=False))
    draft.add(
        Acted(player=player, events=tuple(events), by=by, command=command, effort=effort, bank=bank)
    )
    chance.follow(draft, draw)
    return draft


__all__ = ["Stale", "act"]

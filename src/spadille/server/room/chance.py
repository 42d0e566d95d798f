"""The chance of a match that can be proved: sealed, added to by the players, supplied, revealed."""

from collections.abc import Callable
from typing import Final

from spadille import provable
from spadille.game import match, referee
from spadille.game.events import DealScored, MatchEnded, Shuffled
from spadille.rules import key
from spadille.server.entries import Answered, Asked, Promised, Revealed, Sealed, Showed, Supplied
from spadille.server.refusals import Refused
from spadille.server.room.draft import Draft
from spadille.server.room.state import Chance, RoomState

SHOWING: Final = 5.0
"""Seconds in which those who promised bytes show them."""

Drawing = Callable[[], bytes]
"""Draws a secret."""


def seal(draft: Draft, number: int, draw: Drawing) -> None:
    """Draw the secret of the next piece of chance; its seal is public from then on."""
    sealed = Sealed(number, draw().hex())
    draft.add(sealed)
    draft.chance = Chance(number=number, secret=sealed.secret)


def promise(room: RoomState, player: int, number: int, digest: str, *, command: str = "") -> Draft:
    """Promise bytes."""
    chance, draft = room.chance, Draft(room)
    if number != chance.number or chance.asked or not chance.secret:
        raise Refused("too_late", "That deal takes no more promises; promise for the next one.")
    if player in chance.promises:
        raise Refused("promised", "You have promised for that deal already; show those bytes.")
    draft.add(Answered(player, command), Promised(number, player, digest))
    if room.waits_for_chance and chance.expected <= {*chance.promises, player}:
        draft.add(Asked(number))
    return draft


def show(  # noqa: PLR0913 - who shows what, and what may follow
    room: RoomState, player: int, number: int, shown: str, draw: Drawing, *, command: str = ""
) -> Draft:
    """Show the bytes that were promised; the last ones bring the chance about."""
    chance, draft = room.chance, Draft(room)
    if number != chance.number or not chance.asked:
        raise Refused(
            "not_asked", "Nobody asks for those bytes now; wait until they are asked for."
        )
    if player in chance.shown:
        raise Refused("shown", "You have shown your bytes already.")
    if chance.promises.get(player) != provable.promise(bytes.fromhex(shown)):
        raise Refused("other_bytes", "Those are not the bytes that you promised; show these.")
    draft.add(Answered(player, command), Showed(number, player, shown))
    all_shown = chance.shown | {player: shown}
    if all_shown.keys() == chance.promises.keys():
        supply(draft, all_shown, draw)
    return draft


def close(room: RoomState, draw: Drawing) -> Draft:
    """Wait no longer: for promises, or for bytes that were not shown in time."""
    draft, chance = Draft(room), room.chance
    if chance.asked or not chance.promises:
        supply(draft, chance.shown, draw)
    else:
        draft.add(Asked(chance.number))
    return draft


def follow(draft: Draft, draw: Drawing) -> None:
    """Let chance follow a change of the match: reveal what is over, and supply or ask."""
    if any(isinstance(event, DealScored | MatchEnded) for event in draft.events):
        reveal(draft)
    game = draft.game
    if game is None or match.need(game) is None:
        return
    if draft.chance.promises:
        draft.add(Asked(draft.chance.number))
    else:
        supply(draft, {}, draw)


def supply(draft: Draft, shown: dict[int, str], draw: Drawing) -> None:
    """Supply the chance that the match waits for, and seal the next.

    Where that is needed at once, whoever took part in the first has time to promise for it.
    """
    game, chance = draft.game, draft.chance
    assert game is not None
    need = match.need(game)
    assert need is not None
    order = provable.order(
        need.items,
        secret=bytes.fromhex(chance.secret),
        match=draft.room.match,
        number=chance.number,
        rules_key=key(draft.room.rules),
        shown=tuple(
            bytes.fromhex(shown[player]) if player in shown else None
            for player in range(len(draft.room.places))
        ),
    )
    game = game.copy()
    events = referee.supply(game, order)
    draft.game = game
    missing = tuple(sorted(chance.promises.keys() - shown.keys()))
    draft.add(Supplied(chance.number, tuple(events), missing))
    draft.hidden.add(chance.number)
    if not any(isinstance(event, Shuffled) for event in events):
        reveal(draft)  # the draw for seats lies open
    seal(draft, chance.number + 1, draw)
    if match.need(game) is not None and not shown:
        supply(draft, {}, draw)


def reveal(draft: Draft) -> None:
    """Reveal the secrets of all chance that was used."""
    draft.add(*(Revealed(number) for number in sorted(draft.hidden)))
    draft.hidden.clear()


__all__ = ["SHOWING", "Drawing", "close", "follow", "promise", "reveal", "seal", "show", "supply"]

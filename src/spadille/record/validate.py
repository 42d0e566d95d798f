"""The validator: whether a game was played by its rules."""

from spadille.game.events import MatchBegan
from spadille.record.errors import RecordError, Remark, remark
from spadille.record.game_file import GameFile
from spadille.record.steps import walk
from spadille.rules import key
from spadille.table import seeded


def check(game: GameFile) -> list[Remark]:
    """What is wrong with a game, a remark each; empty if all of it follows from its rules.

    The log is played again by the referee up to its first fault, from its own chance or, where the
    header has a seed, from that seed's. A game that is not finished may be right.

    >>> from spadille.game.events import MatchBegan
    >>> from spadille.rules import load
    >>> check(GameFile.of([MatchBegan(load("standard"))]))
    []
    """
    faults: list[Remark] = []
    header, first = game.header, game.events[0] if game.events else None
    if isinstance(first, MatchBegan):
        if key(first.rules) != header.rules_key:
            faults.append(
                remark(
                    "rules_key is not that of the rules in line 2; use an unchanged copy of the"
                    " file",
                    line=1,
                )
            )
        seats = first.rules.table.seats
        if header.players and len(header.players) != seats:
            faults.append(
                remark(
                    "{count} players are named for {seats} seats; name one for each seat or none",
                    line=1,
                    count=len(header.players),
                    seats=seats,
                )
            )
    try:
        for _ in walk(game.events, None if header.seed is None else seeded(header.seed)):
            pass
    except RecordError as error:
        faults.append(Remark(error.template, error.fields, error.line))
    return faults

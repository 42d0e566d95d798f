"""What came of a contest as files: a row for each side of each deal as CSV, the figures as JSON."""

import csv
import io
from typing import Any

import msgspec

from spadille.contest.figures import Result
from spadille.contest.played import SideDeal

_PLACE = ("round", "turn", "game", "deal", "dealer")
_SIDE = tuple(field for field in SideDeal.__struct_fields__ if field != "bot")


def as_csv(result: Result) -> str:
    """All deals, a line for each side; a header names the columns."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow((*_PLACE, "bot", *_SIDE))
    names = result.contest.bots
    for play in result.played:
        for deal in play.deals:
            place = (play.round, play.turn, deal.game, deal.deal, deal.dealer)
            for side in deal.sides:
                rows.writerow((*place, names[side.bot], *(_plain(side, field) for field in _SIDE)))
    return text.getvalue()


def _plain(side: SideDeal, field: str) -> object:
    value = getattr(side, field)
    return int(value) if isinstance(value, bool) else value


def as_json(result: Result) -> bytes:
    """The contest and its figures; the plays are left out."""
    whole: dict[str, Any] = msgspec.to_builtins(result)
    del whole["played"]
    for bot, figures in zip(result.bots, whole["bots"], strict=True):
        figures["nil_frequency"] = bot.nil_frequency
        figures["nil_success"] = bot.nil_success
        figures["failure_rate"] = bot.failure_rate
    return msgspec.json.format(msgspec.json.encode(whole), indent=2) + b"\n"


__all__ = ["as_csv", "as_json"]

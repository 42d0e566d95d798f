"""How hard a searching bot thinks."""

from typing import NamedTuple


class Effort(NamedTuple):
    """The amounts of work of a decision, and which parts of the bot are on.

    Of `proposals` worlds `worlds` are chosen by their weights, and each candidate card is played
    out in them, unless it drops out after one of the `batches`; decisions before the play take
    `rehearsals` worlds. Without `policy` play-outs are random, without `bid_weights` and
    `play_weights` bids and plays tell nothing, without `equity` points are all that counts; else a
    point is worth `point` of a match besides the chance to win it. Without
    `bid_search` all that comes before the play is decided as the simple bot does. `exact` is the
    number of last tricks that are solved instead of played out. `blur` is by how much of the
    differences at stake a value is mistaken: a human eye.
    """

    proposals: int = 2000
    worlds: int = 400
    batches: int = 4
    rehearsals: int = 300
    policy: bool = True
    bid_weights: bool = True
    play_weights: bool = True
    equity: bool = True
    point: float = 0.003
    bid_search: bool = True
    exact: int = 0
    blur: float = 0.0


def worth_of_point(effort: Effort) -> float | None:
    """What a point is worth besides the chance to win; None where points are all that counts."""
    return effort.point if effort.equity else None


class Value(NamedTuple):
    """What a candidate is worth to the bot, and how far that may be off (one standard error).

    `chance` is the chance to win the match, `points` are those by which the side gets ahead in the
    deal, bags felt at once.
    """

    mean: float
    error: float
    chance: float = 0.0
    points: float = 0.0


__all__ = ["Effort", "Value", "worth_of_point"]

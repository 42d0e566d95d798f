"""What comes back from the bots' thinking: decisions, hints, and why there are none."""

from typing import NamedTuple

import msgspec

from spadille.errors import SentenceError
from spadille.game.actions import AnyAction


class HintError(SentenceError):
    """A hint that is refused, with a sentence for the person who asked."""


class ClosedError(RuntimeError):
    """The bots think no more: the server goes down."""


class Thought(NamedTuple):
    """A bot's decision, one of the view's legal actions.

    `effort` is the bot as it really thought, such as `strong(worlds=200,…)`; `by` is "simple" where
    the simple bot acted because the queue was too long or the bot failed, else "bot"; `failure`
    tells what went wrong with the bot, for the log; `waited` are the seconds in the queue.
    """

    action: AnyAction
    effort: str
    by: str
    failure: str | None
    waited: float


class Worth(msgspec.Struct, frozen=True):
    """What an alternative is worth: the chance to win the match, 0 to 1, and the points ahead.

    `points` are those by which the side gets ahead in the deal, on average.
    """

    action: AnyAction
    chance: float
    points: float


class Hint(msgspec.Struct, frozen=True):
    """What a bot would do in a person's place: the action, and full sentences in his language.

    `values` are the alternatives that were tried, the best first; none where nothing was.
    `forced` tells that nothing else is legal; `effort` is the bot as it really thought.
    """

    action: AnyAction
    deed: str
    reasons: tuple[str, ...]
    values: tuple[Worth, ...]
    forced: bool
    effort: str


class Weight(msgspec.Struct, frozen=True):
    """What an alternative is worth to a bot, and what that `value` is made of: see `Worth`."""

    action: AnyAction
    value: float
    chance: float
    points: float


class Weighed(msgspec.Struct, frozen=True, tag_field="say", tag="weighed"):
    """A decision that is over, weighed: what a bot would have done, and all that it tried.

    Nothing was tried where only one thing was legal, or a rule of thumb decides.
    """

    action: AnyAction
    weights: tuple[Weight, ...]


__all__ = ["ClosedError", "Hint", "HintError", "Thought", "Weighed", "Weight", "Worth"]

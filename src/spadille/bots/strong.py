"""The strong bot and its weaker levels: every decision by search in likely worlds."""

import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from spadille.bots import beforehand, calls, search
from spadille.bots.effort import Effort, Value
from spadille.bots.hidden import NoWorldError
from spadille.bots.possible import is_possible
from spadille.bots.simple import SimpleBot
from spadille.bots.spec import BotError
from spadille.bots.trial import Outlook, Trial
from spadille.game.actions import AnyAction, AskUndo, Claim, PlayCard
from spadille.game.auction import Step
from spadille.game.state import Phase
from spadille.view import View

Trials = Mapping[AnyAction, Trial]

LEAST = dict.fromkeys(("proposals", "worlds", "batches", "rehearsals"), 1)
"""The least amounts of work; other options may be 0."""
MOST = 100_000
"""The most of anything: more would only fill the memory."""
SEEDS = 2**43
"""So many seeds differ: with the length of the log they still fit the kernel's 64 bits."""


class Thought(NamedTuple):
    """A decision with its reasons.

    `values` are those of the alternatives that were tried; none where the action is `forced` or
    follows a rule of thumb. `outlook` is what may be expected of the deal after it; none
    where the last tricks were solved.
    """

    action: AnyAction
    values: Mapping[AnyAction, Value]
    forced: bool
    outlook: Outlook | None


class SearchBot:
    """A player who searches; the same view and seed give the same action.

    Options are those of `Effort`. It sees views and nothing else, on every level.
    """

    effort = Effort()

    def __init__(self, seed: int = 0, **options: Any) -> None:
        """Take a seed and options; raises `BotError` for one that cannot be."""
        self.seed = seed % SEEDS
        self.effort = self.effort._replace(**_checked(options))
        self._simple = SimpleBot(self.seed)

    @classmethod
    def options(cls) -> Mapping[str, float]:
        """The options with their defaults."""
        return cls.effort._asdict()

    def act(self, view: View) -> AnyAction:
        """Choose one of `view.legal`."""
        return self.think(view, told=False).action

    def think(self, view: View, *, told: bool = True) -> Thought:
        """Choose an action and tell why; the outlook only if it is to be `told`.

        Where no deal of the cards leads to the view, a rule of thumb decides. Raises `ValueError`
        for a view of a seat that has nothing to decide.
        """
        choices = [action for action in view.legal if not isinstance(action, Claim | AskUndo)]
        if not choices:
            raise ValueError("this view has no legal actions; ask for those of a seat to act")
        if len(choices) == 1:
            return Thought(choices[0], {}, forced=True, outlook=None)
        seed = self.seed * 1_000_003 + view.log
        if not is_possible(view):
            return self._at_a_loss(view, choices)
        trying = self._trying(view)
        try:
            tried = {} if trying is None else trying(view, self.effort, seed)
        except NoWorldError:
            return self._at_a_loss(view, choices)
        if not tried.keys() <= set(choices):  # the cards seen allow other plays than are legal
            return self._at_a_loss(view, choices)
        if not tried:
            return Thought(self._simple.act(view), {}, forced=False, outlook=None)
        values = {action: trial.value() for action, trial in tried.items()}
        action = self._chosen(tried, values, seed)
        if not told:
            return Thought(action, values, forced=False, outlook=None)
        values = {one: trial.told() for one, trial in tried.items()}
        best = tried[action]
        return Thought(action, values, forced=False, outlook=best.outlook() if best.parts else None)

    def _chosen(self, tried: Trials, values: Mapping[AnyAction, Value], seed: int) -> AnyAction:
        """The best of those that were tried in most worlds; all of them to a less exact eye."""
        if self.effort.blur:
            chance = random.Random(seed)
            means = [value.mean for value in values.values()]
            blur = self.effort.blur * (max(means) - min(means))
            return max(values, key=lambda action: values[action].mean + chance.gauss(0.0, blur))
        most = max(trial.worlds for trial in tried.values())
        last = [action for action, trial in tried.items() if trial.worlds == most]
        return max(last, key=lambda action: values[action].mean)

    def _at_a_loss(self, view: View, choices: Sequence[AnyAction]) -> Thought:
        """Any legal action in a view that cannot be, by rule of thumb if that finds one."""
        with suppress(Exception):  # the rules of thumb rely on views that can be
            action = self._simple.act(view)
            if action in choices:
                return Thought(action, {}, forced=False, outlook=None)
        return Thought(choices[0], {}, forced=False, outlook=None)

    def _trying(self, view: View) -> Callable[[View, Effort, int], Trials] | None:
        """The search for a decision; None for those made by rule of thumb."""
        if view.undoer is not None or view.claimer is not None:
            return None
        if view.phase is Phase.PLAY:
            return _card_trials
        if not self.effort.bid_search:
            return None
        if view.phase is Phase.AUCTION:
            return None if view.step is Step.TALK else calls.trials
        if view.phase is Phase.EXCHANGE:
            return beforehand.pass_trials
        return beforehand.give_trials if view.turned and _gives(view) else None


def _checked(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Options of `Effort` that can be worked with; raises `BotError`."""
    for name, value in options.items():
        if name not in Effort._fields:
            raise BotError(
                "There is no option {option}; there are {known}.",
                option=name,
                known=", ".join(Effort._fields),
            )
        least = LEAST.get(name, 0)
        most = 1 if isinstance(Effort._field_defaults[name], bool) else MOST
        if not _fits(value, Effort._field_defaults[name]) or not least <= value <= most:
            raise BotError(
                "The option {option} cannot be {value}; it takes {least} to {most}.",
                option=name,
                value=value,
                least=least,
                most=most,
            )
    return options


def _fits(value: object, default: object) -> bool:
    """Whether a value is a number of the kind of the default."""
    return isinstance(value, int | float if isinstance(default, float) else int)


def _gives(view: View) -> bool:
    return all(seat.exposed is None for seat in view.seats)


def _card_trials(view: View, effort: Effort, seed: int) -> Trials:
    return {PlayCard(card): trial for card, trial in search.trials(view, effort, seed).items()}


class StrongBot(SearchBot):
    """As strong as it gets."""


class MediumBot(SearchBot):
    """A fair club player: fewer worlds, no inference from bids and plays, and some slips."""

    effort = Effort(worlds=40, rehearsals=60, bid_weights=False, play_weights=False, blur=0.12)


class EasyBot(SearchBot):
    """A beginner: hardly any worlds, and many slips."""

    effort = Effort(worlds=8, rehearsals=20, bid_weights=False, play_weights=False, blur=0.35)


__all__ = ["EasyBot", "MediumBot", "SearchBot", "StrongBot", "Thought"]

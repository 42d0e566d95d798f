"""Whole deals ahead: what is bid and played after a decision that comes before the play.

Every candidate turns the worlds of a decision into deals with all their bids; what the others have
yet to bid is read from their hands in each world. The deals are then played out.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from spadille.bots.effort import Effort, worth_of_point
from spadille.bots.expected import Row, expected_bids, kinds
from spadille.bots.first_lead import openings
from spadille.bots.intents import goals_of
from spadille.bots.kernel import Place, Root, Worlds, beginning, pack_of
from spadille.bots.outcomes import Bids, Worth
from spadille.bots.swaps import exchanged
from spadille.bots.trial import Trial
from spadille.view import View

FIRST = 0.25
"""The part of the worlds in which all candidates are tried."""
SURE = 3.0
"""Standard errors by which a candidate has to be behind to drop out."""

Key = TypeVar("Key")


class Rehearsal:
    """The deals of one decision before the play; remembers what everything is worth."""

    def __init__(self, view: View, effort: Effort) -> None:
        """Value deals for the viewer's side."""
        assert view.side is not None
        self.view = view
        self.side: int = view.side
        self.effort = effort
        self._worths: dict[Bids, Worth] = {}

    def play(self, plan: "Plan", worlds: Worlds, seed: int) -> Trial:
        """Play the deals of a plan out, once in each world."""
        worlds = plan.deals(worlds)
        expected = expected_bids(self.view, worlds)
        rows, kind = kinds(expected)
        cards = pack_of(self.view.rules).cards
        trial = Trial()
        for at, row in enumerate(rows):
            bids = plan.bids(row)
            deals = worlds[kind == at]
            deals = exchanged(self.view, deals, bids, but=self.side if plan.settled else None)
            leads = openings(self.view, deals)
            for leader, card in sorted({tuple(map(int, lead)) for lead in leads}):
                mine = deals[(leads == (leader, card)).all(1)]
                place = beginning(self.view, leader, cards[card] if card >= 0 else None)
                self._try(trial, _led_first(self.view, mine, card), bids, place, seed)
        return trial

    def _try(self, trial: Trial, deals: Worlds, bids: Bids, place: Place, seed: int) -> None:
        if bids not in self._worths:
            self._worths[bids] = Worth(
                self.view, bids, self.side, point=worth_of_point(self.effort)
            )
        worth = self._worths[bids]
        goals = None
        if self.effort.policy:
            bags = [side.bags for side in self.view.sides]
            goals = goals_of(self.view.rules, bids, bags)
        root = Root(place, deals.tobytes())
        played = root.play_all(seed=seed, goals=goals, groups=worth.groups)
        trial.add(worth, played, len(deals))


def _led_first(view: View, deals: Worlds, card: int) -> Worlds:
    """The deals with the card that has to be led as the first of its copies."""
    pack = pack_of(view.rules)
    first = card if card < 0 else pack.numbers[pack.cards[card]][0]
    if first == card:
        return deals
    found = deals.copy()
    found[:, [first, card]] = deals[:, [card, first]]
    return found


class Plan(NamedTuple):
    """What a candidate makes of a deal.

    `bids` fills up the bids that are expected, `deals` changes the worlds, and `settled` tells that
    the cards of the own side are exchanged by that.
    """

    bids: Callable[[Row], Bids]
    deals: Callable[[Worlds], Worlds] = lambda worlds: worlds
    settled: bool = False


def best_of(
    rehearsal: Rehearsal, plans: dict[Key, Plan], worlds: Worlds, seed: int
) -> dict[Key, Trial]:
    """Try all plans in some worlds, and in all worlds those that do not fall behind."""
    first = max(int(len(worlds) * FIRST), 1)
    found = {key: rehearsal.play(plan, worlds[:first], seed) for key, plan in plans.items()}
    if first < len(worlds):
        values = {key: trial.value() for key, trial in found.items()}
        best = max(value.mean for value in values.values())
        for key, plan in plans.items():
            if values[key].mean + SURE * values[key].error >= best:
                found[key] = rehearsal.play(plan, worlds, seed)
    return found


__all__ = ["Plan", "Rehearsal", "best_of"]

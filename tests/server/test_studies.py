"""Analyses of deals: each decision from what its player saw, one deal after another, bounded."""

import asyncio
from collections.abc import Sequence

import pytest
from databases import BOUND, run
from room_rows import rows
from scenario import Scenario, tricks

from spadille.bots import make
from spadille.game.actions import AnswerUndo, AskUndo, Claim, MakeBid, PlayCard
from spadille.game.events import AnyEvent, BidMade
from spadille.rules import parse
from spadille.server.records import studies
from spadille.server.records.log import Log, Span
from spadille.server.records.studies import Analysis, Studies, Weighing, decisions
from spadille.server.thinking import ClosedError, Weighed, Weight
from spadille.table import Table, seeded
from spadille.view import View


class Reviewing:
    """A bot that would always do the first thing that is legal, and finds the others worse."""

    def __init__(self, *, fails: bool = False) -> None:
        self.seen: list[View] = []
        self.fails = fails
        self.gate: asyncio.Event | None = None

    async def review(self, room: str, view: View) -> Weighed | None:  # noqa: ARG002 - for fairness
        """What it thinks of a decision."""
        self.seen.append(view)
        if self.gate is not None:
            await self.gate.wait()
        if self.fails:
            return None
        actions = [one for one in view.legal if not isinstance(one, Claim | AskUndo)]
        weights = [Weight(one, 1 - n / 100, 0.5, float(-n)) for n, one in enumerate(actions)]
        return Weighed(actions[0], tuple(weights))


def played(rules: str, deals: int) -> tuple[list[AnyEvent], list[Span], list[View]]:
    """A match of the simple bot, its deals, and the views by which it decided, in order."""
    table = Table(parse(rules), seeded(f"studies {rules}"))
    bots = [make("simple", seat) for seat in range(table.rules.table.seats)]
    views: list[View] = []
    while len(spans(table.log)) < deals:
        seat = min(table.to_act)
        view = table.view(seat)
        views.append(view)
        table.act(seat, bots[seat].act(view))
    return table.log, spans(table.log), views


def spans(log: Sequence[AnyEvent]) -> list[Span]:
    return Log(rows(log, {0: "ann"})).deals


@pytest.mark.parametrize(
    "rules", ["standard", "two_handed", "barmore", "mirror", "cutthroat_five_two_jokers"]
)
def test_every_decision_is_seen_as_its_player_saw_it(rules: str) -> None:
    log, deals, views = played(rules, 2)
    choices = [view for view in views if len(_open(view)) > 1]
    found = [one for span in deals for one in decisions(log[: span.last], span.first)]
    first = list(decisions(log[: deals[0].last], deals[0].first))
    assert [one.view for one in found if one.view.deal == 2] == [
        view for view in choices if view.deal == 2
    ]
    assert [one.view for one in first] == [view for view in choices if view.deal == 1]
    for span in deals:
        events = log[span.first : span.last]
        for one in decisions(log[: span.last], span.first):
            event = events[one.event]
            assert one.view.log == span.first + one.event
            assert one.seat == one.view.seat
            assert one.action in one.view.legal
            if isinstance(one.action, PlayCard):
                assert getattr(event, "card", None) == one.action.card


def _open(view: View) -> list[object]:
    return [one for one in view.legal if not isinstance(one, Claim | AskUndo)]


def test_what_was_taken_back_is_left_out() -> None:
    scenario = Scenario("standard(undo=on,max_deals=1)", tricks(0, 4, 4, 5), dealer=3)
    scenario.bid("5", "4", "4", "5")
    scenario.table.act(0, AskUndo())
    for seat in (1, 2, 3):
        scenario.table.act(seat, AnswerUndo(agree=True))
    scenario.bid("nil", "4", "4", "5").play_out()
    log = scenario.table.log
    (span,) = spans(log)
    bids = [
        one for one in decisions(log[: span.last], span.first) if isinstance(one.action, MakeBid)
    ]
    events = log[span.first : span.last]
    assert len([event for event in events if isinstance(event, BidMade)]) == 8
    assert len(bids) == 4
    assert [str(one.action.bid) for one in bids if isinstance(one.action, MakeBid)] == [
        "nil",
        "4",
        "4",
        "5",
    ]
    assert [getattr(events[one.event], "seat", None) for one in bids] == [0, 1, 2, 3]


async def finished(studies_of: Studies, room: str, span: Span, log: list[AnyEvent]) -> Analysis:
    async with asyncio.timeout(BOUND):
        while True:
            found = studies_of.ask(room, span, log)
            assert found is not None
            if found.done:
                return found
            await asyncio.sleep(0)


def test_what_was_lost_is_the_difference_to_the_best() -> None:
    log, (span,), _ = played("standard", 1)

    async def test() -> None:
        reviewer = Reviewing()
        made = Studies(reviewer)
        found = await finished(made, "r", span, log)
        assert found.weighed == found.of == len(found.decisions) == len(reviewer.seen)
        for one, view in zip(found.decisions, reviewer.seen, strict=True):
            place = _open(view).index(one.action)
            assert one.value == pytest.approx(1 - place / 100)
            assert one.best == _open(view)[0]
            assert one.best_value == 1.0
            assert one.lost == pytest.approx(place / 100)
            assert len(one.weights) == len(_open(view))
        assert found.worst is not None
        lost = [one.lost or 0.0 for one in found.decisions]
        assert lost[found.worst] == max(lost)
        assert lost.index(max(lost)) == found.worst, "the first of them"
        seen = len(reviewer.seen)
        assert (await finished(made, "r", span, log)) is found
        assert len(reviewer.seen) == seen, "it is remembered"
        await made.close()

    run(test())


def test_touching_cards_are_worth_the_same() -> None:
    scenario = Scenario("standard", tricks(4, 3, 3, 3), dealer=3)
    scenario.bid("4", "3", "3", "3")
    view = scenario.table.view(scenario.actor)
    hand = list(view.hand or ())
    assert hand
    held = sorted(scenario.cards_legal())
    suit = max("SHDC", key=lambda one: sum(card.endswith(one) for card in held))
    ordered = [card for card in scenario.state.deck.sorted(held) if card.endswith(suit)]
    low, high = sorted(
        (ordered[0], ordered[-1]), key=lambda card: scenario.state.deck.strength[card]
    )
    weights = (Weight(PlayCard(low), 0.25, 0.5, 1.0),)
    decided = studies.Decided(3, view.seat or 0, PlayCard(high), view)
    weighing: Weighing = studies._weighing(  # noqa: SLF001 - the rule by itself
        decided, Weighed(PlayCard(low), weights)
    )
    assert low != high
    assert (weighing.value, weighing.lost) == (0.25, 0.0)
    # A lower card than all that were tried is none of theirs.
    weights = (Weight(PlayCard(high), 0.25, 0.5, 1.0),)
    decided = studies.Decided(3, view.seat or 0, PlayCard(low), view)
    weighing = studies._weighing(decided, Weighed(PlayCard(high), weights))  # noqa: SLF001
    assert (weighing.value, weighing.lost) == (None, None)


def test_a_bot_that_fails_leaves_the_decision_out() -> None:
    log, (span,), _ = played("standard", 1)

    async def test() -> None:
        made = Studies(Reviewing(fails=True))
        found = await finished(made, "r", span, log)
        assert found.weighed == found.of > 0
        assert (found.decisions, found.worst) == ([], None)
        await made.close()

    run(test())


def test_so_many_deals_wait_and_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    log, (span,), _ = played("standard", 1)
    monkeypatch.setattr(studies, "MOST", 3)
    monkeypatch.setattr(studies, "KEPT", 4)

    async def test() -> None:
        reviewer = Reviewing()
        reviewer.gate = asyncio.Event()
        made = Studies(reviewer)
        asked = [made.ask(f"r{n}", span, log) for n in range(3)]
        assert all(one is not None for one in asked)
        assert made.ask("r3", span, log) is None
        assert made.ask("r1", span, log) is asked[1]
        reviewer.gate.set()
        first = [await finished(made, f"r{n}", span, log) for n in range(3)]
        assert first == asked
        for n in range(3, 7):
            await finished(made, f"r{n}", span, log)
        again = made.ask("r0", span, log)
        assert again is not None
        assert again is not first[0]
        await made.close()
        with pytest.raises(ClosedError):
            made.ask("r9", span, log)

    run(test())

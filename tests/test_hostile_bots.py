"""Bots that err, cheat or never stop: the table goes on, and the match ends."""

import math
from typing import Any

import pytest

from spadille.bots import bot_seed
from spadille.bots.guard import Failure, Guard
from spadille.bots.simple import SimpleBot
from spadille.cards import Card
from spadille.game.actions import (
    AnyAction,
    AskUndo,
    Bid,
    BidKind,
    Claim,
    IllegalAction,
    MakeBid,
    PlayCard,
    Speak,
)
from spadille.game.deck import deck_of
from spadille.rules import parse
from spadille.table import Table, seeded
from spadille.view import View

FOUR: Any = 4.0
ACE: Any = "AS"


def changeable(view: View) -> Any:
    return deck_of(view.rules).strength


class Asking:
    """Claims and asks to take back whenever it may."""

    def __init__(self, wanted: type) -> None:
        self.wanted = wanted

    def act(self, view: View) -> AnyAction:
        asked = [action for action in view.legal if isinstance(action, self.wanted)]
        return asked[0] if asked else SimpleBot().act(view)


class Saying:
    """Answers with the same thing always, or leaves."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act(self, view: View) -> AnyAction:
        if self.answer is SystemExit:
            raise SystemExit(3)
        return self.answer(view) if callable(self.answer) else self.answer  # type: ignore[no-any-return]


def finished(bots: list[Guard]) -> Table:
    table = Table(parse("standard(max_deals=4)"), seeded(1))
    while not table.over:
        assert len(table.log) < 5_000, "the match does not end"
        seat = min(table.to_act)
        table.act(seat, bots[seat].act(table.view(seat)))
    return table


@pytest.mark.parametrize("wanted", [Claim, AskUndo])
def test_a_match_ends_whatever_a_bot_asks(wanted: type) -> None:
    """After a refusal nothing is asked again at once (rules 12.2 and 12.3)."""
    failures: list[Failure] = []
    bots = [Guard(Asking(wanted), failures.append), *(Guard(SimpleBot(), failures.append),) * 3]
    finished(bots)
    assert bool(failures) is (wanted is AskUndo)


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "4",
        SystemExit,
        lambda _: 1 / 0,
        lambda view: MakeBid(Bid(BidKind.NUMBER, FOUR)) if view.step else PlayCard(ACE),
        lambda view: changeable(view).clear(),
    ],
)
def test_a_bot_that_errs_hurts_nobody(answer: Any) -> None:
    failures: list[Failure] = []
    table = finished([Guard(Saying(answer), failures.append)] * 4)
    assert all(type(standing.score) is int for standing in table.state.standings)
    assert failures


@pytest.mark.parametrize("tricks", [math.nan, 4.5, 4.0, True, "4", None])
def test_a_bid_is_a_whole_number(tricks: Any) -> None:
    """What is no number is no bid (rule 6.3)."""
    table = Table(parse("standard"), seeded(1))
    for action in (MakeBid(Bid(BidKind.NUMBER, tricks)), MakeBid(tricks), Speak(tricks, tricks)):
        before = len(table.log)
        with pytest.raises(IllegalAction):
            table.act(min(table.to_act), action)
        assert len(table.log) == before


def test_what_looks_like_a_card_is_played_as_the_card() -> None:
    table = Table(parse("standard(blind_nil=off)"), seeded(1))
    while table.view().step is not None:
        seat = min(table.to_act)
        table.act(seat, SimpleBot().act(table.view(seat)))
    seat = min(table.to_act)
    played = next(action for action in table.legal(seat) if isinstance(action, PlayCard))
    look_alike: Any = str(played.card)
    table.act(seat, PlayCard(look_alike))
    assert type(table.state.deal.trick[0]) is Card


def test_nobody_changes_the_deck() -> None:
    deck: Any = deck_of(parse("standard"))
    with pytest.raises(TypeError):
        deck.strength[Card("2C")] = 99


@pytest.mark.parametrize("seat", [-1, 4, "1", None, 1.5])
def test_there_are_no_other_seats(seat: Any) -> None:
    table = Table(parse("standard"), seeded(1))
    with pytest.raises(IllegalAction):
        table.act(seat, MakeBid(Bid(BidKind.NUMBER, 4)))
    if seat is not None:
        with pytest.raises(ValueError, match="no seat"):
            table.view(seat)


def test_a_bot_cannot_tell_the_seed_of_the_cards() -> None:
    seeds = {bot_seed(5, player) for player in range(6)}
    assert len(seeds) == 6
    assert min(seeds) > 10**12

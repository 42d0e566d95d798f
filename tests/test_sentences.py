"""A sentence for everything that happens and can be done, in every language."""

import typing

import msgspec
import pytest
from conftest import count
from readable import PEOPLE, check

from spadille.bots.random import RandomBot
from spadille.cards import Card, Suit
from spadille.game import actions as ac
from spadille.game import events as ev
from spadille.game.actions import Bid, BidKind, Reason
from spadille.game.auction import Step
from spadille.game.state import Phase
from spadille.rules import Rules, change, load, names, parse
from spadille.table import Table, seeded
from spadille.view import sees
from spadille.words import LANGUAGES, Words, sentences


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> Words:
    return Words(request.param)


def test_every_reason_has_a_sentence(words: Words) -> None:
    said = {check(words, sentences.reason(words, reason)) for reason in Reason}
    assert len(said) == len(Reason)
    assert all(text.endswith((".", "。")) for text in said)


def test_every_cause_has_a_sentence(words: Words) -> None:
    said = {check(words, sentences.cause(words, cause)) for cause in ev.EndCause}
    assert len(said) == len(ev.EndCause)


def test_every_card_and_suit_has_a_name(words: Words) -> None:
    assert len({check(words, sentences.card(words, card)) for card in Card}) == len(Card)
    assert len({check(words, sentences.suit(words, suit)) for suit in Suit}) == 4


BIDS = tuple(Bid(kind, 6 if kind in (BidKind.NUMBER, BidKind.BLIND) else 0) for kind in BidKind)


def test_every_bid_has_a_name(words: Words) -> None:
    assert len({check(words, sentences.bid(words, bid)) for bid in BIDS}) == len(BidKind)


ACTIONS: tuple[ac.AnyAction, ...] = (
    ac.CutPile(13),
    ac.GiveTurned((Card("AS"), Card("2H"))),
    ac.StackPiles((1, 0)),
    ac.Draw(keep=True),
    ac.Draw(keep=False),
    ac.Look(),
    ac.MakeBid(Bid(BidKind.NUMBER, 4)),
    ac.AnswerBlind(agree=True),
    ac.AnswerBlind(agree=False),
    ac.Speak(3, 2),
    ac.StaySilent(),
    ac.ComeOut(out=True),
    ac.ComeOut(out=False),
    ac.PassCards((Card("AS"), Card("2H"))),
    ac.DeclineExchange(),
    ac.PlayCard(Card("AS")),
    ac.Claim(),
    ac.AnswerClaim(agree=True),
    ac.AnswerClaim(agree=False),
    ac.AskUndo(),
    ac.AnswerUndo(agree=True),
    ac.AnswerUndo(agree=False),
)


def test_every_action_has_an_entry(words: Words) -> None:
    assert {type(action) for action in ACTIONS} == set(typing.get_args(ac.AnyAction))
    said = {check(words, sentences.action(words, action)) for action in ACTIONS}
    assert len(said) == len(ACTIONS)


RESULT = ev.SideResult(
    side=0, tricks=5, lines=(), new_bags=0, points=-50, score=-50, bags=0, bag_points=0
)
FOUR = (Card("AS"), Card("2H"), Card("3C"), Card("4D"))
EVENTS: tuple[ev.AnyEvent, ...] = (
    ev.MatchBegan(load("standard")),
    ev.MatchBegan(parse("standard(target=250)")),
    ev.SeatsDrawn(tuple((card,) for card in FOUR), (0, 1, 2, 3), 0),
    ev.DealerFound(1),
    ev.DealerFound(1, FOUR),
    ev.GameBegan(2),
    ev.DealBegan(1, 3, 1),
    ev.Shuffled(FOUR),
    ev.PileCut(1, 13),
    ev.PilesTurned(FOUR),
    ev.TurnedGiven(1, FOUR),
    ev.PilesStacked(1, (3, 1, 0, 2)),
    ev.HandsDealt(),
    ev.Drew(1, keep=True),
    ev.Drew(1, keep=False),
    ev.Looked((1,)),
    ev.Looked((0, 1, 3)),
    *(ev.BidMade(1, bid) for bid in BIDS),
    ev.BidMade(1, Bid(BidKind.NUMBER, 5), 1),
    ev.BidMade(1, Bid(BidKind.BLIND, 7), 1),
    ev.BidProposed(1, Bid(BidKind.BLIND, 7)),
    ev.BlindRefused(1),
    ev.Spoke(1, 3, 2),
    ev.Spoke(1),
    *(ev.CameOut(1, out, final) for out in (True, False) for final in (True, False)),
    ev.CardsPassed(1, FOUR[:2]),
    ev.ExchangeDeclined(1),
    ev.ExchangeDone(1, 2),
    ev.PlayBegan(1),
    ev.PlayBegan(1, Card("2C")),
    ev.CardPlayed(1, Card("TD")),
    ev.TrickTaken(1),
    ev.Claimed(1, FOUR),
    ev.ClaimAnswered(1, agree=True),
    ev.ClaimAnswered(1, agree=False),
    ev.ClaimGranted(1, 4),
    ev.UndoAsked(1),
    ev.UndoAnswered(1, agree=True),
    ev.UndoAnswered(1, agree=False),
    ev.Undone(12),
    ev.DealScored((RESULT,)),
    ev.GameEnded((1,), ev.EndCause.TARGET),
    ev.GameEnded((), ev.EndCause.MAX_DEALS),
    ev.MatchEnded((1, 3), ev.EndCause.TOKENS),
    ev.MatchEnded((), ev.EndCause.MAX_GAMES),
)
SILENT = (ev.Shuffled,)


def test_every_event_has_a_sentence_for_those_who_may_know(words: Words) -> None:
    assert {type(event) for event in EVENTS} == set(typing.get_args(ev.AnyEvent))
    rules = parse("standard(tokens_to_win=3)")
    for viewer in (None, 0, 1):
        said = [sentences.event(words, event, PEOPLE[:4], viewer, rules=rules) for event in EVENTS]
        told = [check(words, text) for text in said if text is not None]
        assert len(set(told)) == len(told)
        for event, text in zip(EVENTS, said, strict=True):
            silent = isinstance(event, SILENT) or not sees(event, viewer)
            assert (text is None) is silent, event


def test_oneself_is_spoken_to_and_others_are_named() -> None:
    event, rules = ev.BidMade(1, Bid(BidKind.BLIND_NIL)), Rules()
    said = {
        language: [
            sentences.event(Words(language), event, PEOPLE[:4], viewer, rules=rules)
            for viewer in (0, 1)
        ]
        for language in LANGUAGES
    }
    assert said == {
        "en": ["Bea bid blind nil.", "You bid blind nil."],
        "ko": ["Bea님의 비드: 블라인드 닐", "내 비드: 블라인드 닐"],
        "ja": ["Beaさんのビッド: ブラインド・ニル", "あなたのビッド: ブラインド・ニル"],
    }


def test_sides_are_named_by_their_players() -> None:
    event = ev.GameEnded((1,), ev.EndCause.TARGET)
    pairs = sentences.event(Words("en"), event, PEOPLE[:4], 3, rules=Rules())
    solo = sentences.event(Words("en"), event, PEOPLE[:4], 1, rules=load("solo_four"))
    assert pairs == "You and Bea won the game. The target score was reached."
    assert solo == "You won the game. The target score was reached."


def test_players_are_found_in_the_seats_that_a_draw_gave_them() -> None:
    event = ev.MatchEnded((2,), ev.EndCause.TOKENS)
    said = sentences.event(
        Words("en"), event, PEOPLE[:3], rules=load("cutthroat_4"), players=(2, 0, 1)
    )
    assert said == "Ada won the match. All the win tokens needed were won."


@pytest.mark.parametrize("preset", names())
def test_whole_matches_are_told_without_what_is_hidden(preset: str) -> None:
    rules = change(load(preset), {"max_deals": 2, "max_games": 2})
    for seed in range(count(10)):
        table = Table(rules, seeded(f"words {seed}"))
        seats = range(rules.table.seats)
        bot, words = RandomBot(seed), Words(LANGUAGES[seed % 3])
        while not table.over:
            seat = min(table.to_act)
            view = table.view(seat)
            check(words, sentences.prompt(words, view))
            action = bot.act(view)
            check(words, sentences.action(words, action))
            table.act(seat, action)
        check(words, sentences.prompt(words, table.view(0)))
        for event in table.log:
            _check_event(words, rules, event, seats)


def _check_event(words: Words, rules: Rules, event: ev.AnyEvent, seats: range) -> None:
    """Those who may not see an event are told nothing; the others nothing but what is in it."""
    for viewer in (None, *seats):
        text = sentences.event(words, event, PEOPLE[: len(seats)], viewer, rules=rules)
        if not sees(event, viewer):
            assert text is None
        elif text is not None:
            check(words, text)
    if isinstance(event, ev.DealScored):
        for result in event.results:
            for line in result.lines:
                check(words, sentences.line(words, line, PEOPLE))


def test_every_line_of_the_score_sheet_has_a_text(words: Words) -> None:
    said = {
        check(
            words,
            sentences.line(
                words,
                ev.Line(kind, 10, seat=1, tricks=3, bid=BIDS[0], cards=(Card("JD"),)),
                PEOPLE,
            ),
        )
        for kind in ev.LineKind
    }
    assert len(said) == len(ev.LineKind)


def test_every_step_of_bidding_has_a_prompt(words: Words) -> None:
    table = Table(load("new_york"), seeded(3))
    view = table.view(next(iter(table.to_act)))
    blind, number = Bid(BidKind.BLIND, 7), Bid(BidKind.NUMBER, 5)
    auction = {
        step: msgspec.structs.replace(
            view,
            phase=Phase.AUCTION,
            step=step,
            sides=tuple(
                msgspec.structs.replace(side, bid=blind, proposed=number) for side in view.sides
            ),
        )
        for step in Step
    }
    assert len({check(words, sentences.prompt(words, shown)) for shown in auction.values()}) == len(
        Step
    )

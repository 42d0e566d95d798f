import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from conftest import count
from readable import translated
from record_games import RULES, WHOLE, game

from spadille.cards import Card
from spadille.game import events as ev
from spadille.game.actions import Bid, BidKind
from spadille.game.events import AnyEvent
from spadille.record import GameFile, RecordError, check, decode, encode
from spadille.record.steps import walk

Change = Callable[[Any], list[Any]]
NOBODY = 99


def _replaced(**fields: Any) -> Change:
    return lambda event: [msgspec.structs.replace(event, **fields)]


def _more(name: str) -> Change:
    return lambda event: [msgspec.structs.replace(event, **{name: getattr(event, name) + 1})]


def _turned(name: str) -> Change:
    def turn(event: Any) -> list[Any]:
        items = getattr(event, name)
        return [msgspec.structs.replace(event, **{name: (*items[1:], items[0])})] if items else []

    return turn


def _result(event: ev.DealScored) -> list[ev.DealScored]:
    first, *rest = event.results
    changed = [
        msgspec.structs.replace(first, **{name: getattr(first, name) + 1})
        for name in ("score", "points", "bags", "tricks", "sets", "new_bags", "bag_points")
    ]
    changed.append(msgspec.structs.replace(first, is_set=not first.is_set))
    changed.append(msgspec.structs.replace(first, lines=first.lines[1:]))
    kept = [one for one in changed if one != first]
    return [ev.DealScored((one, *rest)) for one in kept] + [ev.DealScored(tuple(rest))]


BAD_BID = Bid(BidKind.NUMBER, NOBODY)
# Whatever follows from the rules, and every choice turned into one that they forbid.
CHANGES: dict[type, list[Change]] = {
    ev.SeatsDrawn: [_more("dealer"), _turned("cards")],
    ev.DealerFound: [_more("dealer")],
    ev.GameBegan: [_more("game")],
    ev.DealBegan: [_more("deal"), _more("dealer")],
    ev.Shuffled: [_turned("order"), lambda event: [ev.Shuffled(event.order[1:])]],
    ev.PileCut: [_more("seat"), _replaced(size=NOBODY), _replaced(size=0)],
    ev.PilesTurned: [_turned("cards")],
    ev.TurnedGiven: [_more("seat"), lambda e: [ev.TurnedGiven(e.seat, e.cards[1:])]],
    ev.PilesStacked: [_more("seat"), _replaced(piles=(0, 0, 0, 0))],
    ev.HandsDealt: [_replaced(unlooked=(NOBODY,))],
    ev.Drew: [_more("seat")],
    ev.Looked: [_replaced(seats=()), _replaced(seats=(NOBODY,))],
    ev.BidMade: [_more("seat"), _replaced(bid=BAD_BID), _replaced(side=NOBODY)],
    ev.BidProposed: [_more("seat"), _replaced(bid=BAD_BID)],
    ev.BlindRefused: [_more("seat")],
    ev.Spoke: [_more("seat"), _replaced(sure=NOBODY, possible=0), _replaced(sure=None, possible=1)],
    ev.CameOut: [_more("seat"), lambda e: [ev.CameOut(e.seat, e.out, not e.final)]],
    ev.CardsPassed: [_replaced(cards=()), _replaced(seat=NOBODY)],
    ev.ExchangeDeclined: [_replaced(seat=NOBODY)],
    ev.ExchangeDone: [_more("count"), _more("side")],
    ev.PlayBegan: [_more("leader"), _replaced(card=Card.THIRD_JOKER)],
    ev.CardPlayed: [_more("seat"), _replaced(seat=-1)],
    ev.TrickTaken: [_more("seat")],
    ev.Claimed: [_more("seat"), lambda e: [ev.Claimed(e.seat, (*e.cards, Card.SA))]],
    ev.ClaimAnswered: [_replaced(seat=NOBODY)],
    ev.ClaimGranted: [_more("seat"), _more("tricks")],
    ev.UndoAsked: [_more("seat")],
    ev.UndoAnswered: [_replaced(seat=NOBODY)],
    ev.Undone: [_more("to"), _replaced(to=10**30), _replaced(to=-1)],
    ev.DealScored: [_result],
    ev.GameEnded: [_replaced(cause=ev.EndCause.BOSTON), _replaced(winners=(NOBODY,))],
    ev.MatchEnded: [_replaced(winners=(NOBODY,)), _replaced(cause=ev.EndCause.MAX_GAMES)],
}


def _seeded_games() -> Iterator[GameFile]:
    """Games whose chance the check can make again."""
    games = [(text, seed, 2) for text in RULES for seed in range(1, 1 + count(10))]
    for text, seed, deals in (*games, (WHOLE, 1, 50)):
        whole = game(text, seed, deals)
        header = msgspec.structs.replace(whole.header, seed=seed)
        yield msgspec.structs.replace(whole, header=header)


def _with(whole: GameFile, events: tuple[AnyEvent, ...]) -> GameFile:
    return msgspec.structs.replace(whole, events=events)


@pytest.fixture(scope="module")
def seeded_games() -> list[GameFile]:
    return list(_seeded_games())


def test_every_kind_of_event_can_be_tampered_with() -> None:
    assert set(CHANGES) | {ev.MatchBegan} == set(AnyEvent.__args__)


@pytest.mark.parametrize("kind", CHANGES, ids=lambda kind: kind.__name__)
def test_a_changed_event_is_found_at_its_line(kind: type, seeded_games: list[GameFile]) -> None:
    places = [
        (whole, place)
        for whole in seeded_games
        for place, event in enumerate(whole.events)
        if type(event) is kind
    ]
    assert places
    for whole, place in random.Random(kind.__name__).sample(places, min(len(places), count(80))):
        for change in CHANGES[kind]:
            for changed in change(whole.events[place]):
                events = (*whole.events[:place], changed, *whole.events[place + 1 :])
                faults = check(_with(whole, events))
                assert faults or changed == whole.events[place], (whole.events[place], changed)
                assert all(fault.line == place + 2 for fault in faults), faults
                for fault in faults:
                    translated(fault)


@pytest.mark.parametrize("text", RULES)
def test_a_dropped_doubled_or_early_event_is_found(text: str) -> None:
    whole = game(text)
    last = max(step.place for step in walk(whole.events))
    # Either order is right for what two seats give or answer at the same time, and one refusal
    # is enough.
    answers = (ev.ClaimAnswered, ev.UndoAnswered)
    together = (answers, (ev.CardsPassed, ev.ExchangeDeclined))
    rng = random.Random(text)
    for place in rng.sample(range(1, last), min(last - 1, count(200))):
        before, here, after = whole.events[:place], whole.events[place], whole.events[place + 1 :]
        if not isinstance(here, answers):
            assert check(_with(whole, before + after)), f"{here} was dropped"
        assert check(_with(whole, (*before, here, here, *after))), f"{here} was doubled"
        free = any(isinstance(here, kinds) and isinstance(after[0], kinds) for kinds in together)
        if free or here == after[0]:
            continue
        swapped = (*before, after[0], here, *after[1:])
        assert check(_with(whole, swapped)), f"{here} and {after[0]} were swapped"


@pytest.mark.parametrize("text", RULES)
def test_the_card_of_another_hand_is_found(text: str) -> None:
    whole = game(text)
    plays = [place for place, event in enumerate(whole.events) if type(event) is ev.CardPlayed]
    pack = next(event.order for event in whole.events if isinstance(event, ev.Shuffled))
    for place, other in pairwise(plays):
        here, there = whole.events[place], whole.events[other]
        assert isinstance(here, ev.CardPlayed)
        assert isinstance(there, ev.CardPlayed)
        if other > place + 1 or pack.count(there.card) > 1:
            continue
        changed = ev.CardPlayed(here.seat, there.card)
        faults = check(_with(whole, (*whole.events[:place], changed, *whole.events[place + 1 :])))
        assert any(fault.line == place + 2 for fault in faults)
        return


def test_a_wrong_seed_and_wrong_players_are_found() -> None:
    whole = game("standard")
    header = msgspec.structs.replace(whole.header, seed=12345, players=("Ann",))
    faults = check(msgspec.structs.replace(whole, header=header))
    assert any("1 players are named for 4 seats" in str(fault) for fault in faults)
    assert any("seed" in str(fault) for fault in faults)
    for fault in faults:
        translated(fault)


def test_other_rules_than_the_header_says_are_found() -> None:
    whole = game("standard")
    header = msgspec.structs.replace(whole.header, rules_key="0" * 12)
    changed = msgspec.structs.replace(whole, header=header)
    fault = check(changed)[0]
    assert "rules_key" in str(fault)
    translated(fault)
    with pytest.raises(RecordError, match="line 2: the rules have the key"):
        decode(encode(changed))


def test_a_log_that_breaks_off_inside_a_step_is_found() -> None:
    whole = game("standard")
    place = next(p for p, event in enumerate(whole.events) if type(event) is ev.TrickTaken)
    faults = check(_with(whole, whole.events[:place]))
    assert faults == check(_with(whole, whole.events[:place]))
    assert f"line {place + 2}: the log breaks off where trick_taken has to follow" in str(faults[0])
    translated(faults[0])

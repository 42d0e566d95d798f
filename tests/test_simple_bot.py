import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import count
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from positions import bidding, hand_of, passing, playing
from strategies import rule_sets

import spadille.bots
from spadille.bots.estimate import Table, tricks
from spadille.bots.sight import by_suit, lore_of
from spadille.bots.simple import SimpleBot
from spadille.cards import Card, cards
from spadille.game import referee
from spadille.game.actions import (
    AnswerClaim,
    AnswerUndo,
    AskUndo,
    Bid,
    BidKind,
    Claim,
    MakeBid,
    PassCards,
    PlayCard,
)
from spadille.game.contracts import tricks_of
from spadille.game.events import DealScored, TrickTaken
from spadille.game.state import Phase, State
from spadille.rules import Rules, load, names, parse
from spadille.table import Table as Match
from spadille.table import seeded
from spadille.view import View, view

BOT = SimpleBot()
PLAIN = parse("standard(blind_nil=off)")
NIL = Bid(BidKind.NIL)
STEPS = 90
FOUR = Table(others=3, foes=2, share=0.33)
ALLOWED = {
    "actions",
    "auction",
    "contracts",
    "deck",
    "ending",
    "events",
    "facts",
    "scoring",
    "state",
}
"""What the bots may know of `game`: words and tables, never a State."""


def through(rules: Rules, seed: int, steps: int, bots: int = 63) -> Match:
    """Play on with the simple bot in some seats and random ones in the others."""
    match = Match(rules, seeded(seed))
    other = spadille.bots.make("random", seed)
    for _ in range(steps):
        if match.over:
            break
        seat = min(match.to_act)
        seen = match.view(seat)
        action = BOT.act(seen)
        assert action in seen.legal
        match.act(seat, action if bots >> seat & 1 else other.act(seen))
    return match


@given(rule_sets(), st.integers(0, 10_000), st.integers(0, 63))
@settings(max_examples=count(600))
def test_every_action_is_legal_under_any_rules(rules: Rules, seed: int, bots: int) -> None:
    through(rules, seed, STEPS, bots)


@pytest.mark.parametrize("name", names())
def test_every_action_is_legal_in_every_preset(name: str) -> None:
    for seed in range(count(30)):
        through(load(name), seed, 2 * STEPS, bots=0b010101)
        through(load(name), seed, 2 * STEPS)


@pytest.mark.parametrize("name", ["standard", "new_york", "cutthroat_4", "two_handed"])
def test_the_same_view_gives_the_same_action(name: str) -> None:
    match = Match(load(name), seeded(5))
    while match.state.deal.number < 2 and not match.over:
        seat = min(match.to_act)
        action = BOT.act(match.view(seat))
        assert SimpleBot(seed=99).act(match.view(seat)) == action
        match.act(seat, action)


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)


def test_no_bot_touches_a_state() -> None:
    for path in Path(spadille.bots.__file__).parent.glob("*.py"):
        for name in imported(path):
            parts = name.split(".")
            if parts[:2] == ["spadille", "game"]:
                assert parts[2] in ALLOWED, (path.name, name)
                assert parts[-1] != "State", path.name
            assert parts[:2] not in (["spadille", "table"], ["spadille", "record"]), path.name


# Bids: hand, the bids of the four seats, the bids expected.
BIDS = [
    ("S:A97532 H:2 C:J D:QT642", "- - - -", {4, 5}),
    ("S:AKQJT98765432", "- - - -", {13}),
    ("S:AKQJT9876543 H:A", "- - - -", {13}),
    ("S:AKQJT987654 H:A C:A", "- - - -", {13}),
    ("H:23456789 C:23456", "- - - -", {0}),
    ("H:23456789 C:23456", "- - nil -", {1}),
    ("H:23456789 C:23456", "- blind - -", {1}),
    ("H:2345678 C:23456 S:A", "- - - -", {1}),
    ("H:2345678 C:2345 S:AK", "- - - -", {2}),
    ("D:AK C:23456 H:2345 S:23", "- - - -", {1, 2}),
    ("S:AKQJT94 D:AK H:75 C:83", "- 2 1 1", {8, 9, 10}),
    ("S:AKQJ2 C:A53 D:A64 H:75", "- 3 4 nil", {3, 4, 5}),
]


@pytest.mark.parametrize(("hand", "bids", "wanted"), BIDS)
def test_bids(hand: str, bids: str, wanted: set[int]) -> None:
    action = BOT.act(bidding(PLAIN, hand, bids))
    assert isinstance(action, MakeBid)
    assert (0 if action.bid == NIL else action.bid.tricks) in wanted


@pytest.mark.parametrize(
    ("hand", "size", "nil"),
    [
        ("H:2345678 C:23456 S:A", 1, True),
        ("H:2345678 C:2345 S:AK", 1, False),
        ("H:2345678 C:2345 S:AK", 2, True),
        ("C:234A D:23 H:235 S:AKQ4", 4, True),
        ("C:234A D:23 H:235 S:AKQ4", 0, False),
    ],
)
def test_cards_that_are_passed_make_a_nil_safe(hand: str, size: int, *, nil: bool) -> None:
    rules = parse(f"standard(nil_exchange={size})")
    action = BOT.act(bidding(rules, hand))
    assert isinstance(action, MakeBid)
    assert (action.bid == NIL) is nil


@given(st.permutations(sorted(lore_of(PLAIN).pack)))
def test_the_estimate_never_falls_with_a_higher_card(pack: list[Card]) -> None:
    lore = lore_of(PLAIN)
    for place, low in enumerate(pack[:13]):
        higher = [
            card
            for card in pack[13:]
            if lore.suit[card] == lore.suit[low]
            and lore.deck.strength[card] > lore.deck.strength[low]
        ]
        for high in higher[:2]:
            better = [*pack[:place], high, *pack[place + 1 : 13]]
            rest = [card for card in pack if card not in better]
            before = tricks(by_suit(lore, pack[:13]), by_suit(lore, pack[13:]), FOUR)
            after = tricks(by_suit(lore, better), by_suit(lore, rest), FOUR)
            assert after >= before - 1e-9


def test_top_trumps_are_tricks() -> None:
    lore = lore_of(PLAIN)
    hand = hand_of("S:AKQ H:65432 D:765 C:76")
    rest = [card for card in lore.pack if card not in hand]
    assert tricks(by_suit(lore, hand), by_suit(lore, rest), FOUR) >= 2.9


def test_passing_from_a_nil_and_to_one() -> None:
    rules = parse("standard(nil_exchange=4)")
    hand = "S:AKQ7 H:AT83 C:A2 D:J32"
    assert BOT.act(passing(rules, hand, "nil 3 3 3", 4)) == PassCards(cards("AS KS QS AC"))
    given_to_nil = BOT.act(passing(rules, hand, "3 3 nil 3", 4))
    assert given_to_nil == PassCards(cards("2C 2D 3D 3H"))


# Plays: hand, trick, bids, tricks taken, the cards expected.
PLAYS = [
    # Third hand plays high, but no higher than needed, and never over an equal of the partner's.
    ("D:QJ", "9D TD", "1 5 1 5", (0, 5, 1, 5), "JD", "D:AK"),
    ("D:Q7", "TD 9D", "1 5 1 5", (0, 5, 1, 5), "QD", "D:AKJ"),
    ("D:J7", "TD 9D", "1 5 1 5", (0, 5, 1, 5), "7D", "D:AKQ"),
    # The partner wins and all my trumps are good: any of them.
    ("S:QJT C:T", "KS 4S", "4 4 2 1", (3, 3, 2, 1), "QS JS TS", ""),
    # Both tricks are needed to set them; the last one is; neither can.
    ("S:A D:3", "3C 4C 5C", "3 3 3 3", (3, 3, 3, 2), "AS", ""),
    ("D:36", "2D 4D 5D", "3 3 3 4", (3, 2, 3, 3), "6D", ""),
    ("D:36", "2D 4D 5D", "3 2 3 3", (3, 2, 3, 3), "3D", ""),
    # Beside the partner's nil: no help once the contract is lost; bags are ducked.
    ("D:Q2", "JD", "5 4 nil 4", (2, 4, 0, 5), "2D", "D:AK"),
    ("D:AQ2", "JD TD 9D", "5 4 nil 4", (3, 3, 0, 4), "QD", ""),
    # The partner's nil is winning: take it over.
    ("S:92", "5S 7S 3S", "4 4 nil 4", (3, 4, 0, 4), "9S", ""),
    # My nil: the highest card that still loses.
    ("D:952", "TD", "nil 4 4 4", (0, 4, 3, 3), "9D", ""),
]


@pytest.mark.parametrize(("hand", "trick", "bids", "taken", "wanted", "out"), PLAYS)
def test_plays(  # noqa: PLR0913, PLR0917 - the columns of the table
    hand: str, trick: str, bids: str, taken: tuple[int, ...], wanted: str, out: str
) -> None:
    for seed in range(5):
        action = BOT.act(playing(PLAIN, hand, trick, bids, taken, out=out, seed=seed))
        assert isinstance(action, PlayCard)
        assert str(action.card) in wanted.split()


def test_a_deal_without_bids_is_played_for_every_trick() -> None:
    seen = playing(load("new_york"), "D:A4", "5D 6D 7D", "- - - -", (3, 3, 3, 2), deal=1)
    assert BOT.act(seen) == PlayCard(Card("AD"))


@pytest.mark.parametrize(("caught", "wanted"), [("", "AD"), ("JC", "2D")])
def test_one_award_jack_is_caught_and_a_second_one_is_not(caught: str, wanted: str) -> None:
    rules = load("cutthroat_four")
    seen = playing(rules, "D:A2", "JD 3D 4D", "3 3 3 2", (3, 3, 3, 2))
    me = replace(seen.seats[0], caught=cards(caught))
    assert BOT.act(replace(seen, seats=(me, *seen.seats[1:]))) == PlayCard(Card(wanted))


@pytest.mark.parametrize(
    ("scores", "wanted"), [((0, 0), "AD"), ((381, 472), "2D"), ((400, -2000), "AD")]
)
def test_a_contract_is_given_up_if_that_alone_keeps_the_match_open(
    scores: tuple[int, int], wanted: str
) -> None:
    # The others have 10 of 3 tricks: with two more they pay for ten bags, else they win.
    seen = playing(PLAIN, "D:A2", "3D 4D 5D", "2 2 nil 1", (1, 6, 0, 4), scores=scores)
    foes = replace(seen.sides[1], bags=1)
    assert BOT.act(replace(seen, sides=(seen.sides[0], foes))) == PlayCard(Card(wanted))


def test_more_is_bid_when_the_others_go_out() -> None:
    seen = bidding(PLAIN, "S:KQ86 H:A95 C:K83 D:Q42", "- 2 3 2")
    usual = BOT.act(seen)
    ours, theirs = (
        replace(side, score=score) for side, score in zip(seen.sides, (430, 465), strict=True)
    )
    needed = BOT.act(replace(seen, sides=(ours, theirs)))
    assert isinstance(usual, MakeBid)
    assert isinstance(needed, MakeBid)
    assert usual.bid.tricks < needed.bid.tricks <= 6


def test_undo_is_agreed_to_and_only_a_certain_claim_is() -> None:
    match = Match(load("standard"), seeded(3))
    certain = 0
    for _ in range(400):
        seat = min(match.to_act)
        if match.state.phase is Phase.PLAY:
            trial = match.state.copy()
            referee.apply(trial, seat, Claim())
            for other in referee.to_act(trial):
                answer = BOT.act(view(trial, other))
                assert isinstance(answer, AnswerClaim)
                certain += answer.agree
                assert not answer.agree or takes_all(match.state, seat)
        match.act(seat, BOT.act(match.view(seat)))
    assert certain
    assert AnswerUndo(agree=True) == BOT.act(asked(match))


def takes_all(state: State, seat: int) -> bool:
    """Whether a seat that plays its trumps, then its highest cards, takes all against chance."""
    deck, rest = state.deck, state.deck.tricks - sum(state.deal.won)
    for seed in range(5):
        trial, other = state.copy(), spadille.bots.make("random", seed)
        won = 0
        for _ in range(rest * state.rules.table.seats):
            actor = min(referee.to_act(trial))
            seen = view(trial, actor)
            action = other.act(seen)
            if actor == seat:
                held = [action.card for action in seen.legal if isinstance(action, PlayCard)]
                action = PlayCard(deck.sorted(held)[0])
            done = referee.apply(trial, actor, action)
            won += sum(isinstance(event, TrickTaken) and event.seat == seat for event in done)
            if any(isinstance(event, DealScored) for event in done):
                break
        if won < rest:
            return False
    return True


def asked(match: Match) -> View:
    """Somebody asks to take back a card."""
    while True:
        seat = min(match.to_act)
        ask = [a for a in match.legal(seat) if isinstance(a, AskUndo)]
        if ask:
            match.act(seat, ask[0])
            return match.view(min(match.to_act))
        match.act(seat, BOT.act(match.view(seat)))


@pytest.mark.parametrize(("kind", "promised"), [("1F", 1), ("2F", 2), ("SM", 14)])
def test_a_special_bid_is_reckoned_by_its_tricks_not_its_points(kind: str, promised: int) -> None:
    """1F promises one trick, 2F two and SM fourteen (rules 6.9 and 10.13)."""
    assert tricks_of(load("cutthroat_4"), Bid(BidKind(kind))) == promised

"""Deals with known results, each played from the shuffle to the score sheet.

Most are worked examples of published rule pages and of other programs. A case is the result of
the side of seat 0: points of the deal, then score and bags after it.
"""

from typing import NamedTuple

import pytest
from scenario import Scenario, Tricks, lay, played, tricks

from spadille.cards import Suit, cards
from spadille.game.actions import Bid, BidKind, MakeBid, Reason
from spadille.game.deck import deck_of
from spadille.game.events import EndCause, GameEnded, LineKind, PlayBegan, TrickTaken
from spadille.rules import load, parse


class Case(NamedTuple):
    """One deal and what it brings the side of seat 0."""

    id: str
    rules: str
    bids: str
    tricks: Tricks
    points: int
    bags: int
    scores: tuple[int, ...] = ()
    bags_before: tuple[int, ...] = ()


MSN = "standard(failed_nil_bag_points=only_if_contract_made)"
HELP = "standard(failed_nil_tricks=help_partner)"
NO_BAGS = "standard(bag_points=0,bag_limit=0,count_bags=off)"
LIMIT_FIVE = "solo_four(bag_limit=5,bag_penalty=50,bag_carry=off,bag_points=0)"
NEW_YORK = "new_york(first_hand_bids_itself=off)"
BEHIND = (0, 100)

# Rules 10.2, 10.3 and 10.8 to 10.11: contracts, nils and bags in pairs; 10.18, 10.19: the limit.
PAIRS = (
    Case("2", "standard", "3 4 2 4", tricks(4, 3, 3, 3), 52, 9, (337, 0), (7, 0)),
    Case("3", "standard", "3 3 2 3", tricks(4, 3, 4, 2), -47, 0, (337, 0), (7, 0)),
    Case("4", "standard", "3 2 2 2", tricks(5, 2, 4, 2), -46, 1, (337, 0), (7, 0)),
    Case("5-standard", "standard", "3 3 2 3", tricks(4, 3, 3, 3), 52, 2),
    Case("5-double-nil", "double_nil", "3 3 2 3", tricks(4, 3, 3, 3), 52, 2),
    Case("9-both-made", "standard", "nil 6 nil 6", tricks(0, 7, 0, 6), 200, 0),
    Case("9-both-failed", "standard", "nil 6 nil 4", tricks(1, 7, 2, 3), -200 + 3, 3),
    Case("9-one-each", "standard", "nil 6 nil 4", tricks(0, 7, 2, 4), 0 + 2, 2),
    Case("10-both-made", "double_nil", "bn 6 bn 6", tricks(0, 7, 0, 6), 400, 0),
    Case("10-both-failed", "double_nil", "bn 6 bn 4", tricks(1, 7, 2, 3), -400 + 3, 3),
    Case("10-one-each", "double_nil", "bn 6 bn 4", tricks(0, 7, 2, 4), 0 + 2, 2),
    Case("11-made", "standard", "bn 4 3 4", tricks(0, 5, 3, 5), 200 + 30, 0, BEHIND),
    Case("11-failed", "standard", "bn 4 3 4", tricks(1, 5, 3, 4), -200 + 30 + 1, 1, BEHIND),
    Case("12-made", MSN, "4 3 2 3", tricks(4, 4, 2, 3), 60, 0),
    Case("12-set", MSN, "4 3 2 3", tricks(3, 4, 2, 4), -60, 0),
    Case("12-bag", MSN, "4 3 2 3", tricks(5, 3, 2, 3), 61, 1),
    Case("13-only-if-made", MSN, "nil 5 2 5", tricks(1, 6, 1, 5), -120, 1),
    Case("13-always", "standard", "nil 5 2 5", tricks(1, 6, 1, 5), -119, 1),
    Case("14", "standard", "nil 4 4 4", tricks(0, 5, 4, 4), 140, 0),
    Case("15", "standard", "nil 4 4 4", tricks(0, 5, 3, 5), 60, 0),
    Case("17", "standard", "3 3 2 4", tricks(3, 3, 3, 4), 51, 1),
    Case("18", "standard", "4 2 2 2", tricks(5, 2, 3, 3), 62, 3, (101, 0), (1, 0)),
    Case("19", "standard", "3 4 2 4", tricks(3, 4, 2, 4), 50, 9, (209, 0), (9, 0)),
    Case("20", "standard", "3 4 3 4", tricks(3, 4, 2, 4), -60, 9, (209, 0), (9, 0)),
    Case("22", "standard", "nil 4 4 4", tricks(1, 4, 4, 4), -59, 1, (200, 0)),
    Case(
        "23", "standard(bag_penalty=110)", "4 2 2 3", tricks(6, 2, 2, 3), -48, 1, (109, 0), (9, 0)
    ),
    Case("24", NO_BAGS, "4 2 2 3", tricks(6, 2, 2, 3), 60, 0, (100, 0)),
    Case("25", HELP, "4 1 5 1", tricks(5, 1, 5, 2), 91, 1),
    Case("26-help-partner", HELP, "13 2 nil 2", tricks(4, 4, 1, 4), -230, 0),
    Case("26-bags", "standard", "13 2 nil 2", tricks(4, 4, 1, 4), -229, 1),
    Case("28", "standard", "3 1 3 2", tricks(4, 2, 5, 2), -37, 2, (99, 0), (9, 0)),
    Case("29-two-bags", "standard(nil=50)", "4 2 3 2", tricks(5, 2, 4, 2), 72, 2),
    Case("29-one-bag", "standard(nil=50)", "4 2 4 2", tricks(5, 2, 4, 2), 81, 1),
    Case("29-no-bag", "standard(nil=50)", "4 2 5 2", tricks(4, 2, 5, 2), 90, 0),
    Case("30", "standard", "5 2 5 1", tricks(5, 3, 4, 1), -100, 0),
    Case("31", "standard", "4 2 4 1", tricks(6, 2, 4, 1), 82, 2),
    Case("31-limit", "standard", "4 2 4 1", tricks(6, 2, 4, 1), -18, 0, (0, 0), (8, 0)),
    Case("32-bag", "standard", "4 2 3 3", tricks(4, 2, 4, 3), 71, 1),
    Case("32-set", "standard", "4 2 3 3", tricks(4, 3, 2, 4), -70, 0),
    Case("33-exact", "standard", "4 2 3 3", tricks(4, 3, 3, 3), 70, 0),
    Case("33-bags", "standard", "3 2 2 3", tricks(4, 2, 4, 3), 53, 3),
    Case("33-set", "standard", "3 2 3 3", tricks(2, 4, 3, 4), -60, 0),
    Case("34-bag", "standard", "3 3 2 4", tricks(4, 3, 2, 4), 51, 1),
    Case("34-set", "standard", "4 3 2 4", tricks(3, 4, 2, 4), -60, 0),
    Case("36", "standard(bag_points=0)", "3 3 2 3", tricks(4, 3, 3, 3), 50, 2),
    Case("37-made", "standard(boston=moon_200)", "8 1 5 1", tricks(8, 0, 5, 0), 200, 0),
    Case("37-failed", "standard(boston=moon_200)", "8 1 5 1", tricks(7, 1, 5, 0), -130, 0),
)
# Rules 10.5 to 10.7: numbers bid for the side, blind ones among them; 10.12: the Boston on a 10.
SIDES = (
    Case("38-made", "barmore", "b7 4", tricks(4, 3, 3, 3), 140, 0),
    Case("38-failed", "barmore", "b7 4", tricks(4, 3, 2, 4), -140, 0),
    Case("39", "barmore", "b7 4", tricks(5, 2, 4, 2), 142, 2),
    Case("40-eight", "barmore", "b8 4", tricks(5, 2, 3, 3), 160, 0),
    Case("40-nine", "barmore", "b9 4", tricks(5, 2, 4, 2), 180, 0),
    Case("41-ten", NEW_YORK, "10 4", tricks(6, 2, 4, 1), 200, 0),
    Case("41-eleven", NEW_YORK, "10 4", tricks(6, 1, 5, 1), 200, 0),
    Case("41-twelve", NEW_YORK, "10 4", tricks(7, 1, 5, 0), 200, 0),
    Case("41-thirteen", NEW_YORK, "10 4", tricks(7, 0, 6, 0), 200, 0),
    Case("41-nine", NEW_YORK, "10 4", tricks(4, 2, 5, 2), -200, 0),
    Case("42-made", NEW_YORK, "b10 4", tricks(6, 2, 4, 1), 400, 0, BEHIND),
    Case("42-failed", NEW_YORK, "b10 4", tricks(5, 2, 4, 2), -200, 0, BEHIND),
    Case("42-came-out", NEW_YORK, "b7>10 4", tricks(6, 2, 4, 1), 200, 0, BEHIND),
    Case("43-five", NEW_YORK, "5 6", tricks(3, 4, 2, 4), 50, 0),
    Case("43-six", NEW_YORK, "5 6", tricks(3, 4, 3, 3), 50, 0),
    Case("43-seven", NEW_YORK, "5 6", tricks(4, 3, 3, 3), 50, 0),
    Case("43-eight", NEW_YORK, "5 6", tricks(4, 3, 4, 2), -50, 0),
    Case("43-four", NEW_YORK, "5 6", tricks(2, 5, 2, 4), -50, 0),
    Case("45-six", NEW_YORK, "b6 6", tricks(3, 4, 3, 3), 120, 0, BEHIND),
    Case("45-nine", NEW_YORK, "b6 4", tricks(5, 2, 4, 2), 120, 0, BEHIND),
    Case("45-thirteen", NEW_YORK, "b6 4", tricks(7, 0, 6, 0), 120, 0, BEHIND),
    Case("45-five", NEW_YORK, "b6 6", tricks(3, 4, 2, 4), -60, 0, BEHIND),
    Case("47", "new_york", "", tricks(4, 2, 4, 3), 80, 0),
)
# Rules 10.13 to 10.16, 10.18 and 10.19: solo bids, award jacks and other limits of bags. Where
# jacks are not the matter, one player catches two of them, which pays nothing.
SOLO = (
    Case("35-set", LIMIT_FIVE, "3 3 3 3", tricks(2, 4, 4, 3), -30, 0),
    Case("35-fifth-bag", LIMIT_FIVE, "3 3 3 3", tricks(4, 3, 3, 3), 30 - 50, 0, (), (4, 0, 0, 0)),
    Case("50-one", "cutthroat_4", "1F 8 8", tricks(1, 8, 8, JD=2, JC=2), 50, 0),
    Case("50-two", "cutthroat_4", "1F 8 7", tricks(2, 8, 7, JD=2, JC=2), 10, 1),
    Case("50-none", "cutthroat_4", "1F 8 8", tricks(0, 9, 8, JD=2, JC=2), -50, 0),
    Case("51-two", "cutthroat_4", "2F 8 7", tricks(2, 8, 7, JD=2, JC=2), 40, 0),
    Case("51-three", "cutthroat_4", "2F 7 7", tricks(3, 7, 7, JD=2, JC=2), 20, 1),
    Case("51-one", "cutthroat_4", "2F 8 8", tricks(1, 8, 8, JD=2, JC=2), -40, 0),
    Case("51-none", "cutthroat_4", "2F 8 8", tricks(0, 8, 9, JD=2, JC=2), -40, 0),
    Case("52-six", "cutthroat_4", "b6 5 6", tricks(6, 5, 6, JD=2, JC=2), 100, 0, (0, 50, 0)),
    Case("52-eight", "cutthroat_4", "b6 4 5", tricks(8, 4, 5, JD=2, JC=2), 100, 2, (0, 50, 0)),
    Case("52-five", "cutthroat_4", "b6 6 6", tricks(5, 6, 6, JD=2, JC=2), -100, 0, (0, 50, 0)),
    Case("53-nil", "cutthroat_4", "nil 8 9", tricks(0, 8, 9, JD=2, JC=2), 100, 0),
    Case("53-nil-failed", "cutthroat_4", "nil 8 7", tricks(2, 8, 7, JD=2, JC=2), -100, 2),
    Case("53-blind-nil", "cutthroat_4", "bn 8 9", tricks(0, 8, 9, JD=2, JC=2), 200, 0),
    Case("53-blind-nil-failed", "cutthroat_4", "bn 8 7", tricks(2, 8, 7, JD=2, JC=2), -200, 2),
    Case("54-fourteen", "cutthroat_4", "SM 1 2", tricks(14, 1, 2, JD=2, JC=2), 150, 0),
    Case("54-sixteen", "cutthroat_4", "SM 1 1", tricks(16, 1, 0, JD=0, JC=0), 150, 0),
    Case("55", "cutthroat_1", "3 6 7", tricks(4, 6, 7, JC=2), 30 - 50, 0, (), (4, 0, 0)),
    Case("56", "cutthroat_2", "3 6 6", tricks(5, 6, 6, JC=2), 10, 0),
    Case("58-one-jack", "cutthroat_4", "4 6 7", tricks(4, 6, 7, JD=0, JC=2), 40 + 10, 0),
    Case("58-two-jacks", "cutthroat_4", "4 6 7", tricks(4, 6, 7, JD=0, JC=0), 40, 0),
    Case("61-made", "two_handed", "4 6", tricks(6, 7), 42, 2),
    Case("61-set", "two_handed", "4 6", tricks(3, 10), -40, 0),
    Case("61-nil", "two_handed", "nil 6", tricks(0, 13), 100, 0),
    Case("61-nil-failed", "two_handed", "nil 6", tricks(2, 11), -98, 2),
    Case("61-ignored", "two_handed(failed_nil_tricks=ignored)", "nil 6", tricks(2, 11), -100, 0),
)


@pytest.mark.parametrize("case", PAIRS + SIDES + SOLO, ids=lambda case: f"case-{case.id}")
def test_a_deal_brings_these_points_and_bags(case: Case) -> None:
    """Rules 10.1 to 10.20."""
    scenario = played(
        case.rules, (case.bids, case.tricks), scores=case.scores, bags=case.bags_before
    )
    result = scenario.results[0][0]
    start = case.scores[0] if case.scores else 0
    assert (result.points, result.score, result.bags) == (
        case.points,
        start + case.points,
        case.bags,
    )


def contracts(scenario: Scenario) -> list[int]:
    """The contract of each side on the score sheet."""
    made = LineKind.CONTRACT_MADE, LineKind.CONTRACT_FAILED
    lines = [line for side in scenario.results[-1] for line in side.lines if line.kind in made]
    return [line.bid.tricks for line in lines if line.bid is not None]


def test_case_1_a_contract_is_the_sum_of_the_partners_bids() -> None:
    """Rule 1.5; West bids first, so that South, seat 2, has dealt."""
    scenario = Scenario("standard", tricks(2, 4, 3, 4), dealer=2)
    scenario.say("3", "1", "4", "4").play_out()
    assert contracts(scenario) == [5, 7]


def test_case_6_a_contract_is_the_sum_of_the_partners_bids() -> None:
    """Rule 1.5."""
    scenario = played("double_nil", ("4 3 2 2", tricks(4, 3, 3, 3)))
    assert contracts(scenario) == [6, 5]


def test_case_41_a_boston_on_a_ten_wins_the_game() -> None:
    """Rule 10.12."""
    for won, over in ((tricks(7, 0, 6, 0), True), (tricks(7, 1, 5, 0), False)):
        scenario = played(NEW_YORK, ("10 4", won), scores=(-300, 400))
        ended = scenario.events(GameEnded)
        assert [(event.winners, event.cause) for event in ended] == (
            [((0,), EndCause.BOSTON)] if over else []
        )


def test_case_47_a_first_deal_without_bids_scores_ten_a_trick() -> None:
    """Rule 10.20."""
    (sides,) = played("new_york", ("", tricks(4, 2, 4, 3))).results
    assert [side.points for side in sides] == [80, 50]


def test_case_48_two_sets_in_a_row_lose_whatever_the_scores() -> None:
    """Rule 11.7: the first side is set in deals 3 and 4."""
    scenario = played(
        "new_york",
        ("", tricks(4, 3, 3, 3)),
        ("4 4", tricks(3, 3, 3, 4)),
        ("7 6", tricks(3, 3, 3, 4)),
        ("7 6", tricks(3, 3, 3, 4)),
        scores=(300, 0),
    )
    (ended,) = scenario.events(GameEnded)
    assert (ended.winners, ended.cause) == ((1,), EndCause.SETS)
    assert scenario.results[-1][0].score > scenario.results[-1][1].score


@pytest.mark.parametrize("rules", ["cutthroat_1", "cutthroat_2", "cutthroat_4"])
@pytest.mark.parametrize(("leader", "reason"), [(250, None), (249, Reason.NOT_BEHIND)])
def test_case_60_a_blind_six_needs_fifty_points_behind_the_leader(
    rules: str, leader: int, reason: Reason | None
) -> None:
    """Rules 5.5 and 5.8; seat 1 bids first."""
    scenario = Scenario(rules, scores=(leader, 200, 0))
    assert scenario.reason(MakeBid(Bid(BidKind.BLIND, 6)), 1) is reason


def test_case_63_the_highest_card_of_the_suit_led_wins() -> None:
    """Rule 9.3."""
    scenario = Scenario("standard", {0: "2D", 1: "6D", 2: "AD", 3: "5D"}).bid("3", "3", "3", "3")
    scenario.play("2D 6D AD 5D")
    (taken,) = scenario.events(TrickTaken)
    assert taken.seat == 2


@pytest.mark.parametrize(
    ("rules", "spades", "hearts", "diamonds", "clubs"),
    [
        ("barmore", 15, 12, 13, 12),
        ("new_york", 16, 12, 12, 12),
        ("new_york(removed_twos=both_red)", 15, 12, 12, 13),
        ("cutthroat_4", 13, 13, 13, 12),
        ("cutthroat_five", 13, 13, 12, 12),
        ("cutthroat_five_two_jokers", 15, 13, 13, 13),
        ("cutthroat_five_three_jokers", 16, 13, 13, 13),
    ],
)
def test_case_65_the_suits_of_the_pack(
    rules: str, spades: int, hearts: int, diamonds: int, clubs: int
) -> None:
    """Rules 2.1, 2.3 and 2.5."""
    deck = deck_of(parse(rules))
    counts = {Suit.SPADES: spades, Suit.HEARTS: hearts, Suit.DIAMONDS: diamonds, Suit.CLUBS: clubs}
    for suit, count in counts.items():
        assert sum(deck.suit_of[card] is suit for card in deck.pack) == count
    assert len(deck.pack) == spades + hearts + diamonds + clubs


# A deal recorded at a table, seats N E S W; `TRICKS` in the columns E S W N.
HANDS = {
    0: "KS QS TS 9S 8S 2S AH KH 4H 6D KC 8C 7C",
    1: "AS 6S 5S JH 3H TD 9D 4D AC TC 9C 6C 4C",
    2: "JS 7S 4S 3S TH 8H 6H KD QD 5D QC JC 3C",
    3: "QH 9H 7H 5H AD JD 8D 7D 3D 2D 5C BJ LJ",
}
TRICKS = (
    "AC 3C 5C 7C / 3H 6H QH KH / 4C JC 2D KC / 4D 5D AD 6D / 9D QD 3D 8S / JH 8H 9H AH /"
    " 5S TH 7H 4H / 6C QC JD 8C / TD KD 8D 9S / 6S 3S BJ TS / TC 4S 5H QS / AS 7S LJ KS /"
    " 9C JS 7D 2S"
)
SEATS = "NESW"


def recorded(rules: str) -> Scenario:
    """The recorded deal, after a first deal that has no bids."""
    scenario = Scenario(rules, {}, HANDS, dealer=3)
    while not scenario.results:
        scenario.claim()
    assert scenario.state.deal.dealer == SEATS.index("N")
    return scenario.say("1", "2", "4", "6")


def test_a_recorded_deal_is_legal_throughout_and_scores_as_it_did() -> None:
    """Rules 2.5, 9.2, 9.3 and 10.3: the recorded deal C1; the third trick falls to ♦2."""
    scenario = recorded("joker_joker_deuce_deuce")
    seen = len(scenario.events(TrickTaken))
    (first, *_) = reversed(scenario.events(PlayBegan))
    leader = first.leader
    assert leader == SEATS.index("E")
    for text in TRICKS.split("/"):
        by_seat = dict(zip((1, 2, 3, 0), cards(text), strict=True))
        for step in range(4):
            seat = (leader + step) % 4
            assert scenario.actor == seat
            if by_seat[seat] == "9S":  # the only spades left are above it or are ♠2, which is, too
                low = min(scenario.cards_legal(), key=deck_of(scenario.rules).strength.__getitem__)
                assert low == "9S"
            scenario.play(by_seat[seat])
        leader = scenario.events(TrickTaken)[-1].seat
    winners = "".join(SEATS[event.seat] for event in scenario.events(TrickTaken)[seen:])
    assert winners == "ENWWNNESNWNWN"
    assert [side.points for side in scenario.results[-1]] == [-80, 51]


def test_a_recorded_deal_with_plain_deuces_gives_one_more_trick() -> None:
    """Rule 2.5: without promoted twos ♦2 does not win the third trick for the second side."""
    deck = deck_of(parse("joker_joker_deuce_deuce(promoted_twos=none)"))
    leader, winners = 1, ""
    for text in TRICKS.split("/"):
        row = dict(zip((1, 2, 3, 0), cards(text), strict=True))
        order = [(leader + step) % 4 for step in range(4)]
        leader = order[deck.winner([row[seat] for seat in order])]
        winners += SEATS[leader]
    assert sum(winners.count(seat) for seat in "NS") == 8


def test_hands_are_laid_out_whole() -> None:
    """Rule 3.10."""
    laid = lay(load("standard"), tricks(7, 2, 0, 4))
    assert sorted(held for hand in laid.hands.values() for held in hand) == sorted(
        deck_of(load("standard")).pack
    )

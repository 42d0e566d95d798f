"""The rule book's own examples, and its lists of readings, against what the program does."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from scenario import Scenario, Tricks, played, suited, tricks

from spadille.cards import cards
from spadille.game.actions import GiveTurned, PassCards, PlayCard, Reason
from spadille.game.deck import deck_of
from spadille.game.events import DealBegan, EndCause, GameEnded, TrickTaken
from spadille.rules import Rules, change, load, options, text_of, value
from spadille.rules.choices import FailedNilTricks

BOOK = Path(__file__).parent.parent.joinpath("docs", "rules.md").read_text(encoding="utf-8")


def table(after: str) -> list[list[str]]:
    """The rows of the first table after a text, without head and rule."""
    lines = BOOK[BOOK.index(after) :].splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("|"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().replace("`", "") for cell in line.strip("|").split("|")])
    return rows


class Example(NamedTuple):
    """One line of the examples: a deal of the side of seat 0."""

    preset: str
    said: str
    tricks: str
    points: int
    bags: int
    why: str


def examples() -> Iterator[Example]:
    """The examples, one for each of the results that share a row."""
    for preset, said, won, points, bags, why in table("**13.21**"):
        results = won.split(" / ")
        all_bags = bags.split(" / ")
        if len(all_bags) == 1:
            all_bags *= len(results)
        for one, score, new in zip(results, points.split(" / "), all_bags, strict=True):
            yield Example(preset, said, one, int(score.replace("\u2212", "-")), int(new), why)


EXAMPLES = list(examples())


def bid_text(said: str) -> str:
    """A bid of the table as the scenarios read it."""
    came_out = ">10" if "came out" in said else ""
    words = said.partition(",")[0].replace("blind nil", "bn").replace("shoot the moon", "SM")
    return words.replace("blind ", "b").strip() + came_out


def dealt(rules: Rules, own: list[int], jacks: set[str]) -> Tricks:
    """Tricks of which the side of seat 0 wins these, and who catches which jack."""
    seats, total = rules.table.seats, deck_of(rules).tricks
    mates = rules.side_seats(0)
    if len(own) < len(mates):
        own = [own[0] - own[0] // 2, own[0] // 2]
    won = [0] * seats
    for seat, count in zip(mates, own, strict=True):
        won[seat] = count
    others = [seat for seat in range(seats) if seat not in mates]
    rest = total - sum(won)
    for seat in others:
        won[seat] = rest // len(others)
    won[others[-1]] += rest - sum(won[seat] for seat in others)
    awards = [str(card) for card in deck_of(rules).awards]
    lost = [jack for jack in awards if jack not in jacks]
    # Two jacks that one player catches pay nothing, whoever it is.
    loser = others[-1] if won[others[-1]] >= len(lost) else 0
    return tricks(*won, **{jack: 0 if jack in jacks else loser for jack in awards})


def play(example: Example) -> Scenario:
    """Play an example from the shuffle to the score sheet."""
    rules, said = load(example.preset), example.said
    if said == "no bids":
        return played(rules, ("", dealt(rules, [int(example.tricks)], set())))
    rules = change(rules, {"first_hand_bids_itself": False})
    said, _, under = said.partition(" under ")
    if under:
        rules = change(rules, {"failed_nil_tricks": FailedNilTricks(under)})
    held = re.search(r"with (\d+) bags held", said)
    jacks = {f"J{'SHDC'['♠♥♦♣'.index(sign)]}" for sign in re.findall("([♥♦♣])J", said)}
    own = [int(count) for count in example.tricks.split(" + ")]
    bids = [bid_text(part) for part in said.split(" + ")]
    mates = rules.side_seats(0)
    if len(bids) < len(mates) and bids[0].isdigit() and rules.auction.bidding == "by_seat":
        bids = [str(int(bids[0]) - 2), "2"]
    by_seat = {seat: bids[place % len(bids)] for place, seat in enumerate(mates)}
    low = "4" if rules.auction.bidding == "by_side" else "2"
    texts = " ".join(by_seat.get(seat, low) for seat in range(rules.table.seats))
    scores = [0] * rules.side_count
    scores[0] = -100  # far enough behind for every blind bid
    bags = (int(held[1]),) if held else ()
    return played(rules, (texts, dealt(rules, own, jacks)), scores=scores, bags=bags)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e.preset}, {e.said}, {e.tricks}")
def test_a_worked_example_comes_out_as_printed(example: Example) -> None:
    """Rule 13.21, and with it rules 1.5, 1.6 and 10.1 to 10.20."""
    scenario = play(example)
    result = scenario.results[0][0]
    assert (result.points, result.new_bags) == (example.points, example.bags)
    wins = "wins the game" in example.why
    assert bool(scenario.events(GameEnded)) is wins
    carried = re.search(r"(\d+) bags? (?:is|are)? ?carried on|, (\d+) carried on", example.why)
    if carried:
        assert result.bags == int(carried[1] or carried[2])
    if "goes back to 0" in example.why:
        assert result.bags == 0


def test_a_failed_nil_with_a_set_partner_under_the_other_reading() -> None:
    """Rules 10.9 and 13.21: 120 points lost instead of 119."""
    rules = "standard(failed_nil_bag_points=only_if_contract_made)"
    result = played(rules, ("2 5 nil 5", tricks(1, 6, 1, 5))).results[0][0]
    assert (result.points, result.bags) == (-120, 1)


def test_open_questions_name_options_and_presets_hold_the_readings() -> None:
    """Rule 14.1: the options named there exist, and these presets have the readings."""
    rows = table("**14.1**")
    assert [row[0] for row in rows] == [f"A{number}" for number in range(1, 21) if number != 13]
    for row in rows:
        for name in row[4].replace("–", "").split(", "):
            assert not name or name in options()
    held = {
        ("standard", "failed_nil_bag_points"): "always",
        ("new_york", "removed_twos"): "club_heart",
        ("cutthroat_4", "bag_points"): "0",
        ("cutthroat_five_two_jokers", "two_clubs_with_dealer"): "lowest_club",
        ("cutthroat_4", "bag_penalty"): "10*limit",
        ("cutthroat_4", "sm_fail"): "-150",
        ("cutthroat_4", "b6_limit_scope"): "per_player_per_game",
        ("cutthroat_five_two_jokers", "joker_use"): "high_trump",
        ("standard", "exchange_mode"): "sequential",
        ("double_nil", "exchange_mode"): "simultaneous",
        ("standard", "tie_rule"): "until_unequal",
        ("new_york", "blind10_boston_wins"): "on",
        ("barmore", "min_side_bid"): "1",
        ("barmore", "blind_deficit"): "none",
        ("new_york", "french_cut_blocks_blind"): "off",
        ("standard", "cap_side_bid_at_tricks"): "off",
    }
    for (preset, name), text in held.items():
        assert text_of(value(load(preset), name)) == text


def test_readings_of_our_own_point_to_paragraphs() -> None:
    """Rule 14.2."""
    numbers = re.findall(r"^\*\*(\d+\.\d+)\*\*", BOOK, re.MULTILINE)
    for _, _, where in table("**14.2**"):
        assert set(re.findall(r"\d+\.\d+", where)) <= set(numbers)


def test_nine_tricks_on_a_bid_of_four_are_five_bags() -> None:
    """Rule 14.3: 3 + 3 + 5 = 11, of which one is carried on after the penalty."""
    three, five = ("2 3 2 3", tricks(4, 3, 3, 3)), ("2 2 2 2", tricks(5, 2, 4, 2))
    scenario = played("double_nil", three, three, five)
    assert [side[0].new_bags for side in scenario.results] == [3, 3, 5]
    assert scenario.results[-1][0].bags == 1
    assert scenario.results[-1][0].score == 43 + 43 + 45 - 100


def test_the_deal_passes_to_the_left() -> None:
    """Rules 3.6 and 4.2: in the two-handed game, too, from one deal to the next."""
    scenario = played("two_handed", ("6 6", tricks(7, 6)), ("6 6", tricks(7, 6)))
    assert [event.dealer for event in scenario.events(DealBegan)] == [1, 0, 1]
    assert scenario.actor == 0  # draws first
    deal = "3 3 3 3", tricks(3, 4, 3, 3)
    scenario = played("standard", *[deal] * 4)
    assert [event.dealer for event in scenario.events(DealBegan)] == [3, 0, 1, 2, 3]


def test_a_card_of_the_french_cut_stays_marked_until_it_is_played() -> None:
    """Rules 3.9 and 8.3: the mark outlives an exchange, and the card given is no look."""
    rules = "standard(cut=french,blind_nil_deficit=none)"
    scenario = Scenario(rules)
    scenario.cut()
    given = [seat.exposed for seat in scenario.table.view().seats]
    assert given == list(cards("2S 2H 2D 2C"))
    assert scenario.table.view(0).hand is None
    scenario.say("bn", "3", "3", "3")
    scenario.table.act(0, PassCards(cards("2S 3S")))
    scenario.table.act(2, PassCards(cards("2D 5S")))
    assert [seat.exposed for seat in scenario.table.view().seats] == given
    scenario.play("3C 4C 5C 2C")
    assert [seat.exposed for seat in scenario.table.view().seats] == [*given[:3], None]


def test_the_cutter_gives_the_turned_cards_to_whom_he_likes() -> None:
    """Rule 3.8."""
    scenario = Scenario("standard(cut=french,blind_nil=off)")
    for action in scenario.table.legal(scenario.actor)[12:13] * 3:
        scenario.act(action)
    assert scenario.table.view().turned == cards("2S 2H 2D 2C")
    scenario.act(GiveTurned(cards("2C 2D 2H 2S")))
    assert [seat.exposed for seat in scenario.table.view().seats] == list(cards("2C 2D 2H 2S"))


def test_a_blind_bidder_looks_as_soon_as_his_bid_is_fixed() -> None:
    """Rule 5.4: before an exchange; the partners of a blind side before coming out."""
    scenario = Scenario("standard(blind_nil_deficit=none)")
    assert scenario.table.view(0).hand is None
    scenario.say("bn")
    assert scenario.table.view(0).hand is not None
    assert scenario.table.view(1).hand is None
    scenario = Scenario("new_york(first_hand_bids_itself=off)", scores=(0, 100)).say("b6", "b6")
    assert [scenario.table.view(seat).hand is None for seat in (0, 2)] == [False, False]
    assert scenario.events(TrickTaken) == []


def test_tricks_go_round_and_are_known_to_all() -> None:
    """Rules 9.1, 9.12 and 9.13: the winner leads; a wrong card is refused without a penalty."""
    hands = {0: "2H", 1: suited("H", "3K"), 2: suited("H", "4A"), 3: "5H"}
    scenario = Scenario("standard(blind_nil=off)", hands).bid("3", "3", "3", "3").play("2H")
    wrong = next(card for card in scenario.state.deal.hands[1] if card.printed_suit != "H")
    assert scenario.reason(PlayCard(wrong)) is Reason.FOLLOW_SUIT
    scenario.play("KH AH 5H")
    view = scenario.table.view()
    assert view.to_act == (2,)
    assert [seat.tricks for seat in view.seats] == [0, 0, 1, 0]
    assert view.tricks[-1].cards == cards("2H KH AH 5H")


def test_of_those_who_have_not_lost_by_sets_the_highest_wins() -> None:
    """Rule 11.8: one of four is set; then all are; then two of the rest are equal."""
    for bids, scores, winners in (
        ("3 3 3 4", (0, 50, 60, 900), (2,)),
        ("5 4 4 4", (0, 50, 60, 900), (3,)),
        ("3 3 3 4", (0, 61, 61, 900), None),
    ):
        scenario = played("solo_four(sets_to_lose=1)", (bids, tricks(4, 3, 3, 3)), scores=scores)
        found = [(event.winners, event.cause) for event in scenario.events(GameEnded)]
        assert found == ([] if winners is None else [(winners, EndCause.SETS)])


def test_the_only_card_that_may_be_played_still_waits_for_its_owner() -> None:
    """Rule 12.6: a program may play it; the game itself does not."""
    hands = {0: "2H", 1: "3H " + suited("C", "AKQJT9876543")}
    scenario = Scenario("standard(blind_nil=off)", hands).bid("3", "3", "3", "3").play("2H")
    assert scenario.table.to_act == {1}
    assert scenario.cards_legal() == {"3H"}
    assert scenario.events(TrickTaken) == []

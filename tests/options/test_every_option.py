"""No value of an option goes without a test, and some values together."""

import importlib
from pathlib import Path

import pytest
from registry import SHOWN
from scenario import Scenario, played, suited, tricks

from spadille.cards import Card, cards
from spadille.game.actions import PlayCard
from spadille.game.events import EndCause, GameEnded, TrickTaken
from spadille.game.state import Phase
from spadille.rules import options, text_of

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def shown() -> set[tuple[str, str]]:
    """What the tests of this folder show, whichever of them run now."""
    for path in sorted(HERE.glob("test_*_options.py")):
        importlib.import_module(f"{HERE.name}.{path.stem}")
    return SHOWN


@pytest.mark.parametrize("name", options())
def test_every_value_of_an_option_changes_something(name: str, shown: set[tuple[str, str]]) -> None:
    option = options()[name]
    values = {text_of(value) for value in (*option.choices, option.default)}
    assert values - {text for known, text in shown if known == name} == set()


def test_a_plain_bid_of_nothing_is_made_and_brings_bags() -> None:
    """Rules 6.4 and 10.4: `zero=number` with `bag_points=-1`."""
    rules = "standard(blind_nil=off,zero=number,bag_points=-1)"
    result = played(rules, ("0 5 0 5", tricks(2, 5, 1, 5))).results[0][0]
    assert (result.points, result.bags, result.is_set) == (-3, 3, False)


def test_a_nil_under_a_lowest_contract_needs_a_partner() -> None:
    """Rules 6.6 and 6.8: a blind nil is offered, and the partner then bids 4 or more."""
    scenario = Scenario("standard(blind_nil_deficit=none,min_side_bid=4)")
    assert scenario.bids_legal() == {"bn"}
    scenario.say("bn", "3")
    assert scenario.bids_legal() == {str(number) for number in range(4, 14)}


def test_partners_catch_award_jacks_each_for_himself() -> None:
    """Rules 10.15 and 10.16: one jack each pays twice, two for one player nothing."""
    rules = "standard(blind_nil=off,award_jacks=diamond_club)"
    for jacks, points in (
        (tricks(3, 4, 3, 3, JD=0, JC=2), 80),
        (tricks(3, 4, 3, 3, JD=0, JC=0), 60),
        (tricks(3, 4, 3, 3, JD=0, JC=1), 70),
    ):
        assert played(rules, ("3 4 3 2", jacks)).results[0][0].points == points


def test_all_three_jacks_take_a_bag_off_before_the_limit_is_tested() -> None:
    """Rules 10.1, 10.16 and 10.17: 9 bags and one more less one."""
    rules = "cutthroat_3(seats=4,removed_twos=none,sm_min_tricks=0)"
    deal = "4 3 3 3", tricks(5, 3, 3, 2, JD=0, JC=0, JH=0)
    result = played(rules, deal, bags=(9,)).results[0][0]
    assert (result.points, result.bags) == (60, 9)


def test_the_penalty_comes_before_the_target() -> None:
    """Rules 10.1 and 11.3: 500 reached and lost again by the tenth bag."""
    scenario = played("standard", ("3 4 3 2", tricks(4, 4, 3, 2)), scores=(440, 0), bags=(9,))
    assert scenario.results[0][0].score == 440 + 61 - 100
    assert scenario.events(GameEnded) == []


def test_a_made_ten_of_a_blind_side_doubles_its_own_price() -> None:
    """Rules 10.6 and 10.7."""
    rules = "barmore(ten_made=150,ten_failed=200)"
    assert played(rules, ("b10 1", tricks(5, 1, 5, 2))).results[0][0].points == 300
    assert played(rules, ("b10 1", tricks(5, 2, 4, 2))).results[0][0].points == -400


def test_a_blind_thirteen_doubles_the_moon() -> None:
    """Rules 10.7 and 10.12."""
    rules = "barmore(boston=moon_200)"
    assert played(rules, ("b13 1", tricks(7, 0, 6, 0))).results[0][0].points == 400


def test_special_bids_count_towards_the_sum_of_all_bids() -> None:
    """Rule 6.9: 1F counts 1, 2F counts 2, a nil nothing."""
    rules = "solo_four(one_for_fifty=on,two_for_forty=on,sum_not_tricks=on)"
    numbers = {str(number) for number in range(1, 14)} | {"nil", "1F", "2F"}
    assert Scenario(rules).say("2F", "1F", "nil").bids_legal() == numbers - {"10"}
    assert Scenario(rules).say("2F", "1F", "9").bids_legal() == numbers - {"1", "1F"}


def test_spades_and_junk_may_lead_a_spade_and_junk_only_itself() -> None:
    """Rules 9.14 and 9.15."""
    rules = "joker_joker_ace(joker_use=junk)"
    hands = {0: "BJ LJ " + suited("S", "AKQJT987654")}
    scenario = Scenario(rules, hands).bid("3", "3", "3", "3")
    assert scenario.cards_legal() == set(cards(suited("S", "AKQJT987654")))


def test_junk_led_lets_the_first_real_card_set_the_suit() -> None:
    """Rules 9.14 and 9.15: a player with nothing but junk leads it in the last trick."""
    rules = "cutthroat_five_three_jokers(joker_use=junk,seats=3,removed_twos=club)"
    scenario = Scenario(rules, {1: "BJ LJ TJ " + suited("S", "AKQJT98765432") + " AH AD"})
    scenario.bid("3", "3", "3")
    while len(scenario.state.deal.tricks) < 15:
        legal = scenario.cards_legal()
        high = [c for c in cards("AH AD " + suited("S", "AKQJT98765432")) if c in legal]
        scenario.play((high or sorted(legal))[0])
    assert (scenario.actor, scenario.cards_legal()) == (1, set(cards("BJ LJ TJ")))
    before = len(scenario.events(TrickTaken))
    scenario.play("BJ")
    second = min(scenario.cards_legal())
    scenario.play(second)
    third = max(scenario.cards_legal())
    suit_led = second.printed_suit
    held = {card.printed_suit for card in scenario.state.deal.hands[0]}
    assert third.printed_suit is suit_led or suit_led not in held
    scenario.play(third)
    assert scenario.events(TrickTaken)[before].seat != 1


def test_a_boston_comes_before_the_sets() -> None:
    """Rules 10.12 and 11.2: the first side bids 10 and wins all, the second is set again."""
    scenario = played(
        "new_york",
        ("", tricks(4, 3, 3, 3)),
        ("4 8", tricks(4, 3, 3, 3)),
        ("10 4", tricks(7, 0, 6, 0)),
    )
    (ended,) = scenario.events(GameEnded)
    assert (ended.winners, ended.cause) == ((0,), EndCause.BOSTON)


def test_low_clubs_and_no_spades_in_the_first_trick() -> None:
    """Rules 9.7 and 9.11: who has no club plays anything but a spade."""
    rules = "standard(blind_nil=off,first_leader=all_low_club,first_trick_spades=forbidden)"
    hands = {0: "2C", 1: "AS AH " + suited("D", "AKQJT987654")}
    scenario = Scenario(rules, hands).bid("3", "3", "3", "3").play("2C")
    assert scenario.cards_legal() == set(cards(hands[1])) - {Card("AS")}
    assert scenario.reason(PlayCard(Card("AS"))) is not None


@pytest.mark.parametrize(
    ("shortfall", "few", "many"),
    [("bid", -50, -50), ("nothing", 0, 0), ("missing_tricks", -20, 0)],
)
def test_a_set_by_too_many_tricks_costs_what_a_set_costs(
    shortfall: str, few: int, many: int
) -> None:
    """Rules 10.3 and 10.5: a contract of 5 with 3 tricks and with 8."""
    rules = f"standard(blind_nil=off,zero=number,overtricks_set=3,shortfall={shortfall})"
    for won, points in ((tricks(2, 5, 1, 5), few), (tricks(5, 3, 3, 2), many)):
        result = played(rules, ("3 3 2 3", won)).results[0][0]
        assert (result.points, result.is_set, result.bags) == (points, True, 0)


def test_a_side_whose_limits_leave_no_blind_number_sees_its_cards_at_once() -> None:
    """Rules 5.2 and 5.8."""
    rules = "standard(blind_nil=off,blind_by=side,max_side_bid=5)"
    assert Scenario(rules).table.view(0).hand is not None
    rules = rules.replace("=5", "=7")
    assert Scenario(rules).table.view(0).hand is None
    assert Scenario(rules).bids_legal() == {"b6", "b7"}


def test_an_open_nil_exchanges_nothing_with_a_blind_one() -> None:
    """Rule 8.5: only the exchange of the blind nil could take place, and it has no cards."""
    rules = "standard(blind_nil_deficit=none,nil_exchange=2,blind_nil_exchange=0)"
    assert Scenario(rules).say("bn", "3", "nil", "3").state.phase is Phase.PLAY
    assert Scenario(rules).say("nil", "3", "4", "3").state.phase is Phase.EXCHANGE

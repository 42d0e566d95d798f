"""Every value of the options on open bids (rule book, sections 6 and 7)."""

from registry import option
from scenario import Scenario, bid, played, suited, tricks

from spadille.game.actions import MakeBid, Reason, Speak, StaySilent
from spadille.game.events import BidMade, BidProposed
from spadille.game.state import Phase
from spadille.rules import Rules, value

NO_NIL = "standard(blind_nil=off,zero=refused)"
ALONE = "solo_four(seats=3,removed_twos=all)"
NUMBERS = {str(number) for number in range(1, 14)}
ANY = NUMBERS | {"nil"}


def between(low: int, high: int) -> set[str]:
    """Numbers as bids."""
    return {str(number) for number in range(low, high + 1)}


def after_bids(rules: Rules, *texts: str) -> set[str]:
    """The bids that may follow these."""
    return Scenario(rules).say(*texts).bids_legal()


@option("bidding", "by_side", "second_names_total", base=NO_NIL)
def test_players_or_sides_or_second_partners_bid(before: Rules, after: Rules) -> None:
    """Rules 6.1, 7.3, 7.4 and 7.8: all say 5 3 4 6 by seat; seat 3 has dealt."""

    def words(rules: Rules) -> list[tuple[int, str, int | None]]:
        scenario = Scenario(rules).bid("5", "3", "4", "6")
        said = (event for event in scenario.table.log if isinstance(event, BidMade | BidProposed))
        return [(e.seat, str(e.bid), e.side if isinstance(e, BidMade) else -1) for e in said]

    assert words(before) == [(0, "5", None), (1, "3", None), (2, "4", None), (3, "6", None)]
    by_side = [(0, "5", -1), (2, "4", 0), (1, "3", -1), (3, "6", 1)]
    total = [(0, "5", -1), (1, "3", -1), (2, "4", 0), (3, "6", 1)]
    assert words(after) == (by_side if value(after, "bidding") == "by_side" else total)
    for rules, made in ((before, 90), (after, 40)):
        deal = "5 3 4 6", tricks(5, 0, 4, 4)
        assert played(rules, deal).results[0][0].lines[0].points == made


@option("talk", "open", base="standard(blind_nil=off,zero=refused,bidding=by_side)")
def test_partners_may_talk_before_naming_a_number(before: Rules, after: Rules) -> None:
    """Rule 7.2."""
    scenario = Scenario(before)
    assert scenario.reason(Speak(2, 1)) is Reason.NOT_NOW
    assert scenario.bids_legal() == NUMBERS
    scenario = Scenario(after)
    assert {Speak(2, 1), StaySilent()} <= set(scenario.table.legal(0))
    assert scenario.bids_legal() == set()
    scenario.act(Speak(2, 1))
    assert scenario.bids_legal() == NUMBERS


@option("bid_choice", "one_nil_a_side", "spades_held", "nil_or_spades_held")
def test_bids_may_be_free_or_fixed(before: Rules, after: Rules) -> None:
    """Rules 6.13 and 6.14: seat 0 holds three spades, seat 1 none."""
    hands = {
        0: suited("S", "AKQ") + " " + suited("H", "AKQJT98765"),
        1: suited("D", "AKQJT98765432"),
        2: suited("S", "2345678"),
    }
    first, second, partner = {
        "one_nil_a_side": ({"nil"} | between(4, 13), {"nil"} | between(4, 13), {"nil"}),
        "spades_held": ({"3"}, {"nil"}, {"8"}),
        "nil_or_spades_held": ({"nil", "3"}, {"nil"}, {"nil", "8"}),
    }[value(after, "bid_choice")]
    hands[2] += " JS"
    for rules, expected in ((before, (ANY, ANY, ANY)), (after, (first, second, partner))):
        scenario = Scenario(rules, hands)
        assert scenario.bids_legal() == expected[0]
        scenario.say("4" if "4" in expected[0] else "3")
        assert scenario.bids_legal() == expected[1]
        scenario.say("nil")
        assert scenario.bids_legal() == expected[2]


@option("bid_choice", "one_nil_a_side")
def test_after_a_nil_the_partner_bids_at_least_four(before: Rules, after: Rules) -> None:
    """Rule 6.14."""
    assert after_bids(before, "nil", "5") == ANY
    assert after_bids(after, "nil", "5") == between(4, 13)


@option("zero", "number", "refused")
def test_a_bid_of_nothing_is_nil_a_number_or_refused(before: Rules, after: Rules) -> None:
    """Rule 6.4."""
    assert after_bids(before) == ANY
    number = value(after, "zero") == "number"
    assert after_bids(after) == (NUMBERS | {"0"} if number else NUMBERS)
    scenario = Scenario(after)
    assert scenario.reason(MakeBid(bid("nil"))) is Reason.BID_NOT_PLAYED
    refused = None if number else Reason.ZERO_REFUSED
    assert scenario.reason(MakeBid(bid("0"))) is refused


@option("both_nil", "off")
def test_the_second_partner_may_bid_nil_too_or_not(before: Rules, after: Rules) -> None:
    """Rule 6.5."""
    assert after_bids(before, "nil", "nil") == ANY
    assert after_bids(after, "nil", "nil") == NUMBERS
    assert after_bids(after, "3", "nil") == ANY
    scenario = Scenario(after).say("nil", "3")
    assert scenario.reason(MakeBid(bid("nil"))) is Reason.BOTH_NIL


@option("min_side_bid", 1, 4, 5, 6)
def test_a_contract_has_a_lowest_number(before: Rules, after: Rules) -> None:
    """Rules 6.6 and 6.8: a nil counts 0."""
    low = value(after, "min_side_bid")
    assert after_bids(before, "nil", "3") == ANY
    assert after_bids(after, "nil", "3") == between(low, 13)
    assert after_bids(after) == ANY  # the partner can still bring the side to it
    rest = between(low - 3, 13) if low > 3 else ANY
    assert after_bids(after, "3", "3") == rest


@option("max_side_bid", 10, 13)
def test_a_contract_has_a_highest_number(before: Rules, after: Rules) -> None:
    """Rules 6.6 and 6.8."""
    high = value(after, "max_side_bid")
    assert after_bids(before) == ANY
    assert after_bids(before, "6", "3") == ANY
    assert after_bids(after) == {"nil"} | between(1, high)
    assert after_bids(after, "6", "3") == {"nil"} | between(1, high - 6)
    scenario = Scenario(after).say("6", "3")
    assert scenario.reason(MakeBid(bid("8"))) is Reason.SIDE_BID_TOO_HIGH


@option("cap_side_bid_at_tricks", "on")
def test_partners_may_bid_more_than_there_is_or_not(before: Rules, after: Rules) -> None:
    """Rules 6.7 and 6.8."""
    assert after_bids(before, "8", "3") == ANY
    assert after_bids(after, "8", "3") == {"nil"} | between(1, 5)


@option("sum_not_tricks", "on")
def test_the_last_bid_may_not_make_the_sum_thirteen(before: Rules, after: Rules) -> None:
    """Rule 6.9: only the last player is bound."""
    assert after_bids(before, "3", "3", "3") == ANY
    assert after_bids(after, "3", "3", "3") == ANY - {"4"}
    assert after_bids(after, "3", "10") == ANY
    scenario = Scenario(after).say("3", "3", "3")
    assert scenario.reason(MakeBid(bid("4"))) is Reason.SUM_OF_BIDS


@option("min_sum", 11)
def test_all_bids_have_a_lowest_sum(before: Rules, after: Rules) -> None:
    """Rule 6.9: a nil counts 0."""
    assert after_bids(before, "nil", "3", "3") == ANY
    assert after_bids(after, "nil", "3", "3") == between(5, 13)
    assert after_bids(after, "nil", "3") == ANY


@option("min_sum", 11, base="solo_four(removed_twos=all,seats=6,zero=refused)")
def test_a_limit_that_would_leave_no_bid_lapses(before: Rules, after: Rules) -> None:
    """Rules 6.9 and 6.10: five bids of 1, then at least 6 of the 8 tricks."""
    ones = ["1"] * 5
    assert after_bids(before, *ones) == between(1, 8)
    assert after_bids(after, *ones) == between(6, 8)


@option("one_for_fifty", "on", base="solo_four")
def test_one_for_fifty_may_be_offered(before: Rules, after: Rules) -> None:
    """Rules 6.11 and 10.13."""
    assert after_bids(before) == ANY
    assert after_bids(after) == ANY | {"1F"}
    deal = "1F 4 4 4", tricks(1, 4, 4, 4)
    assert played(after, deal).results[0][0].points == 50
    deal = "1 4 4 4", tricks(1, 4, 4, 4)
    assert played(before, deal).results[0][0].points == 10


@option("two_for_forty", "on", base="solo_four")
def test_two_for_forty_may_be_offered(before: Rules, after: Rules) -> None:
    """Rules 6.11 and 10.13."""
    assert after_bids(before) == ANY
    assert after_bids(after) == ANY | {"2F"}
    deal = "2F 4 4 3", tricks(2, 4, 4, 3)
    assert played(after, deal).results[0][0].points == 40
    deal = "2 4 4 3", tricks(2, 4, 4, 3)
    assert played(before, deal).results[0][0].points == 20


@option("sm_min_tricks", 14, base=ALONE)
def test_shooting_the_moon_needs_this_many_tricks(before: Rules, after: Rules) -> None:
    """Rules 6.12 and 10.14: 16 tricks for three players."""
    assert "SM" not in after_bids(before)
    assert "SM" in after_bids(after)
    for won, points in ((14, 150), (13, -150)):
        deal = "SM 1 1", tricks(won, 1, 15 - won)
        assert played(after, deal).results[0][0].points == points


@option("first_hand_bids_itself", "on")
def test_the_first_deal_may_go_without_bids(before: Rules, after: Rules) -> None:
    """Rules 7.9 and 10.20."""
    assert Scenario(before).state.phase is Phase.AUCTION
    scenario = Scenario(after, tricks(4, 3, 3, 3))
    assert scenario.state.phase is Phase.PLAY
    assert scenario.table.view(0).hand is not None
    scenario.play_out()
    assert [side.points for side in scenario.results[0]] == [70, 60]
    assert scenario.table.view().phase is Phase.AUCTION

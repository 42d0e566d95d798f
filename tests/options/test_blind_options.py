"""Every value of the options on blind bids (rule book, sections 5 and 7)."""

from registry import option
from scenario import Scenario, bid

from spadille.game.actions import ComeOut, Look, MakeBid, Reason
from spadille.game.events import BidMade
from spadille.rules import Rules, value

ALONE = "solo_four(blind_by=seat)"
ONCE = "solo_four(blind_by=seat,blind_max=6,max_deals=1,tokens_to_win=3,b6_limit=1)"


def blind_numbers(low: int, high: int) -> set[str]:
    """Numbers as blind bids."""
    return {f"b{number}" for number in range(low, high + 1)}


def may_bid_behind(rules: Rules, text: str, points: int) -> bool:
    """Whether seat 0, first to bid and this far behind the best other side, may bid so."""
    scores = [0] * rules.side_count
    scores[0] = -points
    scenario = Scenario(rules, scores=scores)
    reason = scenario.reason(MakeBid(bid(text)), 0)
    assert reason in (None, Reason.NOT_BEHIND)
    assert scenario.table.view(0).seats[0].looked is (reason is not None)
    return reason is None


@option("blind_nil", "on", base="standard(blind_nil=off,blind_nil_deficit=none)")
def test_nil_may_be_bid_before_looking(before: Rules, after: Rules) -> None:
    """Rules 5.1 to 5.3 and 5.6."""
    scenario = Scenario(before)
    assert scenario.table.view(0).hand is not None
    assert scenario.reason(MakeBid(bid("bn"))) is Reason.BID_NOT_PLAYED
    scenario = Scenario(after)
    assert scenario.table.view(0).hand is None
    assert set(scenario.table.legal(0)) == {Look(), MakeBid(bid("bn"))}
    assert scenario.reason(MakeBid(bid("3"))) is Reason.LOOK_FIRST
    scenario.act(Look())
    assert scenario.reason(MakeBid(bid("bn"))) is Reason.ALREADY_LOOKED


@option("blind_nil_deficit", "none", 50, 200, base="standard")
def test_a_blind_nil_may_need_a_deficit(before: Rules, after: Rules) -> None:
    """Rules 5.5 and 5.6."""
    assert may_bid_behind(before, "bn", 100)
    assert not may_bid_behind(before, "bn", 99)
    deficit = value(after, "blind_nil_deficit")
    if deficit == "none":
        assert may_bid_behind(after, "bn", -300)
    else:
        assert may_bid_behind(after, "bn", deficit)
        assert not may_bid_behind(after, "bn", deficit - 1)


@option("blind_by", "seat", base="solo_four")
def test_a_player_may_bid_a_number_blind(before: Rules, after: Rules) -> None:
    """Rules 5.7 and 5.8."""
    assert Scenario(before).reason(MakeBid(bid("b6"))) is Reason.BID_NOT_PLAYED
    scenario = Scenario(after)
    assert scenario.bids_legal() == blind_numbers(6, 13)
    scenario.say("b6")
    assert scenario.events(BidMade) == [BidMade(0, bid("b6"))]


@option("blind_by", "side")
def test_a_side_may_bid_a_number_blind(before: Rules, after: Rules) -> None:
    """Rules 5.7, 7.5 and 7.6: seat 2 agrees, and neither bids again."""
    assert Scenario(before).reason(MakeBid(bid("b6"))) is Reason.BID_NOT_PLAYED
    scenario = Scenario(after)
    assert scenario.bids_legal() == blind_numbers(6, 13)
    scenario.bid("b6", "3", "b6", "3")
    made = [(event.seat, event.side) for event in scenario.events(BidMade)]
    assert made == [(2, 0), (1, None), (3, None)]


@option("blind_min", 7, base=ALONE)
def test_a_blind_number_has_a_lowest(before: Rules, after: Rules) -> None:
    """Rule 5.8."""
    assert Scenario(before).bids_legal() == blind_numbers(6, 13)
    assert Scenario(after).bids_legal() == blind_numbers(7, 13)
    assert Scenario(after).reason(MakeBid(bid("b6"))) is Reason.BID_TOO_LOW


@option("blind_max", 6, 10, base=ALONE)
def test_a_blind_number_has_a_highest(before: Rules, after: Rules) -> None:
    """Rule 5.8."""
    high = value(after, "blind_max")
    assert Scenario(before).bids_legal() == blind_numbers(6, 13)
    assert Scenario(after).bids_legal() == blind_numbers(6, high)
    assert Scenario(after).reason(MakeBid(bid("b11"))) is Reason.BID_TOO_HIGH


@option("blind_deficit", 50, 100, base=ALONE)
def test_a_blind_number_may_need_a_deficit(before: Rules, after: Rules) -> None:
    """Rules 5.5 and 5.8."""
    deficit = value(after, "blind_deficit")
    assert may_bid_behind(before, "b6", -300)
    assert may_bid_behind(after, "b6", deficit)
    assert not may_bid_behind(after, "b6", deficit - 1)


@option("b6_limit", 1, base="solo_four(blind_by=seat,blind_max=6)")
def test_blind_numbers_may_be_limited(before: Rules, after: Rules) -> None:
    """Rule 5.9: seat 0 bids blind 6 in the first deal and wants to in the second."""
    for rules, reason in ((before, None), (after, Reason.BLIND_USED_UP)):
        scenario = Scenario(rules).bid("b6", "2", "2", "2").claim()
        assert scenario.state.deal.number == 2
        scenario.say("2", "b6", "2")
        assert scenario.reason(MakeBid(bid("b6")), 0) is reason


@option("b6_limit_scope", "per_table_per_game", "per_player_per_tourney", base=ONCE)
def test_blind_numbers_are_limited_by_player_table_or_tourney(before: Rules, after: Rules) -> None:
    """Rules 5.9 and 11.10: seat 0 bids blind 6 in the first game."""
    scope = value(after, "b6_limit_scope")
    for rules, table, tourney in (
        (before, None, None),
        (
            after,
            Reason.BLIND_USED_UP if scope == "per_table_per_game" else None,
            Reason.BLIND_USED_UP if scope == "per_player_per_tourney" else None,
        ),
    ):
        scenario = Scenario(rules).say("b6")
        assert scenario.reason(MakeBid(bid("b6")), 1) is table
        # Who may not bid blind any more because of another's bid looks at his turn (rule 5.2).
        looked = [seat.looked for seat in scenario.table.view().seats]
        assert looked == [True, table is not None, False, False]
        scenario.bid("2").claim()
        assert scenario.state.game == 2
        scenario.say("2", "2", "2")
        assert scenario.reason(MakeBid(bid("b6")), 0) is tourney


@option("come_out", "on", base="standard(blind_nil=off,blind_by=side)")
def test_a_blind_side_may_come_out_to_ten(before: Rules, after: Rules) -> None:
    """Rule 7.7: not from a blind 10."""
    scenario = Scenario(before).say("b6", "b6")
    assert scenario.actor == 1
    scenario = Scenario(after).say("b6", "b6>10")
    assert scenario.actor == 0
    assert set(scenario.table.legal(0)) == {ComeOut(out=True), ComeOut(out=False)}
    scenario.say("b6", "b6>10")
    assert str(scenario.state.deal.side_bids[0]) == "10"
    scenario = Scenario(after).say("b10", "b10")
    assert scenario.actor == 1


@option("french_cut_blocks_blind", "on", base="solo_four(blind_by=seat,cut=french)")
def test_a_french_cut_may_rule_blind_bids_out(before: Rules, after: Rules) -> None:
    """Rule 5.10."""
    assert Scenario(before).cut().bids_legal() == blind_numbers(6, 13)
    scenario = Scenario(after).cut()
    assert scenario.table.view(0).hand is not None
    assert scenario.reason(MakeBid(bid("b6"))) is Reason.BLIND_AFTER_FRENCH_CUT

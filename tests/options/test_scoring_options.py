"""Every value of the options on the score of a deal (rule book, section 10).

Points and bags are those of the side of seat 0, if nothing else is said.
"""

from registry import option
from scenario import Tricks, played, tricks

from spadille.game.events import EndCause, GameEnded
from spadille.rules import Rules, value

PAIRS = "standard(blind_nil=off)"
BLIND_NIL = "standard(blind_nil_deficit=none)"
SIDES = "standard(blind_nil=off,zero=refused,bidding=by_side)"
BLIND_SIDES = "standard(blind_nil=off,zero=refused,bidding=by_side,blind_by=side)"
HEARTS = "solo_four(award_jacks=diamond_club_heart)"
FIVE = "3 3 2 3", tricks(4, 3, 3, 3)  # a contract of 5 and 7 tricks


def score(
    rules: Rules, deal: tuple[str, Tricks], bags: int = 0, scores: tuple[int, ...] = ()
) -> tuple[int, int]:
    """Points of the first side in a deal, and its bags after it."""
    result = played(rules, deal, bags=(bags,), scores=scores).results[0][0]
    return result.points, result.bags


@option("nil", 50, 75, base=PAIRS)
def test_what_a_nil_is_worth(before: Rules, after: Rules) -> None:
    """Rule 10.8."""
    made, failed = ("nil 5 3 4", tricks(0, 5, 3, 5)), ("nil 5 3 4", tricks(1, 5, 3, 4))
    assert (score(before, made), score(before, failed)) == ((130, 0), (-69, 1))
    expected = {50: ((80, 0), (-19, 1)), 75: ((105, 0), (-44, 1))}
    assert (score(after, made), score(after, failed)) == expected[value(after, "nil")]


@option("blind_nil_points", 100, 120, base=BLIND_NIL)
def test_what_a_blind_nil_is_worth(before: Rules, after: Rules) -> None:
    """Rule 10.8."""
    made, failed = ("bn 5 3 4", tricks(0, 5, 3, 5)), ("bn 5 3 4", tricks(1, 5, 3, 4))
    assert (score(before, made), score(before, failed)) == ((230, 0), (-169, 1))
    expected = {100: ((130, 0), (-69, 1)), 120: ((150, 0), (-89, 1))}
    assert (score(after, made), score(after, failed)) == expected[value(after, "blind_nil_points")]


@option("failed_nil_tricks", "help_partner", "ignored", base=PAIRS)
def test_what_the_tricks_of_a_failed_nil_are(before: Rules, after: Rules) -> None:
    """Rule 10.8: nil with 2 tricks beside a bid of 3 with 2, then with 4."""
    short, over = ("nil 5 3 4", tricks(2, 5, 2, 4)), ("nil 4 3 3", tricks(2, 4, 4, 3))
    assert score(before, short) == (-30 - 100 + 2, 2)
    assert score(before, over) == (30 - 100 + 3, 3)
    helps = value(after, "failed_nil_tricks") == "help_partner"
    assert score(after, short) == ((30 - 100 + 1, 1) if helps else (-30 - 100, 0))
    assert score(after, over) == ((30 - 100 + 3, 3) if helps else (30 - 100 + 1, 1))
    # Two nils leave no contract to help.
    both = "nil 6 nil 4", tricks(1, 6, 2, 4)
    assert score(before, both) == (-200 + 3, 3)
    assert score(after, both) == ((-200 + 3, 3) if helps else (-200, 0))


@option("failed_nil_bag_points", "only_if_contract_made", "never", base=PAIRS)
def test_when_bags_of_a_failed_nil_earn_points(before: Rules, after: Rules) -> None:
    """Rule 10.9: a contract that is set, one that is made, and none; bags count in any case."""
    deals = (
        ("nil 5 3 4", tricks(2, 5, 2, 4)),
        ("nil 4 3 3", tricks(2, 4, 4, 3)),
        ("nil 6 nil 4", tricks(1, 6, 2, 4)),
    )
    points = {
        "always": (-130 + 2, -70 + 1 + 2, -200 + 3),
        "only_if_contract_made": (-130, -70 + 1 + 2, -200 + 3),
        "never": (-130, -70 + 1, -200),
    }
    for rules in (before, after):
        wanted = points[value(rules, "failed_nil_bag_points")]
        assert tuple(score(rules, deal) for deal in deals) == tuple(
            zip(wanted, (2, 3, 3), strict=True)
        )


@option("bag_points", -1, 0, base=PAIRS)
def test_what_a_bag_is_worth(before: Rules, after: Rules) -> None:
    """Rule 10.10."""
    assert score(before, FIVE) == (52, 2)
    assert score(after, FIVE) == ({-1: 48, 0: 50}[value(after, "bag_points")], 2)


@option("count_bags", "off", base="standard(blind_nil=off,bag_limit=0)")
def test_bags_are_counted_or_only_paid(before: Rules, after: Rules) -> None:
    """Rule 10.11."""
    assert score(before, FIVE) == (52, 2)
    assert score(after, FIVE) == (52, 0)


@option("bag_limit", 0, 1, 5, 7, base=PAIRS)
def test_how_many_bags_cost_a_penalty(before: Rules, after: Rules) -> None:
    """Rules 10.18 and 10.19: one new bag beside those held."""
    deal = "3 3 3 3", tricks(4, 3, 3, 3)
    assert score(before, deal, bags=9) == (61 - 100, 0)
    assert score(before, deal, bags=8) == (61, 9)
    limit = value(after, "bag_limit")
    if limit == 0:
        assert score(after, deal, bags=9) == (61, 10)
        return
    assert score(after, deal, bags=limit - 1) == (61 - 100, 0)
    if limit > 1:
        assert score(after, deal, bags=limit - 2) == (61, limit - 1)


@option(
    "bag_penalty",
    *(50, 110, "10*limit", "10*bags_held"),
    base="standard(blind_nil=off,bag_limit=7,bag_carry=off)",
)
def test_what_too_many_bags_cost(before: Rules, after: Rules) -> None:
    """Rule 10.18: 6 bags and two more, with a limit of 7."""
    assert score(before, FIVE, bags=6) == (52 - 100, 0)
    cost = {"50": 50, "110": 110, "10*limit": 70, "10*bags_held": 80}
    assert score(after, FIVE, bags=6) == (52 - cost[str(value(after, "bag_penalty"))], 0)
    assert score(after, FIVE, bags=4) == (52, 6)


@option("bag_carry", "off", base=PAIRS)
def test_bags_beyond_the_limit_are_carried_on_or_lost(before: Rules, after: Rules) -> None:
    """Rule 10.19: 9 + 3 bags, then 9 + 13."""
    few, many = ("3 2 2 3", tricks(4, 2, 4, 3)), ("nil 6 nil 6", tricks(6, 0, 7, 0))
    assert score(before, few, bags=9) == (53 - 100, 2)
    assert score(after, few, bags=9) == (53 - 100, 0)
    assert score(before, many, bags=9) == (-200 + 13 - 200, 2)
    assert score(after, many, bags=9) == (-200 + 13 - 100, 0)


@option("bags_may_go_negative", "on", base=HEARTS)
def test_the_jack_of_hearts_stops_at_no_bags_or_not(before: Rules, after: Rules) -> None:
    """Rule 10.17."""
    deal = "4 3 3 3", tricks(4, 3, 3, 3, JH=0, JD=1, JC=1)
    assert score(before, deal) == (40, 0)
    assert score(after, deal) == (40, -1)
    assert score(before, deal, bags=1) == score(after, deal, bags=1) == (40, 0)


@option("shortfall", "nothing", "missing_tricks", base=PAIRS)
def test_what_a_set_costs(before: Rules, after: Rules) -> None:
    """Rule 10.3: a contract of 7 with 4 tricks."""
    deal = "4 4 3 4", tricks(2, 5, 2, 4)
    assert score(before, deal) == (-70, 0)
    assert score(after, deal) == (
        {"nothing": 0, "missing_tricks": -30}[value(after, "shortfall")],
        0,
    )


@option("overtricks_set", 3, base=SIDES)
def test_too_many_tricks_may_set(before: Rules, after: Rules) -> None:
    """Rule 10.5: but not a contract of 10."""
    two, three = ("5 6", tricks(4, 3, 3, 3)), ("5 5", tricks(4, 3, 4, 2))
    assert (score(before, two), score(after, two)) == ((52, 2), (52, 2))
    assert (score(before, three), score(after, three)) == ((53, 3), (-50, 0))
    ten = "10 1", tricks(7, 0, 6, 0)
    assert score(before, ten) == score(after, ten) == (103, 3)


@option("ten_made", 150, 200, base=PAIRS)
def test_what_a_contract_of_ten_made_is_worth(before: Rules, after: Rules) -> None:
    """Rule 10.6: not a 9 or an 11, and nothing changes when it fails."""
    ten, points = ("5 1 5 2", tricks(5, 1, 6, 1)), value(after, "ten_made")
    assert (score(before, ten), score(after, ten)) == ((101, 1), (points + 1, 1))
    for bids, expected in (("5 1 4 2", (92, 2)), ("5 1 6 2", (110, 0))):
        deal = bids, tricks(5, 1, 6, 1)
        assert score(before, deal) == score(after, deal) == expected
    failed = "5 1 5 2", tricks(4, 2, 5, 2)
    assert score(before, failed) == score(after, failed) == (-100, 0)


@option("ten_failed", 150, 200, base="standard(blind_nil=off,shortfall=missing_tricks)")
def test_what_a_contract_of_ten_failed_costs(before: Rules, after: Rules) -> None:
    """Rule 10.6: 9 tricks; 100 means what a set costs otherwise."""
    ten, cost = ("5 1 5 2", tricks(4, 2, 5, 2)), value(after, "ten_failed")
    assert (score(before, ten), score(after, ten)) == ((-10, 0), (-cost, 0))
    eleven = "6 1 5 2", tricks(4, 2, 5, 2)
    assert score(before, eleven) == score(after, eleven) == (-20, 0)


@option("blind_scoring", "double_or_single", "flat_100", base=BLIND_SIDES)
def test_what_a_blind_number_is_worth(before: Rules, after: Rules) -> None:
    """Rule 10.7: blind 7 with 8 tricks and with 6."""
    made, failed = ("b7 4", tricks(5, 3, 3, 2)), ("b7 4", tricks(3, 4, 3, 3))
    assert (score(before, made), score(before, failed)) == ((141, 1), (-140, 0))
    expected = {"double_or_single": ((141, 1), (-70, 0)), "flat_100": ((101, 1), (-100, 0))}
    assert (score(after, made), score(after, failed)) == expected[value(after, "blind_scoring")]


@option("boston", "moon_200", "ten_bid_wins", "wins", base=PAIRS)
def test_what_all_the_tricks_are_worth(before: Rules, after: Rules) -> None:
    """Rule 10.12: contracts of 13, 10 and 9 with all 13 tricks, and of 10 with 12."""
    won, lost = tricks(7, 0, 6, 0), tricks(6, 1, 6, 0)
    thirteen, ten, nine = ("7 1 6 1", won), ("5 1 5 1", won), ("5 1 4 1", won)
    rule = value(after, "boston")
    wins = {
        "moon_200": (False, False, False),
        "ten_bid_wins": (False, True, False),
        "wins": (True, True, True),
    }[rule]
    for deal, points, over in zip((thirteen, ten, nine), (130, 103, 94), wins, strict=True):
        assert not played(before, deal).table.over
        assert score(before, deal)[0] == points
        scenario = played(after, deal)
        moon = rule == "moon_200" and deal is thirteen
        assert scenario.results[0][0].points == (200 if moon else points)
        causes = [(event.winners, event.cause) for event in scenario.events(GameEnded)]
        assert causes == ([((0,), EndCause.BOSTON)] if over else [])
    assert not played(after, ("5 1 5 1", lost)).table.over


@option("blind10_boston_wins", "off", base=f"{BLIND_SIDES[:-1]},blind_max=10,boston=ten_bid_wins)")
def test_a_boston_on_a_blind_ten_wins_or_not(before: Rules, after: Rules) -> None:
    """Rule 10.12: a blind 9 never does."""
    deal = "b10 1", tricks(7, 0, 6, 0)
    assert played(before, deal).table.over
    assert not played(after, deal).table.over
    assert not played(before, ("b9 1", tricks(7, 0, 6, 0))).table.over
    assert score(before, deal) == score(after, deal) == (203, 3)


@option("sm_fail", -140, 0, base="solo_four(seats=3,removed_twos=all,sm_min_tricks=14)")
def test_what_a_failed_moon_costs(before: Rules, after: Rules) -> None:
    """Rule 10.14."""
    failed, made = ("SM 1 1", tricks(13, 1, 2)), ("SM 1 1", tricks(14, 1, 1))
    assert score(before, failed) == (-150, 0)
    assert score(after, failed) == (value(after, "sm_fail"), 0)
    assert score(before, made) == score(after, made) == (150, 0)


@option("award_jacks", "club", "diamond_club", "diamond_club_heart", base="solo_four")
def test_which_jacks_pay(before: Rules, after: Rules) -> None:
    """Rules 10.15 to 10.17: one jack each, then two, then all three for the player of 4."""
    one = "4 3 3 3", tricks(4, 3, 3, 3, JC=0, JD=1, JH=2)
    two = "4 3 3 3", tricks(4, 3, 3, 3, JC=0, JD=0, JH=2)
    all_three = "4 3 3 3", tricks(4, 3, 3, 3, JC=0, JD=0, JH=0)
    heart = "4 3 3 3", tricks(4, 3, 3, 3, JC=1, JD=2, JH=0)
    deals = (one, two, all_three, heart)
    expected = {
        "none": ((40, 2), (40, 2), (40, 2), (40, 2)),
        "club": ((50, 2), (50, 2), (50, 2), (40, 2)),
        "diamond_club": ((50, 2), (40, 2), (40, 2), (40, 2)),
        "diamond_club_heart": ((50, 2), (40, 2), (60, 1), (40, 1)),
    }
    for rules in (before, after):
        scores = tuple(score(rules, deal, bags=2) for deal in deals)
        assert scores == expected[value(rules, "award_jacks")]

"""Every value of the options on the end of games and matches (rule book, section 11)."""

from registry import option
from scenario import Scenario, Tricks, played, tricks

from spadille.game.events import EndCause, GameEnded, MatchEnded
from spadille.rules import Rules, change, value
from spadille.rules.choices import EndTest

PAIRS = "standard(blind_nil=off)"
BOSTON_FIRST = "standard(blind_nil=off,boston=wins,sets_to_lose=1)"
QUICK = "solo_four(max_deals=1,tokens_to_win=25)"
DEAL = "3 4 3 2", tricks(3, 4, 3, 3)  # +60, and +61 with a bag


def ended(scenario: Scenario) -> list[tuple[tuple[int, ...], EndCause]]:
    """The winning sides of all games so far, and why these are over."""
    return [(event.winners, event.cause) for event in scenario.events(GameEnded)]


def after_a_deal(rules: Rules, deal: tuple[str, Tricks], *scores: int) -> object:
    """How the game has ended, if it has, after one deal from these scores."""
    found = ended(played(rules, deal, scores=scores))
    return found[0] if found else None


def deals_claimed(rules: Rules, most: int) -> Scenario:
    """Deals in which the first leader bids 12 and wins all the tricks, and the others bid 1."""
    scenario = Scenario(rules)
    for _ in range(most):
        if scenario.table.over:
            break
        scenario.say("12", "1", "1", "1").claim()
    return scenario


@option("target", 150, 200, 250, 300, 350, 400, 1000, 0, base=PAIRS)
def test_which_score_ends_the_game(before: Rules, after: Rules) -> None:
    """Rule 11.3: the first side makes 60 points, the other 61."""
    target = value(after, "target")
    assert after_a_deal(before, DEAL, 440, 0) == ((0,), EndCause.TARGET)
    assert after_a_deal(before, DEAL, 439, 438) is None
    if target == 0:
        assert after_a_deal(after, DEAL, 9000, 0) is None
        return
    assert after_a_deal(after, DEAL, target - 60, 0) == ((0,), EndCause.TARGET)
    assert after_a_deal(after, DEAL, target - 61, target - 62) is None
    assert after_a_deal(after, DEAL, target - 60, target - 60) == ((1,), EndCause.TARGET)


@option("losing_score", -200, -250, -350, -500, base=PAIRS)
def test_which_score_loses_the_game(before: Rules, after: Rules) -> None:
    """Rule 11.6: a side is set with a contract of 7."""
    deal, losing = ("4 4 3 2", tricks(3, 4, 3, 3)), value(after, "losing_score")
    assert after_a_deal(before, deal, -1000, 0) is None
    assert after_a_deal(after, deal, losing + 70, 0) == ((1,), EndCause.LOSING_SCORE)
    assert after_a_deal(after, deal, losing + 71, 0) is None
    # Both are below: the higher score wins.
    assert after_a_deal(after, deal, losing + 70, losing - 100) == ((0,), EndCause.LOSING_SCORE)


@option("max_deals", 4, 8, 16, base="standard(blind_nil=off,target=0)")
def test_after_how_many_deals_the_game_ends(before: Rules, after: Rules) -> None:
    """Rule 11.9."""
    most = value(after, "max_deals")
    scenario = deals_claimed(after, most + 1)
    assert len(scenario.results) == most
    assert [cause for _, cause in ended(scenario)] == [EndCause.MAX_DEALS]
    scenario = deals_claimed(before, most + 1)
    assert (len(scenario.results), ended(scenario)) == (most + 1, [])


@option("max_deals", 4, base="standard(blind_nil=off,target=0)")
def test_equal_scores_after_the_last_deal_are_a_draw(before: Rules, after: Rules) -> None:
    """Rules 1.1, 11.9 and 11.10: a match of a single game is over then, and nobody wins it."""
    assert not deals_claimed(before, 4).table.over
    for rules in (after, change(after, {"tie_rule": "shared"})):
        scenario = deals_claimed(rules, 4)
        scores = [side.score for side in scenario.table.view().sides]
        assert scores[0] == scores[1]
        assert ended(scenario) == [((), EndCause.MAX_DEALS)]
        assert scenario.events(MatchEnded) == [MatchEnded((), EndCause.MAX_DEALS)]


@option("max_deals", 100, base="standard(blind_nil=off,target=0,max_deals=16)")
def test_every_game_ends_after_a_hundred_deals(before: Rules, after: Rules) -> None:
    """Rule 11.9."""
    assert len(deals_claimed(before, 101).results) == 16
    scenario = deals_claimed(after, 101)
    assert len(scenario.results) == 100
    assert scenario.table.over


@option("tie_rule", "until_winner_at_target", "shared", base=PAIRS)
def test_what_follows_equal_scores_at_the_target(before: Rules, after: Rules) -> None:
    """Rule 11.4: 500 to 500, then both fall below it, one of them less."""
    both_set = "4 4 4 4", tricks(3, 4, 3, 3)  # -80, and 7 tricks of 8
    again = "3 4 3 4", tricks(3, 4, 2, 4)  # -60 and +80
    scores = 440, 439
    assert ended(played(before, DEAL, scores=scores)) == []
    assert ended(played(before, DEAL, both_set, scores=scores)) == []
    lower = "5 4 5 4", tricks(3, 4, 3, 3)  # -100 and -80
    assert ended(played(before, DEAL, lower, scores=scores)) == [((1,), EndCause.TARGET)]
    if value(after, "tie_rule") == "shared":
        assert ended(played(after, DEAL, scores=scores)) == [((0, 1), EndCause.TARGET)]
        return
    assert ended(played(after, DEAL, lower, scores=scores)) == []
    assert ended(played(after, DEAL, again, scores=scores)) == [((1,), EndCause.TARGET)]


@option("tie_ignores_bags", "on", base=PAIRS)
def test_points_of_bags_break_a_tie_or_not(before: Rules, after: Rules) -> None:
    """Rule 11.5: 510 to 511, one point of the latter from a bag."""
    assert after_a_deal(before, DEAL, 450, 450) == ((1,), EndCause.TARGET)
    assert after_a_deal(after, DEAL, 450, 450) is None
    # The target itself is reached with the full score: 500 with a bag.
    assert after_a_deal(after, DEAL, 400, 439) == ((1,), EndCause.TARGET)


@option("tie_ignores_bags", "on", base="standard(blind_nil=off,max_deals=1)")
def test_points_of_bags_always_count_after_the_last_deal(before: Rules, after: Rules) -> None:
    """Rules 11.5 and 11.9."""
    for rules in (before, after):
        assert after_a_deal(rules, DEAL, 0, 0) == ((1,), EndCause.MAX_DEALS)


SET = "4 4 3 3", tricks(3, 4, 3, 3)  # the first side is set
MADE = "3 4 3 3", tricks(3, 4, 3, 3)


@option("sets_to_lose", 2, 3, base=PAIRS)
def test_sets_lose_the_game(before: Rules, after: Rules) -> None:
    """Rule 11.7."""
    times = value(after, "sets_to_lose")
    assert ended(played(before, *[SET] * times)) == []
    assert ended(played(after, *[SET] * (times - 1))) == []
    # The loser is ahead all the time.
    assert ended(played(after, *[SET] * times, scores=(499, 0))) == [((1,), EndCause.SETS)]


@option("sets_counted", "in_all", base="standard(blind_nil=off,sets_to_lose=2)")
def test_sets_count_in_a_row_or_in_all(before: Rules, after: Rules) -> None:
    """Rule 11.7."""
    deals = SET, MADE, SET
    assert ended(played(before, *deals)) == []
    assert ended(played(after, *deals)) == [((1,), EndCause.SETS)]


@option(
    "end_tests",
    (EndTest.SETS, EndTest.BOSTON, EndTest.LOSING_SCORE, EndTest.TARGET),
    base=BOSTON_FIRST,
)
def test_the_order_of_the_tests_decides(before: Rules, after: Rules) -> None:
    """Rule 11.2: the first side is set by a nil's partner and has all the tricks."""
    deal = "nil 1 13 1", tricks(1, 0, 12, 0)
    assert played(before, deal).results[0][0].is_set
    # Both sides are set; the second has the higher score.
    assert after_a_deal(before, deal, 0, 100) == ((0,), EndCause.BOSTON)
    assert after_a_deal(after, deal, 0, 100) == ((1,), EndCause.SETS)


@option("end_tests", (), (EndTest.BOSTON, EndTest.SETS, EndTest.LOSING_SCORE), base=PAIRS)
def test_a_test_left_out_is_not_made(before: Rules, after: Rules) -> None:
    """Rule 11.2."""
    assert after_a_deal(before, DEAL, 600, 0) == ((0,), EndCause.TARGET)
    assert after_a_deal(after, DEAL, 600, 0) is None


@option("handicap", (100, -50), base=PAIRS)
def test_sides_start_with_these_scores(before: Rules, after: Rules) -> None:
    """Rule 11.1: in the next game of a tourney, too."""
    for rules, scores in ((before, [0, 0]), (after, [100, -50])):
        rules_long = change(rules, {"tokens_to_win": 2, "max_deals": 1})
        scenario = Scenario(rules_long)
        assert [side.score for side in scenario.table.view().sides] == scores
        scenario.bid("1", "1", "1", "1").claim()
        assert scenario.table.view().game == 2
        assert [side.score for side in scenario.table.view().sides] == scores


@option("tokens_to_win", 3, 5, base="solo_four(max_deals=1)")
def test_how_many_games_win_the_match(before: Rules, after: Rules) -> None:
    """Rule 11.10: the first leader wins each game, and the deal passes on."""
    scenario = deals_claimed(before, 1)
    assert [event.winners for event in scenario.events(MatchEnded)] == [(0,)]
    tokens = value(after, "tokens_to_win")
    scenario = deals_claimed(after, 4 * tokens)
    # Seats 0 to 3 take turns; seat 0 is the first to have all the tokens.
    assert len(scenario.events(GameEnded)) == 4 * (tokens - 1) + 1
    assert scenario.events(MatchEnded) == [MatchEnded((0,), EndCause.TOKENS)]


@option("max_games", 50, base="solo_four(max_deals=1,tokens_to_win=25,max_games=6)")
def test_a_tourney_ends_after_so_many_games(before: Rules, after: Rules) -> None:
    """Rule 11.11: most tokens win, equal tokens share the match."""
    for rules, games in ((before, 6), (after, 50)):
        scenario = deals_claimed(rules, games + 1)
        assert len(scenario.events(GameEnded)) == games
        assert scenario.events(MatchEnded) == [MatchEnded((0, 1), EndCause.MAX_GAMES)]


@option("next_game_dealer", "winner", "redraw", base=QUICK)
def test_who_deals_first_in_the_next_game(before: Rules, after: Rules) -> None:
    """Rule 11.12: seat 3 deals first and seat 2 wins; a new lot falls on seat 1."""
    for rules in (before, after):
        scenario = Scenario(rules, tricks(3, 3, 4, 3))
        scenario.chance.dealer = 1
        assert scenario.state.deal.dealer == 3
        scenario.bid("3", "3", "3", "3")
        scenario.play_out()
        assert ended(scenario) == [((2,), EndCause.MAX_DEALS)]
        expected = {"rotate": 0, "winner": 2, "redraw": 1}[value(rules, "next_game_dealer")]
        assert scenario.state.deal.dealer == expected

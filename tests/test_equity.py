import itertools
from typing import Any

import pytest

from spadille.bots.equity import Standing, after_deal, match_chances, win_chances
from spadille.game.events import SideResult
from spadille.rules import load, parse


def result(side: int, score: int, **more: Any) -> SideResult:
    """A side after a deal in which it took no tricks worth telling."""
    known: dict[str, Any] = {
        "tricks": 0,
        "lines": (),
        "new_bags": 0,
        "points": 0,
        "bags": 0,
        "bag_points": 0,
    }
    return SideResult(side=side, score=score, **(known | more))


def after(name: str, *sides: SideResult, deals: int = 9, overtime: bool = False) -> Any:
    return after_deal(parse(name), sides, deals=deals, dealer=0, overtime=overtime)


def test_the_highest_score_at_the_target_has_won() -> None:
    """Rule 11.3."""
    assert after("standard", result(0, 500), result(1, 499)) == (1, 0)
    assert after("standard", result(0, 510), result(1, 520)) == (0, 1)
    assert after("cutthroat_4", result(0, 520), result(1, 530), result(2, 0)) == (0, 1, 0)


def test_nobody_has_won_below_the_target() -> None:
    chances = after("standard", result(0, 499), result(1, 300))
    assert 0.8 < chances[0] < 1


def test_a_tie_at_the_target_goes_on_or_is_shared() -> None:
    """Rule 11.4."""
    level = after("standard", result(0, 510), result(1, 510))
    assert level == pytest.approx((0.5, 0.5), abs=0.03)
    assert after("standard(tie_rule=shared)", result(0, 510), result(1, 510)) == (0.5, 0.5)
    # In the further deal the better score wins, wherever it stands.
    assert after("standard", result(0, 470), result(1, 460), overtime=True) == (1, 0)
    three = after("cutthroat_4", result(0, 510), result(1, 510), result(2, 100))
    assert three == pytest.approx((0.5, 0.5, 0), abs=0.03)


def test_two_sets_in_a_row_lose_in_new_york() -> None:
    """Rule 11.7."""
    assert after("new_york", result(0, 300, sets=2), result(1, 100)) == (0, 1)


def test_a_boston_wins_the_game() -> None:
    """Rule 10.12."""
    assert after("new_york", result(0, -100, boston=True), result(1, 300)) == (1, 0)


def test_the_losing_score_loses() -> None:
    """Rule 11.6."""
    rules = "standard(losing_score=-200)"
    assert after(rules, result(0, -200), result(1, -150)) == (0, 1)


def test_the_last_deal_ends_the_game_and_a_draw_counts_half() -> None:
    """Rule 11.9."""
    rules = "standard(max_deals=4)"
    assert after(rules, result(0, 31), result(1, 30), deals=4) == (1, 0)
    assert after(rules, result(0, 30), result(1, 30), deals=4) == (0.5, 0.5)
    last = win_chances(parse(rules), (Standing(150), Standing(0)), deals=3)
    first = win_chances(parse(rules), (Standing(150), Standing(0)), deals=1)
    assert last[0] > first[0] > 0.5


def naive_tourney(tokens: tuple[int, ...], wanted: int, games: int) -> list[float]:
    """Every way in which the games left can be won."""
    most = max(tokens)
    if most >= wanted or games == 0:
        best = [count == most for count in tokens]
        return [is_best / sum(best) for is_best in best]
    total = [0.0] * len(tokens)
    for winner in range(len(tokens)):
        then = tuple(count + (player == winner) for player, count in enumerate(tokens))
        for player, share in enumerate(naive_tourney(then, wanted, games - 1)):
            total[player] += share / len(tokens)
    return total


@pytest.mark.parametrize("games", [1, 3, 6])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_tourney_of_even_games_is_reckoned_exactly(players: int, games: int) -> None:
    """Rules 11.10 and 11.11."""
    name = {2: "two_handed", 3: "cutthroat_4", 4: "cutthroat_four"}[players]
    rules = parse(f"{name}(tokens_to_win=3,max_games={games})")
    for tokens in itertools.product(range(3), repeat=players):
        played = sum(tokens)
        if played >= games:
            continue
        even = (1 / players,) * players
        expected = naive_tourney(tokens, 3, games - played)
        assert match_chances(rules, tokens, even) == pytest.approx(expected)


def test_tokens_decide_what_a_game_is_worth() -> None:
    rules = load("cutthroat_4")
    assert match_chances(rules, (4, 4, 0), (1, 0, 0)) == (1, 0, 0)
    behind = match_chances(rules, (4, 0, 0), (0, 1, 0))
    assert behind[0] > behind[1] > behind[2] > 0
    assert sum(behind) == pytest.approx(1)
    assert match_chances(load("standard"), (0, 0), (0.3, 0.7)) == (0.3, 0.7)

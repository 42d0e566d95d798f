import itertools
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from conftest import DEEP

from spadille.bots import equity
from spadille.bots.equity import (
    Standing,
    after_deal,
    files,
    match_chances,
    model,
    tables,
    win_chances,
)
from spadille.bots.equity.race import Pace, race
from spadille.game.events import SideResult
from spadille.rules import Rules, load, names, parse

# Where a side that is far enough behind may bid blind, it may be better to be behind by that much.
UNRULED = ("two_handed", "mirror", "whiz", "six_pairs", "solo_four", "cutthroat_3")

TOOL = Path(__file__).parent.parent / "tools" / "equity.py"


def forget() -> None:
    """Let every table be looked for again."""
    for remembered in (win_chances, equity._after, model.model_of, model.shipped):  # noqa: SLF001
        remembered.cache_clear()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A user's folder, empty at first."""
    monkeypatch.setenv("SPADILLE_HOME", str(tmp_path))
    forget()
    yield tmp_path
    forget()


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
    return after_deal(parse(name), sides, deals=deals, overtime=overtime)


def test_the_highest_score_at_the_target_has_won() -> None:
    """Rule 11.3."""
    assert after("standard", result(0, 500), result(1, 499)) == (1, 0)
    assert after("standard", result(0, 510), result(1, 520)) == (0, 1)
    assert after("cutthroat_4", result(0, 520), result(1, 530), result(2, 0)) == (0, 1, 0)


def test_nobody_has_won_below_the_target() -> None:
    chances = after("two_handed", result(0, 299), result(1, 150))
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


def some(rules: Rules, rng: random.Random) -> tuple[Standing, ...]:
    """Standings in a game that goes on."""
    scoring, match = rules.scoring, rules.match
    bags = scoring.bag_limit if scoring.count_bags else 0
    return tuple(
        Standing(
            rng.randrange(-100, match.target - 10, 10),
            rng.randrange(max(bags, 1)),
            rng.randrange(max(match.sets_to_lose, 1)),
        )
        for _ in range(rules.side_count)
    )


@pytest.mark.parametrize("name", names())
def test_every_preset_has_a_table_that_loads(name: str) -> None:
    # A table that cannot be used is warned about, and a warning fails.
    rules = load(name)
    assert model.shipped(name, rules.side_count)
    table = files.read(files.shipped(name))
    assert table.rules == name
    assert table.target == rules.match.target


def test_the_tables_are_small() -> None:
    assert sum(len(files.shipped(name).read_bytes()) for name in names()) < 600_000


@pytest.mark.parametrize("name", names())
def test_chances_sum_to_one_and_do_not_depend_on_who_is_who(name: str) -> None:
    rules, rng = load(name), random.Random(1)
    for _ in range(40):
        standings = some(rules, rng)
        chances = win_chances(rules, standings, deals=4)
        assert sum(chances) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in chances)
        back = win_chances(rules, standings[::-1], deals=4)
        assert back[::-1] == pytest.approx(chances, abs=1e-9)
    level = (Standing(100, 0),) * rules.side_count
    assert win_chances(rules, level, deals=4) == pytest.approx((1 / rules.side_count,) * len(level))


@pytest.mark.parametrize("name", UNRULED)
def test_more_points_are_better(name: str) -> None:
    rules, rng = load(name), random.Random(2)
    for _ in range(40):
        standings = some(rules, rng)
        first = standings[0]
        scores = range(0, rules.match.target, 40)
        chances = [
            win_chances(rules, (first._replace(score=score), *standings[1:]), deals=4)[0]
            for score in scores
        ]
        for low, high in itertools.pairwise(chances):
            assert high > low - 0.02
        assert chances[-1] > chances[0] + 0.1


def test_bags_and_sets_are_a_burden() -> None:
    level = Standing(200)
    assert win_chances(load("suicide"), (level._replace(bags=8), level), deals=4)[0] < 0.5
    assert win_chances(load("new_york"), (level._replace(sets=1), level), deals=4)[0] < 0.5


def test_a_shorter_game_is_the_end_of_a_longer_one() -> None:
    short, long = parse("suicide(target=250)"), load("suicide")
    for scores in ((0, 0), (100, 60), (240, 120)):
        near = tuple(Standing(score) for score in scores)
        far = tuple(Standing(score + 250) for score in scores)
        assert win_chances(short, near, deals=2) == win_chances(long, far, deals=2)


def test_a_lead_is_worth_less_in_a_longer_game() -> None:
    lead = (Standing(60), Standing(0))
    chances = [
        win_chances(parse(f"two_handed(target={target})"), lead, deals=2)[0]
        for target in (150, 300, 600)
    ]
    assert chances[0] > chances[1] > chances[2] > 0.5


def test_rules_that_no_table_has_are_reckoned_with() -> None:
    level = Standing(100)
    low = (Standing(-180), level)
    ended, open_ended = parse("suicide(losing_score=-200)"), load("suicide")
    assert win_chances(ended, low, deals=3)[0] < win_chances(open_ended, low, deals=3)[0]
    sets = parse("suicide(sets_to_lose=2)")
    assert win_chances(sets, (level._replace(sets=1), level), deals=3)[0] < 0.5
    no_target = parse("suicide(target=0,max_deals=8)")
    assert win_chances(no_target, (Standing(60), Standing(0)), deals=7)[0] > 0.5
    solo_six = parse("solo_four(seats=6,removed_twos=all)")
    assert win_chances(solo_six, (level,) * 6, deals=3) == pytest.approx((1 / 6,) * 6)


@pytest.mark.parametrize("content", [b"", b"nonsense", None])
def test_a_broken_table_is_told_once_and_done_without(
    content: bytes | None, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lead = (Standing(300), Standing(200))
    good = files.shipped("suicide").read_bytes()
    broken = home / "suicide.eq"
    broken.write_bytes(good[:-40] if content is None else content)
    monkeypatch.setattr(files, "shipped", lambda _name: broken)
    rules = load("suicide")
    with pytest.warns(RuntimeWarning, match=r"suicide\.eq cannot be used: it is damaged"):
        rough = win_chances(rules, lead, deals=5)
    assert rough == race(rules, lead, 4)  # 200 points to go, 50 a deal
    assert win_chances(rules, lead, deals=6) == rough
    monkeypatch.setattr(files, "shipped", lambda _name: home / "none.eq")
    forget()
    with pytest.warns(RuntimeWarning, match="No such file"):
        assert win_chances(rules, lead, deals=5) == rough


def test_a_table_of_other_rules_is_refused(home: Path) -> None:
    assert home.exists()
    two, three = (files.read(files.shipped(name)) for name in ("suicide", "cutthroat_4"))
    with pytest.raises(tables.TableError, match="another number of sides"):
        model.ready(two, 3)
    with pytest.raises(tables.TableError, match="another number of sides"):
        model.ready(three, 2)
    assert isinstance(two, tables.Grid)
    cut = msgspec.structs.replace(two, bags=9)
    with pytest.raises(tables.TableError, match="not whole"):
        model.ready(cut, 2)
    unordered = msgspec.structs.replace(two, distances=two.distances[::-1])
    with pytest.raises(tables.TableError, match="out of order"):
        model.ready(unordered, 2)
    still = msgspec.structs.replace(two, pace=Pace(50.0, 0.0))
    with pytest.raises(tables.TableError, match="pace makes no sense"):
        model.ready(still, 2)
    unknown = msgspec.structs.replace(three, rules="bridge")
    with pytest.raises(tables.TableError, match="bridge"):
        model.ready(unknown, 3)
    assert isinstance(three, tables.Weights)
    for weights, said in (((), "not whole"), ((float("nan"),) * 27, "weights make no sense")):
        wrong = msgspec.structs.replace(three, weights=weights)
        with pytest.raises(tables.TableError, match=said):
            model.ready(wrong, 3)


def test_a_table_of_ones_own_comes_first(home: Path) -> None:
    rules = parse("standard(target=250)")
    lead = (Standing(200), Standing(100))
    expected = win_chances(parse("suicide(target=250)"), lead, deals=3)
    assert win_chances(rules, lead, deals=3) != expected
    files.own(rules).parent.mkdir()
    table = files.read(files.shipped("suicide"))
    files.own(rules).write_bytes(tables.encode(table))
    forget()
    assert win_chances(rules, lead, deals=3) == expected
    files.own(rules).write_bytes(b"nonsense")
    forget()
    with pytest.warns(RuntimeWarning, match=re.escape(str(home))):
        assert win_chances(rules, lead, deals=3) != expected


def tool(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command that makes tables and checks them."""
    command = [sys.executable, str(TOOL), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("text", ["new_york(target=200)", "solo_four(target=100)"])
def test_a_table_can_be_made_for_any_rules_with_a_target(text: str, tmp_path: Path) -> None:
    file = tmp_path / "made.eq"
    done = tool("fit", "--rules", text, "--deals", "100", "--jobs", "1", "--out", str(file))
    assert done.returncode == 0, done.stderr
    rules = parse(text)
    table = files.read(file)
    assert table.rules == text
    level = (Standing(50),) * rules.side_count
    even = (1 / rules.side_count,) * rules.side_count
    assert model.ready(table, rules.side_count).look.chances_of(level) == pytest.approx(even)


def test_a_table_is_checked_against_games(tmp_path: Path) -> None:
    """Both sides of every position are counted, so that what was won is half of all."""
    plot = tmp_path / "checked.svg"
    games = ("--rules", "standard(target=100)", "--games", "20", "--jobs", "1")
    done = tool("check", *games, "--plot", str(plot))
    *rows, _, worst = done.stdout.splitlines()
    found = [[float(part) for part in re.findall(r"-?[\d.]+", row)[2:]] for row in rows]
    assert len(found) == 5, done.stderr
    for positions, foretold, won, off, _ in found:
        assert positions > 0
        assert off == pytest.approx(won - foretold, abs=0.11)
    total = sum(row[0] for row in found)
    assert sum(row[0] * row[2] for row in found) / total == pytest.approx(50, abs=0.1)
    furthest = max(abs(row[3]) for row in found)
    assert f"{furthest:.1f} points" in worst
    assert done.returncode == int(furthest > 4)
    assert plot.read_text("utf-8").count("<circle") == 5


def test_the_tool_says_what_it_cannot_do() -> None:
    for arguments, said in (
        (("fit", "--rules", "standrad"), "did you mean standard"),
        (("fit", "--rules", "standard(target=0)"), "has no target"),
        (("fit", "--bot", "nobody"), "no bot nobody"),
        (("fit", "--out", "x.eq"), "give --rules once"),
    ):
        done = tool(*arguments)
        assert done.returncode == 2
        assert said in " ".join(done.stderr.split())


@pytest.mark.skipif(not DEEP, reason="plays 1,000 games")
@pytest.mark.parametrize("name", ["standard", "new_york", "cutthroat_4", "two_handed"])
def test_what_is_foretold_is_won_within_four_points_in_each_fifth(name: str) -> None:
    done = tool("check", "--rules", name)
    assert done.returncode == 0, done.stdout + done.stderr

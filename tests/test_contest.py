"""Contests: who sits where, that cards and results repeat, and that the figures add up."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from conftest import DEEP

from spadille.bots import BotError, bot_seed
from spadille.bots.simple import SimpleBot
from spadille.contest import Contest, ContestError, Estimate, Lineup, Progress, Result, check, run
from spadille.contest.chance import cards_of
from spadille.contest.export import as_csv, as_json
from spadille.contest.figures import result
from spadille.contest.intervals import ratio, student, wilson, win_share
from spadille.contest.lineups import lineups
from spadille.contest.play import play
from spadille.contest.played import Lapse, Played, PlayedDeal, SideDeal, Times
from spadille.contest.run import Tally
from spadille.game.actions import AnyAction, BidKind, MakeBid
from spadille.game.events import Shuffled
from spadille.rules import RulesError, names, parse
from spadille.table import Table
from spadille.view import View

SHORT = "standard(max_deals=2)"


def contest(*bots: str, **changes: object) -> Contest:
    """A small contest."""
    given = {"bots": bots or ("simple", "random"), "rules": SHORT, "matches": 2} | changes
    return Contest(**given)  # type: ignore[arg-type]


def timeless(result: Result) -> bytes:
    """All of a result but what clocks say, as bytes."""
    plays = [msgspec.structs.replace(play, times=()) for play in result.played]
    bots = [msgspec.structs.replace(bot, times=Times()) for bot in result.bots]
    return msgspec.json.encode([plays, bots, result.failings, result.deals])


# Who sits where


@pytest.mark.parametrize(
    ("bots", "sides", "lineup", "wanted"),
    [
        ("ab", 2, Lineup.TURNS, ["ab", "ba"]),
        ("ab", 4, Lineup.TURNS, ["abab", "baba"]),
        ("abc", 3, Lineup.TURNS, ["abc", "bca", "cab"]),
        ("abc", 2, Lineup.TURNS, ["ab", "ac", "ba", "bc", "ca", "cb"]),
        ("ab", 2, Lineup.ALONE, ["ab", "ba"]),
        ("ab", 2, Lineup.BOTH, ["ab", "ba"]),
        ("ab", 4, Lineup.ALONE, ["abbb", "babb", "bbab", "bbba"]),
        ("ab", 3, Lineup.BOTH, ["abb", "bab", "bba", "baa", "aba", "aab"]),
    ],
)
def test_every_bot_comes_to_every_place(
    bots: str, sides: int, lineup: Lineup, wanted: list[str]
) -> None:
    found = lineups(contest(*bots, lineup=lineup), sides)
    assert ["".join(bots[place] for place in places) for places in found] == wanted


def test_partners_have_the_same_bot_and_players_keep_theirs_when_seats_are_drawn() -> None:
    assert play(contest(), 0, 0).bots == (0, 1, 0, 1)
    tourney = contest(rules="cutthroat_1(tokens_to_win=1,max_deals=2)")
    seated = Table(check(tourney), cards_of(1, 0)).players
    by_seat = [play(tourney, 0, 0).bots[player] for player in seated]
    assert by_seat == [0, 1, 0]


def test_rules_that_draw_partners_anew_are_refused() -> None:
    apart = "standard(seating=drawn,first_dealer=high_card_draw,next_game_dealer=redraw)"
    with pytest.raises(ContestError, match="partners anew"):
        check(contest(rules=apart))


# The same cards


def orders(*, nils: bool) -> list[object]:
    """How the pack lies in three deals, in which nils are bid or not."""
    table = Table(parse("standard(nil_exchange=2)"), cards_of(3, 0))
    found: list[object] = []
    while len(found) < 3:
        seat = min(table.to_act)
        view = table.view(seat)
        bids = [a for a in view.legal if isinstance(a, MakeBid) and a.bid.kind is BidKind.NIL]
        table.act(seat, bids[0] if bids and nils else SimpleBot().act(view))
        found = [event.order for event in table.log if isinstance(event, Shuffled)]
    return [*found, len(table.log)]


def test_a_round_has_the_same_cards_however_it_is_played() -> None:
    plain, nils = orders(nils=False), orders(nils=True)
    assert plain[:3] == nils[:3]
    assert plain[3] != nils[3], "the logs should differ in length"
    pack = range(52)
    assert cards_of(3, 0)(0, pack) != cards_of(3, 1)(0, pack)
    assert cards_of(3, 0)(0, pack) != cards_of(4, 0)(0, pack)


def test_bots_cannot_tell_the_cards_from_their_seeds() -> None:
    seeds = {bot_seed(1, player, round_) for round_ in range(9) for player in range(4)}
    assert len(seeds) == 36
    assert min(seeds) > 10**12


@pytest.mark.parametrize("rules", names())
def test_equal_bots_are_equal_under_every_rule_set(rules: str) -> None:
    """With the same cards and the same bot everywhere, the seats cancel out exactly."""
    short = f"{rules}(max_deals=1,max_games=1,tokens_to_win=1)"
    done = run(contest("simple", "simple", rules=short, matches=1), jobs=1)
    sides = check(done.contest).side_count
    if sides % 2 == 0:
        assert [bot.ahead for bot in done.bots] == [Estimate(0.0), Estimate(0.0)]
    shares = [bot.wins.value * 2 for bot in done.bots if bot.wins is not None]
    assert sum(shares) == pytest.approx(2)
    assert sum(bot.fair for bot in done.bots) == pytest.approx(1)


# Results repeat


def test_processes_and_their_number_change_nothing() -> None:
    for changes in ({"matches": 3}, {"matches": None, "deals": 5}):
        alone = run(contest(**changes), jobs=1)
        assert timeless(alone) == timeless(run(contest(**changes), jobs=3))
        assert timeless(alone) != timeless(run(contest(seed=2, **changes), jobs=1))


@pytest.mark.skipif(not DEEP, reason="starts a cluster")
def test_a_cluster_changes_nothing() -> None:
    pytest.importorskip("ray")
    alone = run(contest(matches=4), jobs=1)
    code = (
        "from spadille.contest import *; import msgspec, sys; from test_contest import *;"
        "sys.stdout.buffer.write(timeless(run(contest(matches=4), ray='local')))"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent)},
        capture_output=True,
        check=True,
    )
    assert done.stdout.endswith(timeless(alone))


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1"])
def test_where_there_is_no_cluster_nothing_is_played(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", ModuleType("ray"))
    with pytest.raises(ContestError, match=f"no Ray cluster at {address}"):
        run(contest(), ray=address)


def test_without_ray_its_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ContestError, match=r"pip install spadille\[ray\]"):
        run(contest(), ray="auto")


def test_deals_are_counted_in_the_order_of_the_rounds() -> None:
    deals = (PlayedDeal(1, 1, 0, ()),)
    tally = Tally(contest(matches=None, deals=3), 2, [])
    tasks = tally.missing()
    assert [next(tasks) for _ in range(8)] == [(r, t) for r in range(4) for t in range(2)]
    for round_, turn in [(3, 0), (3, 1), (0, 0), (1, 0), (1, 1), (0, 1)]:
        tally.add(Played(round=round_, turn=turn, bots=(), deals=deals))
    assert tally.progress == Progress(2, 3, deals=True)
    tally.add(Played(round=2, turn=1, bots=(), deals=deals))
    tally.add(Played(round=2, turn=0, bots=(), deals=deals))
    assert tally.enough
    assert list(tasks) == []
    assert {play.round for play in tally.counted()} == {0, 1, 2}


# Going on


def test_what_a_file_holds_is_not_played_again(tmp_path: Path) -> None:
    out = tmp_path / "contest.jsonl"
    whole = run(contest(matches=3), jobs=1)
    told: list[Progress] = []
    run(contest(matches=1), jobs=1, out=out)
    assert len(out.read_bytes().splitlines()) == 3
    done = run(contest(matches=3), jobs=1, out=out, tell=told.append)
    assert timeless(done) == timeless(whole)
    assert [progress.done for progress in told] == [1, 1, 2, 2, 3]
    content = out.read_bytes()
    again = run(contest(matches=3), jobs=1, out=out)
    assert timeless(again) == timeless(whole)
    assert out.read_bytes() == content
    assert timeless(run(contest(matches=1), jobs=1, out=out)) == timeless(
        run(contest(matches=1), jobs=1)
    )


@pytest.mark.parametrize("lost", [1, 40, 3_000_000])
def test_a_line_that_was_cut_off_is_played_again(lost: int, tmp_path: Path) -> None:
    out = tmp_path / "contest.jsonl"
    whole = run(contest(), jobs=1, out=out)
    content = out.read_bytes()
    out.write_bytes(content[: max(len(content) - lost, 10)])
    assert timeless(run(contest(), jobs=1, out=out)) == timeless(whole)
    lines = out.read_bytes().splitlines()
    assert len(lines) == 5
    assert all(json.loads(line) for line in lines)


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    """The bot kills its own process in the third play, once."""
    out, flag = tmp_path / "contest.jsonl", tmp_path / "killed"
    code = (
        "from test_contest import *;"
        f"run(contest('test_contest:Killer', matches=2), jobs=1, out=Path({str(out)!r}))"
    )
    environ = os.environ | {"PYTHONPATH": str(Path(__file__).parent), "KILLED": str(flag)}
    command = [sys.executable, "-c", code.replace("'test_contest:Killer'", "*KILLERS")]
    assert subprocess.run(command, env=environ, check=False).returncode == -signal.SIGKILL
    assert len(out.read_bytes().splitlines()) == 3
    assert subprocess.run(command, env=environ, check=False).returncode == 0
    simple = run(contest("simple", "simple"), jobs=1)
    done = run(contest(*KILLERS), jobs=1, out=out)
    assert [play.deals for play in done.played] == [play.deals for play in simple.played]


KILLERS = ("test_contest:Killer", "simple")


class Killer(SimpleBot):
    """The simple bot, until its process has made enough of it."""

    made = 0

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        Killer.made += 1
        flag = Path(os.environ.get("KILLED", "/nowhere"))
        if Killer.made == 7 and flag.parent.is_dir() and not flag.exists():
            flag.touch()
            os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_that_dies_ends_the_contest_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KILLED", str(tmp_path / "killed"))
    with pytest.raises(ContestError, match="A process that played has died"):
        run(contest(*KILLERS, matches=8), jobs=2)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"some text\n", "holds no contest; name a new file"),
        (b'{"format":"spadille-game","version":1}\n', "holds no contest"),
        (b"x", "holds no contest"),
        (b"\xff\xfe\n", "holds no contest"),
    ],
)
def test_a_file_of_something_else_is_left_alone(
    content: bytes, sentence: str, tmp_path: Path
) -> None:
    out = tmp_path / "file"
    out.write_bytes(content)
    with pytest.raises(ContestError, match=sentence):
        run(contest(), jobs=1, out=out)
    assert out.read_bytes() == content


@pytest.mark.parametrize(
    "changes",
    [{"seed": 2}, {"rules": "standard"}, {"bots": ("simple", "simple")}, {"seconds": 1.0}],
)
def test_a_file_of_another_contest_is_left_alone(
    changes: dict[str, object], tmp_path: Path
) -> None:
    out = tmp_path / "file"
    run(contest(matches=1), jobs=1, out=out)
    content = out.read_bytes()
    with pytest.raises(ContestError, match="another contest"):
        run(contest(**changes), jobs=1, out=out)
    assert out.read_bytes() == content


def test_a_line_that_is_no_play_is_named(tmp_path: Path) -> None:
    out = tmp_path / "file"
    run(contest(matches=1), jobs=1, out=out)
    out.write_bytes(out.read_bytes() + b'{"round":1}\n')
    with pytest.raises(ContestError, match="line 4: this is no play"):
        run(contest(), jobs=1, out=out)


# What cannot be played


@pytest.mark.parametrize(
    ("changes", "error", "sentence"),
    [
        ({"bots": ("simple",)}, ContestError, "two bots or more"),
        ({"deals": 1}, ContestError, "either the matches or the deals"),
        ({"matches": None}, ContestError, "either the matches or the deals"),
        ({"matches": 0}, ContestError, "At least one"),
        ({"seconds": 0.0}, ContestError, "more than 0 seconds"),
        ({"seconds": float("nan")}, ContestError, "more than 0 seconds"),
        ({"bank": -1.0}, ContestError, "more than 0 seconds"),
        ({"bots": "abc", "lineup": Lineup.ALONE}, ContestError, "alone takes two bots, not 3"),
        ({"rules": "standart"}, RulesError, "standart"),
        ({"bots": ("simple", "nobody")}, BotError, "no bot nobody"),
    ],
)
def test_what_cannot_be_played_is_refused(
    changes: dict[str, object], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        run(contest(**changes), jobs=1)


# Bots that fail


class Raises:
    """A bot that raises at every card but bids."""

    def __init__(self, seed: int) -> None:
        self.bot = SimpleBot(seed)

    def act(self, view: View) -> AnyAction:
        if view.trick_seats or view.leader == view.seat:
            raise RuntimeError("no card")
        return self.bot.act(view)


def test_a_bot_that_fails_is_counted_and_named() -> None:
    done = run(contest("simple", "test_contest:Raises", matches=1), jobs=1)
    assert done.bots[0].failures == 0
    assert done.bots[1].failures > 50
    assert [failing.player for failing in done.failings] == [1, 3, 0, 2]
    first = done.failings[0]
    assert (first.bot, first.lapse, first.replaced) == (1, Lapse.RAISED, False)
    assert first.said.startswith("RuntimeError: no card (test_contest.py:")
    equal = run(contest("simple", "simple", matches=1), jobs=1)
    assert [play.deals for play in done.played] == [play.deals for play in equal.played]


# Single deals


def test_single_deals_all_begin_at_nil_all() -> None:
    done = run(contest(rules="standard", matches=None, deals=4, single_deals=True), jobs=1)
    assert (done.rounds, done.plays, done.deals) == (4, 8, 4)
    for one in done.played:
        (deal,) = one.deals
        assert all(side.score == side.points for side in deal.sides)
    assert done.bots[0].wins is None


def test_a_deal_that_bids_itself_is_played_but_not_counted() -> None:
    """It is the same in both plays of a round (rule 7.9)."""
    done = run(contest(rules="new_york", matches=None, deals=2, single_deals=True), jobs=1)
    for first, second in zip(done.played[::2], done.played[1::2], strict=True):
        before = []
        for one in (first, second):
            (deal,) = one.deals
            assert deal.deal == 2
            assert all(side.hands == 2 for side in deal.sides)
            before.append([side.score - side.points for side in deal.sides])
        assert before[0] == before[1]
        assert sum(before[0]) == 130


# Figures


def side(bot: int, side: int, points: int, **more: int | bool) -> SideDeal:
    """A side's deal."""
    given = {"tricks": 6, "hands": 2, "score": 0} | more
    return SideDeal(bot=bot, side=side, points=points, **given)  # type: ignore[arg-type]


def match_of(round_: int, turn: int, winners: tuple[int, ...], *points: tuple[int, int]) -> Played:
    """A play of two bots at four seats: points by side, deal by deal."""
    mine = turn
    return Played(
        round=round_,
        turn=turn,
        bots=(0, 1, 0, 1) if turn == 0 else (1, 0, 1, 0),
        winners=winners,
        failures=(0, 0),
        times=(Times(), Times()),
        deals=tuple(
            PlayedDeal(
                1,
                number,
                0,
                tuple(
                    side(
                        0 if place == mine else 1,
                        place,
                        value,
                        nils=number % 2,
                        nils_made=(number + place) % 2 * (number % 2),
                        contract=5,
                        failed=value < 0,
                        bags=place,
                    )
                    for place, value in enumerate(pair)
                ),
            )
            for number, pair in enumerate(points, 1)
        ),
    )


def test_blind_nils_are_nils_and_blind_bids() -> None:
    """Each is worth 200 points; their tricks are bags (rules 10.8 and 10.10)."""
    rules = "standard(blind_nil_deficit=0,max_deals=1)"
    done = run(contest(bots=("random", "random"), rules=rules, matches=40), jobs=1)
    sides = [side for play in done.played for deal in play.deals for side in deal.sides]
    for one in sides:
        assert one.blind_nils <= min(one.nils, one.blinds)
        assert one.blind_nils_made <= min(one.blind_nils, one.nils_made)
    blind = [one for one in sides if one.blind_nils == 2]
    assert blind, "no side bid two"
    for one in blind:
        penalty = 100 if one.bags >= 10 else 0
        assert one.points == 400 * (one.blind_nils_made - 1) + one.bags - penalty


def test_figures_are_those_counted_by_hand() -> None:
    plays = [
        match_of(0, 0, (0, 2), (50, -50), (40, 30)),
        match_of(0, 1, (0, 2), (60, 10)),
        match_of(1, 0, (0, 2), (20, 0)),
        match_of(1, 1, (1, 3), (0, 40), (-50, 50), (10, 0)),
    ]
    done = result(contest(), plays)
    assert (done.rounds, done.plays, done.deals) == (2, 4, 5)
    one, two = done.bots
    # Round 0: 100 + 10 - 50 over three deals; round 1: 20 + 40 + 100 - 10 over four.
    assert one.ahead is not None
    assert one.ahead.value == pytest.approx((60 + 150) / 7)
    assert two.ahead is not None
    assert two.ahead.value == pytest.approx(-(60 + 150) / 7)
    assert one.points == pytest.approx((50 + 40 + 10 + 20 + 40 + 50 + 0) / 7)
    assert one.wins is not None
    assert one.wins.value == 0.75
    assert one.times_fair is not None
    assert one.times_fair.value == 1.5
    assert (one.deals, one.hands, one.contracts, one.failed, two.failed) == (7, 14, 7, 0, 2)
    assert (one.nils, one.nils_made, two.nils_made) == (5, 2, 3)
    assert one.nil_frequency == pytest.approx(5 / 14)
    assert (one.bags, two.bags) == (4, 3)


def test_a_draw_is_shared_fairly_and_a_win_of_three_is_worth_the_same() -> None:
    solo = contest(rules="solo_four", lineup=Lineup.ALONE)
    seats = ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))
    plays = [
        Played(
            round=0,
            turn=turn,
            bots=bots,
            winners=winners,
            failures=(0, 0),
            times=(Times(), Times()),
            deals=(PlayedDeal(1, 1, 0, tuple(side(bot, n, 0) for n, bot in enumerate(bots))),),
        )
        for turn, (bots, winners) in enumerate(zip(seats, ((0,), (1, 3), (), (0,)), strict=True))
    ]
    one, two = result(solo, plays).bots
    assert one.fair == 0.25
    assert one.wins is not None
    assert one.wins.value == pytest.approx((1 + 0.5 + 0.25 + 0) / 4)
    assert two.times_fair is not None
    assert two.times_fair.value == pytest.approx((0 + 0.5 + 0.75 + 1) / 4 / 0.75)


def test_the_interval_of_wilson() -> None:
    """Newcombe 1998, table I, method 3."""
    for part, whole, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605)):
        found = wilson(part / whole, whole)
        assert found.low == pytest.approx(low, abs=5e-5)
        assert found.high == pytest.approx(high, abs=5e-5)
    assert wilson(0, 20) == Estimate(0.0, 0.0, pytest.approx(0.1611, abs=5e-5))  # type: ignore[arg-type]
    assert wilson(1, 29).low == pytest.approx(0.8830, abs=5e-5)


@pytest.mark.parametrize(("freedom", "point"), [(3, 3.182), (9, 2.262), (29, 2.045), (200, 1.972)])
def test_the_points_of_student(freedom: int, point: float) -> None:
    """The values of printed tables."""
    assert student(freedom) == pytest.approx(point, rel=0.01 if freedom < 5 else 0.0005)


def test_the_interval_of_points_is_that_of_a_mean() -> None:
    """Ten values with mean 5.5 and standard deviation 3.0277, t = 2.2622."""
    found = ratio(range(1, 11), [1] * 10)
    assert found.value == 5.5
    assert found.high == pytest.approx(5.5 + 2.2622 * 3.0277 / 10**0.5, abs=0.002)
    assert ratio([5], [2]) == Estimate(2.5)


def test_balanced_rounds_tell_more_and_equal_plays_less() -> None:
    """40 rounds of two plays: seats decide all of them, or cards do."""
    balanced = win_share([1] * 39 + [2], [2] * 40)
    equal = win_share([0, 2] * 20, [2] * 40)
    apart = wilson(0.5, 80)
    assert balanced.low is not None
    assert equal.low is not None
    assert apart.low is not None
    assert equal.low < apart.low < balanced.low
    assert equal.low == pytest.approx(wilson(0.5, 39).low, abs=0.002)
    few = win_share([1] * 9 + [2], [2] * 10)
    assert few == wilson(0.55, 20)


# Files


def test_rows_and_figures_as_files() -> None:
    done = run(contest(matches=1), jobs=1)
    rows = list(csv.DictReader(io.StringIO(as_csv(done))))
    assert len(rows) == 8
    assert {row["bot"] for row in rows} == {"simple", "random"}
    assert sum(int(row["tricks"]) for row in rows) == 4 * 13
    mine = [int(row["points"]) for row in rows if row["bot"] == "simple"]
    figures = json.loads(as_json(done))
    assert figures["bots"][0]["points"] == pytest.approx(sum(mine) / 4)
    assert "played" not in figures
    assert figures["contest"]["rules"] == SHORT
    assert figures["bots"][0]["nil_frequency"] == done.bots[0].nil_frequency

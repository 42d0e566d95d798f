"""The commands: what they print, what they refuse, and that nothing is lost."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from cli_person import Person
from click.testing import CliRunner, Result

from spadille.cli import build, words_for
from spadille.cli.choose import choose_level, choose_rules
from spadille.cli.saves import newest_first, remember_level, unfinished
from spadille.game.events import CardPlayed
from spadille.record import check, read
from spadille.rules import names, options
from spadille.words import Words

SPADILLE = (sys.executable, "-m", "spadille")
QUICK = ("--bot", "simple")
BIDS = "3\nnil\n4\n2\n"
"""What is typed until some bid is legal."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test has a folder of its own for games, and English."""
    folder = tmp_path / "home"
    monkeypatch.setenv("SPADILLE_HOME", str(folder))
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    return folder


def run(*args: str, typed: str = "") -> Result:
    """Run a command as a person with no terminal would; a table has simple bots, the quick ones."""
    given = list(args)
    if given[:1] in (["play"], ["watch"]) and not {"--bot", "--resume"} & {*given}:
        given[1:1] = QUICK
    return CliRunner().invoke(build(words_for(given)), given, input=typed)


def refused(*args: str, typed: str = "") -> str:
    """What a refused command says: one sentence or two, exit code 2, no traceback."""
    result = run(*args, typed=typed)
    assert result.exit_code == 2, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    return " ".join(result.stderr.split())


# watch


@pytest.mark.parametrize("name", names())
def test_watch_ends_with_a_result(name: str) -> None:
    result = run("watch", "--rules", f"{name}(max_deals=2,max_games=1)", "--seed", "1", "--quiet")
    assert result.exit_code == 0, result.output
    assert "The match is over." in result.output


def test_the_same_seed_prints_the_same() -> None:
    args = ("watch", "--seed", "4", "--deals", "2")
    first, second = run(*args).output, run(*args).output
    assert first == second
    assert first.count("Trick 13:") == 2
    assert run("watch", "--seed", "5", "--deals", "2").output != first


def test_watch_saves_a_game_that_check_replay_and_convert_take(tmp_path: Path) -> None:
    game, text, back = (str(tmp_path / name) for name in ("g.jsonl", "g.ptn", "b.jsonl"))
    rules = "standard(max_deals=2)"
    assert run("watch", "--rules", rules, "--seed", "1", "--quiet", "--save", game).exit_code == 0
    assert "2 deals scored" in run("check", game).output
    assert run("convert", game, text).exit_code == 0
    assert "2 deals scored" in run("check", text).output
    assert run("convert", text, back).exit_code == 0
    assert read(back).events == read(game).events
    whole, deal, seat = (
        run("replay", game),
        run("replay", game, "--deal", "2"),
        run("replay", game, "--seat", "1"),
    )
    assert whole.output.count("Score sheet") == 2
    assert deal.output.count("Score sheet") == seat.output.count("Score sheet") - 1 == 1
    assert len(whole.output) > len(seat.output)


def test_watch_takes_one_bot_for_each_player() -> None:
    bots = [text for bot in ("simple", "random", "simple", "random") for text in ("--bot", bot)]
    assert run("watch", *bots, "--deals", "1", "--seed", "1").exit_code == 0
    assert (
        "The players: Ada (easy), Bea (simple), Cal (easy), Dot (simple)"
        in run("watch", "--bot", "easy", "--bot", "simple", "--deals", "1", "--quiet").output
    )
    assert "5 bots are given for 4 players." in refused("watch", *bots, "--bot", "random")


# the level of the bots


def test_the_bots_are_strong_unless_one_says_otherwise() -> None:
    result = CliRunner().invoke(build(Words("en")), ["play", "standard"], input="3\n4\nx\n")
    assert "Level of the bots: strong" in result.output
    assert read(newest_first()[0]).header.tags["bot"] == "strong"
    assert "Level of the bots: strong" in run("play", "--resume", typed="x\n").output
    watched = CliRunner().invoke(build(Words("en")), ["watch", "solo_four", "--deals", "1"])
    assert watched.exit_code == 0, watched.output
    assert "The bot strong failed" not in watched.output


def test_a_level_is_kept_in_the_save_and_can_be_changed() -> None:
    assert run("play", "standard", "--bot", "easy", typed="3\n4\nx\n").exit_code == 0
    assert "Level of the bots: easy" in run("play", "--resume", typed="x\n").output
    again = run("play", "--resume", "--bot", "strong(worlds=20)", typed="x\n")
    assert "Level of the bots: strong(worlds=20)" in again.output


def test_the_level_is_chosen_by_number_or_by_name_and_remembered() -> None:
    english, korean = Words("en"), Words("ko")
    assert choose_level(english, Person(iter([""]))) == "strong"
    person = Person(iter(["0", "x", " Easy"]))
    assert choose_level(english, person) == "easy"
    assert person.text.count("Type a number from 1 to 3.") == 2
    assert choose_level(korean, Person(iter(["보통"]))) == "medium"
    assert choose_level(korean, Person(iter(["3"]))) == "strong"
    remember_level("medium")
    assert choose_level(english, Person(iter([""]))) == "medium"
    remember_level("os:abort")
    assert choose_level(english, Person(iter([""]))) == "strong"


def test_a_person_without_options_is_asked_for_rules_and_level() -> None:
    text, code = on_a_terminal({}, "", "1", "x", args=())
    assert code == 0
    assert "How well do the bots play? 1 easy, 2 medium, 3 strong; Enter: strong" in text
    assert "Level of the bots: easy" in text
    again, _ = on_a_terminal({}, "", "", "x", args=())
    assert "Enter: easy" in again
    for given in (("--bot", "medium"), ("standard",)):
        text, _ = on_a_terminal({}, "x" if given == ("standard",) else "", "x", args=given)
        assert "How well" not in text


# rules


def test_rules_lists_every_rule_set_and_shows_each() -> None:
    listed = run("rules").output
    assert all(name in listed for name in names())
    for name in names():
        assert run("rules", name).exit_code == 0
    table = run("rules", "standard(target=250)", "--options").output
    assert all(name in table for name in options())
    assert "target=250" in table


@pytest.mark.parametrize("language", ["ko", "ja"])
def test_help_and_pages_are_in_every_language(language: str) -> None:
    for args in (("--help",), ("play", "--help"), ("rules", "--lang", language)):
        result = run("--lang", language, *args)
        assert result.exit_code == 0
    assert run("rules", "standard", "--lang", language).output != run("rules", "standard").output


def test_without_a_command_the_help_page_is_shown() -> None:
    assert run().exit_code == run("--version").exit_code == 0
    assert all(name in run().output for name in ("play", "watch", "rules", "check", "replay"))
    assert run("--version").output.startswith("spadille ")


# what is refused


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("watch", "--rules", "foo"), "foo"),
        (("watch", "--rules", "standard(target=x)"), "target"),
        (("watch", "--rules", "standard(foo=1)"), "foo"),
        (("watch", "--rules", "standard(seats=3)"), "seats"),
        (("watch", "--rules", "standard(nil"), "standard(nil"),
        (("watch", "--seed", "x"), "--seed"),
        (("watch", "--deals", "0"), "--deals"),
        (("watch", "--sede", "1"), "--seed"),
        (("watch", "--bot", "foo"), "foo"),
        (("watch", "--seed"), "--seed"),
        (("play", "--seat", "9"), "--seat"),
        (("play", "--rules", "two_handed", "--seat", "2"), "no seat 2"),
        (("play", "--resume"), "no unfinished game"),
        (("play", "--resume", "--seed", "1"), "--seed"),
        (("rules", "foo"), "foo"),
        (("check",), "FILE"),
        (("check", "/no/such/file"), "/no/such/file"),
        (("check", "/"), "folder"),
        (("replay", "/no/such/file"), "/no/such/file"),
        (("convert", "/no/such/file", "x"), "/no/such/file"),
        (("foo",), "foo"),
        (("rules", "standard", "mirror"), "mirror is not expected here"),
        (("play", "standard", "--rules", "mirror"), "given twice"),
        (("check", "a", "b"), "b is not expected here"),
        (("watch", "--quiet=1"), "The option --quiet takes no value."),
        (("convert", "a"), "OUT is missing."),
        (("watch", "--save", "/nope/g.jsonl"), "There is no folder /nope."),
        (("watch", "--save", "/"), "is a folder"),
        (("play", "--resume", "nothing"), "There is no unfinished game nothing"),
        (("watch", "new yrok"), "did you mean new_york?"),
        (("--lang", "xx", "rules"), "--lang"),
        (("rules", "--lang", "xx"), "en, ko, ja"),
    ],
)
def test_bad_input_is_refused_with_a_sentence_that_names_it(
    args: tuple[str, ...], said: str
) -> None:
    assert said in refused(*args)


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"{}", b"\x00\xff\xfe", b'{"format":"spadille-game","version":1}', b"["]
)
def test_broken_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_bytes(content)
    for command in (("check",), ("replay",)):
        assert "broken.jsonl" in refused(*command, str(path))
    assert "broken.jsonl" in refused("convert", str(path), str(tmp_path / "new.ptn"))
    assert not (tmp_path / "new.ptn").exists()


def test_a_game_that_breaks_its_rules_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    run("watch", "--seed", "1", "--deals", "1", "--quiet", "--save", str(path))
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:20] + lines[21:]))
    said = refused("check", str(path))
    assert "game.jsonl" in said
    assert "line 21" in said
    refused("replay", str(path))


def test_replay_refuses_a_seat_and_a_deal_that_are_not_there(tmp_path: Path) -> None:
    path = str(tmp_path / "game.jsonl")
    run("watch", "--seed", "1", "--deals", "1", "--quiet", "--save", path)
    assert "no seat 4" in refused("replay", path, "--seat", "4")
    assert "no deal 9" in refused("replay", path, "--deal", "9")


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    place = str(tmp_path / "missing" / "game.jsonl")
    assert "missing" in refused("watch", "--deals", "1", "--quiet", "--save", place)


# play, saved and resumed


def all_cards() -> str:
    """Every card, again and again: one of them is always legal."""
    return "".join(f"{rank}{suit}\n" for rank in "23456789TJQKA" for suit in "SHDC")


def test_a_stubborn_script_plays_a_whole_match() -> None:
    script = ("look\n1\n" + all_cards() * 13) * 3
    result = run("play", "--rules", "standard(max_deals=1)", "--seed", "1", typed=script)
    assert result.exit_code == 0, result.output
    assert "The match is over." in result.output
    saved = read(newest_first()[0])
    assert check(saved) == []
    assert saved.header.seed == 1
    assert "no unfinished game" in refused("play", "--resume")


def test_leaving_saves_and_resume_goes_on() -> None:
    first = run("play", "--rules", "standard", "--seed", "5", "--name", "Kim", typed="3\nx\n")
    assert first.exit_code == 0
    assert "--resume" in first.output
    again = run("play", "--resume", typed="")
    assert again.exit_code == 0
    board = first.output[first.output.index("· trick 1") :].split(">")[0]
    assert board in again.output
    assert read(newest_first()[0]).header.players[0] == "Kim"
    assert len(newest_first()) == 1


def test_resume_passes_over_a_broken_file_and_says_so(home: Path) -> None:
    run("play", "--rules", "standard", "--seed", "5", typed="3\n")
    broken = home / "games" / "zzz.jsonl"
    broken.write_text("{")
    os.utime(broken, (time.time() + 60,) * 2)
    result = run("play", "--resume", typed="")
    assert result.exit_code == 0
    assert "zzz.jsonl" in result.output
    assert broken.read_text() == "{"


def test_the_same_decisions_in_one_go_or_in_two_give_the_same_game() -> None:
    rules = ("--rules", "standard(max_deals=1)", "--seed", "5")
    run("play", *rules, typed="3\n" + all_cards() * 13)
    whole = read(newest_first()[0]).events
    mine = [e.card for e in whole if isinstance(e, CardPlayed) and e.seat == 0]
    run("play", *rules, typed="3\n" + "\n".join(mine[:5]) + "\n")
    assert len(read(newest_first()[0]).events) < len(whole)
    assert run("play", "--resume", typed="\n".join(mine) + "\n").exit_code == 0
    assert read(newest_first()[0]).events == whole


def test_a_game_in_which_nothing_was_decided_is_not_kept() -> None:
    assert "is not kept" in run("play", "standard", "--seed", "5", typed="?\nx\n").output
    assert newest_first() == []


def test_resume_reaches_older_games_by_name_and_file() -> None:
    for rules in ("whiz", "standard", "solo_four"):
        run("play", rules, "--seed", "5", typed=BIDS)
    assert "Solo" in run("play", "--resume", typed="").output.splitlines()[0]
    older = next(path for path in newest_first() if "standard" in path.name)
    for name in ("standard", str(older)):
        assert "Standard partnership" in run("play", "--resume", name, typed="").output


def test_the_chooser_lists_the_three_newest_games() -> None:
    for rules in ("whiz", "mirror", "standard", "solo_four"):
        run("play", rules, "--seed", "5", typed=BIDS)
    games, troubles = unfinished(Words("en"), most=3)
    assert not troubles
    assert len(games) == 3
    person = Person(iter(["c"]))
    assert choose_rules(Words("en"), person, games) is games[2]
    assert person.text.count("go on:") == 3


def test_the_rule_set_may_stand_without_an_option() -> None:
    for name in ("new york", "New-York", "new_york"):
        result = run("watch", name, "--deals", "1", "--seed", "1", "--quiet")
        assert result.exit_code == 0
        assert "New York" in result.output
    assert "standard(nil=50)" in run("watch", "standard(nil=50)", "--deals", "1", "--quiet").output


@pytest.mark.parametrize("language", ["ko", "ja"])
@pytest.mark.parametrize(
    "args",
    [("rules", "standard", "mirror"), ("check",), ("watch", "--quiet=1"), ("play", "--foo")],
)
def test_errors_of_usage_are_in_every_language(language: str, args: tuple[str, ...]) -> None:
    assert not re.search(
        "missing|expected|Got|Missing|takes|There is", refused(*args, "--lang", language)
    )


def test_nothing_is_overwritten_without_force(tmp_path: Path) -> None:
    game, text = str(tmp_path / "g.jsonl"), str(tmp_path / "g.ptn")
    watch = ("watch", "--seed", "1", "--deals", "1", "--quiet", "--save", game)
    assert run(*watch).exit_code == 0
    assert "--force" in refused(*watch)
    assert run(*watch, "--force").exit_code == 0
    assert " ".join(run("convert", game, text).output.split()) == f"Wrote {text} (PTN)."
    assert "--force" in refused("convert", game, text)
    assert "(game file)" in run("convert", text, game, "--force").output
    assert ".jsonl, .ptn" in refused("convert", game, str(tmp_path / "g.txt"))


def test_pages_in_a_pipe_have_no_blanks_at_the_ends_of_lines() -> None:
    for args in (("rules",), ("rules", "standard"), ("watch", "--deals", "1", "--seed", "1")):
        assert not re.search(r" +$", run(*args).output, re.MULTILINE)


def test_ctrl_c_in_make_ends_without_its_line_of_errors(tmp_path: Path) -> None:
    pid, handle = pty.fork()
    if pid == 0:
        os.chdir(Path(__file__).parent.parent)
        args = f"ARGS=--port 0 --database 'sqlite:///{tmp_path / 'games.db'}' --lang en"
        os.environ.pop("DISPLAY", None)
        os.environ.pop("WAYLAND_DISPLAY", None)
        os.execvp("make", ["make", "-o", ".venv/.play", "play", args])  # noqa: S606
    text = ""
    with suppress(OSError):  # it has ended
        while "Ctrl-C here" not in text and select.select([handle], [], [], 120.0)[0]:
            text += os.read(handle, 4096).decode("utf-8", "replace")
        os.write(handle, b"\x03")
        while select.select([handle], [], [], 60.0)[0]:
            text += os.read(handle, 4096).decode("utf-8", "replace")
    os.close(handle)
    os.waitpid(pid, 0)
    assert "Spadille serves at http://127.0.0.1:" in text
    assert "Ctrl-C here ends the server." in text
    assert "make:" not in text
    assert "Traceback" not in text


def lines_until(process: subprocess.Popen[str], wanted: str) -> list[str]:
    """What a process prints up to a line."""
    assert process.stdout is not None
    found = []
    for line in process.stdout:
        found.append(line)
        if wanted in line:
            return found
    raise AssertionError("".join(found))


def start(*args: str) -> subprocess.Popen[str]:
    """Start `spadille` with pipes."""
    return subprocess.Popen(
        [*SPADILLE, *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )


def test_kill_9_loses_nothing() -> None:
    with start("play", *QUICK, "--rules", "standard", "--seed", "5") as process:
        assert process.stdin is not None
        process.stdin.write("3\n")
        process.stdin.flush()
        lines_until(process, "trick 1")
        process.kill()
    result = run("play", "--resume", typed="")
    assert result.exit_code == 0
    assert "trick 1" in result.output
    assert len(list(newest_first()[0].parent.iterdir())) == 1


def test_interrupting_says_where_the_game_is() -> None:
    with start("play", *QUICK, "--rules", "standard", "--seed", "5") as process:
        assert process.stdin is not None
        process.stdin.write("3\n")
        process.stdin.flush()
        lines_until(process, "trick 1")
        for _ in range(60):  # again where the first came before the question
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=1)
                break
        process.kill()
        rest = process.stdout.read() if process.stdout else ""
    assert "--resume" in rest
    assert "Traceback" not in rest
    assert process.returncode == 130


def limited(size: int, *args: str, typed: str) -> subprocess.CompletedProcess[str]:
    """Run `spadille` where no file may become larger than this: a full disk, as far as it knows."""
    code = (
        f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}));"
        "from spadille.cli import main; main()"
    )
    return subprocess.run(
        [sys.executable, "-c", code, *args],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_full_disk_is_said_and_the_old_save_stays() -> None:
    run("play", "--rules", "standard", "--seed", "5", typed="3\n")
    path = newest_first()[0]
    old = path.read_bytes()
    result = limited(len(old) + 20, "play", "--resume", typed=all_cards() * 2 + "s\nx\n")
    assert result.returncode == 2
    assert "Traceback" not in result.stdout + result.stderr
    assert result.stdout.count("it goes on") == 1
    assert result.stdout.count("Trick ") >= 2
    assert str(path) in result.stderr
    assert path.read_bytes() == old
    assert list(path.parent.iterdir()) == [path]
    assert run("play", "--resume", typed="").exit_code == 0


def test_nobody_reading_is_no_fault() -> None:
    with start("watch", *QUICK, "--seed", "1") as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait() == 1


# colour and terminals

COLOUR = re.compile(r"\x1b\[[0-9;]*(3[0-7]|9[0-7])m")


FIRST = ("--rules", "standard", "--seed", "5", *QUICK)


def on_a_terminal(
    env: dict[str, str], *lines: str, args: tuple[str, ...] = FIRST
) -> tuple[str, int]:
    """What a person sees at a real terminal, answering each prompt with a line."""
    pid, handle = pty.fork()
    if pid == 0:
        full = os.environ | {"COLUMNS": "80", "LINES": "24", "TERM": "xterm-256color"} | env
        os.execve(sys.executable, [*SPADILLE, "play", *args], full)  # noqa: S606
    text, left = "", list(lines)
    while True:
        if not select.select([handle], [], [], 60.0)[0]:
            os.kill(pid, signal.SIGKILL)  # it waits for more than it gets: the test fails
        try:
            part = os.read(handle, 4096).decode("utf-8", "replace")
        except OSError:
            break
        if not part:
            break
        text += part
        if text.endswith("> ") and left:
            os.write(handle, left.pop(0).encode() + b"\n")
    os.close(handle)
    return text, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def test_a_terminal_gets_colour_and_marks() -> None:
    text, code = on_a_terminal({}, "3", "zz", "x")
    assert code == 0
    assert COLOUR.search(text)
    assert "zz is no card" in text
    assert "Trick" not in text


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colour_can_be_off_and_illegal_cards_are_marked_all_the_same(env: dict[str, str]) -> None:
    text, code = on_a_terminal(env, "3", "x")
    assert code == 0
    assert not COLOUR.search(text)
    assert re.search(r"\((10|[2-9AKQJ])\)", text)


def test_plain_ascii_spells_the_suits() -> None:
    env = os.environ | {"PYTHONIOENCODING": "ascii"}
    result = subprocess.run(
        [*SPADILLE, "watch", *QUICK, "--seed", "1", "--deals", "1"],
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.search(r"Trick 1: \w+ (10|[2-9AKQJ])[SHDC]  ", result.stdout)


def test_without_a_terminal_nothing_but_decisions_is_asked() -> None:
    result = run("play", typed="x\n")
    assert result.exit_code == 0
    assert "Standard partnership" in result.output

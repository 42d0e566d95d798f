"""Files, names, lines and streams that are not as they should be: a sentence, no traceback."""

import os
import shlex
import subprocess
import sys
from codecs import BOM_UTF8
from pathlib import Path

import pytest
from cli_person import Person
from click.testing import CliRunner, Result
from readable import translated
from record_games import game
from rich.table import Table as Grid

from spadille.cli import build, words_for
from spadille.cli.choose import rules_typed
from spadille.cli.saves import new_path
from spadille.record import GameFile, RecordError, encode, ptn, read, storage, write
from spadille.record.tags import read_blocks
from spadille.rules import load
from spadille.words import Words

GOOD = game("standard")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nobody's own folder is touched."""
    folder = tmp_path / "home"
    monkeypatch.setenv("SPADILLE_HOME", str(folder))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    (folder / "games").mkdir(parents=True)
    return folder


def run(*args: str, typed: str = "") -> Result:
    given = [*args]
    if given[:1] == ["play"] and "--bot" not in given and "--resume" not in given:
        given[1:1] = ["--bot", "simple"]
    return CliRunner().invoke(build(words_for(given)), given, input=typed)


def refused(*args: str) -> str:
    result = run(*args)
    assert result.exit_code == 2, result.output
    return " ".join(result.output.split())


# Files


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    pipe, loop = tmp_path / "pipe", tmp_path / "loop"
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    for path, says in (
        (pipe, "a device or a pipe"),
        (Path("/dev/zero"), "a device or a pipe"),
        (loop, "its links go in a circle"),
    ):
        with pytest.raises(RecordError, match=says) as raised:
            read(path)
        translated(raised.value)


def test_a_file_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "LARGEST", 2**20)
    path = tmp_path / "game"
    path.write_bytes(b"\n" * (2**20 + 1))
    with pytest.raises(RecordError, match="larger than 1 MB") as raised:
        read(path)
    translated(raised.value)


def test_only_regular_files_are_replaced(tmp_path: Path) -> None:
    pipe, loop = tmp_path / "pipe", tmp_path / "loop"
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    for path, says in (
        (pipe, "a device or a pipe"),
        (Path(os.devnull), "a device or a pipe"),
        (loop, "its links go in a circle"),
    ):
        with pytest.raises(RecordError, match=says) as raised:
            write(path, GOOD)
        assert raised.value.path == str(path)
        translated(raised.value)
    assert pipe.is_fifo()
    assert loop.is_symlink()


def test_a_tag_without_end_is_refused_at_once() -> None:
    for text in ('[Event "' + "\\" * 10**7, '[Event "' + "\\" * 999_001 + '"]'):
        with pytest.raises(RecordError, match=r"longer than 1000000 signs|is no tag") as raised:
            read_blocks(text)
        translated(raised.value)


def test_a_mark_of_the_byte_order_is_passed_over(tmp_path: Path) -> None:
    for name, content in (("game.jsonl", encode(GOOD)), ("game.ptn", ptn.encode(GOOD).encode())):
        path = tmp_path / name
        path.write_bytes(BOM_UTF8 + content)
        assert run("check", str(path)).exit_code == 0


# What is shown


def test_nothing_that_is_shown_steers_the_terminal() -> None:
    person = Person()
    grid = Grid.grid()
    hostile = "\x1b]0;x\x07\x9b2J\N{RIGHT-TO-LEFT OVERRIDE}A♠"
    grid.add_row(hostile)
    person.show(hostile, grid)
    assert person.text.splitlines() == ["?]0;x??2J?A♠", "?]0;x?2J?A♠"]


def test_a_name_keeps_what_can_be_printed() -> None:
    name = b"\xff\xfeK\x1bim\xe2\x80\xae".decode("utf-8", "surrogateescape")
    result = run("play", "standard", "--seed", "5", "--name", name, typed="3\n")
    assert result.exit_code == 0
    files = list((Path(os.environ["SPADILLE_HOME"]) / "games").iterdir())
    assert [read(path).header.players[0] for path in files] == ["Kim"]


# The folder of games


def saved_game(home: Path) -> Path:
    assert run("play", "standard", "--seed", "5", typed="3\n").exit_code == 0
    return next((home / "games").glob("*.jsonl"))


def test_odd_things_among_the_games_are_passed_over(home: Path) -> None:
    saved_game(home)
    games = home / "games"
    os.mkfifo(games / "pipe.jsonl")
    (games / "gone.jsonl").symlink_to(games / "nowhere")
    (games / "folder.jsonl").mkdir()
    (games / "empty.jsonl").touch()
    result = run("play", "--resume")
    assert result.exit_code == 0
    assert "trick 1" in result.output


def test_two_games_of_one_second_have_two_files() -> None:
    rules = load("standard")
    assert len({new_path(rules) for _ in range(5)}) == 5


def test_what_killed_games_left_is_removed_after_a_day(home: Path) -> None:
    games = home / "games"
    for name in (".spadille-1", ".spadille-2", "a.jsonl", "b.jsonl", "c.txt"):
        (games / name).touch()
    for name in (".spadille-1", "a.jsonl", "c.txt"):
        os.utime(games / name, (1, 1))
    run("play", "--resume")
    assert {path.name for path in games.iterdir()} == {".spadille-2", "b.jsonl", "c.txt"}


def tagged(path: Path, **tags: str) -> None:
    old = read(path)
    write(path, GameFile.of(old.events, players=old.header.players, seed=5, tags=tags))


@pytest.mark.parametrize("person", ["9" * 5000, "٣", "-1", "4", "²"])
def test_a_person_of_no_seat_is_refused(person: str, home: Path) -> None:
    path = saved_game(home)
    tagged(path, person=person, bot="simple")
    assert "it must be one of 0, 1, 2, 3." in refused("play", "--resume", str(path))


def test_a_file_may_not_name_code(home: Path) -> None:
    path = saved_game(home)
    tagged(path, person="0", bot="spadille.bots.simple:SimpleBot")
    assert "names the bot spadille.bots.simple:SimpleBot" in refused("play", "--resume")
    assert run("play", "--resume", "--bot", "spadille.bots.simple:SimpleBot").exit_code == 0


def test_a_name_too_long_for_a_file_is_no_game() -> None:
    assert "no unfinished game" in refused("play", "--resume", "x" * 5000)


# What is typed


def test_a_long_line_is_not_repeated_whole() -> None:
    long = "xy" * 100_000
    result = run("play", "standard", "--seed", "5", typed=f"{long}\n3\n{long}\n")
    assert result.exit_code == 0
    assert len(result.output) < 10_000
    assert len(str(rules_typed(Words("en"), long, []))) < 500
    assert len(str(rules_typed(Words("en"), f"standard(nil={long})", []))) < 500


# Streams


def shell(command: str) -> subprocess.CompletedProcess[str]:
    line = command.replace("spadille", f"{shlex.quote(sys.executable)} -m spadille", 1)
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("spadille rules > /dev/full", "The output cannot be written: the disk is full."),
        ("spadille --version > /dev/full", "The output cannot be written: the disk is full."),
        ("spadille rules >&-", "the output is closed"),
        ("spadille play <&-", "the input is closed"),
        ("spadille rules >&- 2>&-", ""),
        ("spadille rules > /dev/full 2>&1", ""),
    ],
)
def test_streams_that_are_full_or_closed_are_said(command: str, says: str) -> None:
    result = shell(command)
    assert result.returncode == 2
    assert says in result.stderr
    assert result.stderr.count("\n") <= 1


def test_a_game_is_saved_when_nothing_more_can_be_shown(home: Path) -> None:
    result = shell(
        "printf '3\\n' | PYTHONUNBUFFERED=1 spadille play standard --bot simple > /dev/full"
    )
    assert result.returncode == 2
    assert "Traceback" not in result.stderr
    assert list((home / "games").iterdir()) == []
    result = shell(f"spadille play standard --bot simple --seed 5 <<EOF > {home}/out\n3\nEOF\n")
    assert result.returncode == 0
    result = shell("spadille play --resume < /dev/null > /dev/full")
    assert result.returncode == 2
    assert len(list((home / "games").iterdir())) == 1

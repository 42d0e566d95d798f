import json
import os
import pickle
import random
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import count
from hypothesis import given
from hypothesis import strategies as st
from readable import translated
from record_games import RULES, WHOLE, choose, game, odd_rules, play

from spadille import record
from spadille.game import events as ev
from spadille.record import GameFile, Header, RecordError, check, decode, encode
from spadille.rules import parse
from spadille.table import Table, seeded

# Round trips


@pytest.mark.parametrize("text", RULES)
def test_a_game_comes_back_from_its_file_as_it_was_and_is_right(text: str, tmp_path: Path) -> None:
    for seed in range(count(20)):
        path = tmp_path / f"{seed}.jsonl"
        before = game(text, seed)
        record.write(path, before)
        after = record.read(path)
        assert after == before
        assert check(after) == []
        assert [step.name for step in tmp_path.iterdir()].count(path.name) == 1


@pytest.mark.parametrize("seed", range(count(400)))
def test_games_under_odd_rules_are_right_and_come_back(seed: int) -> None:
    before = GameFile.of(play(odd_rules(seed), seed, deals=1).log, seed=seed)
    assert decode(encode(before)) == before
    assert check(before) == []


def test_a_whole_match_ends_and_is_right() -> None:
    whole = game(WHOLE, 1, 50)
    assert type(whole.events[-1]) is ev.MatchEnded
    assert check(whole) == []


@pytest.mark.parametrize("text", RULES)
def test_a_table_goes_on_from_a_file_as_if_nothing_had_been(text: str) -> None:
    logs = []
    for restored in (False, True):
        table = play(parse(text), 7, 1)
        if restored:
            kept = decode(encode(GameFile.of(table.log)))
            table = Table.restore(kept.events, seeded(7))
        rng = random.Random(5)
        for _ in range(60):
            if not table.over:
                seat = min(table.to_act)
                table.act(seat, choose(rng, table.legal(seat)))
        logs.append(table.log)
    assert logs[0] == logs[1]


def test_unknown_keys_of_the_header_are_kept_and_reported() -> None:
    first, rest = encode(game("standard")).split(b"\n", 1)
    known = json.loads(first)
    changed = json.dumps(known | {"colour": ["red", 1]}).encode() + b"\n" + rest
    read = decode(changed)
    assert read.header.extra == {"colour": ["red", 1]}
    assert any("'colour'" in str(note) and note.line == 1 for note in read.notes)
    assert decode(encode(read)) == read


def test_a_wrong_name_for_the_rules_is_reported() -> None:
    content = encode(game("standard")).replace(b'"rules":"standard"', b'"rules":"whiz"', 1)
    assert any("'whiz'" in str(note) for note in decode(content).notes)


# Broken files

GOOD = encode(game("new_york"))
LINES = GOOD.split(b"\n")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "empty"),
        (b"\n", "line 1: this line is no JSON object"),
        (bytes(range(256)), "line 1: this line is no JSON object"),
        (b"\x1f\x8b\x08\x00" + os.urandom(400), "line 1: this line is no JSON object"),
        (b"[1,2]\n", "line 1: this line is no JSON object"),
        (b"[" * 100_000, "line 1: this line is no JSON object"),
        (b'{"a":' * 100_000, "line 1: this line is no JSON object"),
        (b"{}\n", 'line 1: this is no game file: its first line lacks "format":"spadille-game"'),
        (b"\n".join(LINES[1:]), "line 1: this is no game file"),
        (GOOD.replace(b'"version":1', b'"version":2', 1), "line 1: this file has version 2"),
        (GOOD.replace(b'"version":1', b'"version":"1"', 1), "line 1: this file has version '1'"),
        (GOOD.replace(b'"rules_key":"', b'"rules_key":"x', 1), "line 2: the rules have the key"),
        (GOOD.replace(b'"rules_key":', b'"rules_kex":', 1), "line 1: .*rules_key"),
        (GOOD.replace(b'"players":[', b'"players":[1,', 1), "line 1: .*players"),
        (LINES[0], "line 2: here the event match_began"),
        (LINES[0] + b"\n" + LINES[3], "line 2: here the event match_began"),
        (b"\n".join((*LINES[:5], b"", *LINES[5:])), "line 6: this line is no JSON object"),
        (b"\n".join((*LINES[:9], LINES[9][:-3])), "line 10: this line is no JSON object"),
        (GOOD + b'{"event":"rain"}\n', f"line {len(LINES)}: this is no known event"),
        (GOOD + b'{"event":"trick_taken"}\n', f"line {len(LINES)}: .*seat"),
        (GOOD + b'{"event":"trick_taken","seat":1,"x":2}\n', f"line {len(LINES)}: .*unknown field"),
        (GOOD + b'{"event":"trick_taken","seat":1e400}\n', f"line {len(LINES)}: "),
        (GOOD + b'{"event":"trick_taken","seat":"1"}\n', f"line {len(LINES)}: .*int"),
        (GOOD + b'{"event":"card_played","seat":1,"card":"XX"}\n', f"line {len(LINES)}: .*XX"),
        (GOOD + b'{"event":"card_played","seat":1,"card":"\xff"}\n', f"line {len(LINES)}: "),
        (GOOD.replace(b'"deck":{', b'"deck":{"cards":1,', 1), "line 2: .*unknown field cards"),
        (GOOD.replace(b'"jokers":2', b'"jokers":9', 1), "line 2: .*jokers"),
        (GOOD.replace(b'"jokers":2', b'"jokers":3', 1), "line 2: these rules cannot be played"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(content: bytes, says: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=says) as raised:
        record.read(path)
    assert str(raised.value).startswith(f"{path}, line ")
    assert ";" in str(raised.value) or "cannot be played" in str(raised.value)
    translated(raised.value)
    copied = pickle.loads(pickle.dumps(raised.value))  # noqa: S301 - made here
    assert (str(copied), copied.line) == (str(raised.value), raised.value.line)


def _first_fault(content: bytes) -> int | None:
    """The line of the first fault, whether reading or checking finds it."""
    try:
        faults = check(decode(content))
    except RecordError as error:
        translated(error)
        return error.line
    return faults[0].line if faults else None


def test_huge_numbers_are_read_and_found_wrong() -> None:
    huge = str(10**400).encode()
    for line in (
        b'{"event":"trick_taken","seat":%b}',
        b'{"event":"undone","to":%b}',
        b'{"event":"pile_cut","seat":0,"size":%b}',
        b'{"event":"bid_made","seat":0,"bid":{"kind":"number","tricks":%b}}',
        b'{"event":"spoke","seat":0,"sure":%b,"possible":1}',
    ):
        assert _first_fault(GOOD + line % huge + b"\n") == len(LINES)


def test_a_file_cut_off_anywhere_is_refused_or_is_a_shorter_game() -> None:
    for end in random.Random(1).sample(range(len(GOOD)), count(2000)):
        line = GOOD[:end].count(b"\n") + 1
        try:
            shorter = decode(GOOD[:end])
        except RecordError as error:
            refused = error.line
        else:
            assert shorter.events == decode(GOOD).events[: len(shorter.events)]
            assert len(shorter.events) in (line - 2, line - 1)
            continue
        assert refused == (2 if end == len(LINES[0]) else line)


@given(st.integers(0, len(GOOD) - 1), st.binary(max_size=4), st.integers(0, 8))
def test_no_change_of_bytes_leads_to_a_crash(place: int, put: bytes, cut: int) -> None:
    _first_fault(GOOD[:place] + put + GOOD[place + cut :])


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    def refused(does: Callable[[], object], says: str) -> None:
        with pytest.raises(RecordError, match=says) as raised:
            does()
        translated(raised.value)

    good = game("standard")
    refused(lambda: record.read(tmp_path / "nowhere.jsonl"), "nowhere.jsonl: there is no such file")
    refused(lambda: record.read(tmp_path), "this is a folder; name a file in it")
    refused(lambda: record.read("a\0b"), "cannot be read .no file can have this name")
    refused(
        lambda: record.write(tmp_path / "no folder" / "game.jsonl", good),
        "cannot be written .there is no such folder.; nothing was changed",
    )
    refused(lambda: record.write(tmp_path, good), "cannot be written .this is a folder")
    refused(lambda: record.write(tmp_path / ("x" * 999), good), "the name is too long")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_that_may_not_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "secret.jsonl"
    record.write(path, game("standard"))
    path.chmod(0)
    with pytest.raises(RecordError, match="may not be read; ask its owner"):
        record.read(path)


def test_a_game_without_its_rules_is_refused() -> None:
    with pytest.raises(RecordError, match="a game begins with the event match_began") as raised:
        GameFile.of([ev.TrickTaken(0)])
    translated(raised.value)
    empty = GameFile(header=Header(rules_key="", rules=""), events=())
    fault = check(empty)[0]
    assert "match_began" in str(fault)
    translated(fault)


# Writing


def test_a_file_keeps_its_rights_and_its_link(tmp_path: Path) -> None:
    path, link = tmp_path / "real.jsonl", tmp_path / "link.jsonl"
    record.write(path, game("standard"))
    path.chmod(0o640)
    link.symlink_to(path)
    record.write(link, game("whiz"))
    assert link.is_symlink()
    assert record.read(path) == game("whiz")
    assert path.stat().st_mode & 0o777 == 0o640


# Writes a long game over a short one; prints the refusal.
SAVE = """
import sys
from pathlib import Path
from spadille import record
old = record.read(sys.argv[1])
game = record.GameFile.of(old.events, tags={"Event": "x" * 200_000})
try:
    record.write(sys.argv[1], game)
except record.RecordError as error:
    print(error)
"""


def _saved(path: Path, limit: Callable[[], None] | None = None) -> str:
    command = [sys.executable, "-c", SAVE, str(path)]
    return subprocess.run(
        command,
        preexec_fn=limit,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def _refused(path: Path, said: str, before: bytes) -> None:
    assert said.startswith(f"{path}: cannot be written ("), said
    assert "nothing was changed; free some space or choose another place" in said
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_file_too_large_for_the_system_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    record.write(path, game("standard"))
    before = path.read_bytes()
    said = _saved(path, lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000)))
    _refused(path, said, before)


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", str(disk)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("only root on a machine that allows it can mount a tiny disk")
    try:
        path = disk / "game.jsonl"
        record.write(path, game("standard"))
        before = path.read_bytes()
        _refused(path, _saved(path), before)
    finally:
        subprocess.run(["umount", str(disk)], check=True)

import os
import random
import re
from pathlib import Path
from unittest.mock import ANY

import msgspec
import pytest
from conftest import count
from hypothesis import given
from hypothesis import strategies as st
from readable import translated
from record_games import RULES, WHOLE, game, odd_rules, play

from spadille.game.events import AnyEvent, BidMade
from spadille.record import GameFile, RecordError, check, ptn
from spadille.record.steps import walk

GOOD = game("standard(claims=off,undo=off)")
PLAIN = ptn.encode(GOOD)


@pytest.mark.parametrize("text", RULES)
def test_a_match_comes_back_from_ptn_as_it_was(text: str) -> None:
    for seed in range(count(20)):
        before = game(text, seed)
        after = ptn.decode(ptn.encode(before))
        assert after == before


@pytest.mark.parametrize("seed", range(count(400)))
def test_matches_under_odd_rules_come_back_from_ptn(seed: int) -> None:
    before = GameFile.of(play(odd_rules(seed), seed, deals=1).log, seed=seed)
    assert check(before) == []
    assert ptn.decode(ptn.encode(before)) == before


@pytest.mark.parametrize("text", RULES)
def test_a_match_that_breaks_off_anywhere_comes_back(text: str) -> None:
    whole = game(text)
    ends = [step.place for step in walk(whole.events)][1:]
    for end in random.Random(text).sample(ends, min(len(ends), count(60))):
        before = GameFile.of(whole.events[:end])
        assert ptn.decode(ptn.encode(before)) == before


def test_the_games_of_these_tests_hold_every_kind_of_event() -> None:
    games = [*(game(text) for text in RULES), game(WHOLE, 1, 50)]
    seen = {type(event) for whole in games for event in whole.events}
    assert {kind.__name__ for kind in AnyEvent.__args__ if kind not in seen} == set()


def test_a_whole_tourney_comes_back() -> None:
    whole = game(WHOLE, 1, 50)
    assert ptn.decode(ptn.encode(whole)) == whole


# What else a header holds


def test_header_and_odd_texts_come_back() -> None:
    header = msgspec.structs.replace(
        GOOD.header,
        seed=0,
        players=('A "quoted" name', "back\\slash", "two\nlines", "한국어 日本語"),
        tags={
            "Event": "{braces} [brackets] ; %",
            "Site": "",
            "Date": "2026.05.01",
            "lower case": "kept",
            "Board": "not a deal's",
            "Colour": "unknown",
            "Mood/2": "of the second deal",
            "Mood/9": "of no deal",
            "Rules/2": "no tag of its own",
        },
        extra={"key": [1, {"a": None}], "GameOptionsJson": {"theirs": True}},
    )
    before = msgspec.structs.replace(GOOD, header=header)
    after = ptn.decode(ptn.encode(before))
    assert after.header == before.header
    assert after.events == before.events
    assert any("Colour" in str(note) for note in after.notes)


@pytest.mark.parametrize("players", [(), ("Ann",), ("a", "b", "c", "d", "e")])
@pytest.mark.parametrize("seed", [None, "", "a word", 10**30, -1])
def test_any_players_and_seeds_come_back(players: tuple[str, ...], seed: int | str | None) -> None:
    before = GameFile.of(GOOD.events[:1], players=players, seed=seed)
    assert ptn.decode(ptn.encode(before)) == before


def test_extra_that_looks_like_options_changes_no_rules() -> None:
    header = msgspec.structs.replace(GOOD.header, extra={"GameOptionsJson": {"target": 1}})
    before = msgspec.structs.replace(GOOD, header=header)
    assert ptn.decode(ptn.encode(before)) == before


# Files by other hands


def test_unknown_tags_and_options_are_kept_and_reported() -> None:
    text = ptn.encode(GOOD).replace(r'[GameOptionsJson "{', r'[GameOptionsJson "{\"jump\":1,', 1)
    text = text.replace('[Board "1"]', '[Wind "north"]\n2 3\n[Board "1"]', 1)
    text = text.replace('[Board "2"]', '[Board "2"]\n[Wind "south"]', 1)
    read = ptn.decode(text)
    assert read.header.tags["Wind"] == "north\n2 3"
    assert read.header.tags["Wind/2"] == "south"
    assert read.header.extra["GameOptionsJson"] == {"jump": 1}
    assert [n for n in read.notes if "'jump'" in str(n) and "has no effect" in str(n)]
    assert len([note for note in read.notes if "Wind" in str(note)]) == 2
    for note in read.notes:
        translated(note)
    assert ptn.decode(ptn.encode(read)) == msgspec.structs.replace(read, notes=ANY)


def test_comments_case_and_spellings_do_not_matter() -> None:
    text = """\ufeff% written by hand
; another comment
[Rules "standard"]\x20\r
[Dealer "W"]
{a comment
over lines}
[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]
[Auction "N"]
NIL {said at once} 13
 0 1
"""
    with pytest.raises(RecordError, match="zero"):
        ptn.decode(text)
    read = ptn.decode(text.replace(" 0 1", "nil 1"))
    assert check(read) == []
    assert len([event for event in read.events if type(event) is BidMade]) == 4


def test_a_deal_alone_gives_a_pack_that_deals_it() -> None:
    before = ptn.encode(GOOD)
    text = re.sub(r'\[Pack "52"\]\n(?:[^\[]+\n)+', "", before)
    assert "Pack" not in text
    assert ptn.decode(text).events[-1] == GOOD.events[-1]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (r"\[Rules ", "[Rulez ", None),
        (r"\[(Rules|GameOptionsJson) .*\n", "", "the rules are missing; add a tag such as"),
        (r"\[GameOptionsJson .*", '[GameOptionsJson "{"]', "cannot be read: .*write a JSON object"),
        (r"\[GameOptionsJson .*", '[GameOptionsJson "[]"]', "cannot be read"),
        (r"\[GameOptionsJson .*", r'[GameOptionsJson "{\\"nil\\":900}"]', "option nil takes"),
        (r"\[GameOptionsJson .*", r'[GameOptionsJson "{\\"seats\\":5}"]', "pairs need 4 or 6"),
        (r"\[RulesKey .*", '[RulesKey "0"]', "the rules have the key .*, not 0; correct"),
        (r'\[Board "1"\]', '[Board "7"]', "Board is '7', but in this match it is '1'"),
        (r'\[Round "1"\]', '[Round "7"]', "Round is '7'"),
        (r'\[Dealer ".*"\]', '[Dealer "Q"]', "'Q' is no seat; write one of N, E, S, W"),
        (r'\[Board "2"\]', '[Board "2"]\n[Board "2"]', "the tag Board comes twice"),
        (r'\[Board "2"\]', '[Board "2"]\n[Rules "whiz"]', "Rules holds for the whole match"),
        (r'\[Board "2"\]', '[Board "2', 'is no tag; write .Name "value"'),
        (r'\[Pack "52"\]\n..', '[Pack "52"]\nXX', "'XX' is no card"),
        (r'\[Pack "52"\]\n...', '[Pack "52"]\n', "the order must hold the 52 items"),
        (r'\[Deal "(.):(\S+) (\S+)', r'[Deal "\1:\3 \2', "the pack and the cut give the hands"),
        (r'\[Deal "', '[Deal "-', "'-.' is no seat"),
        (r'\[Result "', '[Result "1', "Result says .*, but Result is"),
        (r'\[Score "', '[Score "1', "Score says .*, but Score is"),
        (r'\[Total "', '[Total "1', "Total says .*, but Total is"),
        (r'\[Bags "', '[Bags "1', "Bags says .*, but Bags is"),
        (r"(\[Auction .*\n)", r"\1nothing ", "'nothing' is no action; cards are written like AS"),
        (r"(\[Auction .*\n)", r"\1AS ", "may not do this here .not now."),
        (r"(\[Auction .*\n.*)", r"\1 3", "the match does not come to what stands here"),
        (r"(\[Play .*\n)", r"\1AS ", "a row of the play has 4 cards, here are 5"),
        (r"(\[Play .*\n)..", r"\1BJ", "may not do this here .card not held."),
        (r"\[Play ", '[Asides "1"]\n5 N claim\n[Play ', "seat N may not do this here"),
        (r"\[Play ", '[Asides "1"]\nx N claim\n[Play ', "'x' is no free number"),
        (r"\[Play ", '[Asides "1"]\n9 N\n[Play ', "'N' is not a seat and an action"),
        (r"\[Play ", '[Asides "1"]\n9000 N claim\n[Play ', "does not come to what stands here"),
        (r"^", "words\n", "'words' belongs to no tag; begin each block"),
        (r"\Z", "{open", "a comment that begins here has no end"),
        (r"\Z", '\n[Board "3"]\n', "the deal above is not finished"),
    ],
)
def test_a_wrong_ptn_file_is_refused_with_its_line(
    old: str, new: str, says: str | None, tmp_path: Path
) -> None:
    path = tmp_path / "game.ptn"
    text = re.sub(old, new, PLAIN, count=0 if "missing" in str(says) else 1)
    assert text != PLAIN
    path.write_text(text, encoding="utf-8")
    if says is None:
        ptn.read(path)
        return
    with pytest.raises(RecordError, match=says) as raised:
        ptn.read(path)
    assert str(raised.value).startswith(f"{path}, line "), raised.value
    translated(raised.value)


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xff\xfe", b"\x00", os.urandom(300)])
def test_what_is_no_ptn_file_is_refused(content: bytes) -> None:
    with pytest.raises(RecordError) as raised:
        ptn.decode(content)
    assert raised.value.line is not None
    translated(raised.value)


def test_a_ptn_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "game.ptn"
    ptn.write(path, GOOD)
    assert ptn.read(path) == GOOD
    with pytest.raises(RecordError, match="cannot be written"):
        ptn.write(tmp_path / "no folder" / "game.ptn", GOOD)
    assert [file.name for file in tmp_path.iterdir()] == ["game.ptn"]


def test_a_game_against_its_rules_is_not_written() -> None:
    with pytest.raises(RecordError, match="against the rules") as raised:
        ptn.encode(GameFile.of((*GOOD.events[:6], *GOOD.events[8:])))
    translated(raised.value)


@given(st.integers(0, len(PLAIN) - 1), st.text(max_size=3), st.integers(0, 6))
def test_no_change_of_letters_leads_to_a_crash(place: int, put: str, cut: int) -> None:
    try:
        read = ptn.decode(PLAIN[:place] + put + PLAIN[place + cut :])
    except RecordError as error:
        where = error.line
        translated(error)
    else:
        assert check(read) == []
        return
    assert where is not None

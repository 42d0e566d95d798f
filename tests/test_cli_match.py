"""`spadille match`: what it prints, keeps and refuses."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from contest_programs import FIRST, program

from spadille.cli import build, words_for
from spadille.contest.played import Lapse
from spadille.words import LANGUAGES, Words, contests

SHORT = ("--rules", "standard(max_deals=2)", "--jobs", "1", "--lang", "en")


def run(*args: str) -> Result:
    """Run the command as a person with no terminal would."""
    return CliRunner().invoke(build(words_for(args)), ["match", *args])


def refused(*args: str) -> str:
    """What a refused command says: exit code 2, no traceback."""
    result = run(*args, "--lang", "en")
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return " ".join(result.stderr.split())


def rows(output: str) -> dict[str, list[str]]:
    """The figures by their names, a cell for each bot."""
    lines = [re.split(r" {2,}", line.strip()) for line in output.splitlines()]
    return {line[0]: line[1:] for line in lines if len(line) == 3}


def test_the_figures_have_a_column_for_each_bot() -> None:
    result = run("simple", "random", "--matches", "3", *SHORT)
    assert result.exit_code == 0, result.output
    assert result.output.startswith("standard(max_deals=2), seed 1\n")
    assert "Matches: 3, deals: 6, all played 2 times with the same cards." in result.output
    figures = rows(result.output)
    assert figures["Matches won"][0].startswith("100.0% (61.0% … 100.0%)")
    assert figures["Matches won"][1].startswith("0.0% (0.0% … 39.0%)")
    ahead, behind = (float(cell.split()[0]) for cell in figures["Points a deal ahead"])
    assert ahead == -behind > 0
    assert figures["Time for a card"][0].endswith(" ms")
    assert "Times a fair share" not in figures


def test_single_deals_have_no_winners_and_one_alone_has_a_fair_share() -> None:
    solo = ("--rules", "solo_four(target=100)", "--jobs", "1", "--lineup", "alone", "--lang", "en")
    whole = run("simple", "random", "--matches", "1", *solo)
    assert "all played 4 times" in whole.output
    assert rows(whole.output)["Times a fair share"][0].startswith("4.00 ")
    single = run("simple", "random", "--deals", "2", "--single-deals", *solo)
    assert "Matches: 2, deals: 2, all played 4 times" in single.output
    assert "Matches won" not in rows(single.output)


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("ko", ("이긴 매치", "딜당 앞선 점수", "괄호 안")),
        ("ja", ("勝ったマッチ", "得点差", "かっこ内")),
    ],
)
def test_it_speaks_other_languages(language: str, wanted: tuple[str, ...]) -> None:
    result = run("simple", "random", "--matches", "1", *SHORT[:-1], language)
    assert all(text in result.output for text in wanted)
    about = run("--help", "--lang", language)
    assert about.exit_code == 0
    assert "Let bots" not in about.output


def test_the_program_lists_the_command() -> None:
    for language in LANGUAGES:
        args = ["--help", "--lang", language]
        assert "match" in CliRunner().invoke(build(words_for(args)), args).output


def test_a_contest_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    out = str(tmp_path / "out.jsonl")
    assert run("simple", "random", "--matches", "1", "--out", out, *SHORT).exit_code == 0
    kept = Path(out).read_bytes()
    assert run("simple", "random", "--matches", "2", "--out", out, *SHORT).exit_code == 0
    assert Path(out).read_bytes().startswith(kept)
    assert "another contest" in refused("simple", "simple", "--out", out, *SHORT[:4])


def test_rows_and_figures_are_written(tmp_path: Path) -> None:
    table, figures = tmp_path / "deals.csv", tmp_path / "figures.json"
    args = ("simple", "random", "--matches", "1", "--csv", str(table), "--json", str(figures))
    assert run(*args, *SHORT).exit_code == 0
    assert len(table.read_text("utf-8").splitlines()) == 1 + 2 * 2 * 2
    assert json.loads(figures.read_bytes())["plays"] == 2
    assert "is there already" in refused(*args, *SHORT[:4])
    assert run(*args, "--force", *SHORT).exit_code == 0


def test_who_failed_is_told_with_its_reason_and_its_last_words(tmp_path: Path) -> None:
    bad = program(tmp_path, FIRST + "print('I am sorry', file=sys.stderr); sys.exit(3)")
    result = run(bad, "simple", "--matches", "1", *SHORT)
    assert result.exit_code == 0, result.output
    said = " ".join(result.output.split())
    assert (
        "failed in match 1, play 1, deal 1, at its decision 1: the program ended: exit code 3."
        in said
    )
    assert "| I am sorry" in said
    assert "From there on the simple bot played for it" in said
    assert rows(result.output.replace(bad, "bad"))["Decisions failed"] == ["4", "0"]


def test_every_lapse_has_its_words() -> None:
    assert set(contests.LAPSES) == {str(lapse) for lapse in Lapse}
    for language in LANGUAGES:
        assert len({contests.lapse(Words(language), lapse, "") for lapse in Lapse}) == len(Lapse)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ((), "BOT BOT… is missing"),
        (("simple",), "A contest takes two bots or more."),
        (("simple", "nobody"), "There is no bot nobody; there are "),
        (("simple", "simple(x=1)"), "The bot simple has no options."),
        (("simple", "no:Bot"), "The bot no:Bot cannot be imported: ModuleNotFoundError"),
        (("simple", "cmd:no-such-program"), "no program no-such-program that could be run"),
        (("simple", "random", "--matches", "1", "--deals", "1"), "either the matches or the deals"),
        (("simple", "random", "--matches", "0"), "--matches takes a whole number from 1 on."),
        (("simple", "random", "--lineup", "x"), "--lineup takes one of turns, alone, both."),
        (("simple", "random", "simple", "--lineup", "alone"), "alone takes two bots, not 3."),
        (("simple", "random", "--seconds", "x"), "--seconds takes a number."),
        (("simple", "random", "--seconds", "nan"), "not endless"),
        (("simple", "random", "--rules", "standart"), "did you mean standard?"),
        (("simple", "random", "--out", "/nowhere/x"), "There is no folder /nowhere."),
        (("simple", "random", "--csv", "/"), "/ is a folder; name a file."),
        (("simple", "random", "--ray", "127.0.0.1:1"), "Ray"),
    ],
)
def test_what_cannot_be_played_is_refused(args: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(*args)

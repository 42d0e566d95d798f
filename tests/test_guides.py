"""The two guides, done as they say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from spadille.bots import make
from spadille.record import read
from spadille.rules import RulesError, presets
from spadille.rules.presets import read_presets
from spadille.table import Table, seeded

DOCS = Path(__file__).parent.parent / "docs"


def block(page: str, language: str) -> str:
    """The first code block of a language on a page."""
    text = (DOCS / page).read_text("utf-8")
    found = re.search(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def test_a_rule_set_is_added_by_a_few_lines_of_toml() -> None:
    preset = read_presets(block("add-a-rule-set.md", "toml"), presets())["club_night"]
    assert (preset.rules.scoring.nil, preset.rules.match.target) == (50, 250)
    table = Table(preset.rules, seeded(1))
    bots = [make("simple", seat) for seat in range(4)]
    while not table.over:
        seat = min(table.to_act)
        table.act(seat, bots[seat].act(table.view(seat)))
    scores = [standing.score for standing in table.state.standings]
    assert max(scores) >= 250 or min(scores) <= -250


def test_its_title_is_translated_as_the_guide_says() -> None:
    pofile = pytest.importorskip("babel.messages.pofile")
    catalogue = pofile.read_po(block("add-a-rule-set.md", "po").splitlines())
    assert catalogue["Club night"].string == "클럽의 밤"


@pytest.mark.parametrize(
    ("line", "named"),
    [("target = 500", "target"), ("tarket = 1", "tarket"), ('parent = "nobody"', "nobody")],
)
def test_a_faulty_rule_set_is_refused_by_name(line: str, named: str) -> None:
    with pytest.raises(RulesError, match=named):
        read_presets(
            f'[mine]\nparent = "standard"\n{line}\n'.replace(
                'parent = "standard"\nparent', "parent"
            ),
            presets(),
        )


def test_a_bot_of_twenty_lines_plays(tmp_path: Path) -> None:
    code = block("write-a-bot.md", "python")
    assert len([line for line in code.split("class MyBot")[1].splitlines() if line.strip()]) <= 20
    (tmp_path / "my_bot.py").write_text(code, "utf-8")
    command = [sys.executable, "-m", "spadille", "watch", "--seed", "1", "--lang", "en", "--quiet"]
    command += ["--bot", "my_bot:MyBot", *["--bot", "simple"] * 3, "--save", "game.jsonl"]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    game = read(tmp_path / "game.jsonl")
    assert type(game.events[-1]).__name__ == "MatchEnded"

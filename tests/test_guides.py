"""The two guides, done as they say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from readable import check
from test_words import BANNED, TERMS

from spadille.bots import make
from spadille.game.events import DealScored
from spadille.record import read
from spadille.rules import RulesError, load, presets
from spadille.rules.presets import read_presets
from spadille.table import Table, seeded
from spadille.words import LANGUAGES, Words, messages, rulebook

DOCS = Path(__file__).parent.parent / "docs"


def blocks(page: str, language: str) -> list[str]:
    """The code blocks of a language on a page."""
    text = (DOCS / page).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_a_rule_set_is_added_by_a_few_lines_of_toml() -> None:
    (text,) = blocks("add-a-rule-set.md", "toml")
    preset = read_presets(text, presets())["friday_night"]
    assert (preset.rules.scoring.nil, preset.rules.match.target) == (50, 250)
    table = Table(preset.rules, seeded(1))
    bots = [make("simple", seat) for seat in range(4)]
    while not table.over:
        seat = min(table.to_act)
        table.act(seat, bots[seat].act(table.view(seat)))
    scores = [standing.score for standing in table.state.standings]
    assert max(scores) >= 250 or min(scores) <= -250


def test_its_messages_are_those_that_the_guide_translates(monkeypatch: pytest.MonkeyPatch) -> None:
    """They keep to the words of players, as every message has to."""
    added = read_presets(blocks("add-a-rule-set.md", "toml")[0], presets())["friday_night"]
    monkeypatch.setattr(messages, "presets", lambda: {added.name: added})
    new = {one for one, _, file in messages.rule_messages() if file.endswith("presets.toml")}
    assert new == {added.title, added.source}
    korean, japanese = blocks("add-a-rule-set.md", "po")
    for place, (text, language) in enumerate(((korean, "ko"), (japanese, "ja"))):
        catalogue = {str(message.id): str(message.string) for message in read_po(text.splitlines())}
        assert {*catalogue} - {""} == new
        for one in new:
            check(Words(language), catalogue[one])
            assert not re.search(BANNED[language], catalogue[one])
            terms = [
                words[place] for term, words in TERMS.items() if re.search(term, one, re.IGNORECASE)
            ]
            assert all(re.search(term, catalogue[one]) for term in terms)


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_rule_page_needs_no_words_of_its_own(language: str) -> None:
    rules = read_presets(blocks("add-a-rule-set.md", "toml")[0], presets())["friday_night"].rules
    words = Words(language)
    for title, paragraphs in rulebook.rules_page(words, rules):
        assert all(check(words, text) for text in (title, *paragraphs))


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


@pytest.mark.parametrize("rules", ["standard", "double_nil", "new_york", "solo_four"])
def test_a_bot_of_twenty_lines_plays(rules: str, tmp_path: Path) -> None:
    """It is never replaced for a fault, and its side is not left far behind."""
    (code,) = blocks("write-a-bot.md", "python")
    assert len([line for line in code.split("class MyBot")[1].splitlines() if line.strip()]) <= 20
    (tmp_path / "my_bot.py").write_text(code, "utf-8")
    mates = ["--bot", "simple"] * (load(rules).table.seats - 1)
    command = [sys.executable, "-m", "spadille", "watch", "--seed", "1", "--lang", "en", "--quiet"]
    command += ["--rules", rules, "--bot", "my_bot:MyBot", *mates, "--save", "game.jsonl"]
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
    assert "simple bot acts" not in done.stdout
    scores = [event.results[0].score for event in game.events if isinstance(event, DealScored)]
    assert scores[-1] > -200

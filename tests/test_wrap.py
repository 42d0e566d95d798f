"""Lines of pages end where the language lets them."""

import re
from io import StringIO
from itertools import pairwise

import pytest
from rich.cells import cell_len
from rich.console import Console

from spadille.cli import pages
from spadille.cli.terminal import paint
from spadille.cli.wrap import Prose, breaks
from spadille.rules import load, names
from spadille.words import LANGUAGES, Words, rulebook


def cut(text: str, width: int) -> list[str]:
    return [text[a:b] for a, b in pairwise([0, *breaks(text, width), len(text)])]


def printed(page: object, width: int) -> list[str]:
    console = Console(file=StringIO(), width=width, markup=False, highlight=False)
    with console.capture() as shown:
        console.print(page)
    return [line.strip() for line in shown.get().splitlines()]


@pytest.mark.parametrize("width", [30, 47, 60, 80])
@pytest.mark.parametrize("preset", names())
def test_japanese_lines_begin_with_no_closing_sign_and_split_no_number(
    preset: str, width: int
) -> None:
    lines = printed(pages.rules_page(Words("ja"), load(preset)), width)
    assert len(lines) > 30
    assert [line for line in lines if re.match("[、。」』・ー,.)]", line)] == []
    assert [line for line in lines if re.search("[「『(\N{MINUS SIGN}]$", line)] == []
    split = [
        pair
        for pair in pairwise(lines)
        if re.search(r"[^ ]\d$", pair[0]) and re.match("[ぁ-んァ-ヶ一-龠]", pair[1])
    ]
    assert split == []


def test_a_number_keeps_its_sign_and_its_counter() -> None:
    first, second = "成功すれば150点、失敗なら", "\N{MINUS SIGN}150点です。"
    assert cut(first + second, 25) == cut(first + second, 30) == [first, second]


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("패를 본 뒤 오픈 10으로", 12, ["패를 본 뒤 ", "오픈 10으로"]),
        ("whoever cannot may play", 11, ["whoever ", "cannot may ", "play"]),
        ("スペード・ブレイク", 8, ["スペー", "ド・ブレ", "イク"]),
        ("「切り札」と「山札」", 9, ["「切り", "札」と", "「山札」"]),
        ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("", 5, [""]),
    ],
)
def test_a_text_is_cut_where_its_language_lets_it(text: str, width: int, lines: list[str]) -> None:
    assert cut(text, width) == lines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [1, 2, 9, 33])
def test_nothing_is_lost_and_no_line_is_too_wide(language: str, width: int) -> None:
    for _, paragraphs in rulebook.rules_page(Words(language), load("new_york")):
        for text in paragraphs:
            lines = cut(text, width)
            assert "".join(lines) == text
            assert all(cell_len(line.rstrip()) <= max(width, 2) for line in lines)


def test_colours_stay_where_they_were() -> None:
    console = Console(file=StringIO(), width=10, color_system="standard", force_terminal=True)
    with console.capture() as shown:
        console.print(Prose(paint("Ada plays the 10♥ now.")))
    assert re.search("\x1b\\[31m10♥\x1b", shown.get())

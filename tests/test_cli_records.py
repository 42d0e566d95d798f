"""What is wrong or odd in a recorded game, in the terminal and in the reader's language."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from record_games import game

from spadille.cli import build, words_for
from spadille.record import encode, ptn

GOOD = game("standard(claims=off,undo=off)")
LINES = encode(GOOD).splitlines(keepends=True)
DROPPED = b"".join((*LINES[:9], *LINES[10:]))
TAGGED = ptn.encode(GOOD).replace("[Board", '[Wind "north"]\n[Board', 1).encode()


@pytest.mark.parametrize(
    ("content", "korean", "japanese"),
    [
        (b"", "1행: 파일이 비어 있습니다. 게임", "1行目: ファイルが空です。ゲーム"),
        (
            b"".join((*LINES[:9], *LINES[10:])),
            "10행: 자리 0의 bid_made",
            "10行目: 席 0 の bid_made",
        ),
        (DROPPED, "(차례가 아님). 바뀌지", "(順番ではない)。変更"),
        (LINES[0] + b'{"event":1}\n', "필요한 값 str (위치: event)", "str が必要 (場所: event)"),
        (TAGGED, "10행: 알 수 없는 Wind 태그는", "10行目: タグ Wind は不明"),
    ],
)
def test_a_file_is_judged_in_the_language_of_the_reader(
    content: bytes, korean: str, japanese: str, tmp_path: Path
) -> None:
    path = tmp_path / "game"
    path.write_bytes(content)
    for language, wanted in (("ko", korean), ("ja", japanese)):
        args = ["check", str(path), "--lang", language]
        output = CliRunner().invoke(build(words_for(args)), args).output
        assert "".join(wanted.split()) in "".join(output.split())

"""The client in the documentation plays a match with another one, and its deals are proved."""

import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

from databases import BOUND
from serving import spawned

from spadille.game.events import DealScored, MatchEnded
from spadille.provable import Verdict, verdict, verify
from spadille.record import check, read

PAGE: Final = Path(__file__).parents[2] / "docs" / "protocol.md"
LONGEST: Final = 60


def example() -> str:
    """The program that the page shows."""
    found: list[str] = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(found) == 1
    return found[0]


def test_the_example_is_short() -> None:
    lines = example().splitlines()
    assert len(lines) < LONGEST
    assert max(map(len, lines)) <= 100


def test_two_of_the_example_play_a_match_that_is_proved(sqlite_url: str, tmp_path: Path) -> None:
    program = tmp_path / "client.py"
    program.write_text(example())
    command = [sys.executable, str(program)]
    with spawned(sqlite_url, tmp_path / "log") as server:
        first = subprocess.Popen(
            [*command, server.address], cwd=tmp_path, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        with first:
            assert first.stdout is not None
            code = first.stdout.readline().split()[-1]
            other = tmp_path / "other"
            other.mkdir()
            second = subprocess.run(
                [*command, server.address, code],
                cwd=other,
                capture_output=True,
                text=True,
                timeout=5 * BOUND,
                check=False,
            )
            told = first.communicate(timeout=5 * BOUND)[0]
        assert (first.returncode, second.returncode) == (0, 0), told + second.stdout + second.stderr
        assert "The winners are" in told
        assert told.splitlines()[-1] == second.stdout.splitlines()[-1]
        assert server.stop() in {0, -signal.SIGTERM}
    for folder in (tmp_path, other):
        file = folder / f"match-{code}.jsonl"
        game = read(file)
        assert not check(game)
        assert isinstance(game.events[-1], MatchEnded)
        deals = sum(isinstance(event, DealScored) for event in game.events)
        found = verify(game)
        assert verdict(found) is Verdict.PROVED
        assert len(found) >= deals >= 1
        promised = [proof for proof in game.header.proofs if any(proof.promises)]
        assert promised
        assert all(proof.shown.count(None) == proof.promises.count(None) for proof in promised)
        proved = subprocess.run(
            [sys.executable, "-m", "spadille", "verify", str(file)],
            capture_output=True,
            text=True,
            timeout=BOUND,
            check=False,
        )
        assert proved.returncode == 0, proved.stdout + proved.stderr

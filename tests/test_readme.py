"""The commands of the README, run as they stand; its Python runs in test_docs.py."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"^\$ spadille (.*)$", README, re.MULTILINE)


def test_the_commands_of_the_readme_work(tmp_path: Path) -> None:
    assert any(command.startswith("watch") for command in COMMANDS)
    for command in COMMANDS:
        done = subprocess.run(
            [sys.executable, "-m", "spadille", *shlex.split(command)],
            cwd=tmp_path,
            env={"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "LANG": "C.UTF-8"},
            input="quit\n",
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}: {done.stdout[-500:]} {done.stderr}"
        assert done.stdout.strip(), command

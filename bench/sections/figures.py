"""What every section needs: figures, and the time that work takes."""

import time
from collections.abc import Callable
from typing import Any

Figures = dict[str, Any]


def scaled(most: int, amount: float) -> int:
    """That part of the whole amount, one at least."""
    return max(1, round(most * amount))


def seconds(work: Callable[[], object]) -> float:
    """Processor seconds."""
    begin = time.process_time()
    work()
    return time.process_time() - begin

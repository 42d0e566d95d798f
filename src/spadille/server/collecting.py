"""How a process that serves looks for garbage: seldom, since all tables wait while it looks."""

import gc
from typing import Final

ROUNDS: Final = 50_000
"""So many times new objects are looked at before the older ones are.

Neither play nor connections leave cycles behind, and what is in no cycle is freed at once. A look
at all objects of a thousand tables takes half a second. New ones are looked at as often as always:
a count that rises by objects made and falls by those freed says little of how many there are.
"""


def collect_seldom() -> None:
    """Leave out what has been loaded so far, and look at older objects seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(gc.get_threshold()[0], ROUNDS, 10)


__all__ = ["collect_seldom"]

"""How hard a bot thinks after its decision has waited: less, at last by rule of thumb.

A decision that has waited is owed to people who wait too; thinking less works the queue off.
"""

from collections.abc import Mapping
from typing import Final

from spadille.bots.spec import Spec

FULL_UNTIL: Final = 0.2
"""Seconds in the queue up to which a bot thinks as hard as it is made to."""
SIMPLE_AFTER: Final = 1.0
"""Seconds in the queue after which the simple bot acts."""
SIMPLE: Final = "simple"
STEPS: Final = 20
"""The share of the work comes in so many steps, so that few different bots are made."""
LEAST: Final = 4
"""No amount shrinks below it; one that is less is left as it is."""
AMOUNTS: Final = ("proposals", "worlds", "rehearsals")
"""The options of a bot that are amounts of work, as in `spadille.bots.effort.Effort`."""


def share(waited: float) -> float:
    """The share of the work that is left after so many seconds in the queue, 0 to 1.

    >>> [share(waited) for waited in (0.0, 0.2, 0.6, 1.0, 60.0)]
    [1.0, 1.0, 0.5, 0.0, 0.0]
    """
    left = (SIMPLE_AFTER - waited) / (SIMPLE_AFTER - FULL_UNTIL)
    return round(STEPS * min(max(left, 0.0), 1.0)) / STEPS


def shrunk(spec: Spec, amounts: Mapping[str, int], part: float) -> str:
    """A bot as it is written, with a part of its amounts of work; `amounts` are its own ones.

    >>> shrunk(Spec("strong", {"policy": "off"}), {"worlds": 400, "rehearsals": 300}, 0.25)
    'strong(policy=off,worlds=100,rehearsals=75)'
    >>> shrunk(Spec("simple", {}), {}, 0.25)
    'simple'
    """
    less = {name: str(_part(amount, part)) for name, amount in amounts.items()}
    return written(Spec(spec.name, {**spec.options, **less}))


def _part(amount: int, part: float) -> int:
    return max(round(amount * part), min(amount, LEAST))


def written(spec: Spec) -> str:
    """A bot as `spadille.bots.spec.read` reads it.

    >>> written(Spec("strong", {"worlds": "9", "policy": "off"})), written(Spec("easy", {}))
    ('strong(worlds=9,policy=off)', 'easy')
    """
    options = ",".join(f"{name}={value}" for name, value in spec.options.items())
    return f"{spec.name}({options})" if options else spec.name


__all__ = ["AMOUNTS", "FULL_UNTIL", "SIMPLE", "SIMPLE_AFTER", "share", "shrunk", "written"]

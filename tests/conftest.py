"""How thorough the tests are: `make test` is quick and repeatable, `make deep` is neither."""

import os

from hypothesis import HealthCheck, settings

DEEP = os.environ.get("SPADILLE_DEEP") == "1"


def count(full: int) -> int:
    """How often a long test repeats: `full` times in `make deep`, a tenth of it otherwise."""
    return full if DEEP else max(1, full // 10)


# Time limits are off in both: a busy machine is no fault of the code.
settings.register_profile(
    "ci",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "deep",
    max_examples=1000,
    database=None,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("deep" if DEEP else "ci")

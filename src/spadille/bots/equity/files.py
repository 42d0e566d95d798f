"""Where tables are: those that come with the package, and those that a user has made.

A user's table lies in the folder `equity` of his data folder, named by the key of its rules. A file
that cannot be used is told once, as a warning, and done without.
"""

import os
import warnings
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import platformdirs

from spadille.bots.equity.tables import Table, TableError, decode
from spadille.rules import Rules, key, presets
from spadille.rules import nearest as nearest_of

ENDING = ".eq"


def shipped(name: str) -> Traversable:
    """The file of a preset's table."""
    return resources.files("spadille.bots.equity").joinpath("tables", name + ENDING)


def own(rules: Rules) -> Path:
    """The file of a user's table for a rule set."""
    home = Path(os.environ.get("SPADILLE_HOME") or platformdirs.user_data_path("spadille"))
    return home / "equity" / (key(rules) + ENDING)


def made(rules: Rules) -> Path | None:
    """The same if there is such a file."""
    file = own(rules)
    try:
        return file if file.is_file() else None
    except OSError:
        return None


def nearest(rules: Rules) -> str | None:
    """The preset with as many sides that differs least; None if no preset has as many sides.

    >>> from spadille.rules import parse
    >>> nearest(parse("standard(target=250,nil=50)"))
    'standard'
    """
    alike = [name for name, one in presets().items() if one.rules.side_count == rules.side_count]
    return nearest_of(rules, alike) if alike else None


def read(file: Traversable) -> Table:
    """Read a table; raises `TableError` if it cannot be used."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise TableError(error.strerror or "it cannot be read") from None
    return decode(content)


def tell(file: Traversable, error: TableError) -> None:
    """Warn that a table is done without."""
    warnings.warn(
        f"the chances to win are reckoned roughly, since {file} cannot be used: {error}; "
        "make it anew with tools/equity.py, or install spadille again",
        RuntimeWarning,
        stacklevel=2,
    )

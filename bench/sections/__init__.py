"""The sections of the measurements, each a module: its docstring says what `measure` compares.

`measure(amount)` takes the part of the whole amount to do: 1 for all, 0.01 for a quick look.
A module is loaded only to measure, since what it compares with may not be installed.
"""

import ast
from importlib import import_module
from pathlib import Path

from sections.figures import Figures

SECTIONS = (
    "deals",
    "play_outs",
    "solver_tricks",
    "solver_payoffs",
    "strong_simple",
    "flat",
    "recipe",
    "levels",
    "ablation",
    "presets",
    "close_presets",
    "load_sqlite",
    "load_postgres",
    "load_bots",
    "page",
)


def about(section: str) -> str:
    """What a section says of itself."""
    source = (Path(__file__).parent / f"{section}.py").read_text("utf-8")
    return ast.get_docstring(ast.parse(source)) or ""


def measure(section: str, amount: float) -> Figures:
    """The figures of a section."""
    figures: Figures = import_module(f"sections.{section}").measure(amount)
    return figures


__all__ = ["SECTIONS", "about", "measure"]

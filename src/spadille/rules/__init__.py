"""What is played: rule sets as values, named presets, and their text.

Where the sources of the rules are silent or contradict each other, the defaults follow the
readings of rules 14.1 to 14.3.
"""

from spadille.rules.model import Rules
from spadille.rules.options import (
    Option,
    RulesError,
    change,
    differences,
    options,
    refuse_clashes,
    text_of,
    value,
)
from spadille.rules.presets import Preset, describe, key, load, names, nearest, parse, presets

__all__ = [
    "Option",
    "Preset",
    "Rules",
    "RulesError",
    "change",
    "describe",
    "differences",
    "key",
    "load",
    "names",
    "nearest",
    "options",
    "parse",
    "presets",
    "refuse_clashes",
    "text_of",
    "value",
]

"""What is played: rule sets as values, named presets, and their text."""

from spadille.rules.model import Rules
from spadille.rules.options import Option, RulesError, change, differences, options, text_of, value
from spadille.rules.presets import Preset, describe, key, load, names, parse, presets

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
    "options",
    "parse",
    "presets",
    "text_of",
    "value",
]

"""Named rule sets: parent and differences, read from `presets.toml`."""

import difflib
import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from spadille.rules.model import Rules
from spadille.rules.options import (
    RulesError,
    change,
    differences,
    options,
    overlay,
    text_of,
    unknown,
    value,
    value_of,
)

_ABOUT = ("title", "rule", "parent", "source", "sets")


class Preset(NamedTuple):
    """A named rule set, described in the rule book's paragraph `rule`.

    `sets` are the presets whose differences `set=1`, `set=2` … lay over it.
    """

    name: str
    title: str
    rule: str
    source: str
    parent: str | None
    sets: tuple[str, ...]
    rules: Rules


def read_presets(
    text: str, known: Mapping[str, Preset] = MappingProxyType({})
) -> dict[str, Preset]:
    """Read presets from TOML; `known` ones may be parents.

    Raises `RulesError` on an unknown parent or key, an impossible combination, or a value equal
    to the parent's.
    """
    presets = dict(known)
    for name, table in tomllib.loads(text).items():
        parent = table.get("parent")
        if parent is not None and parent not in presets:
            raise RulesError(
                name,
                "preset {name}: its parent “{parent}” is not above it",
                name=name,
                parent=parent,
            )
        base = presets[parent].rules if parent else Rules()
        changes = {key: new for key, new in table.items() if key not in _ABOUT}
        rules = change(base, changes)
        for key in changes:
            if value(rules, key) == value(base, key):
                raise RulesError(
                    key,
                    "preset {name}: {key} is the same in its parent; leave it out",
                    name=name,
                    key=key,
                )
        presets[name] = Preset(
            name=name,
            title=table.get("title", name),
            rule=table.get("rule", ""),
            source=table.get("source", ""),
            parent=parent,
            sets=tuple(table.get("sets", ())),
            rules=rules,
        )
    return presets


@cache
def presets() -> Mapping[str, Preset]:
    """All presets that come with the package, by name."""
    text = resources.files("spadille.rules").joinpath("presets.toml").read_text("utf-8")
    return MappingProxyType(read_presets(text))


def names() -> tuple[str, ...]:
    """The names of all presets.

    >>> names()[:3]
    ('standard', 'double_nil', 'barmore')
    """
    return tuple(presets())


def load(name: str) -> Rules:
    """The rules of a preset; raises `RulesError` if there is none of that name."""
    preset = presets().get(name)
    if preset is None:
        raise _unknown(name)
    return preset.rules


def _unknown(name: str) -> RulesError:
    """The fault of a rule set that does not exist."""
    near = difflib.get_close_matches(name, names(), 1)
    if near:
        return RulesError(
            name,
            "there is no rule set “{name}”; did you mean {near}? `spadille rules` lists them",
            name=name,
            near=near[0],
        )
    known = ", ".join(names())
    return RulesError(
        name, "there is no rule set “{name}”; there are {known}", name=name, known=known
    )


def _set_changes(preset: Preset, text: str) -> dict[str, Any]:
    """What `set=N` lays over a preset: the differences of the N-th set from the sets' base."""
    numbers = [str(number) for number in range(1, len(preset.sets) + 1)]
    if not numbers:
        raise RulesError("set", "{name} has no option set", name=preset.name)
    if text not in numbers:
        takes = ", ".join(numbers)
        raise RulesError(
            "set", "option set takes one of {takes}, not {shown}", takes=takes, shown=text
        )
    chosen = presets()[preset.sets[int(text) - 1]]
    if chosen.parent not in preset.sets:
        return {}
    return differences(chosen.rules, presets()[chosen.parent].rules)


def parse(text: str) -> Rules:
    """Read a rule set as people write it: a preset's name, then options in brackets.

    Raises `RulesError` with a sentence that names what is wrong.

    >>> parse("standard(target=250,nil=50)").match.target
    250
    >>> parse("cutthroat_four(set=1)").scoring.bag_limit
    5
    >>> parse("New York") == load("new_york")
    True
    """
    matched = re.fullmatch(
        r"\s*([a-z0-9_ -]+?)\s*(?:\((.*)\))?\s*", text, re.IGNORECASE | re.DOTALL
    )
    if matched is None and "(" in text and ")" not in text:
        raise RulesError(text, "“{text}”: the closing bracket is missing", text=text)
    if matched is None:
        raise RulesError(
            text, "“{text}” is no rule set; write NAME or NAME(option=value,…)", text=text
        )
    name = re.sub(r"[ _-]+", "_", matched[1].lower())
    rules, preset = load(name), presets()[name]
    of_set: dict[str, Any] = {}
    changes: dict[str, Any] = {}
    for part in filter(None, (item.strip() for item in (matched[2] or "").split(","))):
        key, equals, written = (item.strip().lower() for item in part.partition("="))
        if not equals:
            raise RulesError(key, "option {name} has no value; write {name}=value", name=key)
        if key in changes:
            raise RulesError(key, "option {name} is given twice", name=key)
        if key == "set":
            of_set = _set_changes(preset, written)
        elif key not in options():
            raise unknown(key, preset.name)
        changes[key] = None if key == "set" else value_of(key, written)
    changes.pop("set", None)
    return change(rules, of_set | changes)


def nearest(rules: Rules, among: Iterable[str] | None = None) -> str:
    """The preset, of all or of some, from which a record differs in the fewest options.

    >>> nearest(parse("two_handed(target=250,nil=50)"))
    'two_handed'
    """
    chosen = names() if among is None else among
    return min(chosen, key=lambda name: len(differences(rules, load(name))))


def describe(rules: Rules) -> str:
    """Name a record as text that `parse` reads: the nearest preset and what differs.

    >>> describe(parse("standard(nil=50,target=500)"))
    'standard(nil=50)'
    """
    name = nearest(rules)
    changed = differences(rules, load(name))
    if not changed:
        return name
    return f"{name}({','.join(f'{key}={text_of(new)}' for key, new in changed.items())})"


def key(rules: Rules) -> str:
    """A short hash of everything a record says, the same on every machine.

    >>> key(load("standard")) == key(parse("standard(target=500)"))
    True
    """
    full = {name: text_of(value(rules, name)) for name in options()}
    return hashlib.sha256(msgspec.json.encode(full, order="sorted")).hexdigest()[:12]


__all__ = [
    "Preset",
    "change",
    "describe",
    "key",
    "load",
    "names",
    "nearest",
    "overlay",
    "parse",
    "presets",
    "read_presets",
]

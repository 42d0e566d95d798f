"""Options: the fields of the record by their flat names, their values as text, and changes."""

import difflib
import re
import types
import typing
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Any, Final, Literal, NamedTuple

import msgspec

from spadille.errors import SentenceError
from spadille.rules.check import clashes
from spadille.rules.model import Rules

ON: Final = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


class RulesError(SentenceError, ValueError):
    """A rule set that cannot be read or played.

    `option` is the option, preset or key that is wrong.
    """

    def __init__(self, option: str, template: str, /, **fields: object) -> None:
        super().__init__(template, **fields)
        self.option = option


def unknown(name: str, preset: str = "standard") -> RulesError:
    """The fault of an option that does not exist; `preset` is the rule set that was changed.

    >>> unknown("tarrget").fields["near"]
    'target'
    """
    near = difflib.get_close_matches(name, options(), 1)
    if near:
        return RulesError(
            name,
            "there is no option “{name}”; did you mean {near}? "
            "`spadille rules {preset} --options` lists them",
            name=name,
            near=near[0],
            preset=preset,
        )
    return RulesError(
        name,
        "there is no option “{name}”; `spadille rules {preset} --options` lists them",
        name=name,
        preset=preset,
    )


class Option(NamedTuple):
    """One field of the record; `rule` is the paragraph of the rule book that defines it.

    `choices` are all values of an enum or truth value, and for numbers those seen in use;
    `closed` tells which of the two.
    """

    name: str
    group: str
    default: Any
    help: str
    rule: str
    choices: tuple[Any, ...]
    closed: bool
    annotation: Any


def _choices(annotation: Any) -> tuple[tuple[Any, ...], bool]:
    """The values of a type, and whether these are all."""
    if annotation is bool:
        return (True, False), True
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return tuple(annotation), True
    origin = typing.get_origin(annotation)
    if origin is Literal:
        return typing.get_args(annotation), True
    return (), False


@cache
def options() -> Mapping[str, Option]:
    """All options by name, in the order of the record.

    >>> options()["nil"].group, options()["nil"].choices
    ('scoring', (50, 75, 100))
    """
    found = {}
    for group in msgspec.structs.fields(Rules):
        for field in msgspec.structs.fields(group.type):
            annotation, *metas = typing.get_args(field.type)
            choices, closed = _choices(annotation)
            examples = next((meta.examples for meta in metas if meta.examples), None)
            about = next(meta for meta in metas if meta.description)
            found[field.name] = Option(
                name=field.name,
                group=group.name,
                default=field.default,
                help=about.description,
                rule=about.extra["rule"],
                choices=choices or tuple(_example(annotation, value) for value in examples or ()),
                closed=closed,
                annotation=field.type,
            )
    return types.MappingProxyType(found)


def _example(annotation: Any, value: Any) -> Any:
    return msgspec.convert(value, annotation)


def text_of(value: object) -> str:
    """A value as it is written in an option.

    >>> text_of(True), text_of(500), text_of((50, 0))
    ('on', '500', '50/0')
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return "/".join(str(item) for item in value) or "none"
    return str(value)


def value_of(name: str, text: str) -> Any:
    """Read the value of an option; raises `RulesError` naming the option and what it takes.

    >>> value_of("target", "250"), value_of("blind_nil", "on"), value_of("handicap", "0/100")
    (250, True, (0, 100))
    """
    option = options().get(name)
    if option is None:
        raise unknown(name)
    raw: Any = text.strip().lower()
    if raw in ON and option.choices[:2] == (True, False):
        raw = ON[raw]
    elif isinstance(option.default, tuple):
        raw = [] if raw in ("", "none") else [_number(part) for part in raw.split("/")]
    else:
        raw = _number(raw)
    return _checked(option, raw, text)


def _number(text: str) -> int | str:
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,6}", text) else text


def _checked(option: Option, raw: object, shown: object) -> Any:
    try:
        return msgspec.convert(raw, option.annotation)
    except msgspec.ValidationError:
        raise _not_taken(option, shown) from None


def _not_taken(option: Option, shown: object) -> RulesError:
    name = option.name
    takes = ", ".join(text_of(choice) for choice in option.choices)
    fields = {"name": name, "takes": takes, "shown": shown}
    if not takes:
        return RulesError(name, "option {name} takes a list, not {shown}", **fields)
    if option.closed:
        return RulesError(name, "option {name} takes one of {takes}, not {shown}", **fields)
    return RulesError(name, "option {name} takes a number such as {takes}, not {shown}", **fields)


def value(rules: Rules, name: str) -> Any:
    """The value of an option in a record."""
    return getattr(getattr(rules, options()[name].group), name)


def change(rules: Rules, changes: Mapping[str, object]) -> Rules:
    """A record with some options changed; raises `RulesError` if it cannot be played.

    >>> value(change(Rules(), {"target": 250}), "target")
    250
    """
    rules = overlay(rules, changes)
    refuse_clashes(rules, tuple(changes))
    return rules


def refuse_clashes(rules: Rules, blamed: Sequence[str] = ()) -> None:
    """Raise `RulesError` if a record cannot be played, naming one of the blamed options first."""
    clash = next(clashes(rules), None)
    if clash is not None:
        named = next((name for name in clash.options if name in blamed), clash.options[0])
        given = ", ".join(f"{name}={text_of(value(rules, name))}" for name in clash.options)
        raise RulesError(named, "{clash} (here {given})", clash=clash.sentence, given=given)


def overlay(rules: Rules, changes: Mapping[str, object]) -> Rules:
    """A record with some options changed, each valid by itself, not checked together."""
    groups: dict[str, dict[str, object]] = {}
    for name, new in changes.items():
        option = options().get(name)
        if option is None:
            raise unknown(name)
        raw = list(new) if isinstance(new, tuple) else new
        groups.setdefault(option.group, {})[name] = _checked(option, raw, new)
    return msgspec.structs.replace(
        rules,
        **{
            group: msgspec.structs.replace(getattr(rules, group), **fields)
            for group, fields in groups.items()
        },
    )


def differences(rules: Rules, parent: Rules) -> dict[str, Any]:
    """The options in which a record differs from another one."""
    return {
        name: value(rules, name) for name in options() if value(rules, name) != value(parent, name)
    }

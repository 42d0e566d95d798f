"""How a bot is written: a name and options, `strong(worlds=200,policy=off)`, checked before use."""

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

from spadille.errors import SentenceError
from spadille.rules.options import ON

_WRITTEN = re.compile(r"(?P<name>[^()]+?)\s*(?:\((?P<options>.*)\))?\s*", re.DOTALL)
_NUMBERS: tuple[Callable[[str], int | float], ...] = (int, float)


class BotError(SentenceError, LookupError):
    """A bot that is not known or cannot be made."""


class Spec(NamedTuple):
    """A bot as it is written: its name and its options, whose values are still texts."""

    name: str
    options: Mapping[str, str]


def read(text: str) -> Spec:
    """Read a bot as people write it; raises `BotError`.

    >>> read("strong(worlds=200,policy=off)")
    Spec(name='strong', options={'worlds': '200', 'policy': 'off'})
    """
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        raise _unreadable(text)
    written = (found["options"] or "").strip()
    options: dict[str, str] = {}
    for part in written.split(",") if written else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not key or not equals:
            raise _unreadable(text)
        if key in options:
            raise BotError(
                "The bot {name} is given its option {option} twice.", name=text, option=key
            )
        options[key] = value
    return Spec(found["name"].strip(), options)


def _unreadable(text: str) -> BotError:
    return BotError("The bot {text} cannot be read; write NAME or NAME(option=value,…).", text=text)


def fitting(spec: Spec, maker: Callable[..., Any]) -> dict[str, Any]:
    """The options of a bot as values; raises `BotError` for one that its maker does not take.

    An option with a default takes values of that kind.
    """
    known = _known(maker)
    if known is None:
        return {key: _value(text) for key, text in spec.options.items()}
    for key in spec.options:
        if key not in known:
            if not known:
                raise BotError("The bot {name} has no options.", name=spec.name)
            raise BotError(
                "The bot {name} has no option {option}; there are {known}.",
                name=spec.name,
                option=key,
                known=", ".join(known),
            )
    return {key: _fit(spec.name, key, text, known[key]) for key, text in spec.options.items()}


def _known(maker: Callable[..., Any]) -> Mapping[str, object] | None:
    """The options of a maker with their defaults; None if it has to check them by itself.

    They are what its method `options` says, else its parameters after the first, the seed.
    """
    told = getattr(maker, "options", None)
    if told is not None and inspect.ismethod(told):
        return cast("Mapping[str, object]", told())
    try:
        seed, *others = inspect.signature(maker).parameters.values()
    except ValueError:  # compiled or without parameters
        return None
    if any(taken.kind is taken.VAR_KEYWORD for taken in (seed, *others)):
        return None
    return {taken.name: taken.default for taken in others if taken.kind is not taken.VAR_POSITIONAL}


def _fit(name: str, key: str, text: str, default: object) -> object:
    """The value of an option, of the kind of its default."""
    if isinstance(default, str):
        return text
    value = _value(text)
    kind = type(default)
    wrong = (
        (kind is bool and type(value) is not bool)
        or (kind is int and type(value) is not int)
        or (kind is float and type(value) not in {int, float})
    )
    if wrong:
        raise BotError(
            "The option {option} of the bot {name} cannot be {value}; its default is {default}.",
            option=key,
            name=name,
            value=text,
            default=default,
        )
    return value


def _value(text: str) -> object:
    """A number, a truth value, or else the text."""
    if text in ON:
        return ON[text]
    for number in _NUMBERS:
        try:
            return number(text)
        except ValueError:
            continue
    return text


__all__ = ["BotError", "Spec", "fitting", "read"]

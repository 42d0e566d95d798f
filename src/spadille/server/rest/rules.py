"""The rule sets: which there are, their pages, their options; all in the reader's language."""

from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from spadille.rules import (
    Rules,
    RulesError,
    describe,
    key,
    load,
    nearest,
    options,
    parse,
    presets,
    text_of,
    value,
)
from spadille.server.messages import Refusal
from spadille.server.rest.answers import Failed, Json, words_for
from spadille.words import Words, rulebook
from spadille.words.faults import told

LONGEST: Final = 2000
"""Characters of a rule set as text."""


def summary(words: Words, name: str, rules: Rules) -> dict[str, Any]:
    """A rule set in a list."""
    preset = presets()[name]
    return {
        "name": name,
        "title": rulebook.preset_title(words, preset),
        "source": rulebook.preset_source(words, preset),
        "seats": rules.table.seats,
        "sides": rules.side_count,
        "parent": preset.parent,
    }


async def listed(request: Request) -> Response:
    """All presets."""
    words = words_for(request)
    return Json([summary(words, name, load(name)) for name in presets()])


async def page(request: Request) -> Response:
    """The page of a rule set, with the values of its options; a refusal names the option.

    With `check` a refusal is an answer too, since it was asked whether there is one.
    """
    words, text = words_for(request), request.path_params["rules"]
    if len(text) > LONGEST:
        raise Failed(400, "rules", "That is too long for a rule set.")
    try:
        rules = parse(text)
    except RulesError as error:
        refusal = Refusal(reason="rules", sentence=told(words, error))
        status = 200 if "check" in request.query_params else 404
        return Json({"refusal": refusal, "option": error.option}, status)
    preset = nearest(rules)
    return Json(
        {
            "rules": describe(rules),
            "key": key(rules),
            "preset": preset,
            "title": rulebook.preset_title(words, presets()[preset]),
            "seats": rules.table.seats,
            "sides": rules.side_count,
            "page": [
                {"title": title, "sentences": sentences}
                for title, sentences in rulebook.rules_page(words, rules)
            ],
            "options": [_option(words, name, rules) for name in options()],
        }
    )


def _option(words: Words, name: str, rules: Rules) -> dict[str, Any]:
    """An option with its values, for a form."""
    option, now = options()[name], value(rules, name)
    least, most = _limits(option.annotation)
    return {
        "name": name,
        "group": option.group,
        "title": rulebook.option_title(words, name),
        "help": rulebook.option_help(words, name),
        "value": text_of(now),
        "shown": rulebook.option_value(words, name, now),
        "choices": [
            {"value": text_of(choice), "shown": rulebook.option_value(words, name, choice)}
            for choice in option.choices
        ],
        "closed": option.closed,
        "least": least,
        "most": most,
    }


def _limits(annotation: object) -> tuple[int | None, int | None]:
    """The least and the greatest number that an option takes, where it takes numbers."""
    found = msgspec.inspect.type_info(annotation)
    if isinstance(found, msgspec.inspect.Metadata):
        found = found.type
    kinds = found.types if isinstance(found, msgspec.inspect.UnionType) else (found,)
    for kind in kinds:
        if isinstance(kind, msgspec.inspect.IntType):
            return kind.ge, kind.le
    return None, None


ROUTES: Final = [
    Route("/api/rules", listed, methods=["GET"]),
    Route("/api/rules/{rules:path}", page, methods=["GET"]),
]

__all__ = ["ROUTES"]

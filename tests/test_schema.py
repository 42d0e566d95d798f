import json
import random
from pathlib import Path

import msgspec
import pytest
from jsonschema import Draft202012Validator
from record_games import RULES, game, play

from spadille.record import encode
from spadille.record.schema import schemas, text_of
from spadille.rules import parse

ROOT = Path(__file__).parent.parent


def test_the_published_schemas_are_up_to_date() -> None:
    for name, schema in schemas().items():
        published = (ROOT / "docs" / "schema" / f"{name}.json").read_bytes()
        assert published == text_of(schema), "run python -m spadille.record.schema docs/schema"
        Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("text", RULES)
def test_recorded_games_and_views_fit_the_schemas(text: str) -> None:
    checks = {name: Draft202012Validator(schema) for name, schema in schemas().items()}
    header, *lines = (json.loads(line) for line in encode(game(text)).splitlines())
    checks["header"].validate(header)
    by_kind = {line["event"]: line for line in lines}
    for line in [*by_kind.values(), *random.Random(text).sample(lines, 10)]:
        checks["event"].validate(line)
    table = play(parse(text), 1, 1)
    for seat in (*range(table.rules.table.seats), None):
        view = json.loads(msgspec.json.encode(table.view(seat)))
        checks["view"].validate(view)
        for action in view.get("legal", ())[:20]:
            checks["action"].validate(action)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("event", '{"event":"trick_taken","seat":1,"more":1}'),
        ("event", '{"event":"trick_taken"}'),
        ("event", '{"event":"rain"}'),
        ("event", '{"event":"card_played","seat":0,"card":"1X"}'),
        ("action", '{"do":"play"}'),
        ("header", '{"format":"spadille-game","version":2,"rules_key":"x"}'),
        ("header", '{"format":"other","version":1,"rules_key":"x"}'),
    ],
)
def test_the_schemas_refuse_what_is_wrong(name: str, line: str) -> None:
    assert not Draft202012Validator(schemas()[name]).is_valid(json.loads(line))

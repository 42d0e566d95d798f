"""The published JSON Schemas, made from the types.

`python -m spadille.record.schema docs/schema` writes them.
"""

import sys
from pathlib import Path
from typing import Any, Final

import msgspec

from spadille.game.actions import AnyAction
from spadille.game.events import AnyEvent
from spadille.record.game_file import FORMAT, VERSION, HeaderLine
from spadille.record.protocol import PROTOCOL, Reply, Request
from spadille.view import View

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_TITLES: Final[dict[str, tuple[Any, str]]] = {
    "header": (HeaderLine, "The first line of a Spadille game file"),
    "event": (AnyEvent, "Every other line of a Spadille game file"),
    "action": (AnyAction, "What a player can do"),
    "view": (View, "What a seat, or a watcher, may know"),
    "request": (Request, "What a match says to a program that plays in it"),
    "reply": (Reply, "What a program says to the match that it plays in"),
}


def schemas() -> dict[str, dict[str, Any]]:
    """The schemas by name: lines of game files, actions, views, talk with a program.

    >>> sorted(schemas())
    ['action', 'event', 'header', 'reply', 'request', 'view']
    """
    made = {}
    for name, (kind, title) in _TITLES.items():
        schema = {"$schema": DIALECT, "title": title} | msgspec.json.schema(kind)
        made[name] = schema
    properties = made["header"]["$defs"]["HeaderLine"]["properties"]
    properties["format"]["const"] = FORMAT
    properties["version"]["const"] = VERSION
    for name, message in (("request", "Hello"), ("reply", "Ready")):
        made[name]["$defs"][message]["properties"]["protocol"]["const"] = PROTOCOL
    return made


def text_of(schema: dict[str, Any]) -> bytes:
    """A schema as it is published."""
    return msgspec.json.format(msgspec.json.encode(schema), indent=2) + b"\n"


def publish(folder: Path) -> list[Path]:
    """Write every schema into a folder and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, schema in schemas().items():
        file = folder / f"{name}.json"
        file.write_bytes(text_of(schema))
        files.append(file)
    return files


if __name__ == "__main__":
    publish(Path(sys.argv[1]))

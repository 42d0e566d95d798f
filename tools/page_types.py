"""Write the page's types of the protocol from its JSON Schema: `python tools/page_types.py`."""

import json
from pathlib import Path
from typing import Any

import msgspec
from page_build import fetch, node

from spadille.server.commands import AnyCommand
from spadille.server.messages import AnyMessage

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "web/src/protocol/types.ts"


def schema() -> dict[str, Any]:
    """One schema of all commands and messages."""
    (command, message), parts = msgspec.json.schema_components(
        (AnyCommand, AnyMessage), ref_template="#/definitions/{name}"
    )
    named = {part: part for part in parts} | {part: _plain(part) for part in parts if "." in part}
    text = json.dumps(
        {
            "type": "object",
            "properties": {"command": command, "message": message},
            "required": ["command", "message"],
            "definitions": {named[part]: content for part, content in parts.items()},
        }
    )
    for part, name in named.items():
        text = text.replace(f'"#/definitions/{part}"', f'"#/definitions/{name}"')
    found: dict[str, Any] = json.loads(text)
    return found


def _plain(part: str) -> str:
    """A name for a type of which there are two: `messages.Ping` becomes `MessagesPing`."""
    module, name = part.split(".")[-2:]
    return module.title() + name


def written() -> str:
    """The types as they should be, as TypeScript."""
    return node(ROOT / "web", "types.mjs", said=json.dumps(schema()))


def main() -> None:
    """Write the file."""
    fetch(ROOT / "web", everything=True)
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(written(), "utf-8")


if __name__ == "__main__":
    main()

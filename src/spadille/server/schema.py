"""The published JSON Schemas of the server's protocol.

`python -m spadille.server.schema docs/schema` writes them.
"""

import sys
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from spadille.record.schema import DIALECT, text_of
from spadille.server.commands import AnyCommand
from spadille.server.messages import PROTOCOL, AnyMessage, TableInfo
from spadille.server.new_table import NewTable

_TITLES: Final[dict[str, tuple[Any, str]]] = {
    "command": (AnyCommand, "What a client says to a table"),
    "message": (AnyMessage, "What a table says to a client"),
    "new_table": (NewTable, "What a new table is made from"),
    "table": (TableInfo, "What everybody at a table knows of it"),
}


@cache
def schemas() -> dict[str, dict[str, Any]]:
    """The schemas by name.

    >>> sorted(schemas())
    ['command', 'message', 'new_table', 'table']
    """
    made = {}
    for name, (kind, title) in _TITLES.items():
        made[name] = {"$schema": DIALECT, "title": title} | msgspec.json.schema(kind)
    welcome = made["message"]["$defs"]["Welcome"]["properties"]
    welcome["protocol"]["const"] = PROTOCOL
    return made


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

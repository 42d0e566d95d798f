"""The store: rooms, their entries, people and deals in a database, SQLite or PostgreSQL.

What `Store.append` was given is on the disk when it returns.
"""

from spadille.server.store.deals import Finished
from spadille.server.store.errors import (
    CodeTakenError,
    LoginTakenError,
    RowError,
    StoreDownError,
    StoreError,
    TakenError,
    UnsureError,
)
from spadille.server.store.location import file_url
from spadille.server.store.people import ApiToken, Person
from spadille.server.store.rooms import Room
from spadille.server.store.rows import Card, Deal, Row
from spadille.server.store.store import Store

__all__ = [
    "ApiToken",
    "Card",
    "CodeTakenError",
    "Deal",
    "Finished",
    "LoginTakenError",
    "Person",
    "Room",
    "Row",
    "RowError",
    "Store",
    "StoreDownError",
    "StoreError",
    "TakenError",
    "UnsureError",
    "file_url",
]

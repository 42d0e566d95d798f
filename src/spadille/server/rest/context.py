"""What end points work with, found from a request."""

from typing import NamedTuple

from starlette.requests import HTTPConnection

from spadille.server.house import House
from spadille.server.limits import Crowd, Limits
from spadille.server.people import Door, People
from spadille.server.records.records import Records
from spadille.server.store import Store


class Context(NamedTuple):
    """What a request is answered with."""

    house: House
    store: Store
    people: People
    door: Door
    limits: Limits
    crowd: Crowd
    records: Records


def context_of(connection: HTTPConnection) -> Context:
    """What a request is answered with."""
    context: Context = connection.app.state.context
    return context

"""Who is at the door: people with a signed token, with an account, and bots with their tokens."""

from spadille.server.people.door import Door, Entered
from spadille.server.people.errors import PersonError
from spadille.server.people.people import People
from spadille.server.people.person import Person

__all__ = ["Door", "Entered", "People", "Person", "PersonError"]

"""A person, and the place where persons are kept."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from spadille.server.store.people import ApiToken
from spadille.server.store.people import Person as Kept


class Person(NamedTuple):
    """Who acts, a person or a bot; `login` is there for an account.

    `factor` is by how much longer he may think, `owner` the person whose bot it is.
    """

    id: str
    name: str
    login: str | None = None
    is_bot: bool = False
    factor: float = 1.0
    owner: str | None = None

    @classmethod
    def of(cls, kept: Kept) -> "Person":
        """A person without what nobody else needs to know."""
        return cls(kept.id, kept.name, kept.login, kept.is_bot, kept.factor, kept.owner)


class PersonStore(Protocol):
    """Keeps persons and the tokens of bots, as `spadille.server.store.people.People`."""

    async def add(  # noqa: PLR0913 - a person's columns
        self,
        person: str,
        name: str,
        *,
        login: str | None = None,
        password: str | None = None,
        is_bot: bool = False,
        owner: str | None = None,
    ) -> Kept:
        """Add a person of a new id; raises `LoginTakenError`."""

    async def change(self, person: str, **values: str | float | bool | None) -> None:
        """Change columns of a person; raises `LoginTakenError`."""

    async def one(self, person: str) -> Kept | None:
        """The person of an id."""

    async def by_login(self, login: str) -> Kept | None:
        """The person of a login."""

    async def by_token(self, digest: str) -> Kept | None:
        """The bot of an API token."""

    async def bots_of(self, owner: str) -> list[Kept]:
        """The bots of a person, in the order in which they were made."""

    async def remove(self, person: str) -> None:
        """Remove a person and what belongs to him."""

    async def add_token(self, digest: str, person: str, label: str) -> ApiToken:
        """Add an API token of a new digest."""

    async def tokens(self, person: str) -> list[ApiToken]:
        """The API tokens of a bot."""

    async def remove_token(self, digest: str, person: str) -> bool:
        """Remove an API token; whether there was one."""


class Secrets(Protocol):
    """A store with persons and secrets, as `spadille.server.store.Store`."""

    @property
    def people(self) -> PersonStore:
        """The persons."""

    async def secret(self, name: str, make: Callable[[], str]) -> str:
        """The secret of a name, made by the first who asks."""


__all__ = ["ApiToken", "Kept", "Person", "PersonStore", "Secrets"]

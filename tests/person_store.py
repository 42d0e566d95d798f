"""Persons kept in memory, as the store keeps them."""

from collections.abc import Callable
from typing import Any

from spadille.server.store import ApiToken, LoginTakenError, Person


class MemoryPeople:
    """Fits `spadille.server.people.person.PersonStore`."""

    def __init__(self) -> None:
        self.kept: dict[str, Person] = {}
        self.api_tokens: dict[str, ApiToken] = {}
        self.now = 0

    async def add(  # noqa: PLR0913 - a person's columns
        self,
        person: str,
        name: str,
        *,
        login: str | None = None,
        password: str | None = None,
        is_bot: bool = False,
        owner: str | None = None,
    ) -> Person:
        assert person not in self.kept
        self._check(person, login)
        self.now += 1
        self.kept[person] = Person(
            person, self.now, name, login, password, is_bot=is_bot, owner=owner
        )
        return self.kept[person]

    async def change(self, person: str, **values: Any) -> None:
        self._check(person, values.get("login"))
        self.kept[person] = self.kept[person]._replace(**values)

    def _check(self, person: str, login: str | None) -> None:
        others = {kept.login for kept in self.kept.values() if kept.id != person}
        if login is not None and login in others:
            raise LoginTakenError("The login {login} is taken.", login=login)

    async def one(self, person: str) -> Person | None:
        return self.kept.get(person)

    async def by_login(self, login: str) -> Person | None:
        return next((kept for kept in self.kept.values() if kept.login == login), None)

    async def by_token(self, digest: str) -> Person | None:
        token = self.api_tokens.get(digest)
        return None if token is None else self.kept.get(token.person)

    async def bots_of(self, owner: str) -> list[Person]:
        return [kept for kept in self.kept.values() if kept.owner == owner]

    async def remove(self, person: str) -> None:
        gone = {person} | {bot.id for bot in await self.bots_of(person)}
        self.kept = {key: kept for key, kept in self.kept.items() if key not in gone}
        self.api_tokens = {
            key: token for key, token in self.api_tokens.items() if token.person not in gone
        }

    async def add_token(self, digest: str, person: str, label: str) -> ApiToken:
        self.api_tokens[digest] = ApiToken(digest, person, label, self.now)
        return self.api_tokens[digest]

    async def tokens(self, person: str) -> list[ApiToken]:
        return [token for token in self.api_tokens.values() if token.person == person]

    async def remove_token(self, digest: str, person: str) -> bool:
        token = self.api_tokens.get(digest)
        if token is None or token.person != person:
            return False
        del self.api_tokens[digest]
        return True


class MemoryStore:
    """Fits `spadille.server.people.person.Secrets`."""

    def __init__(self) -> None:
        self.people = MemoryPeople()
        self.secrets: dict[str, str] = {}

    async def secret(self, name: str, make: Callable[[], str]) -> str:
        return self.secrets.setdefault(name, make())

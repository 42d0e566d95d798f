"""People, with or without an account, and the API tokens of bots."""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from spadille.server.store.database import Database
from spadille.server.store.errors import LoginTakenError
from spadille.server.store.tables import API_TOKENS, PERSONS, TALLIES


class Person(NamedTuple):
    """A person or a bot.

    `login` and `password`, a hash, are there for an account; `factor` is by how much longer the
    person may think; `owner` is the person whose bot it is; `created` is in milliseconds.
    """

    id: str
    created: int
    name: str
    login: str | None = None
    password: str | None = None
    is_bot: bool = False
    factor: float = 1.0
    owner: str | None = None


class ApiToken(NamedTuple):
    """An API token, of which only the digest is kept; `created` is in milliseconds."""

    digest: str
    person: str
    label: str
    created: int


class People:
    """The people of a database."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock

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
        """Add a person of a new id; raises `LoginTakenError`."""
        new = Person(person, self._clock(), name, login, password, is_bot, owner=owner)
        await self._write(insert(PERSONS).values(**new._asdict()), login)
        return new

    async def change(self, person: str, **values: str | float | bool | None) -> None:
        """Change columns of a person, such as `name`; raises `LoginTakenError`."""
        changing = update(PERSONS).where(PERSONS.c.id == person).values(**values)
        await self._write(changing, values.get("login"))

    async def _write(self, statement: Any, login: object) -> None:
        try:
            async with self._database.writing() as connection:
                await connection.execute(statement)
        except IntegrityError as error:
            if "login" not in str(error.orig):
                raise
            raise LoginTakenError(
                "The login {login} is taken; choose another one.", login=login
            ) from None

    async def one(self, person: str) -> Person | None:
        """The person of an id."""
        return await self._find(PERSONS.c.id == person)

    async def by_login(self, login: str) -> Person | None:
        """The person of a login."""
        return await self._find(PERSONS.c.login == login)

    async def by_token(self, digest: str) -> Person | None:
        """Whose API token has a digest."""
        owner = select(API_TOKENS.c.person).where(API_TOKENS.c.digest == digest)
        return await self._find(PERSONS.c.id == owner.scalar_subquery())

    async def bots_of(self, owner: str) -> list[Person]:
        """The bots of a person, in the order in which they were made."""
        chosen = select(PERSONS).where(PERSONS.c.owner == owner)
        async with self._database.reading() as connection:
            found = await connection.execute(chosen.order_by(PERSONS.c.created, PERSONS.c.id))
            return [Person(*kept) for kept in found]

    async def _find(self, condition: ColumnElement[bool]) -> Person | None:
        async with self._database.reading() as connection:
            found = (await connection.execute(select(PERSONS).where(condition))).first()
        return None if found is None else Person(*found)

    async def names(self, persons: Collection[str]) -> dict[str, str]:
        """The names of those persons that there are."""
        if not persons:
            return {}
        chosen = select(PERSONS.c.id, PERSONS.c.name).where(
            PERSONS.c.id.in_(select(self._database.each(persons).c.value))
        )
        async with self._database.reading() as connection:
            return {kept.id: kept.name for kept in await connection.execute(chosen)}

    async def remove(self, person: str) -> None:
        """Remove a person and his bots, with API tokens and tallies; rooms keep the ids."""
        owned = select(PERSONS.c.id).where(PERSONS.c.owner == person)
        async with self._database.writing() as connection:
            for column in (API_TOKENS.c.person, TALLIES.c.person, PERSONS.c.id):
                await connection.execute(
                    delete(column.table).where((column == person) | column.in_(owned))
                )

    async def add_token(self, digest: str, person: str, label: str) -> ApiToken:
        """Add an API token of a new digest."""
        new = ApiToken(digest, person, label, self._clock())
        async with self._database.writing() as connection:
            await connection.execute(insert(API_TOKENS).values(**new._asdict()))
        return new

    async def tokens(self, person: str) -> list[ApiToken]:
        """A person's API tokens, in the order in which they were made."""
        chosen = select(API_TOKENS).where(API_TOKENS.c.person == person)
        async with self._database.reading() as connection:
            found = await connection.execute(
                chosen.order_by(API_TOKENS.c.created, API_TOKENS.c.digest)
            )
            return [ApiToken(*kept) for kept in found]

    async def remove_token(self, digest: str, person: str) -> bool:
        """Remove an API token of a person; whether there was one."""
        chosen = delete(API_TOKENS).where(
            API_TOKENS.c.digest == digest, API_TOKENS.c.person == person
        )
        async with self._database.writing() as connection:
            return bool((await connection.execute(chosen)).rowcount)


__all__ = ["ApiToken", "People", "Person"]

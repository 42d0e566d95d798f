"""Secrets of a server, such as the key that signs tokens: made once, the same for all."""

from collections.abc import Callable

from sqlalchemy import select

from spadille.server.store.database import Database
from spadille.server.store.tables import SECRETS


async def secret(database: Database, name: str, make: Callable[[], str]) -> str:
    """The secret of a name; made if there is none yet, by whoever comes first."""
    chosen = select(SECRETS.c.value).where(SECRETS.c.name == name)
    adding = database.insert(SECRETS).values(name=name, value=make()).on_conflict_do_nothing()
    async with database.writing() as connection:
        await connection.execute(adding)
        return str((await connection.execute(chosen)).scalar_one())


__all__ = ["secret"]

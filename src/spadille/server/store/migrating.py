"""Bringing a database to the tables of this version, step by step."""

from functools import cache
from importlib.resources import files

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, inspect

from spadille.server.store.errors import StoreError
from spadille.server.store.tables import METADATA


@cache
def steps() -> ScriptDirectory:
    """The steps, as they were installed."""
    return ScriptDirectory(str(files("spadille.server.store") / "migrations"))


def migrate(connection: Connection, shown: str, goal: str = "head") -> None:
    """Bring a database to a step, within the transaction of the connection.

    Raises `StoreError` if the database is of a newer version, or has another program's tables.
    """
    script = steps()
    context = MigrationContext.configure(
        connection,
        opts={
            "fn": lambda reached, _: script._upgrade_revs(goal, reached),  # noqa: SLF001 - as Alembic's manual does
            "target_metadata": METADATA,
        },
    )
    reached = context.get_current_revision()
    if reached is None:
        _refuse_others(connection, shown)
    else:
        _refuse_newer(script, reached, shown)
    with Operations.context(context):
        context.run_migrations()


def _refuse_others(connection: Connection, shown: str) -> None:
    clash = sorted(set(inspect(connection).get_table_names()) & set(METADATA.tables))
    if clash:
        raise StoreError(
            "The database {url} has a table {table} of another program; name an empty database.",
            url=shown,
            table=clash[0],
        )


def _refuse_newer(script: ScriptDirectory, reached: str, shown: str) -> None:
    try:
        script.get_revision(reached)
    except CommandError:
        raise StoreError(
            "The database {url} is of a newer version of Spadille (step {step}); install that"
            " version, or name another database.",
            url=shown,
            step=reached,
        ) from None


__all__ = ["migrate", "steps"]

"""Databases for tests: files, and databases of their own on a PostgreSQL that answers."""

import asyncio
import os
import secrets
import sqlite3
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from functools import cache
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped] # it has no type information
import pytest
from sqlalchemy import make_url

from spadille.server.store import Store

SERVER: Final = os.environ.get("SPADILLE_TEST_POSTGRES", "postgresql://root@127.0.0.1/test")
REQUIRED: Final = os.environ.get("SPADILLE_REQUIRE_SERVICES") == "1"
BOUND: Final = 60.0
"""The seconds after which something that is waited for will not come any more."""

NOW: Final = 1_800_000_000_000


def missing(what: str) -> None:
    """Skip a test for what is not there, unless it has to be."""
    if REQUIRED:
        pytest.fail(what)
    pytest.skip(what)


async def ask(url: str, *statements: str) -> Any:
    """The first value that the last of some statements returns, without the store."""
    file = make_url(url).database if url.startswith("sqlite:") else None
    if file is not None:
        with closing(sqlite3.connect(file, isolation_level=None)) as found:
            rows = [found.execute(statement).fetchone() for statement in statements]
            return rows[-1] and rows[-1][0]
    connection = await asyncpg.connect(url, timeout=BOUND)
    try:
        for statement in statements[:-1]:
            await connection.execute(statement)
        return await connection.fetchval(statements[-1])
    finally:
        await connection.close()


@cache
def _trouble() -> str | None:
    """Why no PostgreSQL can be used; None if one can."""
    try:
        asyncio.run(ask(SERVER, "SELECT 1"))
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        return f"no PostgreSQL answers at SPADILLE_TEST_POSTGRES ({error})"
    return None


@contextmanager
def new_postgres(options: str = "") -> Iterator[str]:
    """The URL of an empty database, which is dropped afterwards."""
    trouble = _trouble()
    if trouble is not None:
        missing(trouble)
    name = f"spadille_{secrets.token_hex(8)}"
    asyncio.run(ask(SERVER, f"CREATE DATABASE {name} {options}"))
    try:
        yield make_url(SERVER).set(database=name).render_as_string(hide_password=False)
    finally:
        asyncio.run(ask(SERVER, f"DROP DATABASE {name} WITH (FORCE)"))


@asynccontextmanager
async def opened(url: str, **how: Any) -> AsyncIterator[Store]:
    """An open store."""
    store = await Store.open(url, clock=lambda: NOW, **how)
    try:
        yield store
    finally:
        await store.close()


def run(test: Coroutine[Any, Any, None]) -> None:
    """Run an asynchronous test, but not for ever."""

    async def bounded() -> None:
        async with asyncio.timeout(BOUND * 5):
            await test

    asyncio.run(bounded())

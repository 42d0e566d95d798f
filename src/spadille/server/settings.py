"""The settings of a server: where it listens, where it keeps things, whom it trusts."""

from pathlib import Path
from typing import NamedTuple

from platformdirs import user_data_path

from spadille.server import HOST, PORT
from spadille.server.store import file_url


def default_database() -> str:
    """The URL of the database in the user's own folder."""
    return file_url(user_data_path("spadille") / "server.db")


class Settings(NamedTuple):
    """What is chosen when a server is started.

    `database` and `redis` are URLs. `origins` are those of pages besides its own that may speak to
    it; `proxies` are addresses of proxies whose word on the client's address and scheme is taken.
    `thinkers` is the number of processes for bots; `allowance` is by how much more than usual an
    address may do. `heartbeat` are the seconds after which a
    silent client is asked whether it is there; `drain` those that clients have to go when it stops.
    """

    host: str = HOST
    port: int = PORT
    database: str = ""
    redis: str = ""
    origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    thinkers: int | None = None
    allowance: float = 1.0
    heartbeat: float = 20.0
    drain: float = 5.0
    pages: Path | None = None

    @property
    def database_url(self) -> str:
        """The URL of the database."""
        return self.database or default_database()

    @property
    def shares(self) -> bool:
        """Whether other processes may use the same database."""
        return self.database_url.startswith("postgres")


__all__ = ["Settings", "default_database"]

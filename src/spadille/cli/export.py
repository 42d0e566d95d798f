"""The commands `export` and `import`: all that a server keeps, for moving house."""

import asyncio
import os
import secrets
from pathlib import Path
from typing import BinaryIO

import click

from spadille.cli.click_pages import Book, command
from spadille.cli.faults import Fault
from spadille.cli.files import check_place
from spadille.cli.options import Adder, force_option
from spadille.cli.terminal import Terminal
from spadille.errors import SentenceError
from spadille.record.reasons import refusal
from spadille.words import Words
from spadille.words.faults import told

_PRIVATE = 0o600


def database_option(words: Words) -> Adder:
    """The option --database."""
    return click.option(
        "--database",
        metavar="URL",
        envvar="SPADILLE_DATABASE",
        default="",
        help=words.say(
            "Where everything is kept: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME; a"
            " file of yours by default."
        ),
    )


def add_export(book: Book, words: Words) -> None:
    """The command `export`."""
    about = words.say(
        "Write all that a server keeps to the new file OUT, to move it to another machine or"
        " database. Keep the file secret: it holds the hidden cards of running deals, password"
        " hashes and the keys of the server. Stop a server with SQLite before; one with PostgreSQL"
        " may go on."
    )

    @command(book, "export", about)
    @click.argument("target", type=click.Path(path_type=Path), metavar="OUT")
    @database_option(words)
    @force_option(words)
    def run(target: Path, *, database: str, force: bool) -> None:
        check_place(words, target, force=force)
        draft = target.with_name(f".spadille-{secrets.token_hex(8)}")
        try:
            _write(database, draft)
            draft.replace(target)
        except SentenceError as error:
            raise Fault(told(words, error)) from None
        except OSError as error:
            raise Fault(
                words.say("{file} cannot be written ({why}).", file=target, why=_why(words, error))
            ) from None
        finally:
            draft.unlink(missing_ok=True)
        Terminal().show(
            words.say("Wrote {file}. Keep it secret, and delete it afterwards.", file=target),
            whole=True,
        )


def _write(database: str, draft: Path) -> None:
    """Write a file that only its owner may read, and have it on the disk."""
    from spadille.server.settings import Settings  # noqa: PLC0415 - the database takes its time
    from spadille.server.store.moving import export  # noqa: PLC0415 - as above

    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE)
    with os.fdopen(handle, "wb") as file:
        asyncio.run(export(Settings(database=database).database_url, file))
        file.flush()
        os.fsync(file.fileno())


def add_import(book: Book, words: Words) -> None:
    """The command `import`."""
    about = words.say(
        "Fill an empty database with the file IN that `spadille export` has written; the server"
        " then goes on where it was."
    )

    @command(book, "import", about)
    @click.argument("source", type=click.Path(path_type=Path), metavar="IN")
    @database_option(words)
    def run(source: Path, *, database: str) -> None:
        try:
            with source.open("rb") as file:
                rooms = _take_in(database, file)
        except SentenceError as error:
            raise Fault(told(words, error)) from None
        except OSError as error:
            raise Fault(
                words.say("{file} cannot be read ({why}).", file=source, why=_why(words, error))
            ) from None
        Terminal().show(
            words.many(
                "The database holds {n} table now; start the server with it.",
                "The database holds {n} tables now; start the server with it.",
                rooms,
            )
        )


def _take_in(database: str, file: BinaryIO) -> int:
    """Fill a database; how many rooms it has then."""
    from spadille.server.settings import Settings  # noqa: PLC0415 - as above
    from spadille.server.store.moving import take_in  # noqa: PLC0415 - as above

    return asyncio.run(take_in(Settings(database=database).database_url, file))["rooms"]


def _why(words: Words, error: OSError) -> str:
    """Why the system refuses."""
    why = refusal(error)
    return why if isinstance(why, str) else told(words, why)


__all__ = ["add_export", "add_import", "database_option"]

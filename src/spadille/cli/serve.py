"""The command `serve`: tables for people and bots over the network."""

import json
import os
import sys
import urllib.request
import webbrowser
from collections.abc import Mapping, Sequence
from http.client import HTTPException

import click

from spadille.cli.click_pages import Book, command
from spadille.cli.faults import Fault
from spadille.cli.terminal import Terminal
from spadille.server import HOST, PORT
from spadille.server.addresses import pages
from spadille.words import Words
from spadille.words.faults import told

PROBE = 1.0
"""Seconds in which a server that is there answers."""


def add_serve(book: Book, words: Words) -> None:
    """The command `serve`."""

    @command(book, "serve", words.say("Serve tables for people and bots over the network."))
    @click.option(
        "--host",
        default=HOST,
        show_default=True,
        help=words.say("The address to listen at; 0.0.0.0 lets other machines in."),
    )
    @click.option(
        "--port",
        type=click.IntRange(0, 65535),
        default=PORT,
        show_default=True,
        help=words.say("The port to listen at; 0 takes a free one."),
    )
    @click.option(
        "--database",
        metavar="URL",
        envvar="SPADILLE_DATABASE",
        default="",
        help=words.say(
            "Where everything is kept: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME; a"
            " file of yours by default."
        ),
    )
    @click.option(
        "--redis",
        metavar="URL",
        envvar="SPADILLE_REDIS",
        default="",
        help=words.say("Redis, by which several processes wake each other."),
    )
    @click.option(
        "--origin",
        "origins",
        multiple=True,
        metavar="URL",
        help=words.say(
            "A page elsewhere that may speak to this server, such as https://a.example."
        ),
    )
    @click.option(
        "--proxy",
        "proxies",
        multiple=True,
        metavar="ADDRESS",
        help=words.say("A proxy whose word on who asks is taken."),
    )
    @click.option(
        "--thinkers",
        type=click.IntRange(1, 256),
        metavar="N",
        help=words.say("How many processes think for bots; one less than there are processors."),
    )
    @click.option(
        "--allowance",
        type=click.FloatRange(0.1, 1000),
        default=1.0,
        show_default=True,
        help=words.say("How many times as much as usual a client may do; see the limits."),
    )
    @click.option("--open", "opens", is_flag=True, help=words.say("Open the page in your browser."))
    def run(  # noqa: PLR0913 - one for each option
        *,
        host: str,
        port: int,
        database: str,
        redis: str,
        origins: tuple[str, ...],
        proxies: tuple[str, ...],
        thinkers: int | None,
        allowance: float,
        opens: bool,
    ) -> int:
        terminal = Terminal()
        page, _ = pages(host, port)
        if opens and answers(page):
            show_page(words, terminal, page)
            return 0
        # The server is large and loaded only to serve.
        from spadille.server import logs, serving, settings  # noqa: PLC0415

        logs.set_up()

        def ready(page: str, others: Sequence[str]) -> None:
            terminal.show(words.say("Spadille serves at {address}", address=page))
            if others:
                reached = ", ".join(others)
                terminal.show(words.say("Others reach it at {addresses}", addresses=reached))
            if opens:
                show_page(words, terminal, page)
                terminal.show(words.say("Ctrl-C here ends the server."))

        chosen = settings.Settings(
            host=host,
            port=port,
            database=database,
            redis=redis,
            origins=origins,
            proxies=proxies,
            thinkers=thinkers,
            allowance=allowance,
        )
        try:
            return 0 if serving.serve(chosen, ready) else 1
        except serving.FAULTS as error:
            raise Fault(told(words, error)) from None


def answers(page: str) -> bool:
    """Whether a Spadille serves a page already, started elsewhere on this machine."""
    try:
        with urllib.request.urlopen(f"{page}/api/server", timeout=PROBE) as answer:  # noqa: S310
            return "version" in json.load(answer)
    except (OSError, ValueError, HTTPException):  # the last is what no web server says
        return False


def show_page(words: Words, terminal: Terminal, page: str) -> None:
    """Open a page where there is a screen, else tell where it is."""
    if has_screen(sys.platform, os.environ) and webbrowser.open(page):
        terminal.show(words.say("The page is open in your browser: {address}", address=page))
    else:
        terminal.show(words.say("Open {address} in a browser.", address=page))


def has_screen(platform: str, environ: Mapping[str, str]) -> bool:
    """Whether there is a screen to open a page on.

    >>> has_screen("linux", {}), has_screen("linux", {"DISPLAY": ":0"}), has_screen("darwin", {})
    (False, True, True)
    """
    if platform in ("darwin", "win32"):
        return True
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


__all__ = ["add_serve"]

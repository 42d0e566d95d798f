"""Click in our words: help pages and faults in the reader's language, always exit code 2."""

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TextIO

import click

from spadille.cli.faults import EXIT_CODE, Fault, sentence
from spadille.cli.terminal import Terminal
from spadille.record import Remark
from spadille.record.reasons import refusal
from spadille.words import LANGUAGES, Words, faults

INTERRUPTED = 130


class Page(click.Command):
    """A command whose help page is in the reader's language."""

    words: Words
    allow_extra_args = True  # refused below, in our words

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed; what is left over is refused."""
        try:
            rest = super().parse_args(ctx, args)
        except click.UsageError as fault:
            fault.ctx = fault.ctx or ctx
            raise
        if ctx.args and not isinstance(self, click.Group):
            ctx.fail(
                self.words.say(
                    "{text} is not expected here; `--help` shows what can be given.",
                    text=ctx.args[0],
                )
            )
        return rest

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the line that shows how the command is called."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=self.words.say("Usage:") + " ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options."""
        records = [
            record for param in self.get_params(ctx) if (record := param.get_help_record(ctx))
        ]
        with formatter.section(self.words.say("Options")):
            formatter.write_dl(records)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option --help."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = self.words.say("Show this page.")
        return option


class Book(Page, click.Group):
    """The whole program: its commands, and what happens when something is wrong."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options and the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands."""
        commands = [
            (name, self.commands[name].get_short_help_str()) for name in self.list_commands(ctx)
        ]
        with formatter.section(self.words.say("Commands")):
            formatter.write_dl(commands)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - as click calls it
        """The commands in the order in which they were added."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; raises click's fault with our sentence if there is none."""
        name = args[0]
        if name not in self.commands and not name.startswith("-"):
            known = ", ".join(self.commands)
            ctx.fail(
                self.words.say(
                    "There is no command {name}; there are {known}.", name=name, known=known
                )
            )
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the program; faults are shown as sentences and end with exit code 2."""
        standalone = extra.pop("standalone_mode", True)
        start: Callable[..., Any] = super().main
        try:
            code = self._run(start, *args, **extra)
        except click.ClickException as fault:
            code = self._show(fault)
        except click.Abort:
            code = INTERRUPTED
        except OSError as error:
            _close_quietly(sys.stdout)
            code = 1 if error.errno == errno.EPIPE else self._show(self._fault(error))
        if standalone:
            sys.exit(code)
        return code

    def _run(self, start: Callable[..., Any], *args: Any, **extra: Any) -> Any:
        """Run the program, and have what it shows really written."""
        stdout = getattr(sys, "stdout", None)
        if stdout is None:
            raise Fault(self.words.say("Nothing can be shown here: the output is closed."))
        code = start(*args, standalone_mode=False, **extra)
        stdout.flush()
        return code

    def _fault(self, error: OSError) -> Fault:
        """What the system refused, as a sentence."""
        why: Any = refusal(error)
        if isinstance(why, Remark):
            why = faults.told(self.words, why)
        if error.filename:
            return Fault(self.words.say("{file}: {problem}.", file=error.filename, problem=why))
        return Fault(self.words.say("The output cannot be written: {why}.", why=why))

    def _show(self, fault: click.ClickException) -> int:
        """Show what is wrong, if that can be shown; returns the exit code."""
        try:
            if getattr(sys, "stderr", None) is not None:
                self._tell(fault)
        except OSError:
            _close_quietly(sys.stderr)
        return EXIT_CODE

    def _tell(self, fault: click.ClickException) -> None:
        context = fault.ctx if isinstance(fault, click.UsageError) else None
        terminal = Terminal()
        terminal.console.stderr = True
        path = "spadille" if context is None else context.command_path
        terminal.show(f"{path}: {sentence(self.words, fault)}", whole=True)
        if context is not None:
            terminal.show(
                self.words.say("`{command} --help` shows what can be given.", command=path)
            )
        sys.stderr.flush()


def _close_quietly(stream: TextIO) -> None:
    """Nobody reads any more: let nothing complain while the program ends."""
    silent = os.open(os.devnull, os.O_WRONLY)
    with suppress(OSError, AttributeError):
        os.dup2(silent, stream.fileno())


def language_option(words: Words) -> Callable[[Any], Any]:
    """The option --lang, which `spadille.cli.main` reads before the commands are built."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        expose_value=False,
        help=words.say("The language; else that of the locale."),
    )


def command(book: Book, name: str, help_text: str) -> Callable[[Callable[..., Any]], click.Command]:
    """Add a function to the program as a command."""

    def add(function: Callable[..., Any]) -> click.Command:
        page = type("Page", (Page,), {"words": book.words})
        spoken = language_option(book.words)(function)
        made: click.Command = click.command(name, cls=page, help=help_text)(spoken)
        book.add_command(made)
        return made

    return add


__all__ = ["INTERRUPTED", "Book", "Page", "command", "language_option"]

"""The command `match`: bots against bots, and what came of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from spadille.bots import BotError
from spadille.cli.click_pages import Book, command
from spadille.cli.faults import fault_of
from spadille.cli.files import check_place
from spadille.cli.match_page import failing_lines, figures_page
from spadille.cli.options import Adder, force_option, rules_option, together
from spadille.cli.terminal import Terminal
from spadille.contest import Contest, ContestError, Lineup, Progress, Result, run
from spadille.contest.export import as_csv, as_json
from spadille.record import RecordError
from spadille.record.storage import save
from spadille.rules import Rules, RulesError, describe
from spadille.words import Words

MATCHES = 100
"""How many matches are played where nothing says how many."""


def add_match(book: Book, words: Words) -> None:
    """The command `match`."""
    about = words.say(
        "Let bots play matches with the same cards and swapped seats, and compare them. A bot is"
        " a NAME(option=value,…), a module:Class, or cmd: and the command of a program."
    )

    @command(book, "match", about)
    @click.argument("bots", nargs=-1, required=True, metavar="BOT BOT…")
    @rules_option(words, "standard")
    @amount_options(words)
    @click.option(
        "--seed",
        type=int,
        default=1,
        help=words.say("A number; the same one gives the same cards and the same result."),
    )
    @click.option(
        "--jobs",
        type=click.IntRange(1),
        metavar="N",
        help=words.say("How many processes play; else as many as there are processors."),
    )
    @click.option(
        "--ray", metavar="ADDRESS", help=words.say("Play on the Ray cluster at this address.")
    )
    @time_options(words)
    @file_options(words)
    @force_option(words)
    def run_match(  # noqa: PLR0913 - one for each option
        *,
        bots: tuple[str, ...],
        rules: Rules,
        matches: int | None,
        deals: int | None,
        single_deals: bool,
        lineup: str,
        seed: int,
        jobs: int | None,
        ray: str | None,
        seconds: float,
        bank: float,
        out: Path | None,
        csv: Path | None,
        json: Path | None,
        force: bool,
    ) -> None:
        if matches is None and deals is None:
            matches = MATCHES
        with said(words):
            contest = Contest(
                bots=bots,
                rules=describe(rules),
                matches=matches,
                deals=deals,
                single_deals=single_deals,
                lineup=Lineup(lineup),
                seed=seed,
                seconds=seconds,
                bank=bank,
            )
        for path in (csv, json):
            if path is not None:
                check_place(words, path, force=force)
        if out is not None:
            check_place(words, out, force=True)
        terminal = Terminal()
        with said(words), progress_bar() as tell:
            result = play(words, terminal, contest, jobs=jobs, out=out, ray=ray, tell=tell)
        terminal.show(figures_page(words, result), *failing_lines(words, result))
        try:
            if csv is not None:
                save(csv, as_csv(result).encode())
            if json is not None:
                save(json, as_json(result))
        except RecordError as error:
            raise fault_of(words, error) from None


def play(words: Words, terminal: Terminal, contest: Contest, **how: Any) -> Result:
    """Run a contest; who stops it is told how it goes on."""
    try:
        return run(contest, **how)
    except KeyboardInterrupt:
        if how["out"] is not None:
            terminal.show(words.say("Stopped. The same command goes on from here."))
        raise


@contextmanager
def said(words: Words) -> Iterator[None]:
    """Let what a contest refuses be said in the reader's language; raises `Fault`."""
    try:
        yield
    except (BotError, RulesError, ContestError) as error:
        raise fault_of(words, error) from None


@contextmanager
def progress_bar() -> Iterator[Callable[[Progress], None]]:
    """A bar while the contest runs, where a person watches."""
    columns = BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn()
    console = Console(stderr=True)
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("")

        def tell(progress: Progress) -> None:
            bar.update(task, completed=progress.done, total=progress.wanted)

        yield tell


def amount_options(words: Words) -> Adder:
    """How much is played, and how."""
    return together(
        click.option(
            "--matches",
            type=click.IntRange(1),
            metavar="N",
            help=words.say(
                "How many matches are played, each once for every way to seat the bots."
            ),
        ),
        click.option(
            "--deals",
            type=click.IntRange(1),
            metavar="N",
            help=words.say("Play matches until this many deals are dealt."),
        ),
        click.option(
            "--single-deals",
            is_flag=True,
            help=words.say(
                "Play every deal from 0:0 in a match of its own: more deals, less luck."
            ),
        ),
        click.option(
            "--lineup",
            type=click.Choice([str(lineup) for lineup in Lineup]),
            default=str(Lineup.TURNS),
            help=words.say(
                "turns: the bots are dealt out to the sides in turn; alone: the first bot plays"
                " against the second in all other seats; both: then the second against the first."
            ),
        ),
    )


def time_options(words: Words) -> Adder:
    """How long a program may take."""
    return together(
        click.option(
            "--seconds",
            type=float,
            default=10.0,
            metavar="S",
            help=words.say("How long a program may take for a decision; 10 by default."),
        ),
        click.option(
            "--bank",
            type=float,
            default=0.0,
            metavar="S",
            help=words.say("What a program may take beyond that in a whole match."),
        ),
    )


def file_options(words: Words) -> Adder:
    """Where the contest and its results are kept."""
    helps = {
        "--out": words.say("Keep what is played in a file; the same command goes on with it."),
        "--csv": words.say("Write a row for each side of each deal to a file."),
        "--json": words.say("Write the figures to a file."),
    }
    kind = click.Path(path_type=Path)
    return together(
        *(click.option(name, type=kind, metavar="FILE", help=text) for name, text in helps.items())
    )


__all__ = ["add_match"]

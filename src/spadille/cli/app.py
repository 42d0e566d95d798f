"""The commands of `spadille`, built once the language is known."""

from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import click

from spadille.cli import faults, pages
from spadille.cli.choose import choose_rules
from spadille.cli.click_pages import Book, command, language_option
from spadille.cli.files import check_file, convert, read_right
from spadille.cli.narrator import Narrator
from spadille.cli.people import bots_only
from spadille.cli.play import find_saved, new_setup, play
from spadille.cli.replay import Replay
from spadille.cli.saves import Saved, fresh_seed, remember_rules, store, unfinished
from spadille.cli.table_bots import TableBots
from spadille.cli.terminal import Terminal
from spadille.cli.titles import rules_title
from spadille.cli.watch import watch
from spadille.rules import Rules, RulesError, load, parse
from spadille.table import Table, seeded
from spadille.words import Words

RULES = "NAME(option=value,…)"


def rules_option(words: Words) -> Callable[[Any], Any]:
    """The option --rules, read as people write rule sets."""

    def read(_context: click.Context, _option: click.Parameter, text: str | None) -> Rules | None:
        return None if text is None else read_rules(words, text)

    return click.option(
        "--rules",
        metavar=RULES,
        callback=read,
        help=words.say("The rule set; `spadille rules` lists them."),
    )


def read_rules(words: Words, text: str) -> Rules:
    """Read a rule set; raises `Fault`."""
    try:
        return parse(text)
    except RulesError as error:
        raise faults.rules_fault(words, error) from None


def build(words: Words) -> Book:
    """The whole program in one language."""
    book_class = type("Book", (Book,), {"words": words})
    about = words.say(
        "Spades in the terminal: play, watch, read the rules, check and replay games."
    )

    @click.group("spadille", cls=book_class, help=about, invoke_without_command=True)
    @click.option("--version", is_flag=True, help=words.say("Show the version."))
    @language_option(words)
    @click.pass_context
    def program(context: click.Context, *, version: bool) -> None:
        if version:
            click.echo(f"spadille {metadata.version('spadille')}")
            context.exit()
        if context.invoked_subcommand is None:
            click.echo(context.get_help())

    assert isinstance(program, Book)
    for add in (add_play, add_watch, add_rules, add_check, add_replay, add_convert):
        add(program, words)
    return program


def add_play(book: Book, words: Words) -> None:
    """The command `play`."""

    @command(book, "play", words.say("Play a match against bots."))
    @rules_option(words)
    @click.option("--seed", type=int, help=words.say("A number; the same one gives the same game."))
    @click.option("--bot", metavar="NAME", help=words.say("The bot that plays against you."))
    @click.option(
        "--seat", type=click.IntRange(0, 5), metavar="N", help=words.say("Your seat, from 0 on.")
    )
    @click.option("--name", metavar="TEXT", help=words.say("What you are called."))
    @click.option(
        "--no-auto-play", is_flag=True, help=words.say("Do not play a single legal card by itself.")
    )
    @click.option("--resume", is_flag=True, help=words.say("Go on with the last unfinished game."))
    def run(  # noqa: PLR0913 - one for each option
        rules: Rules | None,
        seed: int | None,
        bot: str | None,
        seat: int | None,
        name: str | None,
        *,
        no_auto_play: bool,
        resume: bool,
    ) -> int:
        terminal = Terminal()
        auto_play = not no_auto_play
        chosen: Rules | Saved = rules or load("standard")
        if resume:
            given = {"--rules": rules, "--seed": seed, "--bot": bot, "--seat": seat, "--name": name}
            for option, value in given.items():
                if value is not None:
                    raise faults.Fault(
                        words.say(
                            "`--resume` goes on as before; leave {option} out.", option=option
                        )
                    )
            chosen = find_saved(words, terminal)
        elif rules is None and terminal.interactive:
            chosen = choose_rules(words, terminal, unfinished(words)[0])
        if isinstance(chosen, Saved):
            faults.check_bot(words, chosen.setup.bot)
            return play(words, terminal, chosen.rules, chosen.setup, chosen, auto_play=auto_play)
        named = faults.check_bot(words, bot or "simple")
        remember_rules(chosen)
        setup = new_setup(words, chosen, seat or 0, name, named, seed)
        return play(words, terminal, chosen, setup, None, auto_play=auto_play)


def add_watch(book: Book, words: Words) -> None:
    """The command `watch`."""

    @command(book, "watch", words.say("Let bots play each other and print the game."))
    @rules_option(words)
    @click.option("--seed", type=int, help=words.say("A number; the same one gives the same game."))
    @click.option(
        "--bot",
        "bots",
        multiple=True,
        metavar="NAME",
        help=words.say("A bot; given several times, one for each player."),
    )
    @click.option(
        "--deals",
        type=click.IntRange(1),
        metavar="N",
        help=words.say("Stop after this many deals."),
    )
    @click.option(
        "--save",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help=words.say("Write the game to a file."),
    )
    @click.option("--quiet", is_flag=True, help=words.say("Print results only."))
    def run(  # noqa: PLR0913 - one for each option
        rules: Rules | None,
        seed: int | None,
        bots: tuple[str, ...],
        deals: int | None,
        save: Path | None,
        *,
        quiet: bool,
    ) -> None:
        rules = rules or load("standard")
        seats = rules.table.seats
        if len(bots) > seats:
            raise faults.Fault(
                words.say("{n} bots are given for {seats} players.", n=len(bots), seats=seats)
            )
        named = [faults.check_bot(words, name) for name in bots or ("simple",)]
        chosen = {player: named[player % len(named)] for player in range(seats)}
        seed = fresh_seed() if seed is None else seed
        terminal, people = Terminal(), bots_only(seats)
        terminal.show(words.say("{rules}, seed {seed}", rules=rules_title(words, rules), seed=seed))
        table = Table(rules, seeded(seed))
        narrator = Narrator(words, terminal, people, rules, quiet=quiet)
        watch(words, table, TableBots(words, terminal, chosen, seed), narrator, deals)
        if save is not None:
            store(words, save, table, people.names, seed)


def add_rules(book: Book, words: Words) -> None:
    """The command `rules`."""

    @command(book, "rules", words.say("List the rule sets, or show the rules of one."))
    @click.argument("name", required=False, metavar=f"[{RULES}]")
    @click.option("--options", is_flag=True, help=words.say("Show the options and their values."))
    def run(name: str | None, *, options: bool) -> None:
        rules = None if name is None else read_rules(words, name)
        show = Terminal().show
        if options:
            show(pages.option_table(words, rules or Rules()))
        elif rules is None:
            show(pages.preset_list(words))
        else:
            show(pages.rules_page(words, rules))


def add_check(book: Book, words: Words) -> None:
    """The command `check`."""

    @command(book, "check", words.say("Check a recorded game: a game file or PTN."))
    @click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
    def run(file: Path) -> None:
        check_file(words, Terminal(), file)


def add_replay(book: Book, words: Words) -> None:
    """The command `replay`."""

    @command(book, "replay", words.say("Print a recorded game trick by trick."))
    @click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
    @click.option(
        "--deal", type=click.IntRange(1), metavar="N", help=words.say("One deal only, from 1 on.")
    )
    @click.option(
        "--seat", type=click.IntRange(0, 5), metavar="N", help=words.say("As this seat saw it.")
    )
    def run(file: Path, deal: int | None, seat: int | None) -> None:
        Replay(words, Terminal(), read_right(words, file), seat).tell(deal)


def add_convert(book: Book, words: Words) -> None:
    """The command `convert`."""

    @command(book, "convert", words.say("Write a recorded game in the other form."))
    @click.argument("source", type=click.Path(path_type=Path), metavar="IN")
    @click.argument("target", type=click.Path(path_type=Path), metavar="OUT")
    def run(source: Path, target: Path) -> None:
        convert(words, source, target)

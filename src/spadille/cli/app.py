"""The commands of `spadille`, built once the language is known."""

import sys
from importlib import metadata
from pathlib import Path

import click

from spadille.cli import faults, pages
from spadille.cli.choose import choose_level, choose_rules
from spadille.cli.click_pages import Book, command, language_option
from spadille.cli.export import add_export, add_import
from spadille.cli.files import check_file, check_place, convert, read_right
from spadille.cli.match import add_match
from spadille.cli.narrator import Narrator
from spadille.cli.options import RULES, force_option, one_rule_set, read_rules, rules_either_way
from spadille.cli.pages import rules_title
from spadille.cli.people import bots_only
from spadille.cli.play import find_saved, new_setup, play
from spadille.cli.replay import Replay
from spadille.cli.saves import (
    Saved,
    fresh_seed,
    remember_level,
    remember_rules,
    store,
    tidy,
    unfinished,
)
from spadille.cli.serve import add_serve
from spadille.cli.table_bots import TableBots
from spadille.cli.terminal import Terminal
from spadille.cli.verify import add_verify
from spadille.cli.watch import watch
from spadille.rules import Rules, load
from spadille.table import Table, seeded
from spadille.words import Words
from spadille.words.levels import LEVELS, STRONGEST, level
from spadille.words.names import listed

NEWEST = "newest"


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
    for add in (
        add_play,
        add_serve,
        add_export,
        add_import,
        add_watch,
        add_rules,
        add_check,
        add_verify,
        add_replay,
        add_convert,
        add_match,
    ):
        add(program, words)
    return program


def add_play(book: Book, words: Words) -> None:
    """The command `play`."""

    @command(book, "play", words.say("Play a match against bots."))
    @rules_either_way(words)
    @click.option("--seed", type=int, help=words.say("A number; the same one gives the same game."))
    @click.option(
        "--bot",
        metavar="NAME",
        help=words.say(
            "The bots around you: {levels}, or another bot; {strongest} by default.",
            levels=", ".join(LEVELS),
            strongest=STRONGEST,
        ),
    )
    @click.option(
        "--seat", type=click.IntRange(0, 5), metavar="N", help=words.say("Your seat, from 0 on.")
    )
    @click.option("--name", metavar="TEXT", help=words.say("What you are called."))
    @click.option(
        "--no-auto-play", is_flag=True, help=words.say("Do not play a single legal card by itself.")
    )
    @click.option(
        "--resume",
        is_flag=False,
        flag_value=NEWEST,
        metavar="[GAME]",
        help=words.say("Go on with the last unfinished game, or with one by its file or name."),
    )
    def run(  # noqa: PLR0913 - one for each option
        *,
        named: Rules | None,
        rules: Rules | None,
        seed: int | None,
        bot: str | None,
        seat: int | None,
        name: str | None,
        no_auto_play: bool,
        resume: str | None,
    ) -> int:
        if getattr(sys, "stdin", None) is None:
            raise faults.Fault(words.say("Nothing can be typed here: the input is closed."))
        terminal = Terminal()
        tidy()
        rules = one_rule_set(words, named, rules)
        auto_play = not no_auto_play
        chosen: Rules | Saved = rules or load("standard")
        if resume is not None:
            given = {"--rules": rules, "--seed": seed, "--seat": seat, "--name": name}
            for option, value in given.items():
                if value is not None:
                    raise faults.Fault(
                        words.say(
                            "`--resume` goes on as before; leave {option} out.", option=option
                        )
                    )
            chosen = find_saved(words, terminal, "" if resume == NEWEST else resume)
        elif rules is None and terminal.interactive:
            chosen = choose_rules(words, terminal, unfinished(words, most=3)[0])
            if bot is None and not isinstance(chosen, Saved):
                bot = choose_level(words, terminal)
                remember_level(bot)
        if isinstance(chosen, Saved):
            setup = chosen.setup._replace(bot=faults.saved_bot(words, chosen.setup.bot, bot))
            return play(words, terminal, chosen.rules, setup, chosen, auto_play=auto_play)
        against = faults.check_bot(words, bot or STRONGEST)
        remember_rules(chosen)
        setup = new_setup(words, chosen, seat or 0, name, against, seed)
        return play(words, terminal, chosen, setup, None, auto_play=auto_play)


def add_watch(book: Book, words: Words) -> None:
    """The command `watch`."""

    @command(book, "watch", words.say("Let bots play each other and print the game."))
    @rules_either_way(words)
    @click.option("--seed", type=int, help=words.say("A number; the same one gives the same game."))
    @click.option(
        "--bot",
        "bots",
        multiple=True,
        metavar="NAME",
        help=words.say("A bot; several are dealt out to the players in turn, again and again."),
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
    @force_option(words)
    @click.option("--quiet", is_flag=True, help=words.say("Print results only."))
    def run(  # noqa: PLR0913 - one for each option
        *,
        named: Rules | None,
        rules: Rules | None,
        seed: int | None,
        bots: tuple[str, ...],
        deals: int | None,
        save: Path | None,
        force: bool,
        quiet: bool,
    ) -> None:
        rules = one_rule_set(words, named, rules) or load("standard")
        seats = rules.table.seats
        if len(bots) > seats:
            raise faults.Fault(
                words.say("{n} bots are given for {seats} players.", n=len(bots), seats=seats)
            )
        known = [faults.check_bot(words, name) for name in bots or (STRONGEST,)]
        chosen = {player: known[player % len(known)] for player in range(seats)}
        if save is not None:
            check_place(words, save, force=force)
        seed = fresh_seed() if seed is None else seed
        terminal, people = Terminal(), bots_only(seats)
        terminal.show(words.say("{rules}, seed {seed}", rules=rules_title(words, rules), seed=seed))
        players = [f"{name} ({level(words, chosen[n])})" for n, name in enumerate(people.names)]
        terminal.show(words.say("The players: {players}", players=listed(words, players)))
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
    about = words.say(
        "Write the recorded game IN to the new file OUT: "
        "a game file if OUT ends in .jsonl, PTN if it ends in .ptn."
    )

    @command(book, "convert", about)
    @click.argument("source", type=click.Path(path_type=Path), metavar="IN")
    @click.argument("target", type=click.Path(path_type=Path), metavar="OUT")
    @force_option(words)
    def run(source: Path, target: Path, *, force: bool) -> None:
        convert(words, Terminal(), source, target, force=force)

"""The commands of `spadille`, built once the language is known."""

from pathlib import Path

import click

from spadille.cli import faults, pages
from spadille.cli.click_pages import Book, command, language_option
from spadille.cli.narrator import Narrator
from spadille.cli.people import bots_only
from spadille.cli.saves import fresh_seed, store
from spadille.cli.table_bots import TableBots
from spadille.cli.terminal import Terminal
from spadille.cli.watch import watch
from spadille.rules import Rules, RulesError, parse
from spadille.table import Table, seeded
from spadille.words import Words


class RuleSet(click.ParamType):
    """A rule set as people write it."""

    name = "rules"

    def __init__(self, words: Words) -> None:
        self.words = words

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Rules:
        """Read a rule set."""
        if isinstance(value, Rules):
            return value
        try:
            return parse(str(value))
        except RulesError as error:
            raise faults.rules_fault(self.words, error) from None


def build(words: Words) -> Book:
    """The whole program in one language."""
    book_class = type("Book", (Book,), {"words": words})
    about = words.say("Spades in the terminal: play, watch, read the rules, check and replay games.")

    @click.group("spadille", cls=book_class, help=about, no_args_is_help=True)
    @language_option(words)
    def program() -> None:
        """Everything happens in the commands."""

    assert isinstance(program, Book)
    add_watch(program, words)
    add_rules(program, words)
    return program


def add_watch(book: Book, words: Words) -> None:
    """The command `watch`."""

    @command(book, "watch", words.say("Let bots play each other and print the game."))
    @click.option(
        "--rules", type=RuleSet(words), default="standard", metavar="NAME(option=value,…)",
        help=words.say("The rule set; `spadille rules` lists them."),
    )
    @click.option("--seed", type=int, help=words.say("A number; the same one gives the same game."))
    @click.option(
        "--bot", "bots", multiple=True, metavar="NAME",
        help=words.say("A bot; given several times, one for each player."),
    )
    @click.option(
        "--deals", type=click.IntRange(1), metavar="N", help=words.say("Stop after this many deals.")
    )
    @click.option(
        "--save", type=click.Path(path_type=Path), metavar="FILE",
        help=words.say("Write the game to a file."),
    )
    @click.option("--quiet", is_flag=True, help=words.say("Print results only."))
    def run(  # noqa: PLR0913 - one for each option
        rules: Rules,
        seed: int | None,
        bots: tuple[str, ...],
        deals: int | None,
        save: Path | None,
        *,
        quiet: bool,
    ) -> None:
        seats = rules.table.seats
        if len(bots) > seats:
            raise faults.Fault(
                words.say("{n} bots are given for {seats} players.", n=len(bots), seats=seats)
            )
        named = [faults.check_bot(words, name) for name in bots or ("simple",)]
        chosen = {player: named[player % len(named)] for player in range(seats)}
        seed = fresh_seed() if seed is None else seed
        terminal, people = Terminal(), bots_only(seats)
        terminal.show(
            words.say("{rules}, seed {seed}", rules=pages.rules_title(words, rules), seed=seed)
        )
        table = Table(rules, seeded(seed))
        narrator = Narrator(words, terminal, people, rules, quiet=quiet)
        watch(words, table, TableBots(words, terminal, chosen, seed), narrator, deals)
        if save is not None:
            store(words, save, table, people.names, seed)


def add_rules(book: Book, words: Words) -> None:
    """The command `rules`."""

    @command(book, "rules", words.say("List the rule sets, or show the rules of one."))
    @click.argument("rules", required=False, type=RuleSet(words), metavar="[NAME(option=value,…)]")
    @click.option("--options", is_flag=True, help=words.say("Show the options and their values."))
    def run(rules: Rules | None, *, options: bool) -> None:
        show = Terminal().show
        if options:
            show(pages.option_table(words, rules or Rules()))
        elif rules is None:
            show(pages.preset_list(words))
        else:
            show(pages.rules_page(words, rules))

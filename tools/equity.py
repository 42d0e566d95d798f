"""Make the tables of the chance to win, and check them against fresh games.

python tools/equity.py fit                        every preset's table, into the package
python tools/equity.py fit --rules 'standard(target=250)'     one of your own, for yourself
python tools/equity.py check --plot docs/equity.svg
"""

from pathlib import Path

import click
from equity_check import ALLOWED, draw, fifths, table
from equity_grid import fit_grid
from equity_logit import fit_weights
from equity_play import Deals, Order, joined, self_play

from spadille.bots import BotError, make
from spadille.bots.equity import files
from spadille.bots.equity.race import target_of
from spadille.bots.equity.tables import Table, encode
from spadille.rules import Rules, RulesError, describe, key, names, parse

PACKAGE = Path(__file__).parent.parent / "src/spadille/bots/equity/tables"
CHECKED = ("standard", "new_york", "cutthroat_4", "two_handed")
TWO, MORE = 3500, 2000
"""Deals to play for a table of two sides, and of more."""
LATE = 1200
"""Deals more of games of two sides that begin near their end."""
LATE_SEED, CHECK_SEED = 500_000, 1_000_000


def played(order: Order, jobs: int, kept: Path | None) -> Deals:
    """Play an order, or take it from the folder in which it was kept."""
    if kept is None:
        return self_play(order, jobs)
    size = f"{order.games}g" if order.games else f"{order.deals}d"
    file = kept / f"{key(order.rules)}-{order.bot}-{order.seed}-{size}.npz"
    if not file.exists():
        kept.mkdir(parents=True, exist_ok=True)
        self_play(order, jobs).save(file)
    return Deals.load(file)


def fitted(rules: Rules, bot: str, deals: int, jobs: int, kept: Path | None) -> Table:
    """Make the table of a rule set."""
    two = rules.side_count == 2
    order = Order(rules, bot, deals=deals or (TWO if two else MORE))
    found = played(order, jobs, kept)
    if not two:
        return fit_weights(rules, found)
    late = order._replace(deals=min(LATE, order.deals), seed=LATE_SEED, late=True)
    return fit_grid(rules, joined(found, played(late, jobs, kept)))


def known(text: str) -> Rules:
    """Read a rule set with a target; other ones have no table."""
    try:
        rules = parse(text)
    except RulesError as error:
        raise click.BadParameter(str(error), param_hint="--rules") from None
    if not target_of(rules):
        raise click.BadParameter(
            f"{text} has no target; without one no table is needed", param_hint="--rules"
        )
    return rules


def known_bot(context: click.Context, option: click.Parameter, name: str) -> str:
    """A bot's name, if there is such a bot."""
    try:
        make(name)
    except BotError as error:
        raise click.BadParameter(str(error), context, option) from None
    return name


BOT = click.option("--bot", default="simple", callback=known_bot, help="Who plays against itself.")
JOBS = click.option("--jobs", default=2, type=click.IntRange(1), help="Processes.")
KEPT = click.option("--kept", type=Path, help="Folder in which the games are kept, and looked for.")


@click.group(help=__doc__)
def main() -> None:
    """The commands."""


@main.command()
@click.option("--rules", "texts", multiple=True, help="A rule set; every preset if none is given.")
@click.option("--deals", type=click.IntRange(100), help="Deals to play.")
@click.option("--out", type=Path, help="File to write, in place of the usual one.")
@BOT
@JOBS
@KEPT
def fit(  # noqa: PLR0913, PLR0917 - one argument an option
    texts: tuple[str, ...], deals: int | None, out: Path | None, bot: str, jobs: int, kept: Path
) -> None:
    """Play games, make tables, and put them where they are looked for."""
    if out and len(texts) != 1:
        raise click.UsageError("--out takes the table of one rule set; give --rules once")
    for text in texts or names():
        rules = known(text)
        name = describe(rules)
        content = encode(fitted(rules, bot, deals or 0, jobs, kept))
        usual = PACKAGE / (name + files.ENDING) if name in names() else files.own(rules)
        file = out or usual
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        click.echo(f"{name}: {len(content):,} bytes, {file}")


@main.command()
@click.option("--rules", "texts", multiple=True, default=CHECKED, help="A rule set.")
@click.option("--games", default=1000, type=click.IntRange(10), help="Fresh games of each.")
@click.option("--plot", type=click.Path(path_type=Path), help="SVG file to draw.")
@BOT
@JOBS
@KEPT
def check(  # noqa: PLR0913, PLR0917 - one argument an option
    texts: tuple[str, ...], games: int, plot: Path | None, bot: str, jobs: int, kept: Path
) -> None:
    """Compare chances foretold with games won; fail if a fifth is more than 4 points off."""
    checked = {}
    for text in texts:
        rules = known(text)
        found = played(Order(rules, bot, games=games, seed=CHECK_SEED), jobs, kept)
        checked[text] = fifths(rules, found)
        click.echo(table(text, games, checked[text]))
    if plot:
        draw(plot, checked)
    worst = max(abs(fifth.off) for found in checked.values() for fifth in found)
    click.echo(f"\nThe worst fifth is {100 * worst:.1f} points off.")
    if worst > ALLOWED:
        raise SystemExit(1)


if __name__ == "__main__":
    main()

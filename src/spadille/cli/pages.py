"""Pages to read: the list of rule sets, the rules of one, its options."""

from functools import cache
from itertools import groupby

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from spadille.cli.terminal import paint
from spadille.cli.wrap import Prose
from spadille.rules import Preset, Rules, describe, options, presets, text_of, value
from spadille.words import Words, rulebook

_named = cache(describe)


def rules_title(words: Words, rules: Rules) -> str:
    """The title of a rule set: that of its preset, else its text."""
    named = _named(rules)
    preset = presets().get(named)
    return named if preset is None else rulebook.preset_title(words, preset)


def by_players() -> list[Preset]:
    """All presets, those for few players first."""
    return sorted(presets().values(), key=lambda preset: preset.rules.table.seats)


def _grid() -> Table:
    grid = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    grid.add_column(no_wrap=True)
    return grid


def preset_list(words: Words) -> Group:
    """The rule sets, grouped by the number of players."""
    parts: list[Text | Padding] = []
    for seats, group in groupby(by_players(), key=lambda preset: preset.rules.table.seats):
        parts.append(Text(words.many("{n} player", "{n} players", seats), style="bold"))
        grid = _grid()
        grid.add_column()
        for preset in group:
            grid.add_row(preset.name, rulebook.preset_title(words, preset))
        parts.append(Padding(grid, (0, 0, 0, 2)))
    parts.append(
        Text(words.say("`spadille rules NAME` shows the rules of one, `--options` its options."))
    )
    return Group(*parts)


def rules_page(words: Words, rules: Rules) -> Group:
    """The rules of a rule set as a page to read."""
    parts: list[Prose | Padding] = [Prose(Text(rules_title(words, rules), style="bold"))]
    for title, paragraphs in rulebook.rules_page(words, rules):
        parts += [Prose(Text("")), Prose(Text(title, style="bold"))]
        parts += [Padding(Prose(paint(paragraph)), (0, 0, 0, 2)) for paragraph in paragraphs]
    return Group(*parts)


def option_table(words: Words, rules: Rules) -> Group:
    """All options of a rule set: name, value, other values, help."""
    about = words.say(
        "Each option with its value; in brackets other values, and … where any number will do."
    )
    parts: list[Text | Prose | Padding] = [Prose(Text(about)), Text("")]
    for option in options().values():
        given = value(rules, option.name)
        others = [text_of(choice) for choice in option.choices if choice != given]
        line = Text(f"{option.name}={text_of(given)}", style="bold")
        if others:
            line.append("  (" + ", ".join(others) + ("" if option.closed else ", …") + ")", "dim")
        parts += [
            line,
            Padding(Prose(Text(rulebook.option_help(words, option.name))), (0, 0, 0, 4)),
        ]
    return Group(*parts)

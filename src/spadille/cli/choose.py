"""Choosing a rule set, and the level of the bots, before a game, where none was named."""

from collections.abc import Sequence

from rich.table import Table

from spadille.cli.pages import by_players, rules_title
from spadille.cli.saves import Saved, last_level, last_rules
from spadille.cli.terminal import Terminal, cut, plain
from spadille.rules import Preset, Rules, RulesError, parse, presets
from spadille.words import Words, faults, rulebook
from spadille.words.levels import LEVELS, level


def _shown(words: Words, found: list[Preset]) -> Table:
    grid = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    for number, preset in enumerate(found, 1):
        seats = preset.rules.table.seats
        grid.add_row(
            str(number),
            words.many("{n} player", "{n} players", seats),
            rulebook.preset_title(words, preset),
        )
    return grid


def rules_typed(words: Words, text: str, found: list[Preset]) -> Rules | str:
    """The rule set that was typed, by number or by name; else what is wrong with it."""
    if text.isascii() and text.isdigit():
        number = int(text[:4])
        if 1 <= number <= len(found):
            return found[number - 1].rules
        return words.say("Type a number from 1 to {count}.", count=len(found))
    try:
        return parse(text)
    except RulesError as error:
        short = {
            name: cut(value) if isinstance(value, str) and len(value) > len(text) // 2 else value
            for name, value in error.fields.items()
        }
        return faults.told(words, RulesError(error.option, error.template, **short))


def choose_rules(words: Words, terminal: Terminal, saved: Sequence[Saved] = ()) -> Rules | Saved:
    """Let the person choose; Enter takes the rule set chosen last, a letter an unfinished game.

    Raises EOFError where nothing more is typed.
    """
    found = by_players()
    last = last_rules()
    try:
        default = parse(last)
    except RulesError:
        last, default = "standard", presets()["standard"].rules
    terminal.show(_shown(words, found))
    games = dict(zip("abc", saved, strict=False))
    for key, game in games.items():
        title = rules_title(words, game.rules)
        text = words.say("go on: {rules}, played {when}", rules=title, when=game.when)
        terminal.show(f" {key}  {text}")
    while True:
        asked = words.say("Which game? A number or a name; Enter: {last}", last=last)
        typed = plain(terminal.read(f"{asked} > "))
        if not typed:
            return default
        if typed in games:
            return games[typed]
        chosen = rules_typed(words, typed, found)
        if isinstance(chosen, Rules):
            return chosen
        terminal.show(chosen)


def choose_level(words: Words, terminal: Terminal) -> str:
    """Let the person choose how well the bots play, by number or by name; Enter: as last time.

    Returns the name of the bot; raises EOFError where nothing more is typed.
    """
    last = last_level()
    names = {level(words, bot): bot for bot in LEVELS}
    by_word = {
        plain(word): bot
        for number, (name, bot) in enumerate(names.items(), 1)
        for word in (str(number), bot, name)
    }
    shown = ", ".join(f"{number} {name}" for number, name in enumerate(names, 1))
    asked = words.say(
        "How well do the bots play? {levels}; Enter: {last}",
        levels=shown,
        last=level(words, last),
    )
    while True:
        typed = plain(terminal.read(f"{asked} > "))
        if not typed:
            return last
        if typed in by_word:
            return by_word[typed]
        terminal.show(words.say("Type a number from 1 to {count}.", count=len(names)))

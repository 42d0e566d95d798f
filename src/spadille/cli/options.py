"""Arguments and options that several commands take."""

from collections.abc import Callable
from functools import partial
from typing import Any

import click

from spadille.cli import faults
from spadille.rules import Rules, RulesError, parse
from spadille.words import Words

RULES = "NAME(option=value,…)"

Adder = Callable[[Any], Any]
"""What adds an argument, an option or several to the function of a command."""


def together(*parts: Adder) -> Adder:
    """Arguments and options of a command, in the order of its help."""

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        for part in reversed(parts):
            function = part(function)
        return function

    return add


def rules_option(words: Words, default: str | None = None) -> Adder:
    """The rule set by --rules, read as people write rule sets."""
    return click.option(
        "--rules",
        metavar=RULES,
        default=default,
        callback=partial(_read, words),
        help=words.say("The rule set; `spadille rules` lists them."),
    )


def rules_either_way(words: Words) -> Adder:
    """The rule set, named as an argument or by --rules."""
    named = f"[{RULES}]"
    return together(
        click.argument("named", required=False, metavar=named, callback=partial(_read, words)),
        rules_option(words),
    )


def _read(
    words: Words, _context: click.Context, _option: click.Parameter, text: str | None
) -> Rules | None:
    return None if text is None else read_rules(words, text)


def one_rule_set(words: Words, named: Rules | None, rules: Rules | None) -> Rules | None:
    """The rule set that is given in one way or the other; raises `Fault` if it is in both."""
    if named is not None and rules is not None:
        raise faults.Fault(words.say("The rule set is given twice; leave --rules out."))
    return named or rules


def force_option(words: Words) -> Adder:
    """The option --force."""
    return click.option(
        "--force", is_flag=True, help=words.say("Overwrite a file that is there already.")
    )


def read_rules(words: Words, text: str) -> Rules:
    """Read a rule set; raises `Fault`."""
    try:
        return parse(text)
    except RulesError as error:
        raise faults.fault_of(words, error) from None


__all__ = [
    "RULES",
    "Adder",
    "force_option",
    "one_rule_set",
    "read_rules",
    "rules_either_way",
    "rules_option",
    "together",
]

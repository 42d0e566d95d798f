"""Arguments and options that several commands take."""

from collections.abc import Callable
from typing import Any

import click

from spadille.cli import faults
from spadille.rules import Rules, RulesError, parse
from spadille.words import Words

RULES = "NAME(option=value,…)"


def rules_option(words: Words) -> Callable[[Any], Any]:
    """The rule set, named as an argument or by --rules, read as people write rule sets."""

    def read(_context: click.Context, _option: click.Parameter, text: str | None) -> Rules | None:
        return None if text is None else read_rules(words, text)

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        named = click.argument("named", required=False, metavar=f"[{RULES}]", callback=read)
        option = click.option(
            "--rules",
            metavar=RULES,
            callback=read,
            help=words.say("The rule set; `spadille rules` lists them."),
        )
        return named(option(function))

    return add


def one_rule_set(words: Words, named: Rules | None, rules: Rules | None) -> Rules | None:
    """The rule set that is given in one way or the other; raises `Fault` if it is in both."""
    if named is not None and rules is not None:
        raise faults.Fault(words.say("The rule set is given twice; leave --rules out."))
    return named or rules


def force_option(words: Words) -> Callable[[Any], Any]:
    """The option --force."""
    return click.option(
        "--force", is_flag=True, help=words.say("Overwrite a file that is there already.")
    )


def read_rules(words: Words, text: str) -> Rules:
    """Read a rule set; raises `Fault`."""
    try:
        return parse(text)
    except RulesError as error:
        raise faults.rules_fault(words, error) from None


__all__ = ["RULES", "force_option", "one_rule_set", "read_rules", "rules_option"]

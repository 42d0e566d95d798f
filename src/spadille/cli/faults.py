"""Faults of the command line, in the reader's language: what is wrong, and the remedy."""

import click

from spadille.bots import BotError, make
from spadille.bots import names as bot_names
from spadille.bots.spec import read
from spadille.errors import SentenceError
from spadille.record import RecordError
from spadille.words import Words, faults, records

EXIT_CODE = 2


class Fault(click.ClickException):
    """Something that was asked for and cannot be done; the message is a full sentence."""

    exit_code = EXIT_CODE


def fault_of(words: Words, error: SentenceError) -> Fault:
    """An error in the reader's language; that of a record names its file."""
    if isinstance(error, RecordError):
        return Fault(records.error(words, error))
    return Fault(faults.told(words, error))


def check_bot(words: Words, name: str) -> str:
    """The name of a bot that is known; raises `Fault`."""
    try:
        make(name)
    except BotError as error:
        raise fault_of(words, error) from error
    return name


def _is_known(name: str) -> bool:
    """Whether a bot is registered, whatever its options."""
    try:
        return read(name).name in bot_names()
    except BotError:
        return False


def saved_bot(words: Words, saved: str, wanted: str | None) -> str:
    """The bot of a game that goes on: the one wanted, else the saved one; raises `Fault`.

    A file may name registered bots only: `module:Class` would be code that a file has chosen.
    """
    if wanted is not None:
        return check_bot(words, wanted)
    if not _is_known(saved):
        raise Fault(
            words.say(
                "The game names the bot {name}, which is none of {known}; add `--bot NAME` to go"
                " on with that one or another.",
                name=saved[:80],
                known=", ".join(bot_names()),
            )
        )
    return check_bot(words, saved)


def sentence(words: Words, fault: click.ClickException) -> str:
    """A fault as a sentence; those that click finds are put into our words."""
    match fault:
        case click.NoSuchOption():
            near = ", ".join(fault.possibilities or ())
            if near:
                return words.say(
                    "There is no option {name}; did you mean {near}?",
                    name=fault.option_name,
                    near=near,
                )
            return words.say("There is no option {name}.", name=fault.option_name)
        case click.MissingParameter():
            named = "" if fault.param is None else fault.param.make_metavar(_context(fault))
            return words.say("{name} is missing.", name=named)
        case click.BadParameter():
            return _bad_value(words, fault)
        case click.BadOptionUsage():
            if _is_flag(fault):
                return words.say("The option {name} takes no value.", name=fault.option_name)
            return words.say("The option {name} needs a value.", name=fault.option_name)
        case _:
            return fault.format_message()


def _is_flag(fault: click.BadOptionUsage) -> bool:
    """Whether an option is given or not and has no value."""
    command = _context(fault).command
    return any(
        isinstance(param, click.Option) and param.is_flag and fault.option_name in param.opts
        for param in command.params
    )


def _context(fault: click.UsageError) -> click.Context:
    return fault.ctx or click.Context(click.Command("spadille"))


def _bad_value(words: Words, fault: click.BadParameter) -> str:
    """What a parameter takes."""
    param = fault.param
    if param is None:
        return fault.format_message()
    name = max(param.opts, key=len)
    kind = param.type
    if isinstance(kind, click.Choice):
        takes = ", ".join(str(choice) for choice in kind.choices)
        return words.say("{name} takes one of {takes}.", name=name, takes=takes)
    if isinstance(kind, click.IntRange) and kind.max is not None:
        return words.say(
            "{name} takes a whole number from {low} to {high}.",
            name=name,
            low=kind.min,
            high=kind.max,
        )
    if isinstance(kind, click.IntRange):
        return words.say("{name} takes a whole number from {low} on.", name=name, low=kind.min)
    if kind is click.INT:
        return words.say("{name} takes a whole number.", name=name)
    if kind is click.FLOAT:
        return words.say("{name} takes a number.", name=name)
    return fault.format_message()


__all__ = ["Fault", "check_bot", "fault_of", "saved_bot", "sentence"]

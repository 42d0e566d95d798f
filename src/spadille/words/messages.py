"""Messages that stand in rules and records as data and not in a call of `say`."""

from collections.abc import Iterator
from typing import NamedTuple

from spadille.game.actions import Reason
from spadille.record.errors import phrase
from spadille.rules import options, presets
from spadille.rules.check import CLASHES


class Message(NamedTuple):
    """A message with its plural, if it has one, and the file that it stands in."""

    one: str
    other: str | None
    file: str


def rule_messages() -> Iterator[Message]:
    """The help of the options, the sentences of clashes, titles and sources of the presets.

    >>> next(rule_messages()).one
    'number of players'
    """
    for option in options().values():
        yield Message(option.help, None, "src/spadille/rules/model.py")
    for clash in CLASHES:
        yield Message(clash.sentence, None, "src/spadille/rules/check.py")
    for preset in presets().values():
        yield Message(preset.title, None, "src/spadille/rules/presets.toml")
        if preset.source:
            yield Message(preset.source, None, "src/spadille/rules/presets.toml")


def reason_messages() -> Iterator[Message]:
    """The phrases that say why an action of a record is refused.

    >>> next(reason_messages()).one
    'no such seat'
    """
    for reason in Reason:
        yield Message(phrase(reason), None, "src/spadille/game/actions.py")

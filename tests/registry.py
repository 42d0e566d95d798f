"""Which values of which options have a test in which nothing but this value changes."""

import pytest

from spadille.rules import change, differences, parse, text_of, value
from spadille.rules.options import value_of

SHOWN: set[tuple[str, str]] = set()
"""Option and value as text: those that a test compares with another value of the option."""


def option(
    name: str, *values: object, base: str = "standard(blind_nil=off)", **also: object
) -> pytest.MarkDecorator:
    """Give a test two rule sets, `before` and `after`, between which only this option differs.

    The test says what each of the two does, so that the value in `base` is shown as well. `also`
    names what has to change with the option, where the rule book lets no other values stand.
    """
    before = parse(base)
    pairs = []
    for new in values:
        read = value_of(name, new) if isinstance(new, str) else new
        after = change(before, {name: read, **also})
        assert set(differences(after, before)) == {name, *also}
        SHOWN.update((name, text_of(value(rules, name))) for rules in (before, after))
        pairs.append(pytest.param(before, after, id=f"{name}={text_of(value(after, name))}"))
    return pytest.mark.parametrize(("before", "after"), pairs)

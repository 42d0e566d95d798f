"""The order of things: every one equally likely, and known to whoever knows the stream."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from spadille.provable.stream import seed, stream

_WORDS: Final = 2**32

Thing = TypeVar("Thing")


def shuffled(items: Sequence[Thing], words: Iterator[int]) -> list[Thing]:
    """The items in the order that a stream of 32-bit numbers gives: Fisher-Yates from the end.

    A number that would make some places likelier than others is thrown away.

    >>> shuffled("abcd", iter([2, 4294967295, 3, 1]))
    ['d', 'b', 'a', 'c']
    """
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = _below(last + 1, words)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def _below(bound: int, words: Iterator[int]) -> int:
    """A number below a bound, each equally likely."""
    limit = _WORDS // bound * bound
    return next(word for word in words if word < limit) % bound


def order(  # noqa: PLR0913 - what a piece of chance depends on
    items: Sequence[Thing],
    *,
    secret: bytes,
    match: str,
    number: int,
    rules_key: str,
    shown: Sequence[bytes | None],
) -> list[Thing]:
    """The order of the items that a match waits for (`spadille.game.match.need`).

    The other arguments are those of `spadille.provable.stream.seed`, which raises `ValueError`.

    >>> key, nothing = "6d2b731f4f28", [None] * 4
    >>> order("ABCD", secret=bytes(32), match="m", number=0, rules_key=key, shown=nothing)
    ['A', 'B', 'C', 'D']
    """
    made = seed(secret=secret, match=match, number=number, rules_key=rules_key, shown=shown)
    return shuffled(items, stream(made))


__all__ = ["order", "shuffled"]

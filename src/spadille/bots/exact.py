"""What each card is worth when all hands are known and every seat plays perfectly.

The side of the seat at turn plays for the highest value and all others for the lowest, which with
more than two sides is the "paranoid" value.
"""

from collections.abc import Callable, Sequence

from spadille import _kernel
from spadille.bots.kernel import Hands, Outcome, Place, pack_of, position
from spadille.cards import Card

LIMIT = 20_000_000
"""Tricks that a search may look at by default: some seconds."""


def values(  # noqa: PLR0913 - a search has a place, a goal and its bounds
    place: Place,
    hands: Hands,
    worth: Callable[[Outcome], float],
    *,
    groups: Sequence[int] = (),
    solver: _kernel.Solver | None = None,
    limit: int = LIMIT,
) -> dict[Card, float] | None:
    """Solve a deal for the value of each legal card; None if that takes more than `limit` tricks.

    `worth` values an outcome of the whole deal for the side of the seat at turn. It may tell apart
    the tricks of different `groups` (by seat; all seats by default), but not two copies of an award
    card. A solver that is passed in saves making one. Raises ValueError when the deal is over, or
    when there are more than 262,144 outcomes.

    >>> from spadille.cards import cards
    >>> from spadille.rules import Rules
    >>> hands = [cards(text) for text in ("AS QS", "KS 2H", "4C 5C", "2C 3C")]
    >>> place = Place(Rules(), 0, 0, (), (), (4, 3, 2, 2), ((),) * 4, True, None, None)
    >>> values(place, hands, lambda outcome: outcome[0] + outcome[2])
    {<Card.SA: 'AS'>: 8.0, <Card.SQ: 'QS'>: 7.0}
    """
    root = position(place, hands)
    groups = list(groups)
    payoffs = [worth(outcome) for outcome in _kernel.outcomes(root, groups=groups)]
    solver = solver or _kernel.Solver()
    found = solver.solve_payoffs(root, payoffs, groups=groups, all=True, limit=limit)
    if found is None:
        return None
    cards = pack_of(place.rules).cards
    return {cards[number]: found.values[number] for number in sorted(found.values, reverse=True)}

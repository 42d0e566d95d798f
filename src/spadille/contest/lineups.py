"""Who plays for which side in each play of a round."""

from itertools import permutations

from spadille.contest.plan import Contest, Lineup


def lineups(contest: Contest, sides: int) -> tuple[tuple[int, ...], ...]:
    """The bots (by their places in the contest) of the sides, for each play of a round.

    >>> two = Contest(bots=("a", "b"), deals=1)
    >>> lineups(two, 2), lineups(two, 3)
    (((0, 1), (1, 0)), ((0, 1, 0), (1, 0, 1)))
    >>> from msgspec.structs import replace
    >>> lineups(replace(two, lineup=Lineup.ALONE), 3)
    ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    """
    bots = range(len(contest.bots))
    if contest.lineup is not Lineup.TURNS:
        first = [_alone(0, 1, side, sides) for side in range(sides)]
        second = [_alone(1, 0, side, sides) for side in range(sides)]
        both = [*first, *second] if contest.lineup is Lineup.BOTH else first
        return tuple(dict.fromkeys(both))
    if len(bots) > sides:
        return tuple(permutations(bots, sides))
    return tuple(
        tuple((side + turn) % len(bots) for side in range(sides)) for turn in range(len(bots))
    )


def _alone(one: int, other: int, place: int, sides: int) -> tuple[int, ...]:
    return tuple(one if side == place else other for side in range(sides))


__all__ = ["lineups"]

"""What a side has between two deals."""

from typing import NamedTuple


class Standing(NamedTuple):
    """One side between deals: points, bags held, failed contracts that count, points of bags."""

    score: int
    bags: int = 0
    sets: int = 0
    bag_points: int = 0

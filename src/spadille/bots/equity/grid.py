"""Two sides: their chances looked up between the nearest cells of a table."""

from array import array
from collections.abc import Sequence
from itertools import pairwise

from spadille.bots.equity.standing import Standing
from spadille.bots.equity.tables import SCALE, Grid, TableError, unpack

TEN = 10


def _places(distances: Sequence[int]) -> list[float]:
    """The place among the cells of every ten points from the target.

    >>> _places((40, 20, 10))
    [2.0, 2.0, 1.0, 0.5, 0.0]
    """
    found = []
    for distance in range(0, distances[0] + TEN, TEN):
        above = next(
            (at for at, far in enumerate(distances) if far <= distance), len(distances) - 1
        )
        if above == 0 or distances[above] >= distance:
            found.append(float(above))
            continue
        low, high = distances[above - 1], distances[above]
        found.append(above - (distance - high) / (low - high))
    return found


class GridModel:
    """The table of two sides, ready to be asked."""

    def __init__(self, grid: Grid) -> None:
        cells = grid.cells
        chances = unpack(grid.chances)
        if (
            len(chances) != cells * (cells - 1) // 2
            or not 0 <= min(chances) <= max(chances) <= SCALE
        ):
            raise TableError("it is not whole")
        if any(near >= far for far, near in pairwise(grid.distances)):
            raise TableError("its cells are out of order")
        self.grid = grid
        self.chances = array("H", chances)
        self.rows = [place * (place - 1) // 2 for place in range(cells)]
        self.places = _places(grid.distances)

    def _place(self, standing: Standing) -> tuple[int, float]:
        """The cell at or below a standing, and how far it is to the next one."""
        grid, places = self.grid, self.places
        bags = min(max(standing.bags, 0), grid.bags - 1)
        sets = min(standing.sets, grid.sets - 1)
        distance = (grid.target - standing.score + grid.bag_points * bags) / TEN
        tens = min(max(int(distance), 0), len(places) - 2)
        part = min(max(distance - tens, 0.0), 1.0)
        place = places[tens] * (1.0 - part) + places[tens + 1] * part
        below = min(int(place), len(grid.distances) - 2)
        return (bags * grid.sets + sets) * len(grid.distances) + below, place - below

    def _at(self, mine: int, other: int) -> int:
        """The chance of a side in one cell against a side in another, in thousandths."""
        if mine > other:
            return self.chances[self.rows[mine] + other]
        if mine < other:
            return SCALE - self.chances[self.rows[other] + mine]
        return SCALE // 2

    def chances_of(self, standings: tuple[Standing, ...]) -> tuple[float, ...]:
        """The chances of both sides in a game that goes on."""
        (mine, step), (other, pace) = (self._place(standing) for standing in standings)
        low = self._at(mine, other) * (1.0 - pace) + self._at(mine, other + 1) * pace
        high = self._at(mine + 1, other) * (1.0 - pace) + self._at(mine + 1, other + 1) * pace
        first = (low * (1.0 - step) + high * step) / SCALE
        return first, 1.0 - first

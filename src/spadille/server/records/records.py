"""All that is kept going for records: tallies, measured odds, analyses."""

from typing import Self

from spadille.server.house import House
from spadille.server.records.counting import Counting
from spadille.server.records.measured import Measured
from spadille.server.records.studies import Studies


class Records:
    """What records of matches work with, beside the store."""

    def __init__(self, house: House) -> None:
        self.counting = Counting(house)
        self.measured = Measured(house.store)
        self.studies = Studies(house.thinking)

    @classmethod
    def of(cls, house: House) -> Self:
        """The records of a house, which counts matches from now on when they end."""
        made = cls(house)
        house.ended = made.counting.note
        return made

    async def close(self) -> None:
        """End what is under way, and wait for what is being written."""
        await self.studies.close()
        await self.counting.settle()


__all__ = ["Records"]

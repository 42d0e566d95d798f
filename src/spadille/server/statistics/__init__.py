"""Statistics of people: counted from the events of their matches, and from nothing else."""

from spadille.server.statistics.counting import Count, count
from spadille.server.statistics.tally import COUNTED, Kept, Tally, Together, decode, encode

__all__ = ["COUNTED", "Count", "Kept", "Tally", "Together", "count", "decode", "encode"]

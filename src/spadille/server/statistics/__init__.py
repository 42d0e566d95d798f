"""Statistics of people: counted from the events of their matches, and from nothing else."""

from spadille.server.statistics.counting import Count, count
from spadille.server.statistics.tally import Kept, Tally, Together, decode, encode

__all__ = ["Count", "Kept", "Tally", "Together", "count", "decode", "encode"]

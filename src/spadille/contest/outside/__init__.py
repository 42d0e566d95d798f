"""Programs as bots, whatever they are written in and whatever they do."""

from spadille.contest.outside.bot import OutsideBot, command, is_outside
from spadille.contest.outside.program import GRACE, ProgramError

__all__ = ["GRACE", "OutsideBot", "ProgramError", "command", "is_outside"]

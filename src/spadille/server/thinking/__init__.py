"""The fair, bounded pool of processes in which the bots of all rooms think."""

from spadille.server.thinker.answers import (
    ClosedError,
    Hint,
    HintError,
    Thought,
    Weighed,
    Weight,
    Worth,
)
from spadille.server.thinking.pool import Thinking

__all__ = ["ClosedError", "Hint", "HintError", "Thinking", "Thought", "Weighed", "Weight", "Worth"]

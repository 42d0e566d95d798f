"""The guard around a bot: whatever the bot does, the table gets a legal action.

Bots are anybody's code. Where one raises or answers with what is not legal, the simple bot acts.
"""

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from spadille.bots import Bot
from spadille.bots.simple import SimpleBot
from spadille.game.actions import AnswerUndo, AnyAction, AskUndo
from spadille.view import View

_SHOWN = 80
_HERE = str(Path(__file__).resolve())


class Failure(NamedTuple):
    """What went wrong in a bot: its answer if that was not legal, else the error and its place."""

    answer: str = ""
    error: BaseException | None = None
    file: str = ""
    line: int = 0


def _of_error(error: BaseException) -> Failure:
    """An error with the place where it was raised, in the bot's code or what that called."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if str(Path(frame.filename).resolve()) != _HERE
    ]
    if not frames:
        return Failure(error=error)
    own = frames[0].filename
    inner = [frame for frame in frames if frame.filename == own][-1]
    return Failure(error=error, file=Path(own).name, line=inner.lineno or 0)


class Guard:
    """A bot that never fails; `failed` is told what goes wrong inside.

    It agrees to every wish to undo, so that no bot has to decide about it, and lets no bot
    ask to take back: nobody would end a match between bots that do.

    >>> from spadille.game.actions import Look
    >>> from spadille.rules import load
    >>> from spadille.table import Table, seeded
    >>> class Wrong:
    ...     def act(self, view):
    ...         return Look()
    >>> table, failures = Table(load("standard"), seeded(1)), []
    >>> seat = min(table.to_act)
    >>> Guard(Wrong(), failures.append).act(table.view(seat)) in table.legal(seat)
    True
    >>> failures[0].answer
    'Look()'
    """

    def __init__(self, bot: Bot, failed: Callable[[Failure], None]) -> None:
        self.bot, self.failed = bot, failed

    def act(self, view: View) -> AnyAction:
        """Choose one of `view.legal`."""
        if view.undoer is not None:
            return AnswerUndo(agree=True)
        try:
            action = self.bot.act(view)
            if action in view.legal and not isinstance(action, AskUndo):
                # What is equal to a legal action need not be one: the legal one is played.
                return view.legal[view.legal.index(action)]
            failure = Failure(answer=str(action)[:_SHOWN])
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot is anybody's code
            failure = _of_error(error)
        self.failed(failure)
        return SimpleBot(view.log).act(view)


__all__ = ["Failure", "Guard"]

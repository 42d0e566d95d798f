"""Who plays for a player: a bot under guard, its clock, and what went wrong with it."""

import time

from spadille.bots import Bot, bot_seed, make
from spadille.bots.guard import Failure, Guard
from spadille.bots.simple import SimpleBot
from spadille.contest.outside import OutsideBot, ProgramError, is_outside
from spadille.contest.plan import Contest
from spadille.contest.played import Failing, Lapse, Times
from spadille.game.actions import AnyAction, PlayCard
from spadille.rules import Rules
from spadille.view import View

_SHOWN = 200


def bot_of(contest: Contest, place: int, round_: int, player: int) -> Bot:
    """The bot at a place of the contest, with chance of its own."""
    name = contest.bots[place]
    if is_outside(name):
        return OutsideBot(name, contest)
    return make(name, bot_seed(contest.seed, player, round_))


class Entrant:
    """A player of a play, which is a round and a turn of it.

    A bot that raises or cheats is replaced by the simple one for that decision; a program for the
    rest of the play, since it is killed.
    """

    def __init__(self, play: tuple[int, int], place: int, player: int, bot: Bot) -> None:
        self._play, self.place, self.player = play, place, player
        self.program = bot if isinstance(bot, OutsideBot) else None
        self._guard = Guard(bot, self._failed)
        self._decision = 0
        self._where = (0, 0)
        self.times = Times()
        self.failures = 0
        self.failing: Failing | None = None

    def start(self, rules: Rules, seat: int) -> None:
        """Start a program in its seat."""
        if self.program is not None:
            try:
                self.program.start(rules, seat)
            except ProgramError as error:
                self._failed(Failure(error=error))

    def act(self, view: View) -> AnyAction:
        """Choose one of `view.legal`."""
        self._decision += 1
        self._where = (view.game, view.deal)
        failures, own = self.failures, not self._replaced
        began = time.perf_counter()
        action = self._guard.act(view)
        taken = time.perf_counter() - began
        if own and failures == self.failures:
            clock = self.times.cards if isinstance(action, PlayCard) else self.times.others
            clock.count(taken)
        return action

    @property
    def _replaced(self) -> bool:
        return self.failing is not None and self.failing.replaced

    def _failed(self, failure: Failure) -> None:
        """Count a failure, write the first one down, and replace a program."""
        self.failures += 1
        lapse, said = _told(failure)
        stderr: tuple[str, ...] = ()
        if self.program is not None:
            stderr = self.program.kill()
            self._guard.bot = SimpleBot()
        if self.failing is None:
            self.failing = Failing(
                round=self._play[0],
                turn=self._play[1],
                bot=self.place,
                player=self.player,
                game=self._where[0],
                deal=self._where[1],
                decision=self._decision,
                lapse=lapse,
                said=said[:_SHOWN],
                stderr=stderr,
                replaced=self.program is not None,
            )


def _told(failure: Failure) -> tuple[Lapse, str]:
    """What was wrong, and what is known of it."""
    error = failure.error
    if error is None:
        return Lapse.ILLEGAL, failure.answer
    if isinstance(error, ProgramError):
        return error.lapse, error.said
    place = f" ({failure.file}:{failure.line})" if failure.file else ""
    return Lapse.RAISED, f"{type(error).__name__}: {error}{place}"


__all__ = ["Entrant", "bot_of"]

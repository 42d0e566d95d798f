"""A bot that is a program: `cmd:` and its command. It is asked in JSON lines."""

import shlex
import shutil
import time
from contextlib import suppress
from typing import Final

import msgspec

from spadille.contest.outside.program import Program, ProgramError
from spadille.contest.plan import Contest, ContestError
from spadille.contest.played import Lapse
from spadille.game.actions import AnyAction, AskUndo
from spadille.record.protocol import PROTOCOL, Act, Action, Hello, Ready, Reply
from spadille.rules import Rules
from spadille.view import View

PREFIX: Final = "cmd:"
_SHOWN = 80
_REPLY = msgspec.json.Decoder(Reply)


def is_outside(name: str) -> bool:
    """Whether a bot is a program."""
    return name.startswith(PREFIX)


def command(name: str) -> list[str]:
    """The words of a program's command; raises `ContestError` if there is no such program.

    >>> command("cmd:sh -c 'exit 3'")
    ['sh', '-c', 'exit 3']
    """
    text = name.removeprefix(PREFIX)
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ContestError(
            "The command {text} cannot be read: {why}.", text=text, why=error
        ) from None
    if not words:
        raise ContestError("After cmd: there stands no command.")
    if shutil.which(words[0]) is None:
        raise ContestError("There is no program {name} that could be run.", name=words[0])
    return words


class OutsideBot:
    """A program in one seat.

    `act` raises `ProgramError` if the program is late, gone or says what is no reply; after that
    it has to be killed.
    """

    def __init__(self, name: str, contest: Contest) -> None:
        self._command, self._contest = command(name), contest
        self._bank = contest.bank
        self._asked = 0
        self._program: Program | None = None

    def start(self, rules: Rules, seat: int) -> None:
        """Start the program and wait until it is ready; raises `ProgramError`."""
        contest = self._contest
        self._program = Program(self._command)
        hello = Hello(PROTOCOL, rules, seat, contest.seconds, contest.bank)
        reply = self._ask(hello, contest.start_seconds)
        if not isinstance(reply, Ready):
            raise ProgramError(Lapse.GARBAGE, "action instead of ready")
        if reply.protocol != PROTOCOL:
            raise ProgramError(Lapse.GARBAGE, f"protocol {reply.protocol} instead of {PROTOCOL}")

    def act(self, view: View) -> AnyAction:
        """Ask the program; what it answers need not be legal."""
        self._asked += 1
        began = time.monotonic()
        # Nothing is taken back in a contest: what would be refused is not offered.
        offered = tuple(action for action in view.legal if not isinstance(action, AskUndo))
        request = Act(self._asked, msgspec.structs.replace(view, legal=offered))
        reply = self._ask(request, self._contest.seconds + self._bank)
        over = time.monotonic() - began - self._contest.seconds
        self._bank = max(self._bank - max(over, 0.0), 0.0)
        if not isinstance(reply, Action):
            raise ProgramError(Lapse.GARBAGE, "ready instead of action")
        if reply.id != self._asked:
            raise ProgramError(Lapse.GARBAGE, f"id {reply.id} instead of {self._asked}")
        return reply.action

    def _ask(self, request: Hello | Act, seconds: float) -> Ready | Action:
        assert self._program is not None, "the program has not been started"
        line = self._program.ask(msgspec.json.encode(request) + b"\n", seconds)
        try:
            return _REPLY.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            shown = line[:_SHOWN].decode("utf-8", "replace")
            raise ProgramError(Lapse.GARBAGE, f"{shown} ({error})") from None

    def close_input(self) -> None:
        """Tell the program that the match is over."""
        if self._program is not None:
            self._program.close_input()

    def finish(self, seconds: float) -> None:
        """Let the program end in these seconds, or end it."""
        if self._program is not None:
            self._program.finish(seconds)
            self._program = None

    def kill(self) -> tuple[str, ...]:
        """Kill the program; returns the last lines of its standard error."""
        program, self._program = self._program, None
        if program is None:
            return ()
        with suppress(OSError):
            program.kill()
        return program.stderr


__all__ = ["OutsideBot", "command", "is_outside"]

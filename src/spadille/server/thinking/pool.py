"""The pool in which the bots of all rooms think, so that nobody's action waits for it."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Final

import msgspec
import structlog

from spadille import bots
from spadille.bots.spec import BotError, read
from spadille.contest.processes import processors
from spadille.game.actions import AnyAction
from spadille.server.thinker.answers import ClosedError, Hint, HintError, Thought, Weighed
from spadille.server.thinker.asking import (
    Consider,
    Considered,
    Decide,
    Decided,
    Ready,
    Warm,
    Weigh,
)
from spadille.server.thinker.effort import SIMPLE, SIMPLE_AFTER, written
from spadille.server.thinking.fair import Turns
from spadille.server.thinking.jobs import Move, Question, Review, by_rule_of_thumb
from spadille.server.thinking.process import Process, ProcessError, RefusedError
from spadille.view import View

ADVISER: Final = "strong"
LIMIT: Final = 10.0
"""Seconds after which a bot that does not answer is taken for hung."""
START_LIMIT: Final = 60.0
"""Seconds that a process may take to start, on a machine that has much else to do."""
PAUSE: Final = 1.0
"""Seconds before another attempt to start a process."""
PATIENCE: Final = 2 * SIMPLE_AFTER
"""Seconds after which a hint goes before the moves; it is thought out with little effort then."""
MOST_MOVES: Final = 5_000
MOST_HINTS: Final = 32
_SHOWN = 200

_log = structlog.get_logger("spadille.thinking")
Work = Callable[[Process], Coroutine[Any, Any, None]]


class Counts(msgspec.Struct):
    """What has happened since the start.

    `moves` were decided, of these `shrunk` with less work and `simple` by the simple bot because
    the queue was long; `failed` are those for which it acted because a bot or its process failed.
    `hints` were given, `refused` not. `restarts` of processes.
    """

    moves: int = 0
    shrunk: int = 0
    simple: int = 0
    failed: int = 0
    hints: int = 0
    refused: int = 0
    restarts: int = 0


class Thinking:
    """Bots at work in processes of their own: rooms take turns, moves go before hints.

    Decisions that are over are weighed one at a time, when nothing else waits.

    `offers` are the bots that rooms may have, as they are written: all that are registered by
    default, without options, since a room must not choose how hard the server works. What a
    decision may cost shrinks with the time that it has waited (`thinker.effort`). Where a bot
    fails, hangs or answers with what is not legal, the simple bot acts. `limit` are the seconds
    that a bot may take, `clock` those of the server, `pause` those before a process that does not
    start is tried again.
    """

    def __init__(  # noqa: PLR0913 - each is a setting, or the time
        self,
        *,
        processes: int | None = None,
        offers: Sequence[str] | None = None,
        most_moves: int = MOST_MOVES,
        most_hints: int = MOST_HINTS,
        limit: float = LIMIT,
        clock: Callable[[], float] = time.monotonic,
        pause: float = PAUSE,
    ) -> None:
        self.offers = tuple(bots.names() if offers is None else offers)
        self.counts = Counts()
        self.size = max(1, processors() - 1) if processes is None else processes
        self.limit = limit
        self._most_moves, self._most_hints = most_moves, most_hints
        self._clock, self._pause = clock, pause
        self._moves: Turns[Move] = Turns()
        self._hints: Turns[Question] = Turns()
        self._open: set[Move | Question | Review] = set()
        self._reviews: Turns[Review] = Turns()
        self._seats_asked: set[tuple[str, int | None]] = set()
        self._processes = [Process() for _ in range(self.size)]
        self._idle: list[Process] = []
        self._away = set(self._processes)
        self._down: set[Process] = set()
        self._hints_running = 0
        self._reviewing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def start(self) -> None:
        """Start the processes, and wait until they can think or have failed to start."""
        await asyncio.gather(*(self._try_to_start(process) for process in self._processes))
        for process in self._down.copy():
            self._spawn(self._heal(process))

    def check(self, bot: str) -> str:
        """A bot that a room may have, as it is written; raises `BotError` for any other."""
        spec = read(bot)
        wanted = written(spec)
        if wanted in self.offers:
            return wanted
        if spec.name in self.offers:
            raise BotError("The bot {name} takes no options at this server.", name=spec.name)
        known = ", ".join(self.offers)
        raise BotError("There is no bot {name}; there are {known}.", name=spec.name, known=known)

    async def act(self, room: str, bot: str, seed: int, view: View) -> Thought:
        """Let a bot decide for the seat of a view that has to act.

        Always comes to a legal action; raises `BotError` for a bot that `check` refuses, and
        `ClosedError` if the pool is closed before.
        """
        bot = self.check(bot)
        if self._closed:
            raise ClosedError
        move = Move(self._clock(), view, bot, seed)
        if len(self._moves) >= self._most_moves:
            self.counts.moves += 1
            self.counts.simple += 1
            return Thought(by_rule_of_thumb(view), SIMPLE, SIMPLE, None, 0.0)
        self._open.add(move)
        self._moves.put(room, move)
        self._hand_out()
        try:
            return await move.answer
        finally:
            self._open.discard(move)
            self._moves.drop(room, move)

    async def hint(self, room: str, view: View, names: Sequence[str], language: str) -> Hint:
        """What the strong bot would do in the seat of a view, and why; `names` are by seat.

        Raises `HintError` if nothing is to be decided, if too many ask, or if the bot fails, and
        `ClosedError` if the pool is closed before.
        """
        if self._closed:
            raise ClosedError
        if not view.legal:
            raise HintError("Nothing is to be decided now.")
        asker = (room, view.seat)
        if asker in self._seats_asked:
            self.counts.refused += 1
            raise HintError("Your hint is being thought out.")
        if len(self._hints) >= self._most_hints:
            self.counts.refused += 1
            raise HintError("Too many players ask for a hint just now. Ask again in a moment.")
        asked = Question(self._clock(), view, names, language)
        self._seats_asked.add(asker)
        self._open.add(asked)
        self._hints.put(room, asked)
        self._hand_out()
        try:
            return await asked.answer
        finally:
            self._open.discard(asked)
            self._seats_asked.discard(asker)
            self._hints.drop(room, asked)

    async def review(self, room: str, view: View) -> Weighed | None:
        """What the strong bot thinks of a decision that is over; None if it fails.

        It waits until nothing else does, and one is thought about at a time. Raises `ClosedError`
        if the pool is closed before.
        """
        if self._closed:
            raise ClosedError
        asked = Review(self._clock(), view)
        self._open.add(asked)
        self._reviews.put(room, asked)
        self._hand_out()
        try:
            return await asked.answer
        finally:
            self._open.discard(asked)
            self._reviews.drop(room, asked)

    @property
    def waiting(self) -> int:
        """The number of decisions, without hints, that wait."""
        return len(self._moves)

    @property
    def queue_delay(self) -> float:
        """Seconds that the next decision has waited, 0 if none waits."""
        first = self._moves.first()
        return 0.0 if first is None else self._clock() - first.asked

    @property
    def busy(self) -> int:
        """The number of processes that think."""
        return self.size - len(self._idle) - len(self._away)

    @property
    def alive(self) -> int:
        """The number of processes that think or can."""
        return self.size - len(self._away)

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes."""
        return tuple(process.pid for process in self._processes if process.pid is not None)

    async def close(self) -> None:
        """End all processes at once; what waits ends with `ClosedError`."""
        self._closed = True
        for job in self._open:
            job.settle(ClosedError())
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(process.kill() for process in self._processes))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _hand_out(self) -> None:
        """Give what waits to the processes that are idle."""
        if self._closed:
            return
        if len(self._down) == self.size:
            self._do_without()
        while self._idle:
            work = self._next()
            if work is None:
                return
            self._spawn(self._employ(self._idle.pop(), work))

    def _next(self) -> Work | None:
        """What is to be done next."""
        hint = self._hints.first()
        if self._hints_running >= max(1, self.alive - 1):
            hint = None
        overdue = hint is not None and self._clock() - hint.asked >= PATIENCE
        move = None if overdue else self._moves.take()
        if move is not None:
            return partial(self._decide, *move)
        question = None if hint is None else self._hints.take()
        if question is None:
            review = None if self._reviewing else self._reviews.take()
            if review is None:
                return None
            self._reviewing = True
            return partial(self._weigh, *review)
        self._hints_running += 1
        return partial(self._advise, *question)

    async def _employ(self, process: Process, work: Work) -> None:
        """Have a process do its work, and start it anew if it fails over it."""
        try:
            await work(process)
        except ProcessError:
            self._away.add(process)
            self.counts.restarts += 1
            await self._heal(process)
        else:
            self._idle.append(process)
            self._hand_out()

    async def _decide(self, room: str, move: Move, process: Process) -> None:
        waited = self._clock() - move.asked
        try:
            asked = Decide(move.bot, move.seed, move.view, waited)
            reply = await process.ask(asked, Decided, self.limit)
            move.settle(self._thought(move, reply, waited))
        except (ProcessError, RefusedError) as error:
            move.settle(self._failed(move, str(error), waited))
            if isinstance(error, ProcessError):
                raise
        finally:
            self._moves.done(room)

    def _thought(self, move: Move, reply: Decided, waited: float) -> Thought:
        """The decision of a process; raises `ProcessError` if it is not legal, since it lies."""
        effort = reply.effort
        if reply.action not in move.view.legal:
            raise ProcessError(f"{reply.action} is not legal"[:_SHOWN])
        if reply.failure is not None:
            return self._failed(move, reply.failure, waited, reply.action)
        simple = effort == SIMPLE != move.bot
        self.counts.moves += 1
        self.counts.simple += simple
        self.counts.shrunk += not simple and effort != move.bot
        return Thought(reply.action, effort, SIMPLE if simple else "bot", None, waited)

    def _failed(
        self, move: Move, why: str, waited: float, action: AnyAction | None = None
    ) -> Thought:
        """The simple bot's decision for a bot that failed; counted and told to the log."""
        self.counts.moves += 1
        self.counts.failed += 1
        _log.warning("a bot failed", bot=move.bot, why=why)
        if action is None:
            action = by_rule_of_thumb(move.view)
        return Thought(action, SIMPLE, SIMPLE, why, waited)

    async def _advise(self, room: str, question: Question, process: Process) -> None:
        waited = self._clock() - question.asked
        try:
            asked = Consider(ADVISER, question.view, question.names, question.language, waited)
            reply = await process.ask(asked, Considered, self.limit)
        except (ProcessError, RefusedError) as error:
            question.settle(self._no_hint(str(error)))
            if isinstance(error, ProcessError):
                raise
        else:
            self.counts.hints += 1
            question.settle(reply.hint)
        finally:
            self._hints_running -= 1
            self._hints.done(room)

    async def _weigh(self, room: str, review: Review, process: Process) -> None:
        try:
            asked = Weigh(ADVISER, review.view)
            review.settle(await process.ask(asked, Weighed, self.limit))
        except (ProcessError, RefusedError) as error:
            _log.warning("a review failed", why=str(error))
            review.settle(None)
            if isinstance(error, ProcessError):
                raise
        finally:
            self._reviewing = False
            self._reviews.done(room)

    def _no_hint(self, why: str) -> HintError:
        self.counts.refused += 1
        _log.warning("a hint failed", why=why)
        return HintError("There is no hint here: the bot failed ({why}).", why=why)

    async def _heal(self, process: Process) -> None:
        """Start a process anew until that works."""
        while True:
            if await self._try_to_start(process):
                return
            await asyncio.sleep(self._pause)

    async def _try_to_start(self, process: Process) -> bool:
        try:
            await process.start()
            await process.ask(Warm(self.offers), Ready, START_LIMIT)
        except (ProcessError, RefusedError) as error:
            _log.error("a process of bots does not start", why=str(error))
            self._down.add(process)
            self._hand_out()
            return False
        self._away.discard(process)
        self._down.discard(process)
        self._idle.append(process)
        self._hand_out()
        return True

    def _do_without(self) -> None:
        """Decide what waits by rule of thumb while no process can be started."""
        why = "no process of bots can be started"
        while (move := self._moves.take()) is not None:
            room, job = move
            job.settle(self._failed(job, why, self._clock() - job.asked))
            self._moves.done(room)
        while (question := self._hints.take()) is not None:
            room, asked = question
            asked.settle(self._no_hint(why))
            self._hints.done(room)
        while not self._reviewing and (review := self._reviews.take()) is not None:
            room, over = review
            over.settle(None)
            self._reviews.done(room)


__all__ = ["Counts", "Thinking"]

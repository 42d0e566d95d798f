"""Bots of many rooms think in processes: fairly, never in the way, whatever they do."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from itertools import product
from typing import Any

import pytest
from failing_bots import LIES

from spadille.bots import BotError, bot_seed, make
from spadille.bots.simple import SimpleBot
from spadille.bots.strong import StrongBot
from spadille.game.actions import AskUndo
from spadille.game.state import Phase
from spadille.rules import parse
from spadille.server.thinking import ClosedError, Hint, HintError, Thinking, process
from spadille.table import Table, seeded
from spadille.view import View
from spadille.words import LANGUAGES, Words, thoughts

FAILING = ("Dying", "Endless", "Erring", "Leaving", "Cheating", "Babbling", "Unmade", "Lying")
OFFERS = ("simple", "easy", "strong", *(f"failing_bots:{name}" for name in FAILING))
NAMES = ["Ada", "Bea", "Cal", "Dan"]
LONG = 60.0


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


@asynccontextmanager
async def thinking(*, started: bool = True, **options: Any) -> AsyncIterator[Thinking]:
    settings = {"processes": 1, "offers": OFFERS, "clock": Clock(), "limit": LONG, **options}
    pool = Thinking(**settings)
    try:
        if started:
            await pool.start()
        yield pool
    finally:
        await pool.close()


def view_at(phase: Phase, rules: str = "standard(blind_nil=off)", seed: int = 3) -> View:
    """The first view of this phase in which there is something to choose."""
    table = Table(parse(rules), seeded(seed))
    while True:
        view = table.view(min(table.to_act))
        if view.phase is phase and len(view.legal) > 3:
            return view
        table.act(view.seat or 0, SimpleBot().act(view))


BID, CARD = view_at(Phase.AUCTION), view_at(Phase.PLAY)


async def until(condition: Any) -> None:
    async with asyncio.timeout(LONG):
        while not condition():  # noqa: ASYNC110 - of other processes
            await asyncio.sleep(0.01)


async def queued(*jobs: Coroutine[Any, Any, Any]) -> list[asyncio.Task[Any]]:
    """The jobs as tasks that have begun to wait."""
    tasks = [asyncio.create_task(job) for job in jobs]
    await asyncio.sleep(0)
    return tasks


def ended(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return _is_zombie(pid)
    return True


def _is_zombie(pid: int) -> bool:
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return not state.stdout.strip() or state.stdout.startswith("Z")


@pytest.mark.parametrize("rules", ["standard", "cutthroat_4", "joker_joker_ace", "whiz"])
def test_a_bot_decides_as_it_does_by_itself(rules: str) -> None:
    async def test() -> None:
        table = Table(parse(rules), seeded(5))
        async with thinking(processes=2) as pool:
            for turn in range(30):
                seat = min(table.to_act)
                view = table.view(seat)
                bot = ("simple", "easy", "strong(worlds=20,proposals=60,rehearsals=8)")[turn % 3]
                pool.offers = (*OFFERS, bot)
                seed = bot_seed(11, seat)
                thought = await pool.act("room", bot, seed, view)
                assert (*thought,) == (make(bot, seed).act(view), bot, "bot", None, 0.0)
                table.act(seat, thought.action)
            assert (pool.counts.moves, pool.counts.failed, pool.counts.simple) == (30, 0, 0)

    run(test())


def test_one_room_with_a_hundred_requests_does_not_delay_another() -> None:
    async def test() -> None:
        order: list[str] = []

        async def asks(room: str) -> None:
            await pool.act(room, "simple", 1, CARD)
            order.append(room)

        async with thinking(started=False) as pool:
            tasks = await queued(*(asks("greedy") for _ in range(100)), asks("modest"))
            await pool.start()
            await asyncio.gather(*tasks)
        assert len(order) == 101
        assert order.index("modest") <= 1

    run(test())


def test_rooms_think_side_by_side_and_each_one_thing_at_a_time() -> None:
    async def test() -> None:
        async with thinking(processes=2) as pool:
            endless = await queued(
                *(pool.act("a", "failing_bots:Endless", 1, CARD) for _ in range(2))
            )
            assert (pool.busy, pool.waiting) == (1, 1)
            thought = await pool.act("b", "simple", 1, CARD)
            assert thought.by == "bot"
            assert (pool.busy, pool.waiting) == (1, 1)
            await pool.close()
            done = await asyncio.gather(*endless, return_exceptions=True)
            assert [type(each) for each in done] == [ClosedError] * 2

    run(test())


@pytest.mark.parametrize("view", [BID, CARD], ids=["bid", "card"])
def test_what_waits_long_is_thought_about_less(view: View) -> None:
    """The effort that was used is told, and with it the decision can be made again."""
    efforts = [
        (60.0, "simple"),
        (1.0, "simple"),
        (0.96, "strong(proposals=100,worlds=20,rehearsals=15)"),
        (0.6, "strong(proposals=1000,worlds=200,rehearsals=150)"),
        (0.2, "strong"),
        (0.0, "strong"),
    ]

    async def test() -> None:
        clock = Clock()
        tasks = []
        async with thinking(started=False, clock=clock) as pool:
            for number, (waited, _) in enumerate(efforts):
                clock.now = -waited
                tasks += await queued(pool.act(f"room {number}", "strong", 7, view))
            clock.now = 0.0
            assert (pool.queue_delay, pool.waiting) == (60, 6)
            await pool.start()
            for (waited, effort), task in zip(efforts, tasks, strict=True):
                by = "simple" if effort == "simple" else "bot"
                expected = (make(effort, 7).act(view), effort, by, None, waited)
                assert (*await task,) == expected
            assert (pool.counts.moves, pool.counts.simple, pool.counts.shrunk) == (6, 2, 2)
            assert (pool.queue_delay, pool.waiting) == (0, 0)

    run(test())


def test_the_simple_bot_acts_for_one_that_fails() -> None:
    failures = {
        "Erring": "ZeroDivisionError: too hard (failing_bots.py, line ",
        "Leaving": "SystemExit: 0",
        "Cheating": "is not legal",
        "Unmade": "cannot be made: ValueError: no luck",
    }

    async def test() -> None:
        async with thinking() as pool:
            before = pool.pids
            for number, (bot, why) in enumerate(failures.items()):
                thought = await pool.act("room", f"failing_bots:{bot}", 1, CARD)
                assert thought.action == SimpleBot().act(CARD)
                assert thought.by == thought.effort == "simple"
                assert why in (thought.failure or "")
                assert pool.counts.failed == number + 1
            assert (await pool.act("room", "simple", 1, CARD)).failure is None
            assert (pool.pids, pool.counts.restarts) == (before, 0)

    run(test())


def test_what_a_bot_prints_is_no_answer() -> None:
    async def test() -> None:
        async with thinking() as pool:
            for _ in range(3):
                thought = await pool.act("room", "failing_bots:Babbling", 1, CARD)
                assert thought == (SimpleBot().act(CARD), "failing_bots:Babbling", "bot", None, 0.0)

    run(test())


@pytest.mark.parametrize(("bot", "why"), [("Dying", "has died"), ("Endless", "no reply within")])
def test_a_process_that_dies_or_hangs_is_started_anew(bot: str, why: str) -> None:
    async def test() -> None:
        async with thinking() as pool:
            pid = pool.pids[0]
            if bot == "Endless":
                pool.limit = 0.2
            thought = await pool.act("room", f"failing_bots:{bot}", 1, CARD)
            assert thought.action == SimpleBot().act(CARD)
            assert thought.by == "simple"
            assert why in (thought.failure or "")
            assert pool.alive == pool.busy == 0
            pool.limit = LONG
            again = await pool.act("room", "strong", 4, CARD)
            assert again == (make("strong", 4).act(CARD), "strong", "bot", None, 0.0)
            assert (pool.counts.restarts, pool.alive) == (1, 1)
            assert ended(pid)

    run(test())


def test_a_process_that_is_killed_while_idle_is_started_anew() -> None:
    async def test() -> None:
        async with thinking() as pool:
            pid = pool.pids[0]
            os.kill(pid, 9)
            await until(lambda: ended(pid))
            thought = await pool.act("room", "strong", 4, CARD)
            assert thought.action == SimpleBot().act(CARD)
            assert (await pool.act("room", "simple", 4, CARD)).failure is None

    run(test())


def test_a_process_that_lies_is_not_believed() -> None:
    async def test() -> None:
        async with thinking() as pool:
            for lie in range(len(LIES)):
                asked = 2 + 3 * lie  # each time it gets ready, lies, is started anew, and acts well
                thought = await pool.act("room", "failing_bots:Lying", lie + 100 * asked, CARD)
                assert thought.action == SimpleBot().act(CARD)
                assert (thought.by, pool.counts.failed) == ("simple", lie + 1)
                assert (await pool.act("room", "simple", 4, CARD)).failure is None

    run(test())


def test_without_processes_the_simple_bot_acts_until_there_are_some(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        command = process.COMMAND
        monkeypatch.setattr(process, "COMMAND", ("/nowhere/python",))
        async with thinking(pause=0.01) as pool:
            assert pool.alive == 0
            thought = await pool.act("room", "strong", 4, CARD)
            assert thought.action == SimpleBot().act(CARD)
            assert "can be started" in (thought.failure or "")
            with pytest.raises(HintError, match="no process of bots can be started"):
                await pool.hint("room", CARD, NAMES, "en")
            monkeypatch.setattr(process, "COMMAND", command)
            await until(lambda: pool.alive)
            assert (await pool.act("room", "strong", 4, CARD)).by == "bot"

    run(test())


def test_what_waits_when_the_server_goes_down_is_told() -> None:
    async def test() -> None:
        async with thinking() as pool:
            pid = pool.pids[0]
            tasks = await queued(
                pool.act("a", "failing_bots:Endless", 1, CARD),
                *(pool.act(room, "strong", 1, CARD) for room in "aabc"),
                pool.hint("a", CARD, NAMES, "en"),
            )
            assert (pool.busy, pool.waiting) == (1, 4)
            await pool.close()
            done = await asyncio.gather(*tasks, return_exceptions=True)
            assert {type(each) for each in done} == {ClosedError}
            assert ended(pid)
            with pytest.raises(ClosedError):
                await pool.act("a", "simple", 1, CARD)
            with pytest.raises(ClosedError):
                await pool.hint("a", CARD, NAMES, "en")
            await pool.close()

    run(test())


def test_a_server_that_dies_takes_its_processes_along(tmp_path: Any) -> None:
    """Even one that is at work, and however the server dies."""
    script = tmp_path / "server.py"
    script.write_text(
        "import asyncio, test_thinking_server as t\nasyncio.run(t.hang())\n", encoding="utf-8"
    )
    (tmp_path / "test_thinking_server.py").write_text(
        "import asyncio\n"
        "from spadille.server.thinking import Thinking\n"
        "from spadille.table import Table, seeded\n"
        "from spadille.rules import parse\n"
        "async def hang():\n"
        "    pool = Thinking(processes=1, offers=('simple', 'failing_bots:Endless'))\n"
        "    await pool.start()\n"
        "    table = Table(parse('standard'), seeded(1))\n"
        "    view = table.view(min(table.to_act))\n"
        "    task = asyncio.create_task(pool.act('a', 'failing_bots:Endless', 1, view))\n"
        "    await asyncio.sleep(0)\n"
        "    print(pool.pids[0], flush=True)\n"
        "    await task\n",
        encoding="utf-8",
    )
    path = os.pathsep.join(place for place in sys.path if place)
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
        text=True,
    ) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        assert not ended(pid)
        server.kill()
    deadline = time.monotonic() + LONG
    while not ended(pid):
        assert time.monotonic() < deadline, "the process of bots outlives its server"
        time.sleep(0.05)


def test_the_server_goes_on_while_bots_think() -> None:
    """Another task makes its steps while the only process is busy without end."""

    async def test() -> None:
        async with thinking() as pool:
            (task,) = await queued(pool.act("a", "failing_bots:Endless", 1, CARD))
            for _ in range(1000):
                await asyncio.sleep(0)
            assert (task.done(), pool.busy) == (False, 1)
            await pool.close()
            with pytest.raises(ClosedError):
                await task

    run(test())


def test_the_queue_has_an_end_and_then_the_simple_bot_acts() -> None:
    async def test() -> None:
        async with thinking(started=False, most_moves=2) as pool:
            tasks = await queued(*(pool.act(room, "strong", 1, CARD) for room in "ab"))
            thought = await pool.act("c", "strong", 1, CARD)
            assert thought == (SimpleBot().act(CARD), "simple", "simple", None, 0.0)
            await pool.start()
            assert [(await task).by for task in tasks] == ["bot", "bot"]
            assert (pool.counts.moves, pool.counts.simple, pool.counts.failed) == (3, 1, 0)

    run(test())


def test_who_no_longer_waits_is_forgotten() -> None:
    async def test() -> None:
        async with thinking(started=False) as pool:
            first, second = await queued(
                pool.act("a", "strong", 1, CARD), pool.hint("a", CARD, NAMES, "en")
            )
            first.cancel()
            second.cancel()
            await asyncio.gather(first, second, return_exceptions=True)
            assert (pool.waiting, pool.queue_delay) == (0, 0)
            await pool.start()
            assert pool.counts.moves == 0
            assert isinstance(await pool.hint("a", CARD, NAMES, "en"), Hint)

    run(test())


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("nobody", "There is no bot nobody; there are simple, easy, strong"),
        ("os:system", "There is no bot os:system; there are "),
        ("strong(worlds=100000)", "The bot strong takes no options at this server."),
        ("strong(", "The bot strong( cannot be read"),
        ("", "The bot  cannot be read"),
        ("x" * 100, "There is no bot xxx"),
    ],
)
def test_a_bot_that_is_not_offered_is_refused(bot: str, sentence: str) -> None:
    async def test() -> None:
        async with thinking(started=False) as pool:
            with pytest.raises(BotError) as refused:
                await pool.act("room", bot, 1, CARD)
            assert sentence in str(refused.value)

    run(test())


def test_all_registered_bots_are_offered() -> None:
    async def test() -> None:
        async with thinking(started=False, offers=None) as pool:
            assert {pool.check(bot) for bot in ("easy", "medium", "strong", " simple() ")} == {
                "easy",
                "medium",
                "strong",
                "simple",
            }

    run(test())


def test_a_hint_says_what_the_strong_bot_would_do() -> None:
    async def test() -> None:
        async with thinking() as pool:
            for language, view in product(LANGUAGES, (BID, CARD)):
                hint = await pool.hint("room", view, NAMES, language)
                thought = StrongBot(0).think(view)
                said = thoughts.advice(Words(language), thought, view, NAMES)
                assert (hint.deed, hint.reasons) == (said.deed, said.reasons)
                assert (hint.action, hint.forced) == (thought.action, thought.forced)
                assert hint.effort == "strong"
                assert {worth.action: (worth.chance, worth.points) for worth in hint.values} == {
                    action: (worth.chance, worth.points) for action, worth in thought.values.items()
                }
                assert hint.values[0].action == hint.action
            assert pool.counts.hints == 6

    run(test())


def test_a_hint_is_refused_where_there_is_nothing_to_decide() -> None:
    async def test() -> None:
        table = Table(parse("standard"), seeded(1))
        idle = next(seat for seat in range(4) if seat not in table.to_act)
        async with thinking(started=False) as pool:
            for view in (table.view(), table.view(idle)):
                with pytest.raises(HintError, match="Nothing is to be decided"):
                    await pool.hint("room", view, NAMES, "en")

    run(test())


def test_a_hint_where_only_undoing_is_possible_comes_with_a_reason_not_a_crash() -> None:
    async def test() -> None:
        table = Table(parse("standard(blind_nil=off)"), seeded(1))
        seat = min(table.to_act)
        table.act(seat, SimpleBot().act(table.view(seat)))
        view = table.view(seat)
        async with thinking() as pool:
            if AskUndo() in view.legal:
                with pytest.raises(HintError, match="no legal actions"):
                    await pool.hint("room", view, NAMES, "en")
            assert (pool.alive, pool.counts.restarts) == (1, 0)

    run(test())


def test_few_hints_wait_and_one_of_a_seat() -> None:
    async def test() -> None:
        async with thinking(started=False, most_hints=2) as pool:
            tasks = await queued(*(pool.hint(room, CARD, NAMES, "en") for room in "ab"))
            with pytest.raises(HintError, match="Your hint is being"):
                await pool.hint("a", CARD, NAMES, "en")
            with pytest.raises(HintError, match="Too many players ask"):
                await pool.hint("c", CARD, NAMES, "en")
            assert pool.counts.refused == 2
            await pool.start()
            assert [(await task).action in CARD.legal for task in tasks] == [True, True]
            await pool.hint("a", CARD, NAMES, "en")

    run(test())


@pytest.mark.parametrize(("waited", "order"), [(0.5, "mmh"), (2.5, "hmm")])
def test_moves_go_before_hints_until_these_have_waited_long(waited: float, order: str) -> None:
    async def test() -> None:
        clock = Clock()
        done: list[str] = []

        async def note(job: Coroutine[Any, Any, Any], letter: str) -> Any:
            answer = await job
            done.append(letter)
            return answer

        async with thinking(started=False, clock=clock) as pool:
            tasks = await queued(
                note(pool.hint("a", CARD, NAMES, "en"), "h"),
                note(pool.act("a", "strong", 1, CARD), "m"),
                note(pool.act("b", "strong", 1, CARD), "m"),
            )
            clock.now += waited
            await pool.start()
            hint, *_ = await asyncio.gather(*tasks)
        assert "".join(done) == order
        assert hint.effort.startswith("strong(")

    run(test())


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="this system has no priorities")
def test_bots_think_after_all_other_work() -> None:
    async def test() -> None:
        async with thinking() as pool:
            pid = pool.pids[0]
            own = os.getpriority(os.PRIO_PROCESS, 0)
            assert os.getpriority(os.PRIO_PROCESS, pid) == min(own + 5, 19)

    run(test())


def test_the_server_itself_stays_small() -> None:
    program = "import sys, spadille.server.thinking; print('numpy' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert said.stdout.strip() == b"False"

"""Decisions that are over are weighed in the pool of bots, when nothing else is to be done."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from databases import run

from spadille.game.actions import AskUndo, Claim
from spadille.game.state import Phase
from spadille.rules import parse
from spadille.server.thinking import ClosedError, Thinking, Weighed
from spadille.table import Table, seeded
from spadille.view import View


def view_at(phase: Phase) -> View:
    """The first view of a phase in which there is something to choose."""
    table = Table(parse("standard(blind_nil=off)"), seeded(3))
    while True:
        view = table.view(min(table.to_act))
        if view.phase is phase and len(view.legal) > 3:
            return view
        seat = min(table.to_act)
        table.act(seat, table.legal(seat)[0])


@asynccontextmanager
async def thinking() -> AsyncIterator[Thinking]:
    pool = Thinking(processes=1, offers=("simple", "strong"), limit=60.0, clock=lambda: 100.0)
    try:
        await pool.start()
        yield pool
    finally:
        await pool.close()


@pytest.mark.parametrize("phase", [Phase.AUCTION, Phase.PLAY])
def test_all_that_the_strong_bot_tried_is_told(phase: Phase) -> None:
    view = view_at(phase)

    async def test() -> None:
        async with thinking() as pool:
            found = await pool.review("r", view)
            assert isinstance(found, Weighed)
            choices = [one for one in view.legal if not isinstance(one, Claim | AskUndo)]
            tried = [one.action for one in found.weights]
            assert found.action in tried
            assert set(tried) <= set(choices)
            assert len(tried) > 1
            assert all(0 <= one.chance <= 1 for one in found.weights)

    run(test())


def test_it_waits_until_nothing_else_does() -> None:
    view = view_at(Phase.PLAY)
    order: list[str] = []

    async def told(name: str, work: asyncio.Future[Any]) -> None:
        await work
        order.append(name)

    async def test() -> None:
        async with thinking() as pool:
            first = asyncio.create_task(pool.act("a", "strong", 1, view))
            await asyncio.sleep(0)
            works: dict[str, asyncio.Future[Any]] = {
                "review": asyncio.ensure_future(pool.review("b", view)),
                "other review": asyncio.ensure_future(pool.review("c", view)),
            }
            await asyncio.sleep(0)
            works["hint"] = asyncio.ensure_future(pool.hint("d", view, ["A", "B", "C", "D"], "en"))
            works["move"] = asyncio.ensure_future(pool.act("e", "simple", 1, view))
            await asyncio.gather(first, *(told(name, work) for name, work in works.items()))
            assert order == ["move", "hint", "review", "other review"]

    run(test())


def test_a_process_that_dies_over_it_fails_it_and_is_started_anew() -> None:
    view = view_at(Phase.PLAY)

    async def test() -> None:
        async with thinking() as pool:
            asked = asyncio.create_task(pool.review("r", view))
            await asyncio.sleep(0)
            (pid,) = pool.pids
            os.kill(pid, signal.SIGKILL)
            assert await asked is None
            assert await pool.review("r", view) is not None

    run(test())


def test_it_ends_with_the_pool() -> None:
    view = view_at(Phase.PLAY)

    async def test() -> None:
        async with thinking() as pool:
            asked = [asyncio.create_task(pool.review("r", view)) for _ in range(3)]
            await asyncio.sleep(0)
            await pool.close()
            for one in asked:
                with pytest.raises(ClosedError):
                    await one
            with pytest.raises(ClosedError):
                await pool.review("r", view)

    run(test())

"""What happens without a command, when it goes wrong: it is tried again, less and less often."""

from contextlib import AsyncExitStack

import pytest
from client import Client, gathered
from databases import run
from serving import Turned, served

from spadille.server import driver
from spadille.server.thinking import Thinking

GAPS = [2, 4, 8, 16, 32, driver.LONGEST, driver.LONGEST]


def test_a_bot_that_fails_is_asked_again_less_and_less_often(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = 0

    async def fails(*_: object) -> object:
        nonlocal tries
        tries += 1
        raise RuntimeError("a fault of ours")

    async def tried(client: Client, count: int, busy: set[str]) -> None:
        while tries < count or busy:
            await client.do("ping")
        assert tries == count

    async def test() -> None:
        time = Turned()
        async with served(sqlite_url, time) as server, AsyncExitStack() as stack:
            monkeypatch.setattr(Thinking, "act", fails)
            (one,) = await gathered(stack, server.address, "standard", 1)
            busy = server.context.house.driver._busy  # noqa: SLF001 - until a try has ended
            while not tries:  # it may be the person's turn first
                await one.until(lambda: one.seen.legal or tries)
                if one.turn:
                    await one.act(one.seen.legal[0])
            for count, gap in enumerate(GAPS, 1):
                await tried(one, count, busy)
                await one.do("admit", access="locked" if count % 2 else "private")
                await tried(one, count, busy)
                time.turn(gap - 0.5)
                await tried(one, count, busy)
                time.turn(0.6)
            await tried(one, len(GAPS) + 1, busy)

    run(test())

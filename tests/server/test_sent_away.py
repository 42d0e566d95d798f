"""Connections that may no longer be: of ended tokens, and too many from one address."""

from contextlib import AsyncExitStack

import pytest
from client import Client, Someone, connected, drop, gathered, http_at, someone
from databases import run
from serving import Server, served
from starlette.websockets import WebSocket
from websockets.exceptions import InvalidStatus

from spadille.server import session
from spadille.server.messages import Bye

PASSWORD = "correct horse battery"  # noqa: S105 - nobody's
LATER = 1013


async def signed_up(server: Server) -> Someone:
    """Somebody with an account."""
    one = await someone(server.address)
    body = {"name": "Ada", "password": PASSWORD}
    answer = await one.call("POST", "/api/me/account", body)
    assert answer.status_code == 200, answer.text
    return Someone(server.address, answer.json()["token"], one.person)


async def ended(client: Client) -> None:
    """Wait until a connection is ended because its token is."""
    bye = await client.end()
    assert bye is not None
    assert bye.reason == "token_ended"
    assert client.socket.close_code == LATER


def test_a_new_password_ends_the_connections_of_old_tokens(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            one = await signed_up(server)
            table = await one.open()
            first = await stack.enter_async_context(one.at(table.table))
            other = await stack.enter_async_context((await someone(server.address)).at(table.table))
            wanted = {"old": PASSWORD, "new": PASSWORD + "s"}
            token = (await one.call("POST", "/api/me/password", wanted)).json()["token"]
            await ended(first)
            again = await stack.enter_async_context(one.at(table.table))
            bye = await again.end()
            assert bye is not None
            assert bye.reason == "nobody"
            new = Someone(server.address, token, one.person)
            back = await stack.enter_async_context(new.at(table.table))
            assert back.player == 0
            await other.do("ping")

    run(test())


def test_a_revoked_bot_and_a_removed_account_are_sent_away(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            one = await signed_up(server)
            made = (await one.call("POST", "/api/me/bots", {"name": "Bot"})).json()
            bot = Someone(server.address, made["token"], made["id"])
            table = await one.open()
            host = await stack.enter_async_context(one.at(table.table))
            program = await stack.enter_async_context(bot.at(table.table))
            await program.do("sit")
            await one.call("DELETE", f"/api/me/bots/{made['id']}")
            await ended(program)
            await host.do("ping")
            made = (await one.call("POST", "/api/me/bots", {"name": "Bot"})).json()
            other = Someone(server.address, made["token"], made["id"])
            second = await stack.enter_async_context(other.at(table.table))
            await one.call("DELETE", "/api/me/account", {"password": PASSWORD})
            await ended(host)
            await ended(second)

    run(test())


def test_a_token_that_ended_elsewhere_is_noticed(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "KNOWN", 0.1)

    async def test() -> None:
        async with served(sqlite_url, heartbeat=2) as server, AsyncExitStack() as stack:
            one, two = await gathered(stack, server.address, "standard", 2)
            await server.context.store.people.remove(one.who.person)  # as another process does
            await ended(one)
            await two.do("ping")

    run(test())


def test_an_address_may_hold_so_many_connections(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            server.context.crowd.most = 2
            one = await someone(server.address)
            table = await one.open()
            first = await stack.enter_async_context(one.at(table.table))
            await stack.enter_async_context(one.at(table.table))
            async with connected(one, table.table) as third:
                bye = await third.end()
                assert bye is not None
                assert bye.reason == "too_many"
            async with http_at(server.address) as http:
                assert (await http.get("/api/server")).status_code == 200
            await drop(first)
            told = third.messages[-1]
            while isinstance(told, Bye):  # the server learns of it soon
                async with connected(one, table.table) as third:
                    told = third.messages[0]

    run(test())


def test_who_goes_while_he_is_let_in_holds_no_connection(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gone(_: WebSocket) -> None:
        raise ConnectionResetError

    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            server.context.crowd.most = 1
            one = await someone(server.address)
            table = await one.open()
            with monkeypatch.context() as patched:
                patched.setattr(WebSocket, "accept", gone)
                with pytest.raises(InvalidStatus):
                    await stack.enter_async_context(one.at(table.table))
            client = await stack.enter_async_context(one.at(table.table))
            assert client.player == 0

    run(test())

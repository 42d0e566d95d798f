"""Matches played one action after the other, up to whichever point a test is about."""

from collections.abc import Callable, Sequence

from client import Client
from serving import Server

from spadille.bots.simple import SimpleBot
from spadille.game.actions import AnyAction
from spadille.game.events import AnyEvent
from spadille.game.state import State
from spadille.server.entries import AnyEntry, decode
from spadille.view import View


def game_of(server: Server, client: Client) -> State:
    """The true state of a client's match."""
    table = server.context.house.rooms[client.name].state.table
    assert table is not None
    return table.state


def log_of(server: Server, client: Client) -> list[AnyEvent]:
    """The true log of a client's match."""
    table = server.context.house.rooms[client.name].state.table
    assert table is not None
    return table.log


async def entries_of(server: Server, table: str) -> list[AnyEntry]:
    """All entries of a table, as they are stored."""
    rows = await server.context.store.entries(table)
    return [entry for _, body in rows for entry in decode(body).entries]


def simple(view: View) -> AnyAction:
    """A choice by rule of thumb, the same for the same view."""
    return SimpleBot(view.log).act(view)


async def advance(
    server: Server,
    clients: Sequence[Client],
    reached: Callable[[State], object],
    choose: Callable[[View], AnyAction] = simple,
) -> None:
    """Have people act, one after the other, until the match has come so far."""
    while not reached(game_of(server, clients[0])):
        log = game_of(server, clients[0]).log
        for client in clients:
            await client.until_log(log)
        acting = next((client for client in clients if client.turn), None)
        if acting is None:
            await clients[0].until_log(log + 1)  # a bot acts
        else:
            await acting.act(choose(acting.seen))
    for client in clients:
        await client.until_log(game_of(server, clients[0]).log)

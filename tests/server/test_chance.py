"""What players add to the chance of a deal, over real sockets, and the proofs afterwards."""

import hashlib
import json
from collections.abc import Sequence
from contextlib import AsyncExitStack

from client import Client, gathered, someone
from databases import run
from rounds import advance, entries_of, game_of, log_of
from serving import Server, Turned, served

from spadille.provable import Verdict, seal, verify
from spadille.record import GameFile, Proof
from spadille.server.entries import Asked, Supplied
from spadille.server.messages import ChanceInfo
from spadille.server.messages import Proof as Told

RULES = "two_handed(max_deals=2)"


def share(player: int, number: int) -> bytes:
    """The bytes of a player for a piece of chance."""
    return hashlib.sha256(f"{player}/{number}".encode()).digest()[:16]


def digest(part: bytes) -> str:
    return hashlib.sha256(part).hexdigest()


def coming(client: Client) -> ChanceInfo:
    """What is known of the piece of chance that comes next."""
    assert client.table.chance is not None
    return client.table.chance


async def promise(client: Client, number: int) -> None:
    assert client.player is not None
    await client.do("promise", number=number, promise=digest(share(client.player, number)))


async def show(client: Client, number: int) -> None:
    assert client.player is not None
    await client.do("show", number=number, shown=share(client.player, number).hex())


def by_player(told: dict[int, str], count: int) -> tuple[str | None, ...]:
    return tuple(told.get(player) for player in range(count)) if told else ()


def check_proofs(server: Server, client: Client, proofs: dict[int, Told]) -> list[Verdict]:
    """What the proofs that somebody was told say of the match as it was."""
    count = len(client.table.players)
    parts = [
        Proof(
            number=one.number,
            seal=one.seal,
            secret=one.secret,
            promises=by_player(one.promises, count),
            shown=by_player(one.shown, count) if one.promises else (),
            missing=one.missing,
        )
        for one in proofs.values()
    ]
    log = log_of(server, client)
    found = verify(GameFile.of(log, match=client.table.match, proofs=parts))
    assert all(seal(bytes.fromhex(one.secret)) == one.seal for one in proofs.values())
    return [finding.verdict for finding in found]


async def finish(server: Server, clients: Sequence[Client]) -> list[Verdict]:
    """Play to the end; what the proofs of the whole match prove."""
    await advance(server, clients, lambda state: state.winners is not None)
    for client in clients:
        await client.until(lambda: client.over)  # noqa: B023 - waited for at once
    proofs = clients[0].proofs
    assert all(client.proofs == proofs for client in clients)
    return check_proofs(server, clients[0], proofs)


def test_nobody_promises(sqlite_url: str) -> None:
    """The secret alone decides; it is revealed when the deal is over, not before."""

    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            clients = await gathered(stack, server.address, RULES, 2)
            first = coming(clients[0])
            dealt = first.number - 1
            assert dealt not in clients[0].proofs
            await advance(server, clients, lambda state: state.deal.number == 2)
            assert clients[0].proofs[dealt].missing == ()
            assert first.number not in clients[0].proofs
            verdicts = await finish(server, clients)
            assert verdicts == [Verdict.PROVED] * (first.number + 1)
            assert clients[0].proofs[first.number].seal == first.seal
            entries = await entries_of(server, clients[0].name)
            assert not any(isinstance(entry, Asked) for entry in entries)

    run(test())


def test_all_promise_and_show(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            one, two = clients = await gathered(stack, server.address, RULES, 2)
            number = coming(one).number
            assert await one.refused("show", number=number, shown="0" * 32) == "not_asked"
            await promise(one, number)
            again = {"number": number, "promise": "0" * 64}
            assert await one.refused("promise", **again) == "promised"
            assert await two.refused("promise", number=number + 1, promise="0" * 64) == "too_late"
            assert await two.refused("promise", number=number - 1, promise="0" * 64) == "too_late"
            await promise(two, number)
            await one.until(lambda: len(coming(one).promises) == 2)
            await one.until(lambda: one.turn or two.turn)
            await advance_to_asking(server, clients)
            assert await one.refused("promise", number=number, promise="0" * 64) == "too_late"
            assert await one.refused("show", number=number, shown="0" * 32) == "other_bytes"
            log = game_of(server, one).log
            await show(one, number)
            assert await one.refused("show", number=number, shown="0" * 32) == "shown"
            assert game_of(server, one).log == log
            assert share(0, number).hex() not in "".join(two.heard)
            await show(two, number)
            await one.until_log(log + 1)
            verdicts = await finish(server, clients)
            assert set(verdicts) == {Verdict.PROVED}
            proof = one.proofs[number]
            assert proof.shown == {0: share(0, number).hex(), 1: share(1, number).hex()}
            assert proof.promises == {player: digest(share(player, number)) for player in (0, 1)}

    run(test())


async def advance_to_asking(server: Server, clients: Sequence[Client]) -> None:
    """Play the deal to its end, where the bytes for the next one are asked for."""
    room = server.context.house.rooms[clients[0].name]
    await advance(server, clients, lambda _: room.state.chance.asked)
    for client in clients:
        await client.until(lambda: coming(client).asked)  # noqa: B023 - waited for at once
        assert not client.seen.to_act


def test_who_does_not_show_is_named(sqlite_url: str) -> None:
    async def test() -> None:
        time = Turned()
        async with served(sqlite_url, time) as server, AsyncExitStack() as stack:
            one, two = clients = await gathered(stack, server.address, RULES, 2)
            number = coming(one).number
            await promise(one, number)
            await promise(two, number)
            await advance_to_asking(server, clients)
            await show(two, number)
            log = one.seen.log
            time.turn(4.9)
            await one.do("say", phrase="one_moment")
            assert game_of(server, one).log == log
            time.turn(0.2)
            await one.until_log(log + 1)
            assert await one.refused("show", number=number, shown="0" * 32) == "not_asked"
            verdicts = await finish(server, clients)
            assert set(verdicts) == {Verdict.PROVED}
            assert one.proofs[number].missing == (0,)
            assert one.proofs[number].shown == {1: share(1, number).hex()}

    run(test())


def test_a_promise_for_the_draw_comes_with_the_table(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server:
            ada = await someone(server.address)
            own = digest(share(0, 0))
            table = await ada.open(RULES, "Ada", start=True, promise=own)
            assert table.chance is not None
            assert (table.chance.promises, table.chance.asked) == ({0: own}, True)
            async with ada.at(table.table) as one:
                assert one.seen.log == 1
                await show(one, 0)
                await one.until(lambda: one.turn or one.seen.phase != "begin")
                assert one.proofs[0].shown == {0: share(0, 0).hex()}
                assert one.proofs[0].number == 0
                supplied = [
                    entry
                    for entry in await entries_of(server, table.table)
                    if isinstance(entry, Supplied)
                ]
                assert [entry.missing for entry in supplied] == [()] * len(supplied)
                assert (await finish(server, [one]))[0] is Verdict.PROVED
            refused = await ada.call("POST", "/api/tables", {"promise": "xyz"})
            assert refused.status_code == 400

    run(test())


def test_a_match_that_is_abandoned_shows_its_secrets(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url) as server, AsyncExitStack() as stack:
            one, two = await gathered(stack, server.address, RULES, 2)
            number = coming(one).number - 1
            await two.do("leave")
            assert number not in one.proofs
            await one.do("forfeit")
            await one.until(lambda: number in one.proofs)
            verdicts = check_proofs(server, one, one.proofs)
            assert set(verdicts) == {Verdict.PROVED}
            assert json.loads(one.heard[-1])["table"]["status"] == "closed"

    run(test())

"""Nobody gets in who may not: to others' seats, to tables, past origins, to files."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx
import pytest
from client import Someone, connected, someone
from databases import BOUND, run
from serving import Server, served
from structlog.testing import capture_logs

from spadille.server.messages import Bye, TableInfo
from spadille.server.people.people import KEYS
from spadille.server.people.tokens import Signer, new_key

RULES: Final = "standard(max_deals=1)"
FOREIGN: Final = "https://evil.example"


@asynccontextmanager
async def table(url: str, **options: Any) -> AsyncIterator[tuple[Server, Someone, TableInfo]]:
    """A server with a table of somebody whose match has begun."""
    async with served(url, allowance=100) as server:
        host = await someone(server.address)
        yield server, host, await host.open(RULES, start=True, **options)


async def turned_away(who: Someone, name: str, headers: dict[str, str], **query: Any) -> str:
    """Connect to a table; the connection is ended at once, for which reason."""
    async with connected(who, name, headers, **query) as client:
        bye = await client.end()
        assert isinstance(bye, Bye)
        assert bye.sentence
        assert [type(message) for message in client.messages] == [Bye]
        return bye.reason


def test_the_seats_of_others_are_theirs(sqlite_url: str) -> None:
    async def test() -> None:
        async with table(sqlite_url, watching="hands_after_deal", access="locked") as found:
            server, host, opened = found
            stranger = await someone(server.address)
            async with host.at(opened.table) as own, stranger.at(opened.table) as client:
                await own.until(lambda: own.turn, "the host's turn")
                await client.until(lambda: client.view is not None, "what watchers see")
                assert client.player is None
                assert client.seen.hand is None
                assert client.seen.legal == ()
                before = server.context.house.rooms[opened.table].seq
                commands: dict[str, dict[str, Any]] = {
                    "act": {"action": own.seen.legal[0], "log": own.seen.log},
                    "leave": {},
                    "start": {},
                    "say": {"text": "I am Ada"},
                    "hold": {"player": 0, "wait": True},
                    "admit": {"access": "public"},
                    "replace": {"player": 0},
                    "forfeit": {},
                    "play_again": {},
                    "promise": {"number": 1, "promise": "0" * 64},
                    "show": {"number": 1, "shown": "0" * 32},
                    "hint": {},
                }
                for do, fields in commands.items():
                    assert await client.refused(do, **fields) in {"no_place", "no_hints"}, do
                assert await client.refused("sit", player=0) == "locked"
                assert await client.refused("sit") == "locked"
                # Nor may the host act for the bots, or twice.
                for action in own.seen.legal[:1]:
                    log = own.seen.log
                    await own.do("act", action=action, log=log)
                    assert await own.refused("act", action=action, log=log) == "stale"
                await client.do("ping")
                rows = server.context.house.rooms[opened.table].seq
                assert rows > before
            persons = [player.person for player in opened.players]
            assert persons == [True, False, False, False]

    run(test())


def test_a_command_repeated_by_somebody_else_is_his_own(sqlite_url: str) -> None:
    async def test() -> None:
        async with table(sqlite_url) as (server, host, opened):
            stranger = await someone(server.address)
            async with host.at(opened.table) as own, stranger.at(opened.table) as client:
                await client.do("sit", "c-1", player=2)
                await own.do("say", "c-2", phrase="hello")
                first = await own.do("say", "c-2", phrase="hello")  # answered, not said again
                await client.do("say", "c-2", phrase="bye")
                await own.until(lambda: len(own.said) > 1, "what the other says")
                assert [said.phrase for said in own.said] == ["hello", "bye"]
                assert first is not None

    run(test())


def test_a_command_over_two_connections_at_once_is_carried_out_once(sqlite_url: str) -> None:
    async def test() -> None:
        async with (
            table(sqlite_url) as (_, host, opened),
            host.at(opened.table) as one,
            host.at(opened.table) as other,
        ):
            for n in range(10):
                await one.say("say", f"twice-{n}", phrase="hello")
                await other.say("say", f"twice-{n}", phrase="hello")
                await one.answer(f"twice-{n}")
                await other.answer(f"twice-{n}")
                if len(one.said) >= 4:
                    break  # more would be too much chat
            await one.do("ping")
            assert len(one.said) == len(other.said) == n + 1

    run(test())


def test_without_a_good_token_nobody_comes_in(sqlite_url: str) -> None:
    async def test() -> None:
        async with table(sqlite_url) as (server, host, opened):
            person = host.person
            keys = (await server.context.store.secret(KEYS, new_key)).split()
            kept, _, signature = host.token.rpartition(".")
            ours = Signer(keys, lambda: 0)
            tokens = {
                "forged by another key": Signer(["y" * 32], lambda: 2e9).sign(person, 0),
                "changed": kept[:-1] + ("A" if kept[-1] != "A" else "B") + "." + signature,
                "without its signature": kept,
                "expired": ours.sign(person, 0),
                "of a bot that is none": "spadille_bot_" + "x" * 43,
                "empty": "",
                "endless": "x" * 5000,
                "the person": person,
            }
            for why, token in tokens.items():
                headers = {"authorization": f"Bearer {token}"}
                assert await turned_away(host, opened.table, headers) == "nobody", why
                if not token:
                    continue  # no client sends such a header
                async with httpx.AsyncClient(base_url=server.address, headers=headers) as http:
                    made = await http.post("/api/tables", content=b"{}")
                    assert made.status_code == 401, why
                    assert made.json()["refusal"]["reason"] == "nobody"
            assert await turned_away(host, opened.table, {}) == "nobody"
            basic = {"authorization": f"Basic {host.token}"}
            assert await turned_away(host, opened.table, basic) == "nobody"

    run(test())


def test_a_guessed_table_is_none(sqlite_url: str) -> None:
    async def test() -> None:
        async with table(sqlite_url) as (_, host, opened):
            for guess in ("x", opened.table[:-1], opened.table.swapcase(), opened.code, "%00", "*"):
                assert await turned_away(host, guess, host.headers) == "no_table"
                if guess != opened.code:
                    found = await host.call("GET", f"/api/tables/{guess}")
                    assert found.status_code == 404
                    assert found.json()["refusal"]["reason"] == "no_table"

    run(test())


def test_other_pages_may_not_speak_to_the_server(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url, origins=("https://friend.example",), allowance=100) as server:
            host = await someone(server.address)
            opened = await host.open(RULES, start=True)
            cookie = {"cookie": f"spadille={host.token}"}
            own = {"origin": server.address}
            for origin in (FOREIGN, "null", server.address + "/", "http://127.0.0.1", ""):
                headers = host.headers | {"origin": origin}
                assert await turned_away(host, opened.table, headers) == "origin", origin
                headers = cookie | {"origin": origin}
                assert await turned_away(host, opened.table, headers) == "origin", origin
                async with httpx.AsyncClient(base_url=server.address, headers=headers) as http:
                    for method, path in CHANGING:
                        answer = await http.request(
                            method, path, content=BODIES.get((method, path), b"{}")
                        )
                        assert answer.status_code == 403, (path, origin)
                        assert answer.json()["refusal"]["reason"] == "origin"
                        assert "set-cookie" not in answer.headers
            # A cookie without an origin is no browser's doing.
            assert await turned_away(host, opened.table, cookie) == "origin"
            for headers in (cookie | own, cookie | {"origin": "https://friend.example"}):
                async with connected(host, opened.table, headers) as client:
                    assert client.player == 0
            # Who is asked is not told by a header that anybody can send.
            for lie in ("x-forwarded-host", "forwarded", "x-original-host"):
                headers = cookie | {"origin": FOREIGN, lie: "evil.example"}
                assert await turned_away(host, opened.table, headers) == "origin"

    run(test())


CHANGING: Final = (
    ("POST", "/api/me"),
    ("POST", "/api/tables"),
    ("POST", "/api/log_out"),
    ("POST", "/api/log_in"),
    ("POST", "/api/me/account"),
    ("DELETE", "/api/me/account"),
    ("POST", "/api/me/password"),
    ("POST", "/api/me/bots"),
    ("DELETE", "/api/me/bots/x"),
)
BODIES: Final = {
    ("POST", "/api/log_in"): b'{"name": "Ada", "password": "a long one"}',
    ("POST", "/api/me/account"): b'{"name": "Ada", "password": "a long one"}',
    ("DELETE", "/api/me/account"): b'{"password": "a long one"}',
    ("POST", "/api/me/password"): b'{"old": "a long one", "new": "another one"}',
    ("POST", "/api/me/bots"): b'{"name": "Botty"}',
}


def test_addresses_are_believed_of_known_proxies_only(sqlite_url: str) -> None:
    async def persons(server: Server) -> int:
        """How many become somebody who each claim to be somewhere else."""
        made = 0
        async with httpx.AsyncClient(base_url=server.address) as http:
            for n in range(40):
                http.cookies.clear()
                claim = {"x-forwarded-for": f"10.0.0.{n}", "forwarded": f"for=10.0.0.{n}"}
                made += (await http.post("/api/me", headers=claim)).status_code == 200
        return made

    async def test() -> None:
        async with served(sqlite_url) as server:
            assert 30 <= await persons(server) < 40
        async with served(sqlite_url, proxies=("127.0.0.1",)) as server:
            assert await persons(server) == 40

    run(test())


PATHS: Final = (
    "/api/tables/../me/bots",
    "/api/tables/%2e%2e/%2e%2e/etc/passwd",
    "/api/tables/%00",
    "/api/tables/" + "x" * 8000,
    "/api/tables//",
    "/assets/../../../../../../etc/passwd",
    "/assets/..%2f..%2f..%2fpyproject.toml",
    "/assets/%2e%2e/%2e%2e/app.py",
    "/assets//etc/passwd",
    "/assets/%00",
    "/assets/" + "x" * 5000,
    "/verify/../app.py",
    "/verify.js%00",
    "/api/rules/" + "(" * 1990,
    "/api/rules/" + "standard(" * 200,
    "/api/rules/standard(target=" + "9" * 1900 + ")",
    "/api/rules/standard(max_deals=" + "9" * 400 + ")",
    "/api/rules/" + "x" * 2500,
    "/api/schema/../../app",
    "/api/schema/%2e%2e",
    "/api/nothing",
    "/%ff%fe",
    "/..;/etc/passwd",
    "/\\..\\..\\etc\\passwd",
)
SECRET: Final = ("root:", "import ", "Traceback", "/spadille/", "site-packages", "[project]")
"""What no answer may hold: of files of the machine, of the program, or of where it lies."""
HEADERS: Final = {
    "content-security-policy": "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}


def check_headers(answer: httpx.Response) -> None:
    """An answer has what keeps browsers careful, once."""
    for name, value in HEADERS.items():
        assert len(answer.headers.get_list(name)) == 1, (answer.url, name)
        assert value in answer.headers[name]
    assert "unsafe" not in answer.headers["content-security-policy"]


def raw(server: Server, path: str) -> httpx.URL:
    """A path as it is, which no client has tidied up."""
    return httpx.URL(server.address).copy_with(raw_path=path.encode("latin-1"))


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_paths_lead_nowhere_else(sqlite_url: str, method: str) -> None:
    async def test() -> None:
        async with table(sqlite_url) as (server, host, opened):
            more = (f"/api/tables/{opened.table}/../{opened.table}", "/", "/health", "/metrics")
            known = ("/verify", "/api/me", "/api/tables", "/api/rules/standard", "/api/schema/view")
            async with httpx.AsyncClient(headers=host.headers, timeout=BOUND) as http:
                for path in (*PATHS, *more, *known):
                    answer = await http.request(method, raw(server, path))
                    assert answer.status_code != 500, path
                    check_headers(answer)
                    if answer.status_code >= 400 and method != "HEAD":
                        refusal = answer.json()["refusal"]
                        assert refusal["reason"]
                        assert refusal["sentence"]
                    if path in PATHS and answer.headers["content-type"] != HTML:
                        assert not [word for word in SECRET if word in answer.text], path
            async with host.at(opened.table) as client:
                await client.do("ping")

    run(test())


HTML: Final = "text/html; charset=utf-8"
"""The page, which comes for every place in it."""


SMUGGLED: Final = (
    "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "Content-Length: 0\r\nContent-Length: 44\r\n\r\n",
    "Content-Length: +0\r\n\r\n",
    "Content-Length: 0x0\r\n\r\n",
    "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n",
    "X: y\rContent-Length: 0\r\n\r\n",
)


@pytest.mark.parametrize("rest", SMUGGLED)
def test_no_request_is_smuggled_behind_another(sqlite_url: str, rest: str) -> None:
    # RFC 9112, section 6.3: what does not tell surely where a request ends is refused and closed.
    async def test() -> None:
        async with served(sqlite_url) as server:
            host, port = server.address.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            second = "GET /api/rules HTTP/1.1\r\nHost: x\r\n\r\n"
            writer.write(f"POST /api/log_out HTTP/1.1\r\nHost: x\r\n{rest}{second}".encode())
            async with asyncio.timeout(BOUND):
                got = await reader.read()
            writer.close()
            assert got.startswith(b"HTTP/1.1 400 ")
            assert got.count(b"HTTP/1.1") == 1

    run(test())


UNBOUNDED: Final[tuple[dict[str, object], ...]] = (
    {"rules": "x" * 2001},
    {"rules": "no_such_rules"},
    {"rules": "standard(target=" + "9" * 1900 + ")"},
    {"rules": "standard(" * 200},
    {"name": "x" * 41},
    {"access": "everybody"},
    {"watching": "all"},
    {"seats": ["a"] * 7},
    {"seats": ["a"] * 5},
    {"seats": ["x" * 41]},
    {"bots": "random"},
    {"bots": "../../x"},
    {"clock": {"action": 0}},
    {"clock": {"action": 20, "bank": -1}},
    {"clock": {"action": 1e300}},
    {"grace": -1},
    {"grace": 1e9},
    {"grace": None},
    {"hints": 1},
    {"unknown": True},
)


def test_a_table_has_options_within_their_bounds(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url, allowance=100) as server:
            host = await someone(server.address)
            for options in UNBOUNDED:
                answer = await host.call("POST", "/api/tables", {"options": options})
                assert answer.status_code == 400, options
                refusal = answer.json()["refusal"]
                assert refusal["reason"] in {"malformed", "options", "rules"}
                assert 0 < len(refusal["sentence"]) < 3000
            unknown = {"options": {"unknown": True}}
            answer = await host.call("POST", "/api/tables?lang=ko", unknown)
            assert "모르는 필드 unknown" in answer.json()["refusal"]["sentence"]
            assert not server.context.house.rooms

    run(test())


def test_requests_without_end_are_answered_slower(sqlite_url: str) -> None:
    async def test() -> None:
        async with (
            served(sqlite_url, allowance=0.1) as server,
            httpx.AsyncClient(base_url=server.address, timeout=BOUND) as http,
        ):
            answers = [await http.get("/api/me") for _ in range(100)]
            assert {answer.status_code for answer in answers} == {200, 429}
            refused = next(answer for answer in answers if answer.status_code == 429)
            assert refused.json()["refusal"]["reason"] == "too_fast"
            check_headers(refused)
            assert (await http.get("/health")).status_code == 200

    run(test())


def test_a_fault_of_the_server_tells_nothing_of_it(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with table(sqlite_url) as (server, host, opened):

            async def broken(_: object) -> None:
                raise ZeroDivisionError("the secret of /home")

            monkeypatch.setattr(server.context.store, "public_rooms", broken)
            with capture_logs() as logs:
                answer = await host.call("GET", "/api/tables")
            assert answer.status_code == 500
            assert answer.json()["refusal"]["reason"] == "fault"
            assert "secret" not in answer.text
            check_headers(answer)
            assert [log["event"] for log in logs if log["log_level"] == "error"]
            async with host.at(opened.table) as client:
                await client.do("ping")

    run(test())


def test_a_cookie_is_for_the_server_alone(sqlite_url: str) -> None:
    async def test() -> None:
        async with served(sqlite_url, proxies=("127.0.0.1",)) as server:
            async with httpx.AsyncClient(base_url=server.address) as http:
                plain = (await http.post("/api/me")).headers["set-cookie"].lower()
                tls = {"x-forwarded-proto": "https"}
                http.cookies.clear()
                secure = (await http.post("/api/me", headers=tls)).headers["set-cookie"].lower()
            for given in (plain, secure):
                assert {"httponly", "samesite=lax", "path=/"} <= set(given.split("; "))
                assert "domain" not in given
            assert "secure" not in plain.split("; ")
            assert "secure" in secure.split("; ")

    run(test())


def test_what_is_refused_is_counted_by_reason(sqlite_url: str) -> None:
    async def counts(host: Someone) -> dict[str, float]:
        text = (await host.call("GET", "/metrics")).text
        lines = [line for line in text.splitlines() if line.startswith("spadille_refused_total{")]
        return {line.split('"')[1]: float(line.split()[-1]) for line in lines}

    async def test() -> None:
        async with table(sqlite_url) as (_, host, opened):
            before = await counts(host)
            await turned_away(host, opened.table, {})
            await turned_away(host, "x", host.headers)
            await turned_away(host, opened.table, host.headers | {"origin": FOREIGN})
            await host.call("GET", "/api/tables/x")
            async with host.at(opened.table) as client:
                assert await client.refused("start") == "begun"
                await client.socket.send("x")
                await client.until(lambda: "" in client.answers, "the refusal")
            after = await counts(host)
            grown = {reason: after[reason] - before.get(reason, 0) for reason in after}
            expected = {"nobody": 1, "no_table": 2, "origin": 1, "begun": 1, "malformed": 1}
            assert {reason: n for reason, n in grown.items() if n} == expected

    run(test())

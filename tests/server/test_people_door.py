"""The door: cookies, headers, origins and addresses."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from argon2 import PasswordHasher
from hypothesis import given
from hypothesis import strategies as st
from person_store import MemoryStore
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from spadille.server.people import Door, People, PersonError
from spadille.server.people.door import take_back
from spadille.server.people.passwords import Passwords

KEY = "k" * 43
HOST = "cards.example"


class Clock:
    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def connection(
    *headers: tuple[str, str],
    method: str = "POST",
    kind: str = "http",
    scheme: str = "http",
    host: str | None = HOST,
    client: tuple[str, int] | None = ("192.0.2.1", 4000),
) -> Request:
    scope: dict[str, Any] = {
        "type": kind,
        "scheme": scheme,
        "path": "/",
        "query_string": b"",
        "headers": [
            (name.lower().encode(), value.encode("latin-1"))
            for name, value in ((("host", host),) if host is not None else ()) + headers
        ],
        "client": client,
    }
    if kind == "http":
        scope["method"] = method
        return Request(scope)
    found: Any = HTTPConnection(scope)
    return found  # type: ignore[no-any-return]


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


def door(*origins: str, store: MemoryStore | None = None) -> tuple[Door, People]:
    hashing = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    people = People(
        (store or MemoryStore()).people, [KEY], clock=Clock(), passwords=Passwords(hashing)
    )
    return Door(people, origins), people


def test_a_new_person_gets_a_cookie_and_is_known_by_it() -> None:
    async def test() -> None:
        entrance, _ = door()
        entered = await entrance.enter(connection())
        assert entered.token is not None
        answer = entered.keep(Response("hello"))
        header = answer.headers["set-cookie"]
        assert header.startswith(f"spadille={entered.token};")
        parts = {part.strip().lower() for part in header.split(";")[1:]}
        assert parts == {"httponly", "samesite=lax", "path=/", "max-age=31536000"}
        origin = ("Origin", f"http://{HOST}")
        again = await entrance.enter(connection(origin, ("Cookie", f"spadille={entered.token}")))
        assert (again.person, again.token) == (entered.person, None)
        assert "set-cookie" not in again.keep(Response()).headers
        assert await entrance.who(connection(("Cookie", f"a=b; spadille={entered.token}"))) == (
            entered.person
        )

    run(test())


def test_a_cookie_made_over_https_stays_there() -> None:
    async def test() -> None:
        entrance, _ = door()
        entered = await entrance.enter(connection(scheme="https"))
        assert "; Secure" in entered.keep(Response()).headers["set-cookie"]

    run(test())


def test_logging_out_forgets_the_cookie() -> None:
    answer = Response()
    take_back(answer)
    assert "spadille=" in answer.headers["set-cookie"]
    assert "Max-Age=0" in answer.headers["set-cookie"]


def test_a_token_in_the_header_goes_before_the_cookie() -> None:
    async def test() -> None:
        entrance, people = door()
        ada, ours = await people.new_person("a")
        bea, others = await people.new_person("a")
        cookie = ("Cookie", f"spadille={others}")
        for kind in ("Bearer", "bearer", "BEARER "):
            assert (
                await entrance.who(connection(("Authorization", f"{kind} {ours}"), cookie)) == ada
            )
        assert await entrance.who(connection(cookie)) == bea
        for header in (
            "Bearer",
            "Bearer ",
            "Basic YTpi",
            "",
            f"Basic {ours}",
            f"Bearer {ours} x",
            ours,
        ):
            assert await entrance.who(connection(("Authorization", header), cookie)) is None
            with pytest.raises(PersonError) as refused:
                await entrance.enter(connection(("Authorization", header)))
            assert (refused.value.reason, refused.value.status) == ("nobody", 401)
        twice = [("Authorization", f"Bearer {ours}")] * 2
        assert await entrance.who(connection(*twice)) is None

    run(test())


def test_a_bad_cookie_is_nobodys_and_replaced() -> None:
    async def test() -> None:
        entrance, people = door()
        bad = ("Cookie", "spadille=forged")
        assert await entrance.who(connection(bad)) is None
        entered = await entrance.enter(connection(bad, ("Origin", f"http://{HOST}")))
        assert entered.token is not None
        assert (await people.who(entered.token)) is not None

    run(test())


@given(st.lists(st.tuples(st.sampled_from(["Authorization", "Cookie"]), st.text("\x20-\xff"))))
def test_odd_headers_let_nobody_in(headers: list[tuple[str, str]]) -> None:
    async def test() -> None:
        entrance, _ = door()
        assert await entrance.who(connection(*headers)) is None

    run(test())


COOKIE = ("Cookie", "spadille=token")
BEARER = ("Authorization", "Bearer token")


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("origin", "scheme", "host", "good"),
    [
        ("http://cards.example", "http", HOST, True),
        ("HTTP://CARDS.example", "http", HOST, True),
        ("http://cards.example:80", "http", HOST, True),
        ("http://cards.example", "http", "cards.example:80", True),
        ("https://cards.example", "https", HOST, True),
        ("https://cards.example:443", "https", HOST, True),
        ("http://cards.example:8421", "http", "cards.example:8421", True),
        ("http://[::1]:8421", "http", "[::1]:8421", True),
        ("https://friend.example", "http", HOST, True),
        ("http://friend.example", "http", HOST, False),
        ("https://cards.example", "http", HOST, False),
        ("http://cards.example", "https", HOST, False),
        ("http://cards.example:8421", "http", HOST, False),
        ("http://cards.example", "http", "cards.example:8421", False),
        ("http://evil.example", "http", HOST, False),
        ("http://cards.example.evil.example", "http", HOST, False),
        ("http://evil.example/cards.example", "http", HOST, False),
        ("http://cards.example@evil.example", "http", HOST, False),
        ("http://evil.example#cards.example", "http", HOST, False),
        ("http://user@cards.example", "http", HOST, False),
        ("http://cards.example/", "http", HOST, False),
        ("null", "http", HOST, False),
        ("", "http", HOST, False),
        ("", "http", "", False),
        ("http://", "http", "", False),
        ("file://", "http", HOST, False),
        ("http://cards.example:x", "http", HOST, False),
        ("http://cards.example:99999", "http", "cards.example:99999", False),
        ("http://[::1", "http", "[::1", False),
        ("cards.example", "http", HOST, False),
    ],
)
@pytest.mark.parametrize(
    "credentials", [(), (COOKIE,), (BEARER,)], ids=["none", "cookie", "header"]
)
def test_another_page_may_not_act(  # noqa: PLR0913 - a table
    origin: str, scheme: str, host: str, kind: str, credentials: Any, *, good: bool
) -> None:
    """Whatever it sends along."""
    entrance, _ = door("https://friend.example", "nonsense")
    if kind == "websocket":
        scheme = {"http": "ws", "https": "wss"}[scheme]
    asked = connection(("Origin", origin), *credentials, kind=kind, scheme=scheme, host=host)
    assert entrance.is_own_origin(asked) is good


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "websocket"])
@pytest.mark.parametrize(
    ("credentials", "good"),
    [((), True), ((COOKIE,), False), ((BEARER,), True), ((COOKIE, BEARER), True)],
)
def test_a_cookie_without_an_origin_proves_nothing(
    method: str, credentials: Any, *, good: bool
) -> None:
    entrance, _ = door()
    kind = "websocket" if method == "websocket" else "http"
    scheme = "ws" if kind == "websocket" else "http"
    asked = connection(*credentials, method=method, kind=kind, scheme=scheme)
    assert entrance.is_own_origin(asked) is good


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_reading_needs_no_origin(method: str) -> None:
    entrance, _ = door()
    assert entrance.is_own_origin(connection(COOKIE, method=method))
    assert entrance.is_own_origin(
        connection(COOKIE, ("Origin", "http://evil.example"), method=method)
    )


def test_two_origins_or_hosts_are_none() -> None:
    entrance, _ = door()
    own, evil = ("Origin", f"http://{HOST}"), ("Origin", "http://evil.example")
    assert entrance.is_own_origin(connection(own))
    assert not entrance.is_own_origin(connection(own, evil))
    assert not entrance.is_own_origin(connection(evil, own))
    assert not entrance.is_own_origin(connection(own, ("Host", "evil.example")))
    assert not entrance.is_own_origin(connection(own, host=None))


def test_another_page_makes_no_people() -> None:
    async def test() -> None:
        store = MemoryStore()
        entrance, _ = door(store=store)
        with pytest.raises(PersonError) as refused:
            await entrance.enter(connection(("Origin", "http://evil.example")))
        assert (refused.value.reason, refused.value.status) == ("origin", 403)
        assert store.people.kept == {}

    run(test())


@pytest.mark.parametrize(
    ("client", "address"),
    [
        (("192.0.2.1", 1), "192.0.2.1"),
        (("2001:db8:1:2:3:4:5:6", 1), "2001:db8:1:2::/64"),
        (("2001:db8:1:2:ffff::1", 1), "2001:db8:1:2::/64"),
        (("::ffff:192.0.2.1", 1), "192.0.2.1"),
        (("fe80::1%eth0", 1), "fe80::/64"),
        (("testclient", 1), "testclient"),
        (None, "local"),
    ],
)
def test_who_has_many_addresses_counts_as_one(client: Any, address: str) -> None:
    headers = [("X-Forwarded-For", "203.0.113.9"), ("Forwarded", "for=203.0.113.9")]
    assert Door.address(connection(*headers, client=client)) == address

"""Whatever is sent, the server answers in words, stays up, and harms no other table."""

import json
import random
import socket
import string
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from conftest import DEEP
from databases import BOUND
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from serving import spawned
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect

pytestmark = pytest.mark.timeout(3600 if DEEP else 600)
EXAMPLES: Final = 10_000 if DEEP else 300
AT_ONCE: Final = 12
"""So many messages go over a connection, fewer than make it end."""

SAMPLES: Final[tuple[dict[str, Any], ...]] = (
    {"do": "act", "action": {"do": "look"}, "log": 3},
    {"do": "act", "action": {"do": "play", "card": "AS"}, "log": 3},
    {"do": "act", "action": {"do": "bid", "bid": {"tricks": 3}}, "log": 3},
    {"do": "act", "action": {"do": "pass", "cards": ["AS", "2C"]}, "log": 3},
    {"do": "sit", "player": 1, "name": "Ada", "factor": 1.5},
    {"do": "start"},
    {"do": "say", "phrase": "hello"},
    {"do": "say", "text": "Hello!"},
    {"do": "mute", "player": 1, "on": True},
    {"do": "hold", "player": 1, "wait": True},
    {"do": "admit", "access": "locked"},
    {"do": "replace", "player": 1},
    {"do": "forfeit"},
    {"do": "play_again"},
    {"do": "promise", "number": 1, "promise": "0" * 64},
    {"do": "show", "number": 1, "shown": "0" * 32},
    {"do": "hint"},
    {"do": "ping"},
    {"do": "pong"},
)
TABLES: Final[tuple[dict[str, Any], ...]] = (
    {"options": {"rules": "standard", "bots": "simple"}, "name": "Ada", "start": True},
    {
        "options": {
            "rules": "standard(target=300)",
            "name": "Club",
            "access": "public",
            "watching": "without_hands",
            "seats": ["A", "B"],
            "clock": {"action": 20, "bank": 60},
            "grace": 30,
            "hints": False,
        },
        "player": 2,
        "promise": "0" * 64,
    },
)

ODD: Final = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([-1, 2**31, 2**63, 2**64, 10**400, 1e308, -0.0, float("nan"), float("inf")]),
    st.text(max_size=50),
    st.sampled_from(
        ["\ud800", "\0", "\u202e", "x" * 3000, "(" * 1500, "standard(" * 150, "9" * 999]
    ),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
    st.recursive(st.none(), lambda inner: st.lists(inner, max_size=2), max_leaves=20),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all parts of a value."""
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from places(inner, (*path, number))


def put(value: Any, path: tuple[Any, ...], odd: Any) -> Any:
    """A value with another part at a place."""
    if not path:
        return odd
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = put(copy[path[0]], path[1:], odd)
    return copy


@st.composite
def bent(draw: st.DrawFn, samples: tuple[dict[str, Any], ...]) -> bytes:
    """JSON of a valid value that was changed in one place, as a value or as bytes."""
    value: Any = draw(st.sampled_from(samples))
    if "do" in value:
        value = {"do": value["do"], "id": draw(IDS)} | value
    kind = draw(st.sampled_from(["part", "more", "less", "bytes", "twice", "deep", "valid"]))
    if kind == "part":
        value = put(value, draw(st.sampled_from(list(places(value)))), draw(ODD))
    elif kind == "more":
        value = value | {draw(st.text(max_size=8)): draw(ODD)}
    elif kind == "less" and value:
        gone = draw(st.sampled_from(list(value)))
        value = {key: inner for key, inner in value.items() if key != gone}
    text = json.dumps(value).encode("utf-8", "surrogatepass")
    if kind == "bytes":
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.binary(max_size=6)) + text[at + draw(st.integers(0, 6)) :]
    elif kind == "twice":
        text = text[:-1] + b", " + text[1:]
    elif kind == "deep":
        depth = draw(st.integers(1, 5000))
        text = b'{"do": ' + b"[" * depth + b"]" * draw(st.sampled_from([0, depth])) + b"}"
    return text


IDS: Final = st.one_of(
    st.just("same"), st.text(string.ascii_letters, min_size=1, max_size=8), st.text(max_size=60)
)


def socket_to(address: str) -> socket.socket:
    """A plain connection to a server."""
    host, port = address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), BOUND)


class Place:
    """A server with somebody who sends whatever, and somebody else at another table."""

    def __init__(self, address: str, log: Path, stack: ExitStack) -> None:
        self.address, self.log = address, log
        self.line = stack.enter_context(ExitStack())
        self.http = stack.enter_context(httpx.Client(base_url=address, timeout=BOUND))
        self.headers = self.enter()
        self.table = self.open()
        self.socket: ClientConnection | None = None
        self.sent = 0
        self.quiet_headers = self.enter()
        self.quiet = self.join(self.open(self.quiet_headers), self.quiet_headers, stack)
        self.chance = random.Random(5)

    def enter(self) -> dict[str, str]:
        """Become somebody."""
        self.http.cookies.clear()
        token = self.http.post("/api/me").json()["token"]
        self.http.cookies.clear()
        return {"authorization": f"Bearer {token}"}

    def open(self, headers: dict[str, str] | None = None) -> str:
        """Make a table whose match has begun."""
        made = self.http.post("/api/tables", json=TABLES[0], headers=headers or self.headers)
        assert made.status_code == 201, made.text
        return str(made.json()["table"])

    def join(self, table: str, headers: dict[str, str], stack: ExitStack) -> ClientConnection:
        """Connect to a table, until the stack is closed."""
        url = f"{self.address.replace('http', 'ws')}/api/tables/{table}/socket"
        # Its own pings would come from another thread, by chance that Hypothesis does not know.
        joined = stack.enter_context(
            connect(
                url,
                additional_headers=headers,
                open_timeout=BOUND,
                max_size=None,
                ping_interval=None,
            )
        )
        assert json.loads(joined.recv(BOUND))["type"] == "welcome"
        return joined

    def connection(self) -> ClientConnection:
        """A connection that has room for one more message."""
        if self.socket is None or self.sent >= AT_ONCE:
            self.drop()
            if self.chance.random() < 0.2:
                self.table = self.open()
            self.socket, self.sent = self.join(self.table, self.headers, self.line), 0
        self.sent += 1
        return self.socket

    def drop(self) -> None:
        """End the connection."""
        self.line.close()
        self.socket = None

    def check(self) -> None:
        """The server lives, and the other table hears nothing but its own answers."""
        key = f"q{self.chance.getrandbits(60)}"
        self.quiet.send(json.dumps({"do": "ping", "id": key}))
        while True:
            message = json.loads(self.quiet.recv(BOUND))
            if message["type"] == "pong":
                assert message["reply"] == key
                return
            assert message["type"] in {"ping", "update"}
            if message["type"] == "ping":
                self.quiet.send(json.dumps({"do": "pong", "id": message["id"]}))

    def faults(self) -> list[dict[str, Any]]:
        """What the server logged of its own faults; every line is JSON."""
        lines = [json.loads(line) for line in self.log.read_text().splitlines()]
        return [line for line in lines if line["level"] in {"error", "critical"}]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("fuzz")
    log = folder / "log"
    url = f"sqlite:///{folder / 'games.db'}"
    with spawned(url, log, "--allowance", "1000") as server, ExitStack() as stack:
        found = Place(server.address, log, stack)
        yield found
        found.check()
        assert not found.faults()
        text = log.read_text()
        for headers in (found.headers, found.quiet_headers):
            assert headers["authorization"].split()[1] not in text
        assert PASSWORD not in text


PASSWORD: Final = "a very long pass phrase"  # noqa: S105 - of nobody
MANY: Final = settings(
    max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture, *HealthCheck]
)


def heard(line: ClientConnection, key: str) -> list[dict[str, Any]]:
    """What the server says up to the answer to a ping."""
    line.send(json.dumps({"do": "ping", "id": key}))
    found = []
    while True:
        found.append(json.loads(line.recv(BOUND)))
        if found[-1].get("reply") == key or found[-1]["type"] == "bye":
            return found


@MANY
@given(text=bent(SAMPLES), binary=st.booleans())
def test_odd_commands_are_refused_in_words(place: Place, text: bytes, binary: bool) -> None:  # noqa: FBT001 - drawn
    line = place.connection()
    opcode = Opcode.BINARY if binary else Opcode.TEXT
    try:
        with line.protocol_mutex:
            line.protocol.send_frame(Frame(opcode, text))
            line.send_data()
        messages = heard(line, f"after-{place.sent}")
    except ConnectionClosed as closed:
        code = None if closed.rcvd is None else closed.rcvd.code
        place.drop()
    else:
        code = 1007
        for message in messages:
            refusal = message.get("refusal")
            if refusal is not None:
                assert refusal["reason"] not in {"fault", "store_down"}
                assert refusal["sentence"]
                assert "Traceback" not in refusal["sentence"]
    assert code in {1007, 1009}, "what is no text, or too large, ends a connection"
    place.check()


@MANY
@given(frames=st.lists(st.binary(max_size=200), min_size=1, max_size=4), masked=st.booleans())
def test_odd_frames_end_at_most_their_connection(
    place: Place,
    frames: list[bytes],
    masked: bool,  # noqa: FBT001 - drawn
) -> None:
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13"
    head = (
        f"GET /api/tables/{place.table}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\n{key}\r\nAuthorization: {place.headers['authorization']}\r\n\r\n"
    )
    with socket_to(place.address) as plain:
        plain.sendall(head.encode())
        got = plain.recv(65536)
        assert b" 101 " in got
        with suppress(OSError):
            for frame in frames:
                first = frame[0] if frame else 0x81
                plain.sendall(bytes([first, len(frame) % 126 | 128 * masked]) + frame)
            plain.shutdown(socket.SHUT_WR)
            while plain.recv(65536):
                pass
    place.check()


POSTS: Final[dict[str, tuple[dict[str, Any], ...]]] = {
    "/api/tables": TABLES,
    "/api/me": ({},),
    "/api/log_in": ({"name": "Nobody", "password": PASSWORD},),
    "/api/me/account": ({"name": "", "password": PASSWORD},),
    "/api/me/password": ({"old": PASSWORD, "new": PASSWORD},),
    "/api/me/bots": ({"name": "Botty"},),
    "/api/log_out": ({},),
}
BODIES: Final = st.sampled_from(sorted(POSTS)).flatmap(
    lambda path: st.tuples(st.just(path), bent(POSTS[path]))
)


@MANY
@given(sent=BODIES)
def test_odd_bodies_are_refused_in_words(place: Place, sent: tuple[str, bytes]) -> None:
    path, body = sent
    answer = place.http.post(path, content=body, headers=place.headers)
    place.http.cookies.clear()
    assert answer.status_code != 500, answer.text
    if answer.status_code >= 400:
        refusal = answer.json()["refusal"]
        assert refusal["reason"] not in {"fault", "store_down"}
        assert refusal["sentence"]
    place.check()


NAMES: Final = (
    *("host", "origin", "cookie", "authorization", "accept-language", "content-length", ""),
    *("transfer-encoding", "range", "upgrade", "connection", "content-type", "expect"),
)
VALUES: Final = ("chunked", "-1", "7", "bytes=0-0,1-1", "websocket", "Bearer x", "100-continue")


@MANY
@given(
    method=st.sampled_from(["GET", "POST", "DELETE", "HEAD", "BREW", "get", ""]),
    path=st.one_of(st.text(max_size=60), st.sampled_from(["/", "*", "http://x/", "/api/me"])),
    headers=st.dictionaries(
        st.sampled_from(NAMES),
        st.one_of(st.text(max_size=40), st.sampled_from(VALUES)),
        max_size=5,
    ),
    body=st.binary(max_size=40),
)
def test_odd_requests_end_at_most_their_connection(
    place: Place, method: str, path: str, headers: dict[str, str], body: bytes
) -> None:
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    head = "\r\n".join(lines).encode("utf-8", "surrogatepass") + b"\r\n\r\n"
    with socket_to(place.address) as plain, suppress(OSError):
        plain.sendall(head + body)
        plain.shutdown(socket.SHUT_WR)
        got = b""
        while part := plain.recv(65536):
            got += part
        assert b" 500 " not in got.split(b"\r\n")[0]
        assert b"Traceback" not in got
    place.check()

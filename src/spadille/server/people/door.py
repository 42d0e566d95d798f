"""The door: who makes a request, and whether a page may make it.

Browsers send cookies along with whatever any page asks for, so that a cookie alone proves nothing
about who asks. `is_own_origin` therefore holds for requests that change something (all methods but
GET, HEAD and OPTIONS) and for WebSockets, whose handshake is a GET that browsers let every page
make:

- With an `Origin` header, which browsers add to all of these and pages cannot forge, the origin has
  to be that of the server (the scheme and the `Host` of the request itself) or one of a list.
- Without one it is no browser. It may not come with our cookie, which might have been made to send
  it, but with a token in the header `Authorization`, which no page can add without being asked for
  by our own script; or with neither, as nobody.

Behind a proxy scheme and address are those that uvicorn takes from the headers of trusted proxies
(`serve --proxy`); nothing is read from such headers here. The proxy has to pass `Host` on.
"""

import ipaddress
from collections.abc import Collection
from typing import Final, NamedTuple, TypeVar
from urllib.parse import urlsplit

import structlog
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from spadille.server.people.errors import PersonError
from spadille.server.people.people import Known, People
from spadille.server.people.person import Person
from spadille.server.people.tokens import YEAR

COOKIE: Final = "spadille"
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_PORTS: Final = {"http": 80, "https": 443}
_SCHEMES: Final = {"ws": "http", "wss": "https"}
_SUBNET: Final = 64
"""Bits of an IPv6 address that a provider gives to one customer."""

Answer = TypeVar("Answer", bound=Response)
_log = structlog.get_logger("spadille.door")


class Entered(NamedTuple):
    """Who makes a request; `token` is a new one that the person has to be given, if any."""

    person: Person
    token: str | None
    secure: bool

    def keep(self, answer: Answer) -> Answer:
        """Have the browser keep the token."""
        if self.token is not None:
            hand_over(answer, self.token, secure=self.secure)
        return answer


class Door:
    """Tells who makes a request. `origins` are those of pages besides our own that may."""

    def __init__(self, people: People, origins: Collection[str] = ()) -> None:
        self._people = people
        self._origins = {_origin(text) for text in origins} - {None}

    async def who(self, connection: HTTPConnection) -> Person | None:
        """The person whose token comes along, if any; a token in the header goes before a cookie.

        A token that is not good makes nobody; the reason is logged.
        """
        known = await self._known(connection)
        return None if known is None else known.person

    async def enter(self, request: Request) -> Entered:
        """The person who makes a request, a new one for nobody.

        Raises `PersonError` for another page's request, for a token in the header that is not
        good, and for too many new people.
        """
        if not self.is_own_origin(request):
            raise PersonError("origin", "This page may not speak to this server.")
        secure = _scheme(request) == "https"
        known = await self._known(request)
        if known is not None:
            return Entered(known.person, known.renewed, secure)
        if "authorization" in request.headers:
            raise PersonError("nobody", "This token is not good; ask for another one.")
        person, token = await self._people.new_person(self.address(request))
        return Entered(person, token, secure)

    async def _known(self, connection: HTTPConnection) -> Known | None:
        token = _bearer(connection)
        if token is None:
            token = connection.cookies.get(COOKIE)
        elif _is_doubled(connection, "authorization"):
            return None
        return None if not token else await self._people.who(token)

    def is_own_origin(self, connection: HTTPConnection) -> bool:
        """Whether a request may be made by whoever made it there; see above."""
        method = connection.scope.get("method", "")
        if connection.scope["type"] == "http" and method in SAFE:
            return True
        if _is_doubled(connection, "origin") or _is_doubled(connection, "host"):
            return False
        origin = connection.headers.get("origin")
        if origin is None:
            return "authorization" in connection.headers or COOKIE not in connection.cookies
        found = _origin(origin)
        if found is None:
            return False
        own = _origin(f"{_scheme(connection)}://{connection.headers.get('host', '')}")
        good = found == own or found in self._origins
        if not good:
            _log.info(
                "another page's request", origin=origin[:100], address=self.address(connection)
            )
        return good

    @staticmethod
    def address(connection: HTTPConnection) -> str:
        """Where a request comes from, for limits and logs: of IPv6 the part that a customer has."""
        host = connection.client.host if connection.client else "local"
        try:
            address = ipaddress.ip_address(host.partition("%")[0])
        except ValueError:
            return host
        if isinstance(address, ipaddress.IPv4Address):
            return str(address)
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, _SUBNET), strict=False))


def hand_over(answer: Response, token: str, *, secure: bool) -> None:
    """Give a token to a browser, which sends it to us alone and shows it to no script."""
    answer.set_cookie(
        COOKIE, token, max_age=YEAR, path="/", secure=secure, httponly=True, samesite="lax"
    )


def take_back(answer: Response) -> None:
    """Have a browser forget its token: to log out."""
    answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")


def _bearer(connection: HTTPConnection) -> str | None:
    """The token of the header `Authorization`; empty for another kind, None without the header."""
    header = connection.headers.get("authorization")
    if header is None:
        return None
    kind, _, token = header.strip().partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def _is_doubled(connection: HTTPConnection, header: str) -> bool:
    return len(connection.headers.getlist(header)) > 1


def _scheme(connection: HTTPConnection) -> str:
    scheme = str(connection.scope.get("scheme", "http"))
    return _SCHEMES.get(scheme, scheme)


def _origin(text: str) -> tuple[str, str, int] | None:
    """An origin as scheme, host and port; None for what is none.

    >>> _origin("HTTPS://Cards.Example"), _origin("http://[::1]:8421")
    (('https', 'cards.example', 443), ('http', '::1', 8421))
    >>> _origin("null"), _origin("http://a/b"), _origin("http://a@b"), _origin("ftp://a")
    (None, None, None, None)
    """
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not parts.hostname:
        return None
    if parts.path or parts.query or parts.fragment or "@" in parts.netloc:
        return None
    return parts.scheme, parts.hostname, port or _PORTS[parts.scheme]


__all__ = ["COOKIE", "Door", "Entered", "hand_over", "take_back"]

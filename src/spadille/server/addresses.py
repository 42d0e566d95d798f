"""The addresses under which a server can be reached."""

import ipaddress
import socket
from contextlib import suppress
from typing import Final

ANY: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104 - to know them, not to listen there
_ELSEWHERE: Final = "192.0.2.1"
"""An address of nobody (RFC 5737); asking which way leads there sends nothing."""


def own_addresses() -> list[str]:
    """The addresses of this machine in its network, the likeliest first."""
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((_ELSEWHERE, 9))
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        named = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [str(entry[4][0]) for entry in named]
    return [
        address
        for address in dict.fromkeys(found)
        if not ipaddress.ip_address(address).is_loopback and address not in ANY
    ]


def pages(host: str, port: int) -> tuple[str, list[str]]:
    """Where the page is for this machine, and where for others.

    >>> pages("127.0.0.1", 8421), pages("::1", 80)
    (('http://127.0.0.1:8421', []), ('http://[::1]:80', []))
    """
    if host in ANY:
        own = "127.0.0.1" if host != "::" else "[::1]"
        return f"http://{own}:{port}", [f"http://{other}:{port}" for other in own_addresses()]
    shown = f"[{host}]" if ":" in host else host
    page = f"http://{shown}:{port}"
    with suppress(ValueError):
        if ipaddress.ip_address(host).is_loopback:
            return page, []
    return page, [] if host == "localhost" else [page]


__all__ = ["own_addresses", "pages"]

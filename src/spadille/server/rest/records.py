"""Records over HTTP: matches, deals, statistics, odds."""

from typing import Final

from spadille.server.rest import matches, statistics

ROUTES: Final = [*matches.ROUTES, *statistics.ROUTES]

__all__ = ["ROUTES"]

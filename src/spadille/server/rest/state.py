"""How the server is: health for whoever restarts it, figures for Prometheus, its schemas."""

from importlib import metadata
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from spadille.server.metrics import exposition
from spadille.server.rest.answers import Failed, Json
from spadille.server.rest.context import context_of
from spadille.server.schema import schemas


async def health(request: Request) -> Response:
    """Whether the database answers; raises `StoreDownError` if not."""
    context = context_of(request)
    await context.store.check()
    return Json({"status": "ok", "rooms": len(context.house.rooms)})


async def about(request: Request) -> Response:
    """What a page has to know of its server: its version, and where others reach it."""
    others: list[str] = getattr(request.app.state, "others", [])
    return Json({"version": metadata.version("spadille"), "addresses": others})


async def metrics(request: Request) -> Response:
    """Figures for Prometheus."""
    return Response(exposition(context_of(request)), media_type=CONTENT_TYPE_LATEST)


async def schema(request: Request) -> Response:
    """The JSON Schema of commands, messages, tables."""
    found = schemas().get(request.path_params["name"])
    if found is None:
        raise Failed(
            404,
            "no_schema",
            "There is no such schema; there are {known}.",
            known=", ".join(schemas()),
        )
    return Json(found)


ROUTES: Final = [
    Route("/health", health, methods=["GET"]),
    Route("/api/server", about, methods=["GET"]),
    Route("/metrics", metrics, methods=["GET"]),
    Route("/api/schema/{name}", schema, methods=["GET"]),
]

__all__ = ["ROUTES"]

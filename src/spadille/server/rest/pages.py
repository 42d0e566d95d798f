"""The page, and the page that checks deals: files of the package."""

from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from typing import Final

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from spadille.server.rest.answers import Failed

HASHED: Final = "public, max-age=31536000, immutable"
"""For files whose names hold a hash of what is in them."""


def _page() -> Traversable:
    return files("spadille.server") / "page"


class Assets(StaticFiles):
    """The files of the page."""

    def file_response(self, *args: object, **more: object) -> Response:
        """A file that browsers may keep."""
        response = super().file_response(*args, **more)  # type: ignore[arg-type]
        response.headers["cache-control"] = HASHED
        return response


def _assets() -> Assets:
    with as_file(_page() / "assets") as folder:
        return Assets(directory=folder, check_dir=False)


def _sent(folder: str, name: str) -> Response:
    """A file of a package, which browsers ask for again each time."""
    with as_file(files(folder) / name) as path:
        return FileResponse(path, headers={"cache-control": "no-cache"})


async def page(request: Request) -> Response:
    """The page, for whichever place in it."""
    if request.url.path.startswith("/api/"):
        raise Failed(404, "nothing_here", "There is nothing here.")
    if not (_page() / "index.html").is_file():
        raise Failed(404, "no_page", "This server was built without its page; install it anew.")
    return _sent("spadille.server", "page/index.html")


async def verifier(request: Request) -> Response:
    """The page that checks deals, and its files; it works without the server too."""
    name = request.url.path.removeprefix("/")
    return _sent("spadille.provable", "verify.html" if name == "verify" else name)


ROUTES: Final = [
    Mount("/assets", GZipMiddleware(_assets())),
    Route("/verify", verifier, methods=["GET"]),
    Route("/verify.js", verifier, methods=["GET"]),
    Route("/verify.css", verifier, methods=["GET"]),
    Route("/", page, methods=["GET"]),
    Route("/{place:path}", page, methods=["GET"]),
]

__all__ = ["ROUTES"]

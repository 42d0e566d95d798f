"""People over HTTP: a token, a name, an account, and the bots of an account."""

from typing import Annotated, Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from spadille.server.people import Person, PersonError
from spadille.server.people.door import hand_over, take_back
from spadille.server.rest.answers import Failed, Json, body
from spadille.server.rest.context import context_of

Text = Annotated[str, msgspec.Meta(max_length=1024)]


class Account(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password."""

    name: Text
    password: Text


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password of an account, and the one that it gets."""

    old: Text
    new: Text


class Password(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password of an account."""

    password: Text


class NewBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot that is to have a token."""

    name: Text


def _told(person: Person) -> dict[str, Any]:
    """What a person is told of himself."""
    return {
        "person": person.id,
        "name": person.name,
        "account": person.login is not None,
        "is_bot": person.is_bot,
    }


def _given(request: Request, person: Person, token: str) -> Response:
    """A person with his token: as a cookie, and for programs in the answer."""
    answer = Json(_told(person) | {"token": token})
    hand_over(answer, token, secure=request.url.scheme == "https")
    return answer


async def me(request: Request) -> Response:
    """Who one is; nobody is told so, and keeps no token."""
    person = await context_of(request).door.who(request)
    return Json({"person": None} if person is None else _told(person))


async def enter(request: Request) -> Response:
    """Who one is; nobody becomes a new person, with a token."""
    entered = await context_of(request).door.enter(request)
    told = _told(entered.person)
    if entered.token is not None:
        told["token"] = entered.token
    return entered.keep(Json(told))


async def sign_up(request: Request) -> Response:
    """Give oneself an account; what one has played stays one's own."""
    context = context_of(request)
    wanted = await body(request, Account)
    entered = await context.door.enter(request)
    address = context.door.address(request)
    person, token = await context.people.sign_up(
        entered.person, wanted.name, wanted.password, address
    )
    return _given(request, person, token)


async def log_in(request: Request) -> Response:
    """Be the person of an account."""
    context = context_of(request)
    wanted = await body(request, Account)
    _check_origin(request)
    address = context.door.address(request)
    person, token = await context.people.log_in(wanted.name, wanted.password, address)
    return _given(request, person, token)


async def log_out(request: Request) -> Response:
    """Be nobody on this device."""
    _check_origin(request)
    answer = Json({"person": None})
    take_back(answer)
    return answer


async def change_password(request: Request) -> Response:
    """Change one's password, which ends one's sessions elsewhere."""
    context = context_of(request)
    wanted = await body(request, NewPassword)
    person, address = await _somebody(request), context.door.address(request)
    token = await context.people.change_password(person, wanted.old, wanted.new, address)
    context.house.dismiss(person.id)
    return _given(request, person, token)


async def delete_account(request: Request) -> Response:
    """Remove one's account, one's bots and what was counted."""
    context = context_of(request)
    wanted = await body(request, Password)
    person, address = await _somebody(request), context.door.address(request)
    bots = await context.people.bots(person)
    await context.people.delete_account(person, wanted.password, address)
    for one in (person.id, *(bot.id for bot in bots)):
        context.house.dismiss(one)
    answer = Json({"person": None})
    take_back(answer)
    return answer


async def bots(request: Request) -> Response:
    """One's bots."""
    person = await _somebody(request)
    found = await context_of(request).people.bots(person)
    return Json([bot._asdict() for bot in found])


async def make_bot(request: Request) -> Response:
    """Make a bot; its token is told this once."""
    wanted = await body(request, NewBot)
    person = await _somebody(request)
    bot, token = await context_of(request).people.make_bot(person, wanted.name)
    return Json({"id": bot.id, "name": bot.name, "token": token}, 201)


async def revoke_bot(request: Request) -> Response:
    """End the token of a bot."""
    person = await _somebody(request)
    bot = request.path_params["bot"]
    if not await context_of(request).people.revoke_bot(person, bot):
        raise Failed(404, "no_bot", "You have no such bot.")
    context_of(request).house.dismiss(bot)
    return Json({})


def _check_origin(request: Request) -> None:
    if not context_of(request).door.is_own_origin(request):
        raise PersonError("origin", "This page may not speak to this server.")


async def _somebody(request: Request) -> Person:
    """Who asks; raises `PersonError` for nobody, and for another page's request."""
    _check_origin(request)
    person = await context_of(request).door.who(request)
    if person is None:
        raise PersonError("nobody", "Ask for a token first: POST /api/me.")
    return person


ROUTES: Final = [
    Route("/api/me", me, methods=["GET"]),
    Route("/api/me", enter, methods=["POST"]),
    Route("/api/me/account", sign_up, methods=["POST"]),
    Route("/api/me/account", delete_account, methods=["DELETE"]),
    Route("/api/me/password", change_password, methods=["POST"]),
    Route("/api/log_in", log_in, methods=["POST"]),
    Route("/api/log_out", log_out, methods=["POST"]),
    Route("/api/me/bots", bots, methods=["GET"]),
    Route("/api/me/bots", make_bot, methods=["POST"]),
    Route("/api/me/bots/{bot}", revoke_bot, methods=["DELETE"]),
]

__all__ = ["ROUTES"]

"""The people of a server: made, known again, signed up, logged in, and their bots."""

import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Self

import structlog

from spadille.server.limits import Limits
from spadille.server.people import names
from spadille.server.people.errors import PersonError
from spadille.server.people.passwords import Passwords
from spadille.server.people.person import Kept, Person, PersonStore, Secrets
from spadille.server.people.tokens import (
    BOT,
    Signer,
    TokenError,
    digest,
    new_bot_token,
    new_id,
    new_key,
)
from spadille.server.store.errors import LoginTakenError

MOST_BOTS: Final = 20
"""So many bots a person may have."""
KEYS: Final = "signing keys"
"""The secret of the keys for tokens, with spaces between; the last one signs, all are known."""

_log = structlog.get_logger("spadille.people")


class Known(NamedTuple):
    """A person with a token, and another token if that is to be exchanged."""

    person: Person
    renewed: str | None = None


class Bot(NamedTuple):
    """A bot of a person, as its owner sees it; `created` is in milliseconds since 1970."""

    id: str
    name: str
    created: int


class People:
    """The people of a server, kept in a store.

    Nobody needs an account: a signed token keeps a person. Tokens hold the version of the account,
    which a new password raises, so that the old ones end. `clock` tells seconds since 1970.
    """

    def __init__(
        self,
        store: PersonStore,
        keys: Sequence[str],
        *,
        clock: Callable[[], float] = time.time,
        limits: Limits | None = None,
        passwords: Passwords | None = None,
    ) -> None:
        self._store = store
        self._signer = Signer(keys, clock)
        self._limits = Limits() if limits is None else limits
        self._passwords = Passwords() if passwords is None else passwords

    @classmethod
    async def open(
        cls,
        store: Secrets,
        *,
        clock: Callable[[], float] = time.time,
        limits: Limits | None = None,
    ) -> Self:
        """The people of a store, with the keys that it keeps."""
        keys = await store.secret(KEYS, new_key)
        return cls(store.people, keys.split(), clock=clock, limits=limits)

    async def new_person(self, address: str) -> tuple[Person, str]:
        """A new person without a name, and the token; raises `PersonError` for too many."""
        self._limit("persons", address)
        kept = await self._store.add(new_id(), "")
        return Person.of(kept), self._signer.sign(kept.id, 0)

    async def who(self, token: str) -> Known | None:
        """Whose token this is: a person's or a bot's; None, with the reason in the log, if none's.

        That there is no such person and that there is another reason cannot be told apart.
        """
        try:
            if token.startswith(BOT):
                return await self._bot(token)
            return await self._person(token)
        except TokenError as error:
            _log.info("a token is refused", why=str(error))
            return None

    async def _bot(self, token: str) -> Known:
        kept = await self._store.by_token(digest(token))
        if kept is None:
            raise TokenError("no bot's")
        return Known(Person.of(kept))

    async def _person(self, token: str) -> Known:
        held = self._signer.read(token)
        kept = await self._store.one(held.person)
        if kept is None:
            raise TokenError("nobody's any more")
        version = _version(kept)
        if held.version != version:
            raise TokenError("ended by a new password")
        return Known(Person.of(kept), self._signer.sign(kept.id, version) if held.old else None)

    async def sign_up(
        self, person: Person, name: str, password: str, address: str
    ) -> tuple[Person, str]:
        """Give a person an account, and a new token; the id stays, and with it what he has played.

        Raises `PersonError` for names and passwords that cannot be, names that are taken, persons
        that have an account, bots, and too many attempts.
        """
        shown = names.shown(name)
        login = names.key(shown)
        self._limit("sign_ups", address)
        kept = await self._store.one(person.id)
        if kept is None or kept.is_bot:
            raise _not_a_person()
        if kept.password is not None:
            raise PersonError("has_account", "You have an account; log out to make another one.")
        if await self._store.by_login(login) is not None:
            raise _taken(shown)
        hashed = await self._passwords.hash(password)
        try:
            await self._store.change(
                kept.id, name=shown, login=login, password=_with_version(1, hashed)
            )
        except LoginTakenError:
            raise _taken(shown) from None
        return Person.of(kept)._replace(name=shown, login=login), self._signer.sign(kept.id, 1)

    async def log_in(self, name: str, password: str, address: str) -> tuple[Person, str]:
        """The person of a name and a password, and a token; raises `PersonError`.

        An unknown name and a wrong password get the same answer after the same work.
        """
        self._limit("log_ins", address)
        login = _login(name)
        if login is not None:
            self._limit("log_ins_of_name", login)
        kept = None if login is None else await self._store.by_login(login)
        if not await self._fits(kept, password):
            _log.info("a log-in is refused", address=address)
            raise PersonError("wrong_password", "That name and that password do not fit together.")
        assert kept is not None
        return Person.of(kept), self._signer.sign(kept.id, _version(kept))

    async def change_password(self, person: Person, old: str, new: str, address: str) -> str:
        """Change a password and end all sessions but this one: its new token; `PersonError`."""
        kept = await self._account(person, old, address)
        hashed = await self._passwords.hash(new)
        version = _version(kept) + 1
        await self._store.change(kept.id, password=_with_version(version, hashed))
        return self._signer.sign(kept.id, version)

    async def delete_account(self, person: Person, password: str, address: str) -> None:
        """Remove a person with the account, the bots and what was counted; raises `PersonError`."""
        kept = await self._account(person, password, address)
        await self._store.remove(kept.id)

    async def _account(self, person: Person, password: str, address: str) -> Kept:
        """The account of a person who knows its password; raises `PersonError`."""
        self._limit("log_ins", address)
        kept = await self._store.one(person.id)
        if kept is None or kept.login is None:
            raise PersonError("no_account", "You have no account; sign up first.")
        self._limit("log_ins_of_name", kept.login)
        if not await self._fits(kept, password):
            raise PersonError("wrong_password", "That is not your password.")
        return await self._store.one(person.id) or kept

    async def _fits(self, kept: Kept | None, password: str) -> bool:
        """Whether a password is that of an account; a hash made with less effort is renewed."""
        hashed = None if kept is None or kept.password is None else _hash(kept)
        check = await self._passwords.check(hashed, password)
        if kept is not None and check.renewed is not None:
            renewed = _with_version(_version(kept), check.renewed)
            await self._store.change(kept.id, password=renewed)
        return check.fits

    async def make_bot(self, owner: Person | None, name: str) -> tuple[Person, str]:
        """A new bot and its token, which is told this once; without an owner it is the server's.

        Raises `PersonError` for who has no account, for too many bots, and for what is no name.
        """
        shown = names.shown(name)
        if owner is not None:
            kept = await self._store.one(owner.id)
            if kept is None or kept.is_bot or kept.password is None:
                raise PersonError("no_account", "Bots belong to accounts; sign up first.")
            self._limit("bots", owner.id)
            if len(await self._store.bots_of(owner.id)) >= MOST_BOTS:
                raise PersonError(
                    "too_many_bots", "You have {n} bots; revoke one of them first.", n=MOST_BOTS
                )
        bot = await self._store.add(
            new_id(), shown, is_bot=True, owner=None if owner is None else owner.id
        )
        token = new_bot_token()
        await self._store.add_token(digest(token), bot.id, shown)
        return Person.of(bot), token

    async def bots(self, owner: Person) -> list[Bot]:
        """The bots of a person that have a token, in the order in which they were made."""
        kept = await self._store.bots_of(owner.id)
        return [
            Bot(bot.id, bot.name, bot.created) for bot in kept if await self._store.tokens(bot.id)
        ]

    async def revoke_bot(self, owner: Person, bot: str) -> bool:
        """End the token of a bot of one's own; whether there was one. What it played stays its."""
        if not any(kept.id == bot for kept in await self._store.bots_of(owner.id)):
            return False
        tokens = await self._store.tokens(bot)
        for token in tokens:
            await self._store.remove_token(token.digest, bot)
        return bool(tokens)

    def _limit(self, what: str, key: str) -> None:
        if not self._limits.take(what, key):
            _log.info("too many attempts", what=what)
            raise PersonError("too_fast", "Too many attempts; wait a minute.")


def _login(name: str) -> str | None:
    """The login of a name; None for what is no name, which nobody has."""
    try:
        return names.key(names.shown(name))
    except PersonError:
        return None


def _not_a_person() -> PersonError:
    return PersonError("nobody", "Only people can have an account.")


def _taken(name: str) -> PersonError:
    return PersonError("name_taken", "The name {name} is taken; choose another one.", name=name)


def _with_version(version: int, hashed: str) -> str:
    """What the store keeps of a password: the version of the account, and the hash."""
    return f"{version}:{hashed}"


def _version(kept: Kept) -> int:
    """The version of an account; 0 without one."""
    return 0 if kept.password is None else int(kept.password.partition(":")[0])


def _hash(kept: Kept) -> str:
    """The hash of an account's password."""
    assert kept.password is not None
    return kept.password.partition(":")[2]


__all__ = ["Bot", "Known", "People"]

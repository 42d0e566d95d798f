"""People: made, known again, signed up, logged in, and their bots; in memory and in databases."""

import asyncio
import string
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from argon2 import PasswordHasher
from databases import opened
from hypothesis import given
from hypothesis import strategies as st
from person_store import MemoryStore

from spadille.server.limits import Limits, Rate
from spadille.server.people import People, Person, PersonError, names
from spadille.server.people.passwords import MOST, Passwords
from spadille.server.people.tokens import AHEAD, RENEWED, YEAR, Signer, TokenError, digest

HERE = "192.0.2.1"
KEY = "k" * 43
SECRET = "correct horse"  # noqa: S105 - a test's
OTHER = "battery staple"
WIDE = {
    what: Rate(1000, 1000) for what in ("persons", "sign_ups", "log_ins", "log_ins_of_name", "bots")
}


class Clock:
    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def quick(memory: int = 64) -> PasswordHasher:
    """Argon2 with hardly any work."""
    return PasswordHasher(time_cost=1, memory_cost=memory, parallelism=1)


def people_of(store: Any, **options: Any) -> People:
    settings: dict[str, Any] = {
        "clock": Clock(),
        "limits": Limits(WIDE, Clock()),
        "passwords": Passwords(quick()),
    }
    return People(store, [KEY], **(settings | options))


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest) -> Callable[[], Any]:
    """Opens the place where persons are kept, of each kind in turn."""
    if request.param == "memory":
        store = MemoryStore()

        @asynccontextmanager
        async def in_memory() -> AsyncIterator[Any]:
            yield store.people

        return in_memory
    kind = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    url = request.getfixturevalue(kind)

    @asynccontextmanager
    async def in_database() -> AsyncIterator[Any]:
        async with opened(url) as store:
            yield store.people

    return in_database


async def person_of(people: People, token: str) -> Person | None:
    known = await people.who(token)
    return None if known is None else known.person


def test_a_token_keeps_a_person(kept: Any) -> None:
    async def test() -> None:
        async with kept() as store:
            people = people_of(store)
            ada, token = await people.new_person(HERE)
            bea, other = await people.new_person(HERE)
            assert (ada.name, ada.login, ada.is_bot, ada.factor) == ("", None, False, 1)
            assert ada.id != bea.id
            assert len(ada.id) == 22
        async with kept() as store:
            again = people_of(store)
            assert await person_of(again, token) == ada
            assert await person_of(again, other) == bea

    run(test())


def test_a_person_signs_up_and_stays_who_he_is(kept: Any) -> None:
    async def test() -> None:
        async with kept() as store:
            people = people_of(store)
            guest, old = await people.new_person(HERE)
            ada, token = await people.sign_up(guest, " Ada  L. ", SECRET, HERE)
            assert ada == Person(guest.id, "Ada L.", "ada l.")
            assert await person_of(people, token) == ada
            assert await person_of(people, old) is None
            elsewhere, _ = await people.new_person(HERE)
            found, other = await people.log_in("ADA L.", SECRET, HERE)
            assert found == ada != elsewhere
            assert await person_of(people, other) == ada
            row = await store.one(ada.id)
            assert row is not None
            assert SECRET not in repr(row)
            assert "$argon2id$" in (row.password or "")

    run(test())


def test_the_same_answer_for_a_wrong_password_and_an_unknown_name(kept: Any) -> None:
    async def test() -> None:
        async with kept() as store:
            hashing = Counting()
            people = people_of(store, passwords=Passwords(hashing))
            guest, _ = await people.new_person(HERE)
            await people.sign_up(guest, "Ada", SECRET, HERE)
            answers, work = set(), []
            for name, password in [
                ("Ada", OTHER),
                ("Bea", SECRET),
                ("Ada", ""),
                ("Ada", "x" * 100_000),
                ("", SECRET),
                ("x" * 100_000, SECRET),
                ("Ada\0", SECRET),
                ("Ada", SECRET + "\ud800"),
            ]:
                hashing.verified = 0
                with pytest.raises(PersonError) as refused:
                    await people.log_in(name, password, HERE)
                answers.add((refused.value.reason, str(refused.value), refused.value.status))
                work.append(hashing.verified)
            sentence = "That name and that password do not fit together."
            assert answers == {("wrong_password", sentence, 403)}
            assert set(work) == {1}

    run(test())


class Counting(PasswordHasher):
    """Counts what it verifies."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=64, parallelism=1)
        self.verified = 0

    def verify(self, hash: str | bytes, password: str | bytes) -> Any:  # noqa: A002 - as there
        self.verified += 1
        return super().verify(hash, password)


def test_a_new_password_ends_the_other_sessions(kept: Any) -> None:
    async def test() -> None:
        async with kept() as store:
            people = people_of(store)
            guest, _ = await people.new_person(HERE)
            ada, first = await people.sign_up(guest, "Ada", SECRET, HERE)
            _, second = await people.log_in("Ada", SECRET, HERE)
            with pytest.raises(PersonError, match="That is not your password"):
                await people.change_password(ada, OTHER, "new password", HERE)
            with pytest.raises(PersonError, match="A password takes 8 to 1024 bytes"):
                await people.change_password(ada, SECRET, "short", HERE)
            assert await person_of(people, second) == ada
            third = await people.change_password(ada, SECRET, OTHER, HERE)
            assert [await person_of(people, token) for token in (first, second, third)] == [
                None,
                None,
                ada,
            ]
            with pytest.raises(PersonError):
                await people.log_in("Ada", SECRET, HERE)
            assert (await people.log_in("Ada", OTHER, HERE))[0] == ada

    run(test())


def test_an_account_is_deleted_with_its_bots(kept: Any) -> None:
    async def test() -> None:
        async with kept() as store:
            people = people_of(store)
            guest, _ = await people.new_person(HERE)
            ada, token = await people.sign_up(guest, "Ada", SECRET, HERE)
            _, bot_token = await people.make_bot(ada, "Robot")
            with pytest.raises(PersonError, match="That is not your password"):
                await people.delete_account(ada, OTHER, HERE)
            assert await person_of(people, bot_token) is not None
            await people.delete_account(ada, SECRET, HERE)
            assert await person_of(people, token) is None
            assert await person_of(people, bot_token) is None
            assert await store.bots_of(ada.id) == []
            with pytest.raises(PersonError, match="do not fit together"):
                await people.log_in("Ada", SECRET, HERE)
            with pytest.raises(PersonError, match="You have no account"):
                await people.delete_account(ada, SECRET, HERE)
            bea, _ = await people.new_person(HERE)
            assert (await people.sign_up(bea, "Ada", OTHER, HERE))[0].id == bea.id

    run(test())


def test_a_name_is_taken_however_it_is_written(kept: Any) -> None:
    async def test() -> None:
        async with kept() as store:
            people = people_of(store)
            guest, _ = await people.new_person(HERE)
            await people.sign_up(guest, "José", SECRET, HERE)
            bea, _ = await people.new_person(HERE)
            for name in ("JOSÉ", "Jose\N{COMBINING ACUTE ACCENT}", " josé "):
                with pytest.raises(PersonError) as refused:
                    await people.sign_up(bea, name, SECRET, HERE)
                assert refused.value.reason == "name_taken"
            assert (await people.log_in("JOSE\N{COMBINING ACUTE ACCENT}", SECRET, HERE))[0].name
            await people.sign_up(bea, "Jose", SECRET, HERE)

    run(test())


def test_two_who_want_a_name_at_once_do_not_both_get_it(kept: Any) -> None:
    async def test() -> None:
        async with kept() as store:
            people = people_of(store)
            guests = [(await people.new_person(HERE))[0] for _ in range(2)]
            done = await asyncio.gather(
                *(people.sign_up(guest, "Ada", SECRET, HERE) for guest in guests),
                return_exceptions=True,
            )
            refused = [one for one in done if isinstance(one, PersonError)]
            assert [one.reason for one in refused] == ["name_taken"]

    run(test())


def test_who_has_an_account_or_is_a_bot_does_not_sign_up(kept: Any) -> None:
    async def test() -> None:
        async with kept() as store:
            people = people_of(store)
            guest, _ = await people.new_person(HERE)
            ada, _ = await people.sign_up(guest, "Ada", SECRET, HERE)
            bot, _ = await people.make_bot(ada, "Robot")
            for person, reason in [(ada, "has_account"), (guest, "has_account"), (bot, "nobody")]:
                with pytest.raises(PersonError) as refused:
                    await people.sign_up(person, "Other", SECRET, HERE)
                assert refused.value.reason == reason
            with pytest.raises(PersonError, match="Bots belong to accounts"):
                await people.make_bot(bot, "Second")
            bea, _ = await people.new_person(HERE)
            with pytest.raises(PersonError, match="Bots belong to accounts"):
                await people.make_bot(bea, "Robot")

    run(test())


def test_a_bot_is_known_by_its_token_and_marked(kept: Any) -> None:
    async def test() -> None:
        async with kept() as store:
            people = people_of(store)
            guest, _ = await people.new_person(HERE)
            ada, _ = await people.sign_up(guest, "Ada", SECRET, HERE)
            bot, token = await people.make_bot(ada, "Robot")
            assert bot == Person(bot.id, "Robot", is_bot=True, owner=ada.id)
            assert await person_of(people, token) == bot
            assert [(one.id, one.name) for one in await people.bots(ada)] == [(bot.id, "Robot")]
            assert token not in repr(await store.tokens(bot.id))
            bea, _ = await people.sign_up((await people.new_person(HERE))[0], "Bea", SECRET, HERE)
            assert await people.bots(bea) == []
            assert not await people.revoke_bot(bea, bot.id)
            assert not await people.revoke_bot(ada, "unknown")
            assert await person_of(people, token) == bot
            assert await people.revoke_bot(ada, bot.id)
            assert not await people.revoke_bot(ada, bot.id)
            assert await person_of(people, token) is None
            assert await people.bots(ada) == []

    run(test())


def test_the_server_has_bots_of_its_own(kept: Any) -> None:
    async def test() -> None:
        async with kept() as store:
            people = people_of(store)
            bot, token = await people.make_bot(None, "House bot")
            assert (await person_of(people, token), bot.owner) == (bot, None)

    run(test())


def test_a_person_has_only_so_many_bots() -> None:
    async def test() -> None:
        people = people_of(MemoryStore().people)
        ada, _ = await people.sign_up((await people.new_person(HERE))[0], "Ada", SECRET, HERE)
        for number in range(20):
            await people.make_bot(ada, f"Robot {number}")
        with pytest.raises(PersonError, match="You have 20 bots"):
            await people.make_bot(ada, "One more")

    run(test())


def test_the_keys_come_from_the_store() -> None:
    async def test() -> None:
        store = MemoryStore()
        first = await People.open(store)
        ada, token = await first.new_person(HERE)
        assert await person_of(await People.open(store), token) == ada
        (name,) = store.secrets
        store.secrets[name] += " another"
        rotated = await People.open(store)
        assert await person_of(rotated, token) == ada
        newer = (await rotated.new_person(HERE))[1]
        assert await person_of(first, newer) is None
        store.secrets[name] = "another"
        assert await person_of(await People.open(store), token) is None
        assert await person_of(await People.open(store), newer) is not None

    run(test())


def test_a_token_is_good_for_a_year_and_exchanged_in_time() -> None:
    async def test() -> None:
        clock = Clock()
        people = people_of(MemoryStore().people, clock=clock)
        ada, token = await people.new_person(HERE)
        clock.now += RENEWED
        known = await people.who(token)
        assert known == (ada, None)
        clock.now += 1
        known = await people.who(token)
        assert known is not None
        assert known.person == ada
        assert known.renewed is not None
        clock.now += YEAR - RENEWED - 1
        assert await person_of(people, token) == ada
        clock.now += 1
        assert await person_of(people, token) is None
        assert await person_of(people, known.renewed) == ada

    run(test())


def test_a_clock_that_is_a_little_ahead_elsewhere_does_no_harm() -> None:
    clock, ahead = Clock(), Clock()
    ahead.now += AHEAD
    token = Signer([KEY], ahead).sign("ada", 0)
    assert Signer([KEY], clock).read(token).person == "ada"
    ahead.now += 1
    with pytest.raises(TokenError, match="from the future"):
        Signer([KEY], clock).read(Signer([KEY], ahead).sign("ada", 0))


SIGNER = Signer([KEY], Clock())
TOKEN = SIGNER.sign("A" * 22, 3)
ALPHABET = string.ascii_letters + string.digits + "-_."


@given(st.data())
def test_a_changed_token_is_nobodys(data: st.DataObject) -> None:
    """Wherever it is changed, cut or made longer, and be it by the last bits of its last letter."""
    place = data.draw(st.integers(0, len(TOKEN) - 1))
    sign = data.draw(st.sampled_from(ALPHABET) | st.characters())
    kind = data.draw(st.sampled_from(["change", "insert", "cut", "drop"]))
    changed = {
        "change": TOKEN[:place] + sign + TOKEN[place + 1 :],
        "insert": TOKEN[:place] + sign + TOKEN[place:],
        "cut": TOKEN[:place],
        "drop": TOKEN[:place] + TOKEN[place + 1 :],
    }[kind]
    if changed != TOKEN:
        with pytest.raises(TokenError):
            SIGNER.read(changed)


@pytest.mark.parametrize("sign", ALPHABET)
def test_a_token_is_written_in_one_way_only(sign: str) -> None:
    for changed in {TOKEN[:-1] + sign, TOKEN + sign} - {TOKEN}:
        with pytest.raises(TokenError):
            SIGNER.read(changed)


@given(st.text() | st.text(ALPHABET, max_size=200))
def test_what_is_no_token_is_nobodys(text: str) -> None:
    with pytest.raises(TokenError):
        SIGNER.read(text)


NO_TIMES: list[Any] = [None, True, "now", 1e400, [], 10**400, -(10**400), 1.5]
NO_PERSONS: list[Any] = [None, True, 7, [], {}, 1.5]
NO_VERSIONS: list[Any] = [None, True, "0", 1.0, []]
ODD: list[Any] = [
    *(None, True, 7, 10**400, "A" * 22, [], ["a"], ["a", 0], ["a", 0, 0, 0]),
    {"a": 1, "b": 2, "c": 3},
    *(["a", 0, made] for made in NO_TIMES),
    *([person, 0, 1_800_000_000] for person in NO_PERSONS),
    *(["a", version, 1_800_000_000] for version in NO_VERSIONS),
]


@pytest.mark.parametrize("payload", ODD)
def test_what_is_signed_but_no_token_is_nobodys(payload: Any) -> None:
    """Even if our own key had signed it."""
    token = SIGNER._serializer.dumps(payload)  # noqa: SLF001 - nobody signs such things
    with pytest.raises(TokenError):
        SIGNER.read(str(token))


@pytest.mark.parametrize(
    "text", ["", ".", "..", "." * 600, "a" * 100_000, "\ud800", "\0", TOKEN * 2]
)
def test_odd_texts_are_no_tokens(text: str) -> None:
    with pytest.raises(TokenError):
        SIGNER.read(text)


def test_tokens_of_another_key_or_of_nobody_are_refused_alike() -> None:
    async def test() -> None:
        people = people_of(MemoryStore().people)
        ada, token = await people.new_person(HERE)
        clock = Clock()
        tokens = [
            Signer(["x" * 43], clock).sign(ada.id, 0),
            Signer([KEY], clock).sign("B" * 22, 0),
            Signer([KEY], clock).sign(ada.id, 1),
            Signer([KEY], clock).sign(ada.id, -1),
            "spadille_bot_" + "A" * 43,
            "spadille_bot_",
            "spadille_bot_\ud800",
            digest(token),
        ]
        assert [await people.who(one) for one in tokens] == [None] * len(tokens)
        assert await person_of(people, token) == ada

    run(test())


def test_a_server_without_a_key_does_not_sign() -> None:
    for keys in ([], [""], ["good", ""]):
        with pytest.raises(ValueError, match="without a key"):
            Signer(keys, Clock())


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada\N{NO-BREAK SPACE}", "Ada"),
        ("Ada\N{NO-BREAK SPACE}L", None),
        ("a-b_c.d 9", "a-b_c.d 9"),
        ("홍길동", "홍길동"),
        ("山田 太郎", "山田 太郎"),
        ("ラーメン", "ラーメン"),
        ("हिन्दी", "हिन्दी"),
        ("x", None),
        ("x" * 25, None),
        ("x" * 24, "x" * 24),
        ("--", None),
        ("", None),
        ("a\nb", None),
        ("a\u200bb", None),
        ("a\u202eb", None),
        ("a\u3164b", None),
        ("\uffa0\uffa0", None),
        ("<b>", None),
        ("a/b", None),
        ("a@b", None),
        ("\ud800a", None),
        ("a" + "\u0301" * 30, None),
        ("\U0001f0a1\U0001f0a1", None),
    ],
)
def test_which_names_there_may_be(name: str, shown: str | None) -> None:
    if shown is None:
        with pytest.raises(PersonError, match="A name has 2 to 24 letters"):
            names.shown(name)
    else:
        assert names.shown(name) == shown


@given(st.text(max_size=40))
def test_a_name_that_is_shown_stays_as_it_is(text: str) -> None:
    try:
        shown = names.shown(text)
    except PersonError:
        return
    assert names.shown(shown) == shown
    assert 2 <= len(shown) <= 24
    assert names.key(names.key(shown)) == names.key(shown)
    assert names.key(shown.upper()) == names.key(shown.upper().casefold())


@pytest.mark.parametrize(
    ("password", "good"),
    [
        ("1234567", False),
        ("12345678", True),
        ("비밀번", True),
        ("x" * 1024, True),
        ("x" * 1025, False),
        ("é" * 512, True),
        ("é" * 513, False),
        ("x" * 10_000_000, False),
        ("\0" * 8, True),
    ],
)
def test_which_passwords_there_may_be(password: str, *, good: bool) -> None:
    async def test() -> None:
        passwords = Passwords(quick())
        if not good:
            with pytest.raises(PersonError, match="A password takes 8 to 1024 bytes"):
                await passwords.hash(password)
            return
        hashed = await passwords.hash(password)
        assert (await passwords.check(hashed, password)).fits
        assert not (await passwords.check(hashed, password + "x")).fits

    run(test())


def test_a_password_fits_however_a_keyboard_composes_it() -> None:
    async def test() -> None:
        passwords = Passwords(quick())
        hashed = await passwords.hash("caf\u00e9 olé")
        assert (await passwords.check(hashed, "cafe\u0301 olé")).fits

    run(test())


def test_a_hash_made_with_less_effort_is_renewed_and_sessions_stay() -> None:
    async def test() -> None:
        store = MemoryStore()
        people = people_of(store.people)
        ada, token = await people.sign_up((await people.new_person(HERE))[0], "Ada", SECRET, HERE)
        before = store.people.kept[ada.id].password
        harder = people_of(store.people, passwords=Passwords(quick(128)))
        with pytest.raises(PersonError):
            await harder.log_in("Ada", OTHER, HERE)
        assert store.people.kept[ada.id].password == before
        await harder.log_in("Ada", SECRET, HERE)
        after = store.people.kept[ada.id].password
        assert after is not None
        assert before != after
        assert "m=128" in after
        assert await person_of(harder, token) == ada
        await harder.log_in("Ada", SECRET, HERE)
        assert store.people.kept[ada.id].password == after

    run(test())


def test_a_hash_that_cannot_be_read_fits_nothing() -> None:
    async def test() -> None:
        passwords = Passwords(quick())
        for kept in ("", "x", "$argon2id$", "1:2"):
            assert not (await passwords.check(kept, SECRET)).fits

    run(test())


class Slow(PasswordHasher):
    """Waits with each verification, and counts how many wait at once."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=64, parallelism=1)
        self.go = threading.Event()
        self.lock = threading.Lock()
        self.now = self.most = 0

    def verify(self, hash: str | bytes, password: str | bytes) -> Any:  # noqa: A002 - as there
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        assert self.go.wait(60)
        with self.lock:
            self.now -= 1
        return super().verify(hash, password)


def test_a_flood_of_log_ins_is_worked_off_few_at_a_time() -> None:
    async def test() -> None:
        slow = Slow()
        passwords = Passwords(slow)
        tasks = [asyncio.create_task(passwords.check(None, SECRET)) for _ in range(MOST + 10)]
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED, timeout=60)
        refused = [task.exception() for task in done]
        assert len(refused) == 10
        assert {type(error) for error in refused} == {PersonError}
        slow.go.set()
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert sum(isinstance(one, PersonError) for one in answers) == 10
        assert slow.most <= 2
        assert not (await passwords.check(None, SECRET)).fits

    run(test())


def test_attempts_are_counted_by_address_and_by_name() -> None:
    async def test() -> None:
        rates = {**WIDE, "log_ins": Rate(0.1, 3), "log_ins_of_name": Rate(0.1, 5)}
        clock = Clock()
        people = people_of(MemoryStore().people, limits=Limits(rates, clock))

        async def attempt(name: str, address: str) -> str:
            with pytest.raises(PersonError) as refused:
                await people.log_in(name, SECRET, address)
            return refused.value.reason

        assert [await attempt("Ada", "a") for _ in range(4)] == ["wrong_password"] * 3 + [
            "too_fast"
        ]
        assert [await attempt("ADA", "b") for _ in range(3)] == ["wrong_password"] * 2 + [
            "too_fast"
        ]
        assert await attempt("Bea", "c") == "wrong_password"
        clock.now += 10
        assert [await attempt("ada", "d") for _ in range(2)] == ["wrong_password", "too_fast"]

    run(test())


def test_new_people_and_accounts_of_an_address_are_counted() -> None:
    async def test() -> None:
        rates = {**WIDE, "persons": Rate(0.1, 2), "sign_ups": Rate(0.1, 1)}
        people = people_of(MemoryStore().people, limits=Limits(rates, Clock()))
        ada, _ = await people.new_person(HERE)
        bea, _ = await people.new_person(HERE)
        with pytest.raises(PersonError, match="Too many attempts"):
            await people.new_person(HERE)
        await people.new_person("192.0.2.2")
        await people.sign_up(ada, "Ada", SECRET, HERE)
        with pytest.raises(PersonError) as refused:
            await people.sign_up(bea, "Bea", SECRET, HERE)
        assert (refused.value.reason, refused.value.status) == ("too_fast", 429)

    run(test())

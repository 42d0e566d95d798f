"""Rule sets over HTTP: lists, pages, options with what they take, and refusals that name one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from databases import run
from serving import served

from spadille.rules import names, options, parse


@asynccontextmanager
async def asking(url: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server."""
    async with (
        served(url, allowance=100) as server,
        httpx.AsyncClient(base_url=server.address) as client,
    ):
        yield client


def by_name(answer: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The options of an answer."""
    return {option["name"]: option for option in answer["options"]}


def test_every_preset_is_listed_with_its_players(sqlite_url: str) -> None:
    async def test() -> None:
        async with asking(sqlite_url) as client:
            found = (await client.get("/api/rules?lang=ko")).json()
            assert [one["name"] for one in found] == list(names())
            two = next(one for one in found if one["name"] == "two_handed")
            assert (two["seats"], two["sides"], two["parent"]) == (2, 2, "standard")
            assert "2인" in two["title"]

    run(test())


def test_the_page_of_a_rule_set_holds_its_options(sqlite_url: str) -> None:
    async def test() -> None:
        async with asking(sqlite_url) as client:
            found = (await client.get("/api/rules/standard(target=250,nil=50)")).json()
            assert found["rules"] == "standard(nil=50,target=250)"
            assert (found["preset"], found["title"]) == ("standard", "Standard partnership")
            told = by_name(found)
            assert list(told) == list(options())
            assert (told["target"]["value"], told["nil"]["value"]) == ("250", "50")
            assert (told["seats"]["least"], told["seats"]["most"]) == (2, 6)
            assert told["blind_nil_deficit"]["least"] == 0  # a number, or none
            assert (told["sides"]["least"], told["sides"]["closed"]) == (None, True)
            text = ",".join(f"{name}={option['value']}" for name, option in told.items())
            assert parse(f"standard({text})") == parse("standard(target=250,nil=50)")

    run(test())


def test_a_refusal_names_the_option(sqlite_url: str) -> None:
    clash = "/api/rules/standard(promoted_twos=spade,removed_twos=all)"

    async def test() -> None:
        async with asking(sqlite_url) as client:
            refused = await client.get(clash)
            assert refused.status_code == 404
            assert refused.json()["option"] in {"promoted_twos", "removed_twos"}
            assert "removed_twos=all" in refused.json()["refusal"]["sentence"]
            checked = await client.get(f"{clash}?check=1")
            assert (checked.status_code, checked.json()) == (200, refused.json())
            unknown = (await client.get("/api/rules/standard(tarrget=1)")).json()
            assert unknown["option"] == "tarrget"
            assert "target" in unknown["refusal"]["sentence"]

    run(test())


def test_the_host_of_a_table_may_want_more_time(sqlite_url: str) -> None:
    async def test() -> None:
        async with asking(sqlite_url) as client:
            made = await client.post("/api/tables", json={"factor": 2, "start": True})
            assert made.json()["players"][0]["factor"] == 2
            wrong = await client.post("/api/tables", json={"factor": 9})
            assert wrong.status_code == 400

    run(test())

"""Statistics of oneself, and the odds of all deals."""

from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from spadille.provable import odds as theory
from spadille.rules import RulesError, describe, key, parse
from spadille.server import statistics
from spadille.server.rest.answers import Failed, Json, limited, words_for
from spadille.server.rest.context import context_of
from spadille.server.rest.reading import somebody
from spadille.server.rest.rules import LONGEST
from spadille.server.statistics import Kept, Tally
from spadille.words.faults import told


async def own(request: Request) -> Response:
    """What one is counted for, in all and by rule set."""
    kept = await _kept(request)
    by_rules: dict[str, Kept] = {}
    for one in kept:
        known = by_rules.get(one.rules_key)
        tally = one.tally if known is None else known.tally + one.tally
        by_rules[one.rules_key] = msgspec.structs.replace(one, tally=tally)
    return Json(
        {
            "total": _numbers(sum((one.tally for one in kept), Tally())),
            "rules": [
                {"rules": one.rules, "rules_key": one.rules_key, "tally": _numbers(one.tally)}
                for one in sorted(by_rules.values(), key=lambda one: -one.tally.deals)
            ],
        }
    )


async def partners(request: Request) -> Response:
    """With whom one has played, those first with whom one played most."""
    whole = sum((one.tally for one in await _kept(request)), Tally())
    together = sorted(whole.partners.values(), key=lambda both: (-both.deals, both.name))
    return Json([msgspec.structs.asdict(both) for both in together])


async def _kept(request: Request) -> list[Kept]:
    """What is kept of whoever asks, a tally for each match."""
    context, person = context_of(request), await somebody(request)
    limited(context.limits, "records", person.id)
    await context.records.counting.catch_up(person.id)
    return [statistics.decode(body) for _, body in await context.store.tallies.of_person(person.id)]


def _numbers(tally: Tally) -> dict[str, int]:
    return {name: getattr(tally, name) for name in statistics.COUNTED}


async def odds(request: Request) -> Response:
    """The hands of all finished deals of a rule set, against what theory expects."""
    context, text = context_of(request), request.query_params.get("rules", "standard")
    limited(context.limits, "records", context.door.address(request))
    if len(text) > LONGEST:
        raise Failed(400, "rules", "That is too long for a rule set.")
    try:
        rules = parse(text)
    except RulesError as error:
        raise Failed.of(404, "rules", error) from None
    found = await context.records.measured.of(rules)
    answer: dict[str, Any] = {
        "rules": describe(rules),
        "rules_key": key(rules),
        "deals": found.deals,
        "left_out": found.left_out,
        "odds": found.odds,
    }
    words, why = words_for(request), theory.excluded(rules)
    if why is not None:
        answer["why"] = told(words, why)
    elif found.left_out:
        answer["why"] = words.say(
            "hands that are drawn, or come from a French cut, follow no fixed odds"
        )
    return Json(answer)


ROUTES: Final = [
    Route("/api/statistics", own, methods=["GET"]),
    Route("/api/statistics/partners", partners, methods=["GET"]),
    Route("/api/odds", odds, methods=["GET"]),
]

__all__ = ["ROUTES"]

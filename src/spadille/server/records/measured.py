"""The odds as they were measured: the hands of all finished deals of a rule set, counted once."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from spadille.provable import odds
from spadille.provable.odds import Counts, Odds
from spadille.rules import Rules, key
from spadille.server.room.rows import FinishedDeal
from spadille.server.store import Finished, Store

OVERLAP: Final = 120_000
"""Milliseconds by which a deal may reach the database later than one that was finished later."""
KEPT: Final = 128
"""So many rule sets are remembered."""

_DEAL: Final = msgspec.json.Decoder(FinishedDeal)
_FIRST: Final = ("", -1)


class Measurement(NamedTuple):
    """What was counted of a rule set, with the deals that were left out; `odds` against theory."""

    deals: int
    left_out: int
    odds: tuple[Odds, ...]


class _Kept:
    """What has been counted of a rule set; `seen` are the newest deals, with their times."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        counted = odds.excluded(rules) is None
        self.counts: Counts | None = odds.nothing(odds.kind_of(rules)) if counted else None
        self.left_out = 0
        self.newest = 0
        self.seen: dict[tuple[str, int], int] = {}
        self.turn = asyncio.Lock()

    def add(self, deals: Sequence[Finished]) -> None:
        """Count deals that are new."""
        for deal in deals:
            place = (deal.room, deal.number)
            if place in self.seen:
                continue
            self.seen[place] = deal.at
            self.newest = max(self.newest, deal.at)
            body = _DEAL.decode(deal.body)
            if self.counts is None or body.cut or body.drawn:
                self.left_out += 1
            else:
                self.counts += odds.count(self.rules, body.dealt)

    def measurement(self) -> Measurement:
        """What was counted, against theory."""
        if self.counts is None:
            return Measurement(0, self.left_out, ())
        return Measurement(self.counts.deals, self.left_out, odds.table(self.counts))

    def forget_old(self) -> None:
        """Forget which deals were seen that cannot be told again."""
        oldest = self.newest - OVERLAP
        self.seen = {place: at for place, at in self.seen.items() if at >= oldest}


class Measured:
    """Counts the finished deals of rule sets; each time only those that are new.

    What was counted stays counted when a match is deleted, until the process ends: it names nobody.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    async def of(self, rules: Rules) -> Measurement:
        """What was measured under some rules."""
        rules_key = key(rules)
        kept = self._kept.get(rules_key)
        if kept is None:
            kept = self._kept[rules_key] = _Kept(rules)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(rules_key)
        async with kept.turn:
            at, after = kept.newest - OVERLAP, _FIRST
            while True:
                part = await self._store.records.deals_since(rules_key, at, after)
                await asyncio.to_thread(kept.add, part)
                if not part:
                    break
                at, after = part[-1].at, part[-1][:2]
            kept.forget_old()
            return await asyncio.to_thread(kept.measurement)


__all__ = ["Measured", "Measurement"]

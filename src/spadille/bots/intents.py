"""What everybody plays for in play-outs, derived from the bids and their scoring."""

from collections.abc import Sequence

from spadille import _kernel
from spadille.bots.contracts import Contract, points_by_tricks
from spadille.bots.kernel import pack_of
from spadille.bots.outcomes import Bids
from spadille.game.contracts import contract_of, counts, room, tricks_of
from spadille.game.deck import deck_of
from spadille.rules import Rules

HUNTED = 13
"""A side is hunted while it can lose so many tricks and no more: in most packs from the start.

In duplicate deals against the simple bot that was worth some six points a deal more than hunting
late: play-outs in which contracts are attacked make bids and cards safer.
"""
NOISE = 8
"""Of 256 plays, so many are random: nobody is as regular as the policy."""


def goals_of(rules: Rules, bids: Bids, bags: Sequence[int]) -> _kernel.Goals:
    """The goals of all sides under these bids, with the bags they held before the deal."""
    tricks = deck_of(rules).tricks
    low, high, extra, hunted = [], [], [], []
    for side in range(rules.side_count):
        seats = rules.side_seats(side)
        said = [bids.seats[seat] for seat in seats]
        bid = None if bids.unbid else contract_of(rules, said, bids.sides[side])
        wanted = 0 if bid is None else min(tricks_of(rules, bid), tricks)
        points = points_by_tricks(rules, Contract(bid, bags[side], unbid=bids.unbid))
        over = 0.0 if wanted >= tricks else points[wanted + 1] - points[wanted]
        bears = None if bid is None else room(rules, bid)
        low.append(wanted)
        high.append(wanted if bears is None else min(wanted + bears, tricks))
        extra.append(over > 0 or (over == 0 and bears is None))
        hunted.append(HUNTED if wanted else -1)
    nils = [s for s, bid in enumerate(bids.seats) if bid is not None and bid.is_nil]
    awards = pack_of(rules).awards
    return _kernel.Goals(
        low=low,
        high=high,
        extra=extra,
        hunted=hunted,
        nils=nils,
        attacked=nils,
        idle=[seat for seat, bid in enumerate(bids.seats) if not counts(rules, bid)],
        wanted=[awards] * rules.side_count if awards else [],
        noise=NOISE,
    )

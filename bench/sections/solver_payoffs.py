"""Exact solutions of real scoring with 8 tricks left, beside DDS on the same cards, in turns.

Standard deals bid and begun by `simple`: a third with a nil alive, a third with spades not broken
(and no nil), a third without either. The solver maximises the points of the leader's side less
those of the others, with nils, bags and the breaking of spades; DDS, which knows none of them,
maximises tricks. The time is that for the value and one card on one thread.
"""

import random
import time
from collections.abc import Iterator

from sections import dds
from sections.figures import Figures, scaled
from spadille import _kernel
from spadille.bots import kernel, make
from spadille.game.scoring import score_deal
from spadille.game.state import Phase, State
from spadille.rules import Rules, parse
from spadille.table import Table, seeded

EACH = 150
TRICKS = 8
KINDS = ("a nil alive", "spades not broken", "neither")


def kind(state: State) -> str:
    """Which third a position belongs to."""
    deal = state.deal
    bids = zip(deal.bids, deal.won, strict=True)
    if any(bid is not None and bid.is_nil and not won for bid, won in bids):
        return KINDS[0]
    return KINDS[2] if deal.broken else KINDS[1]


def begun(rules: Rules, rng: random.Random) -> Iterator[Table]:
    """Deals at the lead to the trick with which 8 are left."""
    while True:
        table = Table(rules, seeded(rng.getrandbits(32)))
        bot, deal = make("simple"), 0
        while not table.over:
            state = table.state
            (seat, *_) = table.to_act
            leads = state.phase is Phase.PLAY and not state.deal.trick
            if leads and len(state.deal.hands[seat]) == TRICKS and state.deals != deal:
                deal = state.deals
                yield table
            table.act(seat, bot.act(table.view(seat)))


def payoffs(state: State, outcomes: list[kernel.Outcome]) -> list[float]:
    """The points of each outcome for the side at turn, less those of the other side."""
    mine, after = state.rules.seat_side(state.deal.turn), state.copy()
    values = []
    for outcome in outcomes:
        after.deal.won = list(outcome)
        results = score_deal(after)
        values.append(float(sum(r.points if r.side == mine else -r.points for r in results)))
    return values


def measure(amount: float) -> Figures:
    """Measure position by position."""
    rules, each = parse("standard(claims=off,undo=off)"), scaled(EACH, amount)
    solver = _kernel.Solver()
    ours, theirs, count = (dict.fromkeys(KINDS, 0.0) for _ in range(3))
    for table in begun(rules, random.Random(8)):
        if min(count.values()) >= each:
            break
        state = table.state
        which, (seat,) = kind(state), table.to_act
        if count[which] >= each:
            continue
        count[which] += 1
        place = kernel.place_of_view(table.view(seat))
        position = kernel.position(place, state.deal.hands)
        values = payoffs(state, _kernel.outcomes(position))
        owners = [
            owner if owner < 4 else kernel.NOBODY
            for owner in kernel.owners(place, state.deal.hands)
        ]
        begin = time.process_time()
        solver.solve_payoffs(position, values)
        ours[which] += time.process_time() - begin
        theirs[which] += dds.solve(owners, seat)[1]
    figures: Figures = {"positions": 3 * each}
    for which in KINDS:
        figures[f"{which}: milliseconds, the solver"] = round(1000 * ours[which] / each, 3)
        figures[f"{which}: milliseconds, DDS on the same cards"] = round(
            1000 * theirs[which] / each, 3
        )
        figures[f"{which}: ratio"] = round(ours[which] / theirs[which], 2)
    figures["all: ratio (at most 8)"] = round(sum(ours.values()) / sum(theirs.values()), 2)
    return figures

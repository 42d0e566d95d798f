"""Fit the model of bids to bots' own bids: `python tools/strength.py [PRESET …]`.

Deals at random, lets a bot bid in all seats, and fits for each preset the tables of
`spadille.bots.strength`. Writes `src/spadille/bots/strength.npz`.
"""

import argparse
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from spadille.bots import make
from spadille.bots.kernel import pack_of
from spadille.bots.signals import Signal, signals
from spadille.bots.strength import (
    RUFFS,
    SIDE,
    SIDE_LENGTHS,
    SIDE_TOPS,
    SIZE,
    TRUMP_LENGTHS,
    TRUMP_TOPS,
    TRUMPS,
    Numbers,
    places,
)
from spadille.cards import Card
from spadille.game.state import Phase
from spadille.rules import Rules, change, load, names
from spadille.table import Table, seeded

FILE = Path(__file__).parent.parent / "src" / "spadille" / "bots" / "strength.npz"
SMOOTH_COARSE, SMOOTH_FINE = 3.0, 12.0
"""How many hands a term must be seen in to count half."""
STEPS = 12

Terms = NDArray[np.intp]


def bidding(rules: Rules, bot: str, seed: int) -> list[tuple[list[int], Signal]]:
    """The hands of one deal, and what their players told by bidding."""
    table = Table(rules, seeded(seed))
    players = [make(bot, seed + seat) for seat in range(rules.table.seats)]
    state = table.state
    hands: list[list[Card]] = []
    while state.phase in {Phase.CUT, Phase.DRAW, Phase.AUCTION}:
        if state.phase is Phase.AUCTION:
            hands = [list(hand) for hand in state.deal.hands]
        seat = min(table.to_act)
        table.act(seat, players[seat].act(table.view(seat)))
        state = table.state
    numbers = pack_of(rules).numbers
    told = signals(table.view(None))
    found = []
    for seat, hand in enumerate(hands):
        if seat in told:
            copies: dict[object, int] = {}
            cards = []
            for card in hand:
                at = copies.get(card, 0)
                copies[card] = at + 1
                cards.append(numbers[card][at])
            found.append((cards, told[seat]))
    return found


def many(job: tuple[Rules, str, int, int]) -> list[tuple[list[int], Signal]]:
    """The hands of several deals."""
    rules, bot, first, last = job
    return [one for seed in range(first, last) for one in bidding(rules, bot, seed)]


def coarse(terms: Terms) -> Numbers:
    """Few numbers for a hand: top cards and lengths by themselves."""
    columns = []
    side = SIDE_TOPS + SIDE_LENGTHS
    sides = np.zeros((len(terms), side))
    for at in range(3):
        tops, length = terms[:, at] // SIDE_LENGTHS, terms[:, at] % SIDE_LENGTHS
        for top in range(SIDE_TOPS):
            sides[:, top] += (tops >> top) & 1
        sides[np.arange(len(terms)), SIDE_TOPS + length] += 1
    columns.append(sides)
    trumps = np.zeros((len(terms), TRUMP_TOPS + TRUMP_LENGTHS))
    code = terms[:, 3] - SIDE
    tops, length = code // TRUMP_LENGTHS, code % TRUMP_LENGTHS
    for top in range(TRUMP_TOPS):
        trumps[:, top] = (tops >> top) & 1
    trumps[np.arange(len(terms)), TRUMP_TOPS + length] = 1
    columns.append(trumps)
    ruffs = np.zeros((len(terms), RUFFS))
    ruffs[np.arange(len(terms)), terms[:, 4] - SIDE - TRUMPS] = 1
    columns.extend((ruffs, np.ones((len(terms), 1))))
    return np.hstack(columns)


def fine(terms: Terms) -> Numbers:
    """A number for each place of the tables."""
    wide = np.zeros((len(terms), SIZE))
    for at in range(terms.shape[1]):
        np.add.at(wide, (np.arange(len(terms)), terms[:, at]), 1.0)
    return wide


def spread_out(weights: Numbers) -> Numbers:
    """The coarse weights, written into the places of the tables."""
    table = np.zeros(SIZE)
    codes = np.arange(SIDE)
    for top in range(SIDE_TOPS):
        table[:SIDE] += weights[top] * ((codes // SIDE_LENGTHS >> top) & 1)
    table[:SIDE] += weights[SIDE_TOPS + codes % SIDE_LENGTHS]
    first = SIDE_TOPS + SIDE_LENGTHS
    codes = np.arange(TRUMPS)
    for top in range(TRUMP_TOPS):
        table[SIDE : SIDE + TRUMPS] += weights[first + top] * ((codes // TRUMP_LENGTHS >> top) & 1)
    table[SIDE : SIDE + TRUMPS] += weights[first + TRUMP_TOPS + codes % TRUMP_LENGTHS]
    first += TRUMP_TOPS + TRUMP_LENGTHS
    table[SIDE + TRUMPS : SIDE + TRUMPS + RUFFS] = weights[first : first + RUFFS]
    table[-1] = weights[-1]
    return table


def ridge(x: Numbers, y: Numbers, weight: Numbers, smooth: float) -> Numbers:
    """Weighted least squares that keeps weights small."""
    scaled = (x * weight[:, None]).T
    solved = np.linalg.solve(scaled @ x + smooth * np.eye(x.shape[1]), scaled @ y)
    return solved.astype(np.float64)


def tricks_table(terms: Terms, bids: Numbers) -> tuple[Numbers, float]:
    """The tables for the tricks bid, and how far bids stray from them."""
    even = np.ones(len(bids))
    table = spread_out(ridge(coarse(terms), bids, even, SMOOTH_COARSE))
    rest = bids - table[terms].sum(1)
    table += ridge(fine(terms), rest, even, SMOOTH_FINE)
    return table, float(np.std(bids - table[terms].sum(1)))


def nil_table(terms: Terms, nils: Numbers) -> Numbers:
    """The tables for the odds of nil, by Newton's method."""
    table = np.zeros(SIZE)
    if not nils.any():
        table[-1] = -8.0
        return table
    table[-1] = np.log(nils.mean() / (1 - nils.mean()))
    for x, smooth, is_coarse in (
        (coarse(terms), SMOOTH_COARSE, True),
        (fine(terms), SMOOTH_FINE, False),
    ):
        start = table.copy()
        weights = np.zeros(x.shape[1])
        for _ in range(STEPS):
            odds = np.clip(start[terms].sum(1) + x @ weights, -12, 12)
            chance = 1 / (1 + np.exp(-odds))
            sure = np.maximum(chance * (1 - chance), 1e-3)
            aim: Numbers = x @ weights + (nils - chance) / sure
            weights[:] = ridge(x, aim, sure, smooth / 4)
        table = start + (spread_out(weights) if is_coarse else weights)
    return table


def fit(name: str, bot: str, deals: int, processes: int) -> Numbers:
    """All the numbers of a preset."""
    rules = change(load(name), {"first_hand_bids_itself": False})
    step = max(deals // 32, 1)
    jobs = [(rules, bot, first, min(first + step, deals)) for first in range(0, deals, step)]
    with Pool(processes) as pool:
        samples = [one for part in pool.map(many, jobs) for one in part]
    hands = np.zeros((len(samples), len(pack_of(rules).cards)), np.bool_)
    for row, (cards, _) in enumerate(samples):
        hands[row, cards] = True
    terms = places(rules, hands)
    nils = np.array([signal.nil for _, signal in samples], float)
    bids = np.array([signal.tricks for _, signal in samples], float)
    plain = nils == 0
    tricks, spread = tricks_table(terms[plain], bids[plain])
    chance = nil_table(terms, nils)
    print(
        f"{name}: {len(samples)} hands, bids stray {spread:.2f}, nil {nils.mean():.1%}", flush=True
    )
    return np.concatenate([tricks, [spread], chance])


def main() -> None:
    """Read the command line."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("presets", nargs="*")
    reader.add_argument("--bot", default="simple")
    reader.add_argument("--deals", type=int, default=5000)
    reader.add_argument("-j", "--processes", type=int, default=2)
    given = reader.parse_args()
    tables = dict(np.load(FILE)) if FILE.exists() else {}
    for name in given.presets or names():
        found = fit(name, given.bot, given.deals, given.processes)
        tables[name] = found.astype(np.float16)
        np.savez_compressed(FILE, **tables)


if __name__ == "__main__":
    main()

"""Fit the model of bids to bots' own bids: `python tools/strength.py [PRESET …]`.

Deals at random, lets a bot bid in all seats, and fits for each preset the tables of
`spadille.bots.strength`. Writes `src/spadille/bots/strength.npz`: with `--bot strong` the tables of
partners, else those of strangers.
"""

import argparse
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import block_diag

from spadille.bots import make
from spadille.bots.kernel import pack_of
from spadille.bots.signals import Signal, signals
from spadille.bots.strength import (
    KIN,
    RUFFS,
    SIDE_LENGTHS,
    SIDE_TOPS,
    SIZE,
    TRUMP_LENGTHS,
    TRUMP_TOPS,
    Numbers,
    terms_of,
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
    hands: list[list[Card]] = []
    while table.state.phase in {Phase.CUT, Phase.DRAW, Phase.AUCTION}:
        if table.state.phase is Phase.AUCTION:
            hands = table.state.deal.hands
        seat = min(table.to_act)
        table.act(seat, players[seat].act(table.view(seat)))
    numbers = pack_of(rules).numbers
    told = signals(table.view(None))
    return [
        ([n for card, held in Counter(hand).items() for n in numbers[card][:held]], told[seat])
        for seat, hand in enumerate(hands)
        if seat in told
    ]


def many(job: tuple[Rules, str, int, int]) -> list[tuple[list[int], Signal]]:
    """The hands of several deals."""
    rules, bot, first, last = job
    return [one for seed in range(first, last) for one in bidding(rules, bot, seed)]


def apart(tops: int, lengths: int) -> Numbers:
    """Top cards and lengths by themselves, for each place of a suit in the tables."""
    codes = np.arange(lengths << tops)
    return np.hstack(
        [codes[:, None] // lengths >> np.arange(tops) & 1, np.eye(lengths)[codes % lengths]]
    )


STAGES = (
    (
        block_diag(
            apart(SIDE_TOPS, SIDE_LENGTHS), apart(TRUMP_TOPS, TRUMP_LENGTHS), np.eye(RUFFS + 1)
        ),
        SMOOTH_COARSE,
    ),
    (np.eye(SIZE), SMOOTH_FINE),
)
"""The numbers that each place of the tables is the sum of: few at first, then one for each."""


def counted(terms: Terms, parts: Numbers) -> Numbers:
    """How often each of these numbers is in the sum for a hand."""
    total = np.zeros((len(terms), parts.shape[1]))
    for column in terms.T:
        total += parts[column]
    return total


def ridge(x: Numbers, y: Numbers, weight: Numbers, smooth: float) -> Numbers:
    """Weighted least squares that keeps weights small."""
    scaled = (x * weight[:, None]).T
    solved = np.linalg.solve(scaled @ x + smooth * np.eye(x.shape[1]), scaled @ y)
    return solved.astype(np.float64)


def tricks_table(terms: Terms, bids: Numbers) -> tuple[Numbers, float]:
    """The tables for the tricks bid, and how far bids stray from them."""
    table, even = np.zeros(SIZE), np.ones(len(bids))
    for parts, smooth in STAGES:
        rest = bids - table[terms].sum(1)
        table += parts @ ridge(counted(terms, parts), rest, even, smooth)
    return table, float(np.std(bids - table[terms].sum(1)))


def nil_table(terms: Terms, nils: Numbers) -> Numbers:
    """The tables for the odds of nil, by Newton's method."""
    table = np.zeros(SIZE)
    if not nils.any():
        table[-1] = -8.0
        return table
    table[-1] = np.log(nils.mean() / (1 - nils.mean()))
    for parts, smooth in STAGES:
        x, start = counted(terms, parts), table[terms].sum(1)
        weights = np.zeros(parts.shape[1])
        for _ in range(STEPS):
            odds = np.clip(start + x @ weights, -12, 12)
            chance = 1 / (1 + np.exp(-odds))
            sure = np.maximum(chance * (1 - chance), 1e-3)
            aim: Numbers = x @ weights + (nils - chance) / sure
            weights[:] = ridge(x, aim, sure, smooth / 4)
        table += parts @ weights
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
    terms = terms_of(rules, hands)
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
        tables[KIN + name if given.bot == "strong" else name] = found.astype(np.float16)
        np.savez_compressed(FILE, **tables)


if __name__ == "__main__":
    main()

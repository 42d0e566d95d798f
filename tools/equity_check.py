"""Chances foretold against games won, in fifths of what was foretold, and a picture of them."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from equity_play import Deals

from spadille.bots.equity import Standing, win_chances
from spadille.rules import Rules

FIFTHS = 5
ALLOWED = 0.04
SIZE, MARGIN, GAP = 220, 34, 26
STYLE = """<style>
.name { font-size: 13px } .band { fill: #cfe3f5 } .frame { fill: none; stroke: #888 }
.error { stroke: #b5413b } circle { fill: #b5413b }
</style>"""


class Fifth(NamedTuple):
    """A fifth of all positions: chances foretold and shares won, and the error of the latter."""

    positions: int
    foretold: float
    won: float
    error: float

    @property
    def off(self) -> float:
        """By how much more was won than foretold."""
        return self.won - self.foretold


def fifths(rules: Rules, deals: Deals) -> list[Fifth]:
    """Every position between deals, the start of the game left out, as seen from each side."""
    sides = rules.side_count
    places = np.nonzero(deals.number > 0)[0]
    stood = np.stack([deals.score, deals.bags, deals.sets, deals.bag_points], axis=2)
    foretold = np.array(
        [
            win_chances(
                rules,
                tuple(Standing(*side) for side in stood[place].tolist()),
                deals=int(deals.number[place]),
                overtime=bool(deals.overtime[place]),
            )
            for place in places
        ]
    ).ravel()
    won = deals.won[deals.game[places]].ravel()
    game = np.repeat(deals.game[places], sides)
    found = []
    for part in np.array_split(np.argsort(foretold, kind="stable"), FIFTHS):
        by_game = np.bincount(game[part], won[part] - foretold[part])
        found.append(
            Fifth(
                positions=len(part),
                foretold=float(foretold[part].mean()),
                won=float(won[part].mean()),
                error=float(np.sqrt((by_game**2).sum()) / len(part)),
            )
        )
    return found


def table(name: str, games: int, found: list[Fifth]) -> str:
    """The fifths as lines of a Markdown table."""
    rows = [
        f"| `{name}` ({games:,} games) | {fifth.positions:,} | {100 * fifth.foretold:.1f} | "
        f"{100 * fifth.won:.1f} | {100 * fifth.off:+.1f} ± {100 * fifth.error:.1f} |"
        for fifth in found
    ]
    return "\n".join(rows)


def _panel(name: str, found: list[Fifth], left: float) -> list[str]:
    """One preset: the diagonal, the band that is allowed around it, and the fifths."""

    def x(value: float) -> float:
        return round(left + SIZE * value, 1)

    def y(value: float) -> float:
        return round(MARGIN + SIZE * (1 - value), 1)

    band = [(0, 0), (0, ALLOWED), (1 - ALLOWED, 1), (1, 1), (1, 1 - ALLOWED), (ALLOWED, 0)]
    corners = " ".join(f"{x(one)},{y(two)}" for one, two in band)
    lines = [
        f'<text x="{x(0.5)}" y="{MARGIN - 12}" text-anchor="middle" class="name">{name}</text>',
        f'<polygon points="{corners}" class="band"/>',
        f'<rect x="{x(0)}" y="{y(1)}" width="{SIZE}" height="{SIZE}" class="frame"/>',
    ]
    for tick in (0.25, 0.5, 0.75):
        place = f"{100 * tick:.0f}"
        lines.append(
            f'<text x="{x(tick)}" y="{y(0) + 14}" text-anchor="middle">{place}</text>'
            f'<text x="{x(0) - 5}" y="{y(tick) + 4}" text-anchor="end">{place}</text>'
        )
    for fifth in found:
        ends = (max(fifth.won - 2 * fifth.error, 0.0), min(fifth.won + 2 * fifth.error, 1.0))
        lines.append(
            f'<line x1="{x(fifth.foretold)}" y1="{y(ends[0])}" x2="{x(fifth.foretold)}" '
            f'y2="{y(ends[1])}" class="error"/>'
            f'<circle cx="{x(fifth.foretold)}" cy="{y(fifth.won)}" r="3.5"/>'
        )
    return lines


def draw(path: Path, checked: dict[str, list[Fifth]]) -> None:
    """Draw won over foretold, in per cent, as an SVG file."""
    width = MARGIN + len(checked) * (SIZE + GAP)
    height = SIZE + 2 * MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
        f' width="{width}" height="{height}" font-family="sans-serif" font-size="11">',
        "<title>Games won, in per cent, over the chance foretold, by fifths</title>",
        STYLE,
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for place, (name, found) in enumerate(checked.items()):
        lines += _panel(name, found, MARGIN + place * (SIZE + GAP))
    path.write_text("\n".join([*lines, "</svg>", ""]), "utf-8")

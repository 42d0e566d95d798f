"""Find the positions of `tests/illegal`: play at random until what the table wants is refused.

Run it from the root of the project, with `tests` in the path, whenever the table or a file changes.
"""

import random
import sys
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).parent.parent))

from matches import attempts, decisions
from refusals import FOLDER, Case, Position, Step, wanted

from spadille.game import referee
from spadille.game.actions import AnswerClaim, AnyAction, Claim, Reason
from spadille.rules import Rules, parse
from spadille.table import Table, seeded

FEWEST, MOST = 6, 200  # matches tried
LONGEST = 150  # steps
PER_REASON = 2


def step(table: Table, rng: random.Random, *, claiming: bool) -> Step:
    """A random step, or a claim that all agree to, which makes the deal short."""
    seat = rng.choice(sorted(table.to_act))
    legal = table.legal(seat)
    for action in (AnswerClaim(agree=True), Claim()):
        if claiming and action in legal:
            return seat, action
    ordinary = decisions(table.state, seat)
    kind = rng.choice(sorted({type(action).__name__ for action in ordinary}))
    return seat, rng.choice([action for action in ordinary if type(action).__name__ == kind])


def refused(
    table: Table, rng: random.Random, reasons: set[Reason]
) -> list[tuple[int, AnyAction, Reason]]:
    """One attempt for each of the reasons that occur in a position."""
    seats = table.rules.table.seats
    tried = attempts(table.state, rng)
    tried += [action for seat in table.to_act for action in table.legal(seat)]
    rng.shuffle(tried)
    who = [*sorted(table.to_act), rng.randrange(seats), seats]
    found: dict[Reason, tuple[int, AnyAction, Reason]] = {}
    for seat in who:
        for action in tried:
            reason = referee.why_illegal(table.state, seat, action)
            if reason in reasons and reason not in found:
                found[reason] = (seat, action, reason)
    return list(found.values())


def walk(text: str, rules: Rules, seed: int, reasons: set[Reason]) -> Position:
    """A match played at random, with the first refusals of each reason."""
    claiming = seed % 2 == 1
    table, rng = Table(rules, seeded(seed)), random.Random(seed)
    steps: list[Step] = []
    cases: list[Case] = []
    while len(steps) < LONGEST:
        had = [case.reason for case in cases]
        missing = {reason for reason in reasons if had.count(reason) < PER_REASON}
        for seat, action, reason in refused(table, rng, missing):
            cases.append(Case(after=len(steps), seat=seat, action=action, reason=reason))
        if table.over or not missing:
            break
        steps.append(step(table, rng, claiming=claiming))
        table.act(*steps[-1])
    return Position(rules=text, seed=seed, steps=tuple(steps), cases=tuple(cases))


def cut(position: Position, reasons: set[Reason]) -> Position:
    """The position with the cases of some reasons, and no more steps than these need."""
    cases = tuple(case for case in position.cases if case.reason in reasons)
    steps = position.steps[: max(case.after for case in cases)]
    return msgspec.structs.replace(position, cases=cases, steps=steps)


def worth(position: Position) -> tuple[int, int]:
    """Many reasons in few steps are best."""
    return len({case.reason for case in position.cases}), -len(position.steps)


def search(text: str, reasons: set[Reason]) -> list[Position]:
    """Positions that together hold all the reasons, as few and as short as can be had."""
    rules = parse(text)
    walks: list[Position] = []
    missing = set(reasons)
    while len(walks) < FEWEST or (missing and len(walks) < MOST):
        walks.append(walk(text, rules, len(walks), reasons))
        missing -= {case.reason for case in walks[-1].cases}
    chosen: list[Position] = []
    left = set(reasons)
    while left:
        options = [cut(each, left) for each in walks if left & {c.reason for c in each.cases}]
        if not options:
            raise SystemExit(f"{text}: no position for {', '.join(sorted(left))}")
        best = max(
            options, key=lambda each: (len({c.reason for c in each.cases}), -len(each.steps))
        )
        chosen.append(best)
        left -= {case.reason for case in best.cases}
    return chosen


def main() -> None:
    """Write all the files."""
    for file, by_rules in sorted(wanted().items()):
        positions = [
            position
            for text, reasons in sorted(by_rules.items())
            for position in search(text, reasons)
        ]
        rows = [msgspec.json.encode(position).decode() for position in positions]
        text = "[\n" + ",\n".join(rows) + "\n]\n"
        (FOLDER / f"{file}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

"""Whether the chance of a recorded match was fixed by what was sealed and promised before it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from spadille.game import match
from spadille.game.events import AnyEvent, DealScored, MatchBegan
from spadille.game.state import Phase, State
from spadille.provable.findings import Finding, Verdict
from spadille.provable.shares import faults, shown_bytes
from spadille.provable.shuffle import order
from spadille.provable.stream import is_match
from spadille.record import GameFile, Proof, RecordError, Remark
from spadille.record.errors import remark
from spadille.record.game_file import FIRST_EVENT_LINE
from spadille.record.steps import walk
from spadille.rules import key


class _Case(NamedTuple):
    """A match with its proofs by number, and what its players are called."""

    rules_key: str
    match: str
    events: Sequence[AnyEvent]
    proofs: dict[int, Proof]
    names: Sequence[str]


def verify(game: GameFile) -> list[Finding]:
    """What the proofs of a recorded match prove: a finding for each piece of chance at least.

    The log is played again up to its first fault, which is a finding too; what happened by chance
    is compared with what follows from secret, match, number, rules and the players' bytes.

    >>> from spadille.rules import load
    >>> print(*verify(GameFile.of([MatchBegan(load("standard"))])))
    the file carries no proofs; ask whoever dealt for a file with them
    """
    header, first = game.header, game.events[0] if game.events else None
    if not header.proofs:
        nothing = remark("the file carries no proofs; ask whoever dealt for a file with them")
        return [Finding(Verdict.UNPROVED, nothing)]
    if not isinstance(first, MatchBegan):
        missing = remark(
            "here the event match_began with the rules must stand; use a complete copy of the file",
            line=FIRST_EVENT_LINE,
        )
        return [Finding(Verdict.CONTRADICTS, missing)]
    if key(first.rules) != header.rules_key:
        other = remark(
            "rules_key is not that of the rules in line 2; use an unchanged copy of the file",
            line=1,
        )
        return [Finding(Verdict.CONTRADICTS, other)]
    if header.match is None or not is_match(header.match):
        nameless = remark("the match of the proofs is not named; use an unchanged copy of the file")
        return [Finding(Verdict.CONTRADICTS, nameless)]
    seats = first.rules.table.seats
    named = header.players if len(header.players) == seats else tuple(map(str, range(seats)))
    proofs = {proof.number: proof for proof in reversed(header.proofs)}
    case = _Case(header.rules_key, header.match, game.events, proofs, named)
    often = Counter(proof.number for proof in header.proofs)
    return [*_doubled(often), *_in_log(case)]


def _doubled(often: Counter[int]) -> Iterator[Finding]:
    """Numbers that have several proofs: whoever deals might have chosen among them."""
    for number, count in often.items():
        if count > 1:
            said = remark(
                "number {number} has {count} proofs, and chance comes once; do not trust it unless"
                " an unchanged copy of the file says otherwise",
                line=1,
                number=number,
                count=count,
            )
            yield Finding(Verdict.CONTRADICTS, said, number)


def _in_log(case: _Case) -> Iterator[Finding]:
    """The findings about the chance of the log in its order, then about what is beyond it."""
    number = 0
    try:
        for step in walk(case.events):
            place = len(step.course.log)
            if step.course.need() is not None and place < len(case.events):
                yield from _of_chance(case, number, step.course.state, place)
                number += 1
    except RecordError as error:
        broken = Remark(error.template, error.fields, error.line)
        yield Finding(Verdict.CONTRADICTS, broken)
        return
    for beyond in sorted(case.proofs.keys() - range(number)):
        yield from _beyond(case, beyond, number)


def _of_chance(case: _Case, number: int, state: State, place: int) -> Iterator[Finding]:
    """The findings about one piece of chance, for which a state waits."""
    if state.phase is Phase.SEATING:
        chance = remark("the draw for the first dealer")
    else:
        chance = remark("deal {deal} of game {game}", deal=state.deal.number, game=state.game)
    line, proof = place + FIRST_EVENT_LINE, case.proofs.get(number)
    if proof is None:
        verdict, said = (
            Verdict.CONTRADICTS,
            remark("{chance} (number {number}) has no proof; ask whoever dealt for the whole file"),
        )
    elif wrong := _faults(case, proof, line):
        yield from wrong
        return
    elif proof.secret is None:
        verdict, said = Verdict.SEALED, _hidden(case, place)
    elif _supplied(case, proof, state) != case.events[place]:
        verdict, said = (
            Verdict.CONTRADICTS,
            remark(
                "{chance} (number {number}) does not follow from its secret, the match, the rules"
                " and the players’ bytes; do not trust it unless an unchanged copy of the file says"
                " otherwise"
            ),
        )
    else:
        verdict, said = Verdict.PROVED, _proved(case, proof)
    fields = {"chance": chance, "number": number, **said.fields}
    yield Finding(verdict, Remark(said.template, fields, line), number)


def _faults(case: _Case, proof: Proof, line: int, *, closed: bool = True) -> list[Finding]:
    """What contradicts itself in a proof."""
    return [
        Finding(Verdict.CONTRADICTS, msgspec.structs.replace(fault, line=line), proof.number)
        for fault in faults(proof, case.names, closed=closed)
    ]


def _supplied(case: _Case, proof: Proof, state: State) -> AnyEvent:
    """What a proof says that happened."""
    need = match.need(state)
    assert need is not None
    assert proof.secret is not None
    made = order(
        need.items,
        secret=bytes.fromhex(proof.secret),
        match=case.match,
        number=proof.number,
        rules_key=case.rules_key,
        shown=shown_bytes(proof, len(case.names)),
    )
    return match.supplied(state, made)


def _hidden(case: _Case, place: int) -> Remark:
    """That a secret is not known, which is in order as long as the deal is not over."""
    if any(isinstance(event, DealScored) for event in case.events[place:]):
        return remark(
            "{chance} (number {number}) is over, and its secret has not been revealed; ask whoever"
            " dealt for it"
        )
    return remark(
        "{chance} (number {number}) cannot be proved yet: its secret is revealed when the deal is"
        " over; check again then"
    )


def _proved(case: _Case, proof: Proof) -> Remark:
    """That a piece of chance is proved, and who added to it."""
    seats = len(case.names)
    added = sum(share is not None for share in shown_bytes(proof, seats))
    if not proof.missing:
        return remark(
            "{chance} (number {number}) is proved by the seal {seal} and the bytes of {added} out"
            " of {seats} players",
            seal=proof.seal[:16],
            added=added,
            seats=seats,
        )
    return remark(
        "{chance} (number {number}) is proved by the seal {seal} and the bytes of {added} out of"
        " {seats} players; promised and not shown: {missing}",
        seal=proof.seal[:16],
        added=added,
        seats=seats,
        missing=", ".join(case.names[player] for player in proof.missing),
    )


def _beyond(case: _Case, number: int, count: int) -> Iterator[Finding]:
    """The findings about a proof beyond the log: the next chance may have been sealed already."""
    proof = case.proofs[number]
    if number != count:
        said = remark(
            "number {number} has a proof, but chance came only {count} times; use an unchanged copy"
            " of the file",
            line=1,
            number=number,
            count=count,
        )
        yield Finding(Verdict.CONTRADICTS, said, number)
    elif wrong := _faults(case, proof, 1, closed=proof.secret is not None):
        yield from wrong
    elif proof.secret is None:
        said = remark(
            "number {number} is sealed, and nothing came of it yet", line=1, number=number
        )
        yield Finding(Verdict.SEALED, said, number)
    else:
        said = remark(
            "number {number} was sealed and never used; its secret fits the seal",
            line=1,
            number=number,
        )
        yield Finding(Verdict.PROVED, said, number)


__all__ = ["verify"]

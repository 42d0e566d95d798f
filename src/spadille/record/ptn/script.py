"""The actions that a block of PTN tells, in the order in which they were done."""

from collections import deque
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from spadille.game import referee
from spadille.game.actions import AnyAction
from spadille.game.state import Phase, State
from spadille.record.errors import RecordError, at_line
from spadille.record.pbn import seat_of
from spadille.record.ptn.names import SECTIONS, action_of
from spadille.record.tags import Row, Tag
from spadille.rules import Rules

Block = Mapping[str, Tag]
_ENDS = ("*", "+")


class Said(NamedTuple):
    """An action of a seat, and where it stands."""

    seat: int
    action: AnyAction
    line: int


class Script:
    """What is still to be done in a deal; raises `RecordError` for what cannot be read.

    Asides have numbers among all the actions of the deal; the others take the free ones.
    """

    def __init__(self, block: Block, rules: Rules) -> None:
        self.seats = rules.table.seats
        self.number = 0
        self.asides = dict(self._asides(block))
        self.words = {
            phase: deque(block[name].words())
            for phase, name in SECTIONS.items()
            if name in block and phase not in (Phase.EXCHANGE, Phase.PLAY)
        }
        self.passes = deque(self._passes(block))
        self.columns = self._columns(block)

    def _asides(self, block: Block) -> Iterator[tuple[int, Said]]:
        numbers = set()
        for row in block["Asides"].rows if "Asides" in block else ():
            number, *rest = row.text.split()
            if not number.isdecimal() or len(number) > 6 or int(number) in numbers:
                raise RecordError(
                    "{number!r} is no free number of an action; write number, seat, action",
                    line=row.line,
                    number=number[:20],
                )
            numbers.add(int(number))
            yield int(number), self._said(" ".join(rest), row.line)

    def _passes(self, block: Block) -> Iterator[Said]:
        for row in block["Exchange"].rows if "Exchange" in block else ():
            yield self._said(row.text, row.line)

    def _said(self, text: str, line: int) -> Said:
        """Read a seat and its action."""
        words = text.split()
        with at_line(line):
            if len(words) != 2:
                raise RecordError(
                    "{text!r} is not a seat and an action; write both", text=text[:40]
                )
            return Said(seat_of(words[0], self.seats), action_of(words[1]), line)

    def _columns(self, block: Block) -> dict[int, deque[Row]]:
        """The cards that each seat plays: rows are tricks, columns seats from the leader on."""
        tag = block.get("Play")
        columns: dict[int, deque[Row]] = {seat: deque() for seat in range(self.seats)}
        if tag is None:
            return columns
        with at_line(tag.line):
            leader = seat_of(tag.value, self.seats)
        for row in tag.rows:
            words = [word for word in row.text.split() if word not in _ENDS]
            if len(words) not in (0, self.seats):
                raise RecordError(
                    "a row of the play has {seats} cards, here are {count}; write - where none was"
                    " played",
                    line=row.line,
                    seats=self.seats,
                    count=len(words),
                )
            for step, word in enumerate(words):
                if word != "-":
                    columns[(leader + step) % self.seats].append(Row(word, row.line))
        return columns

    def next(self, state: State) -> Said | None:
        """The next action; None if nothing more is told."""
        self.number += 1
        aside = self.asides.pop(self.number, None)
        if aside is not None:
            return aside
        if state.phase is Phase.EXCHANGE:
            return self.passes.popleft() if self.passes else None
        seat = min(referee.to_act(state))
        if state.phase is Phase.PLAY:
            words = self.columns[seat]
        else:
            words = self.words.get(state.phase, deque())
        if not words:
            return None
        word, line = words.popleft()
        with at_line(line):
            return Said(seat, action_of(word), line)

    def left(self) -> int | None:
        """The first line with an action that has not been done; None if all are."""
        lines = [said.line for said in (*self.asides.values(), *self.passes)]
        for rows in (*self.words.values(), *self.columns.values()):
            lines += [row.line for row in rows]
        return min(lines, default=None)

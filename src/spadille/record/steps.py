"""Steps of a log: each is one action, or one piece of chance, and all that follows from it.

A log is walked by finding out what must have been done at each step, doing it again, and comparing
what the rules make of it with what the log says.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from spadille.cards import RANKS, Card
from spadille.game import auction, match, referee
from spadille.game.actions import (
    AnswerBlind,
    AnswerClaim,
    AnswerUndo,
    AnyAction,
    AskUndo,
    Claim,
    ComeOut,
    CutPile,
    DeclineExchange,
    Draw,
    GiveTurned,
    IllegalAction,
    Look,
    MakeBid,
    PassCards,
    PlayCard,
    Speak,
    StackPiles,
    StaySilent,
)
from spadille.game.auction import Step as Word
from spadille.game.events import (
    AnyEvent,
    BidMade,
    BidProposed,
    BlindRefused,
    CameOut,
    CardPlayed,
    CardsPassed,
    ClaimAnswered,
    Claimed,
    DealerFound,
    Drew,
    ExchangeDeclined,
    Looked,
    MatchBegan,
    PileCut,
    PilesStacked,
    SeatsDrawn,
    Shuffled,
    Spoke,
    TurnedGiven,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from spadille.game.fold import replay
from spadille.game.match import ChanceError, Need
from spadille.game.state import Phase, State
from spadille.record.errors import RecordError
from spadille.record.game_file import FIRST_EVENT_LINE
from spadille.rules import Rules
from spadille.table import Shuffle

Order = Sequence[Card | int]


class Course:
    """A match played again step by step, chance included."""

    def __init__(self, rules: Rules) -> None:
        self.state, self.log = referee.begin(rules)

    def need(self) -> Need | None:
        """The chance that the match waits for, if it waits for any."""
        return match.need(self.state)

    def supply(self, order: Order) -> list[AnyEvent]:
        """Supply chance and return what happened; raises `ChanceError` for a wrong order."""
        events = referee.supply(self.state, order)
        self.log += events
        return events

    def act(self, seat: int, action: AnyAction) -> list[AnyEvent]:
        """Carry an action out and return what happened; raises `IllegalAction`."""
        events = referee.apply(self.state, seat, action)
        self.log += events
        if isinstance(events[-1], Undone):
            self.state = replay(self.log)
        return events


class Step(NamedTuple):
    """A step of a log: its place there, and what was done: an action of a seat, or chance.

    `course` is the match after the step, `events` are what happened.
    """

    place: int
    seat: int | None
    action: AnyAction | None
    events: list[AnyEvent]
    course: Course


_ACTIONS: Final[dict[type, Callable[[Any], AnyAction]]] = {
    PileCut: lambda event: CutPile(event.size),
    TurnedGiven: lambda event: GiveTurned(event.cards),
    PilesStacked: lambda event: StackPiles(event.piles),
    Drew: lambda event: Draw(event.keep),
    BidMade: lambda event: MakeBid(event.bid),
    BidProposed: lambda event: MakeBid(event.bid),
    BlindRefused: lambda _: AnswerBlind(agree=False),
    Spoke: lambda event: (
        StaySilent()
        if event.sure is None or event.possible is None
        else Speak(event.sure, event.possible)
    ),
    CameOut: lambda event: ComeOut(event.out),
    CardsPassed: lambda event: PassCards(event.cards),
    ExchangeDeclined: lambda _: DeclineExchange(),
    CardPlayed: lambda event: PlayCard(event.card),
    Claimed: lambda _: Claim(),
    ClaimAnswered: lambda event: AnswerClaim(event.agree),
    UndoAsked: lambda _: AskUndo(),
    UndoAnswered: lambda event: AnswerUndo(event.agree),
}


def tag(event: AnyEvent) -> str:
    """The name of an event in the file."""
    return str(event.__struct_config__.tag)


def action_of(state: State, event: AnyEvent) -> tuple[int, AnyAction] | None:
    """The seat and the action that bring an event about; None if no action does."""
    if isinstance(event, Looked):
        return (event.seats[0], Look()) if event.seats else None
    if isinstance(event, BidMade):
        turn = auction.turn(state)
        if turn is not None and turn.step is Word.ANSWER_BLIND:
            return event.seat, AnswerBlind(agree=True)
    make = _ACTIONS.get(type(event))
    seat = getattr(event, "seat", None)
    return None if make is None or seat is None else (seat, make(event))


def order_of(state: State, event: AnyEvent) -> Order | None:
    """An order of what the match waits for that brings an event about; None if there is none."""
    need = match.need(state)
    assert need is not None
    if isinstance(event, Shuffled):
        return event.order
    if isinstance(event, SeatsDrawn):
        return filled(in_order_drawn(event.cards), need)
    if isinstance(event, DealerFound):
        first: Order = event.shown if isinstance(need.items[0], Card) else (event.dealer,)
        return filled(first, need)
    return None


def filled(first: Order, need: Need) -> Order:
    """Items in their order, then the others that the match waits for."""
    rest = list(need.items)
    for item in first:
        if item in rest:
            rest.remove(item)
    return [*first, *rest]


def in_order_drawn(by_seat: Sequence[Sequence[Card]]) -> list[Card]:
    """The cards of a draw in the order in which they lay, from those that each player drew."""
    left = [list(cards) for cards in by_seat]
    order: list[Card] = []

    def drawn(seats: list[int]) -> None:
        if not all(left[seat] for seat in seats):
            return
        by_rank: dict[int, list[int]] = {}
        for seat in seats:
            card = left[seat].pop(0)
            order.append(card)
            by_rank.setdefault(RANKS.find(card.rank), []).append(seat)
        for rank in sorted(by_rank, reverse=True):
            if len(by_rank[rank]) > 1:
                drawn(by_rank[rank])

    drawn(list(range(len(left))))
    return order


def walk(events: Sequence[AnyEvent], shuffle: Shuffle | None = None) -> Iterator[Step]:
    """Go through a log step by step, with the chance that it tells or that `shuffle` makes.

    Raises `RecordError` at the first event that the rules do not make of what was done; its line
    is that of the event in a game file.
    """
    first = events[0] if events else None
    if not isinstance(first, MatchBegan):
        raise RecordError(
            "here the event match_began with the rules must stand; use a complete copy of the file",
            line=_line(0),
        )
    course = Course(first.rules)
    _compare(events, 0, course.log)
    yield Step(0, None, None, course.log[:], course)
    while (place := len(course.log)) < len(events):
        if course.need() is not None:
            step = _chance(course, events[place], shuffle)
        else:
            step = _action(course, events[place])
        _compare(events, place, step.events)
        yield step


def _chance(course: Course, event: AnyEvent, shuffle: Shuffle | None) -> Step:
    """Supply the chance that the match waits for."""
    place, need = len(course.log), course.need()
    assert need is not None
    order = order_of(course.state, event)
    if order is None and need.phase is Phase.SEATING:
        raise RecordError(
            "{event} cannot come before the first dealer is found; use an unchanged copy of the"
            " file",
            line=_line(place),
            event=tag(event),
        )
    if order is None:
        raise RecordError(
            "{event} cannot come before the cards are shuffled; use an unchanged copy of the file",
            line=_line(place),
            event=tag(event),
        )
    try:
        produced = course.supply(shuffle(place, need.items) if shuffle else order)
    except ChanceError:
        raise RecordError(
            "{event} does not hold all {count} cards or seats, each once; use an unchanged copy of"
            " the file",
            line=_line(place),
            event=tag(event),
            count=len(need.items),
        ) from None
    if shuffle and produced[0] != event:
        raise RecordError(
            "{event} is not what the seed of line 1 brings about; use an unchanged copy of the"
            " file, or remove the seed",
            line=_line(place),
            event=tag(event),
        )
    return Step(place, None, None, produced, course)


def _action(course: Course, event: AnyEvent) -> Step:
    """Do what must have been done."""
    place, state = len(course.log), course.state
    if state.winners is not None:
        raise RecordError(
            "{event} cannot follow the end of the match; use an unchanged copy of the file",
            line=_line(place),
            event=tag(event),
        )
    done = action_of(state, event)
    if done is None:
        raise RecordError(
            "{event} cannot come here, where seat {seats} has to act; use an unchanged copy of the"
            " file",
            line=_line(place),
            event=tag(event),
            seats=", ".join(str(seat) for seat in sorted(referee.to_act(state))),
        )
    try:
        produced = course.act(*done)
    except IllegalAction as error:
        raise RecordError(
            "the {event} of seat {seat} is against the rules ({reason}); use an unchanged copy of"
            " the file",
            line=_line(place),
            event=tag(event),
            seat=done[0],
            reason=error.reason,
        ) from None
    return Step(place, *done, produced, course)


def _compare(events: Sequence[AnyEvent], place: int, produced: Sequence[AnyEvent]) -> None:
    """Compare what the rules make of a step with what the log says."""
    for here, expected in enumerate(produced, place):
        if here == len(events):
            raise RecordError(
                "the log breaks off where {event} has to follow; use a complete copy of the file",
                line=_line(here),
                event=tag(expected),
            )
        if events[here] != expected:
            raise RecordError(
                "{event} stands where the rules bring about {expected}; use an unchanged copy of"
                " the file",
                line=_line(here),
                event=tag(events[here]),
                expected=msgspec.json.encode(expected).decode(),
            )


def _line(place: int) -> int:
    """The line of a game file that holds an event of the log."""
    return place + FIRST_EVENT_LINE

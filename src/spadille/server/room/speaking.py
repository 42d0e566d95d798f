"""What is told about a match, in the words of whoever reads it; made from his View and events."""

from collections.abc import Iterable, Iterator, Sequence

from spadille.game.actions import AskUndo, Claim, MakeBid, PassCards, PlayCard
from spadille.game.events import AnyEvent, SeatsDrawn
from spadille.server.messages import Offer, SideSheet, Spoken, TableInfo
from spadille.view import View
from spadille.words import Words, goals, sentences
from spadille.words import names as named
from spadille.words.pays import pays
from spadille.words.sides import side_name

_CARDS = (PlayCard, PassCards)
"""Actions that are done with the cards of the hand, and need no label."""


def names_by_seat(words: Words, info: TableInfo) -> tuple[str, ...]:
    """What those at a table are called, by seat."""
    players = sorted(info.players, key=lambda one: one.seat)
    return tuple(one.name or words.say("Guest") for one in players)


def speak(
    words: Words, view: View, events: Iterable[AnyEvent | None], names: Sequence[str]
) -> Spoken:
    """A message in words; `names` are by seat."""
    return Spoken(
        told=tuple(_told(words, view, events, names)),
        prompt=sentences.prompt(words, view),
        offers=tuple(_offers(words, view)),
        bids=tuple(
            goals.bid_text(words, named.bid(words, seat.bid), seat.bid, seat.tricks)
            if seat.bid is not None
            else ""
            for seat in view.seats
        ),
        needs=tuple(
            goals.needs_text(words, view.rules, goals.goal(view, side))
            for side in range(len(view.sides))
        ),
        sheet=tuple(
            SideSheet(
                side=result.side,
                name=side_name(words, view.rules, names, result.side, view.seat),
                lines=tuple(sentences.line(words, line, names) for line in result.lines),
            )
            for result in view.results
        ),
    )


def _told(
    words: Words, view: View, events: Iterable[AnyEvent | None], names: Sequence[str]
) -> Iterator[str]:
    """A sentence for each event that says something to the viewer."""
    players = tuple(seat.player for seat in view.seats)
    for event in events:
        if event is None:
            continue
        if isinstance(event, SeatsDrawn):
            players = event.players
        told = sentences.event(words, event, names, view.seat, rules=view.rules, players=players)
        if told:
            yield told


def _offers(words: Words, view: View) -> Iterator[Offer]:
    """The actions that are no cards, as one would say them."""
    for place, action in enumerate(view.legal):
        if isinstance(action, _CARDS):
            continue
        paid = ""
        if isinstance(action, MakeBid):
            label = named.bid(words, action.bid)
            paid = pays(words, view.rules, action.bid)
        elif isinstance(action, Claim | AskUndo):
            label = words.say("Claim the rest") if isinstance(action, Claim) else words.say("Undo")
        else:
            label = sentences.action(words, action)
        yield Offer(place=place, label=label, pays=paid)


__all__ = ["names_by_seat", "speak"]

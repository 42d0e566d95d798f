"""Playing a deal again from its block of PTN."""

from collections import Counter
from collections.abc import Sequence

from spadille.cards import Card, cards
from spadille.game.actions import IllegalAction
from spadille.game.events import AnyEvent, DealScored, HandsDealt
from spadille.game.match import Need
from spadille.game.state import Phase
from spadille.record.errors import RecordError, at_line
from spadille.record.pbn import read_deal, seat_of, seat_text, write_deal
from spadille.record.ptn.names import RESULT_TAGS, result_tags
from spadille.record.ptn.script import Block, Said, Script
from spadille.record.steps import Course, Order, filled, in_order_drawn
from spadille.record.tags import Tag
from spadille.rules.choices import Cut, FirstDealer, Hands


def play_deal(course: Course, block: Block) -> None:
    """Bring the match from the end of the last deal to where a block ends.

    Raises `RecordError` for what the rules do not allow, and for results that are not those of the
    deal.
    """
    line = next(iter(block.values())).line
    if course.state.winners is not None:
        raise RecordError("the match is over before this block; remove it", line=line)
    need = course.need()
    if need is None:
        raise RecordError("the deal above is not finished; complete it first", line=line)
    if need.phase is Phase.SEATING:
        course.supply(_seating_order(course, block, need))
    _same_place(course, block)
    script = Script(block, course.state.rules)
    order = _pack_order(course, block)
    produced: list[AnyEvent] = []
    if order is not None:
        with at_line(order.line):
            produced = course.supply(order.cards)
    hands = _hands(course, produced)
    while produced and course.need() is None and course.state.winners is None:
        said = script.next(course.state)
        if said is None:
            break
        produced = _act(course, said)
        hands = _hands(course, produced) or hands
    if script.left() is not None:
        raise RecordError(
            "the match does not come to what stands here; correct the actions before it",
            line=script.left(),
        )
    _same_hands(block, hands)
    _same_results(block, produced)


class _Pack:
    """The order of the pack and the line that tells it."""

    def __init__(self, order: Order, line: int) -> None:
        self.cards, self.line = order, line


def _wanted(block: Block, name: str, example: str) -> Tag:
    """A tag that a block must have."""
    if name in block:
        return block[name]
    raise RecordError(
        'this block does not say how the first dealer was found; add [{name} "{example}"]',
        line=next(iter(block.values())).line,
        name=name,
        example=example,
    )


def _seating_order(course: Course, block: Block, need: Need) -> Order:
    """The order of seats or cards that makes the draw for the first dealer what the tags say."""
    rules = course.state.rules
    if rules.deal.first_dealer is FirstDealer.RANDOM:
        tag = _wanted(block, "Dealer", seat_text(0, rules.table.seats))
        with at_line(tag.line):
            return filled((seat_of(tag.value, rules.table.seats),), need)
    drawn = rules.deal.first_dealer is FirstDealer.HIGH_CARD_DRAW
    tag = _wanted(block, "DrawnCards", "AS, 9D, 3C") if drawn else _wanted(block, "ShownCards", "")
    with at_line(tag.line):
        by_seat = [cards(part) for part in tag.value.split(",")] if drawn else [cards(tag.value)]
        if drawn and len(by_seat) != rules.table.seats:
            raise RecordError(
                "here are the cards of {count} players; give those of {seats}, divided by commas",
                count=len(by_seat),
                seats=rules.table.seats,
            )
        order = filled(in_order_drawn(by_seat) if drawn else by_seat[0], need)
        if sorted(map(str, order)) != sorted(map(str, need.items)):
            raise RecordError("these cards are not in the pack; correct them")
        return order


def _same_place(course: Course, block: Block) -> None:
    """Compare the tags that say which deal it is with the match."""
    state = course.state
    stated = {
        "Round": str(state.game),
        "Board": str(state.deal.number),
        "Seats": " ".join(map(str, state.players)),
        "Dealer": seat_text(state.deal.dealer, state.rules.table.seats),
    }
    for name, value in stated.items():
        tag = block.get(name)
        if tag is None:
            continue
        given = " ".join(tag.value.split())
        if name == "Dealer":
            with at_line(tag.line):
                given = seat_text(seat_of(given, state.rules.table.seats), state.rules.table.seats)
        if given != value:
            raise RecordError(
                "{name} is {stated!r}, but in this match it is {value!r}; correct or remove it",
                line=tag.line,
                name=name,
                stated=tag.value,
                value=value,
            )


def _pack_order(course: Course, block: Block) -> _Pack | None:
    """The order of the pack, or one that deals the hands of the block; None if it has neither."""
    rules = course.state.rules
    tag = block.get("Pack")
    if tag is not None:
        found: list[Card] = []
        for row in tag.rows:
            with at_line(row.line):
                found += cards(row.text)
        return _Pack(found, tag.line)
    tag = block.get("Deal")
    if tag is None:
        return None
    with at_line(tag.line):
        hands = read_deal(tag.value, rules)
        if rules.deal.hands is Hands.DRAWN or rules.deal.cut is Cut.FRENCH or None in hands:
            raise RecordError(
                "these hands do not tell the order of the pack; add the tag Pack with all cards"
                " from the top"
            )
        return _Pack(
            _dealt_from([hand or () for hand in hands], course.state.deal.dealer), tag.line
        )


def _dealt_from(hands: Sequence[Sequence[Card]], dealer: int) -> list[Card]:
    """A pack that deals these hands."""
    seats = len(hands)
    order = [hands[(dealer + 1 + step) % seats] for step in range(seats)]
    longest = max(map(len, hands))
    return [hand[place] for place in range(longest) for hand in order if place < len(hand)]


def _act(course: Course, said: Said) -> list[AnyEvent]:
    """Do what a block says."""
    try:
        return course.act(said.seat, said.action)
    except IllegalAction as error:
        raise RecordError(
            "seat {seat} may not do this here ({reason}); correct this line or those before it",
            line=said.line,
            seat=seat_text(said.seat, course.state.rules.table.seats),
            reason=error.reason,
        ) from None


def _hands(course: Course, produced: Sequence[AnyEvent]) -> list[tuple[Card, ...]] | None:
    """The hands, if they were dealt just now."""
    if not any(isinstance(event, HandsDealt) for event in produced):
        return None
    return [tuple(hand) for hand in course.state.deal.hands]


def _same_hands(block: Block, hands: list[tuple[Card, ...]] | None) -> None:
    """Compare the tag Deal with the hands that came about."""
    tag = block.get("Deal")
    if tag is None:
        return
    with at_line(tag.line):
        stated = read_deal(tag.value)
        if hands is None:
            raise RecordError("no hands are dealt in this block; remove the tag Deal")
        if len(stated) != len(hands) or any(
            one is not None and Counter(one) != Counter(other)
            for one, other in zip(stated, hands, strict=True)
        ):
            raise RecordError(
                "the pack and the cut give the hands {hands}; correct Deal or remove it",
                hands=write_deal(hands),
            )


def _same_results(block: Block, produced: Sequence[AnyEvent]) -> None:
    """Compare the tags of the result with what the deal scored."""
    scored = next((event for event in produced if isinstance(event, DealScored)), None)
    results = {} if scored is None else result_tags(scored.results)
    for name in RESULT_TAGS:
        tag = block.get(name)
        if tag is None or " ".join(tag.value.split()) == results.get(name):
            continue
        if not results:
            raise RecordError(
                "{name} says {stated!r}, but the deal is not finished; remove it",
                line=tag.line,
                name=name,
                stated=tag.value,
            )
        raise RecordError(
            "{name} says {stated!r}, but {name} is {value!r}; correct or remove it",
            line=tag.line,
            name=name,
            stated=tag.value,
            value=results[name],
        )

"""Nobody learns what he may not know: the hidden cards change, and a seat sees no difference.

At every step of a deal the cards that an observer does not know change places, so that the whole
public history stays legal. View, events and legal actions of the observer must stay the same,
byte for byte.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from operator import ne
from typing import NamedTuple

import msgspec
import pytest
from conftest import count
from matches import attempts, choose

from spadille.cards import Card, Suit
from spadille.game import match, referee
from spadille.game.actions import AnyAction, IllegalAction, PassCards
from spadille.game.events import (
    AnyEvent,
    CardPlayed,
    CardsPassed,
    Claimed,
    DealScored,
    PilesTurned,
    Undone,
)
from spadille.game.fold import replay
from spadille.game.state import Phase, State, eldest
from spadille.rules import Rules, names, parse
from spadille.rules.choices import BidChoice, LeadSpades
from spadille.table import Item
from spadille.view import View, sees, view

VARIANTS = (
    *names(),
    "standard(handicap=-100/0)",
    "standard(blind_nil_deficit=none,nil_exchange=1,exchange_duty=must)",
    "standard(blind_nil_deficit=none,exchange_mode=simultaneous,cut=french)",
    "double_nil(exchange_mode=sequential)",
    "double_nil(nil_exchange=4,exchange_duty=may)",
    "barmore(cut=french)",
    "new_york(first_hand_bids_itself=off,handicap=0/-100)",
    "new_york(first_hand_bids_itself=off,blind_deficit=none,cut=french)",
    "cutthroat_4(handicap=0/-50/0)",
    "cutthroat_five_two_jokers(joker_use=junk,handicap=0/-50/0/0/-60)",
    "two_handed(see_second_card=off)",
    "two_handed(bid_choice=spades_held)",
    "joker_joker_deuce_deuce(first_hand_bids_itself=off,blind_deficit=none,blind_nil=on)",
    "suicide(blind_nil=on,blind_nil_deficit=none)",
    "six_pairs(first_leader=all_low_club,removed_twos=none,packs=1,jokers=2)",
    "solo_four(blind_by=seat,b6_limit=1,b6_limit_scope=per_table_per_game)",
)
SPADES_COUNTED = {BidChoice.SPADES_HELD, BidChoice.NIL_OR_SPADES_HELD}
Step = tuple[int, AnyAction]


class Record(NamedTuple):
    """A deal: chance in the order it was needed, and what the players did."""

    rules: Rules
    chance: tuple[Sequence[Item], ...]
    steps: list[Step]

    @property
    def pack(self) -> list[Card]:
        return [Card(str(card)) for card in self.chance[-1]]


def begun(rules: Rules, chance: Sequence[Sequence[Item]]) -> tuple[State, list[AnyEvent]]:
    state, log = referee.begin(rules)
    for order in chance:
        log += referee.supply(state, order)
    return state, log


def carried_out(state: State, log: list[AnyEvent], step: Step) -> State:
    log += referee.apply(state, *step)
    return replay(log) if isinstance(log[-1], Undone) else state


def recorded(rules: Rules, rng: random.Random) -> Record:
    """A deal played at random to its end."""
    chance: list[Sequence[Item]] = []
    state, log = begun(rules, chance)
    while (need := match.need(state)) is not None:
        chance.append(rng.sample(need.items, len(need.items)))
        state, log = begun(rules, chance)
    steps: list[Step] = []
    while not any(isinstance(event, DealScored) for event in log):
        seat = rng.choice(sorted(referee.to_act(state)))
        steps.append((seat, choose(state, seat, rng)))
        state = carried_out(state, log, steps[-1])
    return Record(rules, tuple(chance), steps[:-1])


def drawn(state: State, pack: Sequence[Card], observer: int) -> list[Card]:
    """The cards that somebody has seen while drawing (rules 4.3 and 4.4)."""
    seen = []
    seats = state.rules.table.seats
    for turn, keep in enumerate(state.deal.drew):
        if (eldest(state) + turn) % seats == observer:
            seen.append(pack[2 * turn])
            if not keep or state.rules.deal.see_second_card:
                seen.append(pack[2 * turn + 1])
    turn = len(state.deal.drew)
    if state.phase is Phase.DRAW and (eldest(state) + turn) % seats == observer:
        seen.append(pack[2 * turn])
    return seen


def known(
    state: State, log: Sequence[AnyEvent], pack: Sequence[Card], observer: int | None
) -> set[int]:
    """The places of the pack whose cards the observer knows by the rules."""
    cards: list[tuple[int, Card]] = []  # of identical cards, only those of this seat
    for event in log:
        match event:
            case CardPlayed(seat, card):
                cards.append((seat, card))
            case Claimed(seat, hand):
                cards += [(seat, card) for card in hand]
            case PilesTurned(turned):
                cards += [(0, card) for card in turned]
            case CardsPassed(seat, passed) if seat == observer:
                cards += [(seat, card) for card in passed]
            case _:
                pass
    if observer is not None:
        cards += [(observer, card) for card in drawn(state, pack, observer)]
        if observer not in state.deal.unlooked:
            cards += [(observer, card) for card in state.deal.hands[observer]]
    places: set[int] = set()
    seats = state.rules.table.seats
    for seat, card in cards:
        start = (seat - eldest(state)) % seats
        own = range(start, len(pack), seats) if state.rules.deck.packs > 1 else range(len(pack))
        place = next((p for p in own if pack[p] == card and p not in places), None)
        if place is not None:
            places.add(place)
    return places


def lacking(state: State) -> list[set[Suit | None]]:
    """The suits that each seat has shown not to hold (rules 9.2 and 9.9)."""
    suit_of, rules = state.deck.suit_of, state.rules
    free = rules.play.lead_spades is LeadSpades.ANYTIME
    lacks: list[set[Suit | None]] = [set() for _ in range(rules.table.seats)]
    deal = state.deal
    tricks = [*((t.seats, t.cards) for t in deal.tricks), (deal.trick_seats, deal.trick)]
    broken = False
    for seats, cards in tricks:
        led = state.deck.led_suit(list(cards)) if cards else None
        for place, (seat, card) in enumerate(zip(seats, cards, strict=True)):
            suit = suit_of[card]
            if place and suit is not led:
                lacks[seat].add(led)
            if not place and suit is Suit.SPADES and not (broken or free):
                lacks[seat] |= {Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS}
            broken = broken or suit is Suit.SPADES
    return lacks


def placing(record: Record, state: State) -> Callable[[int, Card], bool]:
    """Whether a card could lie at a place of the pack, after what its holder has shown."""
    pack, suit_of, lacks = record.pack, state.deck.suit_of, lacking(state)
    two_packs = record.rules.deck.packs > 1
    hands = enumerate(state.deal.hands)
    holder = {} if two_packs else {card: seat for seat, hand in hands for card in hand}
    seats, first = record.rules.table.seats, eldest(state)
    counted = record.rules.auction.bid_choice in SPADES_COUNTED

    def fits(place: int, card: Card) -> bool:
        seat = (first + place) % seats if two_packs else holder.get(pack[place])
        if seat is None:
            return True
        if counted and (suit_of[card] is Suit.SPADES) != (suit_of[pack[place]] is Suit.SPADES):
            return False
        return suit_of[card] not in lacks[seat]

    return fits


def other_packs(
    record: Record, state: State, hidden: Sequence[int], rng: random.Random
) -> Iterator[list[Card]]:
    """The pack with hidden cards in other places, from many changes down to one."""
    fits = placing(record, state)
    for swaps in (2 * len(hidden), len(hidden), 8, 4, 2, 1, 1, 1):
        order = record.pack
        for _ in range(swaps):
            one, other = rng.sample(hidden, 2)
            if fits(one, order[other]) and fits(other, order[one]):
                order[one], order[other] = order[other], order[one]
        if order != record.pack:
            yield order


def relabelled(action: AnyAction, pack: Sequence[Card], order: Sequence[Card]) -> AnyAction:
    """The same choice of cards, by the places where they lay in the pack."""
    if not isinstance(action, PassCards):
        return action
    assert len(set(pack)) == len(pack)
    return PassCards(tuple(order[pack.index(card)] for card in action.cards))


class World(NamedTuple):
    """A position reached with other hidden cards; how many of them differ."""

    state: State
    log: list[AnyEvent]
    differ: int


def other_world(
    record: Record,
    position: tuple[int, State, list[AnyEvent]],
    observer: int | None,
    rng: random.Random,
) -> World | None:
    """The same position for this observer with other hidden cards, if any is found."""
    length, state, log = position
    public = [event for event in log if event.seen_by is None]
    pack = record.pack
    fixed = known(state, log, pack, observer)
    hidden = [place for place in range(len(pack)) if place not in fixed]
    if len(hidden) < 2:
        return None
    for order in other_packs(record, state, hidden, rng):
        other, events = begun(record.rules, (*record.chance[:-1], order))
        try:
            for seat, action in record.steps[:length]:
                step = (seat, relabelled(action, pack, order))
                other = carried_out(other, events, step)
        except IllegalAction:
            continue  # somebody could not have done what he did
        if [event for event in events if event.seen_by is None] == public:
            return World(other, events, sum(map(ne, order, pack)))
    return None


shown = view


def told(log: Sequence[AnyEvent], seat: int | None) -> bytes:
    return msgspec.json.encode([event if sees(event, seat) else None for event in log])


def check_same(
    one: tuple[State, list[AnyEvent]], world: World, seat: int | None, rng: random.Random
) -> None:
    state, log = one
    assert msgspec.json.encode(shown(state, seat)) == msgspec.json.encode(shown(world.state, seat))
    assert told(log, seat) == told(world.log, seat)
    if seat is None:
        return
    legal = msgspec.json.encode(referee.legal(state, seat))
    assert legal == msgspec.json.encode(referee.legal(world.state, seat))
    if rng.random() < 0.1:
        for action in attempts(state, rng):
            reason = referee.why_illegal(state, seat, action)
            assert reason == referee.why_illegal(world.state, seat, action), action


def compared(rules: Rules, deals: int, rng: random.Random) -> tuple[int, int, int]:
    """Positions looked at, those with another world, and the cards that differ in these."""
    positions = worlds = differ = 0
    for _ in range(deals):
        record = recorded(rules, rng)
        state, log = begun(rules, record.chance)
        for length in range(len(record.steps) + 1):
            if length:
                state = carried_out(state, log, record.steps[length - 1])
            for observer in (None, *range(rules.table.seats)):
                positions += 1
                world = other_world(record, (length, state, log), observer, rng)
                if world is not None:
                    worlds += 1
                    differ += world.differ
                    check_same((state, log), world, observer, rng)
    return positions, worlds, differ


@pytest.mark.parametrize("variant", VARIANTS)
def test_hidden_cards_make_no_difference(variant: str) -> None:
    """Rules 4.5, 5.1, 8.6: hands, stock, discards and exchanges stay hidden."""
    rng = random.Random(f"secrecy/{variant}")
    positions, worlds, differ = compared(parse(variant), count(20), rng)
    # `pytest -rP` shows it.
    report = f"{variant}: {differ / positions:.2f} hidden cards differ per position"
    print(f"{report} ({positions} positions, {worlds} other worlds)")  # noqa: T201
    assert differ >= positions, report


def next_hand(state: State, seat: int | None) -> View:
    """Show the hand of seat 0 to everybody."""
    return msgspec.structs.replace(view(state, seat), discards=tuple(state.deal.hands[0]))


def unlooked_hand(state: State, seat: int | None) -> View:
    """Show everybody his own hand before he has looked."""
    hand = () if seat is None else state.deck.sorted(state.deal.hands[seat])
    return msgspec.structs.replace(view(state, seat), hand=hand)


def stock(state: State, seat: int | None) -> View:
    """Show the top of the stock to everybody."""
    return msgspec.structs.replace(view(state, seat), top=next(iter(state.deal.stock), None))


@pytest.mark.parametrize(
    ("leak", "variant"),
    [
        (next_hand, "standard"),
        (unlooked_hand, "double_nil"),
        (stock, "two_handed"),
    ],
)
def test_a_leak_is_noticed(
    leak: Callable[[State, int | None], View], variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "shown", leak)
    with pytest.raises(AssertionError):
        compared(parse(variant), 1, random.Random(f"leak/{variant}"))

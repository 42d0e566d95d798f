"""Playing matches, at random as a rule, and what must hold at every step of one."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from spadille.cards import Card
from spadille.game import referee
from spadille.game.actions import (
    AnswerBlind,
    AnswerClaim,
    AnswerUndo,
    AnyAction,
    AskUndo,
    Bid,
    BidKind,
    Claim,
    ComeOut,
    CutPile,
    DeclineExchange,
    Draw,
    GiveTurned,
    Look,
    MakeBid,
    PassCards,
    PlayCard,
    Speak,
    StackPiles,
    StaySilent,
)
from spadille.game.events import ClaimGranted, DealScored, Undone
from spadille.game.state import Deal, Phase, State
from spadille.table import Table
from spadille.view import View

ASIDES = (Claim, AskUndo, AnswerClaim, AnswerUndo)
BIDS = [MakeBid(Bid(kind, tricks)) for kind in BidKind for tricks in range(-1, 21)]
WORDS: list[AnyAction] = [
    *(CutPile(size) for size in (-1, 0, 1, 2, 13, 49, 50, 60)),
    *(StackPiles(order) for order in ((), (0, 1, 2, 3), (3, 1, 2, 0), (0, 0, 1, 2), (0, 1, 2, 4))),
    *(StackPiles(tuple(range(seats))) for seats in (2, 3, 5, 6)),
    *(Speak(sure, possible) for sure in (-1, 0, 3, 13) for possible in (-1, 0, 1, 10, 11, 27)),
    *(kind(yes) for kind in (Draw, AnswerBlind, AnswerClaim, AnswerUndo, ComeOut)
      for yes in (True, False)),
    Look(), StaySilent(), DeclineExchange(), Claim(), AskUndo(),
]  # fmt: skip
PLAYS = [PlayCard(card) for card in Card]


def attempts(state: State, rng: random.Random) -> list[AnyAction]:
    """Actions of every kind, most of them illegal in any position."""
    pack, deal = state.deck.pack, state.deal
    given: Iterable[tuple[Card, ...]] = [
        (),
        tuple(rng.sample(pack, state.rules.table.seats)),
        tuple(rng.sample(deal.turned, len(deal.turned))),
        tuple(deal.turned[:1] * len(deal.turned)),
    ]
    passed = [tuple(rng.choices(pack, k=size)) for size in range(6)]
    passed += [
        tuple(rng.choices(hand, k=size)) for hand in deal.hands if hand for size in range(1, 5)
    ]
    return [
        *BIDS,
        *WORDS,
        *PLAYS,
        *(GiveTurned(cards) for cards in given),
        *(PassCards(cards) for cards in passed),
    ]


def decisions(state: State, seat: int) -> list[AnyAction]:
    """The legal actions of a seat, claims and wishes to undo and their answers aside."""
    return [action for action in referee.legal(state, seat) if not isinstance(action, ASIDES)]


def of_any_kind(actions: Sequence[AnyAction], rng: random.Random) -> AnyAction:
    """One of the actions; every kind of action is equally likely."""
    kind = rng.choice(sorted({type(action).__name__ for action in actions}))
    return rng.choice([action for action in actions if type(action).__name__ == kind])


def choose(state: State, seat: int, rng: random.Random) -> AnyAction:
    """A legal action; every kind of action is equally likely, but play goes on as a rule."""
    legal = referee.legal(state, seat)
    ordinary = decisions(state, seat)
    if ordinary and rng.random() < 0.97:
        legal = tuple(ordinary)
    return of_any_kind(legal, rng)


def turn(table: Table, rng: random.Random) -> tuple[int, AnyAction]:
    """A seat that is to act, and what it does."""
    seat = rng.choice(sorted(table.to_act))
    return seat, choose(table.state, seat, rng)


def random_turns(table: Table, rng: random.Random) -> Iterator[int]:
    """A seat that is to act, in every position of a match in which it then acts at random."""
    while not table.over:
        seat = rng.choice(sorted(table.to_act))
        yield seat
        table.act(seat, choose(table.state, seat, rng))


def reach(table: Table, phase: Phase, act: Callable[[View], AnyAction]) -> View:
    """Let players act, the lowest seat first, until the phase; the view of who is to act then."""
    while table.state.phase is not phase:
        seat = min(table.to_act)
        table.act(seat, act(table.view(seat)))
    return table.view(min(table.to_act))


def is_asked(at: Deal | View) -> bool:
    """Whether a claim or a wish to undo waits for an answer."""
    return at.claimer is not None or at.undoer is not None


def cards_in(state: State) -> Counter[Card]:
    """Every card of the deal, wherever it lies."""
    deal = state.deal
    places: list[Iterable[Card]] = [deal.stock, deal.buried, deal.trick]
    places += [*deal.piles, *deal.hands, *deal.discards, *(trick.cards for trick in deal.tricks)]
    if state.phase is Phase.CUT and deal.exposed[0] is None:
        places.append(deal.turned)
    for seat, cards in enumerate(deal.passed):
        side = state.rules.seat_side(seat)
        mates = [other for other in state.rules.side_seats(side) if other != seat]
        if cards is not None and deal.received[mates[0]] is None:
            places.append(cards)
    return Counter(card for place in places for card in place)


def check(table: Table) -> None:
    """What holds in every position that waits for a player."""
    state = table.state
    deal = state.deal
    over = state.winners is not None
    assert table.over == over == (state.phase is Phase.OVER)
    assert bool(table.to_act) != over  # nobody is to act only when the match is over
    seats = range(state.rules.table.seats)
    asked = is_asked(deal)
    for seat in seats:
        legal = referee.legal(state, seat)
        assert len(set(legal)) == len(legal)
        if seat not in table.to_act:
            assert legal == ()
        else:
            assert asked or decisions(state, seat)  # a dead end otherwise
            assert all(referee.why_illegal(state, seat, action) is None for action in legal)
    if over:
        return
    assert cards_in(state) == Counter(state.deck.pack)
    assert sum(deal.won) == len(deal.tricks)
    assert deal.won == [sum(trick.winner == seat for trick in deal.tricks) for seat in seats]
    assert state.log == len(table.log)


def check_refusals(state: State, rng: random.Random) -> None:
    """An action is among the legal ones exactly if nothing speaks against it (rule 12.5)."""
    seats = state.rules.table.seats
    tried = attempts(state, rng)
    for seat in range(-2, seats + 2):
        legal = set(referee.legal(state, seat))
        for action in [*tried, *legal]:
            refused = referee.why_illegal(state, seat, action)
            assert (refused is None) == (action in legal), (seat, action, refused)


def check_events(table: Table, since: int) -> None:
    """A deal that ends has as many tricks as it should, whoever claimed them."""
    for event in table.log[since:]:
        if isinstance(event, DealScored):
            assert sum(result.tricks for result in event.results) == table.state.deck.tricks
        if isinstance(event, ClaimGranted):
            assert event.tricks > 0
        assert not isinstance(event, Undone) or event.to < since

"""Deals in play, put to the naive search of `naive_solver.cpp`."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from spadille.cards import Card, Suit
from spadille.game.play import sitter
from spadille.game.state import State
from spadille.rules.choices import FirstLeader, FirstTrickSpades, LeadSpades

TESTS = Path(__file__).parent
COMPILER = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
SUITS = {None: -1, Suit.CLUBS: 0, Suit.DIAMONDS: 1, Suit.HEARTS: 2, Suit.SPADES: 3}
LEAD_SPADES = {
    LeadSpades.AFTER_BROKEN: 0,
    LeadSpades.ANYTIME: 1,
    LeadSpades.AFTER_FIRST_TRICK: 2,
    LeadSpades.FIRST_THREE_TRICKS: 3,
}


def compiled(sources: Sequence[str], target: Path, *options: str) -> Path:
    """A program made of C++ sources, named from the root of the repository."""
    command = [str(COMPILER), "-std=c++20", "-I", "kernel", *options, *sources, "-o", str(target)]
    subprocess.run(command, cwd=TESTS.parent, check=True)
    return target


def _cards(state: State, cards: Sequence[Card]) -> str:
    deck = state.deck
    each = (f"{SUITS[deck.suit_of[c]]} {deck.strength[c]} {int(c in deck.awards)}" for c in cards)
    return " ".join([str(len(cards)), *each])


def problem(
    state: State, hands: Sequence[Sequence[Card]], payoffs: Sequence[float], card: Card
) -> str:
    """What is this card of the seat at turn worth? Every seat is a group of its own."""
    rules, deal, seats = state.rules, state.deal, state.rules.table.seats
    play, away = rules.play, sitter(state)
    root = hands[deal.turn]
    numbers = [
        seats,
        seats,
        deal.leader,
        len(deal.tricks),
        int(deal.broken),
        LEAD_SPADES[play.lead_spades],
        int(play.forced_lead_breaks),
        int(state.deck.last_of_equals),
        -1 if away is None else away,
        int(play.first_trick_spades is FirstTrickSpades.FORBIDDEN),
        int(play.first_leader is FirstLeader.ALL_LOW_CLUB),
        SUITS[Suit.CLUBS],
        -1 if deal.must_lead is None or deal.trick else root.index(deal.must_lead),
        root.index(card),
        *(rules.seat_side(seat) for seat in range(seats)),
        *range(seats),
    ]
    lines = [" ".join(map(str, numbers))]
    lines += [_cards(state, hand) for hand in (*hands, deal.trick)]
    lines.append(" ".join([str(len(payoffs)), *map(repr, payoffs)]))
    return "\n".join(lines)


def answers(program: Path, problems: Sequence[str]) -> list[float]:
    """The values of the problems."""
    text = "\n".join(problems)
    done = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
    return [float(line) for line in done.stdout.split()]

"""The play of cards at speed: positions, play-outs, search."""

from collections.abc import Sequence


HIDDEN: int = 254

GONE: int = 255

class Rules:
    """
    What the rules say about playing cards.

    Cards are numbered by suit (0 junk, 1 clubs, 2 and 3, 4 spades) and strength, the weakest first;
    cards of equal strength are the same face.
    """

    def __init__(self, *, seats: int, side_of: Sequence[int], suit_of: Sequence[int], strength: Sequence[int], awards: Sequence[int] = [], last_of_equals: bool = False, closed_tricks: int = 52, forced_lead_breaks: bool = True, first_trick_spades: bool = True, all_low_club: bool = False) -> None: ...

    @property
    def cards(self) -> int: ...

class Position:
    """
    A position in the play; `owners` says of each card which seat holds it, or HIDDEN or GONE.
    """

    def __init__(self, rules: Rules, owners: bytes, *, leader: int, trick: Sequence[int] = [], won: Sequence[int] = [], caught: Sequence[int] = [], broken: bool = False, must_lead: int | None = None, sitter: int | None = None) -> None: ...

    @property
    def turn(self) -> int: ...

    @property
    def over(self) -> bool: ...

    @property
    def broken(self) -> bool: ...

    @property
    def won(self) -> list[int]: ...

    @property
    def caught(self) -> list[int]: ...

    def hand(self, seat: int) -> list[int]: ...

    def legal(self) -> list[int]: ...

    def play(self, card: int) -> None: ...

    def play_randomly(self, seed: int) -> list[tuple[int, int, bytes]]:
        """
        Plays to the end at random; the seat, the card and all legal cards of each play.
        """

    def copy(self) -> Position: ...

class Goals:
    """
    What the play-out policy plays for.

    By side: `low` tricks wanted in any case, up to `high` if they come, whether `extra` ones are taken,
    by how many spare tricks it is `hunted` (-1: not), cards `wanted` and `shunned`. Lists of seats:
    `nils`, those of them `attacked`, and `idle`: those whose tricks do not count for their side.
    `noise` of 256 plays are random.
    """

    def __init__(self, *, low: Sequence[int] = [], high: Sequence[int] = [], extra: Sequence[bool] = [], hunted: Sequence[int] = [], nils: Sequence[int] = [], attacked: Sequence[int] = [], idle: Sequence[int] = [], wanted: Sequence[Sequence[int]] = [], shunned: Sequence[Sequence[int]] = [], noise: int = 0) -> None: ...

class Solution:
    """
    The value for the side of the seat at turn, and a card that keeps it.

    `values` holds the value of every legal card if all were asked for; `nodes` counts the tricks
    that were looked at.
    """

    @property
    def value(self) -> float: ...

    @property
    def card(self) -> int: ...

    @property
    def values(self) -> dict[int, float]: ...

    @property
    def nodes(self) -> int: ...

def outcomes(position: Position, *, groups: Sequence[int] = []) -> list[bytes]:
    """
    All ways in which the deal may end, in the order in which `Solver` takes their payoffs.

    As those of `search`: the tricks of each group of seats, then the group that caught each award card
    (GONE: none). More than 262,144 are a ValueError.
    """

class Solver:
    """
    Solves positions in which all cards are known.

    The side of the seat at turn plays for the highest value, all other seats for the lowest. `memory`
    bounds its table, in bytes; nothing is remembered from one position to the next. A search that would
    look at more than `limit` tricks is given up: the answer is None.
    """

    def __init__(self, *, memory: int = 67108864) -> None: ...

    def solve_tricks(self, position: Position, *, all: bool = False, limit: int = 20000000) -> Solution | None:
        """Solves for the most tricks of the side, of those still to be won."""

    def solve_payoffs(self, position: Position, payoffs: Sequence[float], *, groups: Sequence[int] = [], all: bool = False, limit: int = 20000000) -> Solution | None:
        """
        Solves for the best payoff; there is one for each of `outcomes` with the same groups.
        """

def deal_worlds(owners: bytes, may: Sequence[int], room: Sequence[int], *, worlds: int, seed: int = 0) -> bytes:
    """
    Deals the unknown cards at random, again and again: `owners` of every card, the worlds one after the other.

    `may` says for every card in which places it may lie, as bits: seats 0 to 5, bit 6 for out of play;
    0 for cards that `owners` knows. `room` is how many of the unknown cards lie in each of the seven
    places. All ways that fit are equally likely; if there is none, a ValueError.
    """

def likelihoods(start: Position, owners: bytes, plays: Sequence[int], *, goals: Goals, beliefs: Sequence[float], seed: int = 0) -> list[float]:
    """
    How likely the plays seen since the start of the play are in each world, as logarithms.

    `beliefs` say how often each seat plays as the policy with these goals does, else any card (0: not
    looked at). Minus infinity where a play was not legal.
    """

def search(position: Position, owners: bytes, cards: Sequence[int], *, weights: Sequence[float] = [], first: int = 0, last: int | None = None, repeats: int = 1, seed: int = 0, goals: Goals | None = None, groups: Sequence[int] = [], threads: int = 1, limit: int = 65536) -> list[list[tuple[bytes, float]]]:
    """
    Plays each of the cards in the worlds from `first` to before `last`, `repeats` times each.

    Without cards the position itself is played out, and the answer holds one list. `owners` holds the worlds one after the other. Returns for each card its distinct outcomes with
    their weights added up: the tricks of each group of seats, then the group that caught each award
    card (GONE: none). Random play without `goals`. More than `limit` outcomes are a ValueError.
    """

def random_deals(rules: Rules, *, each: int, deals: int, seed: int = 0, goals: Goals | None = None, portable: bool = False) -> list[int]:
    """
    Deals at random and plays out, again and again; the tricks of each seat in all.
    """

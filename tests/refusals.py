"""What must be refused: which reason can occur under which preset, and the positions on file.

The table is argued from the rule book, not from the program. The positions in `tests/illegal` were
found by `tests/illegal/make.py`: a file for each preset of the rule book, and `options.json` for
what only options bring.
"""

from pathlib import Path
from typing import NamedTuple

import msgspec
from oracle import PRESETS

from spadille.game.actions import AnyAction, Reason
from spadille.game.state import State
from spadille.rules import parse
from spadille.table import Table, seeded

FOLDER = Path(__file__).parent / "illegal"
Step = tuple[int, AnyAction]


class Case(msgspec.Struct, frozen=True, omit_defaults=True):
    """After so many steps, a seat tries an action, which is refused for a reason."""

    after: int
    seat: int
    action: AnyAction
    reason: Reason


class Position(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match from its beginning, by seed and steps, and what is refused in it."""

    rules: str
    seed: int
    steps: tuple[Step, ...]
    cases: tuple[Case, ...]


class Row(NamedTuple):
    """Where a reason can occur: the presets by themselves, rule sets with options, and why."""

    presets: tuple[str, ...]
    options: tuple[str, ...]
    why: str


def without(*others: str) -> tuple[str, ...]:
    return tuple(name for name in PRESETS if name not in others)


ALL = PRESETS
BY_SIDE = ("barmore", "new_york")
SIX_ONCE = without(
    *("standard", "double_nil", "barmore", "new_york", "cutthroat_3", "two_handed", "suicide"),
    *("mirror", "whiz", "joker_joker_deuce_deuce", "joker_joker_ace", "solo_four"),
    *("six_pairs", "six_pairs_two_packs"),
)
BLIND = (
    *("standard", "double_nil", "barmore", "new_york", "cutthroat_3", "joker_joker_deuce_deuce"),
    *SIX_ONCE,
)
FRENCH = ("standard(cut=french)", "new_york(cut=french)", "six_pairs(cut=french)")

TABLE = {
    Reason.NO_SUCH_SEAT: Row(ALL, (), "rule 3.1: there are 2 to 6 seats"),
    Reason.MATCH_OVER: Row(
        ALL,
        tuple(f"{name}(max_deals=1,tokens_to_win=1)" for name in ALL),
        "rules 11.9 to 11.11: every match ends",
    ),
    Reason.NOT_YOUR_TURN: Row(ALL, (), "rule 12.5: only the player whose turn it is"),
    Reason.NOT_NOW: Row(ALL, (), "rule 12.5: not at that moment"),
    Reason.PILE_SIZE: Row((), FRENCH, "rule 3.8: each pile at least one card"),
    Reason.TURNED_CARDS: Row((), FRENCH, "rule 3.8: one of these cards to each player"),
    Reason.PILE_ORDER: Row((), FRENCH, "rule 3.8: the piles are stacked again"),
    Reason.ALREADY_LOOKED: Row(BLIND, (), "rules 1.4 and 5.1: looking cannot be taken back"),
    Reason.LOOK_FIRST: Row(BLIND, (), "rule 5.3: nothing but blind bids unseen"),
    Reason.BID_NOT_PLAYED: Row(
        ALL,
        ("solo_four(bid_choice=spades_held,one_for_fifty=on)",),
        "rules 6.1, 6.11 and 6.12: no preset has all kinds of bids; rule 6.13: no special ones",
    ),
    Reason.BID_TOO_LOW: Row(
        ALL, (), "rule 6.3: a number of tricks is not below 0; rule 5.8: the lowest blind number"
    ),
    Reason.BID_TOO_HIGH: Row(
        ALL, (), "rule 6.3: no more than the cards dealt; rule 5.8: the highest blind number"
    ),
    Reason.ZERO_REFUSED: Row(ALL, (), "rule 6.4: 0 is nil or refused, in no preset a number"),
    Reason.SIDE_BID_TOO_LOW: Row(
        (*BY_SIDE, "joker_joker_deuce_deuce"),
        ("standard(min_side_bid=5)", "six_pairs(min_side_bid=4)"),
        "rules 6.6, 6.8 and 7.3: the lowest contract of a side, 1 or 4 in these presets",
    ),
    Reason.SIDE_BID_TOO_HIGH: Row(
        BY_SIDE,
        (
            "standard(cap_side_bid_at_tricks=on)",
            "whiz(bid_choice=free,max_side_bid=6)",
            "standard(bidding=second_names_total,zero=refused,blind_nil=off,max_side_bid=10)",
        ),
        "rules 6.6, 6.7 and 7.3: the highest contract of a side, 13 or 10 in these presets",
    ),
    Reason.BOTH_NIL: Row(
        (),
        ("joker_joker_ace(both_nil=off)", "double_nil(both_nil=off)"),
        "rule 6.5: on in every preset",
    ),
    Reason.ONE_NIL_A_SIDE: Row(("suicide",), (), "rule 6.14"),
    Reason.SPADES_HELD: Row(("mirror", "whiz"), (), "rule 6.13"),
    Reason.SUM_OF_BIDS: Row(
        (),
        (
            "suicide(bid_choice=free,sum_not_tricks=on)",
            "solo_four(min_sum=11)",
            "barmore(sum_not_tricks=on)",
        ),
        "rule 6.9: off in every preset",
    ),
    Reason.NOT_BEHIND: Row(
        tuple(name for name in BLIND if name not in {"double_nil", "barmore", "cutthroat_3"}),
        (),
        "rule 5.5: a deficit for blind nil, or for numbers; in these presets there is one",
    ),
    Reason.BLIND_USED_UP: Row(
        SIX_ONCE,
        ("solo_four(blind_by=seat,b6_limit=1,b6_limit_scope=per_table_per_game)",),
        "rule 5.9: blind 6 once a game",
    ),
    Reason.BLIND_AFTER_FRENCH_CUT: Row(
        (),
        (
            "double_nil(cut=french,french_cut_blocks_blind=on)",
            "barmore(cut=french,french_cut_blocks_blind=on)",
        ),
        "rule 5.10: no preset has the French cut",
    ),
    Reason.TALK_NUMBERS: Row(BY_SIDE, (), "rule 7.2: numbers of tricks"),
    Reason.EXCHANGE_COUNT: Row(
        ("standard", "double_nil"),
        ("suicide(nil_exchange=2)",),
        "rules 8.1 and 8.2: where pairs bid blind nil",
    ),
    Reason.EXCHANGE_DUTY: Row(
        ("double_nil",), ("suicide(nil_exchange=1,exchange_duty=must)",), "rule 8.4"
    ),
    Reason.CARD_NOT_HELD: Row(ALL, (), "rule 1.4: a hand is the cards that a player holds"),
    Reason.FOLLOW_SUIT: Row(ALL, (), "rule 9.2"),
    Reason.SPADES_NOT_BROKEN: Row(
        without("barmore", "joker_joker_deuce_deuce"), (), "rule 9.8: spades at any time there"
    ),
    Reason.SPADES_ON_FIRST_TRICK: Row(
        (),
        (
            "standard(first_trick_spades=forbidden)",
            "barmore(first_trick_spades=forbidden)",
            "cutthroat_five_three_jokers(joker_use=junk,first_trick_spades=forbidden)",
        ),
        "rules 9.11 and 9.14: allowed in every preset",
    ),
    Reason.LOW_CLUB: Row(
        ("cutthroat_five_two_jokers",),
        ("standard(first_leader=low_club)", "mirror(first_leader=all_low_club)"),
        "rules 9.5 and 9.7: the low club is led, or played by all",
    ),
    Reason.JUNK_LEAD: Row(
        (),
        (
            "cutthroat_five_two_jokers(joker_use=junk)",
            "cutthroat_five_three_jokers(joker_use=junk)",
        ),
        "rule 9.14: jokers are trumps in every preset",
    ),
    Reason.CLAIMS_OFF: Row((), ("standard(claims=off)", "two_handed(claims=off)"), "rule 12.1"),
    Reason.UNDO_OFF: Row((), ("standard(undo=off)", "two_handed(undo=off)"), "rule 12.3"),
    Reason.NOTHING_TO_UNDO: Row(ALL, (), "rule 12.3: one's own last bid or card of this deal"),
}


def read(path: Path) -> list[Position]:
    """The positions of a file."""
    return msgspec.json.decode(path.read_bytes(), type=list[Position])


def reached(position: Position, after: int) -> State:
    """The state of a match after some steps."""
    table = Table(parse(position.rules), seeded(position.seed))
    for seat, action in position.steps[:after]:
        table.act(seat, action)
    return table.state


def preset_of(rules: str) -> str:
    """The preset that a rule set changes."""
    return rules.split("(", maxsplit=1)[0]


def wanted() -> dict[str, dict[str, set[Reason]]]:
    """The reasons to be found, by file and rule set."""
    found: dict[str, dict[str, set[Reason]]] = {}
    for reason, row in TABLE.items():
        over = reason is Reason.MATCH_OVER
        for preset in () if over else row.presets:
            found.setdefault(preset, {}).setdefault(preset, set()).add(reason)
        for rules in row.options:
            file = preset_of(rules) if over else "options"
            found.setdefault(file, {}).setdefault(rules, set()).add(reason)
    return found

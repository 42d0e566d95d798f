"""Rule sets for tests: a preset with a few options changed at random, whatever can be played."""

import typing
from typing import Any

from hypothesis import strategies as st
from msgspec import Meta

from spadille.rules import Option, Rules, RulesError, change, load, names, options
from spadille.rules.check import clashes
from spadille.rules.options import overlay

BUNDLES: tuple[dict[str, object], ...] = (
    {"bidding": "by_side", "zero": "refused", "blind_nil": False, "bid_choice": "free"},
    {"bidding": "by_side", "zero": "number", "blind_nil": False, "talk": "open"},
    {"bidding": "second_names_total", "zero": "number", "blind_nil": False, "talk": "none"},
    {"bidding": "second_names_total", "zero": "refused", "blind_nil": False, "talk": "none"},
    {"bidding": "by_seat", "talk": "none", "zero": "nil", "blind_nil": True, "blind_by": "side"},
    {"blind_by": "side", "blind_min": 1, "come_out": True, "blind_deficit": "none"},
    {"blind_by": "seat", "sides": "solo", "b6_limit": 1, "b6_limit_scope": "per_table_per_game"},
    {"sides": "solo", "one_for_fifty": True, "two_for_forty": True, "sm_min_tricks": 3},
    {"seats": 3, "sides": "solo", "jokers": 2},
    {"seats": 3, "sides": "solo", "removed_twos": "club"},
    {"seats": 2, "sides": "solo", "blind_nil": False, "hands": "drawn"},
    {"seats": 2, "sides": "solo"},
    {"seats": 5, "sides": "solo", "jokers": 2, "short_dealer": True, "removed_twos": "none"},
    {"seats": 6, "packs": 2, "removed_twos": "all"},
    {"packs": 2, "jokers": 0, "cut": "french"},
    {"cut": "french", "french_cut_blocks_blind": True},
    {"nil_exchange": 2, "blind_nil_exchange": 3, "exchange_mode": "simultaneous"},
    {"jokers": 2, "joker_use": "junk", "removed_twos": "club_heart"},
    {"both_nil": False, "min_side_bid": 4, "sum_not_tricks": True},
    {"max_side_bid": 1},
    {"bid_choice": "nil_or_spades_held", "zero": "number", "blind_nil": False},
    {"bid_choice": "one_nil_a_side", "blind_nil": True, "blind_nil_deficit": "none"},
    {"first_leader": "all_low_club", "first_trick_spades": "forbidden"},
    {"first_dealer": "high_card_draw", "seating": "drawn", "next_game_dealer": "redraw"},
    {"count_bags": True, "bag_limit": 1, "bag_penalty": "10*bags_held", "bag_carry": False},
)
"""Options that only go together, or meet in ways worth trying."""

ENDS = st.permutations(["boston", "sets", "losing_score", "target"])


def limits(option: Option) -> tuple[int | None, int | None]:
    """The lowest and the highest number that an option takes, as far as it says."""
    metas = [meta for meta in typing.get_args(option.annotation) if isinstance(meta, Meta)]
    low = next((meta.ge for meta in metas if meta.ge is not None), None)
    high = next((meta.le for meta in metas if meta.le is not None), None)
    return (None if low is None else int(low), None if high is None else int(high))


def value_strategies(option: Option) -> st.SearchStrategy[Any]:
    """Values that an option takes by itself."""
    if option.name == "end_tests":
        return st.builds(lambda order, size: tuple(order[:size]), ENDS, st.integers(0, 4))
    if option.name == "handicap":
        return st.just(())  # as many numbers as there are sides: see `rule_sets`
    known = st.sampled_from(option.choices)
    low, high = limits(option)
    if option.closed or low is None or high is None:
        return known
    return known | st.integers(low, min(high, 15))


OPTIONS = [*options().values()]
CHANGES = st.sampled_from(OPTIONS).flatmap(
    lambda option: value_strategies(option).map(lambda value: {option.name: value})
)


def settled(base: Rules, changes: dict[str, object]) -> Rules:
    """The base with as many of the changes as go together: whatever clashes is taken back."""
    left = dict(changes)
    while (clash := next(clashes(overlay(base, left)), None)) is not None:
        # The preset itself has no clash, so that one of the options named is changed.
        named = [name for name in left if name in clash.options]
        assert named, (clash.options, left)
        del left[named[-1]]
    return change(base, left)


@st.composite
def rule_sets(draw: st.DrawFn, /, **fixed: object) -> Rules:
    """Rules that can be played: a preset and random changes, with `fixed` options last."""
    base = load(draw(st.sampled_from(names())))
    changes: dict[str, object] = {}
    for bundle in draw(st.lists(st.sampled_from(BUNDLES) | CHANGES, max_size=6)):
        for name, value in bundle.items():
            changes.pop(name, None)
            changes[name] = value
    rules = settled(base, changes)
    if draw(st.booleans()):
        starts = st.sampled_from([0, 0, -60, -150, -300])
        rules = change(rules, {"handicap": tuple(draw(starts) for _ in range(rules.side_count))})
    try:
        return change(rules, fixed)
    except RulesError:
        return change(base, fixed)

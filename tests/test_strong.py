"""The strong bot: every decision of every rule set, from the view alone, whatever comes."""

import math
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from conftest import count
from dealt import place_at
from hypothesis import given, settings
from hypothesis import strategies as st
from matches import choose, is_asked, random_turns, reach
from positions import bidding, playing
from strategies import rule_sets
from test_equity import forget

from spadille.bots import BotError, make
from spadille.bots.effort import Effort
from spadille.bots.equity import files
from spadille.bots.hidden import hidden
from spadille.bots.kernel import AWAY, beginning, pack_of
from spadille.bots.strong import EasyBot, MediumBot, SearchBot, StrongBot, Thought
from spadille.cards import Card, cards
from spadille.game.actions import (
    AnswerClaim,
    AnswerUndo,
    AnyAction,
    AskUndo,
    Claim,
    GiveTurned,
    PlayCard,
)
from spadille.game.events import DealScored
from spadille.game.state import Phase, State, Trick
from spadille.rules import Rules, load, names, parse
from spadille.table import Table, seeded
from spadille.view import View, view

TINY = {"worlds": 8, "proposals": 40, "rehearsals": 8}
LEVELS = (StrongBot, MediumBot, EasyBot)
replace = msgspec.structs.replace


def bot(seed: int = 0, **options: Any) -> StrongBot:
    return StrongBot(seed, **(TINY | options))


def check_thought(seen: View, thought: Thought) -> None:
    """The action and all that was compared are legal, and chances are chances."""
    assert thought.action in seen.legal
    assert thought.values.keys() <= set(seen.legal)
    assert not any(isinstance(action, Claim | AskUndo) for action in thought.values)
    assert not thought.values or thought.action in thought.values
    for value in thought.values.values():
        assert math.isfinite(value.mean)
        assert value.error >= 0
    decided = [a for a in seen.legal if not isinstance(a, Claim | AskUndo)]
    assert thought.forced == (len(decided) == 1)
    if thought.outlook is not None:
        chances = [*thought.outlook.contracts, *thought.outlook.nils.values()]
        assert all(-1e-9 <= chance <= 1 + 1e-9 for chance in chances)
        assert all(math.isfinite(bags) for bags in thought.outlook.bags)
        assert len(thought.outlook.contracts) == len(seen.sides)
        assert set(thought.outlook.nils) <= set(range(len(seen.seats)))


def play_deals(rules: Rules, seed: str, deals: int, **options: Any) -> list[AnyAction]:
    """Deals played by the bot in all seats; what it did."""
    table = Table(rules, seeded(seed))
    players = [bot(seat, **options) for seat in range(rules.table.seats)]
    done: list[AnyAction] = []
    while deals and not table.over:
        seat = min(table.to_act)
        seen = table.view(seat)
        thought = players[seat].think(seen)
        check_thought(seen, thought)
        done.append(thought.action)
        deals -= any(isinstance(event, DealScored) for event in table.act(seat, thought.action))
    return done


@pytest.mark.parametrize("name", names())
def test_every_decision_of_whole_deals_is_legal(name: str) -> None:
    """Two deals, since the first of a game may bid itself (rule 7.9)."""
    assert len(play_deals(load(name), f"whole/{name}", count(20))) > 20


VARIANTS = (
    "standard(first_leader=low_club,nil_exchange=3,blind_nil_deficit=none)",
    "six_pairs_two_packs(first_leader=all_low_club)",
    "six_pairs_two_packs(nil_exchange=3,cut=french)",
    "barmore(cut=french,handicap=-200/0)",
    "cutthroat_five_two_jokers(joker_use=junk,two_clubs_with_dealer=left_of_dealer)",
    "double_nil(exchange_mode=sequential,nil_exchange=2)",
)


@pytest.mark.parametrize("text", VARIANTS)
def test_decisions_are_legal_where_rules_meet(text: str) -> None:
    assert len(play_deals(parse(text), f"meet/{text}", count(20))) > 20


@settings(max_examples=count(400))
@given(
    rule_sets(),
    st.integers(0, 2**32),
    st.sampled_from([{}, {"policy": False, "equity": False}, {"batches": 1, "blur": 0.5}]),
)
def test_it_decides_under_any_rules_wherever_others_lead(
    rules: Rules, seed: int, options: dict[str, Any]
) -> None:
    rng = random.Random(seed)
    table = Table(rules, seeded(seed))
    player = StrongBot(seed, worlds=4, proposals=12, rehearsals=3, **options)
    for _ in range(120):
        if table.over:
            break
        seat = rng.choice(sorted(table.to_act))
        if rng.random() < 0.2:
            seen = table.view(seat)
            thought = player.think(seen)
            check_thought(seen, thought)
            table.act(seat, thought.action)
        else:
            table.act(seat, choose(table.state, seat, rng))


# ---- a function of the view and the seed


def decisions(rules: Rules, seed: str, most: int) -> Iterator[tuple[State, View]]:
    """Positions from a random deal in which there is a choice."""
    rng = random.Random(seed)
    table = Table(rules, seeded(seed))
    for seat in random_turns(table, rng):
        seen = table.view(seat)
        if len(seen.legal) > 3 and rng.random() < 0.3:
            yield table.state, seen
            most -= 1
        if not most:
            return


@pytest.mark.parametrize("name", names())
def test_what_it_thought_of_before_makes_no_difference(name: str) -> None:
    used = bot(5)
    for _, seen in decisions(load(name), f"before/{name}", count(80)):
        assert used.think(seen) == bot(5).think(seen)
        assert used.act(seen) == used.think(seen).action


def redealt(state: State, seen: View, seed: int) -> State:
    """The state with the cards that this seat does not see dealt anew."""
    assert seen.seat is not None
    (world,) = hidden(seen, place_at(seen)).deal(1, seed)
    other = state.copy()
    faces = pack_of(seen.rules).cards
    for seat, hand in enumerate(other.deal.hands):
        hand[:] = [faces[n] for n in range(len(faces)) if world[n] == seat]
    return other


@pytest.mark.parametrize(
    "name", [name for name in names() if load(name).deck.packs == 1 and name != "two_handed"]
)
def test_the_cards_it_does_not_see_make_no_difference(name: str) -> None:
    changed = 0
    for at, (state, seen) in enumerate(decisions(load(name), f"secret/{name}", count(80))):
        if seen.phase not in {Phase.AUCTION, Phase.PLAY} or is_asked(seen):
            continue
        other = redealt(state, seen, at)
        if view(other, seen.seat) != seen:
            continue  # the last plays would not have been legal
        changed += other.deal.hands != state.deal.hands
        assert bot(1).act(view(other, seen.seat)) == bot(1).act(seen)
    assert changed


PRINTED = """
import sys
sys.path.insert(0, {tests!r})
from test_strong import parse, play_deals
for text in ("standard", "cutthroat_4", "two_handed", "six_pairs_two_packs"):
    print(play_deals(parse(text), "hash", 1))
"""


def test_the_order_of_hashes_makes_no_difference() -> None:
    program = PRINTED.format(tests=str(Path(__file__).parent))
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "OMP_NUM_THREADS": threads},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, threads in (("1", "1"), ("2", "4"))
    }
    assert len(said) == 1
    assert "PlayCard" in said.pop()


# ---- options


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("option", Effort._fields)
def test_options_that_cannot_be_are_refused(level: type[SearchBot], option: str) -> None:
    bad = [-1, -(10**30), 10**9, 10**30, math.nan, math.inf, -math.inf, "x", "1", None, [], 1j]
    if not isinstance(Effort._field_defaults[option], float):
        bad.append(2.5)
    for value in bad:
        with pytest.raises(BotError, match=f"The option {option} cannot be"):
            level(0, **{option: value})


def test_no_work_at_all_is_refused() -> None:
    for option in ("worlds", "proposals", "rehearsals", "batches"):
        with pytest.raises(BotError, match=f"The option {option} cannot be 0; it takes 1 to"):
            make(f"strong({option}=0)")
    with pytest.raises(BotError, match="There is no option depth; there are proposals"):
        StrongBot(0, depth=3)


def test_one_world_is_enough_to_play() -> None:
    least = {"worlds": 1, "proposals": 1, "rehearsals": 1, "batches": 1}
    for name in ("standard", "two_handed", "cutthroat_4"):
        assert play_deals(load(name), "least", 1, **least)


def test_more_batches_than_worlds_and_any_blur_do_no_harm() -> None:
    for options in ({"batches": 1000}, {"blur": 100.0}, {"point": 0.0}, {"point": 1000.0}):
        assert play_deals(load("standard"), "odd", 1, **options)


def test_the_last_tricks_are_played_exactly_where_asked() -> None:
    for name in ("standard", "cutthroat_4", "two_handed", "six_pairs"):
        assert play_deals(load(name), "exact", 1, exact=3)


def test_what_is_too_much_to_solve_is_played_out() -> None:
    """17 tricks among six seats, with six award cards: more endings than a table holds."""
    rules = parse("six_pairs_two_packs(award_jacks=diamond_club_heart)")
    table = Table(rules, seeded(1))
    seen = reach(table, Phase.PLAY, bot().act)
    thought = bot(exact=17).think(seen)
    check_thought(seen, thought)
    assert thought.values


# ---- bad cases


def test_one_legal_card_is_played_at_once() -> None:
    seen = playing(load("standard"), "S:A H:2", "3H", "4 3 3 2", (3, 3, 3, 2))
    assert seen.legal == (PlayCard(Card("2H")),)
    thought = StrongBot(worlds=100_000, proposals=100_000).think(seen)
    assert thought == Thought(PlayCard(Card("2H")), {}, forced=True, outlook=None)


def test_a_view_without_a_decision_is_refused() -> None:
    table = Table(load("standard"), seeded(1))
    waiting = next(seat for seat in range(4) if seat not in table.to_act)
    for seen in (table.view(waiting), table.view(None)):
        with pytest.raises(ValueError, match="no legal actions"):
            bot().act(seen)


@pytest.mark.parametrize("asked", [Claim, AskUndo])
def test_it_answers_claims_and_wishes_to_undo(asked: type) -> None:
    """Rules 12.2 and 12.3."""
    rng = random.Random(1)
    table = Table(load("standard"), seeded(1))
    answers = 0
    for _ in range(400):
        seat = min(table.to_act)
        seen = table.view(seat)
        wishes = [action for action in seen.legal if isinstance(action, asked)]
        if is_asked(seen):
            thought = bot().think(seen)
            assert isinstance(thought.action, AnswerClaim | AnswerUndo)
            assert thought.action in seen.legal
            answers += 1
            table.act(seat, thought.action)
        elif wishes and rng.random() < 0.1:
            table.act(seat, wishes[0])
        else:
            table.act(seat, choose(table.state, seat, rng))
    assert answers > 5


def test_half_the_pack_may_be_out_of_play() -> None:
    """Rule 4.5: each of two players knows half of the 26 cards that are out."""
    table = Table(load("two_handed"), seeded(4))
    seen = reach(table, Phase.AUCTION, bot().act)
    assert seen.seat is not None
    known = hidden(seen, beginning(seen, seen.dealer))
    assert len(seen.discards) == 13
    assert (known.room[1 - seen.seat], known.room[AWAY]) == (13, 13)
    forgetful = replace(seen, discards=())
    assert hidden(forgetful, beginning(forgetful, 0)).room[AWAY] == 26
    for one in (seen, forgetful):
        check_thought(one, bot().think(one))


def test_equal_cards_may_be_turned_up() -> None:
    """Rule 3.9, with two packs: two seats get the same face."""
    rules = parse("six_pairs_two_packs(cut=french)")
    for seed in range(60):
        rng = random.Random(seed)
        table = Table(rules, seeded(seed))
        seen = table.view(min(table.to_act))
        while not any(isinstance(action, GiveTurned) for action in seen.legal):
            table.act(seat := min(table.to_act), choose(table.state, seat, rng))
            seen = table.view(min(table.to_act))
        if len(set(seen.turned)) < len(seen.turned):
            check_thought(seen, bot().think(seen))
            return
    pytest.fail("no equal cards were turned up")


def contradictory() -> View:
    """Seat 1 shows out of hearts, and then plays one."""
    rules = load("standard")
    tricks = (
        Trick(0, (0, 1, 2, 3), cards("AH 2C 3H 4H"), 0),
        Trick(0, (0, 1, 2, 3), cards("KH 5H 6H 7H"), 0),
    )
    hand = cards("AS KS QS JS TS AD KD QD JD TD 9D")
    seen = playing(rules, "S:AKQJT D:AKQJT9", "", "4 3 3 2", (0, 0, 0, 0))
    seats = tuple(replace(s, cards=11, tricks=2 * (n == 0)) for n, s in enumerate(seen.seats))
    legal = tuple(PlayCard(card) for card in hand[5:])
    return replace(seen, tricks=tricks, seats=seats, hand=hand, legal=legal, broken=False)


def test_where_no_world_fits_it_plays_by_rule_of_thumb() -> None:
    seen = contradictory()
    thought = StrongBot().think(seen)
    assert thought.action in seen.legal
    assert not thought.values
    assert not thought.forced


def spoiled(seen: View, rng: random.Random) -> View:
    """A view in which something is not as it can be."""
    at = rng.randrange(len(seen.seats))
    some = tuple(rng.choices(list(Card), k=rng.randrange(1, 20)))
    hand = seen.hand or ()
    number = rng.choice([0, 1, 5, 13, 60, 1000, -3])

    def seat(**changes: Any) -> View:
        seats: Sequence[Any] = seen.seats
        changed = replace(seats[at], **changes)
        return replace(seen, seats=(*seats[:at], changed, *seats[at + 1 :]))

    changes: list[Callable[[], View]] = [
        lambda: replace(seen, hand=tuple(rng.choices(list(Card), k=len(hand)))),
        lambda: replace(seen, hand=hand[:-1]),
        lambda: replace(seen, hand=hand * 2),
        lambda: replace(seen, hand=None),
        lambda: replace(seen, tricks=seen.tricks[1:]),
        lambda: replace(seen, tricks=seen.tricks * 2),
        lambda: replace(seen, trick=some[: len(seen.trick)]),
        lambda: replace(seen, discards=some),
        lambda: replace(seen, passed=some[:3]),
        lambda: replace(seen, received=some[:3]),
        lambda: seat(cards=number),
        lambda: seat(tricks=number),
        lambda: seat(exposed=some[0]),
        lambda: seat(shown=some),
        lambda: seat(caught=some[:2]),
        lambda: seat(bid=None),
    ]
    return rng.choice(changes)()


@pytest.mark.parametrize("name", names())
def test_a_view_that_cannot_be_gets_a_legal_action(name: str) -> None:
    rng = random.Random(f"spoiled/{name}")
    for _, seen in decisions(load(name), f"spoiled/{name}", count(300)):
        for _ in range(5):
            wrong = spoiled(seen, rng)
            assert bot().act(wrong) in wrong.legal, wrong


@pytest.mark.parametrize("content", [b"", b"nonsense", None])
def test_a_damaged_table_of_chances_is_done_without(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPADILLE_HOME", str(tmp_path))
    if content is not None:
        (tmp_path / "standard.eq").write_bytes(content)
    monkeypatch.setattr(files, "shipped", lambda name: tmp_path / f"{name}.eq")
    forget()
    seen = bidding(load("standard"), "S:AKQ H:AK32 D:765 C:432")
    with pytest.warns(RuntimeWarning, match=r"standard\.eq cannot be used"):
        thought = bot().think(seen)
    check_thought(seen, thought)
    assert bot().think(seen) == thought
    forget()

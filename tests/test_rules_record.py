"""Rule sets as values: presets, options, impossible combinations, their text and their key."""

from typing import NamedTuple

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenario import Scenario

from spadille.cards import Suit
from spadille.game.deck import deck_of
from spadille.game.state import Phase
from spadille.rules import (
    Rules,
    RulesError,
    change,
    describe,
    differences,
    key,
    load,
    names,
    options,
    parse,
    presets,
    text_of,
    value,
)
from spadille.rules.check import CLASHES, clashes
from spadille.rules.options import overlay, value_of
from spadille.rules.presets import read_presets


class Facts(NamedTuple):
    """What the rule book says of a preset: section 13."""

    pack: int
    hands: str
    spades: int
    tricks: int
    target: int
    leader: str
    blind: str = "-"
    nil: int = 100
    bags: str = "10 -100 carried, +1"
    tokens: int = 1


CUTTHROAT = Facts(51, "17 17 17", 13, 17, 500, "left", "bn b6", 100, "10 -10*limit, 0", 5)
FACTS = {
    "standard": Facts(52, "13 13 13 13", 13, 13, 500, "left", "bn"),  # rule 13.1
    "double_nil": Facts(52, "13 13 13 13", 13, 13, 500, "left", "bn"),  # rule 13.2
    "barmore": Facts(52, "13 13 13 13", 15, 13, 500, "dealer", "b7 to b13", 0),  # rule 13.3
    "new_york": Facts(
        52, "13 13 13 13", 16, 13, 500, "left", "b6 to b10", 0, "none, 0"
    ),  # rule 13.4
    "cutthroat_4": CUTTHROAT,  # rule 13.6
    "cutthroat_1": CUTTHROAT._replace(target=300, bags="5 -10*limit, 0", tokens=3),  # rule 13.7
    "cutthroat_2": CUTTHROAT._replace(target=300, bags="1 -10*bags_held, 0", tokens=3),
    "cutthroat_3": CUTTHROAT._replace(blind="bn"),
    "cutthroat_four": CUTTHROAT._replace(pack=52, hands="13 13 13 13", tricks=13),  # rule 13.8
    "cutthroat_five": CUTTHROAT._replace(pack=50, hands="10 10 10 10 10", tricks=10),  # rule 13.9
    "cutthroat_five_two_jokers": CUTTHROAT._replace(
        pack=54, hands="10 11 11 11 11", spades=15, tricks=11, leader="2C"
    ),  # rule 13.10; seat 0 deals
    "cutthroat_five_three_jokers": CUTTHROAT._replace(
        pack=55, hands="11 11 11 11 11", spades=16, tricks=11
    ),  # rule 13.11
    "two_handed": Facts(52, "13 13", 13, 13, 300, "left"),  # rule 13.12
    "suicide": Facts(52, "13 13 13 13", 13, 13, 500, "left"),  # rule 13.13
    "mirror": Facts(52, "13 13 13 13", 13, 13, 500, "left"),  # rule 13.14
    "whiz": Facts(52, "13 13 13 13", 13, 13, 500, "left"),  # rule 13.15
    "joker_joker_deuce_deuce": Facts(
        52, "13 13 13 13", 16, 13, 500, "left", "b6 to b13"
    ),  # rule 13.16
    "joker_joker_ace": Facts(52, "13 13 13 13", 15, 13, 500, "left"),  # rule 13.17
    "solo_four": Facts(52, "13 13 13 13", 13, 13, 500, "left", nil=50),  # rule 13.18
    "six_pairs": Facts(48, "8 8 8 8 8 8", 12, 8, 500, "left"),  # rule 13.19
    "six_pairs_two_packs": Facts(102, "17 17 17 17 17 17", 26, 17, 500, "left"),  # rule 13.20
}


def blind_bids(rules: Rules) -> str:
    """The blind bids that are offered."""
    auction = rules.auction
    found = ["bn"] if auction.blind_nil else []
    if auction.blind_by != "nobody":
        low, high = auction.blind_min, auction.blind_max
        found.append(f"b{low}" if low == high else f"b{low} to b{high}")
    return " ".join(found) or "-"


def bags(rules: Rules) -> str:
    """What bags cost and earn."""
    scoring = rules.scoring
    if not scoring.bag_limit:
        return f"none, {scoring.bag_points}"
    carried = " carried" if scoring.bag_carry else ""
    points = f"{scoring.bag_points:+}" if scoring.bag_points else "0"
    return f"{scoring.bag_limit} -{text_of(scoring.bag_penalty)}{carried}, {points}"


def test_every_preset_of_the_rule_book_has_its_facts() -> None:
    assert set(FACTS) == {"standard", *CHANGES} == set(oracle.PRESETS)


@pytest.mark.parametrize("name", FACTS)
def test_a_preset_is_as_the_rule_book_says(name: str) -> None:
    """Rules 13.1 to 13.20."""
    rules, facts = load(name), FACTS[name]
    deck = deck_of(rules)
    assert len(deck.pack) == facts.pack
    assert deck.tricks == facts.tricks
    assert sum(deck.suit_of[card] is Suit.SPADES for card in deck.pack) == facts.spades
    scenario = Scenario(rules, {1: facts.leader} if facts.leader == "2C" else {})
    view = scenario.draw().table.view()
    assert " ".join(str(seat.cards) for seat in view.seats) == facts.hands
    assert rules.match.target == facts.target
    assert rules.match.tokens_to_win == facts.tokens
    assert rules.match.max_deals == 100
    assert rules.match.losing_score == "none"
    assert rules.scoring.nil == facts.nil or rules.auction.zero == "refused"
    assert blind_bids(rules) == facts.blind
    assert bags(rules) == facts.bags
    eldest = (view.dealer + 1) % len(view.seats)
    if not rules.auction.first_hand_bids_itself:
        assert view.to_act == (eldest,)  # the first to bid, rules 6.2 and 7.1
    while scenario.state.phase is Phase.AUCTION:
        scenario.act(scenario.table.legal(scenario.actor)[0])
    leader = {"left": eldest, "dealer": view.dealer}.get(facts.leader)
    if leader is None:
        assert scenario.table.view().must_lead == facts.leader
    elif scenario.state.phase is Phase.PLAY:
        assert scenario.actor == leader


# What a preset changes of its parent, as section 13 tells it, as text.
CHANGES = {
    "double_nil": "blind_nil_deficit=none blind_nil_exchange=3 exchange_mode=simultaneous"
    " exchange_duty=must",
    "cutthroat_1": "target=300 bag_limit=5 award_jacks=club tokens_to_win=3",
    "cutthroat_2": "target=300 bag_limit=1 bag_penalty=10*bags_held award_jacks=club"
    " tokens_to_win=3",
    "cutthroat_3": "blind_by=nobody b6_limit=0 award_jacks=diamond_club_heart",
    "cutthroat_four": "seats=4 removed_twos=none sm_min_tricks=0",
    "cutthroat_five": "seats=5 removed_twos=club_diamond",
    "cutthroat_five_two_jokers": "jokers=2 removed_twos=none short_dealer=on first_leader=low_club",
    "cutthroat_five_three_jokers": "jokers=3 removed_twos=none",
    "two_handed": "seats=2 sides=solo hands=drawn blind_nil=off target=300",
    "suicide": "bid_choice=one_nil_a_side blind_nil=off",
    "mirror": "bid_choice=spades_held blind_nil=off",
    "whiz": "bid_choice=nil_or_spades_held blind_nil=off",
    "joker_joker_ace": "jokers=2 removed_twos=club_heart blind_nil=off",
    "solo_four": "sides=solo nil=50 blind_nil=off",
    "six_pairs": "seats=6 removed_twos=all blind_nil=off",
    "six_pairs_two_packs": "packs=2 removed_twos=club",
    "new_york": "jokers=2 removed_twos=club_heart promoted_twos=diamond_spade bidding=by_side"
    " talk=open zero=refused blind_nil=off min_side_bid=4 max_side_bid=10 blind_by=side"
    " blind_max=10 blind_deficit=100 come_out=on first_hand_bids_itself=on"
    " lead_spades=first_three_tricks forced_lead_breaks=off bag_points=0 bag_limit=0"
    " count_bags=off overtricks_set=3 ten_made=200 ten_failed=200"
    " blind_scoring=double_or_single boston=ten_bid_wins sets_to_lose=2",
    "barmore": "jokers=2 removed_twos=club_heart promoted_twos=spade bidding=by_side talk=open"
    " zero=refused blind_nil=off min_side_bid=1 max_side_bid=13 blind_by=side blind_min=7"
    " first_leader=dealer lead_spades=anytime",
    "joker_joker_deuce_deuce": "jokers=2 removed_twos=club_heart promoted_twos=diamond_spade"
    " blind_nil=off min_side_bid=4 blind_by=side blind_deficit=100 first_hand_bids_itself=on"
    " lead_spades=anytime ten_made=200 ten_failed=200 blind_scoring=double_or_single",
    "cutthroat_4": "seats=3 sides=solo removed_twos=club first_dealer=high_card_draw"
    " seating=drawn blind_nil_deficit=none blind_by=seat blind_max=6 blind_deficit=50 b6_limit=1"
    " one_for_fifty=on two_for_forty=on sm_min_tricks=14 bag_points=0 bag_penalty=10*limit"
    " bag_carry=off blind_scoring=flat_100 award_jacks=diamond_club tokens_to_win=5",
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_preset_differs_from_its_parent_in_just_this(name: str) -> None:
    """Rules 13.2 to 13.20."""
    preset = presets()[name]
    assert preset.parent is not None
    found = differences(preset.rules, load(preset.parent))
    written = {f"{option}={text_of(new)}" for option, new in found.items()}
    assert written == set(CHANGES[name].split())


def test_the_sets_of_cutthroat_can_be_laid_over_the_larger_games() -> None:
    """Rule 13.7."""
    for number in (1, 2, 3):
        one = differences(load(f"cutthroat_{number}"), load("cutthroat_4"))
        for name in ("cutthroat_four", "cutthroat_five", "cutthroat_five_two_jokers"):
            assert differences(parse(f"{name}(set={number})"), load(name)) == one
    assert parse("cutthroat_four(set=4)") == load("cutthroat_four")
    for text in ("set=1,target=400", "target=400,set=1"):
        rules = parse(f"cutthroat_four({text})")
        assert (rules.match.target, rules.scoring.bag_limit) == (400, 5)


def test_reports_on_new_york_are_three_changes() -> None:
    """Rule 13.5."""
    rules = parse("new_york(removed_twos=both_red,big_joker=black,sets_to_lose=3,cut=french)")
    spades = [card for card in deck_of(rules).pack if deck_of(rules).suit_of[card] is Suit.SPADES]
    order = sorted(spades, key=lambda card: -deck_of(rules).strength[card])
    assert " ".join(order) == "BJ LJ 2S AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S"
    assert "2C" in deck_of(rules).pack


IMPOSSIBLE = {
    "standard(blind_nil=off,seats=2)": "pairs need 4 or 6 seats",
    "standard(jokers=2)": "the pack cannot be dealt out evenly; remove twos, change the jokers or,"
    " where one card is missing, set short_dealer",
    "solo_four(hands=drawn)": "drawing from the stock is for 2 seats",
    "two_handed(jokers=2)": "drawing from the stock needs a pack that divides by 4",
    "two_handed(cut=french)": "cards drawn from a stock are not dealt: no French cut and no short"
    " dealer",
    "two_handed(blind_nil=on)": "who draws the cards has seen them: no blind bids",
    "cutthroat_five_two_jokers(cut=french)": "a French cut gives every player one card and needs"
    " equal hands",
    "standard(french_cut_blocks_blind=on)": "french_cut_blocks_blind needs cut=french",
    "standard(seating=drawn)": "seating=drawn seats the players by the cards of"
    " first_dealer=high_card_draw",
    "standard(joker_use=junk)": "joker_use=junk needs jokers",
    "six_pairs_two_packs(jokers=2,removed_twos=none)": "two packs are played without jokers",
    "six_pairs(promoted_twos=spade)": "promoted_twos needs the two of spades, which"
    " removed_twos=all takes out",
    "solo_four(bidding=by_side,zero=refused)": "who plays alone bids by seat",
    "suicide(bidding=by_side,bid_choice=free)": "a side that names one number has no nil: set"
    " zero=refused or number and blind_nil=off",
    "mirror(bidding=by_side,zero=number)": "bid_choice is about the bid of one player and needs"
    " bidding=by_seat",
    "standard(talk=open)": "talk belongs to bidding=by_side",
    "mirror(zero=refused)": "a player without spades must bid 0: zero=refused leaves him no bid",
    "suicide(zero=number)": "bid_choice=one_nil_a_side needs pairs and zero=nil",
    "mirror(sum_not_tricks=on)": "a bid that the cards or the partner fix leaves no room for limits"
    " on sums of bids",
    "standard(min_side_bid=5,max_side_bid=4)": "min_side_bid is above max_side_bid",
    "six_pairs(min_side_bid=8)": "min_side_bid leaves no choice: there are too few tricks",
    "standard(blind_nil=off,zero=refused,max_side_bid=1)": "two partners who may not bid 0 need a"
    " max_side_bid of at least 2",
    "solo_four(both_nil=off)": "both_nil=off needs pairs and a nil",
    "standard(zero=number)": "a blind nil needs zero=nil",
    "standard(blind_by=seat)": "blind numbers are bid by side in pairs and by seat in solo games",
    "standard(blind_min=8,blind_max=7)": "blind_min is above blind_max",
    "six_pairs(blind_by=side,blind_min=9)": "blind_min is above the number of tricks",
    "standard(come_out=on)": "coming out needs blind_by=side",
    "standard(b6_limit=1)": "b6_limit counts the blind bids of single players and needs"
    " blind_by=seat",
    "standard(two_for_forty=on)": "the special bids 1F, 2F and SM are for solo games",
    "solo_four(sm_min_tricks=14)": "sm_min_tricks is above the number of tricks: set it to 0",
    "solo_four(nil_exchange=2)": "nil_exchange needs a partner and zero=nil",
    "standard(club_two_must_be_led=off)": "club_two_must_be_led=off needs first_leader=low_club",
    "cutthroat_five_two_jokers(first_leader=dealer)": "a dealer who sits out the first trick cannot"
    " play to it",
    "standard(bag_penalty=10*bags_held)": "a penalty of 10*bags_held pays for all bags and needs"
    " bag_carry=off",
    "standard(bag_penalty=1001)": "bag_penalty is a number from 0 to 1000, 10*limit or"
    " 10*bags_held",
    "standard(count_bags=off)": "a bag limit needs count_bags=on",
    "standard(bags_may_go_negative=on)": "bags fall below 0 only by the jack of hearts: set"
    " award_jacks=diamond_club_heart",
    "standard(overtricks_set=3)": "overtricks_set is for contracts without nils: set zero=refused"
    " or number",
    "standard(losing_score=5)": "losing_score is below 0, or none",
    "standard(handicap=1/2/3)": "handicap names one starting score a side, from -10000 to 10000",
    "standard(end_tests=target/sets/target)": "end_tests names each test once",
}


def unchecked(text: str) -> Rules:
    """A rule set of which only each value by itself is looked at."""
    name, _, rest = text.rstrip(")").partition("(")
    pairs = (part.split("=", 1) for part in rest.split(","))
    return overlay(load(name), {option: value_of(option, written) for option, written in pairs})


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_an_impossible_combination_is_refused_with_its_sentence(text: str) -> None:
    assert [clash.sentence for clash in clashes(unchecked(text))] == [IMPOSSIBLE[text]]
    with pytest.raises(RulesError) as error:
        parse(text)
    assert str(error.value).startswith(IMPOSSIBLE[text])
    (clash,) = clashes(unchecked(text))
    assert error.value.option in clash.options
    # The message shows every option that it is about, and at least one of those given.
    assert any(f"{name}=" in text for name in clash.options)
    for name in clash.options:
        assert f"{name}={text_of(value(unchecked(text), name))}" in str(error.value)


def test_every_impossible_combination_has_a_test() -> None:
    assert {clash.sentence for clash in CLASHES} == set(IMPOSSIBLE.values())


@pytest.mark.parametrize(
    ("text", "option", "words"),
    [
        ("", "", "is no rule set"),
        ("standard(target=250", "standard(target=250", "the closing bracket is missing"),
        ("standard target=250)", "standard target=250)", "is no rule set"),
        ("standart", "standart", "did you mean standard?"),
        ("standard(tarrget=5)", "tarrget", "did you mean target? `spadille rules standard"),
        ("new york(tarrget=5)", "tarrget", "`spadille rules new_york --options`"),
        ("spades", "spades", "there is no rule set “spades”; there are standard, double_nil"),
        ("standard(colour=red)", "colour", "there is no option “colour”"),
        ("standard(=5)", "", "there is no option “”"),
        ("standard(target)", "target", "has no value; write target=value"),
        ("standard(nil=50,nil=75)", "nil", "option nil is given twice"),
        ("cutthroat_four(set=1,set=2)", "set", "option set is given twice"),
        ("standard(target=abc)", "target", "takes a number such as 150"),
        ("standard(target=2.5)", "target", "takes a number such as 150"),
        ("standard(target=-1)", "target", "takes a number such as 150"),
        ("standard(target=10001)", "target", "takes a number such as 150"),
        ("standard(seats=7)", "seats", "takes a number such as 2, 3, 4, 5, 6"),
        ("standard(jokers=1)", "jokers", "takes one of 0, 2, 3, not 1"),
        ("standard(blind_nil=maybe)", "blind_nil", "takes one of on, off, not maybe"),
        ("standard(talk=loud)", "talk", "takes one of none, open, not loud"),
        ("standard(handicap=a/b)", "handicap", "not a/b"),
        ("standard(end_tests=target/moon)", "end_tests", "not target/moon"),
        ("standard(set=1)", "set", "set"),
        ("cutthroat_four(set=5)", "set", "takes one of 1, 2, 3, 4, not 5"),
        ("cutthroat_4(set=1)", "set", "set"),
    ],
)
def test_a_wrong_text_is_refused_with_a_sentence(text: str, option: str, words: str) -> None:
    with pytest.raises(RulesError) as error:
        parse(text)
    assert error.value.option == option
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[mine]\nparent = "nothing"', "nothing"),
        ("[mine]\ntarget = 500", "target"),
        ('[mine]\nparent = "standard"\nblind_nil = true', "blind_nil"),
        ("[mine]\ncolour = 1", "colour"),
        ("[mine]\nseats = 7", "seats"),
        ("[mine]\nseats = 2", "pairs need 4 or 6 seats"),
    ],
)
def test_a_wrong_preset_is_refused(text: str, words: str) -> None:
    with pytest.raises(RulesError) as error:
        read_presets(text, presets())
    assert words in str(error.value)


def test_a_preset_may_have_another_one_as_its_parent() -> None:
    text = '[mine]\nparent = "standard"\nnil = 50\n[yours]\nparent = "mine"\nnil = 75'
    found = read_presets(text, presets())
    assert differences(found["yours"].rules, load("standard")) == {"nil": 75}


def test_values_are_read_the_way_people_write_them() -> None:
    expected = change(load("standard"), {"target": 250, "blind_nil": False})
    for text in (
        "standard(target=250,blind_nil=off)",
        " Standard ( Target = 250 , Blind_Nil = No, ) ",
        "STANDARD(blind_nil=FALSE,target=+250)",
    ):
        assert parse(text) == expected


CHANGEABLE = [
    (name, choice)
    for name, option in options().items()
    for choice in (*option.choices, option.default)
]


@st.composite
def rule_sets(draw: st.DrawFn) -> Rules:
    """A preset with options changed wherever the change leaves a game that can be played."""
    rules = load(draw(st.sampled_from(names())))
    for name, choice in draw(st.lists(st.sampled_from(CHANGEABLE), max_size=12)):
        changed = overlay(rules, {name: choice})
        rules = rules if next(clashes(changed), None) else changed
    if draw(st.booleans()):
        scores = st.integers(-10_000, 10_000)
        count = rules.side_count
        start = tuple(draw(st.lists(scores, min_size=count, max_size=count)))
        rules = overlay(rules, {"handicap": start})
    order = draw(st.permutations(list(rules.match.end_tests)))
    return overlay(rules, {"end_tests": tuple(order[: draw(st.integers(0, len(order)))])})


@given(rule_sets())
def test_what_describes_a_rule_set_is_read_as_that_rule_set(rules: Rules) -> None:
    text = describe(rules)
    assert parse(text) == rules
    assert describe(parse(text)) == text
    assert key(parse(text)) == key(rules)


@given(rule_sets(), rule_sets())
def test_the_key_tells_rule_sets_apart(one: Rules, other: Rules) -> None:
    assert (key(one) == key(other)) is (one == other)


@pytest.mark.parametrize("name", names())
def test_a_preset_is_described_by_its_name(name: str) -> None:
    assert describe(load(name)) == name
    assert parse(name) == load(name)


def test_the_key_depends_on_the_rules_alone() -> None:
    assert key(parse("standard(nil=50,target=250)")) == key(parse("standard(target=250,nil=50)"))
    assert len({key(load(name)) for name in names()}) == len(names())
    # Kept games say by it what was played: another default makes another key.
    assert key(load("standard")) == "6d2b731f4f28"

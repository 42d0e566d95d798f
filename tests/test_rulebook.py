"""Options, values, faults and rule pages in words."""

import typing
from enum import Enum

import pytest
from readable import check

from spadille.rules import RulesError, change, load, names, options, parse, presets, text_of
from spadille.words import LANGUAGES, Words, faults, rulebook


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> Words:
    return Words(request.param)


def choices(name: str) -> tuple[typing.Any, ...]:
    """The values of an option: all of a closed set, else those seen in use."""
    more: dict[str, tuple[typing.Any, ...]] = {
        "end_tests": ((), ("boston", "target"), ("target", "boston")),
        "handicap": ((), (0, -100)),
        "max_games": (10,),
    }
    return (*options()[name].choices, *more.get(name, ()))


@pytest.mark.parametrize("name", options())
def test_every_option_and_value_has_words(name: str, words: Words) -> None:
    check(words, rulebook.option_title(words, name))
    check(words, rulebook.option_help(words, name).replace("10*bags_held", "").replace("none", ""))
    values = [check(words, rulebook.option_value(words, name, value)) for value in choices(name)]
    assert len(set(values)) == len(values)
    closed = [value for value in choices(name) if isinstance(value, Enum)]
    plain = [
        value for value in closed if rulebook.option_value(words, name, value) == text_of(value)
    ]
    assert words.language == "en" or plain == []


def test_no_two_options_have_the_same_title(words: Words) -> None:
    titles = [rulebook.option_title(words, name) for name in options()]
    assert len(set(titles)) == len(titles)


def test_every_preset_has_a_title_and_a_source(words: Words) -> None:
    titles = [check(words, rulebook.preset_title(words, preset)) for preset in presets().values()]
    assert len(set(titles)) == len(titles)
    assert all(check(words, rulebook.preset_source(words, preset)) for preset in presets().values())


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "standard(nonsense=1)",
        "standard(target=many)",
        "standard(lead_spades=soon)",
        "standard(seats=5)",
        "standard(target)",
        "standard(target=1,target=2)",
        "standard(set=1)",
        "cutthroat_four(set=9)",
        "(((",
    ],
)
def test_faults_of_rule_sets_are_said_in_each_language(text: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse(text)
    assert faults.told(Words("en"), caught.value) == str(caught.value)
    for language in LANGUAGES[1:]:
        said = faults.told(Words(language), caught.value)
        assert said != str(caught.value)
        assert caught.value.option in said or caught.value.option == "sides"


@pytest.mark.parametrize("preset", names())
def test_every_preset_has_a_rule_page_of_its_own(preset: str, words: Words) -> None:
    page = rulebook.rules_page(words, load(preset))
    for title, paragraphs in page:
        check(words, title)
        assert paragraphs
        assert all(check(words, text).endswith((".", "。", ":", "입니다")) for text in paragraphs)
    others = [rulebook.rules_page(words, load(name)) for name in names() if name != preset]
    assert page not in others


# Where an option matters, if not in `standard`.
WHERE = {
    "seats": "solo_four",
    "sides": "mirror",
    "jokers": "solo_four(seats=2)",
    "joker_use": "joker_joker_ace",
    "big_joker": "joker_joker_ace",
    "removed_twos": "solo_four(seats=2)",
    "identical": "standard(packs=2)",
    "hands": "two_handed",
    "see_second_card": "two_handed",
    "seating": "standard(first_dealer=high_card_draw)",
    "bidding": "barmore(talk=none)",
    "talk": "barmore",
    "bid_choice": "joker_joker_ace",
    "zero": "joker_joker_ace",
    "blind_by": "solo_four",
    "blind_min": "standard(blind_by=side)",
    "blind_max": "standard(blind_by=side)",
    "blind_deficit": "standard(blind_by=side)",
    "b6_limit": "cutthroat_4",
    "b6_limit_scope": "cutthroat_4",
    "come_out": "standard(blind_by=side)",
    "french_cut_blocks_blind": "standard(cut=french)",
    "one_for_fifty": "cutthroat_4",
    "two_for_forty": "cutthroat_4",
    "sm_min_tricks": "cutthroat_4",
    "sm_fail": "cutthroat_4",
    "club_two_must_be_led": "standard(first_leader=low_club)",
    "two_clubs_with_dealer": "cutthroat_five_two_jokers",
    "bag_penalty": "standard(bag_limit=7,bag_carry=off)",
    "bags_may_go_negative": "cutthroat_3",
    "count_bags": "standard(bag_limit=0)",
    "overtricks_set": "barmore",
    "blind_scoring": "standard(blind_by=side)",
    "blind10_boston_wins": "standard(blind_by=side,boston=ten_bid_wins)",
    "sets_counted": "standard(sets_to_lose=2)",
    "end_tests": "standard(boston=wins)",
    "max_games": "cutthroat_4",
    "next_game_dealer": "cutthroat_4",
}


@pytest.mark.parametrize("name", [name for name in options() if name != "short_dealer"])
def test_a_rule_page_tells_the_value_of_an_option_where_it_matters(name: str) -> None:
    base = parse(WHERE.get(name, "standard"))
    playable = []
    for value in choices(name):
        try:
            playable.append(change(base, {name: value}))
        except RulesError:
            continue
    assert len(playable) > 1
    for language in LANGUAGES:
        pages = [rulebook.rules_page(Words(language), rules) for rules in playable]
        assert all(page not in pages[:place] for place, page in enumerate(pages))


def test_a_rule_page_tells_of_a_short_dealer(words: Words) -> None:
    page = dict(rulebook.rules_page(words, load("cutthroat_five_two_jokers")))
    other = dict(rulebook.rules_page(words, load("cutthroat_five_three_jokers")))
    deal = words.say("The deal")
    assert page[deal] != other[deal]


def test_a_rule_page_leaves_out_what_does_not_matter() -> None:
    def titles(preset: str) -> list[str]:
        return [title for title, _ in rulebook.rules_page(Words("en"), load(preset))]

    assert "Exchanging cards" in titles("standard")
    assert "Exchanging cards" not in titles("two_handed")
    assert "Blind bids" not in titles("two_handed")

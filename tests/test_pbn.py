import random
from collections import Counter

import pytest
from conftest import count
from hypothesis import given
from hypothesis import strategies as st
from readable import translated

from spadille.cards import Card, cards
from spadille.game.deck import deck_of
from spadille.record import RecordError
from spadille.record.pbn import (
    PbnDeal,
    read_deal,
    read_deals,
    seat_of,
    seat_text,
    write_deal,
    write_deals,
)
from spadille.rules import load, names, parse
from spadille.rules.choices import Hands

EVERY_DECK = (*names(), "cutthroat_five_three_jokers(joker_use=junk)", "joker_joker_ace")


def _dealt(text: str, seed: int) -> list[tuple[Card, ...]]:
    """Random hands of a rule set; the two-handed ones leave half of the pack out."""
    rules = parse(text)
    pack = list(deck_of(rules).pack)
    random.Random(seed).shuffle(pack)
    if rules.deal.hands is Hands.DRAWN:
        pack = pack[: len(pack) // 2]
    seats = rules.table.seats
    return [tuple(pack[seat::seats]) for seat in range(seats)]


@pytest.mark.parametrize("text", EVERY_DECK)
def test_deals_of_every_deck_come_back(text: str) -> None:
    for seed in range(count(200)):
        hands = _dealt(text, seed)
        for first in range(len(hands)):
            read = read_deal(write_deal(hands, first), parse(text))
            assert [Counter(hand) for hand in read] == [Counter(hand) for hand in hands]
            assert write_deal(read, first) == write_deal(hands, first)


@pytest.mark.parametrize("text", EVERY_DECK)
def test_unknown_hands_come_back(text: str) -> None:
    hands: list[tuple[Card, ...] | None] = [*_dealt(text, 1)]
    hands[1] = None
    read = read_deal(write_deal(hands))
    assert read[1] is None
    assert [hand and Counter(hand) for hand in read] == [hand and Counter(hand) for hand in hands]


def test_a_deal_looks_as_pbn_writes_it() -> None:
    hands = [cards("2C AS TS 3H"), cards("KD"), cards(""), cards("4C 5C 2S")]
    assert write_deal(hands) == "N:AT.3..2 ..K. ... 2...54"
    assert write_deal(hands, 3) == "W:2...54 AT.3..2 ..K. ..."
    assert write_deal(hands[:3], 2) == "2:... AT.3..2 ..K."


def test_jokers_stand_in_a_fifth_group_of_every_hand() -> None:
    hands = [cards("LJ BJ AS"), cards("TJ TD"), cards("2C")]
    assert write_deal(hands) == "0:A....HL ..T..T ...2."
    assert read_deal("0:A....HL ..T..T ...2.")[1] == cards("TD TJ")


def test_two_packs_repeat_a_face() -> None:
    assert write_deal([cards("AS KS AS"), cards("2C 2C")]) == "0:AAK... ...22"


def test_case_ten_and_spaces_do_not_matter() -> None:
    assert read_deal(" n:ak10...  ..q. ... - ") == (
        cards("AS KS TS"),
        cards("QD"),
        (),
        None,
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is no deal; write"),
        ("A... K...", "is no deal"),
        ("N:", "a deal has 2 to 6 hands, here are 0"),
        ("0:- - - - - - -", "a deal has 2 to 6 hands, here are 7"),
        ("N:... ... ...", "'N' is no seat; write one of 0, 1, 2"),
        ("X:... ... ... ...", "'X' is no seat; write one of N, E, S, W"),
        ("4:... ... ... ...", "'4' is no seat"),
        ("N:.. ... ... ...", "'..' is no hand; write spades.hearts.diamonds.clubs"),
        ("N:..... ... ... ...", "is no hand; write spades"),
        ("N:A1... ... ... ...", "'A1...' is no hand; cards are AKQJT98765432"),
        ("N:A....X ... ... ...", "jokers H, L and T"),
    ],
)
def test_a_wrong_deal_is_refused_with_the_remedy(text: str, says: str) -> None:
    with pytest.raises(RecordError, match=says) as raised:
        read_deal(text)
    translated(raised.value)


def test_a_deal_must_fit_the_rules_it_is_read_for() -> None:
    for text, preset, says in (
        ("0:A... K...", "standard", "2 hands and the rules have 4 seats"),
        ("N:A... A... - -", "standard", "holds AS more often than the pack"),
        ("0:A...2.H K.... -", "cutthroat_4", "holds 2C BJ more often"),
    ):
        with pytest.raises(RecordError, match=says) as raised:
            read_deal(text, load(preset))
        translated(raised.value)
    assert read_deal("0:AA... K... - - - -", load("six_pairs_two_packs"))[0] == cards("AS AS")


@pytest.mark.parametrize("seats", range(2, 7))
def test_seats_have_names(seats: int) -> None:
    assert [seat_of(seat_text(seat, seats), seats) for seat in range(seats)] == [*range(seats)]


def test_a_file_of_deals_comes_back() -> None:
    deals = [
        PbnDeal(tuple(read_deal(write_deal(_dealt(text, 3)))), dealer, {"Board": str(dealer)})
        for dealer, text in enumerate(("standard", "new_york", "cutthroat_4", "two_handed"))
        if dealer < 2
    ]
    assert read_deals(write_deals(deals)) == deals


def test_a_file_of_another_program_is_read() -> None:
    text = """% PBN 2.1
[Event "Club night"]
[Board "1"]
[Dealer "E"]
[Vulnerable "None"]
[Deal "E:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]
[Auction "E"]
1C Pass {never mind} 1S
Pass

[Event "#"]
[Remark "a block without a deal"]

[Deal "N:- - - A..."]
"""
    first, second = read_deals(text)
    assert first.dealer == 1
    assert first.hands[1] == cards("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S")
    assert first.tags["Vulnerable"] == "None"
    assert [str(note) for note in first.notes] == ["line 7: the lines below Auction are not kept"]
    translated(first.notes[0])
    assert second.hands[:3] == (None, None, None)
    assert second.dealer is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[Board "1"]\n[Deal "N:A"]', "line 2: a deal has 2 to 6 hands"),
        ('[Dealer "Q"]\n[Deal "N:- - - -"]', "line 1: 'Q' is no seat"),
        ("[Deal N]", r'line 1: \[Deal N\] is no tag; write \[Name "value"\]'),
        ("Deal", "line 1: 'Deal' belongs to no tag"),
    ],
)
def test_a_wrong_file_of_deals_is_refused_with_its_line(text: str, says: str) -> None:
    with pytest.raises(RecordError, match=says) as raised:
        read_deals(text)
    translated(raised.value)


@given(st.text(alphabet='NESW0123:.-AKQJT98765432HL \n[]"Deal', max_size=60))
def test_no_text_leads_to_a_crash(text: str) -> None:
    for read in (read_deal, read_deals):
        try:
            read(text)
        except RecordError:
            continue

import pickle

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spadille.cards import JOKERS, RANKS, Card, CardError, Dialect, Suit, card, cards

FRENCH_RANKS = {"A": "A", "R": "K", "D": "Q", "V": "J", "10": "T"} | {n: n for n in "23456789"}
GERMAN_RANKS = {"A": "A", "K": "K", "D": "Q", "B": "J", "10": "T"} | {n: n for n in "23456789"}
FRENCH_SUITS = {"P": "S", "C": "H", "K": "D", "T": "C"}
GERMAN_SUITS = {"P": "S", "H": "H", "K": "D", "X": "C"}
PICTURES = {
    "S": "🂡🂢🂣🂤🂥🂦🂧🂨🂩🂪🂫🂭🂮",
    "H": "🂱🂲🂳🂴🂵🂶🂷🂸🂹🂺🂻🂽🂾",
    "D": "🃁🃂🃃🃄🃅🃆🃇🃈🃉🃊🃋🃍🃎",
    "C": "🃑🃒🃓🃔🃕🃖🃗🃘🃙🃚🃛🃝🃞",
}
SENTENCE = "{!r} is no card; write rank and suit, as in AS, TD or 10♦, and BJ, LJ for jokers"


def test_there_are_four_suits_of_thirteen_and_three_jokers() -> None:
    printed = [face for face in Card if face.printed_suit is not None]
    assert len(Card) == 55
    assert {(face.printed_suit, face.rank) for face in printed} == {
        (suit, rank) for suit in Suit for rank in RANKS
    }
    assert [(joker.rank, joker.printed_suit) for joker in JOKERS] == [
        ("B", None),
        ("L", None),
        ("T", None),
    ]


@pytest.mark.parametrize("dialect", [Dialect.ENGLISH, Dialect.COLOURS, Dialect.BLACK_BIG])
@pytest.mark.parametrize("face", [face for face in Card if face not in JOKERS])
def test_a_card_is_read_rank_first_or_suit_first_in_letters_or_signs(
    face: Card, dialect: Dialect
) -> None:
    assert face.printed_suit is not None
    rank, suit = face.rank, face.printed_suit
    hollow = suit.symbol.translate(str.maketrans("♠♥♦♣", "♤♡♢♧"))
    ranks = {rank, rank.lower(), rank.replace("T", "10"), rank.replace("A", "1")}
    for name in ranks:
        for sign in (suit.value, suit.value.lower(), suit.symbol, hollow, suit.symbol + "\ufe0f"):
            assert card(name + sign, dialect) is face
            assert card(sign + name, dialect) is face
            assert card(f"  {name}{sign}\n", dialect) is face


@pytest.mark.parametrize(("suit", "pictures"), PICTURES.items())
def test_the_pictures_of_unicode_are_cards_without_the_knight(suit: str, pictures: str) -> None:
    wanted = ["A", *"23456789TJQK"]
    assert [card(picture) for picture in pictures] == [Card(rank + suit) for rank in wanted]
    # Between jack and queen stands the knight of the tarot, and below the ace a card's back.
    for stray in (ord(pictures[10]) + 1, ord(pictures[0]) - 1):
        if chr(stray) not in "🂰🃀🃐":
            with pytest.raises(CardError):
                card(chr(stray))


def test_the_pictures_of_jokers() -> None:
    assert [card(picture) for picture in ("🂿", "🃏", "🃟")] == [*JOKERS]


@pytest.mark.parametrize(
    ("text", "by_dialect"),
    [
        ("BJ", {"english": "BJ", "colours": "LJ", "black_big": "BJ", "french": "BJ"}),
        ("LJ", {"english": "LJ", "colours": None, "black_big": None, "german": "LJ"}),
        ("RJ", {"english": None, "colours": "BJ", "black_big": "LJ", "french": None}),
        ("TJ", dict.fromkeys(("english", "colours", "black_big", "french", "german"), "TJ")),
        ("DK", {"english": "KD", "colours": "KD", "french": "QD", "german": "QD"}),
        ("KD", {"english": "KD", "black_big": "KD", "french": "QD", "german": "QD"}),
        ("TC", {"english": "TC", "french": "TH", "german": None}),
        ("CT", {"english": "TC", "french": "TH", "german": None}),
        ("TT", {"english": None, "french": "TC", "german": None}),
        ("VC", {"english": None, "french": "JH", "german": None}),
        ("BX", {"english": None, "french": None, "german": "JC"}),
        ("KK", {"english": None, "french": None, "german": "KD"}),
        ("AP", {"english": None, "french": "AS", "german": "AS"}),
        ("AS", {"english": "AS", "french": None, "german": None}),
        ("A♠", {"english": "AS", "french": "AS", "german": "AS", "colours": "AS"}),
        ("🂡", {"english": "AS", "colours": "AS", "french": None}),
    ],
)
def test_where_spellings_clash_the_dialect_decides(
    text: str, by_dialect: dict[str, str | None]
) -> None:
    for name, wanted in by_dialect.items():
        if wanted is None:
            with pytest.raises(CardError):
                card(text, Dialect(name))
        else:
            assert card(text, Dialect(name)) is Card(wanted)


@pytest.mark.parametrize(
    ("dialect", "ranks", "suits"),
    [
        (Dialect.FRENCH, FRENCH_RANKS, FRENCH_SUITS),
        (Dialect.GERMAN, GERMAN_RANKS, GERMAN_SUITS),
    ],
)
def test_french_and_german_name_every_card(
    dialect: Dialect, ranks: dict[str, str], suits: dict[str, str]
) -> None:
    read = {
        card(rank + suit, dialect): Card(ranks[rank] + suits[suit])
        for rank in ranks
        for suit in suits
    }
    assert len(read) == 52
    assert all(face is wanted for face, wanted in read.items())


@pytest.mark.parametrize("dialect", Dialect)
@pytest.mark.parametrize("face", Card)
def test_what_people_see_reads_back_wherever_it_names_that_card(
    face: Card, dialect: Dialect
) -> None:
    if face in JOKERS and dialect in {Dialect.COLOURS, Dialect.BLACK_BIG}:
        spelling = {
            Dialect.COLOURS: {"BJ": "RJ", "LJ": "BJ", "TJ": "TJ"},
            Dialect.BLACK_BIG: {"BJ": "BJ", "LJ": "RJ", "TJ": "TJ"},
        }[dialect][face.value]
    elif face.rank in "JQK" and dialect in {Dialect.FRENCH, Dialect.GERMAN} and face not in JOKERS:
        names = FRENCH_RANKS if dialect is Dialect.FRENCH else GERMAN_RANKS
        spelling = next(name for name, rank in names.items() if rank == face.rank)
        spelling += face.symbol[-1]
    else:
        spelling = face.symbol
    assert card(spelling, dialect) is face


@pytest.mark.parametrize(
    "text", ["", " ", "A", "♠", "AX", "1J", "11S", "ASS", "A S", "0S", "joker", "?", "🂠", "²♠"]
)
def test_what_is_no_card_is_refused_with_a_sentence_that_names_it(text: str) -> None:
    with pytest.raises(CardError) as caught:
        card(text)
    assert str(caught.value) == SENTENCE.format(text)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)  # noqa: S301


@given(st.text(max_size=4), st.sampled_from(Dialect))
def test_any_text_is_a_card_or_refused_as_no_card(text: str, dialect: Dialect) -> None:
    refusal = ""
    try:
        card(text, dialect)
    except CardError as error:
        refusal = str(error)
    assert refusal in {"", SENTENCE.format(text)}


def test_several_cards_are_separated_by_spaces_or_commas() -> None:
    assert cards("AS,10d  ♥Q , bj") == (
        Card("AS"),
        Card("TD"),
        Card("QH"),
        Card("BJ"),
    )
    assert cards("") == ()
    assert cards("DK AC", Dialect.FRENCH) == (Card("QD"), Card("AH"))


def test_one_bad_card_spoils_the_list_and_is_named() -> None:
    with pytest.raises(CardError, match="'XX' is no card"):
        cards("AS XX TD")


@pytest.mark.parametrize("face", Card)
def test_json_holds_a_card_as_its_text(face: Card) -> None:
    text = msgspec.json.encode(face)
    assert text == f'"{face.value}"'.encode()
    assert msgspec.json.decode(text, type=Card) is face

"""Cards: suits, faces, and their text in the spellings people use.

A `Card` is a *face*: two packs simply hold each face twice. What suit a card counts as and how
high it ranks is a matter of the rules (`spadille.game.deck`); a face only knows what is printed.
"""

from enum import Enum, StrEnum

from spadille.errors import SentenceError

RANKS = "23456789TJQKA"


class Suit(StrEnum):
    """One of the four suits.

    >>> Suit("S").symbol
    '♠'
    """

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def symbol(self) -> str:
        """The suit's sign, one character."""
        return {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[self]


class Card(StrEnum):
    """A face: `AS` is the ace of spades, `TD` the ten of diamonds; `BJ`, `LJ`, `TJ` are jokers.

    Jokers are the big, the little and the third one. `rank` is one of `RANKS` or, for jokers, one
    of `B`, `L`, `T`; `printed_suit` is None for jokers.

    >>> Card("TD").rank, Card("TD").printed_suit
    ('T', <Suit.DIAMONDS: 'D'>)
    >>> Card("BJ").printed_suit is None
    True
    """

    S2, S3, S4, S5, S6, S7, S8 = "2S", "3S", "4S", "5S", "6S", "7S", "8S"
    S9, ST, SJ, SQ, SK, SA = "9S", "TS", "JS", "QS", "KS", "AS"
    H2, H3, H4, H5, H6, H7, H8 = "2H", "3H", "4H", "5H", "6H", "7H", "8H"
    H9, HT, HJ, HQ, HK, HA = "9H", "TH", "JH", "QH", "KH", "AH"
    D2, D3, D4, D5, D6, D7, D8 = "2D", "3D", "4D", "5D", "6D", "7D", "8D"
    D9, DT, DJ, DQ, DK, DA = "9D", "TD", "JD", "QD", "KD", "AD"
    C2, C3, C4, C5, C6, C7, C8 = "2C", "3C", "4C", "5C", "6C", "7C", "8C"
    C9, CT, CJ, CQ, CK, CA = "9C", "TC", "JC", "QC", "KC", "AC"
    BIG_JOKER, LITTLE_JOKER, THIRD_JOKER = "BJ", "LJ", "TJ"

    rank: str
    printed_suit: Suit | None

    def __init__(self, text: str) -> None:
        self.rank = text[0]
        self.printed_suit = None if text[1] == "J" else Suit(text[1])

    @property
    def symbol(self) -> str:
        """The card as people write it: `A♠`, `10♦`, `BJ`."""
        if self.printed_suit is None:
            return str(self)
        return f"{'10' if self.rank == 'T' else self.rank}{self.printed_suit.symbol}"


JOKERS = (Card.BIG_JOKER, Card.LITTLE_JOKER, Card.THIRD_JOKER)
"""The jokers, the highest first."""


class Dialect(Enum):
    """How a text names cards, where spellings clash.

    `ENGLISH` names jokers by role (`BJ` is the big one); `COLOURS` names them by colour with the
    red one big, `BLACK_BIG` by colour with the black one big: there `BJ` is the *black* joker.
    `FRENCH` has A R D V and the suits P C K T (pique, cœur, carreau, trèfle); `GERMAN` has
    A K D B and the suits P H K X (Pik, Herz, Karo, Kreuz).
    """

    ENGLISH = "english"
    COLOURS = "colours"
    BLACK_BIG = "black_big"
    FRENCH = "french"
    GERMAN = "german"


class CardError(SentenceError, ValueError):
    """A text that is no card; the message names the text and the remedy."""


_SOLID = str.maketrans("♤♡♢♧", "♠♥♦♣")
_SIGNS = {suit.symbol: suit.value for suit in Suit}
_RANKS = {rank: rank for rank in RANKS} | {"1": "A"}
_SUITS = _SIGNS | {suit.value: suit.value for suit in Suit}
_ROLES = {joker.value: joker.value for joker in JOKERS}
_READING: dict[Dialect, tuple[dict[str, str], dict[str, str], dict[str, str]]] = {
    Dialect.ENGLISH: (_RANKS, _SUITS, _ROLES),
    Dialect.COLOURS: (_RANKS, _SUITS, {"RJ": "BJ", "BJ": "LJ", "TJ": "TJ"}),
    Dialect.BLACK_BIG: (_RANKS, _SUITS, {"BJ": "BJ", "RJ": "LJ", "TJ": "TJ"}),
    Dialect.FRENCH: (
        {rank: rank for rank in "23456789TA"} | {"R": "K", "D": "Q", "V": "J"},
        _SIGNS | {"P": "S", "C": "H", "K": "D", "T": "C"},
        _ROLES,
    ),
    Dialect.GERMAN: (
        {rank: rank for rank in "23456789TAK"} | {"D": "Q", "B": "J"},
        _SIGNS | {"P": "S", "H": "H", "K": "D", "X": "C"},
        _ROLES,
    ),
}


def _from_glyph(text: str) -> str:
    """Turn one of Unicode's playing-card pictures into rank and suit."""
    number = ord(text) - 0x1F0A0
    if number == 0x1F:
        return "BJ"
    suit, rank = divmod(number, 16)
    if 0 <= suit <= 3 and 1 <= rank <= 14 and rank != 12:
        return "?A23456789TJ?QK"[rank] + "SHDC"[suit]
    if number in (0x2F, 0x3F):
        return "LJ" if number == 0x2F else "TJ"
    return text


def card(text: str, dialect: Dialect = Dialect.ENGLISH) -> Card:
    """Read one card: rank first or suit first, letters or signs, `10` or `T`, any case.

    Raises `CardError` with a sentence that names the text.

    >>> [str(card(text)) for text in ("♠A", "10H", "sa", "bj", "🂡")]
    ['AS', 'TH', 'AS', 'BJ', 'AS']
    >>> str(card("BJ", Dialect.COLOURS)), str(card("DK", Dialect.GERMAN))
    ('LJ', 'QD')
    """
    plain = text.strip()
    if len(plain) == 1:
        plain = _from_glyph(plain)
    plain = plain.translate(_SOLID).replace("\ufe0f", "").upper().replace("10", "T")
    ranks, suits, jokers = _READING[dialect]
    if plain in jokers:
        return Card(jokers[plain])
    if len(plain) == 2:
        first, second = plain[0], plain[1]
        if first in ranks and second in suits:
            return Card(ranks[first] + suits[second])
        if first in suits and second in ranks:
            return Card(ranks[second] + suits[first])
    raise CardError(
        "{text!r} is no card; write rank and suit, as in AS, TD or 10♦, and BJ, LJ for jokers",
        text=text,
    )


def cards(text: str, dialect: Dialect = Dialect.ENGLISH) -> tuple[Card, ...]:
    """Read cards separated by spaces or commas.

    >>> cards("AS, 10d")
    (<Card.SA: 'AS'>, <Card.DT: 'TD'>)
    """
    return tuple(card(word, dialect) for word in text.replace(",", " ").split())

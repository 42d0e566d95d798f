"""Deals in PBN form, for two to six seats and every pack.

The four seats of a table are N E S W, with N for seat 0; at other tables seats are their numbers.
A hand is written as spades.hearts.diamonds.clubs by the suits printed on the cards; where jokers
are in play a fifth group holds them as `H` (high, the big one), `L` (little) and `T` (third).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from spadille.cards import JOKERS, RANKS, Card, Suit
from spadille.game.deck import deck_of
from spadille.record.errors import RecordError, Remark, at_line, remark
from spadille.record.tags import read_blocks, tag_text
from spadille.rules import Rules

COMPASS: Final = "NESW"
_JOKER_LETTERS: Final = dict(zip("HLT", JOKERS, strict=True))
_LETTER_OF: Final = {joker: letter for letter, joker in _JOKER_LETTERS.items()}
_FEWEST, _MOST = 2, 6

Hand = tuple[Card, ...]


class PbnDeal(NamedTuple):
    """A deal of a PBN file: hands by seat (None: unknown), dealer, and the other tags as they are.

    `notes` say what the file holds that is not kept.
    """

    hands: tuple[Hand | None, ...]
    dealer: int | None = None
    tags: Mapping[str, str] = {}
    notes: tuple[Remark, ...] = ()


def seat_text(seat: int, seats: int) -> str:
    """A seat as it is written.

    >>> seat_text(1, 4), seat_text(1, 3)
    ('E', '1')
    """
    return COMPASS[seat] if seats == len(COMPASS) else str(seat)


def seat_of(text: str, seats: int) -> int:
    """Read a seat, at a table of four by letter or number; raises `RecordError`.

    >>> seat_of("w", 4), seat_of("2", 3)
    (3, 2)
    """
    known = {str(seat): seat for seat in range(seats)}
    if seats == len(COMPASS):
        known |= {letter: seat for seat, letter in enumerate(COMPASS)}
    seat = known.get(text.strip().upper())
    if seat is None:
        takes = ", ".join(seat_text(seat, seats) for seat in range(seats))
        raise RecordError("{text!r} is no seat; write one of {takes}", text=text, takes=takes)
    return seat


def write_deal(hands: Sequence[Iterable[Card] | None], first: int = 0) -> str:
    """A deal as PBN writes it, beginning with the hand of a seat; None is an unknown hand.

    >>> from spadille.cards import cards
    >>> write_deal([cards("AS TD LJ"), None, cards("2C 3C")])
    '0:A..T..L - ...32.'
    """
    held = [None if hand is None else tuple(hand) for hand in hands]
    seats = len(held)
    jokers = any(card in JOKERS for hand in held if hand is not None for card in hand)
    turned = (held[(first + step) % seats] for step in range(seats))
    texts = ["-" if hand is None else _hand_text(hand, jokers=jokers) for hand in turned]
    return f"{seat_text(first, seats)}:{' '.join(texts)}"


def _hand_text(hand: Hand, *, jokers: bool) -> str:
    groups = [
        "".join(sorted((card.rank for card in hand if card.printed_suit is suit), key=_height))
        for suit in Suit
    ]
    if jokers:
        groups.append("".join(_LETTER_OF[card] for card in JOKERS for held in hand if held is card))
    return ".".join(groups)


def _height(rank: str) -> int:
    return -RANKS.index(rank)


def read_deal(text: str, rules: Rules | None = None) -> tuple[Hand | None, ...]:
    """Read a deal: the hands by seat, each from the highest spade down.

    With rules given, the seats and the cards must be theirs. Raises `RecordError` with the remedy.

    >>> [len(hand or ()) for hand in read_deal("E:AKQ... ..2.2 - 32.A.. ")]
    [3, 3, 2, 0]
    """
    first, colon, rest = text.strip().partition(":")
    if not colon:
        raise RecordError(
            '{text!r} is no deal; write "N:" or a seat number, then the hands', text=text[:30]
        )
    texts = rest.split()
    if not _FEWEST <= len(texts) <= _MOST:
        raise RecordError(
            "a deal has 2 to 6 hands, here are {count}; write - for unknown", count=len(texts)
        )
    start = seat_of(first, len(texts))
    hands = [None if word == "-" else _hand(word) for word in texts]
    by_seat = tuple(hands[(seat - start) % len(hands)] for seat in range(len(hands)))
    if rules is not None:
        _fits(by_seat, rules)
    return by_seat


def _hand(text: str) -> Hand:
    groups = text.upper().replace("10", "T").split(".")
    if not len(Suit) <= len(groups) <= len(Suit) + 1:
        raise RecordError(
            "{text!r} is no hand; write spades.hearts.diamonds.clubs, and jokers as a fifth group",
            text=text,
        )
    try:
        cards = [
            Card(rank + suit) for suit, ranks in zip(Suit, groups, strict=False) for rank in ranks
        ]
        jokers = [_JOKER_LETTERS[letter] for letter in "".join(groups[len(Suit) :])]
    except (ValueError, KeyError):
        ranks = RANKS[::-1]
        raise RecordError(
            "{text!r} is no hand; cards are {ranks}, jokers H, L and T", text=text, ranks=ranks
        ) from None
    order = {suit: place for place, suit in enumerate(Suit)}
    return (
        *sorted(cards, key=lambda card: (order[Suit(card[1])], _height(card.rank))),
        *sorted(jokers, key=JOKERS.index),
    )


def _fits(hands: Sequence[Hand | None], rules: Rules) -> None:
    """Check that a deal is one of a rule set."""
    seats = rules.table.seats
    if len(hands) != seats:
        raise RecordError(
            "the deal has {count} hands and the rules have {seats} seats; write one for each seat",
            count=len(hands),
            seats=seats,
        )
    dealt = Counter(card for hand in hands if hand is not None for card in hand)
    wrong = dealt - Counter(deck_of(rules).pack)
    if wrong:
        raise RecordError(
            "the deal holds {cards} more often than the pack; correct its hands",
            cards=" ".join(sorted(wrong)),
        )


def read_deals(content: bytes | str) -> list[PbnDeal]:
    r"""The deals of a PBN file; raises `RecordError` naming line and remedy.

    >>> read_deals('[Board "7"] \n[Dealer "E"]\n[Deal "N:A... K... Q... J..."]')[0].tags
    {'Board': '7'}
    """
    deals = []
    for block in read_blocks(content):
        tags = {tag.name: tag for tag in block}
        if "Deal" not in tags:
            continue
        dealer = tags.get("Dealer")
        with at_line(tags["Deal"].line):
            hands = read_deal(tags["Deal"].value)
        seat = None
        if dealer is not None:
            with at_line(dealer.line):
                seat = seat_of(dealer.value, len(hands))
        deals.append(
            PbnDeal(
                hands=hands,
                dealer=seat,
                tags={tag.name: tag.value for tag in block if tag.name not in ("Deal", "Dealer")},
                notes=tuple(
                    remark("the lines below {name} are not kept", line=tag.line, name=tag.name)
                    for tag in block
                    if tag.rows
                ),
            )
        )
    return deals


def write_deals(deals: Iterable[PbnDeal]) -> str:
    """Deals as the text of a PBN file."""
    blocks = []
    for deal in deals:
        lines = [tag_text(name, value) for name, value in deal.tags.items()]
        if deal.dealer is not None:
            lines.append(tag_text("Dealer", seat_text(deal.dealer, len(deal.hands))))
        lines.append(tag_text("Deal", write_deal(deal.hands)))
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)

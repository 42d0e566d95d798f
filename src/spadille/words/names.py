"""Names of cards, suits, bids and people, and lists of them."""

from collections.abc import Iterable, Sequence

from spadille.cards import Card, Suit
from spadille.game.actions import Bid, BidKind
from spadille.game.contracts import is_special
from spadille.words import N_, Words

SUITS = {
    Suit.SPADES: N_("spades"),
    Suit.HEARTS: N_("hearts"),
    Suit.DIAMONDS: N_("diamonds"),
    Suit.CLUBS: N_("clubs"),
}
RANKS = {"A": N_("ace"), "K": N_("king"), "Q": N_("queen"), "J": N_("jack"), "T": "10"}
JOKERS = {
    Card.BIG_JOKER: N_("big joker"),
    Card.LITTLE_JOKER: N_("little joker"),
    Card.THIRD_JOKER: N_("third joker"),
}
BIDS = {
    BidKind.NIL: N_("nil"),
    BidKind.BLIND_NIL: N_("blind nil"),
    BidKind.ONE_FOR_FIFTY: N_("1F (one for fifty)"),
    BidKind.TWO_FOR_FORTY: N_("2F (two for forty)"),
    BidKind.MOON: N_("shoot the moon"),
}


def suit(words: Words, suit: Suit) -> str:
    """A suit by its name."""
    return words.say(SUITS[suit])


def rank(words: Words, rank: str) -> str:
    """A rank by its name: ace, king … 10, 9."""
    return words.say(RANKS[rank]) if rank in "AKQJ" else RANKS.get(rank, rank)


def card(words: Words, card: Card) -> str:
    """A card by its name.

    >>> card(Words("en"), Card("AS")), card(Words("en"), Card("BJ"))
    ('ace of spades', 'big joker')
    """
    if card.printed_suit is None:
        return words.say(JOKERS[card])
    return words.say(
        "{rank} of {suit}", rank=rank(words, card.rank), suit=suit(words, card.printed_suit)
    )


def bid(words: Words, bid: Bid) -> str:
    """A bid as players say it.

    >>> bid(Words("en"), Bid(BidKind.BLIND, 6)), bid(Words("en"), Bid(BidKind.NUMBER, 4))
    ('blind 6', '4')
    """
    if bid.kind is BidKind.NUMBER:
        return str(bid.tricks)
    if bid.kind is BidKind.BLIND:
        return words.say("blind {tricks}", tricks=bid.tricks)
    return words.say(BIDS[bid.kind])


def short_bid(words: Words, said: Bid) -> str:
    """A bid where there is little room: 1F, 2F and SM without what they mean.

    >>> short_bid(Words("en"), Bid(BidKind.ONE_FOR_FIFTY)), short_bid(Words("en"), Bid(BidKind.NIL))
    ('1F', 'nil')
    """
    return str(said) if is_special(said) else bid(words, said)


def number(value: int) -> str:
    """A number with a real minus sign, as wide as a plus."""
    return f"{value}".replace("-", "\N{MINUS SIGN}")


def points(value: int) -> str:
    """Points with their sign.

    >>> points(52), points(0)
    ('+52', '0')
    """
    return f"+{value}" if value > 0 else number(value)


def listed(words: Words, items: Sequence[str]) -> str:
    """Items in a row: "a, b, c"."""
    return {"ja": "、"}.get(words.language, ", ").join(items)


def cards(words: Words, cards: Iterable[Card]) -> str:
    """Cards by their names, in a row."""
    return listed(words, [card(words, one) for one in cards])


def paragraph(words: Words, sentences: Iterable[str]) -> str:
    """Whole sentences as one paragraph; Japanese puts no spaces between them."""
    return ("" if words.language == "ja" else " ").join(filter(None, sentences))


def people(words: Words, seats: Iterable[int], names: Sequence[str], viewer: int | None) -> str:
    """Players in a row, at the beginning of a sentence: "You and Ada"; the viewer comes first."""
    order = sorted(seats, key=lambda seat: (seat != viewer, seat))
    shown = [
        words.say("You") if seat == viewer else words.say("{name}", name=names[seat])
        for seat in order
    ]
    if len(shown) < 2:
        return "".join(shown)
    if len(shown) == 2 and order[0] == viewer:
        return words.say("You and {last}", last=shown[-1])
    return words.say("{people} and {last}", people=listed(words, shown[:-1]), last=shown[-1])

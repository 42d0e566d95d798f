"""Asking: what a person types, turned into an action, a command, or a reason to ask again.

What cannot be read is refused here; what the rules forbid is left to the referee, who knows why.
"""

import re
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from spadille.cards import Card, CardError, Dialect, card
from spadille.cli.menu import choices
from spadille.cli.terminal import cut, plain
from spadille.game.actions import (
    AnyAction,
    AskUndo,
    Bid,
    BidKind,
    Claim,
    CutPile,
    GiveTurned,
    MakeBid,
    PassCards,
    PlayCard,
    Speak,
    StackPiles,
)
from spadille.game.state import Phase
from spadille.rules.choices import Zero
from spadille.view import View
from spadille.words import Words
from spadille.words import names as named
from spadille.words.commands import spoken


class Command(StrEnum):
    """What a person may ask of the program at any time."""

    HELP = "help"
    HINT = "hint"
    LAST = "last"
    SCORE = "score"
    HISTORY = "history"
    RULES = "rules"
    TABLE = "table"
    LEAVE = "leave"


class Unclear(NamedTuple):
    """Something that could not be read, and how it could be written."""

    message: str


Aside = Command | AskUndo | Claim
Answer = AnyAction | Command | Unclear | None

_ASIDES: tuple[tuple[Aside, str, str], ...] = (
    (Command.HELP, "help", "?"),
    (Command.HINT, "hint", "i"),
    (Command.LAST, "last", "l"),
    (Command.SCORE, "score", "s"),
    (Command.HISTORY, "history", "h"),
    (Command.RULES, "rules", "rules"),
    (Command.TABLE, "table", "table"),
    (Command.LEAVE, "leave", "x"),
    (AskUndo(), "undo", "u"),
    (Claim(), "claim", "c"),
)
"""What may be typed at any time: what its words are called, and its key."""
_RANKS = {"10", *"23456789jqka"}
"""Ranks that may be typed alone; t might be a slip."""
_NAMED_BIDS = {
    "nil": BidKind.NIL,
    "n": BidKind.NIL,
    "bn": BidKind.BLIND_NIL,
    "b0": BidKind.BLIND_NIL,
    "bnil": BidKind.BLIND_NIL,
    "blindnil": BidKind.BLIND_NIL,
    "dn": BidKind.BLIND_NIL,
    "doublenil": BidKind.BLIND_NIL,
    "1f": BidKind.ONE_FOR_FIFTY,
    "2f": BidKind.TWO_FOR_FORTY,
    "sm": BidKind.MOON,
    "moon": BidKind.MOON,
    "shootthemoon": BidKind.MOON,
}


def read_bid(text: str, zero: Zero = Zero.NIL) -> Bid | None:
    """A bid as people write it; None if it is none.

    >>> [str(read_bid(text)) for text in ("4", "nil", "0", "bn", "b6", "blind 7", "1F", "sm")]
    ['4', 'nil', 'nil', 'blind nil', 'blind 6', 'blind 7', '1F', 'SM']
    """
    written = plain(text)
    named = re.sub(r"[ _-]", "", written)
    if named in _NAMED_BIDS:
        return Bid(_NAMED_BIDS[named])
    found = re.fullmatch(r"(?:(b|blind)[ _-]?)?([0-9]{1,3})", written)
    if found is None:
        return None
    tricks = int(found[2])
    if found[1]:
        return Bid(BidKind.BLIND, tricks)
    return Bid(BidKind.NIL) if tricks == 0 and zero is Zero.NIL else Bid(BidKind.NUMBER, tricks)


@cache
def _by_word(language: str) -> dict[str, Aside]:
    """What may be typed at any time, by key and word, in English and another language."""
    return {
        plain(word): wish
        for wish, name, key in _ASIDES
        for word in (key, *spoken(Words(language), name))
    }


def aside(words: Words, typed: str) -> Aside | Unclear | None:
    """What may be typed at any time; None if it is something else.

    >>> aside(Words("en"), "Scores"), aside(Words("en"), "7")
    (<Command.SCORE: 'score'>, None)
    """
    text = plain(typed)
    if text == "q":
        return Unclear(words.say("q is no command here; x saves the game and leaves."))
    return _by_word(words.language).get(text)


def _numbers(text: str) -> list[int] | None:
    """Whole numbers with anything plain between them."""
    if not re.fullmatch(r"[0-9]{1,3}([ ,;/+]+[0-9]{1,3})*", text):
        return None
    return [int(part) for part in re.findall(r"[0-9]+", text)]


def _several(text: str) -> list[Card] | None:
    try:
        return [card(part) for part in text.replace(",", " ").split()]
    except CardError:
        return None


def _of_rank(view: View, rank: str) -> tuple[list[Card], list[Card]]:
    """The cards of a rank that the viewer holds, and those of them that may be played."""
    held = list(dict.fromkeys(view.hand or ()))
    held = [one for one in held if one.rank == rank and one.printed_suit is not None]
    return held, [one for one in held if PlayCard(one) in view.legal]


def _read_rank(words: Words, view: View, typed: str) -> Answer:
    """A rank alone: the card that it must mean, or the question which one."""
    shown = plain(typed).upper()
    held, legal = _of_rank(view, "T" if shown == "10" else shown)
    if len(legal) > 1:
        cards = [one.symbol for one in legal]
        first, last = named.listed(words, cards[:-1]), cards[-1]
        return Unclear(words.say("Which one: {first} or {last}?", first=first, last=last))
    if shown == "Q" and legal:  # q is what many programs are left with
        queen = legal[0]
        name = named.card(words, queen)
        return Unclear(
            words.say("Queen or quit? {sign} plays the {card}, x leaves.", sign=queen, card=name)
        )
    if shown == "Q":
        return aside(words, typed)
    if not held:
        return Unclear(words.say("You hold no {rank}.", rank=shown))
    return PlayCard((legal or held)[0])


def _read_play(words: Words, view: View, typed: str) -> Answer:
    text = plain(typed)
    if text in _RANKS:
        return _read_rank(words, view, typed)
    try:
        return PlayCard(card(text.replace(" ", ""), Dialect.ENGLISH))
    except CardError:
        return Unclear(
            words.say(
                "{text} is no card: write rank and suit, as in AS, 10H or BJ.", text=cut(typed)
            )
        )


def _read_pass(words: Words, text: str) -> Answer:
    cards = _several(text)
    if cards is None:
        return Unclear(words.say("Write the cards that you pass, as in AS 10H."))
    return PassCards(tuple(cards))


def _read_talk(words: Words, text: str) -> Answer:
    numbers = _numbers(text)
    if numbers is None or len(numbers) != 2:
        return Unclear(words.say("Write two numbers, sure and possible tricks, as in 3 2."))
    return Speak(*numbers)


def _read_cut(words: Words, view: View, text: str) -> Answer:
    """A step of the French cut: a size, who gets what, or an order of piles."""
    numbers = _numbers(text)
    if any(isinstance(action, CutPile) for action in view.legal):
        if numbers is None or len(numbers) != 1:
            return Unclear(words.say("Write a number of cards."))
        return CutPile(numbers[0])
    count = view.rules.table.seats
    whole = numbers is not None and sorted(numbers) == list(range(1, count + 1))
    if any(isinstance(action, GiveTurned) for action in view.legal):
        cards = _several(text)
        if cards is not None:
            return GiveTurned(tuple(cards))
        if not whole or numbers is None:
            return Unclear(
                words.say("Write the numbers 1 to {count}, each once, in some order.", count=count)
            )
        return GiveTurned(tuple(view.turned[number - 1] for number in numbers))
    if not whole or numbers is None:
        return Unclear(
            words.say("Write the numbers 1 to {count}, each once, in some order.", count=count)
        )
    return StackPiles(tuple(number - 1 for number in numbers))


def _read_bid(words: Words, view: View, typed: str) -> Answer:
    bid = read_bid(typed, view.rules.auction.zero)
    if bid is None:
        text = cut(typed)
        return Unclear(
            words.say("{text} is no bid: write a number, or a word of the menu.", text=text)
        )
    return MakeBid(bid)


def _from_menu(words: Words, view: View, text: str) -> AnyAction | None:
    """An entry of the menu, by its key, by its text, or by its place where no numbers are bid."""
    entries = [choice for choice in choices(words, view) if choice.action is not None]
    for choice in entries:
        if text in choice.keys:
            return choice.action
    asked = view.legal and not any(
        isinstance(action, MakeBid | Speak | PassCards | CutPile | GiveTurned | StackPiles)
        for action in view.legal
    )
    if asked and text.isascii() and text.isdigit() and 1 <= int(text[:3]) <= len(entries):
        return entries[int(text[:3]) - 1].action
    return None


def parse(words: Words, view: View, typed: str) -> Answer:
    """Read what a person typed when asked; None if it was nothing."""
    text = plain(typed)
    if not text:
        return None
    chosen = _from_menu(words, view, text)
    if chosen is not None:
        return chosen
    if text == "q" and any(isinstance(action, PlayCard) for action in view.legal):
        return _read_rank(words, view, typed)
    wish = aside(words, typed)
    if wish is not None:
        return wish
    if view.claimer is None and view.undoer is None:
        return _read_step(words, view, typed)
    return _keys_only(words, view)


def _read_step(words: Words, view: View, typed: str) -> Answer:
    """What the present step asks for, typed out."""
    text = plain(typed)
    if view.phase is Phase.PLAY:
        return _read_play(words, view, typed)
    if view.phase is Phase.CUT:
        return _read_cut(words, view, text)
    kinds = {type(action) for action in view.legal}
    if MakeBid in kinds:
        return _read_bid(words, view, typed)
    if Speak in kinds:
        return _read_talk(words, text)
    if PassCards in kinds:
        return _read_pass(words, text)
    return _keys_only(words, view)


def _keys_only(words: Words, view: View) -> Unclear:
    keys = ", ".join(choice.keys[0] for choice in choices(words, view))
    return Unclear(words.say("Type one of {keys}.", keys=keys))

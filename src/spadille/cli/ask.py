"""Asking: what a person types, turned into an action, a command, or a reason to ask again.

What cannot be read is refused here; what the rules forbid is left to the referee, who knows why.
"""

import re
from enum import StrEnum
from typing import NamedTuple

from spadille.cards import Card, CardError, Dialect, card
from spadille.cli.menu import choices
from spadille.cli.typed import plain
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


class Command(StrEnum):
    """What a person may ask of the program at any time."""

    HELP = "?"
    LAST = "l"
    SCORE = "s"
    HISTORY = "h"
    RULES = "rules"
    LEAVE = "x"


class Unclear(NamedTuple):
    """Something that could not be read, and how it could be written."""

    message: str


Answer = AnyAction | Command | Unclear | None

_COMMANDS = {
    "?": Command.HELP,
    "help": Command.HELP,
    "l": Command.LAST,
    "last": Command.LAST,
    "s": Command.SCORE,
    "score": Command.SCORE,
    "h": Command.HISTORY,
    "history": Command.HISTORY,
    "rules": Command.RULES,
    "x": Command.LEAVE,
    "exit": Command.LEAVE,
    "quit": Command.LEAVE,
}
_REQUESTS: dict[str, AnyAction] = {
    "c": Claim(),
    "claim": Claim(),
    "u": AskUndo(),
    "undo": AskUndo(),
}
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


def _numbers(text: str) -> list[int] | None:
    """Whole numbers with anything plain between them."""
    if not re.fullmatch(r"[0-9]{1,3}([ ,;/+]+[0-9]{1,3})*", text):
        return None
    return [int(part) for part in re.findall(r"[0-9]+", text)]


def _one_card(view: View, text: str) -> Card | None:
    """A card, or its rank alone where only one card of that rank may be played."""
    try:
        return card(text.replace(" ", ""), Dialect.ENGLISH)
    except CardError:
        rank = text.upper().replace("10", "T")
        legal = [a.card for a in view.legal if isinstance(a, PlayCard) and a.card.rank == rank]
        return legal[0] if len(legal) == 1 else None


def _several(text: str) -> list[Card] | None:
    try:
        return [card(part) for part in text.replace(",", " ").split()]
    except CardError:
        return None


def _read_play(words: Words, view: View, text: str) -> Answer:
    found = _one_card(view, text)
    if found is not None:
        return PlayCard(found)
    if text in {"q", "a", "k", "j", "t", "10", *"23456789"}:
        return Unclear(
            words.say("Say which one: rank and suit, as in {example}.", example=f"{text}s")
        )
    return Unclear(
        words.say("{text} is no card: write rank and suit, as in AS, 10H or BJ.", text=text)
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


def _read_bid(words: Words, view: View, text: str) -> Answer:
    bid = read_bid(text, view.rules.auction.zero)
    if bid is None:
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
        isinstance(action, MakeBid | Speak | CutPile | GiveTurned | StackPiles)
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
    if text in _COMMANDS:
        return _COMMANDS[text]
    if text in _REQUESTS:
        return _REQUESTS[text]
    if view.phase is Phase.PLAY and view.claimer is None and view.undoer is None:
        return _read_play(words, view, text)
    if any(isinstance(action, MakeBid) for action in view.legal):
        return _read_bid(words, view, text)
    if any(isinstance(action, Speak) for action in view.legal):
        return _read_talk(words, text)
    if any(isinstance(action, PassCards) for action in view.legal):
        return _read_pass(words, text)
    if view.phase is Phase.CUT:
        return _read_cut(words, view, text)
    keys = ", ".join(choice.keys[0] for choice in choices(words, view))
    return Unclear(words.say("Type one of {keys}.", keys=keys))


def command(typed: str) -> Command | None:
    """A command typed where nothing is to be decided."""
    return _COMMANDS.get(plain(typed))

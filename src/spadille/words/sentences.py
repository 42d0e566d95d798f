"""Sentences about a game: reasons, cards, bids, actions, events, prompts and score sheets."""

from collections.abc import Sequence

from spadille.cards import Card, Suit
from spadille.game.actions import AnyAction, Bid, Reason
from spadille.game.events import AnyEvent, EndCause, Line
from spadille.rules import Rules
from spadille.view import View, sees
from spadille.words import Words


def reason(words: Words, reason: Reason) -> str:
    """Why an action is refused, and what to do instead: a full sentence."""
    return words.say(reason.value)


def card(words: Words, card: Card) -> str:
    """A card by its name, as in "ace of spades"."""
    return words.say(card.symbol)


def suit(words: Words, suit: Suit) -> str:
    """A suit by its name."""
    return words.say(suit.name.lower())


def bid(words: Words, bid: Bid) -> str:
    """A bid as players say it, as in "blind 6"."""
    return words.say(str(bid))


def action(words: Words, action: AnyAction) -> str:
    """An action as an entry of a menu, as in "Play the ace of spades"."""
    return words.say(str(type(action).__name__))


def event(  # noqa: PLR0913 - who is named how, and who reads it
    words: Words,
    event: AnyEvent,
    names: Sequence[str],
    viewer: int | None = None,
    *,
    rules: Rules,
    players: Sequence[int] | None = None,
) -> str | None:
    """One sentence for what happened; None for what says nothing or may not be told.

    `names` are by seat, `viewer` is the seat that reads ("You bid 4."); `players` are the players
    by seat, where a draw has seated them.
    """
    del rules, players, names
    return words.say(type(event).__name__) if sees(event, viewer) else None


def prompt(words: Words, view: View) -> str:
    """What the seat of a view has to do now."""
    return words.say(view.phase.value)


def line(words: Words, line: Line, names: Sequence[str]) -> str:
    """What a line of the score sheet is for; its points stand beside it."""
    del names
    return words.say(line.kind.value)


def cause(words: Words, cause: EndCause) -> str:
    """Why a game or match is over: a full sentence."""
    return words.say(cause.value)

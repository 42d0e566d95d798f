"""The menu: what the person may do now, with the key for each choice."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.table import Table
from rich.text import Text

from spadille.cli.terminal import paint, plain
from spadille.cli.wrap import Prose
from spadille.game.actions import (
    AnswerBlind,
    AnswerClaim,
    AnswerUndo,
    AnyAction,
    AskUndo,
    Bid,
    BidKind,
    Claim,
    ComeOut,
    CutPile,
    DeclineExchange,
    Draw,
    GiveTurned,
    Look,
    MakeBid,
    PassCards,
    PlayCard,
    Speak,
    StackPiles,
    StaySilent,
)
from spadille.game.deck import deck_of
from spadille.view import View
from spadille.words import Words, commands, sentences
from spadille.words.commands import SPOKEN
from spadille.words.pays import pays


class Choice(NamedTuple):
    """One entry: what may be typed for it (the first is shown), and what it does.

    `action` is None for entries that stand for many, such as a range of numbers.
    """

    keys: tuple[str, ...]
    text: str
    action: AnyAction | None = None


_YES, _NO = ("y", "yes"), ("n", "no")
_BIDS = {
    BidKind.NIL: ("nil", "n"),
    BidKind.BLIND_NIL: ("bn", "blind nil", "b0"),
    BidKind.ONE_FOR_FIFTY: ("1f",),
    BidKind.TWO_FOR_FORTY: ("2f",),
    BidKind.MOON: ("sm", "moon"),
}
_FREE = (PlayCard, Speak, PassCards, CutPile, GiveTurned, StackPiles, Claim, AskUndo)
"""Actions that are typed out, or that are asked for at any time."""


def _keys(action: AnyAction) -> tuple[str, ...]:
    """What may be typed for an action, the shown key first."""
    match action:
        case AnswerBlind(agree) | AnswerClaim(agree) | AnswerUndo(agree):
            return _YES if agree else _NO
        case ComeOut(out):
            return ("out", *_YES) if out else ("stay", *_NO)
        case Draw(keep):
            return ("k", "keep", *_YES) if keep else ("r", "reject", *_NO)
        case Look():
            return ("look", "l")
        case StaySilent():
            return ("-", "silent", *_NO)
        case DeclineExchange():
            return ("no", "n", "d", "decline")
        case MakeBid(bid):
            return _BIDS.get(bid.kind, ())
        case _:
            return ()


def span(numbers: Sequence[int]) -> str:
    """Numbers in rising order, in short.

    >>> span([1, 2, 3, 5, 7, 8])
    '1–3, 5, 7–8'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _number_choices(words: Words, view: View, bids: list[Bid]) -> list[Choice]:
    """The numbers, in one entry for the open and one for the blind ones."""
    found = []
    numbers = [bid.tricks for bid in bids if bid.kind is BidKind.NUMBER]
    if numbers:
        text = pays(words, view.rules, Bid(BidKind.NUMBER, numbers[0]))
        found.append(Choice((span(numbers),), text))
    blind = [bid.tricks for bid in bids if bid.kind is BidKind.BLIND]
    if blind:
        most = f" … b{blind[-1]}" if len(blind) > 1 else ""
        paid = pays(words, view.rules, Bid(BidKind.BLIND, blind[0]))
        text = words.say("blind, {pays}", pays=paid)
        found.append(Choice((f"b{blind[0]}{most}",), text))
    return found


def _proposal(words: Words, view: View, bids: list[Bid]) -> list[Choice]:
    """The entry that accepts the partner's number."""
    side = view.side
    proposed = None if side is None else view.sides[side].proposed
    if proposed is None or proposed not in bids:
        return []
    text = words.say("accept your partner's {bid}", bid=sentences.bid(words, proposed))
    return [Choice(spoken(words, _YES), text, MakeBid(proposed))]


def spoken(words: Words, keys: tuple[str, ...]) -> tuple[str, ...]:
    """Keys, with those that the reader's language adds."""
    own = (plain(word) for key in keys if key in SPOKEN for word in commands.spoken(words, key))
    return (*keys, *own)


def yes_or_no(words: Words, typed: str) -> bool | None:
    """The answer to a question; None if it is neither.

    >>> [yes_or_no(Words("en"), text) for text in ("Y", "no", "perhaps")]
    [True, False, None]
    """
    text = plain(typed)
    if text in spoken(words, _YES):
        return True
    return False if text in spoken(words, _NO) else None


def choices(words: Words, view: View, names: Sequence[str] = ()) -> tuple[Choice, ...]:
    """The menu of a decision; claims and taking back are not in it, they have keys of their own."""
    bids = [action.bid for action in view.legal if isinstance(action, MakeBid)]
    found = _proposal(words, view, bids) if view.step is not None else []
    for action in view.legal:
        keys = spoken(words, _keys(action))
        if isinstance(action, MakeBid) and keys:
            said = sentences.bid(words, action.bid)
            found.append(
                Choice(
                    (*keys, plain(said)), f"{said}: {pays(words, view.rules, action.bid)}", action
                )
            )
        elif keys:
            said = sentences.action(words, action)
            found.append(Choice((*keys, plain(said)), said, action))
    found += _number_choices(words, view, bids)
    return (*found, *_typed(words, view, names))


def _typed(words: Words, view: View, names: Sequence[str]) -> list[Choice]:
    """How actions that are typed out are written."""
    kinds = {type(action) for action in view.legal}
    found = []
    if Speak in kinds:
        found.append(Choice(("3 2",), words.say("3 sure and 2 possible tricks")))
    if PassCards in kinds:
        size = next(len(action.cards) for action in view.legal if isinstance(action, PassCards))
        example = " ".join(held.value.lower() for held in (view.hand or ())[-size:])
        text = words.many("pass {n} card, such as these", "pass {n} cards, such as these", size)
        found.append(Choice((example,), text))
    if CutPile in kinds:
        usual = len(deck_of(view.rules).pack) // view.rules.table.seats
        found.append(Choice((str(usual),), words.say("cards in this pile; this is the usual size")))
    if GiveTurned in kinds:
        order = " ".join(str(place) for place in range(1, len(view.turned) + 1))
        turned = ", ".join(f"{n} = {card.symbol}" for n, card in enumerate(view.turned, 1))
        text = words.say(
            "the cards for {names}, in this order; {cards}", names=", ".join(names), cards=turned
        )
        found.append(Choice((order,), text))
    if StackPiles in kinds:
        order = " ".join(str(place) for place in range(1, len(view.piles) + 1))
        text = words.say("the piles from the top; this is as they lie")
        found.append(Choice((order,), text))
    return found


def menu(words: Words, view: View, names: Sequence[str] = ()) -> Table | None:
    """The menu as it is shown; None where there is nothing to choose from but cards."""
    found = choices(words, view, names)
    if not found:
        return None
    grid = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    grid.add_column(no_wrap=True)
    grid.add_column()
    for choice in found:
        grid.add_row(Text("  " + choice.keys[0], style="bold"), Prose(paint(choice.text)))
    return grid


def other_keys(words: Words, view: View) -> str:
    """The keys that work now besides the choices, in one line."""
    parts = ["?  " + words.say("help"), "i  " + words.say("hint")]
    if view.tricks:
        parts.append("l  " + words.say("last trick"))
    if AskUndo() in view.legal:
        parts.append("u  " + words.say("take back"))
    if Claim() in view.legal:
        parts.append("c  " + words.say("claim the rest"))
    parts.append("x  " + words.say("leave"))
    return " · ".join(parts)

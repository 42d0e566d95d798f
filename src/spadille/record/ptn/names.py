"""The names of PTN: which tags there are and how actions are spelt."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from spadille.cards import CardError, card
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
from spadille.game.events import SideResult
from spadille.game.state import Phase
from spadille.record.errors import RecordError

COMPASS_PLAYERS: Final = ("North", "East", "South", "West")
PLAYERS: Final = tuple(f"Player{number}" for number in range(6))
MATCH_TAGS: Final = (
    *("Rules", "RulesKey", "GameOptionsJson", "HeaderJson"),
    *COMPASS_PLAYERS,
    *PLAYERS,
)
"""Tags that stand in the first block and hold for the whole match."""

SECTIONS: Final = {
    Phase.CUT: "Cut",
    Phase.DRAW: "Draw",
    Phase.AUCTION: "Auction",
    Phase.EXCHANGE: "Exchange",
    Phase.PLAY: "Play",
}
"""The section of each phase in which players act."""

RESULT_TAGS: Final = ("Result", "Score", "Total", "Bags")
DEAL_TAGS: Final = (
    *("Round", "Board", "DrawnCards", "ShownCards", "Seats", "Dealer", "Pack", "Deal"),
    *SECTIONS.values(),
    "Asides",
    *RESULT_TAGS,
)
"""Tags of a single deal."""

ASIDES: Final = (Claim, AnswerClaim, AskUndo, AnswerUndo)

_FIXED: Final[dict[str, AnyAction]] = {
    "keep": Draw(keep=True),
    "reject": Draw(keep=False),
    "look": Look(),
    "agree": AnswerBlind(agree=True),
    "refuse": AnswerBlind(agree=False),
    "silent": StaySilent(),
    "out": ComeOut(out=True),
    "stay": ComeOut(out=False),
    "decline": DeclineExchange(),
    "nil": MakeBid(Bid(BidKind.NIL)),
    "bn": MakeBid(Bid(BidKind.BLIND_NIL)),
    "1f": MakeBid(Bid(BidKind.ONE_FOR_FIFTY)),
    "2f": MakeBid(Bid(BidKind.TWO_FOR_FORTY)),
    "sm": MakeBid(Bid(BidKind.MOON)),
    "claim": Claim(),
    "claim-yes": AnswerClaim(agree=True),
    "claim-no": AnswerClaim(agree=False),
    "undo": AskUndo(),
    "undo-yes": AnswerUndo(agree=True),
    "undo-no": AnswerUndo(agree=False),
}
_WORDS: Final = {action: word for word, action in _FIXED.items()}
_CAPITAL: Final = ("bn", "1f", "2f", "sm")


def action_text(action: AnyAction) -> str:
    """An action as one word.

    >>> action_text(MakeBid(Bid(BidKind.BLIND, 6))), action_text(Speak(3, 2))
    ('B6', '3+2')
    """
    word = _WORDS.get(action)
    if word is not None:
        return word.upper() if word in _CAPITAL else word
    match action:
        case MakeBid(Bid(BidKind.BLIND, tricks)):
            return f"B{tricks}"
        case MakeBid(Bid(_, tricks)):
            return str(tricks)
        case Speak(sure, possible):
            return f"{sure}+{possible}"
        case PlayCard(played):
            return str(played)
        case CutPile(size):
            return f"pile:{size}"
        case GiveTurned(given):
            return f"give:{','.join(given)}"
        case StackPiles(piles):
            return f"stack:{','.join(map(str, piles))}"
        case PassCards(passed):
            return f"pass:{','.join(passed)}"
        case _:
            raise AssertionError(action)


_NUMBER = "([0-9]{1,3})"
_CARDS = "([^,:]{1,4}(?:,[^,:]{1,4})*)"
_SPELLINGS: Final[tuple[tuple[re.Pattern[str], Callable[[Any], AnyAction]], ...]] = (
    (re.compile(f"b{_NUMBER}"), lambda found: MakeBid(Bid(BidKind.BLIND, int(found[1])))),
    (re.compile(_NUMBER), lambda found: MakeBid(Bid(BidKind.NUMBER, int(found[1])))),
    (
        re.compile(rf"{_NUMBER}\+{_NUMBER}"),
        lambda found: Speak(int(found[1]), int(found[2])),
    ),
    (re.compile(f"pile:{_NUMBER}"), lambda found: CutPile(int(found[1]))),
    (
        re.compile("stack:([0-9](?:,[0-9])*)"),
        lambda found: StackPiles(tuple(map(int, found[1].split(",")))),
    ),
    (
        re.compile(f"give:{_CARDS}"),
        lambda found: GiveTurned(tuple(card(word) for word in found[1].split(","))),
    ),
    (
        re.compile(f"pass:{_CARDS}"),
        lambda found: PassCards(tuple(card(word) for word in found[1].split(","))),
    ),
)


def action_of(word: str) -> AnyAction:
    """Read an action; raises `RecordError` if the word is none.

    >>> action_of("B6").bid.tricks, action_of("S10").card
    (6, <Card.ST: 'TS'>)
    """
    plain = word.lower()
    if plain in _FIXED:
        return _FIXED[plain]
    try:
        for spelling, make in _SPELLINGS:
            found = spelling.fullmatch(plain)
            if found is not None:
                return make(found)
        return PlayCard(card(word))
    except CardError:
        raise RecordError(
            "{word!r} is no action; cards are written like AS or TD, bids like 4, nil, BN or B6",
            word=word[:40],
        ) from None


def result_tags(results: Sequence[SideResult]) -> dict[str, str]:
    """The tags that say how a deal ended, by side: tricks, points, score and bags after it."""
    if not results:
        return {}
    return {
        "Result": " ".join(str(result.tricks) for result in results),
        "Score": " ".join(f"{result.points:+d}" for result in results),
        "Total": " ".join(str(result.score) for result in results),
        "Bags": " ".join(str(result.bags) for result in results),
    }

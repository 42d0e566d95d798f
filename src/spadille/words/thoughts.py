"""What a searching bot thinks of a decision, in sentences: what it would do, and why."""

from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import NamedTuple, Protocol

from spadille.game import actions as ac
from spadille.game.actions import AnyAction
from spadille.game.state import Phase
from spadille.view import View
from spadille.words import N_, Words
from spadille.words import names as named
from spadille.words.outlooks import Prospect, fears

REACH = 0.03
"""Alternatives that are worth so much less at most are within reach."""
MOST = 5
"""So many alternatives are told, the best ones."""
NOISE = 1.0
"""Values so many standard errors apart are told apart.

Errors are those of single values; the same worlds make differences surer than that.
"""

DEEDS: dict[type[ac.Action], str] = {
    ac.Look: N_("I would look at the cards."),
    ac.StaySilent: N_("I would say nothing."),
    ac.DeclineExchange: N_("I would decline the exchange."),
    ac.Claim: N_("I would claim all the remaining tricks."),
    ac.AskUndo: N_("I would ask to take back the last decision."),
}
ANSWERS: dict[type[ac.Action], tuple[str, str]] = {
    ac.Draw: (N_("I would keep the card."), N_("I would reject the card.")),
    ac.AnswerBlind: (
        N_("I would agree to the blind bid."),
        N_("I would refuse the blind bid."),
    ),
    ac.ComeOut: (N_("I would come out to 10."), N_("I would stay with the blind bid.")),
    ac.AnswerClaim: (N_("I would agree to the claim."), N_("I would refuse the claim.")),
    ac.AnswerUndo: (N_("I would agree to taking back."), N_("I would refuse taking back.")),
}


class Worth(Protocol):
    """What an alternative is worth."""

    @property
    def mean(self) -> float:
        """The worth by which alternatives are ranked: the chance to win, and a part for points."""

    @property
    def error(self) -> float:
        """One standard error of it."""

    @property
    def chance(self) -> float:
        """The chance to win the match, 0 to 1."""

    @property
    def points(self) -> float:
        """The points by which the side gets ahead in the deal."""


class Considered(Protocol):
    """A decision with its reasons, as `spadille.bots.strong.Thought`."""

    @property
    def action(self) -> AnyAction:
        """What is best."""

    @property
    def values(self) -> Mapping[AnyAction, Worth]:
        """The alternatives that were tried; none where nothing was."""

    @property
    def forced(self) -> bool:
        """Whether nothing else is legal."""

    @property
    def outlook(self) -> Prospect | None:
        """What may be expected of the deal."""


class Advice(NamedTuple):
    """What a bot would do, and its reasons, each a full sentence."""

    deed: str
    reasons: tuple[str, ...]


def advice(words: Words, thought: Considered, view: View, names: Sequence[str]) -> Advice:
    """A thought in sentences, for the player whose view it was made from; `names` are by seat."""
    return Advice(deed(words, thought.action, names), tuple(_reasons(words, thought, view, names)))


def _reasons(words: Words, thought: Considered, view: View, names: Sequence[str]) -> Iterator[str]:
    if thought.forced:
        yield words.say("Nothing else is legal.")
        return
    if not thought.values:
        yield words.say("That is a rule of thumb; nothing was tried out for it.")
        return
    best = ranking(thought)
    if len(best) > 1:
        shown = [f"{short(words, view, action)} ({_told(worth)})" for action, worth in best]
        yield words.say(
            "Chance to win the match, and points ahead in this deal: {values}.",
            values=named.listed(words, shown),
        )
        alike = _alike([worth for _, worth in best])
        if alike == len(best):
            yield words.say("They are too close to be told apart.")
        elif alike > 1:
            yield words.say("The first {n} are too close to be told apart.", n=alike)
    else:
        chance = percent(thought.values[thought.action].chance)
        yield words.say("The chance to win the match is {chance}.", chance=chance)
        if view.phase is Phase.PLAY and len(thought.values) == 1:
            yield words.say("Your other legal cards are worth the same.")
    if thought.outlook is not None:
        yield from fears(words, thought.outlook, thought.action, view, names)


def ranking(thought: Considered) -> list[tuple[AnyAction, Worth]]:
    """The alternatives within reach, the best first; the next best one if none is within reach."""
    chosen = thought.action
    found = sorted(thought.values.items(), key=lambda entry: (entry[0] != chosen, -entry[1].mean))
    top = found[0][1].mean
    near = [entry for entry in found[:MOST] if entry[1].mean >= top - REACH]
    return near if len(near) > 1 else found[:2]


def _alike(worths: Sequence[Worth]) -> int:
    """How many of the first ones are too close to tell which is best."""
    top = worths[0]
    for place, worth in enumerate(worths):
        if top.mean - worth.mean > NOISE * hypot(top.error, worth.error):
            return place
    return len(worths)


def _told(worth: Worth) -> str:
    return f"{percent(worth.chance)}, {worth.points:+.0f}".replace("-", "\N{MINUS SIGN}")


def percent(chance: float) -> str:
    """A chance in percent.

    >>> percent(0.5038), percent(1.004)
    ('50.4%', '100.0%')
    """
    return f"{100 * min(max(chance, 0.0), 1.0):.1f}%"


def deed(words: Words, action: AnyAction, names: Sequence[str]) -> str:
    """What one would do, as a full sentence; `names` are by seat.

    >>> deed(Words("en"), ac.Draw(keep=True), [])
    'I would keep the card.'
    """
    match action:
        case ac.Draw(yes) | ac.AnswerBlind(yes) | ac.ComeOut(yes):
            return words.say(ANSWERS[type(action)][not yes])
        case ac.AnswerClaim(yes) | ac.AnswerUndo(yes):
            return words.say(ANSWERS[type(action)][not yes])
        case ac.MakeBid(bid):
            return words.say("I would bid {bid}.", bid=named.bid(words, bid))
        case ac.PlayCard(card):
            return words.say("I would play the {card}.", card=named.card(words, card))
        case ac.PassCards(cards):
            return words.say("I would pass: {cards}.", cards=named.cards(words, cards))
        case ac.Speak(sure, possible):
            return words.say(
                "I would say: {sure} sure, {possible} possible.", sure=sure, possible=possible
            )
        case ac.CutPile(size):
            return words.many(
                "I would cut off a pile of {n} card.", "I would cut off a pile of {n} cards.", size
            )
        case ac.GiveTurned(cards):
            gifts = [
                words.say("{name}: {card}", name=name, card=named.card(words, card))
                for name, card in zip(names, cards, strict=True)
            ]
            return words.say(
                "I would give the cards out so: {cards}.", cards=named.listed(words, gifts)
            )
        case ac.StackPiles(piles):
            order = named.listed(words, [str(pile + 1) for pile in piles])
            return words.say("I would stack the piles, from the top: {order}.", order=order)
        case _:
            return words.say(DEEDS[type(action)])


def short(words: Words, view: View, action: AnyAction) -> str:
    """An action in a list of alternatives: as short as it can be told from the others.

    Cards are written with their signs.
    """
    match action:
        case ac.MakeBid(bid):
            return named.short_bid(words, bid)
        case ac.PlayCard(card):
            return card.symbol
        case ac.PassCards(cards) | ac.GiveTurned(cards):
            return " ".join(card.symbol for card in cards)
        case ac.Draw(keep):
            return words.say("keep") if keep else words.say("reject")
        case ac.AnswerBlind(agree):
            return words.say("agree") if agree else words.say("refuse")
        case ac.ComeOut(out):
            bound = view.sides[view.side or 0].bid
            if out or bound is None:
                return words.say("come out")
            return named.bid(words, bound)
        case ac.Look():
            return words.say("look")
        case _:
            return words.say("decline")


__all__ = ["Advice", "Considered", "advice", "deed", "percent", "ranking", "short"]

"""Sentences about a game: reasons, cards, bids, actions, events, prompts and score sheets."""

from collections.abc import Sequence

from spadille.cards import Card
from spadille.game import actions as ac
from spadille.game.actions import AnyAction, PassCards
from spadille.game.auction import Step
from spadille.game.contracts import FIXED
from spadille.game.deck import deck_of
from spadille.game.events import Line, LineKind
from spadille.game.state import Phase
from spadille.rules.choices import Bidding
from spadille.view import View
from spadille.words import N_, Words
from spadille.words import names as named
from spadille.words.happenings import event
from spadille.words.names import bid, card, suit
from spadille.words.reasons import reason
from spadille.words.telling import cause

DEEDS: dict[type[ac.Action], str] = {
    ac.Look: N_("Look at your cards"),
    ac.StaySilent: N_("Say nothing"),
    ac.DeclineExchange: N_("Decline the exchange"),
    ac.Claim: N_("Claim all the remaining tricks"),
    ac.AskUndo: N_("Ask to take back your last decision"),
}
ANSWERS: dict[type[ac.Action], tuple[str, str]] = {
    ac.Draw: (N_("Keep the card"), N_("Reject the card")),
    ac.AnswerBlind: (N_("Agree to the blind bid"), N_("Refuse the blind bid")),
    ac.ComeOut: (N_("Come out to 10"), N_("Stay with the blind bid")),
    ac.AnswerClaim: (N_("Agree to the claim"), N_("Refuse the claim")),
    ac.AnswerUndo: (N_("Agree to taking back"), N_("Refuse taking back")),
}


def action(words: Words, action: AnyAction) -> str:
    """An action as an entry of a menu.

    >>> action(Words("en"), ac.Draw(keep=True))
    'Keep the card'
    """
    match action:
        case ac.Draw(yes) | ac.AnswerBlind(yes) | ac.ComeOut(yes):
            return words.say(ANSWERS[type(action)][not yes])
        case ac.AnswerClaim(yes) | ac.AnswerUndo(yes):
            return words.say(ANSWERS[type(action)][not yes])
        case ac.CutPile(size):
            return words.many("Cut off a pile of {n} card", "Cut off a pile of {n} cards", size)
        case ac.GiveTurned(cards):
            return words.say(
                "Give out, from the first seat on: {cards}", cards=named.cards(words, cards)
            )
        case ac.StackPiles(piles):
            order = named.listed(words, [str(pile + 1) for pile in piles])
            return words.say("Stack the piles, from the top: {order}", order=order)
        case ac.MakeBid(made):
            return words.say("Bid {bid}", bid=bid(words, made))
        case ac.Speak(sure, possible):
            return words.say("Say: {sure} sure, {possible} possible", sure=sure, possible=possible)
        case PassCards(cards):
            return words.say("Pass: {cards}", cards=named.cards(words, cards))
        case ac.PlayCard(played):
            return words.say("Play the {card}", card=card(words, played))
        case _:
            return words.say(DEEDS[type(action)])


def prompt(words: Words, view: View) -> str:
    """What the seat of a view has to do now."""
    if view.phase is Phase.OVER:
        return words.say("The match is over.")
    if view.seat is None or view.seat not in view.to_act:
        return words.say("Another player has to act.")
    if view.undoer is not None:
        return words.say("A player wants to take back the last decision. Do you agree?")
    if view.claimer is not None:
        return words.say("An opponent claims all the remaining tricks. Do you agree?")
    if view.phase is Phase.CUT:
        return _cut_prompt(words, view)
    if view.phase is Phase.DRAW:
        assert view.top is not None
        return words.say(
            "The top card is the {card}. Keep it, or reject it and take the next one?",
            card=card(words, view.top),
        )
    if view.phase is Phase.EXCHANGE:
        return _exchange_prompt(words, view)
    return _bid_prompt(words, view) if view.phase is Phase.AUCTION else _play_prompt(words, view)


def _cut_prompt(words: Words, view: View) -> str:
    kinds = {type(action) for action in view.legal}
    if ac.CutPile in kinds:
        return words.say(
            "Pile {pile} of {piles}: how many cards do you cut off?",
            pile=len(view.piles) + 1,
            piles=view.rules.table.seats,
        )
    if ac.GiveTurned in kinds:
        return words.say("Who gets which of the cards turned up?")
    return words.say("In which order do you stack the piles again?")


def _bid_prompt(words: Words, view: View) -> str:
    side = view.sides[view.rules.seat_side(view.seat or 0)]
    if view.step is Step.LOOK_OR_BLIND:
        return words.say("Do you look at your cards, or bid blind?")
    if view.step is Step.ANSWER_BLIND:
        assert side.proposed is not None
        proposed = bid(words, side.proposed)
        return words.say("Your partner proposes {bid}. Do you agree?", bid=proposed)
    if view.step is Step.TALK:
        return words.say("How many sure and how many possible tricks do you announce, if any?")
    if view.step is Step.COME_OUT:
        assert side.bid is not None
        bound = bid(words, side.bid)
        return words.say("Your side bid {bid}. Come out to an open 10, or stay?", bid=bound)
    if view.rules.auction.bidding is Bidding.BY_SEAT:
        return words.say("How many tricks do you bid?")
    if side.proposed is None:
        return words.say("Which number do you propose to your partner?")
    proposed = bid(words, side.proposed)
    return words.say(
        "Your partner proposed {bid}. Which contract do you name for your side?", bid=proposed
    )


def _exchange_prompt(words: Words, view: View) -> str:
    size = next(len(action.cards) for action in view.legal if isinstance(action, PassCards))
    if ac.DeclineExchange() in view.legal:
        return words.many(
            "Choose {n} card to pass to your partner, or decline the exchange.",
            "Choose {n} cards to pass to your partner, or decline the exchange.",
            size,
        )
    return words.many(
        "Choose {n} card to pass to your partner.",
        "Choose {n} cards to pass to your partner.",
        size,
    )


def _play_prompt(words: Words, view: View) -> str:
    if not view.trick:
        if view.must_lead is not None and not view.tricks:
            return words.say("Lead the {card}.", card=card(words, view.must_lead))
        return words.say("You lead. Which card do you play?")
    deck = deck_of(view.rules)
    led = deck.led_suit(list(view.trick))
    if led is None:
        return words.say("Junk was led. Which card do you play?")
    if any(deck.suit_of[own] is led for own in view.hand or ()):
        return words.say("Follow suit ({suit}). Which card do you play?", suit=suit(words, led))
    return words.say(
        "You have none of the suit led ({suit}). Which card do you play?", suit=suit(words, led)
    )


NIL_LINES = {
    LineKind.NIL_MADE: N_("{name}: nil made"),
    LineKind.NIL_FAILED: N_("{name}: nil failed ({tricks})"),
    LineKind.BLIND_NIL_MADE: N_("{name}: blind nil made"),
    LineKind.BLIND_NIL_FAILED: N_("{name}: blind nil failed ({tricks})"),
}
CONTRACT_LINES = {
    LineKind.CONTRACT_MADE: N_("Bid {bid}: made ({tricks})"),
    LineKind.CONTRACT_FAILED: N_("Bid {bid}: failed ({tricks})"),
    LineKind.TOO_MANY_BAGS: N_("Bid {bid}: failed by too many tricks ({tricks})"),
}


def line(words: Words, line: Line, names: Sequence[str]) -> str:
    """What a line of the score sheet is for; its points stand beside it.

    >>> line(Words("en"), Line(LineKind.BAGS, 2, tricks=2), [])
    '2 bags'
    """
    count = line.tricks or 0
    tricks = words.many("{n} trick", "{n} tricks", count)
    if line.kind in NIL_LINES:
        assert line.seat is not None
        return words.say(NIL_LINES[line.kind], name=names[line.seat], tricks=tricks)
    if line.kind in CONTRACT_LINES:
        assert line.bid is not None
        wanted = FIXED.get(line.bid.kind, count)
        if count > wanted:  # neither failed nor what was bid
            return words.say("{bid}: {tricks}", bid=line.bid, tricks=tricks)
        return words.say(CONTRACT_LINES[line.kind], bid=bid(words, line.bid), tricks=tricks)
    if line.kind is LineKind.UNBID:
        return words.say("Without a bid ({tricks})", tricks=tricks)
    if line.kind is LineKind.BAGS:
        return words.many("{n} bag", "{n} bags", count)
    if line.kind is LineKind.BAG_PENALTY:
        return words.many("Penalty for {n} bag", "Penalty for {n} bags", count)
    return _award_line(words, line)


def _award_line(words: Words, line: Line) -> str:
    """Award jacks: they pay, take bags off, or cancel each other (rules 10.15 to 10.17)."""
    cards = named.cards(words, line.cards)
    hearts = line.cards.count(Card("JH"))
    if not line.points and len(line.cards) > 1:
        return words.say("Award jacks cancel each other: {cards}", cards=cards)
    if hearts:
        return words.many(
            "Award jacks: {cards} ({n} bag less)",
            "Award jacks: {cards} ({n} bags less)",
            hearts,
            cards=cards,
        )
    return words.say("Award jacks: {cards}", cards=cards)


__all__ = ["action", "bid", "card", "cause", "event", "line", "prompt", "reason", "suit"]

"""The simple bot, by rules of thumb: every rule set, every decision, no search."""

from spadille.bots import blind, claims, opening, passing
from spadille.bots.bidding import Auction
from spadille.bots.playing import play
from spadille.game.actions import AnswerClaim, AnswerUndo, AnyAction
from spadille.game.auction import Step
from spadille.game.state import Phase
from spadille.view import View


class SimpleBot:
    """A player by rules of thumb; the same view gives the same action, whatever the seed.

    It agrees to every wish to undo and to claims that are certain, and makes none itself.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def act(self, view: View) -> AnyAction:
        """Choose one of `view.legal`."""
        if view.undoer is not None:
            return AnswerUndo(agree=True)
        if view.claimer is not None:
            return AnswerClaim(claims.is_certain(view))
        if view.phase is Phase.PLAY:
            return play(view)
        if view.phase is Phase.AUCTION:
            return speak(view)
        if view.phase is Phase.EXCHANGE:
            return passing.exchange(view)
        return opening.draw(view) if view.phase is Phase.DRAW else opening.cut(view)


def speak(view: View) -> AnyAction:
    """Whatever the auction asks for."""
    if view.step is Step.LOOK_OR_BLIND:
        return blind.look_or_blind(view)
    if view.step is Step.ANSWER_BLIND:
        return blind.answer(view)
    auction = Auction(view)
    if view.step is Step.TALK:
        return auction.talk()
    if view.step is Step.COME_OUT:
        return auction.come_out()
    return auction.choose()

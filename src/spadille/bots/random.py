"""The random bot: any legal action, never a claim or a wish to undo of its own."""

import random

from spadille.game.actions import AnyAction, AskUndo, Claim
from spadille.view import View


class RandomBot:
    """Choose evenly among the legal actions; the same view and seed give the same action."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def act(self, view: View) -> AnyAction:
        """Choose one of `view.legal`."""
        actions = [action for action in view.legal if not isinstance(action, Claim | AskUndo)]
        return random.Random(f"{self.seed}/{view.seat}/{view.log}").choice(actions)

"""The bots at a table: each by its player, and what happens when one fails."""

from collections.abc import Mapping

from spadille.bots import Bot, make
from spadille.bots.simple import SimpleBot
from spadille.cli.terminal import Terminal
from spadille.game.actions import AnswerUndo, AnyAction
from spadille.game.events import AnyEvent
from spadille.table import Table
from spadille.view import View
from spadille.words import Words


class TableBots:
    """The bots of a match by player. Where one fails the simple bot acts, and that is told once."""

    def __init__(
        self, words: Words, terminal: Terminal, names: Mapping[int, str], seed: int
    ) -> None:
        self.words, self.terminal = words, terminal
        self.names = dict(names)
        self.bots: dict[int, Bot] = {
            player: make(name, seed + player) for player, name in names.items()
        }
        self.failed: set[str] = set()

    def step(self, table: Table) -> list[AnyEvent] | None:
        """Let the first bot act whose turn it is; None if no bot has to act."""
        for seat in sorted(table.to_act):
            player = table.state.players[seat]
            if player in self.bots:
                return table.act(seat, self._choose(player, table.view(seat)))
        return None

    def _choose(self, player: int, view: View) -> AnyAction:
        """What a bot does; bots always agree to take back."""
        agree = AnswerUndo(agree=True)
        if agree in view.legal:
            return agree
        try:
            action = self.bots[player].act(view)
        except Exception as error:  # noqa: BLE001 - a bot is anybody's code
            self._complain(self.names[player], f"{type(error).__name__}: {error}")
        else:
            if action in view.legal:
                return action
            self._complain(self.names[player], str(action))
        return SimpleBot(view.log).act(view)

    def _complain(self, name: str, why: str) -> None:
        if name not in self.failed:
            self.failed.add(name)
            self.terminal.show(
                self.words.say(
                    "The bot {name} failed ({why}); the simple bot acts for it.", name=name, why=why
                )
            )

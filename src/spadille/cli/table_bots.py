"""The bots at a table: each by its player, and what is said when one fails."""

from collections.abc import Mapping
from functools import partial

from spadille.bots import bot_seed, make
from spadille.bots.guard import Failure, Guard
from spadille.cli.terminal import Terminal
from spadille.game.events import AnyEvent
from spadille.table import Table
from spadille.words import Words


class TableBots:
    """The bots of a match by player. Where one fails the simple bot acts, and that is told once."""

    def __init__(
        self, words: Words, terminal: Terminal, names: Mapping[int, str], seed: int
    ) -> None:
        self.words, self.terminal = words, terminal
        self.bots = {
            player: Guard(make(name, bot_seed(seed, player)), partial(self._complain, name))
            for player, name in names.items()
        }
        self.failed: set[str] = set()

    def step(self, table: Table) -> list[AnyEvent] | None:
        """Let the first bot act whose turn it is; None if no bot has to act."""
        for seat in sorted(table.to_act):
            player = table.players[seat]
            if player in self.bots:
                return table.act(seat, self.bots[player].act(table.view(seat)))
        return None

    def advance(self, table: Table) -> list[AnyEvent]:
        """Let a bot act where nobody else has to: the match goes on, or somebody has erred."""
        events = self.step(table)
        assert events, "no bot has to act"
        return events

    def _complain(self, name: str, failure: Failure) -> None:
        if name in self.failed:
            return
        self.failed.add(name)
        self.terminal.show(
            self.words.say(
                "The bot {name} failed: {why}. The simple bot acts for it.",
                name=name,
                why=self._why(failure),
            )
        )

    def _why(self, failure: Failure) -> str:
        """What went wrong, and where in the bot's code."""
        if failure.error is None:
            return self.words.say("{answer} is not legal", answer=failure.answer)
        error = f"{type(failure.error).__name__}: {failure.error}".partition("\n")[0]
        if not failure.file:
            return error
        return self.words.say(
            "{error} ({file}, line {line})", error=error, file=failure.file, line=failure.line
        )

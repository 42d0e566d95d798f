"""The guard around bots: whatever they do, the table gets a legal action."""

from spadille.bots import Bot, make
from spadille.bots.guard import Failure, Guard
from spadille.game.actions import AnswerUndo, AnyAction, AskUndo, Look
from spadille.rules import load
from spadille.table import Table, seeded
from spadille.view import View


class Raises:
    """A bot that raises two calls deep."""

    def act(self, view: View) -> AnyAction:
        return self._choose({}, view)

    def _choose(self, empty: dict[int, AnyAction], view: View) -> AnyAction:
        return empty[view.seat or 0]


class Looks:
    """A bot that always looks."""

    def act(self, view: View) -> AnyAction:
        assert view.legal
        return Look()


def guarded(bot: Bot, table: Table) -> tuple[AnyAction, list[Failure]]:
    """What a guarded bot does, and what went wrong."""
    failures: list[Failure] = []
    action = Guard(bot, failures.append).act(table.view(min(table.to_act)))
    return action, failures


def test_a_bot_that_raises_is_replaced_and_its_line_is_named() -> None:
    table = Table(load("standard"), seeded(1))
    action, (failure,) = guarded(Raises(), table)
    assert action in table.legal(min(table.to_act))
    assert isinstance(failure.error, KeyError)
    assert failure.file == "test_guard.py"
    code = Raises._choose.__code__  # noqa: SLF001
    assert failure.line == code.co_firstlineno + 1


def test_an_answer_that_is_not_legal_is_replaced_and_told() -> None:
    table = Table(load("standard"), seeded(1))
    action, (failure,) = guarded(Looks(), table)
    assert action in table.legal(min(table.to_act))
    assert failure == Failure(answer="Look()")


def test_a_bot_that_plays_by_the_rules_is_left_alone() -> None:
    table = Table(load("standard"), seeded(1))
    action, failures = guarded(make("simple"), table)
    assert action == make("simple").act(table.view(min(table.to_act)))
    assert not failures


def test_every_wish_to_undo_is_agreed_to_without_asking_the_bot() -> None:
    table = Table(load("standard"), seeded(1))
    while True:
        seat = min(table.to_act)
        if AskUndo() in table.legal(seat):
            break
        table.act(seat, make("simple").act(table.view(seat)))
    table.act(seat, AskUndo())
    assert guarded(Raises(), table) == (AnswerUndo(agree=True), [])

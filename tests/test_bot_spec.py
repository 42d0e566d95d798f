"""Bots as they are written: a name, `module:Class`, and options."""

import pickle

import pytest

from spadille.bots import BotError, make
from spadille.bots.spec import read
from spadille.bots.strong import MediumBot, StrongBot
from spadille.game.actions import AnyAction
from spadille.rules import load
from spadille.table import Table, seeded
from spadille.view import View


class Choosy:
    """A bot with options of every kind."""

    def __init__(  # noqa: PLR0913 - one of each kind
        self,
        seed: int,
        *,
        limit: int = 100,
        share: float = 0.5,
        exact: bool = True,
        name: str = "x",
        book: str | None = None,
    ) -> None:
        if limit < 1:
            raise ValueError("limit must be at least 1")
        self.made = (seed, limit, share, exact, name, book)

    def act(self, view: View) -> AnyAction:
        return view.legal[0]


CHOOSY = "test_bot_spec:Choosy"


@pytest.mark.parametrize(
    ("options", "made"),
    [
        ("", (7, 100, 0.5, True, "x", None)),
        ("()", (7, 100, 0.5, True, "x", None)),
        ("(limit=20)", (7, 20, 0.5, True, "x", None)),
        (" ( limit = 20 , share=1 ) ", (7, 20, 1, True, "x", None)),
        ("(exact=off,name=12,book=a b)", (7, 100, 0.5, False, "12", "a b")),
    ],
)
def test_options_are_handed_over_as_values(options: str, made: tuple[object, ...]) -> None:
    bot = make(CHOOSY + options, 7)
    assert vars(bot) == {"made": made}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (f"{CHOOSY}(depth=2)", "has no option depth; there are limit, share, exact, name, book."),
        (f"{CHOOSY}(limit=many)", "limit of the bot test_bot_spec:Choosy cannot be many; its"),
        (f"{CHOOSY}(limit=1.5)", "its default is 100."),
        (f"{CHOOSY}(exact=1)", "cannot be 1; its default is True."),
        (f"{CHOOSY}(limit=0)", "cannot be made: ValueError: limit must be at least 1"),
        (f"{CHOOSY}(limit=1,limit=2)", "is given its option limit twice."),
        (f"{CHOOSY}(limit)", "write NAME or NAME(option=value,…)."),
        (f"{CHOOSY}(limit=1", "write NAME or NAME(option=value,…)."),
        (f"{CHOOSY}(limit=1)x", "write NAME or NAME(option=value,…)."),
        ("", "write NAME or NAME(option=value,…)."),
        ("simple(limit=1)", "The bot simple has no options."),
        ("strong(world=1)", "The bot strong has no option world; there are proposals, worlds,"),
        ("strong(worlds=many)", "option worlds of the bot strong cannot be many; its default is"),
        ("easy(worlds=1.5)", "option worlds of the bot easy cannot be 1.5; its default is"),
        ("strong(policy=1)", "option policy of the bot strong cannot be 1; its default is True."),
        ("strong(worlds=0)", "The option worlds cannot be 0; it takes 1 to 100000."),
        ("strong(worlds=100001)", "The option worlds cannot be 100001; it takes 1 to 100000."),
        ("strong(exact=-1)", "The option exact cannot be -1; it takes 0 to 100000."),
        ("strong(blur=nan)", "The option blur cannot be nan; it takes 0 to 100000."),
        ("simpel", "There is no bot simpel; there are "),
        ("nowhere:Bot", "The bot nowhere:Bot cannot be imported: ModuleNotFoundError: "),
    ],
)
def test_what_is_wrong_with_a_bot_is_said(text: str, sentence: str) -> None:
    with pytest.raises(BotError) as raised:
        make(text)
    assert sentence in str(raised.value)
    copy = pickle.loads(pickle.dumps(raised.value))  # noqa: S301 - our own bytes
    assert str(copy) == str(raised.value)


def test_a_registered_bot_may_be_written_with_brackets() -> None:
    assert type(make("random()")) is type(make("random"))
    assert read("a:B(c=d)").options == {"c": "d"}


def test_the_searching_bots_take_options_and_work_with_the_least() -> None:
    bot = make("medium(proposals=1,worlds=1,batches=1,rehearsals=1,policy=off,blur=0)")
    assert isinstance(bot, MediumBot)
    assert (bot.effort.worlds, bot.effort.policy, bot.effort.bid_weights) == (1, False, False)
    table = Table(load("standard"), seeded(1))
    for _ in range(9):
        seat = min(table.to_act)
        table.act(seat, bot.act(table.view(seat)))
    with pytest.raises(BotError, match="There is no option depth; there are proposals, worlds,"):
        StrongBot(1, depth=2)


@pytest.mark.parametrize("seed", [0, -1, 2**63, 2**64 - 1, 10**30])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    """At a table and in a contest seeds are hashed to 64 bits."""
    table = Table(load("standard"), seeded(1))
    view = table.view(min(table.to_act))
    assert make("strong(proposals=20,rehearsals=20)", seed).act(view) in view.legal

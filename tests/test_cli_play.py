"""Whole games at the terminal, by people who type what is legal, and what they see."""

from pathlib import Path

import pytest
from cli_person import Person, sit_down, typed

from spadille.cli.ask import Command, Unclear, parse
from spadille.cli.choose import choose_rules
from spadille.cli.screen import hand
from spadille.cli.session import Leave
from spadille.game.actions import AskUndo, Claim, PlayCard
from spadille.game.events import DealScored, Undone
from spadille.game.state import Phase
from spadille.record import GameFile, check
from spadille.rules import Rules, change, load, names
from spadille.rules import parse as parse_rules
from spadille.table import Table, seeded
from spadille.view import View
from spadille.words import LANGUAGES, Words

MORE = (
    "new_york(cut=french)",
    "standard(nil_exchange=2)",
    "standard(bidding=second_names_total,zero=number,blind_nil=off)",
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own folder is touched."""
    monkeypatch.setenv("SPADILLE_HOME", str(tmp_path))


def short(text: str, deals: int = 1) -> Rules:
    """A rule set whose match ends after one deal, or some."""
    return change(parse_rules(text), {"max_deals": deals, "tokens_to_win": 1, "max_games": 1})


@pytest.mark.parametrize("text", [*names(), *MORE])
def test_the_first_legal_choice_plays_a_whole_match(text: str) -> None:
    person = Person()
    unbid = parse_rules(text).auction.first_hand_bids_itself
    session = sit_down(person, short(text, 2 if unbid else 1))
    session.run(session.table.log)
    assert session.table.over
    assert "The match is over." in person.text
    assert person.text.count("Score sheet") == (2 if unbid else 1)


@pytest.mark.parametrize("text", [*names(), *MORE])
def test_any_legal_choice_plays_a_whole_match(text: str) -> None:
    person = Person(seed=7)
    unbid = parse_rules(text).auction.first_hand_bids_itself
    session = sit_down(person, short(text, 2 if unbid else 1), seed=3, auto_play=False)
    session.run(session.table.log)
    assert session.table.over
    assert check(GameFile.of(session.table.log, seed=3)) == []


@pytest.mark.parametrize("text", [*names(), *MORE])
def test_whatever_is_legal_can_be_typed(text: str) -> None:
    words, seen = Words("en"), 0

    class Reader(Person):
        def choose(self, view: View) -> object:  # type: ignore[override]
            nonlocal seen
            for action in view.legal[:20] + view.legal[-20:]:
                assert parse(words, view, typed(action)) == action
                assert parse(words, view, typed(action).upper()) == action
                seen += 1
            return super().choose(view)

    session = sit_down(Reader(seed=1), short(text), auto_play=False)
    session.run(session.table.log)
    assert seen > 13


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_fit_into_80_columns(language: str) -> None:
    from rich.cells import cell_len  # noqa: PLC0415

    person = Person(seed=2)
    session = sit_down(person, short("cutthroat_five"), language=language)
    session.run(session.table.log)
    assert max(cell_len(line) for line in person.text.splitlines()) <= 80


def test_a_single_legal_card_is_played_unless_that_is_turned_off() -> None:
    rules = change(load("standard"), {"max_deals": 1})
    alone, asked = Person(), Person()
    sit_down(alone, rules).run()
    sit_down(asked, rules, auto_play=False).run()
    assert "Your only legal card is played:" in alone.text
    assert "Your only legal card is played:" not in asked.text
    assert asked.prompts == 14  # a bid and 13 cards; nobody is behind in the first deal
    assert alone.prompts < asked.prompts


def test_every_trick_is_shown_before_what_follows() -> None:
    person = Person()
    session = sit_down(person, change(load("six_pairs"), {"max_deals": 1}))
    session.run()
    lines = [line for line in person.text.splitlines() if line.startswith("Trick ")]
    assert [line.split(":")[0] for line in lines] == [f"Trick {n}" for n in range(1, 9)]
    assert person.text.index("Trick 8") < person.text.index("Score sheet")


def test_undo_takes_back_ones_own_last_decision() -> None:
    class Undoer(Person):
        def read(self, prompt: str) -> str:
            assert self.session is not None
            view = self.session.view()
            asked = not any(isinstance(event, Undone) for event in self.session.table.log)
            if asked and len(view.tricks) == 3 and AskUndo() in view.legal:
                self.before = view
                return "u"
            if not asked and not hasattr(self, "after"):
                self.after = view
            return super().read(prompt)

    person = Undoer()
    session = sit_down(person, change(load("standard"), {"max_deals": 1}))
    session.run()
    assert session.table.over
    assert len(person.after.hand or ()) == len(person.before.hand or ()) + 1
    assert any(isinstance(action, PlayCard) for action in person.after.legal)


def test_undo_passes_over_cards_that_were_played_without_asking() -> None:
    class Undoer(Person):
        undone = 0

        def read(self, prompt: str) -> str:
            assert self.session is not None
            table = self.session.table
            count = sum(isinstance(event, Undone) for event in table.log)
            if (
                "only legal card" in self.text
                and not count
                and AskUndo() in self.session.view().legal
            ):
                return "u"
            if count and not self.undone:
                self.undone = count
                legal = self.session.view().legal
                assert sum(isinstance(action, PlayCard) for action in legal) > 1
            return super().read(prompt)

    person = Undoer()
    sit_down(person, change(load("standard"), {"max_deals": 1}), seed=4).run()
    assert person.undone >= 1


def test_nothing_to_take_back_is_said() -> None:
    person = Person(iter(["u", "c", "x"]))
    session = sit_down(person, load("standard"))
    with pytest.raises(Leave):
        session.run()
    assert (
        len(session.table.log) == len(Table(load("standard"), seeded(1)).log) + 2
    )  # two bids before


def test_illegal_input_says_why_and_asks_again() -> None:
    person = Person(
        iter(["99", "zz", "-1", "nan", "\N{REPLACEMENT CHARACTER}", "", "3", "2s", "x"])
    )
    session = sit_down(person, load("standard"), seed=12)
    with pytest.raises(Leave):
        session.run()
    for word in ("zz is no bid", "-1 is no bid", "nan is no bid"):
        assert word in person.text
    bid = session.view().seats[0].bid
    assert bid is not None
    assert bid.tricks == 3


def test_a_claim_is_asked_for_once_more_and_can_be_given_up() -> None:
    class Claimer(Person):
        def read(self, prompt: str) -> str:
            assert self.session is not None
            if "Claim?" in prompt:
                return "n"
            if Claim() in self.session.view().legal and "Claim?" not in self.asked:
                self.asked += "Claim?"
                return "claim"
            return super().read(prompt)

        asked = ""

    person = Claimer()
    session = sit_down(person, change(load("standard"), {"max_deals": 1}))
    session.run()
    assert person.asked
    assert "claimed" not in person.text


def test_what_is_asked_for_is_shown() -> None:
    class Asker(Person):
        left = ["l", "h", "s", "rules", "?"]  # noqa: RUF012

        def read(self, prompt: str) -> str:
            assert self.session is not None
            if self.left and len(self.session.view().tricks) == 2:
                return self.left.pop()
            return super().read(prompt)

    person = Asker()
    sit_down(person, change(load("standard"), {"max_deals": 1})).run()
    assert not person.left
    assert person.text.count("Trick 2:") == 3  # when it was taken, last trick, history
    assert "No deal of this game has been scored yet." in person.text
    assert "claim all the remaining tricks" in person.text


@pytest.mark.parametrize("text", ["?", "l", "s", "h", "rules", "x", "last", "Score", "QUIT"])
def test_commands_are_read(text: str) -> None:
    view = Table(load("standard"), seeded(1)).view(0)
    assert isinstance(parse(Words("en"), view, text), Command)


@pytest.mark.parametrize("text", ["", "  ", "\t"])
def test_nothing_typed_is_nothing(text: str) -> None:
    assert parse(Words("en"), Table(load("standard"), seeded(1)).view(0), text) is None


@pytest.mark.parametrize("text", ["b", "blind", "1e3", "4.0", "99999", "٣", "a" * 5000, "4 5"])
def test_what_cannot_be_read_is_refused(text: str) -> None:
    table = Table(load("standard"), seeded(1))
    view = table.view(min(table.to_act))
    assert isinstance(parse(Words("en"), view, text), Unclear)


def test_a_bot_that_fails_is_replaced() -> None:
    class Broken:
        def act(self, view: View) -> object:
            raise RuntimeError(f"no idea in seat {view.seat}")

    person = Person()
    session = sit_down(person, change(load("standard"), {"max_deals": 1}))
    session.bots.bots[2] = Broken()  # type: ignore[assignment]
    session.run()
    assert person.text.count("The bot simple failed") == 1
    assert any(isinstance(event, DealScored) for event in session.table.log)


def test_a_player_who_has_not_looked_is_told_to_look_first() -> None:
    person = Person(iter(["4", "b6", "look", "b6", "1f", "x"]))
    session = sit_down(person, load("cutthroat_4"), seed=12)
    with pytest.raises(Leave):
        session.run()
    assert "Look at your cards" in person.text
    assert str(session.view().seats[session.seat].bid) == "1F"
    for pays in ("+50, more: +10, else -50", "+40, more: +20, else -40", "+150, else -150"):
        assert pays in person.text


def test_the_chooser_takes_numbers_names_and_enter_and_asks_again() -> None:
    words = Words("en")
    assert choose_rules(words, Person(iter(["1"]))) == load("two_handed")
    assert choose_rules(words, Person(iter(["99", "foo", "standard(nil=50)"]))) == parse_rules(
        "standard(nil=50)"
    )
    person = Person(iter(["0", "standard(nil=x)", ""]))
    assert choose_rules(words, person) == load("standard")
    assert f"Type a number from 1 to {len(names())}." in person.text
    assert "option nil takes" in person.text
    with pytest.raises(EOFError):
        choose_rules(words, Person(iter([])))


@pytest.mark.parametrize("width", [20, 40, 200])
def test_any_width_will_do(width: int) -> None:
    person = Person()
    person.console.width = width
    session = sit_down(person, change(load("cutthroat_4"), {"max_deals": 1, "max_games": 1}))
    session.run()
    assert session.table.over


def test_without_colour_what_may_not_be_played_stands_in_brackets() -> None:
    table = Table(load("standard"), seeded(12))
    while not table.view(0).legal or table.view(0).phase is not Phase.PLAY:
        seat = min(table.to_act)
        table.act(seat, table.legal(seat)[1])
    view = table.view(0)
    legal = {action.card for action in view.legal if isinstance(action, PlayCard)}
    shown = hand(Words("en"), view).plain
    assert shown.count("(") == len(view.hand or ()) - len(legal) > 0
    assert [line[1] for line in shown.splitlines()] == ["♠", "♥", "♣", "♦"]

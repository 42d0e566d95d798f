"""Whole games at the terminal, by people who type what is legal, and what they see."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cli_person import Person, sit_down, typed

from spadille.cards import Card, cards
from spadille.cli.ask import Command, Unclear, aside, parse
from spadille.cli.choose import choose_rules
from spadille.cli.help import help_page, step
from spadille.cli.menu import yes_or_no
from spadille.cli.screen import board, hand, heading
from spadille.cli.session import Leave
from spadille.game.actions import AskUndo, Bid, BidKind, Claim, MakeBid, PlayCard, Reason
from spadille.game.events import DealScored, Undone
from spadille.game.state import Phase, Trick
from spadille.record import GameFile, check
from spadille.rules import Rules, change, load, names
from spadille.rules import parse as parse_rules
from spadille.table import Table, seeded
from spadille.view import View
from spadille.words import LANGUAGES, Words, sentences
from spadille.words.goals import goal, needs_text

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
    assert not session.decided
    assert "You have no bid or card in this deal" in person.text


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
    session.bots.bots[2].bot = Broken()  # type: ignore[assignment]
    session.run()
    assert person.text.count("The bot simple failed") == 1
    said = " ".join(person.text.split())
    assert re.search(r"RuntimeError: no idea in seat 2 \(test_cli_play.py, line \d+\)", said)
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


# a rank alone, words, and what is redrawn


def playing(hand: str, *, trick: str = "", rules: str = "standard", **more: Any) -> View:
    """A view of seat 0 to play from a hand to a trick; what follows suit, or all, is legal."""
    played, held = cards(trick), cards(hand)
    suit = played[0].printed_suit if played else None
    follow = [card for card in held if card.printed_suit is suit]
    return msgspec.structs.replace(
        Table(parse_rules(rules), seeded(1)).view(0),
        phase=Phase.PLAY,
        to_act=(0,),
        hand=held,
        trick=played,
        trick_seats=tuple(range(4 - len(played), 4)),
        legal=tuple(PlayCard(card) for card in follow or held),
        **{"spades_closed": False, **more},
    )


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("k", "Which one: K♠ or K♥?"),
        ("8", "You hold no 8."),
        ("10", PlayCard(Card("TH"))),
        ("t", "t is no card"),
        ("T", "T is no card"),
        ("q", "Queen or quit? QH plays the queen of hearts, x leaves."),
        ("qh", PlayCard(Card("QH"))),
        ("BLAH  blah", "BLAH blah is no card"),
        ("j", "You hold no J."),
    ],
)
def test_a_rank_alone_means_the_card_that_fits(text: str, answer: object) -> None:
    read = parse(Words("en"), playing("KS KH TH QH 3D"), text)
    if isinstance(answer, str):
        assert isinstance(read, Unclear)
        assert answer in read.message
    else:
        assert read == answer


def test_a_rank_alone_that_may_not_be_played_is_left_to_the_referee() -> None:
    view = playing("KS 5H QD", trick="2H")
    assert parse(Words("en"), view, "k") == PlayCard(Card("KS"))
    read = parse(Words("en"), view, "q")
    assert isinstance(read, Unclear)
    assert "x saves" in read.message


def test_a_held_card_that_is_illegal_is_refused_with_the_reason() -> None:
    person = Person()
    session = sit_down(person, change(load("standard"), {"max_deals": 1}))
    while session.view().phase is not Phase.PLAY or not session.view().legal:
        session._step()  # noqa: SLF001 - up to the first card
    view = session.view()
    legal = {action.card for action in view.legal if isinstance(action, PlayCard)}
    ranks = {card.rank for card in legal}
    barred = next(card for card in view.hand or () if card not in legal and card.rank not in ranks)
    answer = parse(Words("en"), view, "10" if barred.rank == "T" else barred.rank)
    if barred.rank != "Q":
        assert isinstance(answer, PlayCard)
        assert not session._act(view, answer)  # noqa: SLF001
        assert "follow suit" in person.text or "Spades may not be led" in person.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_words_of_its_own_for_what_may_be_typed(language: str) -> None:
    words = Words(language)
    for text in ("undo", "u", "last", "score", "scores", "quit", "exit", "leave", "x", "help"):
        assert isinstance(aside(words, text), Command | AskUndo)
    for text in ("table", "hand", "history", "rules", "claim", words.say("undo"), "?"):
        assert aside(words, text) is not None
    assert yes_or_no(words, words.say("yes")) is yes_or_no(words, "y") is True
    assert yes_or_no(words, words.say("no")) is yes_or_no(words, "n") is False


def test_enter_and_long_pages_show_the_table_again() -> None:
    for text, shown in (("", 2), ("table", 2), ("rules", 2), ("h", 2), ("s", 1), ("?", 1)):
        person = Person(iter([text, "x"]))
        with pytest.raises(Leave):
            sit_down(person, load("standard")).run()
        assert person.text.count("How many tricks do you bid?") == shown, text


@pytest.mark.parametrize("text", [*names(), *MORE])
def test_help_speaks_of_the_present_step_in_every_phase(text: str) -> None:
    class Reader(Person):
        def read(self, prompt: str) -> str:
            assert self.session is not None
            view = self.session.view()
            for language in LANGUAGES:
                assert 1 <= len(step(Words(language), view)) <= 4
            told.add(" ".join(step(Words("en"), view)))
            return super().read(prompt)

    told: set[str] = set()
    session = sit_down(Reader(seed=3), short(text), auto_play=False)
    session.run(session.table.log)
    assert len(told) > 2


def helped(view: View) -> str:
    person = Person()
    person.show(help_page(Words("en"), view))
    return person.text


def test_help_names_only_what_the_rules_have() -> None:
    strict = parse_rules("standard(claims=off,undo=off,blind_nil=off)")
    shown = helped(Table(strict, seeded(1)).view(0))
    assert "claim" not in shown
    assert "undo" not in shown
    assert "bn" not in shown
    assert "bj" not in shown
    assert "bj" in helped(Table(load("barmore"), seeded(1)).view(0))


def test_a_claim_question_is_asked_until_it_is_answered() -> None:
    person = Person(iter(["perhaps", "", "no"]))
    session = sit_down(person, load("standard"))
    view = msgspec.structs.replace(session.view(), legal=(Claim(),))
    assert not session._is_sure(view)  # noqa: SLF001
    assert person.prompts == 3
    assert "No claim is made" in person.text


def test_a_scored_deal_is_not_taken_back() -> None:
    person = Person(iter(["undo", "s", ""]))
    session = sit_down(person, load("standard"))
    person.interactive = True
    session._pause()  # noqa: SLF001
    assert "A deal that has been scored cannot be taken back." in person.text
    assert person.prompts == 3


# what the screen says


def headed(rules: str, tricks: int = 0, **more: Any) -> str:
    view = playing("KS", rules=rules, **more)
    lost = Trick(0, (), (), 0)
    person = Person()
    person.show(heading(Words("en"), msgspec.structs.replace(view, tricks=(lost,) * tricks)))
    return person.text


def test_the_heading_says_whether_spades_may_be_led() -> None:
    assert "spades are not broken" in headed("standard", spades_closed=True)
    assert "spades are broken" in headed("standard", broken=True)
    assert "spades may be led" in headed("new_york", 4)
    assert "spades may not be led yet" in headed("new_york", 1, spades_closed=True)
    assert "· spades" not in headed("standard(lead_spades=anytime)", 2)


@pytest.mark.parametrize(
    ("bid", "tricks", "said"),
    [
        (Bid(BidKind.ONE_FOR_FIFTY), 0, "1"),
        (Bid(BidKind.ONE_FOR_FIFTY), 1, "made: +50, no more"),
        (Bid(BidKind.ONE_FOR_FIFTY), 4, "made: +10"),
        (Bid(BidKind.TWO_FOR_FORTY), 3, "made: +20"),
        (Bid(BidKind.NUMBER, 3), 4, "made, 1 over"),
    ],
)
def test_special_bids_say_what_they_pay_now(bid: Bid, tricks: int, said: str) -> None:
    view = Table(load("cutthroat_4"), seeded(1)).view(0)
    seats = [msgspec.structs.replace(seat, bid=bid, tricks=tricks) for seat in view.seats]
    view = msgspec.structs.replace(view, seats=tuple(seats))
    assert needs_text(Words("en"), view.rules, goal(view, 0)) == said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in names() if load(name).side_count > 2])
def test_numbers_are_whole_however_little_room_is_left(name: str, language: str) -> None:
    words, view = Words(language), Table(load(name), seeded(1)).view(0)
    kinds = (BidKind.ONE_FOR_FIFTY, BidKind.BLIND_NIL, BidKind.MOON, BidKind.NIL)
    count = len(view.seats)
    seats = [
        msgspec.structs.replace(seat, bid=Bid(kinds[place % 4]), tokens=3)
        for place, seat in enumerate(view.seats)
    ]
    sides = [msgspec.structs.replace(side, score=-123, bags=7) for side in view.sides]
    played = msgspec.structs.replace(
        view,
        seats=tuple(seats),
        sides=tuple(sides),
        trick=(Card("TH"),) * (count - 1),
        trick_seats=tuple(range(1, count)),
        phase=Phase.PLAY,
        to_act=(0,),
    )
    person = Person()
    person.show(board(words, played, [words.say("You"), "Ada", "Bea", "Cal", "Dot", "Eli"][:count]))
    assert len(re.findall(r"7 +-123", person.text)) == view.rules.side_count
    assert all(words.say(text) in person.text for text in ("tricks", "bags", "score"))


def test_refusals_name_the_number() -> None:
    words, view = Words("en"), Table(load("standard"), seeded(1)).view(0)
    blind = MakeBid(Bid(BidKind.BLIND_NIL))
    said = sentences.reason(words, Reason.NOT_BEHIND, view, blind)
    assert f"{view.rules.auction.blind_nil_deficit} points behind" in said
    passing = msgspec.structs.replace(view, exchange_size=2)
    said = sentences.reason(words, Reason.EXCHANGE_COUNT, passing)
    assert said == "You pass exactly 2 cards; choose again."

"""What a bot would do and why, in sentences: deeds, values, what may fail."""

import re
from collections.abc import Mapping

import positions
import pytest
from cli_person import Person, sit_down
from positions import bids_of, hand_of, table_view
from readable import PEOPLE, check
from test_cli_play import MORE, short
from test_sentences import ACTIONS

from spadille.bots.effort import Value
from spadille.bots.strong import Thought
from spadille.bots.trial import Outlook
from spadille.cards import Card
from spadille.cli.session import Leave
from spadille.game import actions as ac
from spadille.game.actions import AnyAction, Bid, BidKind, MakeBid, PlayCard
from spadille.game.state import Phase
from spadille.rules import Rules, load, names, parse
from spadille.view import View
from spadille.words import LANGUAGES, Words, thoughts

EN = Words("en")
STANDARD = load("standard")
FOUR = MakeBid(Bid(BidKind.NUMBER, 4))
NIL = MakeBid(Bid(BidKind.NIL))
ASKED = "Chance to win the match, and points ahead in this deal: {values}."


def play(card: str) -> PlayCard:
    return PlayCard(Card(card))


def thought(
    values: Mapping[AnyAction, float],
    *,
    error: float = 0.001,
    outlook: Outlook | None = None,
) -> Thought:
    """A thought in favour of the first alternative."""
    worths = {one: Value(mean, error, mean, 100 * mean) for one, mean in values.items()}
    return Thought(next(iter(values)), worths, forced=False, outlook=outlook)


def playing(bids: str = "4 3 3 2", rules: Rules = STANDARD, taken: tuple[int, ...] = ()) -> View:
    seats = rules.table.seats
    return positions.playing(rules, "S:A H:KQ D:2", "", bids, taken or (0,) * seats)


def bidding(bids: str = "- 3 - -", rules: Rules = STANDARD) -> View:
    return table_view(rules, Phase.AUCTION, hand_of("S:A H:KQ D:2"), bids_of(bids), [FOUR, NIL])


def reasons(view: View, told: Thought, language: str = "en") -> list[str]:
    return [*thoughts.advice(Words(language), told, view, PEOPLE).reasons]


# What one would do


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_is_told_as_a_sentence(language: str) -> None:
    words = Words(language)
    said = {check(words, thoughts.deed(words, action, ("You", "Ada"))) for action in ACTIONS}
    assert len(said) == len(ACTIONS)
    assert all(text.endswith((".", "。")) for text in said)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "I would play the ace of spades."),
        ("ko", "스페이드 에이스 카드를 내는 것이 좋습니다."),
        ("ja", "スペードのエースを出すのがおすすめです。"),
    ],
)
def test_a_card_is_told_by_its_name(language: str, said: str) -> None:
    assert thoughts.deed(Words(language), play("AS"), PEOPLE) == said


def test_a_forced_action_has_no_other_reason() -> None:
    told = Thought(play("AS"), {}, forced=True, outlook=None)
    assert reasons(playing(), told) == ["Nothing else is legal."]


def test_a_rule_of_thumb_is_told_as_one() -> None:
    told = Thought(ac.StaySilent(), {}, forced=False, outlook=None)
    assert "rule of thumb" in reasons(bidding(), told)[0]


# What the alternatives are worth


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (
            {"AS": 0.61, "KH": 0.605, "QH": 0.59, "2D": 0.2},
            "A♠ (61.0%, +61), K♥ (60.5%, +60), Q♥ (59.0%, +59)",
        ),
        ({"AS": 0.61, "2D": 0.2, "KH": 0.3}, "A♠ (61.0%, +61), K♥ (30.0%, +30)"),
        ({"AS": 1.004, "2D": 0.999}, "A♠ (100.0%, +100), 2♦ (99.9%, +100)"),
        ({"AS": 0.002, "2D": -0.003}, "A♠ (0.2%, +0), 2♦ (0.0%, \N{MINUS SIGN}0)"),
    ],
)
def test_alternatives_within_reach_are_told_or_else_the_next_best(
    values: dict[str, float], said: str
) -> None:
    told = thought({play(card): worth for card, worth in values.items()}, error=0.0001)
    assert reasons(playing(), told) == [
        f"Chance to win the match, and points ahead in this deal: {said}."
    ]


def test_bids_are_told_as_short_as_in_the_table() -> None:
    bids = (Bid(BidKind.MOON), Bid(BidKind.ONE_FOR_FIFTY), Bid(BidKind.BLIND, 6))
    told = thought({MakeBid(bid): 0.5 for bid in bids})
    assert "SM (50.0%, +50), 1F (50.0%, +50), blind 6 (50.0%, +50)" in reasons(bidding(), told)[0]


def test_no_more_than_five_are_told() -> None:
    bids: dict[AnyAction, float] = {
        MakeBid(Bid(BidKind.NUMBER, n)): 0.5 - n / 1000 for n in range(1, 9)
    }
    (said,) = reasons(bidding(), thought(bids, error=0.0001))
    assert [found[0] for found in re.finditer(r"\d \(", said)] == [f"{n} (" for n in range(1, 6)]


@pytest.mark.parametrize(
    ("worths", "said"),
    [
        ((0.61, 0.609, 0.59), "The first 2 are too close to be told apart."),
        ((0.61, 0.609, 0.609), "They are too close to be told apart."),
        ((0.61, 0.608, 0.608), None),
    ],
)
def test_what_is_too_close_to_tell_is_said(worths: tuple[float, ...], said: str | None) -> None:
    told = thought(dict(zip((play("AS"), play("KH"), play("2D")), worths, strict=True)))
    assert reasons(playing(), told)[1:] == ([] if said is None else [said])


def test_cards_that_are_equals_are_no_alternatives() -> None:
    assert reasons(playing(), thought({play("AS"): 0.5})) == [
        "The chance to win the match is 50.0%.",
        "Your other legal cards are worth the same.",
    ]


# What may fail


def test_contracts_are_told_in_a_hundred_deals() -> None:
    outlook = Outlook(contracts=(0.88, 0.43), bags=(1.25, 0.5), nils={})
    told = thought({play("AS"): 0.6, play("2D"): 0.5}, outlook=outlook)
    assert reasons(playing(), told)[1:] == [
        "Your contract fails in 12 of 100 likely deals.",
        "The opponents make their contract in 43 of 100 likely deals.",
        "On average the deal brings your side 1.2 bags.",
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("ko", "내 계약은 있을 법한 딜 100번 중 12번 실패합니다."),
        ("ja", "あなたのコントラクトは、ありそうなディール100回のうち12回失敗します。"),
    ],
)
def test_it_is_told_in_other_languages(language: str, said: str) -> None:
    outlook = Outlook(contracts=(0.88, 1.0), bags=(0.0, 0.0), nils={})
    told = thought({play("AS"): 0.6, play("2D"): 0.5}, outlook=outlook)
    assert reasons(playing(), told, language)[1] == said


def test_nils_are_told_until_they_fail() -> None:
    outlook = Outlook(contracts=(1.0, 0.0), bags=(0.0, 0.0), nils={0: 0.92, 1: 0.0, 3: 0.998})
    view = playing("nil nil 5 nil", taken=(0, 1, 1, 0))
    told = thought({play("AS"): 0.6, play("2D"): 0.5}, outlook=outlook)
    assert reasons(view, told)[1:] == [
        "Your contract hardly ever fails.",
        "Your nil fails in 8 of 100 likely deals.",
        "The nil of Dot hardly ever fails.",
    ]


def test_a_contract_that_is_made_is_no_longer_told_of() -> None:
    outlook = Outlook(contracts=(1.0, 0.0), bags=(2.0, 0.0), nils={})
    told = thought({play("AS"): 0.6, play("2D"): 0.5}, outlook=outlook)
    assert reasons(playing("2 1 1 2", taken=(3, 0, 1, 0)), told)[1:] == [
        "The opponents' contract is as good as lost.",
        "On average the deal brings your side 2.0 bags.",
    ]
    lost = thought(
        {play("AS"): 0.6, play("2D"): 0.5},
        outlook=Outlook(contracts=(0.0, 1.0), bags=(0.0, 0.0), nils={}),
    )
    assert "Your contract is as good as lost." in reasons(playing(), lost)


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0.004, "Your opponent's contract is as good as lost."),
        (0.43, "Your opponent makes his contract in 43 of 100 likely deals."),
        (0.996, "Your opponent's contract hardly ever fails."),
    ],
)
def test_an_only_opponent_is_told_of(chance: float, said: str) -> None:
    outlook = Outlook(contracts=(1.0, chance), bags=(0.0, 0.0), nils={})
    told = thought({play("AS"): 0.6, play("2D"): 0.5}, outlook=outlook)
    view = playing("4 3", load("two_handed"))
    assert thoughts.advice(EN, told, view, PEOPLE[:2]).reasons[2:] == (said,)


def test_a_bid_is_told_with_what_it_risks() -> None:
    outlook = Outlook(contracts=(0.88, 1.0), bags=(1.0, 1.0), nils={0: 0.7})
    assert reasons(bidding(), thought({FOUR: 0.6, NIL: 0.5}, outlook=outlook))[1:] == [
        "With this bid the contract fails in 12 of 100 likely deals."
    ]
    assert reasons(bidding(), thought({NIL: 0.6, FOUR: 0.5}, outlook=outlook))[1:] == [
        "Your nil fails in 30 of 100 likely deals."
    ]


def test_players_for_themselves_are_told_of_one_by_one() -> None:
    outlook = Outlook(contracts=(0.9, 0.8, 0.7, 0.6), bags=(1.0, 0.0, 0.0, 0.0), nils={})
    told = thought({play("AS"): 0.6, play("2D"): 0.5}, outlook=outlook)
    contracts = " Bea (80), Cal (70), Dot (60)."
    assert reasons(playing(rules=load("solo_four")), told)[1:] == [
        "Your contract fails in 10 of 100 likely deals.",
        "In 100 likely deals the others make their contracts so often:" + contracts,
        "On average the deal brings you 1.0 bags.",
    ]


def test_where_nobody_bids_nothing_is_feared() -> None:
    outlook = Outlook(contracts=(1.0, 1.0), bags=(0.0, 0.0), nils={})
    told = thought({play("AS"): 0.6, play("2D"): 0.5}, outlook=outlook)
    view = table_view(STANDARD, Phase.DRAW, hand_of("S:A"), [None] * 4, [play("AS")])
    assert len(reasons(view, told)) == 1


# At the terminal


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_are_asked_for_in_every_language(language: str) -> None:
    person = Person(iter(["i", "hint", Words(language).say("hint"), "x"]))
    with pytest.raises(Leave):
        sit_down(person, STANDARD, language=language).run()
    assert person.text.count(Words(language).say(ASKED, values="")[:6]) == 3


@pytest.mark.parametrize("text", [*names(), *MORE])
def test_every_decision_gets_a_hint(text: str) -> None:
    """Every kind of decision once; asking leaves no trace in the log."""
    rules = short(text, 2 if parse(text).auction.first_hand_bids_itself else 1)

    kinds: set[object] = set()

    class Asker(Person):
        asked = 0

        def read(self, prompt: str) -> str:
            assert self.session is not None
            view = self.session.view()
            kind = view.phase, view.step, bool(view.trick), len({type(a) for a in view.legal})
            if kind not in kinds:
                kinds.add(kind)
                self.asked += 1
                before = len(self.session.table.log)
                self.session.adviser.tell(view, self.session.names)
                assert len(self.session.table.log) == before
            return super().read(prompt)

    person = Asker(seed=5)
    session = sit_down(person, rules, auto_play=False)
    session.run(session.table.log)
    assert "There is no hint here" not in person.text
    assert person.text.count("I would ") == person.asked > 1


def test_a_bot_that_fails_gives_no_hint_and_the_game_goes_on() -> None:
    class Broken:
        def think(self, view: View) -> Thought:
            raise RuntimeError(f"no idea in seat {view.seat}\nat all")

    person = Person(iter(["i", "3", "x"]))
    session = sit_down(person, STANDARD)
    session.adviser.__dict__["_bot"] = Broken()
    with pytest.raises(Leave):
        session.run()
    said = " ".join(person.text.split())
    assert "There is no hint here: the bot failed (RuntimeError: no idea in seat 0)." in said
    assert session.decided

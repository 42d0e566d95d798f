"""Every value of the options on exchanges and on the play of the cards (sections 8 and 9)."""

from registry import option
from scenario import Scenario, suited

from spadille.cards import Card, cards
from spadille.game.actions import DeclineExchange, PassCards, PlayCard, Reason
from spadille.game.state import Phase
from spadille.rules import Rules, value

BLIND = "standard(blind_nil_deficit=none)"


def to_exchange(rules: Rules, *texts: str) -> Scenario:
    """A deal after these bids; seat 0 holds ♠A ♥K ♥2, seat 2 ♦A ♦K ♦Q ♦J."""
    return Scenario(rules, {0: "AS KH 2H", 2: suited("D", "AKQJ")}).say(*texts)


@option("nil_exchange", 1, 2, 3, 4)
def test_cards_may_be_exchanged_for_a_nil(before: Rules, after: Rules) -> None:
    """Rules 8.1, 8.2 and 8.5."""
    bids = "nil", "3", "3", "3"
    assert to_exchange(before, *bids).state.phase is Phase.PLAY
    scenario = to_exchange(after, *bids)
    assert (scenario.state.phase, scenario.actor) == (Phase.EXCHANGE, 0)
    hand = scenario.table.view(0).hand
    assert hand is not None
    count = value(after, "nil_exchange")
    for size in range(1, 6):
        reason = None if size == count else Reason.EXCHANGE_COUNT
        assert scenario.reason(PassCards(hand[:size])) is reason
    assert to_exchange(after, "nil", "3", "nil", "3").state.phase is Phase.PLAY


@option("blind_nil_exchange", 0, 1, 3, 4, base=BLIND)
def test_cards_may_be_exchanged_for_a_blind_nil(before: Rules, after: Rules) -> None:
    """Rules 8.1 and 8.2."""
    for rules, count in ((before, 2), (after, value(after, "blind_nil_exchange"))):
        scenario = to_exchange(rules, "bn", "3", "3", "3")
        if count == 0:
            assert scenario.state.phase is Phase.PLAY
            continue
        assert (scenario.state.phase, scenario.actor) == (Phase.EXCHANGE, 0)
        sizes = {len(a.cards) for a in scenario.table.legal(0) if isinstance(a, PassCards)}
        assert sizes == {count}
        assert to_exchange(rules, "nil", "3", "3", "3").state.phase is Phase.PLAY


@option("exchange_mode", "simultaneous", base=BLIND)
def test_the_partner_gives_after_taking_up_or_at_once(before: Rules, after: Rules) -> None:
    """Rule 8.3."""
    given = PassCards(cards("AS KH"))
    back = PassCards(cards("AD KD"))
    scenario = to_exchange(before, "bn", "3", "3", "3")
    assert scenario.table.to_act == {0}
    scenario.act(given)
    assert scenario.table.to_act == {2}
    assert scenario.reason(given) is None  # the very cards that came
    scenario.act(back)
    assert scenario.table.view(0).received == back.cards
    scenario = to_exchange(after, "bn", "3", "3", "3")
    assert scenario.table.to_act == {0, 2}
    scenario.table.act(0, given)
    assert scenario.table.view(2).received is None
    assert scenario.reason(given, 2) is Reason.CARD_NOT_HELD
    scenario.table.act(2, back)
    assert scenario.table.view(2).received == given.cards
    assert scenario.state.phase is Phase.PLAY


@option("exchange_duty", "must", base=BLIND)
def test_the_nil_bidder_may_decline_or_not(before: Rules, after: Rules) -> None:
    """Rule 8.4: his partner never may."""
    for rules, reason in ((before, None), (after, Reason.EXCHANGE_DUTY)):
        scenario = to_exchange(rules, "bn", "3", "3", "3")
        assert scenario.reason(DeclineExchange()) is reason
        scenario.act(PassCards(cards("AS KH")))
        assert scenario.reason(DeclineExchange()) is Reason.NOT_NOW


@option("exchange_if_partner_nil", "off", base=BLIND)
def test_a_blind_nil_exchanges_with_an_open_nil_or_not(before: Rules, after: Rules) -> None:
    """Rule 8.5: two blind nils never do."""
    scenario = to_exchange(before, "bn", "3", "nil", "3")
    assert (scenario.state.phase, scenario.actor) == (Phase.EXCHANGE, 0)
    assert to_exchange(after, "bn", "3", "nil", "3").state.phase is Phase.PLAY
    assert to_exchange(after, "bn", "3", "3", "3").state.phase is Phase.EXCHANGE
    for rules in (before, after):
        assert to_exchange(rules, "bn", "3", "bn", "3").state.phase is Phase.PLAY


# Seat 3 deals. Seat 2 holds the lowest club, seat 3 two others.
CLUBS = {
    0: suited("H", "AKQJT98765432"),
    1: suited("S", "AKQJT98765432"),
    2: "2C KC " + suited("D", "AKQJT987654"),
}


def at_play(rules: Rules, hands: dict[int, str]) -> Scenario:
    """A deal in which all have bid 2."""
    return Scenario(rules, hands).bid(*["2"] * rules.table.seats)


@option("first_leader", "dealer", "low_club", "all_low_club")
def test_who_leads_to_the_first_trick(before: Rules, after: Rules) -> None:
    """Rules 9.4, 9.5 and 9.7: left of the dealer, the dealer, or the holder of the low club."""
    assert at_play(before, CLUBS).actor == 0
    scenario = at_play(after, CLUBS)
    rule = value(after, "first_leader")
    assert scenario.actor == (3 if rule == "dealer" else 2)
    if rule == "dealer":
        return
    assert scenario.cards_legal() == {"2C"}
    scenario.play("2C")
    low = {"3C"} if rule == "all_low_club" else set(cards(suited("C", "AQJT9876543")))
    assert scenario.cards_legal() == low


@option("club_two_must_be_led", "off", base="standard(blind_nil=off,first_leader=low_club)")
def test_the_low_club_itself_is_led_or_not(before: Rules, after: Rules) -> None:
    """Rule 9.5."""
    scenario = at_play(before, CLUBS)
    assert (scenario.actor, scenario.cards_legal()) == (2, {"2C"})
    assert scenario.reason(PlayCard(Card("KC"))) is Reason.LOW_CLUB
    scenario = at_play(after, CLUBS)
    assert scenario.actor == 2
    assert scenario.cards_legal() == set(cards(CLUBS[2]))


@option("two_clubs_with_dealer", "left_of_dealer", base="cutthroat_five_two_jokers")
def test_who_leads_for_a_dealer_who_sits_out_with_the_low_club(before: Rules, after: Rules) -> None:
    """Rule 9.6: seat 0 deals and holds ♣2, seat 3 has ♣3 and is the lowest of the others."""
    hands = {0: "2C", 3: "3C 4C", 1: "5C AH AS"}
    scenario = at_play(before, hands)
    assert (scenario.actor, scenario.cards_legal()) == (3, {"3C"})
    scenario = at_play(after, hands)
    assert scenario.actor == 1
    assert {"5C", "AH"} <= scenario.cards_legal()
    assert scenario.reason(PlayCard(Card("AS"))) is Reason.SPADES_NOT_BROKEN


@option("lead_spades", "anytime", "after_first_trick", "first_three_tricks")
def test_when_spades_may_be_led_unbroken(before: Rules, after: Rules) -> None:
    """Rule 9.8: seat 0 leads hearts, to which all follow, four times over."""
    hands = {
        0: suited("H", "AKQJ") + " AS",
        1: suited("H", "234"),
        2: suited("H", "567"),
        3: suited("H", "89T"),
    }
    expected = {
        "after_broken": (False, False, False, False),
        "anytime": (True, True, True, True),
        "after_first_trick": (False, True, True, True),
        "first_three_tricks": (False, False, False, True),
    }
    for rules in (before, after):
        scenario = at_play(rules, hands)
        may_lead = []
        for led in ("AH 2H 5H 8H", "KH 3H 6H 9H", "QH 4H 7H TH", ""):
            may_lead.append(scenario.reason(PlayCard(Card("AS"))) is None)
            scenario.play(led)
        assert tuple(may_lead) == expected[value(rules, "lead_spades")]


@option("lead_spades", "first_three_tricks")
def test_a_broken_suit_may_be_led_before_the_fourth_trick(before: Rules, after: Rules) -> None:
    """Rules 9.8 and 9.10: seat 1 trumps the first trick, which breaks spades, and leads."""
    hands = {0: "AH", 1: "2S 3S " + suited("C", "AKQJT987654"), 2: "2H", 3: "3H"}
    for rules in (before, after):
        scenario = at_play(rules, hands).play("AH")
        assert not scenario.table.view().broken
        scenario.play("2S 2H 3H")
        assert scenario.table.view().broken
        assert scenario.reason(PlayCard(Card("3S"))) is None


@option("forced_lead_breaks", "off", base="joker_joker_ace")
def test_a_forced_lead_of_a_spade_breaks_or_not(before: Rules, after: Rules) -> None:
    """Rules 9.9 and 9.10: seat 0 has only spades; seat 1 wins and holds a spade and clubs."""
    hands = {
        0: suited("S", "AKQJT98765432"),
        1: "BJ LJ " + suited("C", "AKQJT987654"),
    }
    clubs = set(cards(suited("C", "AKQJT987654")))
    for rules, more in ((before, {"LJ"}), (after, set())):
        scenario = at_play(rules, hands).play("3S BJ")
        for _ in range(2):
            scenario.play(min(scenario.cards_legal()))
        assert scenario.actor == 1
        assert scenario.cards_legal() == clubs | more


@option("first_trick_spades", "forbidden")
def test_spades_in_the_first_trick_are_allowed_or_not(before: Rules, after: Rules) -> None:
    """Rule 9.11: seats 1 and 2 cannot follow to hearts and hold a club."""
    hands = {
        0: "AH",
        1: "KS " + suited("C", "AKQJT9876543"),
        2: suited("S", "AQJT98765432") + " 2C",
    }
    for rules, reason in ((before, None), (after, Reason.SPADES_ON_FIRST_TRICK)):
        scenario = at_play(rules, hands).play("AH")
        assert scenario.reason(PlayCard(Card("KS"))) is reason
        scenario.play("3C")
        assert scenario.reason(PlayCard(Card("AS"))) is reason


@option("first_trick_spades", "forbidden")
def test_a_hand_of_spades_may_play_them_to_the_first_trick(before: Rules, after: Rules) -> None:
    """Rules 9.9 and 9.11: as a lead and to follow."""
    hands = {0: suited("S", "AKQJT98765432")}
    for rules in (before, after):
        assert at_play(rules, hands).cards_legal() == set(cards(hands[0]))
        assert at_play(rules, {1: hands[0]}).play("2H").cards_legal() == set(cards(hands[0]))

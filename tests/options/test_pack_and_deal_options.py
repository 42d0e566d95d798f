"""Every value of the options on table, pack and deal (rule book, sections 2 to 4)."""

from registry import option
from scenario import Scenario, played, tricks

from spadille.cards import Card, cards
from spadille.game.actions import AskUndo, Claim, CutPile, Draw, Reason
from spadille.game.deck import deck_of
from spadille.game.events import DealerFound, SeatsDrawn, TrickTaken
from spadille.game.state import Phase
from spadille.rules import Rules, change, value

SIX = "solo_four(removed_twos=all)"
TWO = "solo_four(seats=2)"
SPADES = "AS 2S 3S 4S"
THREE = "solo_four(seats=3,removed_twos=all)"


def hand_sizes(rules: Rules) -> list[int]:
    """The number of cards of each seat once the hands have come about."""
    scenario = Scenario(rules).draw()
    return [seat.cards for seat in scenario.table.view().seats]


def taker(rules: Rules, trick: str) -> int:
    """Who takes a trick that seat 0 leads; the cards by seat."""
    rules = change(rules, {"lead_spades": "anytime"})
    scenario = Scenario(rules, dict(enumerate(trick.split())))
    scenario.bid(*["3"] * rules.table.seats).play(trick)
    (taken,) = scenario.events(TrickTaken)
    return taken.seat


@option("seats", 2, 3, 6, base=SIX)
def test_more_players_get_fewer_cards(before: Rules, after: Rules) -> None:
    """Rules 3.1 and 3.10: 48 cards for 4 and for 2, 3 or 6 players."""
    assert hand_sizes(before) == [12] * 4
    seats = value(after, "seats")
    assert hand_sizes(after) == [{2: 24, 3: 16, 6: 8}[seats]] * seats


@option("seats", 5, base="solo_four(seats=2,jokers=2,removed_twos=all)")
def test_five_players_get_ten_cards_each_of_fifty(before: Rules, after: Rules) -> None:
    """Rules 3.1 and 3.10."""
    assert hand_sizes(before) == [25] * 2
    assert hand_sizes(after) == [10] * 5


@option("sides", "solo")
def test_who_plays_alone_scores_alone(before: Rules, after: Rules) -> None:
    """Rules 1.3, 3.2 and 10.3: seat 0 makes 5 with one more, his partner of 3 is short by one."""
    deal = "5 2 3 3", tricks(6, 2, 2, 3)
    assert [side.points for side in played(before, deal).results[0]] == [80, 50]
    assert [side.points for side in played(after, deal).results[0]] == [51, 20, -30, 30]


@option("claims", "off")
def test_claims_may_be_switched_off(before: Rules, after: Rules) -> None:
    """Rule 12.1."""
    for rules, reason in ((before, None), (after, Reason.CLAIMS_OFF)):
        assert Scenario(rules).bid("3", "3", "3", "3").reason(Claim()) is reason


@option("undo", "off")
def test_taking_back_may_be_switched_off(before: Rules, after: Rules) -> None:
    """Rule 12.3: the leader, again at his turn, asks to take his card back."""
    hands = {0: "AH", 1: "2H", 2: "3H", 3: "4H"}
    for rules, reason in ((before, None), (after, Reason.UNDO_OFF)):
        scenario = Scenario(rules, hands).bid("3", "3", "3", "3").play("AH 2H 3H 4H")
        assert scenario.reason(AskUndo(), 0) is reason


@option("packs", 2, base="six_pairs")
def test_two_packs_give_twice_the_cards(before: Rules, after: Rules) -> None:
    """Rule 2.1: 48 cards or 96 for six players."""
    assert hand_sizes(before) == [8] * 6
    assert hand_sizes(after) == [16] * 6
    assert deck_of(before).pack.count(Card("AS")) == 1
    assert deck_of(after).pack.count(Card("AS")) == 2


@option("jokers", 2, base="solo_four(seats=2,removed_twos=all)")
def test_two_jokers_are_added(before: Rules, after: Rules) -> None:
    """Rules 2.1 and 2.3."""
    assert hand_sizes(before) == [24] * 2
    assert hand_sizes(after) == [25] * 2
    assert set(deck_of(after).pack) - set(deck_of(before).pack) == set(cards("BJ LJ"))


@option("jokers", 3, base=THREE)
def test_three_jokers_are_added(before: Rules, after: Rules) -> None:
    """Rules 2.1 and 2.3: the third joker is above ♠A and below the little one."""
    assert hand_sizes(before) == [16] * 3
    assert hand_sizes(after) == [17] * 3
    assert taker(after, "4S AS TJ") == 2
    assert taker(after, "4S TJ LJ") == 2
    assert taker(after, "4S BJ LJ") == 1


@option("joker_use", "junk", base="joker_joker_ace")
def test_a_joker_is_the_highest_spade_or_junk(before: Rules, after: Rules) -> None:
    """Rules 2.3 and 9.14: it wins a trick as a spade and never as junk."""
    hands = {
        0: "AH 3S",
        1: "BJ 4S AC KC QC JC TC 9C 8C 7C 6C 5C 4C",
        2: "4H 5S",
        3: "5H AS",
    }
    for rules, winner in ((before, 1), (after, 0)):
        scenario = Scenario(rules, hands).bid("3", "3", "3", "3").play("AH BJ 4H 5H")
        (taken,) = scenario.events(TrickTaken)
        assert taken.seat == winner


@option("joker_use", "junk", base="joker_joker_ace(lead_spades=anytime)")
def test_a_joker_follows_a_lead_of_spades_unless_it_is_junk(before: Rules, after: Rules) -> None:
    """Rules 1.7, 2.3 and 9.2."""
    for rules, follow in ((before, {"BJ", "4S"}), (after, {"4S"})):
        scenario = Scenario(
            rules, {0: "3S", 1: "BJ 4S", 2: "TS 9S 8S 7S 6S 5S 2S", 3: "AS KS QS JS"}
        )
        scenario.draw().bid("3", "3", "3", "3").play("3S")
        assert {c for c in scenario.cards_legal() if c in cards("BJ 4S")} == follow


@option("big_joker", "black", base="joker_joker_ace")
def test_the_big_joker_is_the_red_one_or_the_black_one(before: Rules, after: Rules) -> None:
    """Rule 2.4: the red joker comes before the black one in the printed order of the pack."""
    assert deck_of(before).pack[-2:] == cards("BJ LJ")
    assert deck_of(after).pack[-2:] == cards("LJ BJ")


@option("removed_twos", "club", base=THREE)
def test_only_one_two_is_left_out(before: Rules, after: Rules) -> None:
    """Rule 2.1."""
    assert len(deck_of(before).pack) == 48
    assert len(deck_of(after).pack) == 51
    assert set(deck_of(after).pack) - set(deck_of(before).pack) == set(cards("2S 2H 2D"))


@option("removed_twos", "club_diamond", "club_heart", "both_red", "all", base=TWO)
def test_these_twos_are_left_out(before: Rules, after: Rules) -> None:
    """Rule 2.1."""
    out = {
        "club_diamond": "2C 2D",
        "club_heart": "2C 2H",
        "both_red": "2H 2D",
        "all": "2C 2D 2H 2S",
    }[value(after, "removed_twos")]
    assert len(deck_of(before).pack) == 52
    assert set(deck_of(before).pack) - set(deck_of(after).pack) == set(cards(out))


@option("promoted_twos", "spade", "diamond_spade")
def test_twos_may_rank_above_the_ace_of_spades(before: Rules, after: Rules) -> None:
    """Rule 2.5: seat 0 leads ♠A from a hand of spades, then ♦A, to which seat 1 has only ♦2."""
    diamond = value(after, "promoted_twos") == "diamond_spade"
    assert taker(before, SPADES) == 0
    assert taker(after, SPADES) == 1
    two = {0: "AD", 1: "2D", 2: "3D", 3: "4D"}
    for rules, winner in ((before, 0), (after, 1 if diamond else 0)):
        # Seat 1 has no other diamond, so that ♦2 is free to be played whatever its suit.
        scenario = Scenario(rules, {**two, 1: "2D AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C"})
        scenario.bid("3", "3", "3", "3").play("AD 2D 3D 4D")
        assert scenario.events(TrickTaken)[0].seat == winner


@option("promoted_twos", "diamond_spade", base="standard(blind_nil=off,promoted_twos=spade)")
def test_the_two_of_diamonds_ranks_above_the_two_of_spades(before: Rules, after: Rules) -> None:
    """Rule 2.5: both are discarded on a lead of hearts."""
    for rules, winner in ((before, 2), (after, 1)):
        clubs = "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C"
        diamonds = "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D"
        scenario = Scenario(rules, {0: "AH", 1: f"2D {clubs}", 2: f"2S {diamonds}", 3: "2H"})
        scenario.bid("3", "3", "3", "3").play("AH 2D 2S 2H")
        assert scenario.events(TrickTaken)[0].seat == winner


@option("identical", "last", base="six_pairs_two_packs")
def test_of_identical_cards_the_first_or_the_last_wins(before: Rules, after: Rules) -> None:
    """Rule 2.6."""
    assert taker(before, "KH AH 3H AH 4H 5H") == 1
    assert taker(after, "KH AH 3H AH 4H 5H") == 3


@option("hands", "drawn", base=TWO)
def test_two_players_draw_their_hands_from_the_stock(before: Rules, after: Rules) -> None:
    """Rules 4.1 to 4.3: 26 cards each, or 13 with 26 out of play."""
    assert Scenario(before).state.phase is Phase.AUCTION
    assert hand_sizes(before) == [26] * 2
    assert Scenario(after).state.phase is Phase.DRAW
    assert hand_sizes(after) == [13] * 2


@option("see_second_card", "off", base="two_handed")
def test_the_second_card_is_discarded_seen_or_unseen(before: Rules, after: Rules) -> None:
    """Rules 4.4 and 4.5: seat 0 keeps ♠A, then seat 1 rejects ♠Q."""
    for rules, seen in ((before, cards("KS")), (after, ())):
        scenario = Scenario(rules, "AS KS QS JS")
        scenario.act(Draw(keep=True))
        scenario.act(Draw(keep=False))
        assert scenario.table.view(0).discards == seen
        assert scenario.table.view(1).discards == cards("QS")


@option("short_dealer", "on", base="cutthroat_five", jokers=2, removed_twos="none")
def test_a_short_dealer_holds_one_card_fewer(before: Rules, after: Rules) -> None:
    """Rule 3.11: 54 cards for five; no equal hands can be dealt from them."""
    assert hand_sizes(before) == [10] * 5
    assert hand_sizes(after) == [10, 11, 11, 11, 11]
    scenario = Scenario(after).bid("2", "2", "2", "2", "2")
    assert scenario.state.deal.dealer == 0
    for seat in (1, 2, 3, 4):
        assert scenario.actor == seat
        scenario.play(min(scenario.cards_legal()))
    (taken,) = scenario.events(TrickTaken)
    assert len(scenario.state.deal.tricks[0].cards) == 4
    assert scenario.actor == taken.seat


@option("cut", "french")
def test_the_player_at_the_dealers_right_cuts(before: Rules, after: Rules) -> None:
    """Rules 3.7 and 3.8."""
    scenario = Scenario(before, dealer=3)
    assert scenario.state.phase is Phase.AUCTION
    scenario = Scenario(after, dealer=3)
    assert (scenario.state.phase, scenario.actor) == (Phase.CUT, 2)
    for _ in range(3):
        scenario.act(CutPile(13))
    assert scenario.table.view().turned == cards("2S 2H 2D 2C")


def dealer_found(rules: Rules) -> int:
    """The first dealer when the pack for the draw lies ♥5 ♦4 ♣K ♠2, or seat 3 by lot."""
    order = ("5H 4D KC 2S",)
    scenario = Scenario(rules, dealer=3, draws=order)
    return scenario.state.deal.dealer


@option("first_dealer", "high_card_draw", "first_diamond", "first_spade")
def test_the_first_dealer_is_found_by_lot_or_by_cards(before: Rules, after: Rules) -> None:
    """Rules 3.3 and 3.4."""
    assert dealer_found(before) == 3
    wanted = {"high_card_draw": 2, "first_diamond": 1, "first_spade": 3}
    assert dealer_found(after) == wanted[value(after, "first_dealer")]


def test_what_is_shown_for_the_first_dealer() -> None:
    """Rules 3.3 and 3.4: cards face up till the suit comes, or one each."""
    scenario = Scenario("standard(first_dealer=first_spade)", draws=["5H 4D KC 3C JH 2S"])
    assert scenario.events(DealerFound) == [DealerFound(1, cards("5H 4D KC 3C JH 2S"))]
    scenario = Scenario("standard(first_dealer=high_card_draw)", draws=["5H KD KC 2S 3S 4S"])
    # The two kings draw again, 3 and 4.
    drawn = (cards("5H"), cards("KD 3S"), cards("KC 4S"), cards("2S"))
    assert scenario.events(SeatsDrawn) == [SeatsDrawn(drawn, (0, 1, 2, 3), 2)]


@option("seating", "drawn", base="standard(first_dealer=high_card_draw)")
def test_the_draw_may_seat_the_players_too(before: Rules, after: Rules) -> None:
    """Rule 3.5: the highest card deals, the next highest sits at his left."""
    draws = ["5H 4D KC 2S"]
    view = Scenario(before, draws=draws).table.view()
    assert (view.dealer, [seat.player for seat in view.seats]) == (2, [0, 1, 2, 3])
    view = Scenario(after, draws=draws).table.view()
    assert (view.dealer, [seat.player for seat in view.seats]) == (0, [2, 0, 1, 3])

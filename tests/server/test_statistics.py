"""Statistics: what people are counted for, against matches counted by hand, and counted naively."""

from collections import Counter, defaultdict
from collections.abc import Sequence

import pytest
from room_rows import Between, rows
from scenario import Scenario, played, tricks

from spadille.bots import make
from spadille.game.actions import AnswerUndo, AskUndo
from spadille.game.events import (
    AnyEvent,
    BidMade,
    DealBegan,
    DealScored,
    LineKind,
    MatchBegan,
    MatchEnded,
    PlayBegan,
    SeatsDrawn,
)
from spadille.rules import change, describe, key, load
from spadille.server.entries import (
    AnyEntry,
    Batch,
    Came,
    Cause,
    Closed,
    Covered,
    Held,
    Left,
    Seated,
)
from spadille.server.statistics import Tally, Together, count, decode, encode
from spadille.table import Table, seeded

FOUR = {0: "ann", 1: "ben", 2: "cat", 3: "dan"}
TWO_DEALS = "standard(blind_nil_deficit=none,max_deals=2)"
PRESETS = (
    "standard",
    "joker_joker_deuce_deuce",
    "suicide",
    "mirror",
    "cutthroat_four",
    "solo_four",
    "two_handed",
    "barmore",
    "cutthroat_five_two_jokers",
)


def two_deals() -> Scenario:
    """Side 0 fails a nil and makes 3, then makes a blind nil and is set; side 1 makes 9, then 6.

    By the rules 30 - 100 + 1 and 90, then 200 - 50 and 60 + 3.
    """
    return played(TWO_DEALS, ("nil 4 3 5", tricks(1, 4, 3, 5)), ("5 3 bn 3", tricks(4, 5, 0, 4)))


def counted(batches: Sequence[Batch]) -> dict[str, Tally]:
    found = count(batches)
    assert found is not None
    return {person: kept.tally for person, kept in found.kept.items()}


def places(log: Sequence[AnyEvent], kind: type) -> list[int]:
    """The places of a kind of event in a log."""
    return [place for place, event in enumerate(log) if isinstance(event, kind)]


def second_deal(log: Sequence[AnyEvent]) -> int:
    """The place of the first bid of the second deal."""
    begun = places(log, DealBegan)[1]
    return next(place for place in places(log, BidMade) if place > begun)


def test_two_deals_are_counted_as_by_hand() -> None:
    scenario = two_deals()
    found = count(rows(scenario.table.log, FOUR))
    assert found is not None
    assert found.decided
    tallies = {person: kept.tally for person, kept in found.kept.items()}
    lost = {"matches": 1, "deals": 2, "points": 81, "bags": 1, "sets": 1}
    won = {"matches": 1, "won": 1, "deals": 2, "points": 153, "bags": 3}
    made = {"contracts": 2, "contracts_made": 2}
    assert tallies == {
        "ann": Tally(
            **lost,
            contracts=1,
            alone=1,
            nils=1,
            partners={"cat": Together("Cat", deals=2, matches=1)},
        ),
        "ben": Tally(**won, **made, partners={"dan": Together("Dan", deals=2, matches=1, won=1)}),
        "cat": Tally(
            **lost,
            contracts=1,
            contracts_made=1,
            alone=1,
            alone_made=1,
            blind_nils=1,
            blind_nils_made=1,
            partners={"ann": Together("Ann", deals=2, matches=1)},
        ),
        "dan": Tally(**won, **made, partners={"ben": Together("Ben", deals=2, matches=1, won=1)}),
    }
    kept = found.kept["ann"]
    assert (kept.rules, kept.rules_key) == (describe(scenario.rules), key(scenario.rules))
    assert decode(encode(kept)) == kept


def test_blind_bids_of_a_side_are_tried_by_both_partners() -> None:
    rules = (
        "standard(bidding=by_side,zero=refused,blind_nil=off,blind_by=side,blind_deficit=none,"
        "max_deals=2)"
    )
    deals = ("b6 5", tricks(3, 4, 4, 2)), ("b6 4", tricks(2, 5, 2, 4))
    found = counted(rows(played(rules, *deals).table.log, FOUR))
    for person in ("ann", "cat"):
        tally = found[person]
        assert (tally.blinds, tally.blinds_made) == (2, 1)
        assert (tally.contracts, tally.contracts_made, tally.alone) == (2, 1, 0)
    assert (found["ben"].blinds, found["ben"].contracts_made) == (0, 2)


def test_who_bids_and_leaves_has_tried_and_what_a_bot_bids_is_nobodys() -> None:
    log = two_deals().table.log
    first, second = places(log, PlayBegan)
    after_bid, own = first + 1, second_deal(log)
    left: Between = {after_bid: [Left(0)]}
    ann = counted(rows(log, FOUR, between=left, bots=range(after_bid, len(log))))["ann"]
    assert (ann.deals, ann.nils, ann.nils_made, ann.points) == (1, 1, 0, -69)
    assert (ann.matches, ann.won, ann.contracts) == (1, 0, 0)
    # A bot bid for cat, who was away, and she came back to play.
    bids = [place for place in places(log, BidMade) if own <= place < second]
    assert isinstance(log[bids[3]], BidMade)
    away: Between = {own: [Covered(2)], second + 1: [Came(2, "p")]}
    by_bot = [place for place in bids if getattr(log[place], "seat", None) == 2]
    cat = counted(rows(log, FOUR, between=away, bots=by_bot))["cat"]
    assert (cat.deals, cat.blind_nils, cat.contracts_made) == (1, 0, 1)
    # What the clock bid is hers.
    cat = counted(rows(log, FOUR, clock=by_bot))["cat"]
    assert (cat.deals, cat.blind_nils_made) == (2, 1)


def test_a_bid_of_the_side_belongs_to_who_acts_for_himself_when_the_play_begins() -> None:
    rules = "standard(bidding=by_side,zero=refused,blind_nil=off,max_deals=2)"
    log = played(rules, ("5 6", tricks(3, 4, 2, 4)), ("4 6", tricks(3, 3, 2, 5))).table.log
    second = second_deal(log)
    away: Between = {second: [Covered(2), Covered(1), Held(1, wait=True), Left(3)]}
    found = counted(rows(log, FOUR, between=away))
    assert {person: tally.deals for person, tally in found.items()} == {
        "ann": 2,
        "ben": 2,
        "cat": 1,
        "dan": 1,
    }
    assert found["ann"].partners["cat"].deals == 1
    assert found["dan"].matches == 1
    assert found["ben"].won == 1
    assert found["dan"].won == 0, "he had left"


def test_who_comes_later_wins_with_his_place_if_he_acted() -> None:
    log = two_deals().table.log
    second = second_deal(log)
    come: Between = {second: [Left(1), Seated(1, "eve", "Eve"), Left(3), Seated(3, "fay", "Fay")]}
    own = [place for place in places(log, BidMade) if place >= second]
    bots = [place for place in range(second, len(log)) if place not in own]
    found = counted(rows(log, FOUR, between=come, bots=bots))
    assert (found["eve"].matches, found["eve"].won, found["eve"].deals) == (1, 1, 1)
    assert found["eve"].partners == {"fay": Together("Fay", deals=1, matches=1, won=1)}
    assert (found["ben"].matches, found["ben"].won) == (1, 0)
    # All was done by bots: he was never there.
    found = counted(rows(log, FOUR, between=come, bots=range(second, len(log))))
    assert found["eve"] == Tally()


def test_a_forfeit_is_won_by_those_who_stayed() -> None:
    log = two_deals().table.log
    broken = log[: places(log, DealBegan)[1] + 1]
    ends: list[AnyEntry] = [Left(1), Left(3), Closed(Cause.FORFEIT, (0, 2))]
    found = count(rows(broken, FOUR, after=ends))
    assert found is not None
    assert found.decided
    ann, ben = found.kept["ann"].tally, found.kept["ben"].tally
    assert (ann.matches, ann.won, ann.forfeits, ann.deals) == (1, 1, 1, 1)
    assert (ben.matches, ben.won, ben.forfeits, ben.deals) == (1, 0, 0, 1)
    assert ann.partners["cat"] == Together("Cat", deals=1, matches=1, won=1)


def test_an_abandoned_match_counts_its_deals_and_is_none() -> None:
    log = two_deals().table.log
    broken = log[: places(log, DealBegan)[1] + 1]
    found = count(rows(broken, FOUR, after=[Left(0), Closed(Cause.ABANDONED)]))
    assert found is not None
    assert not found.decided
    assert found.kept["ann"].tally.matches == 0
    assert found.kept["ann"].tally.nils == 1
    assert count(rows(broken, FOUR)) is None, "it may go on"


def test_a_bid_taken_back_is_not_counted() -> None:
    scenario = Scenario("standard(undo=on,max_deals=1)", tricks(0, 4, 4, 5), dealer=3)
    scenario.bid("5", "4", "4", "5")
    scenario.table.act(0, AskUndo())
    for seat in (1, 2, 3):
        scenario.table.act(seat, AnswerUndo(agree=True))
    scenario.bid("nil", "4", "4", "5").play_out()
    found = counted(rows(scenario.table.log, FOUR))
    assert (found["ann"].nils, found["ann"].nils_made, found["ann"].contracts) == (1, 1, 0)
    assert found["cat"].alone_made == 1


@pytest.mark.parametrize("name", PRESETS)
def test_matches_of_bots_are_counted_as_their_score_sheets_say(name: str) -> None:
    rules = change(load(name), {"max_deals": 6, "tokens_to_win": 1})
    table = Table(rules, seeded(f"statistics {name}"))
    bots = [make("simple", seat) for seat in range(rules.table.seats)]
    while not table.over:
        seat = min(table.to_act)
        table.act(seat, bots[seat].act(table.view(seat)))
    people = {player: f"p{player}" for player in range(rules.table.seats)}
    found = counted(rows(table.log, people))
    naive = naively(table.log)
    for player, person in people.items():
        tally = found[person]
        sheet = {
            "deals": tally.deals,
            "points": tally.points,
            "bags": tally.bags,
            "sets": tally.sets,
            "nils": tally.nils,
            "nils_made": tally.nils_made,
            "blind_nils": tally.blind_nils,
            "blind_nils_made": tally.blind_nils_made,
            "contracts": tally.contracts,
            "contracts_made": tally.contracts_made,
            "won": tally.won,
        }
        assert {name: value for name, value in sheet.items() if value} == naive[player]
        assert tally.matches == 1


def naively(log: Sequence[AnyEvent]) -> dict[int, dict[str, int]]:
    """What the score sheets say of each player."""
    began = log[0]
    assert isinstance(began, MatchBegan)
    rules = began.rules
    players = tuple(range(rules.table.seats))
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for event in log:
        if isinstance(event, SeatsDrawn):
            players = event.players
        elif isinstance(event, MatchEnded):
            for player in event.winners:
                found[player]["won"] += 1
        elif isinstance(event, DealScored):
            for result in event.results:
                for seat in rules.side_seats(result.side):
                    own = found[players[seat]]
                    own["deals"] += 1
                    own["points"] += result.points
                    own["bags"] += result.new_bags
                    own["sets"] += result.is_set
                    lines = [line.kind.value for line in result.lines if line.seat == seat]
                    own["nils"] += sum(line.startswith("nil_") for line in lines)
                    own["nils_made"] += lines.count("nil_made")
                    own["blind_nils"] += sum(line.startswith("blind_nil_") for line in lines)
                    own["blind_nils_made"] += lines.count("blind_nil_made")
                    if not lines:  # a nil bidder has no part in the contract
                        kinds = [line.kind for line in result.lines]
                        own["contracts_made"] += LineKind.CONTRACT_MADE in kinds
                        own["contracts"] += bool(
                            {LineKind.CONTRACT_MADE, LineKind.CONTRACT_FAILED} & {*kinds}
                            or LineKind.TOO_MANY_BAGS in kinds
                        )
    return {player: {k: v for k, v in own.items() if v} for player, own in found.items()}


def test_what_is_counted_adds_up() -> None:
    one, other = (counted(rows(two_deals().table.log, FOUR))["ann"] for _ in range(2))
    both = one + other
    assert (both.matches, both.deals, both.nils, both.points) == (2, 4, 2, 162)
    assert both.partners == {"cat": Together("Cat", deals=4, matches=2)}
    assert Tally() + one == one


def test_a_room_without_a_match_counts_nothing() -> None:
    log = two_deals().table.log
    opened = rows(log, FOUR)[0]
    assert count([opened]) is None
    closed = Batch(5, (Closed(Cause.ABANDONED),))
    found = count([opened, closed])
    assert found is not None
    assert not found.decided
    assert {person: kept.tally for person, kept in found.kept.items()} == dict.fromkeys(
        FOUR.values(), Tally()
    )
    assert count([]) is None

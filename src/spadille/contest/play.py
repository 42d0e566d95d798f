"""One play of a round: a match, or a single deal, from the first card to the last."""

import time
from collections.abc import Iterable, Mapping

from spadille.bots.simple import SimpleBot
from spadille.contest.chance import cards_of
from spadille.contest.entrant import Entrant, bot_of
from spadille.contest.lineups import lineups
from spadille.contest.outside import GRACE
from spadille.contest.plan import Contest
from spadille.contest.played import Played, PlayedDeal, SideDeal, Times
from spadille.game.actions import Bid
from spadille.game.contracts import tricks_of
from spadille.game.events import BidMade, DealScored, LineKind, SideResult
from spadille.rules import Rules, parse
from spadille.table import Table

_CONTRACTS = frozenset((LineKind.CONTRACT_MADE, LineKind.CONTRACT_FAILED, LineKind.TOO_MANY_BAGS))
_BLIND_NILS = frozenset((LineKind.BLIND_NIL_MADE, LineKind.BLIND_NIL_FAILED))
_NILS_MADE = frozenset((LineKind.NIL_MADE, LineKind.BLIND_NIL_MADE))
_NILS = _NILS_MADE | _BLIND_NILS | {LineKind.NIL_FAILED}


def play(contest: Contest, round_: int, turn: int) -> Played:
    """Play a round in one of its turns; the same contest, round and turn give the same play."""
    rules = parse(contest.rules)
    table = Table(rules, cards_of(contest.seed, round_))
    if contest.single_deals:
        _begin(table)
    bots = lineups(contest, rules.side_count)[turn]
    entrants: dict[int, Entrant] = {}
    try:
        for seat, player in enumerate(table.players):
            place = bots[rules.seat_side(seat)]
            bot = bot_of(contest, place, round_, player)
            entrants[player] = Entrant((round_, turn), place, player, bot)
        for seat, player in enumerate(table.players):
            entrants[player].start(rules, seat)
        deals = _deals(table, entrants, single=contest.single_deals)
    finally:
        _leave(entrants.values())
    ordered = [entrants[player] for player in range(rules.table.seats)]
    return Played(
        round=round_,
        turn=turn,
        bots=tuple(entrant.place for entrant in ordered),
        deals=tuple(deals),
        winners=table.state.winners or (),
        failings=tuple(entrant.failing for entrant in ordered if entrant.failing is not None),
        failures=tuple(
            sum(entrant.failures for entrant in ordered if entrant.place == place)
            for place in range(len(contest.bots))
        ),
        times=tuple(_times(ordered, place) for place in range(len(contest.bots))),
    )


def _begin(table: Table) -> None:
    """Let simple bots play what comes before the first deal that is bid (rule 7.9)."""
    while table.view().unbid:
        seat = min(table.to_act)
        table.act(seat, SimpleBot().act(table.view(seat)))


def _deals(table: Table, entrants: Mapping[int, Entrant], *, single: bool) -> list[PlayedDeal]:
    """Play to the end of the match, or of one deal."""
    found: list[PlayedDeal] = []
    bids: list[tuple[int, Bid]] = []
    while not table.over and not (single and found):
        seat = min(table.to_act)
        deal = table.state.deal
        place = (table.state.game, deal.number, deal.dealer)
        seated = table.players
        action = entrants[seated[seat]].act(table.view(seat))
        for event in table.act(seat, action):
            if isinstance(event, BidMade):
                bids.append((event.seat, event.bid))
            elif isinstance(event, DealScored):
                owners = [entrants[player].place for player in seated]
                found.append(PlayedDeal(*place, _sides(table.rules, event, owners, bids)))
                bids = []
    return found


def _sides(
    rules: Rules, event: DealScored, owners: list[int], bids: list[tuple[int, Bid]]
) -> tuple[SideDeal, ...]:
    return tuple(_side(rules, result, owners, bids) for result in event.results)


def _side(
    rules: Rules, result: SideResult, owners: list[int], bids: list[tuple[int, Bid]]
) -> SideDeal:
    """What is counted of a side's deal."""
    seats = rules.side_seats(result.side)
    kinds = [line.kind for line in result.lines]
    contracts = [line for line in result.lines if line.kind in _CONTRACTS]
    return SideDeal(
        bot=owners[seats[0]],
        side=result.side,
        points=result.points,
        score=result.score,
        tricks=result.tricks,
        bags=result.new_bags,
        hands=0 if LineKind.UNBID in kinds else len(seats),
        nils=sum(kind in _NILS for kind in kinds),
        nils_made=sum(kind in _NILS_MADE for kind in kinds),
        blind_nils=sum(kind in _BLIND_NILS for kind in kinds),
        blind_nils_made=kinds.count(LineKind.BLIND_NIL_MADE),
        blinds=sum(bid.is_blind for seat, bid in bids if seat in seats),
        contract=next((tricks_of(rules, line.bid) for line in contracts if line.bid), None),
        failed=any(line.kind is not LineKind.CONTRACT_MADE for line in contracts),
    )


def _times(entrants: Iterable[Entrant], place: int) -> Times:
    """The times of a bot in all of its seats."""
    total = Times()
    for entrant in entrants:
        if entrant.place == place:
            total.add(entrant.times)
    return total


def _leave(entrants: Iterable[Entrant]) -> None:
    """End the programs: all are told before the first is waited for, and they end together."""
    programs = [entrant.program for entrant in entrants if entrant.program is not None]
    for program in programs:
        program.close_input()
    deadline = time.monotonic() + GRACE
    for program in programs:
        program.finish(deadline - time.monotonic())


__all__ = ["play"]

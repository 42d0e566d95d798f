"""The view: what one seat, or a watcher, may know.

A View is built from what is public and what is the seat's own, never by taking secrets away. It
holds the whole public history of the deal, so that a bot is a function from View to Action.
"""

from collections.abc import Iterable, Iterator

import msgspec

from spadille.cards import Card
from spadille.game import auction, dealing, exchange, play, referee
from spadille.game.actions import AnyAction, Bid
from spadille.game.auction import Step
from spadille.game.events import AnyEvent, AuctionEvent, SideResult
from spadille.game.state import Phase, State, Talk, Trick
from spadille.rules import Rules


class SideView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What everybody knows of a side.

    `sets` counts failed contracts as the rules say, `bid` is a contract named for the whole side,
    `proposed` a number or blind bid on which the partner has the last word, `exchanged` the number
    of cards exchanged in this deal (0: declined, None: not, or not yet).
    """

    score: int
    bags: int
    bag_points: int
    sets: int
    bid: Bid | None = None
    proposed: Bid | None = None
    exchanged: int | None = None


class SeatView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What everybody knows of a seat.

    `player` is who sits there; `cards` is the number of cards in hand; `bid` his own bid; `caught`
    the award cards he has taken; `exposed` a card known from the French cut, until it is played;
    `shown` the hand he showed with a claim; `tokens` and `blind_bids` are his counts in the tourney
    and in this game.
    """

    player: int
    side: int
    cards: int
    looked: bool
    tricks: int
    bid: Bid | None = None
    caught: tuple[Card, ...] = ()
    exposed: Card | None = None
    shown: tuple[Card, ...] | None = None
    tokens: int = 0
    blind_bids: int = 0
    blind_bids_in_tourney: int = 0


class View(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a seat may know; a watcher's `seat` is None.

    `auction` is what was said and who looked when, in order. `unbid` tells that the deal bids
    itself, `spades_closed` that a leader who holds another suit may not lead a spade now, `sitter`
    is the seat that sits out the trick. Own cards: `hand` (None until looked at), `top` (the card
    of the stock that the seat may keep), `discards` (those it has seen), `passed` and `received`
    in the exchange, `exchange_size` (how many it has to pass now). `drew` tells for each turn of
    drawing, the eldest's first, whether the top card was kept. `to_act` are the seats that have to
    act; `legal` what this seat may do; `overtime` tells that a tie at the target is to be broken;
    `log` is the length of the log.
    """

    rules: Rules
    seat: int | None
    log: int
    phase: Phase
    game: int
    deal: int
    dealer: int
    sides: tuple[SideView, ...]
    seats: tuple[SeatView, ...]
    to_act: tuple[int, ...] = ()
    legal: tuple[AnyAction, ...] = ()
    hand: tuple[Card, ...] | None = None
    top: Card | None = None
    stock: int = 0
    discards: tuple[Card, ...] = ()
    drew: tuple[bool, ...] = ()
    piles: tuple[int, ...] = ()
    turned: tuple[Card, ...] = ()
    step: Step | None = None
    auction: tuple[AuctionEvent, ...] = ()
    talk: tuple[Talk, ...] = ()
    passed: tuple[Card, ...] | None = None
    received: tuple[Card, ...] | None = None
    leader: int | None = None
    must_lead: Card | None = None
    trick: tuple[Card, ...] = ()
    trick_seats: tuple[int, ...] = ()
    tricks: tuple[Trick, ...] = ()
    broken: bool = False
    unbid: bool = False
    spades_closed: bool = False
    sitter: int | None = None
    exchange_size: int | None = None
    claimer: int | None = None
    undoer: int | None = None
    results: tuple[SideResult, ...] = ()
    overtime: bool = False
    game_winners: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None

    @property
    def side(self) -> int | None:
        """The side of the viewer."""
        return None if self.seat is None else self.rules.seat_side(self.seat)


def _side(state: State, side: int) -> SideView:
    deal, standing = state.deal, state.standings[side]
    bidding = deal.sides[side]
    open_blind = bidding.blind if not bidding.opened else None
    return SideView(
        score=standing.score,
        bags=standing.bags,
        bag_points=standing.bag_points,
        sets=standing.sets,
        bid=deal.side_bids[side],
        proposed=bidding.proposed or open_blind,
        exchanged=deal.exchanged[side],
    )


def _seat(state: State, seat: int) -> SeatView:
    deal, player = state.deal, state.players[seat]
    return SeatView(
        player=player,
        side=state.rules.seat_side(seat),
        cards=len(deal.hands[seat]),
        looked=seat not in deal.unlooked,
        tricks=deal.won[seat],
        bid=deal.bids[seat],
        caught=tuple(deal.caught[seat]),
        exposed=deal.exposed[seat],
        shown=deal.shown[seat],
        tokens=state.tokens[player],
        blind_bids=state.blind_in_game[player],
        blind_bids_in_tourney=state.blind_in_tourney[player],
    )


def _step(state: State) -> Step | None:
    turn = auction.turn(state) if state.phase is Phase.AUCTION else None
    return None if turn is None else turn.step


def view(state: State, seat: int | None = None) -> View:
    """What a seat may know, or with no seat what everybody may know.

    Raises `ValueError` for a seat that is not at the table.
    """
    return next(views(state, (seat,)))


def views(state: State, seats: Iterable[int | None]) -> Iterator[View]:
    """What each of some seats may know; what is public is put together once.

    Raises `ValueError` for a seat that is not at the table.
    """
    public = _public(state)
    for seat in seats:
        yield public if seat is None else _private(public, state, seat)


def _public(state: State) -> View:
    """What everybody may know."""
    deal = state.deal
    playing = state.phase is Phase.PLAY or bool(deal.tricks)
    return View(
        rules=state.rules,
        seat=None,
        log=state.log,
        phase=state.phase,
        game=state.game,
        deal=deal.number,
        dealer=deal.dealer,
        sides=tuple(_side(state, side) for side in range(state.rules.side_count)),
        seats=tuple(_seat(state, other) for other in range(state.rules.table.seats)),
        to_act=tuple(sorted(referee.to_act(state))),
        stock=len(deal.stock),
        drew=tuple(deal.drew),
        piles=tuple(len(pile) for pile in deal.piles),
        turned=tuple(deal.turned) if state.phase is Phase.CUT else (),
        step=_step(state),
        auction=tuple(deal.auction),
        talk=tuple(deal.talk),
        leader=deal.leader if playing else None,
        must_lead=deal.must_lead,
        trick=tuple(deal.trick),
        trick_seats=tuple(deal.trick_seats),
        tricks=tuple(deal.tricks),
        broken=deal.broken,
        unbid=auction.is_unbid(state),
        spades_closed=state.phase is Phase.PLAY and play.spades_closed(state),
        sitter=play.sitter(state) if state.phase is Phase.PLAY else None,
        claimer=deal.claimer,
        undoer=deal.undoer,
        results=state.results,
        overtime=state.overtime,
        game_winners=state.game_winners,
        winners=state.winners,
    )


def _private(public: View, state: State, seat: int) -> View:
    """What is public, and what is a seat's own."""
    deal, count = state.deal, state.rules.table.seats
    if seat not in range(count):
        raise ValueError(f"there is no seat {seat!r}; seats are 0 to {count - 1}")
    drawing = state.phase is Phase.DRAW and dealing.drawer(state) == seat
    looked = seat not in deal.unlooked
    return msgspec.structs.replace(
        public,
        seat=seat,
        legal=referee.legal(state, seat),
        hand=state.deck.sorted(deal.hands[seat]) if looked else None,
        top=dealing.top_card(state) if drawing else None,
        discards=tuple(deal.discards[seat]),
        passed=deal.passed[seat],
        received=deal.received[seat],
        exchange_size=exchange.size(state, seat),
    )


def sees(event: AnyEvent, seat: int | None) -> bool:
    """Whether a seat, or with no seat a watcher, may be told an event."""
    return event.seen_by is None or (seat is not None and seat in event.seen_by)

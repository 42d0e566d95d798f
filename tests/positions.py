"""Views made by hand, for tests of the bots: one seat's cards, and what it has seen."""

import random

from spadille.cards import Card, cards
from spadille.game.actions import AnyAction, Bid, BidKind, MakeBid, PassCards, PlayCard
from spadille.game.auction import Step
from spadille.game.deck import deck_of
from spadille.game.state import Phase, Trick
from spadille.rules import Rules
from spadille.view import SeatView, SideView, View

NAMES = {"nil": Bid(BidKind.NIL), "blind": Bid(BidKind.BLIND_NIL)}


def hand_of(text: str) -> tuple[Card, ...]:
    """Cards by suit, `S:AKQ H:2 …`.

    >>> hand_of("S:A2 H:T")
    (<Card.SA: 'AS'>, <Card.S2: '2S'>, <Card.HT: 'TH'>)
    """
    suits = (part.split(":") for part in text.split())
    return cards(" ".join(f"{rank}{suit}" for suit, ranks in suits for rank in ranks))


def bids_of(text: str) -> list[Bid | None]:
    """Bids by seat: numbers, `nil`, `blind`, or `-` where nobody has bid yet."""
    words = text.split()
    numbers = {word: Bid(BidKind.NUMBER, int(word)) for word in words if word.isdigit()}
    return [(NAMES | numbers).get(word) for word in words]


def table_view(  # noqa: PLR0913 - what a player sees is a lot
    rules: Rules,
    phase: Phase,
    hand: tuple[Card, ...],
    bids: list[Bid | None],
    legal: list[AnyAction],
    *,
    taken: tuple[int, ...] = (),
    deal: int = 2,
    scores: tuple[int, ...] = (),
) -> View:
    """The view of seat 0, before a card of the present trick is played."""
    seats = rules.table.seats
    taken = taken or (0,) * seats
    scores = scores or (0,) * rules.side_count
    return View(
        rules=rules,
        seat=0,
        log=0,
        phase=phase,
        game=1,
        deal=deal,
        dealer=seats - 1,
        sides=tuple(SideView(score=score, bags=0, bag_points=0, sets=0) for score in scores),
        seats=tuple(
            SeatView(
                player=seat,
                side=rules.seat_side(seat),
                cards=len(hand),
                looked=True,
                tricks=taken[seat],
                bid=bids[seat],
            )
            for seat in range(seats)
        ),
        to_act=(0,),
        legal=tuple(legal),
        hand=deck_of(rules).sorted(hand),
        step=Step.BID if phase is Phase.AUCTION else None,
    )


def bidding(rules: Rules, hand: str, bids: str = "- - - -") -> View:
    """Seat 0 is to bid; every bid is legal."""
    held = hand_of(hand)
    legal: list[AnyAction] = [MakeBid(Bid(BidKind.NIL))]
    legal += [MakeBid(Bid(BidKind.NUMBER, tricks)) for tricks in range(1, len(held) + 1)]
    return table_view(rules, Phase.AUCTION, held, bids_of(bids), legal)


def passing(rules: Rules, hand: str, bids: str, size: int) -> View:
    """Seat 0 is to pass cards."""
    held = hand_of(hand)
    return table_view(rules, Phase.EXCHANGE, held, bids_of(bids), [PassCards(held[:size])])


def playing(  # noqa: PLR0913 - what a player sees is a lot
    rules: Rules,
    hand: str,
    trick: str,
    bids: str,
    taken: tuple[int, ...],
    *,
    gone: str = "",
    out: str = "",
    seed: int = 0,
    deal: int = 2,
    scores: tuple[int, ...] = (),
) -> View:
    """Seat 0 is to play; the cards of the tricks before are made up, `gone` first, `out` never."""
    held, played = hand_of(hand), cards(trick)
    deck = deck_of(rules)
    follows = [c for c in held if played and deck.suit_of[c] is deck.suit_of[played[0]]]
    legal: list[AnyAction] = [PlayCard(card) for card in follows or held]
    view = table_view(
        rules, Phase.PLAY, held, bids_of(bids), legal, taken=taken, deal=deal, scores=scores
    )
    seats = rules.table.seats
    first = (-len(played)) % seats
    behind = tuple((first + step) % seats for step in range(len(played)))
    left = [c for c in deck.pack if c not in (*held, *played, *hand_of(gone), *hand_of(out))]
    random.Random(seed).shuffle(left)
    history = [*hand_of(gone), *left, *hand_of(out)][: seats * sum(taken)]
    history.sort(key=lambda card: card.printed_suit or "")
    winners = [seat for seat, won in enumerate(taken) for _ in range(won)]
    tricks: list[Trick] = []
    while history:
        # Suits stay together as far as they go, so that few players seem to be out of one.
        run, history = tuple(history[:seats]), history[seats:]
        tricks.append(Trick(0, tuple(range(seats)), run, winners[len(tricks)]))
    known = [
        SeatView(
            player=seat.player,
            side=seat.side,
            cards=seat.cards - (number in behind),
            looked=True,
            tricks=seat.tricks,
            bid=seat.bid,
        )
        for number, seat in enumerate(view.seats)
    ]
    return View(
        **{name: getattr(view, name) for name in view.__struct_fields__}
        | {
            "seats": tuple(known),
            "leader": first,
            "trick": played,
            "trick_seats": behind,
            "tricks": tuple(tricks),
            "broken": any(deck.suit_of[c] == "S" for t in tricks for c in t.cards),
        }
    )

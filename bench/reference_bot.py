"""A rule bot as a well-known site describes its own, to measure against: standard rules only.

Written from the description in words: it adds up honours and ruffs, bids nil on a safe hand,
never looks at the score, and plays high when its side still needs tricks and low when not.

`PYTHONPATH=bench spadille match simple reference_bot:ReferenceBot` lets it play.
"""

from collections.abc import Iterable, Sequence

from spadille.cards import RANKS, Card, Suit
from spadille.game import actions
from spadille.game.actions import AnyAction, Bid, BidKind, MakeBid, PassCards, PlayCard
from spadille.game.auction import Step
from spadille.game.deck import deck_of
from spadille.game.state import Phase
from spadille.view import View

RUFFS = (2.0, 1.0, 0.25)
NIL = Bid(BidKind.NIL)


def rank(card: Card) -> int:
    """How high a card is in its suit, from 0."""
    return RANKS.index(card.rank)


def trumps_last(card: Card) -> tuple[bool, int]:
    """The order in which cards are spared: by rank, spades last."""
    return card.printed_suit is Suit.SPADES, rank(card)


def of_suit(cards: Iterable[Card], suit: Suit) -> list[Card]:
    """The cards of a suit, the lowest first."""
    return sorted((card for card in cards if card.printed_suit is suit), key=rank)


def trump_tricks(spades: Sequence[Card], ruffs: float) -> float:
    """Top trumps, by the gaps above against the cards below, then ruffs with what remains."""
    total, left = 0.0, len(spades)
    for place, card in enumerate(reversed(spades)):
        gaps = 12 - rank(card) - place
        below = len(spades) - place - 1
        if gaps <= below:
            total += (1.0, 0.75, 0.25)[min(gaps, 2)]
            left -= 1
    long = max(len(spades) - 4, 0)
    return total + min(left, max(ruffs, long))


def side_tricks(cards: Sequence[Card]) -> float:
    """Aces, guarded kings and long queens of a side suit."""
    names = {card.rank for card in cards}
    total = 0.0
    if "A" in names:
        total += 0.5 if len(cards) >= 7 else 1.0
    if "K" in names and len(cards) > 1:
        total += 1.0 if len(cards) <= 5 else 0.25
    if "Q" in names and 3 <= len(cards) <= 4:
        total += 0.5
    return total


def estimate(hand: Sequence[Card]) -> float:
    """The tricks of a hand."""
    sides = [of_suit(hand, suit) for suit in Suit if suit is not Suit.SPADES]
    ruffs = sum(RUFFS[len(cards)] for cards in sides if len(cards) < 3)
    return trump_tricks(of_suit(hand, Suit.SPADES), ruffs) + sum(map(side_tricks, sides))


def wants_nil(view: View, hand: Sequence[Card]) -> bool:
    """Whether a hand is safe enough for a nil, and nobody's nil speaks against it."""
    assert view.seat is not None
    bids = [seat.bid for seat in view.seats]
    partner = bids[(view.seat + 2) % 4]
    if (partner is not None and partner.is_nil) or any(bid and bid.is_blind for bid in bids):
        return False
    if estimate(hand) >= 1 + view.rules.exchange.nil_exchange:
        return False
    for suit in Suit:
        cards = of_suit(hand, suit)
        high = sum(rank(card) >= 10 for card in cards)
        if any(card.rank == "A" for card in cards) or high > len(cards) - high:
            return False
    return len(of_suit(hand, Suit.SPADES)) < 4


def choose_bid(view: View) -> AnyAction:
    """Look, then nil or the estimate rounded down."""
    if view.step is Step.LOOK_OR_BLIND:
        return actions.Look()
    assert view.hand is not None
    assert view.seat is not None
    partner = view.seats[(view.seat + 2) % 4].bid
    if MakeBid(NIL) in view.legal and wants_nil(view, view.hand):
        return MakeBid(NIL)
    most = 13 - (partner.tricks if partner else 0)
    return MakeBid(Bid(BidKind.NUMBER, max(min(int(estimate(view.hand)), most), 1)))


class Play:
    """One card to choose."""

    def __init__(self, view: View) -> None:
        assert view.hand is not None
        assert view.seat is not None
        self.view, self.me = view, view.seat
        self.cards = [action.card for action in view.legal if isinstance(action, PlayCard)]
        played = [card for trick in view.tricks for card in trick.cards]
        self.gone = {*played, *view.trick, *view.hand}
        self.left = len(view.hand)
        self.nil = self._nil(self.me)
        self.cover = self._nil((self.me + 2) % 4)

    def _nil(self, seat: int) -> bool:
        bid = self.view.seats[seat].bid
        return bid is not None and bid.is_nil and not self.view.seats[seat].tricks

    def need(self, side: int) -> int:
        """Tricks that a side still needs."""
        seats = [self.view.seats[seat] for seat in (side, side + 2)]
        return sum(
            seat.bid.tricks - seat.tricks for seat in seats if seat.bid and not seat.bid.is_nil
        )

    def wants(self) -> bool:
        """Whether the side wants this trick: for its contract, or to set the others cheaply."""
        mine, theirs = self.need(self.me % 2), self.need(1 - self.me % 2)
        if 0 < mine <= self.left:
            return True
        bags = self.left - theirs + 1
        foes = (1 - self.me % 2, 3 - self.me % 2)
        bid = theirs + sum(self.view.seats[seat].tricks for seat in foes)
        held = self.view.sides[self.me % 2].bags
        return 0 < theirs <= self.left and 3 * bags <= bid and held + bags < 10

    def boss(self, card: Card) -> bool:
        """Whether no higher card of the suit is out."""
        higher = RANKS[rank(card) + 1 :]
        return all(Card(name + str(card)[1]) in self.gone for name in higher)

    def beats(self, card: Card) -> bool:
        """Whether a card takes the lead in the trick."""
        return deck_of(self.view.rules).winner([*self.view.trick, card]) == len(self.view.trick)

    def lead(self) -> Card:
        """A sure winner if tricks are wanted, else a low card."""
        if self.nil:
            return min(self.cards, key=trumps_last)
        bosses = [card for card in self.cards if self.boss(card)]
        if bosses and (self.wants() or self.cover):
            return min(bosses, key=trumps_last)
        return max(self.cards, key=trumps_last) if self.cover else min(self.cards, key=trumps_last)

    def follow(self) -> Card:
        """Duck, cover, or win as cheaply as the place in the trick allows."""
        winning = [card for card in self.cards if self.beats(card)]
        losing = [card for card in self.cards if not self.beats(card)]
        place = deck_of(self.view.rules).winner(list(self.view.trick))
        ours = self.view.trick_seats[place] == (self.me + 2) % 4
        last = len(self.view.trick) == 3
        if self.nil:
            return max(losing, key=trumps_last) if losing else min(winning, key=trumps_last)
        if self.cover and winning and (ours or not last):
            return min(winning, key=trumps_last) if last else max(winning, key=trumps_last)
        if not self.wants():
            return max(losing, key=trumps_last) if losing else min(winning, key=trumps_last)
        if not winning or (ours and (last or self.boss(self.view.trick[place]))):
            return min(losing or winning, key=trumps_last)
        return min(winning, key=trumps_last) if last else max(winning, key=trumps_last)


def pass_cards(view: View) -> AnyAction:
    """From nil the highest, trumps first; to nil the lowest of long suits."""
    assert view.hand is not None
    assert view.seat is not None
    size = next(len(action.cards) for action in view.legal if isinstance(action, PassCards))
    bid = view.seats[view.seat].bid
    nil = bid is not None and bid.is_nil
    order = sorted(view.hand, key=trumps_last, reverse=nil)
    return PassCards(tuple(order[:size]))


class ReferenceBot:
    """The reference: the seed changes nothing."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def act(self, view: View) -> AnyAction:
        """Choose one of `view.legal`."""
        if view.undoer is not None:
            return actions.AnswerUndo(agree=True)
        if view.claimer is not None:
            return actions.AnswerClaim(agree=False)
        if view.phase is Phase.EXCHANGE:
            return pass_cards(view)
        if view.phase is Phase.AUCTION:
            return choose_bid(view)
        choice = Play(view)
        return PlayCard(choice.follow() if view.trick else choice.lead())

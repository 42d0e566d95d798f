"""Matches laid out by hand: these cards in these hands, these bids, these tricks.

A deal is given as its hands (`{0: "AS KS"}`, filled up with the cards that are left), as the pack
from the top (`"2C 3C"`, likewise), or as the tricks that the seats are to win (`tricks(7, 2, 0,
4)`). The last of these lays out hands in which every trick can be steered, and knows how to play
them. Bids are texts: `5`, `nil`, `bn` (blind nil), `b6` (blind 6), `b6>10` (blind 6, then coming
out), `1F`, `2F`, `SM`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from spadille.cards import Card, Suit, card, cards
from spadille.game import referee
from spadille.game.actions import (
    AnswerBlind,
    AnswerClaim,
    AnyAction,
    Bid,
    BidKind,
    Claim,
    ComeOut,
    CutPile,
    DeclineExchange,
    Draw,
    GiveTurned,
    Look,
    MakeBid,
    PlayCard,
    Reason,
    StackPiles,
    StaySilent,
)
from spadille.game.auction import Step
from spadille.game.deck import deck_of
from spadille.game.events import AnyEvent, DealScored, SideResult, TrickTaken
from spadille.game.state import Phase, State
from spadille.rules import Rules, change, parse
from spadille.rules.choices import FirstDealer, Hands, Seating
from spadille.table import Item, Table


class Tricks(NamedTuple):
    """A deal in which seats win these numbers of tricks, and catch these cards."""

    won: tuple[int, ...]
    catch: Mapping[Card, int]


def tricks(*won: int, **catch: int) -> Tricks:
    """The tricks of each seat from 0 on, and who wins the trick with a card: `JD=2`."""
    return Tricks(won, {card(text): seat for text, seat in catch.items()})


Kind = TypeVar("Kind", bound=AnyEvent)
Given = Mapping[int, str] | str | Tricks
Block = dict[int, Card]


class Laid(NamedTuple):
    """Hands by seat, and for a deal given by its tricks the cards that go to one trick each."""

    hands: Mapping[int, Sequence[Card]]
    blocks: list[Block]
    won: tuple[int, ...] = ()


def _blocks(rules: Rules) -> list[list[Card]]:
    """The cards of each trick, the highest first: of one suit where the pack allows it."""
    deck, seats = deck_of(rules), rules.table.seats
    sides: list[list[Card]] = []
    spades: list[list[Card]] = []
    left: list[Card] = []
    for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS):
        own = sorted(
            (c for c in dict.fromkeys(deck.pack) if deck.suit_of[c] is suit),
            key=lambda c: -deck.strength[c],
        )
        own *= rules.deck.packs  # so that no two identical cards go to one trick
        whole = len(own) // seats * seats
        groups = [
            sorted(own[start : start + seats], key=lambda c: -deck.strength[c])
            for start in range(0, whole, seats)
        ]
        if rules.deal.hands is Hands.DRAWN:  # half of the pack stays out of play
            groups = groups[: 4 if suit is Suit.SPADES else 3]
        else:
            left += own[whole:]
        (spades if suit is Suit.SPADES else sides).extend(groups)
    return sides + [left[at : at + seats] for at in range(0, len(left), seats)] + spades


def lay(rules: Rules, wanted: Tricks) -> Laid:
    """Hands and a plan for the tricks wanted."""
    seats = rules.table.seats
    to_win = list(wanted.won)
    groups = _blocks(rules)
    assert sum(to_win) == len(groups) == deck_of(rules).tricks, "the tricks do not add up"
    fixed: dict[int, int] = {}
    for caught, seat in wanted.catch.items():
        place = next(place for place, group in enumerate(groups) if caught in group)
        assert fixed.setdefault(place, seat) == seat, f"{caught} lies in a trick already given away"
    for seat in fixed.values():
        to_win[seat] -= 1
    blocks: list[Block] = []
    last = -1
    for place, group in enumerate(groups):
        if place in fixed:
            winner = fixed[place]
        else:
            winner = max(
                range(seats), key=lambda seat: (to_win[seat] > 0, (seat - last - 1) % -seats)
            )
            to_win[winner] -= 1
        last = winner
        others = [seat for seat in range(seats) if seat != winner]
        blocks.append(dict(zip([winner, *others], group, strict=True)))
    hands = {seat: [block[seat] for block in blocks] for seat in range(seats)}
    return Laid(hands, blocks, wanted.won)


def plan(state: State, blocks: list[Block]) -> list[Card] | None:
    """An order in which the blocks can be played as tricks."""
    if not blocks:
        return []
    for place, block in enumerate(blocks):
        trial = state.copy()
        moves = []
        for _ in block:
            seat = trial.deal.turn
            action = PlayCard(block[seat])
            if referee.why_illegal(trial, seat, action) is not None:
                break
            moves.append(block[seat])
            referee.apply(trial, seat, action)
        else:
            rest = plan(trial, blocks[:place] + blocks[place + 1 :])
            if rest is not None:
                return moves + rest
    return None


def bid(text: str) -> Bid:
    """Read a bid."""
    if text.isdigit():
        return Bid(BidKind.NUMBER, int(text))
    if text[0] == "b" and text[1].isdigit():
        return Bid(BidKind.BLIND, int(text[1:].partition(">")[0]))
    return Bid(BidKind.BLIND_NIL if text == "bn" else BidKind(text))


def bid_text(made: Bid) -> str:
    """Write a bid the way `bid` reads it."""
    if made.kind is BidKind.NUMBER:
        return str(made.tricks)
    if made.kind is BidKind.BLIND:
        return f"b{made.tricks}"
    return "bn" if made.kind is BidKind.BLIND_NIL else made.kind.value


class Chance:
    """The orders laid out; whatever is not laid out keeps its printed order."""

    def __init__(
        self, rules: Rules, dealer: int, deals: Iterable[Given], draws: Iterable[str]
    ) -> None:
        self.rules = rules
        self.dealer = dealer
        self.deals = list(deals)
        self.draws = list(draws)
        self.asked: list[tuple[Item, ...]] = []
        self.laid: Laid | None = None

    def order(self, state: State, items: Sequence[Item]) -> Sequence[Item]:
        """Put the items that a state waits for into the order wanted."""
        self.asked.append(tuple(items))
        if state.phase is Phase.SEATING:
            return self._seating(items)
        self.dealer = state.deal.dealer
        given: Given = self.deals.pop(0) if self.deals else {}
        if isinstance(given, str):
            self.laid = None
            return topped(items, given)
        if isinstance(given, Tricks):
            self.laid = lay(self.rules, given)
        else:
            self.laid = Laid({seat: cards(text) for seat, text in given.items()}, [])
        return self._pack(items, self.laid.hands)

    def _seating(self, items: Sequence[Item]) -> Sequence[Item]:
        if isinstance(items[0], int):
            return [self.dealer, *(item for item in items if item != self.dealer)]
        if self.draws:
            return topped(items, self.draws.pop(0))
        rule, seats = self.rules.deal.first_dealer, self.rules.table.seats
        if rule is not FirstDealer.HIGH_CARD_DRAW:
            wanted = "AD" if rule is FirstDealer.FIRST_DIAMOND else "AS"
            return topped(items, " ".join([*["AH", "KH", "QH", "JH", "TH"][: self.dealer], wanted]))
        ranks = ["KH", "QH", "JH", "TH", "9H"][: seats - 1]
        if self.rules.deal.seating is Seating.DRAWN:
            assert self.dealer == 0, "drawn seats put the dealer into seat 0"
        return topped(items, " ".join([*ranks[: self.dealer], "AH", *ranks[self.dealer :]]))

    def _pack(self, pack: Sequence[Item], hands: Mapping[int, Sequence[Card]]) -> list[Item]:
        """The pack that gives each seat the cards laid out for it, and fills the hands up."""
        rest = list(pack)
        wanted = {seat: list(own) for seat, own in hands.items()}
        for own in wanted.values():
            for held in own:
                rest.remove(held)
        seats = self.rules.table.seats
        drawn = self.rules.deal.hands is Hands.DRAWN
        order: list[Item] = []
        for place in range(len(pack)):
            turn = place // 2 if drawn else place
            own = wanted.get((self.dealer + 1 + turn) % seats, [])
            keeps = not (drawn and place % 2)
            order.append(own.pop(0) if own and keeps else rest.pop(0))
        assert not any(wanted.values()), "a hand is too long"
        return order


class LaidTable(Table):
    """A table that gets its chance from what is laid out."""

    def __init__(self, rules: Rules, chance: Chance) -> None:
        super().__init__(rules)
        self.chance = chance
        self._lay()

    def act(self, seat: int, action: AnyAction) -> list[AnyEvent]:
        """Carry an action out, and lay out what is wanted next."""
        return [*super().act(seat, action), *self._lay()]

    def _lay(self) -> list[AnyEvent]:
        events: list[AnyEvent] = []
        while (need := self.need) is not None:
            events += self.supply(self.chance.order(self.state, need.items))
        return events


def suited(suit: str, ranks: str) -> str:
    """Cards of a suit as text: `suited("H", "AK")` is `AH KH`."""
    return " ".join(rank + suit for rank in ranks)


def topped(pack: Sequence[Item], text: str) -> list[Item]:
    """A pack with these cards on top."""
    rest = list(pack)
    top = cards(text)
    for held in top:
        rest.remove(held)
    return [*top, *rest]


class Scenario:
    """A table whose chance is laid out, and short ways to act at it."""

    def __init__(
        self,
        rules: Rules | str,
        *deals: Given,
        dealer: int | None = None,
        draws: Sequence[str] = (),
        scores: Sequence[int] = (),
        bags: Sequence[int] = (),
    ) -> None:
        rules = parse(rules) if isinstance(rules, str) else rules
        if scores:
            rules = change(rules, {"handicap": tuple(scores)})
        if dealer is None:
            dealer = 0 if rules.deal.seating is Seating.DRAWN else rules.table.seats - 1
        self.rules = rules
        self.chance = Chance(rules, dealer, deals, draws)
        self.table = LaidTable(rules, self.chance)
        for side, held in enumerate(bags):  # as if earlier deals had brought them
            self.table.state.standings[side].bags = held

    @property
    def state(self) -> State:
        """The state of the table."""
        return self.table.state

    @property
    def results(self) -> list[tuple[SideResult, ...]]:
        """The results of all deals so far."""
        return [event.results for event in self.table.log if isinstance(event, DealScored)]

    @property
    def actor(self) -> int:
        """The one seat that has to act."""
        (seat,) = self.table.to_act
        return seat

    def events(self, kind: type[Kind]) -> list[Kind]:
        """All events of a kind."""
        return [event for event in self.table.log if isinstance(event, kind)]

    def act(self, action: AnyAction) -> None:
        """Let the seat whose turn it is act."""
        self.table.act(self.actor, action)

    def reason(self, action: AnyAction, seat: int | None = None) -> Reason | None:
        """Why an action is illegal for a seat, or for the seat whose turn it is."""
        return referee.why_illegal(self.state, self.actor if seat is None else seat, action)

    def bids_legal(self) -> set[str]:
        """The bids that the seat whose turn it is may make."""
        legal = self.table.legal(self.actor)
        return {bid_text(action.bid) for action in legal if isinstance(action, MakeBid)}

    def cards_legal(self) -> set[Card]:
        """The cards that the seat whose turn it is may play."""
        legal = self.table.legal(self.actor)
        return {action.card for action in legal if isinstance(action, PlayCard)}

    def cut(self) -> "Scenario":
        """Cut the French way: equal piles, one card for each seat, stacked as they lie."""
        seats = self.rules.table.seats
        for _ in range(seats - 1):
            self.act(CutPile(len(deck_of(self.rules).pack) // seats))
        self.act(GiveTurned(self.table.view().turned))
        self.act(StackPiles(tuple(range(seats))))
        return self

    def draw(self) -> "Scenario":
        """Draw the hands from the stock by keeping every first card."""
        while self.state.phase is Phase.DRAW:
            self.act(Draw(keep=True))
        return self

    def say(self, *texts: str) -> "Scenario":
        """Let players bid in turn, one text each; look, agree and stay silent as needed."""
        for text in texts:
            seat = self.actor
            while self.state.phase is Phase.AUCTION and self.actor == seat:
                self._word(text)
        return self

    def bid(self, *texts: str) -> "Scenario":
        """Bid the whole auction: a text for each seat, or for each side; decline to exchange."""
        self.draw()
        while self.state.phase is Phase.AUCTION:
            self._word(texts[self.actor % len(texts)])
        while self.state.phase is Phase.EXCHANGE:
            self.table.act(min(self.table.to_act), DeclineExchange())
        return self

    def _word(self, text: str) -> None:
        step = self.table.view(self.actor).step
        if step is Step.LOOK_OR_BLIND:
            self.act(MakeBid(bid(text)) if text[0] == "b" else Look())
        elif step is Step.ANSWER_BLIND:
            self.act(AnswerBlind(agree=text[0] == "b"))
        elif step is Step.TALK:
            self.act(StaySilent())
        elif step is Step.COME_OUT:
            self.act(ComeOut(out=">" in text))
        else:
            self.act(MakeBid(bid(text)))

    def play(self, text: str) -> "Scenario":
        """Play these cards in turn."""
        for played in cards(text):
            self.act(PlayCard(played))
        return self

    def play_out(self) -> "Scenario":
        """Play the tricks that the deal was laid out for."""
        laid = self.chance.laid
        assert laid is not None
        order = plan(self.state, laid.blocks)
        assert order is not None, "the tricks wanted cannot be played"
        before = len(self.events(TrickTaken))
        for own in order:
            self.act(PlayCard(own))
        taken = [event.seat for event in self.events(TrickTaken)[before:]]
        assert tuple(taken.count(seat) for seat in range(self.rules.table.seats)) == laid.won
        return self

    def claim(self) -> "Scenario":
        """Let the player whose turn it is win all the tricks that are left."""
        self.act(Claim())
        while self.state.deal.claimer is not None:
            self.table.act(min(self.table.to_act), AnswerClaim(agree=True))
        return self


def played(
    rules: Rules | str,
    *deals: tuple[str, Tricks],
    dealer: int | None = None,
    scores: Sequence[int] = (),
    bags: Sequence[int] = (),
) -> Scenario:
    """Play deals given as their bids and tricks; `scores` and `bags` are those before them."""
    scenario = Scenario(
        rules, *(wanted for _, wanted in deals), dealer=dealer, scores=scores, bags=bags
    )
    for texts, _ in deals:
        scenario.bid(*texts.split()).play_out()
    return scenario

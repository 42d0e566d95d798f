"""The game agrees with the oracle, which was written from the rule book alone."""

import random
from collections.abc import Iterator
from functools import cache

import oracle
import pytest
from conftest import count

from spadille.cards import Card
from spadille.game import play, referee
from spadille.game.actions import Bid, BidKind, Draw
from spadille.game.deck import deck_of
from spadille.game.events import CardPlayed
from spadille.game.fold import fold
from spadille.game.scoring import Player, score_side
from spadille.game.state import Phase, Standing, State
from spadille.rules import load


@pytest.fixture(scope="module", autouse=True)
def _remembered_trumps() -> Iterator[None]:
    """The oracle is naive and slow; what it says of trumps is the same every time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(oracle, "trumps", cache(oracle.trumps))
        yield


def pack(preset: str, rng: random.Random) -> list[Card]:
    """A shuffled pack; every second one lies in suits, so that hands are long and short."""
    deck = deck_of(load(preset))
    order = list(deck.pack)
    rng.shuffle(order)
    if rng.random() < 0.5:
        noise = rng.choice((0.3, 1.0, 2.0))
        places = {card: "SHDC".index(deck.suit_of[card] or "C") for card in order}
        order.sort(key=lambda card: places[card] + noise * rng.random())
        seats = load(preset).table.seats
        size = -(-len(order) // seats)
        order = [card for place in range(size) for card in order[place::size]]
    return order


def dealt(preset: str, rng: random.Random) -> State:
    """A deal at the point where the first leader is made known."""
    rules = load(preset)
    state, _ = referee.begin(rules)
    while state.phase is Phase.SEATING:
        need = [*range(rules.table.seats)] if preset in RANDOM_DEALER else deck_of(rules).pack
        items = [item for item in need if item not in oracle.JOKERS]
        referee.supply(state, rng.sample(items, len(items)))
    referee.supply(state, pack(preset, rng))
    while state.phase is Phase.DRAW:
        (seat,) = referee.to_act(state)
        referee.apply(state, seat, Draw(keep=rng.random() < 0.5))
    fold(state, play.opening(state))
    return state


RANDOM_DEALER = {name for name in oracle.PRESETS if not name.startswith("cutthroat")}


@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_the_pack(preset: str) -> None:
    deck = deck_of(load(preset))
    assert sorted(deck.pack) == sorted(oracle.pack(preset))
    assert {card: deck.suit_of[card] for card in deck.pack} == {
        card: oracle.effective_suit(preset, card) for card in oracle.pack(preset)
    }
    trumps = [card for card in deck.suit_of if deck.suit_of[card] == "S"]
    trumps.sort(key=deck.strength.__getitem__, reverse=True)
    assert trumps == oracle.trumps(preset)


@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_the_play_of_a_deal(preset: str) -> None:
    """The first leader (rule 9.4), who sits out, legal cards and winners (9.2, 9.3, 9.8, 9.9)."""
    rng = random.Random(f"oracle/{preset}")
    for _ in range(count(2000)):
        state = dealt(preset, rng)
        deal = state.deal
        hands = [[str(card) for card in hand] for hand in deal.hands]
        plays: list[tuple[int, str]] = []
        assert deal.leader == oracle.first_leader(preset, hands, deal.dealer)
        while not play.is_over(state):
            number = len(deal.tricks) + 1
            assert play.sitter(state) == oracle.sits_out(preset, deal.dealer, number)
            seat = state.deal.turn
            legal = sorted(set(play.legal_cards(state, seat)))
            assert (seat, legal) == oracle.legal_cards(preset, hands, deal.dealer, plays)
            card = rng.choice(legal)
            fold(state, CardPlayed(seat, card))
            plays.append((seat, str(card)))
            taken = play.after_card(state)
            if taken is not None:
                trick = plays[-len(deal.trick) :]
                fold(state, taken)
                assert deal.leader == oracle.winner(preset, trick)
        assert sum(deal.won) == len(deal.tricks) == state.deck.tricks
        assert not any(deal.hands)


def read_bid(text: str) -> Bid:
    kinds = {"0": BidKind.NIL, "BN": BidKind.BLIND_NIL}
    return Bid(kinds[text]) if text in kinds else Bid(BidKind.NUMBER, int(text))


@pytest.mark.parametrize("preset", ["standard", "double_nil", "suicide", "six_pairs", "whiz"])
def test_the_score_of_a_side(preset: str) -> None:
    """Contract, nils, bags, penalty (rules 10.2, 10.3, 10.8, 10.9, 10.10, 10.19)."""
    rng = random.Random(f"score/{preset}")
    rules = load(preset)
    deck = deck_of(rules)
    for _ in range(10 * count(2000)):
        said = (rng.choice(BIDS[: deck.tricks + 2]), rng.choice(BIDS[: deck.tricks + 2]))
        first = rng.randint(0, deck.tricks)
        tricks = (first, rng.randint(0, deck.tricks - first))
        before = Standing(score=rng.randint(-600, 600), bags=rng.randint(0, 9))
        players = [Player(0, read_bid(said[0]), tricks[0]), Player(2, read_bid(said[1]), tricks[1])]
        result = score_side(rules, deck, 0, players, None, before)
        wanted = oracle.standard_score(said, tricks, before.score, before.bags)
        assert (result.score, result.bags) == wanted, (said, tricks, before)
        assert result.points == sum(line.points for line in result.lines)


BIDS = ["0", "BN", *map(str, range(1, 14))]

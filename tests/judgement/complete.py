"""Complete the rows of `tests/judgement` to whole deals, at random, and write them down.

Run it from the root of the project whenever a row changes. Rows that are named are completed anew,
the others keep their completions; without names all are.
"""

import random
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).parent.parent))

from completion import FOLDER, KINDS, Completion, Row, completions, rows, view_of
from earlier import SEATS, Hands, Past
from positions import hand_of
from scenario import Scenario, bid_text

from spadille.bots.simple import SimpleBot
from spadille.cards import Card, Suit, cards
from spadille.game.actions import MakeBid
from spadille.game.deck import Deck, deck_of
from spadille.rules import Rules, parse

COMPLETIONS = 5
CHOICE = 8
"""Of so many deals that fit the one is taken in which the hands fit the bids best."""
TRIES = 2000


def worth(deck: Deck, hand: Sequence[Card]) -> float:
    """A rough count of tricks: honours, and spades beyond three."""
    spades = [card for card in hand if deck.suit_of[card] is Suit.SPADES]
    total = 0.7 * max(len(spades) - 3, 0)
    for card in hand:
        tops = {"A": 1.0, "K": 0.9, "Q": 0.6} if card in spades else {"A": 0.9, "K": 0.6, "Q": 0.2}
        total += tops.get(card.rank, 0.0)
    return total


def misfit(deck: Deck, hands: Hands, bids: Sequence[str]) -> float:
    """How far the hands of the others are from what was bid on them."""
    total = 0.0
    for hand, said in zip(hands[1:], bids, strict=True):
        if said == "nil":
            tops = [card for card in hand if card.rank in "AKQ"]
            total += 2 * worth(deck, hand) + sum(1 + (card in "AS KS QS") for card in tops)
        elif said.isdigit():
            total += abs(worth(deck, hand) - min(int(said), 6))
    return total


def dealt(row: Row, deck: Deck, bids: Sequence[str], rng: random.Random) -> Hands:
    """Hands for a decision before the play."""
    found = []
    for _ in range(4 * CHOICE):
        mine = list(hand_of(row.hand))
        rest = [card for card in deck.pack if card not in mine]
        rng.shuffle(rest)
        mine += [card for card in rest if card[1] not in row.never][: 13 - len(mine)]
        rest = [card for card in rest if card not in mine]
        hands = [mine, rest[:13], rest[13:26], rest[26:]]
        found.append((misfit(deck, hands, bids), rng.random(), hands))
    return min(found)[2]


def written(dealer: int, hands: Hands, bids: Sequence[str], played: str = "") -> Completion:
    """A completion as it is kept."""
    return Completion(dealer, tuple(" ".join(hand) for hand in hands), " ".join(bids), played)


def bidding(row: Row, rules: Rules, rng: random.Random) -> Completion:
    """Seat 0 is to bid; the simple bot bids where the row leaves a bid open."""
    heard = rng.choice(row.heard).split()
    fits = []
    for dealer in range(SEATS):
        order = [(dealer + 1 + step) % SEATS for step in range(SEATS)]
        before = order[: order.index(0)]
        if all((seat in before) == (heard[seat - 1] != "-") for seat in range(1, SEATS)):
            fits.append(dealer)
    dealer = rng.choice(fits)
    hands = dealt(row, deck_of(rules), heard, rng)
    table = Scenario(
        row.rules,
        {seat: " ".join(hand) for seat, hand in enumerate(hands)},
        dealer=dealer,
        scores=row.scores,
    )
    bids = ["-"] * SEATS
    while (seat := table.actor) != 0:
        if heard[seat - 1] == "?":
            action = SimpleBot().act(table.table.view(seat))
            table.act(action)
            if isinstance(action, MakeBid):
                bids[seat] = bid_text(action.bid)
        else:
            bids[seat] = heard[seat - 1]
            table.say(bids[seat])
    return written(dealer, hands, bids)


def passing(row: Row, rules: Rules, rng: random.Random) -> Completion:
    """Seat 0 is to pass cards."""
    bids = row.bids.split()
    return written(rng.randrange(SEATS), dealt(row, deck_of(rules), bids[1:], rng), bids)


def playing(row: Row, rules: Rules, rng: random.Random) -> Completion:
    """Seat 0 is to play a card."""
    deck, bids = deck_of(rules), row.bids.split()
    found = []
    for _ in range(TRIES):
        deal = earlier(row, rules, rng)
        if deal is None or row.dealer not in {None, deal.dealer}:
            continue
        hands = [list(cards(hand)) for hand in deal.hands]
        found.append((misfit(deck, hands, bids[1:]) if bids else 0.0, rng.random(), deal))
        if len(found) == CHOICE:
            break
    assert found, "no deal comes to what the row says"
    return min(found)[2]


def earlier(row: Row, rules: Rules, rng: random.Random) -> Completion | None:
    """A deal that comes to the position, or None if the one that is tried does not."""
    deck = deck_of(rules)
    trick = cards(row.trick)
    leader = -len(trick) % SEATS
    ends = hands_left(row, deck, trick, rng)
    if ends is None:
        return None
    done = deck.tricks - len(ends[0])
    won = [int(text) for text in row.taken.split()] or shared(rng, done, leader)
    assert sum(won) == done, (won, done)
    past = Past(rules, rng, ends).tricks(won, leader, row.shown)
    if past is None:
        return None
    hands, played, shown = [[*end] for end in ends], [], set()
    first = past.leader
    for done_trick in past.cards:
        order = [(first + step) % SEATS for step in range(SEATS)]
        laid = [done_trick[seat] for seat in order]
        for seat, card in zip(order, laid, strict=True):
            hands[seat].append(card)
            if deck.suit_of[laid[0]] is Suit.SPADES is not deck.suit_of[card]:
                shown.add(seat)
        played += laid
        first = order[deck.winner(laid)]
    if not shown.issuperset(row.shown):
        return None
    bids = row.bids.split() or ["-"] * SEATS
    return written((past.leader - 1) % SEATS, hands, bids, " ".join([*played, *trick]))


def hands_left(row: Row, deck: Deck, trick: Sequence[Card], rng: random.Random) -> Hands | None:
    """What is left of the hands, the cards on the table included; None if a card has no place."""
    mine, out, leader = list(hand_of(row.hand)), hand_of(row.out), -len(trick) % SEATS
    ends: Hands = [mine, *(list(hand_of(row.held.get(str(seat), ""))) for seat in range(1, SEATS))]
    fixed = {*trick, *hand_of(row.gone), *out, *(card for own in ends for card in own)}
    free = [card for card in deck.pack if card not in fixed]
    rng.shuffle(free)
    room = [0, *(len(mine) - (seat >= leader > 0) for seat in range(1, SEATS))]
    for card in [*out, *free]:
        suit = deck.suit_of[card]
        seats = [
            seat
            for seat in range(1, SEATS)
            if len(ends[seat]) < room[seat] and str(suit) not in row.void.get(str(seat), "")
        ]
        if trick:  # those who did not follow have none
            led = deck.suit_of[trick[0]]
            seats = [
                seat
                for seat in seats
                if seat < leader or suit is not led or deck.suit_of[trick[seat - leader]] is led
            ]
        if seats:
            ends[rng.choice(seats)].append(card)
        elif card in out:
            return None
    for place, card in enumerate(trick, leader):
        ends[place].append(card)
    return ends if len({len(end) for end in ends}) == 1 else None


def shared(rng: random.Random, tricks: int, last: int) -> list[int]:
    """Random numbers of tricks, at least one for the seat that took the last of them."""
    won = [int(seat == last) for seat in range(SEATS)]
    for _ in range(tricks - 1):
        won[rng.randrange(SEATS)] += 1
    return won


def main(named: Sequence[str]) -> None:
    """Complete the rows named, or all."""
    kept = dict(completions()) if named else {}
    found = {}
    for kind, complete in zip(KINDS, (bidding, passing, playing), strict=True):
        for name, row in rows(kind).items():
            if name in kept and name not in named:
                found[name] = kept[name]
                continue
            rules = parse(row.rules)
            sources = [random.Random(f"{name}/{number}") for number in range(COMPLETIONS)]
            found[name] = tuple(complete(row, rules, rng) for rng in sources)
            for deal in found[name]:
                view_of(row, deal)  # it is legal
    text = ",\n".join(
        f'"{name}":[\n' + ",\n".join(msgspec.json.encode(deal).decode() for deal in deals) + "]"
        for name, deals in found.items()
    )
    (FOLDER / "completions.json").write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

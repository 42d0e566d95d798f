"""Games for the tests of records: random matches of every preset and of odd rules."""

import random
from functools import cache

from matches import of_any_kind

from spadille.game.actions import AnswerClaim, AnswerUndo, AnyAction, AskUndo, Claim
from spadille.game.events import DealBegan
from spadille.record import GameFile
from spadille.rules import RulesError, change, load, names, options, parse
from spadille.rules.model import Rules
from spadille.table import Table, seeded

# One for every procedure that no preset has, or that a random match seldom comes to.
VARIANTS = (
    "standard(cut=french,first_dealer=first_spade)",
    "new_york(cut=french,first_hand_bids_itself=off,blind_deficit=none)",
    "joker_joker_deuce_deuce(first_hand_bids_itself=off,blind_deficit=none,come_out=on)",
    "barmore(bidding=second_names_total,talk=none,first_dealer=first_diamond)",
    "standard(blind_nil_deficit=none,nil_exchange=2,exchange_duty=must)",
    "double_nil(nil_exchange=1,cut=french,seats=6,removed_twos=all)",
    "cutthroat_four(next_game_dealer=redraw,max_deals=1,tokens_to_win=3)",
    "solo_four(first_dealer=high_card_draw,max_deals=1,tokens_to_win=2)",
    "two_handed(see_second_card=off)",
    "joker_joker_ace(joker_use=junk,zero=number,blind_nil=off)",
    "cutthroat_five_two_jokers(first_dealer=random,seating=as_they_come)",
    "suicide(blind_nil=on,blind_nil_deficit=none,handicap=100/0)",
)
RULES = (*names(), *VARIANTS)
WHOLE = "cutthroat_four(next_game_dealer=redraw,max_deals=1,tokens_to_win=2)"


def choose(rng: random.Random, actions: tuple[AnyAction, ...]) -> AnyAction:
    """Any kind of action, then any of that kind; claims and wishes to undo only now and then."""
    answers = [a for a in actions if isinstance(a, AnswerClaim | AnswerUndo)]
    if answers:
        return answers[0] if rng.random() < 0.8 else answers[1]
    asides = [a for a in actions if isinstance(a, Claim | AskUndo)]
    if asides and rng.random() < 0.04:
        return rng.choice(asides)
    others = [a for a in actions if a not in asides]
    return of_any_kind(others, rng)


def play(rules: Rules, seed: int, deals: int = 2) -> Table:
    """A match with random players, broken off after some deals."""
    rng = random.Random(f"play {seed}")
    table = Table(rules, seeded(seed))
    begun, stop = 1, rng.randrange(40)
    while not table.over and (begun <= deals or stop > 0):
        seat = rng.choice(sorted(table.to_act))
        happened = table.act(seat, choose(rng, table.legal(seat)))
        begun += sum(isinstance(event, DealBegan) for event in happened)
        stop -= begun > deals
    return table


@cache
def game(text: str, seed: int = 1, deals: int = 2) -> GameFile:
    """The record of such a match."""
    rules = parse(text)
    players = [f"Player {number}" for number in range(rules.table.seats)]
    return GameFile.of(play(rules, seed, deals).log, players=players, tags={"Event": "Test"})


def odd_rules(seed: int) -> Rules:
    """A preset with some options changed at random, as far as they go together."""
    rng = random.Random(f"rules {seed}")
    rules = load(rng.choice(names()))
    for name in rng.sample(sorted(options()), 25):
        if name in ("seats", "max_games") or not options()[name].choices:
            continue
        try:
            rules = change(rules, {name: rng.choice(options()[name].choices)})
        except RulesError:
            continue
    return rules

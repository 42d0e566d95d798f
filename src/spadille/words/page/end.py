"""The rule page on the end of a game and of a match (rules, section 11)."""

from collections.abc import Callable, Iterator

from spadille.rules import Rules
from spadille.rules.choices import (
    BlindBy,
    Boston,
    EndTest,
    NextGameDealer,
    SetsCounted,
    TieRule,
)
from spadille.words import N_, Words
from spadille.words import names as named

TIES = {
    TieRule.UNTIL_UNEQUAL: N_("If the highest score is shared, deals follow until it is not."),
    TieRule.UNTIL_WINNER_AT_TARGET: N_(
        "If the highest score is shared, deals follow until one side leads alone at the target."
    ),
    TieRule.SHARED: N_("If the highest score is shared, so is the win."),
}
DEALERS = {
    NextGameDealer.ROTATE: N_("The deal passes on from one game to the next."),
    NextGameDealer.WINNER: N_("The winner of a game deals first in the next one."),
    NextGameDealer.REDRAW: N_("The first dealer of each game is chosen anew."),
}


def end(words: Words, rules: Rules) -> list[str]:
    """When a game and a match are over."""
    match = rules.match
    start = ""
    if match.handicap:
        scores = named.listed(words, [named.number(score) for score in match.handicap])
        start = words.say("The sides start with these scores: {scores}.", scores=scores)
    tests = [named.paragraph(words, TESTS[test](words, rules)) for test in match.end_tests]
    last = words.many(
        "After {n} deal at the latest the highest score wins.",
        "After {n} deals at the latest the highest score wins.",
        match.max_deals,
    )
    return [start, *_ordered(words, [test for test in tests if test]), last, _tourney(words, rules)]


def _ordered(words: Words, tests: list[str]) -> list[str]:
    """The tests; several are announced, since their order counts."""
    if len(tests) < 2:
        return tests
    return [words.say("After each deal these tests follow, in this order:"), *tests]


def _boston(words: Words, rules: Rules) -> Iterator[str]:
    boston = rules.scoring.boston
    if boston is Boston.WINS:
        yield words.say("A side that wins all the tricks of a deal with bids wins the game.")
    if boston is not Boston.TEN_BID_WINS:
        return
    yield words.say("A side that wins all the tricks on an open bid of 10 wins the game.")
    if rules.auction.blind_by is BlindBy.NOBODY:
        return
    if rules.scoring.blind10_boston_wins:
        yield words.say("So does one that bid 10 blind.")
    else:
        yield words.say("One that bid 10 blind does not.")


def _sets(words: Words, rules: Rules) -> Iterator[str]:
    match = rules.match
    if match.sets_to_lose and match.sets_counted is SetsCounted.IN_A_ROW:
        yield words.many(
            "A side whose contract fails {n} time has lost the game.",
            "A side whose contract fails {n} times in a row has lost the game.",
            match.sets_to_lose,
        )
    elif match.sets_to_lose:
        yield words.many(
            "A side whose contract fails {n} time in the game has lost it.",
            "A side whose contract fails {n} times in the game has lost it.",
            match.sets_to_lose,
        )


def _losing_score(words: Words, rules: Rules) -> Iterator[str]:
    losing = rules.match.losing_score
    if losing != "none":
        yield words.say(
            "A side that falls to {score} points or below loses; the highest score of the others"
            " wins.",
            score=named.number(losing),
        )


def _target(words: Words, rules: Rules) -> Iterator[str]:
    match = rules.match
    if not match.target:
        return
    yield words.say(
        "Once a side has reached {n} points, the game is over and the highest score wins.",
        n=match.target,
    )
    yield words.say(TIES[match.tie_rule])
    if match.tie_ignores_bags:
        yield words.say("The points that bags earned are left out of this comparison.")


TESTS: dict[EndTest, Callable[[Words, Rules], Iterator[str]]] = {
    EndTest.BOSTON: _boston,
    EndTest.SETS: _sets,
    EndTest.LOSING_SCORE: _losing_score,
    EndTest.TARGET: _target,
}


def _tourney(words: Words, rules: Rules) -> str:
    match = rules.match
    if match.tokens_to_win == 1:
        return ""
    most = words.many(
        "After {n} game at the latest the most tokens win.",
        "After {n} games at the latest the most tokens win.",
        match.max_games,
    )
    tokens = words.say(
        "The winner of a game gets a win token; {n} tokens win the tourney.", n=match.tokens_to_win
    )
    return named.paragraph(words, [tokens, most, words.say(DEALERS[match.next_game_dealer])])

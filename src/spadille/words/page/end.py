"""The rule page on the end of a game and of a match (rules, section 11)."""

from collections.abc import Callable, Iterator

from spadille.rules import Rules
from spadille.rules.choices import (
    BlindBy,
    Boston,
    EndTest,
    NextGameDealer,
    SetsCounted,
    Sides,
    TieRule,
)
from spadille.words import N_, Words
from spadille.words import names as named

TIES = {
    TieRule.UNTIL_UNEQUAL: N_(
        "If the highest score is shared, more deals are played until it is not."
    ),
    TieRule.UNTIL_WINNER_AT_TARGET: N_(
        "If the highest score is shared, more deals are played until it is held alone, at the"
        " target or above."
    ),
    TieRule.SHARED: N_("If the highest score is shared, so is the win."),
}
# Each for sides of two partners, and for players who play alone.
BOSTON = (
    N_("A side that wins all the tricks of a deal with bids wins the game."),
    N_("A player who wins all the tricks of a deal with bids wins the game."),
)
BOSTON_10 = (
    N_("A side that wins all the tricks on a bid of 10 wins the game."),
    N_("A player who wins all the tricks on a bid of 10 wins the game."),
)
BOSTON_ANY_10 = (
    N_("A side that wins all the tricks on a bid of 10, open or blind, wins the game."),
    N_("A player who wins all the tricks on a bid of 10, open or blind, wins the game."),
)
BOSTON_OPEN_10 = (
    N_("A side that wins all the tricks on an open bid of 10 wins the game."),
    N_("A player who wins all the tricks on an open bid of 10 wins the game."),
)
ONE_SET = (
    N_("A side whose contract fails has lost the game."),
    N_("A player whose contract fails has lost the game."),
)
SETS = {
    SetsCounted.IN_A_ROW: (
        N_("A side whose contract fails {n} times in a row has lost the game."),
        N_("A player whose contract fails {n} times in a row has lost the game."),
    ),
    SetsCounted.IN_ALL: (
        N_("A side whose contract fails {n} times in a game has lost it."),
        N_("A player whose contract fails {n} times in a game has lost it."),
    ),
}
LOSING_SCORE = (
    N_("A side that falls to {score} points or below loses; the highest score of the others wins."),
    N_(
        "A player who falls to {score} points or below loses; the highest score of the others wins."
    ),
)
TARGET = (
    N_("Once a side has reached {n} points, the game is over and the highest score wins."),
    N_("Once a player has reached {n} points, the game is over and the highest score wins."),
)
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
        start = words.say("The scores at the start: {scores}.", scores=scores)
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


def _said(words: Words, rules: Rules, messages: tuple[str, str], **fields: object) -> str:
    """The message about sides of partners, or that about players who play alone."""
    return words.say(messages[rules.table.sides is Sides.SOLO], **fields)


def _boston(words: Words, rules: Rules) -> Iterator[str]:
    boston = rules.scoring.boston
    if boston is Boston.WINS:
        yield _said(words, rules, BOSTON)
    if boston is not Boston.TEN_BID_WINS:
        return
    if rules.auction.blind_by is BlindBy.NOBODY:
        yield _said(words, rules, BOSTON_10)
    elif rules.scoring.blind10_boston_wins:
        yield _said(words, rules, BOSTON_ANY_10)
    else:
        yield _said(words, rules, BOSTON_OPEN_10)


def _sets(words: Words, rules: Rules) -> Iterator[str]:
    match = rules.match
    if match.sets_to_lose == 1:
        yield _said(words, rules, ONE_SET)
    elif match.sets_to_lose:
        yield _said(words, rules, SETS[match.sets_counted], n=match.sets_to_lose)


def _losing_score(words: Words, rules: Rules) -> Iterator[str]:
    losing = rules.match.losing_score
    if losing != "none":
        yield _said(words, rules, LOSING_SCORE, score=named.number(losing))


def _target(words: Words, rules: Rules) -> Iterator[str]:
    match = rules.match
    if not match.target:
        return
    yield _said(words, rules, TARGET, n=match.target)
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

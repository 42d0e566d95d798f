"""The rule page on scoring (rules, section 10)."""

from collections.abc import Iterator

from spadille.cards import Card
from spadille.game.deck import deck_of
from spadille.rules import Rules
from spadille.rules.choices import (
    AwardJacks,
    BagPenalty,
    BlindBy,
    BlindScoring,
    Boston,
    FailedNilBagPoints,
    FailedNilTricks,
    Shortfall,
    Zero,
)
from spadille.words import N_, Words
from spadille.words import names as named

CONTRACTS = {
    Shortfall.BID: N_(
        "A contract made scores 10 points for each trick bid; a failed one loses as many."
    ),
    Shortfall.NOTHING: N_(
        "A contract made scores 10 points for each trick bid; a failed one scores nothing."
    ),
    Shortfall.MISSING_TRICKS: N_(
        "A contract made scores 10 points for each trick bid; a failed one loses 10 points for each"
        " trick missing."
    ),
}
BLIND = {
    BlindScoring.DOUBLE_OR_SINGLE: N_(
        "A number bid blind scores double if made, single if failed."
    ),
    BlindScoring.DOUBLE_OR_DOUBLE: N_("A number bid blind counts double, made or failed."),
    BlindScoring.FLAT_100: N_("A number bid blind scores 100 if made and loses 100 if failed."),
}
NIL_TRICKS = {
    FailedNilTricks.BAGS: N_("The tricks of a failed nil are bags."),
    FailedNilTricks.HELP_PARTNER: N_(
        "The tricks of a failed nil count towards the partner's contract."
    ),
    FailedNilTricks.IGNORED: N_("The tricks of a failed nil count for nothing."),
}
NIL_BAGS = {
    FailedNilBagPoints.ONLY_IF_CONTRACT_MADE: N_(
        "These bags earn points only if the partner's contract is made."
    ),
    FailedNilBagPoints.NEVER: N_("These bags earn no points."),
}
CARRY = {
    True: N_("The bags above the limit are carried on."),
    False: N_("After that the count goes back to 0."),
}
BELOW_0 = {
    True: N_("The count of bags may fall below 0."),
    False: N_("The count of bags never falls below 0."),
}


def contracts(words: Words, rules: Rules) -> list[str]:
    """What contracts, nils and special bids are worth."""
    return [
        named.paragraph(words, _contracts(words, rules)),
        named.paragraph(words, _nils(words, rules)),
        named.paragraph(words, _specials(words, rules)),
    ]


def _contracts(words: Words, rules: Rules) -> Iterator[str]:
    scoring = rules.scoring
    blind = rules.auction.blind_by is not BlindBy.NOBODY
    yield words.say(CONTRACTS[scoring.shortfall])
    yield from _tens(words, rules)
    if scoring.overtricks_set and blind:
        yield words.many(
            "An open contract below 10 also fails with {n} trick too many.",
            "An open contract below 10 also fails with {n} tricks too many.",
            scoring.overtricks_set,
        )
    elif scoring.overtricks_set:
        yield words.many(
            "A contract below 10 also fails with {n} trick too many.",
            "A contract below 10 also fails with {n} tricks too many.",
            scoring.overtricks_set,
        )
    if scoring.boston is Boston.MOON_200:
        yield words.say("A contract of all the tricks scores 200 points if made.")
    if blind:
        yield words.say(BLIND[scoring.blind_scoring])
    if rules.auction.first_hand_bids_itself:
        yield words.say("In the deal without bids each trick scores 10 points.")


def _tens(words: Words, rules: Rules) -> Iterator[str]:
    made, failed = rules.scoring.ten_made, rules.scoring.ten_failed
    if made == failed != 100:
        yield words.say(
            "A contract of 10 scores {n} points if made and loses as many if failed.", n=made
        )
        return
    if made != 100:
        yield words.say("A contract of 10 scores {n} points if made.", n=made)
    if failed != 100:
        yield words.say("A contract of 10 loses {n} points if failed.", n=failed)


def _nils(words: Words, rules: Rules) -> Iterator[str]:
    scoring = rules.scoring
    if rules.auction.zero is not Zero.NIL:
        return
    yield words.say("Nil scores {n} points if made and loses as many if failed.", n=scoring.nil)
    if rules.auction.blind_nil:
        yield words.say(
            "A blind nil scores {n} points if made and loses as many if failed.",
            n=scoring.blind_nil_points,
        )
    tricks = scoring.failed_nil_tricks
    if tricks is FailedNilTricks.BAGS and not _has_bags(rules):
        tricks = FailedNilTricks.IGNORED
    yield words.say(NIL_TRICKS[tricks])
    bags = scoring.failed_nil_tricks is not FailedNilTricks.IGNORED and scoring.bag_points
    if bags and scoring.failed_nil_bag_points in NIL_BAGS:
        yield words.say(NIL_BAGS[scoring.failed_nil_bag_points])


def _specials(words: Words, rules: Rules) -> Iterator[str]:
    if rules.auction.one_for_fifty:
        yield words.say(
            "1F scores 50 points with exactly one trick, 10 with more, and loses 50 with none."
        )
    if rules.auction.two_for_forty:
        yield words.say(
            "2F scores 40 points with exactly two tricks, 20 with more, and loses 40 with fewer."
        )
    if rules.auction.sm_min_tricks:
        yield words.say(
            "Shooting the moon: 150 points if made, {points} if failed, and never a bag.",
            points=named.points(rules.scoring.sm_fail),
        )


def _has_bags(rules: Rules) -> bool:
    """Whether tricks above the contract matter: earn or cost points, or are counted."""
    return rules.scoring.count_bags or rules.scoring.bag_points != 0


def _charged_at_once(rules: Rules) -> bool:
    """Whether every bag is paid for in the deal that brings it."""
    scoring = rules.scoring
    held = scoring.bag_penalty is BagPenalty.TEN_TIMES_HELD
    return scoring.count_bags and held and scoring.bag_limit == 1 and not scoring.bag_carry


def bags(words: Words, rules: Rules) -> list[str]:
    """What bags earn and cost."""
    if not _has_bags(rules):
        return [words.say("Tricks above the contract count nothing.")]
    return [
        named.paragraph(words, _bags(words, rules)),
        named.paragraph(words, _penalty(words, rules)),
    ]


def jacks(words: Words, rules: Rules) -> list[str]:
    """What award jacks bring."""
    return [named.paragraph(words, _awards(words, rules))]


def _bags(words: Words, rules: Rules) -> Iterator[str]:
    worth = rules.scoring.bag_points
    yield words.say("Each trick above the contract is a bag.")
    if worth > 0:
        yield words.many("A bag scores {n} point.", "A bag scores {n} points.", worth)
    elif worth < 0:
        yield words.many("A bag costs {n} point.", "A bag costs {n} points.", -worth)
    elif not _charged_at_once(rules):
        yield words.say("A bag scores no points.")


def _penalty(words: Words, rules: Rules) -> Iterator[str]:
    scoring = rules.scoring
    limit, rule = scoring.bag_limit, scoring.bag_penalty
    if not scoring.count_bags:
        yield words.say("Bags are not added up.")
        return
    if _charged_at_once(rules):
        yield words.say("Every bag costs 10 points at the end of the deal.")
        return
    yield words.say("Bags are added up from deal to deal.")
    if not limit:
        yield words.say("There is no penalty for them.")
        return
    if rule is BagPenalty.TEN_TIMES_HELD:
        yield words.many(
            "Whoever holds {n} bag loses 10 points for each bag held.",
            "Whoever holds {n} bags or more loses 10 points for each bag held.",
            limit,
        )
    else:
        yield words.many(
            "Every {n} bag costs {points} points.",
            "{n} bags cost {points} points.",
            limit,
            points=10 * limit if rule is BagPenalty.TEN_TIMES_LIMIT else rule,
        )
    yield words.say(CARRY[scoring.bag_carry])


def _awards(words: Words, rules: Rules) -> Iterator[str]:
    scoring, jacks = rules.scoring, deck_of(rules).awards
    if not jacks:
        return
    yield words.say(
        "Award jacks bring 10 points to the winner of their trick: {cards}.",
        cards=named.cards(words, [jack for jack in jacks if jack != Card("JH")]),
    )
    if scoring.award_jacks is AwardJacks.DIAMOND_CLUB_HEART:
        yield words.say("The jack of hearts takes one bag off the count instead.")
        yield words.say(
            "Whoever wins two of them in a deal gets nothing for either; all three pay in full."
        )
        if scoring.count_bags:
            yield words.say(BELOW_0[scoring.bags_may_go_negative])
    elif len(jacks) > 1 or rules.deck.packs > 1:
        yield words.say("Whoever wins two of them in a deal gets nothing for either.")

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

FAILED = {
    Shortfall.BID: N_("A failed contract loses 10 points for each trick bid."),
    Shortfall.NOTHING: N_("A failed contract scores nothing."),
    Shortfall.MISSING_TRICKS: N_("A failed contract loses 10 points for each trick missing."),
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
    yield words.say("A contract made scores 10 points for each trick bid.")
    yield words.say(FAILED[scoring.shortfall])
    if scoring.ten_made != 100:
        yield words.say("A contract of 10 scores {n} points if made.", n=scoring.ten_made)
    if scoring.ten_failed != 100:
        yield words.say("A contract of 10 loses {n} points if failed.", n=scoring.ten_failed)
    if scoring.overtricks_set:
        yield words.many(
            "An open contract below 10 also fails with {n} trick too many.",
            "An open contract below 10 also fails with {n} tricks too many.",
            scoring.overtricks_set,
        )
    if scoring.boston is Boston.MOON_200:
        yield words.say("A contract of all the tricks scores 200 points if made.")
    if rules.auction.blind_by is not BlindBy.NOBODY:
        yield words.say(BLIND[scoring.blind_scoring])
    if rules.auction.first_hand_bids_itself:
        yield words.say("In the deal without bids each trick scores 10 points.")


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
    yield words.say(NIL_TRICKS[scoring.failed_nil_tricks])
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


def bags(words: Words, rules: Rules) -> list[str]:
    """What bags cost and what jacks bring."""
    return [
        named.paragraph(words, _bags(words, rules)),
        named.paragraph(words, _penalty(words, rules)),
        named.paragraph(words, _awards(words, rules)),
    ]


def _bags(words: Words, rules: Rules) -> Iterator[str]:
    worth = rules.scoring.bag_points
    yield words.say("Each trick above the contract is a bag.")
    if worth > 0:
        yield words.many("A bag scores {n} point.", "A bag scores {n} points.", worth)
    elif worth < 0:
        yield words.many("A bag costs {n} point.", "A bag costs {n} points.", -worth)
    else:
        yield words.say("A bag scores no points.")


def _penalty(words: Words, rules: Rules) -> Iterator[str]:
    scoring = rules.scoring
    limit, rule = scoring.bag_limit, scoring.bag_penalty
    if not scoring.count_bags:
        yield words.say("Bags are not added up.")
        return
    yield words.say("Bags are added up from deal to deal.")
    if not limit:
        yield words.say("There is no penalty for them.")
        return
    if rule is BagPenalty.TEN_TIMES_HELD:
        yield words.many(
            "A side that holds {n} bag loses 10 points for each bag held.",
            "A side that holds {n} bags or more loses 10 points for each bag held.",
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

"""What bids pay, in a few words."""

from spadille.game.actions import Bid, BidKind
from spadille.game.contracts import tricks_of
from spadille.game.scoring import EXACT, FLAT, MOON, TRICK
from spadille.rules import Rules
from spadille.rules.choices import BlindScoring
from spadille.words import Words


def pays(words: Words, rules: Rules, bid: Bid) -> str:
    """What a bid that is no plain number pays."""
    match bid.kind:
        case BidKind.NIL | BidKind.BLIND_NIL:
            scoring = rules.scoring
            points = scoring.blind_nil_points if bid.is_blind else scoring.nil
            return words.say("no trick at all: +{points}, else -{points}", points=points)
        case BidKind.ONE_FOR_FIFTY | BidKind.TWO_FOR_FORTY:
            tricks, (points, less) = tricks_of(rules, bid), EXACT[bid.kind]
            return words.many(
                "exactly {n} trick: +{points}, more: +{less}, else -{points}",
                "exactly {n} tricks: +{points}, more: +{less}, else -{points}",
                tricks,
                points=points,
                less=less,
            )
        case BidKind.MOON:
            return words.many(
                "{n} trick or more: +{points}, else {loss}",
                "{n} tricks or more: +{points}, else {loss}",
                rules.auction.sm_min_tricks,
                points=MOON,
                loss=f"-{-rules.scoring.sm_fail}",
            )
        case BidKind.BLIND:
            return _blind_pays(words, rules)
        case _:
            return words.say("{points} points a trick", points=TRICK)


def _blind_pays(words: Words, rules: Rules) -> str:
    match rules.scoring.blind_scoring:
        case BlindScoring.FLAT_100:
            return words.say("if made: +{points}, else -{points}", points=FLAT)
        case BlindScoring.DOUBLE_OR_SINGLE:
            return words.say("double if made, single if failed")
        case _:
            return words.say("double if made, double if failed")

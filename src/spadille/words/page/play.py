"""The rule page on the play of the cards, claims and taking back (rules, sections 9 and 12)."""

from collections.abc import Iterator

from spadille.rules import Rules
from spadille.rules.choices import (
    ClubWithDealer,
    FirstLeader,
    FirstTrickSpades,
    JokerUse,
    LeadSpades,
)
from spadille.words import N_, Words
from spadille.words import names as named

LEADERS = {
    FirstLeader.LEFT_OF_DEALER: N_("The player at the dealer's left leads to the first trick."),
    FirstLeader.DEALER: N_("The dealer leads to the first trick."),
    FirstLeader.LOW_CLUB: N_("The holder of the lowest club leads to the first trick."),
    FirstLeader.ALL_LOW_CLUB: N_(
        "The holder of the lowest club leads it to the first trick, and everyone plays the lowest"
        " club in hand."
    ),
}
LEADS = {
    LeadSpades.AFTER_BROKEN: N_("Spades may be led only once they are broken."),
    LeadSpades.ANYTIME: N_("Spades may be led at any time."),
    LeadSpades.AFTER_FIRST_TRICK: N_("Spades may be led from the second trick on."),
    LeadSpades.FIRST_THREE_TRICKS: N_(
        "In the first three tricks spades may be led only once they are broken, after that always."
    ),
}


def play(words: Words, rules: Rules) -> list[str]:
    """How tricks are played and won."""
    return [
        named.paragraph(words, _first_lead(words, rules)),
        named.paragraph(words, _tricks(words, rules)),
        named.paragraph(words, _spades(words, rules)),
    ]


def _first_lead(words: Words, rules: Rules) -> Iterator[str]:
    play = rules.play
    yield words.say(LEADERS[play.first_leader])
    if play.first_leader is not FirstLeader.LOW_CLUB:
        return
    if play.club_two_must_be_led:
        yield words.say("It has to be that club.")
    else:
        yield words.say("It may be any card that may be led.")
    if not rules.deal.short_dealer:
        return
    if play.two_clubs_with_dealer is ClubWithDealer.LOWEST_CLUB:
        yield words.say(
            "If the dealer, who sits out, holds that club, the lowest club of the others counts."
        )
    else:
        yield words.say(
            "If the dealer, who sits out, holds that club, the player at the dealer's left leads."
        )


def _tricks(words: Words, rules: Rules) -> Iterator[str]:
    yield words.say("Everyone has to follow suit; whoever cannot may play any card.")
    yield words.say(
        "The highest spade wins the trick, without one the highest card of the suit led. The"
        " winner leads to the next trick."
    )
    if rules.deck.jokers and rules.deck.joker_use is JokerUse.JUNK:
        yield words.say(
            "A junk joker may be discarded by a player who cannot follow suit, and led only by one"
            " who holds nothing but junk."
        )


def _spades(words: Words, rules: Rules) -> Iterator[str]:
    play = rules.play
    yield words.say(LEADS[play.lead_spades])
    if play.lead_spades in (LeadSpades.AFTER_BROKEN, LeadSpades.FIRST_THREE_TRICKS):
        yield words.say("They are broken when somebody plays one on another suit.")
        if play.forced_lead_breaks:
            yield words.say("A spade led because nothing else is left breaks them as well.")
        else:
            yield words.say("A spade led because nothing else is left does not break them.")
    if play.first_trick_spades is FirstTrickSpades.FORBIDDEN:
        yield words.say(
            "To the first trick no spade may be played, except to follow suit or from a hand of"
            " nothing else."
        )


def asides(words: Words, rules: Rules) -> list[str]:
    """What a player may ask of the others."""
    if rules.table.claims:
        claims = words.say(
            "At your turn you may show your hand and claim all the remaining tricks; they are yours"
            " if every opponent agrees."
        )
    else:
        claims = words.say("There are no claims.")
    if rules.table.undo:
        undo = words.say(
            "You may ask to take back your last bid or card; it is taken back if everybody agrees."
        )
    else:
        undo = words.say("Nothing is taken back.")
    return [claims, undo]

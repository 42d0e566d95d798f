"""The rule page on players, cards, trumps and the deal (rules, sections 2 to 4)."""

from collections.abc import Iterator

from spadille.cards import JOKERS, RANKS, Card, Suit
from spadille.game.deck import deck_of
from spadille.rules import Rules
from spadille.rules.check import REMOVED
from spadille.rules.choices import (
    BigJoker,
    Cut,
    FirstDealer,
    Hands,
    Identical,
    JokerUse,
    PromotedTwos,
    RemovedTwos,
    Seating,
    Sides,
)
from spadille.words import N_, Words
from spadille.words import names as named

DEALERS = {
    FirstDealer.RANDOM: N_("The first dealer is chosen by lot."),
    FirstDealer.HIGH_CARD_DRAW: N_("Everyone draws a card, and the highest one deals first."),
    FirstDealer.FIRST_DIAMOND: N_(
        "Cards are shown one by one, and whoever gets the first diamond deals first."
    ),
    FirstDealer.FIRST_SPADE: N_(
        "Cards are shown one by one, and whoever gets the first spade deals first."
    ),
}


def players(words: Words, rules: Rules) -> list[str]:
    """Who plays, with which cards."""
    seats = rules.table.seats
    if seats == 2:
        who = words.say("Two players play against each other.")
    elif rules.table.sides is Sides.PAIRS:
        who = words.say("{n} players; partners sit opposite each other.", n=seats)
    else:
        who = words.say("{n} players, each playing alone.", n=seats)
    return [who, named.paragraph(words, _pack(words, rules))]


def _pack(words: Words, rules: Rules) -> Iterator[str]:
    deck = rules.deck
    out = named.cards(words, [Card(text) for text in REMOVED[deck.removed_twos]])
    if deck.packs == 1:
        yield words.say("One pack of 52 cards is used.")
    else:
        yield words.say("Two packs of 52 cards are shuffled together.")
    if out and deck.packs == 1:
        yield words.say("Left out: {cards}.", cards=out)
    elif out:
        yield words.say("Left out of each pack: {cards}.", cards=out)
    if deck.jokers:
        yield words.say("{n} jokers are added.", n=deck.jokers)
    if out or deck.jokers:
        yield words.say("That makes {n} cards.", n=len(deck_of(rules).pack))
    yield words.say("In every suit the cards rank, from the highest: {ranks}.", ranks=_ranks(rules))


def _ranks(rules: Rules) -> str:
    ranks = RANKS[1:] if rules.deck.removed_twos is RemovedTwos.ALL else RANKS
    return " ".join("10" if rank == "T" else rank for rank in reversed(ranks))


def trumps(words: Words, rules: Rules) -> list[str]:
    """Which cards are trumps, in which order."""
    return [named.paragraph(words, _trumps(words, rules))]


def _trumps(words: Words, rules: Rules) -> Iterator[str]:
    deck, rank = rules.deck, deck_of(rules)
    yield words.say("Spades are always trump.")
    spades = [card for card, suit in rank.suit_of.items() if suit is Suit.SPADES]
    spades.sort(key=lambda card: -rank.strength[card])
    top = spades[: spades.index(Card.SA) + 1]
    if len(top) > 1:
        yield words.say(
            "The highest trumps, in this order: {cards}; the other spades follow.",
            cards=named.cards(words, top),
        )
    promoted = deck.promoted_twos is PromotedTwos.DIAMOND_SPADE
    if promoted and Card("2D") in rank.suit_of:
        yield words.say("The 2 of diamonds counts as a spade.")
    if JOKERS[0] in rank.suit_of:
        if deck.joker_use is JokerUse.JUNK:
            yield words.say("Jokers are junk: they have no suit and never beat another card.")
        if deck.big_joker is BigJoker.RED:
            yield words.say("The red joker is the big one.")
        else:
            yield words.say("The black joker is the big one.")
    if deck.packs > 1 and deck.identical is Identical.FIRST:
        yield words.say("Of two identical cards in a trick the one played first is higher.")
    elif deck.packs > 1:
        yield words.say("Of two identical cards in a trick the one played last is higher.")


def dealing(words: Words, rules: Rules) -> list[str]:
    """How the first dealer is found and how the hands come about."""
    first = [words.say(DEALERS[rules.deal.first_dealer])]
    if rules.deal.seating is Seating.DRAWN:
        first.append(words.say("The draw also decides who sits where."))
    first.append(words.say("After each deal the player at the dealer's left deals next."))
    return [named.paragraph(words, first), named.paragraph(words, _hands(words, rules))]


def _hands(words: Words, rules: Rules) -> Iterator[str]:
    size = deck_of(rules).hand_size
    if rules.deal.hands is Hands.DRAWN:
        yield words.say(
            "The hands are drawn from the stock. At each turn a player looks at the top card and"
            " keeps it, discarding the next one, or rejects it and has to take the next one."
        )
        if rules.deal.see_second_card:
            yield words.say("Whoever keeps the first card sees the second one before it goes.")
        else:
            yield words.say("Whoever keeps the first card discards the second one unseen.")
        yield words.say("In the end everyone holds {n} cards.", n=size)
        return
    if rules.deal.cut is Cut.FRENCH:
        yield words.say(
            "The player at the dealer's right makes a French cut: the pack is divided into {n}"
            " piles, each player is given one of the top cards for all to see, and the piles are"
            " stacked again.",
            n=rules.table.seats,
        )
    if rules.deal.short_dealer:
        yield words.say(
            "Everyone gets {n} cards, but the dealer gets one fewer and sits out the first trick.",
            n=size,
        )
    else:
        yield words.say("Everyone gets {n} cards.", n=size)

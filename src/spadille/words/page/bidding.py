"""The rule page on bids, blind bids and the exchange (rules, sections 5 to 8)."""

from collections.abc import Iterator

from spadille.game.deck import deck_of
from spadille.rules import Rules
from spadille.rules.choices import (
    BidChoice,
    Bidding,
    BlindBy,
    Cut,
    Duty,
    ExchangeMode,
    LimitScope,
    Sides,
    Talk,
    Zero,
)
from spadille.words import N_, Words
from spadille.words import names as named

BIDDING = {
    Bidding.BY_SEAT: N_(
        "From the dealer's left on, each player bids once the number of tricks to be won."
    ),
    Bidding.BY_SIDE: N_(
        "The sides bid one after the other, first that of the player at the dealer's left. One"
        " partner proposes a number; the other accepts it or names another one, which stands."
    ),
    Bidding.SECOND_NAMES_TOTAL: N_(
        "The players speak in turn from the dealer's left. The first partner of a side gives a"
        " number as advice; the second one names the contract of the side."
    ),
}
CHOICES = {
    BidChoice.ONE_NIL_A_SIDE: N_(
        "On each side exactly one partner bids nil and the other at least 4."
    ),
    BidChoice.SPADES_HELD: N_("Everyone has to bid the number of spades in hand."),
    BidChoice.NIL_OR_SPADES_HELD: N_("Everyone bids 0 or the number of spades in hand."),
}
ZEROS = {
    Zero.NIL: N_("A bid of 0 is nil, the promise to win no trick at all."),
    Zero.NUMBER: N_("A bid of 0 is a plain number; there is no nil."),
    Zero.REFUSED: N_("The lowest bid is 1; there is no nil."),
}

BLIND_NUMBERS = {
    BlindBy.SEAT: (
        N_("A player may bid a number blind, from {low} to {high}."),
        N_("The only number that a player may bid blind is {n}."),
    ),
    BlindBy.SIDE: (
        N_("Two partners who have not looked may agree on a blind number from {low} to {high}."),
        N_("The only blind number that two partners who have not looked may agree on is {n}."),
    ),
}


def bids(words: Words, rules: Rules) -> list[str]:
    """Who bids, and what."""
    auction = rules.auction
    first = [words.say(BIDDING[auction.bidding])]
    if auction.bidding is Bidding.BY_SEAT and rules.table.sides is Sides.PAIRS:
        first.append(words.say("The bids of two partners add up to the contract of their side."))
    if auction.talk is Talk.OPEN:
        first.append(
            words.say("Before naming a number each partner may announce sure and possible tricks.")
        )
    if auction.first_hand_bids_itself:
        first.append(words.say("The first deal of a game is played without bids."))
    numbers = [*_lowest(words, rules), *_limits(words, rules)]
    return [
        named.paragraph(words, first),
        named.paragraph(words, numbers),
        named.paragraph(words, _specials(words, rules)),
    ]


def _lowest(words: Words, rules: Rules) -> Iterator[str]:
    """What a bid of 0 is, and between which numbers a contract lies."""
    auction = rules.auction
    low, high = auction.min_side_bid, auction.max_side_bid
    bounded = low > 0 and high > 0
    if bounded and auction.zero is Zero.REFUSED:
        yield words.say("There is no nil.")
    else:
        yield words.say(ZEROS[auction.zero])
    if bounded and low < high:
        yield words.say("A contract is {low} to {high}.", low=low, high=high)
    elif bounded:
        yield words.say("Every contract is {n}.", n=low)
    elif low:
        yield words.say("No contract may be below {n}.", n=low)
    elif high:
        yield words.say("No contract may be above {n}.", n=high)


def _limits(words: Words, rules: Rules) -> Iterator[str]:
    auction = rules.auction
    if auction.bid_choice in CHOICES:
        yield words.say(CHOICES[auction.bid_choice])
    if not auction.both_nil:
        yield words.say("Only one of two partners may bid nil.")
    if auction.cap_side_bid_at_tricks:
        yield words.say("No side may bid more tricks than there are.")
    if auction.sum_not_tricks:
        yield words.say(
            "The last bid may not bring the sum of all bids to the number of tricks, {n}.",
            n=deck_of(rules).tricks,
        )
    if auction.min_sum:
        yield words.say(
            "The last bid has to bring the sum of all bids to {n} at least.", n=auction.min_sum
        )


def _specials(words: Words, rules: Rules) -> Iterator[str]:
    if rules.auction.one_for_fifty:
        yield words.say("1F, “one for fifty”, is a bid of exactly one trick.")
    if rules.auction.two_for_forty:
        yield words.say("2F, “two for forty”, is a bid of exactly two tricks.")
    if rules.auction.sm_min_tricks:
        yield words.say(
            "To “shoot the moon” is a bid of {n} tricks or more.", n=rules.auction.sm_min_tricks
        )


def blind_bids(words: Words, rules: Rules) -> list[str]:
    """What may be bid before looking at the cards."""
    auction = rules.auction
    if not auction.blind_nil and auction.blind_by is BlindBy.NOBODY:
        return []
    if rules.deal.cut is Cut.FRENCH and auction.french_cut_blocks_blind:
        return [words.say("Because of the French cut nobody bids blind.")]
    return [
        words.say(
            "A blind bid is made before its bidder looks at the cards; a bid made after looking is"
            " open."
        ),
        named.paragraph(words, _blind_nil(words, rules)),
        named.paragraph(words, _blind_numbers(words, rules)),
    ]


def _blind_nil(words: Words, rules: Rules) -> Iterator[str]:
    if not rules.auction.blind_nil:
        return
    deficit = rules.auction.blind_nil_deficit
    if deficit == "none":
        yield words.say("A blind nil may be bid at any score.")
    else:
        yield words.say(
            "A blind nil may be bid by a player who is at least {n} points behind.", n=deficit
        )


def _blind_numbers(words: Words, rules: Rules) -> Iterator[str]:
    auction = rules.auction
    if auction.blind_by is BlindBy.NOBODY:
        return
    highest = min(auction.blind_max, deck_of(rules).tricks, auction.max_side_bid or 26)
    lowest = max(auction.blind_min, auction.min_side_bid)
    several, alone = BLIND_NUMBERS[auction.blind_by]
    if lowest < highest:
        yield words.say(several, low=lowest, high=highest)
    else:
        yield words.say(alone, n=lowest)
    if auction.blind_deficit == "none":
        yield words.say("This is possible at any score.")
    else:
        yield words.say("This takes a deficit of at least {n} points.", n=auction.blind_deficit)
    if auction.b6_limit:
        yield _blind_limit(words, auction.b6_limit, auction.b6_limit_scope)
    if auction.come_out:
        yield words.say(
            "After looking, a side that bid less than 10 blind may come out: its bid becomes an"
            " open 10."
        )


def _blind_limit(words: Words, limit: int, scope: LimitScope) -> str:
    if scope is LimitScope.PER_TABLE_PER_GAME:
        return words.many(
            "The whole table may do so once in a game.",
            "The whole table may do so {n} times in a game.",
            limit,
        )
    if scope is LimitScope.PER_PLAYER_PER_GAME:
        return words.many(
            "Each player may do so once in a game.",
            "Each player may do so {n} times in a game.",
            limit,
        )
    return words.many(
        "Each player may do so once in the whole tourney.",
        "Each player may do so {n} times in the whole tourney.",
        limit,
    )


def exchange(words: Words, rules: Rules) -> list[str]:
    """What a nil bidder and the partner exchange."""
    auction, exchange = rules.auction, rules.exchange
    if rules.table.sides is Sides.SOLO or auction.zero is not Zero.NIL:
        return []
    blind = exchange.blind_nil_exchange if auction.blind_nil else 0
    if not exchange.nil_exchange and not blind:
        return []
    return [named.paragraph(words, _exchange(words, rules, blind))]


def _exchange(words: Words, rules: Rules, blind: int) -> Iterator[str]:
    exchange = rules.exchange
    if exchange.nil_exchange and not rules.auction.blind_nil:
        yield words.many(
            "For a nil the bidder and the partner exchange {n} card.",
            "For a nil the bidder and the partner exchange {n} cards.",
            exchange.nil_exchange,
        )
    elif exchange.nil_exchange:
        yield words.many(
            "For an open nil the bidder and the partner exchange {n} card.",
            "For an open nil the bidder and the partner exchange {n} cards.",
            exchange.nil_exchange,
        )
    if blind:
        yield words.many(
            "For a blind nil the bidder and the partner exchange {n} card.",
            "For a blind nil the bidder and the partner exchange {n} cards.",
            blind,
        )
    if exchange.exchange_mode is ExchangeMode.SEQUENTIAL:
        yield words.say(
            "The nil bidder passes first; the partner takes the cards up and passes as many back."
        )
    else:
        yield words.say("Both choose their cards before they see what they get.")
    if exchange.exchange_duty is Duty.MAY:
        yield words.say("The nil bidder may decline the exchange.")
    else:
        yield words.say("The exchange has to be made.")
    if rules.auction.blind_nil:
        yield words.say("Two nils of the same kind exchange nothing.")
    else:
        yield words.say("Two nils exchange nothing.")
    if blind and exchange.exchange_if_partner_nil:
        yield words.say("A blind nil also exchanges with a partner who bid an open nil.")
    elif blind:
        yield words.say("A blind nil and an open nil exchange nothing either.")

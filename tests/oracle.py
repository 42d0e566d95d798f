"""A naive second implementation of the play of the cards and of the standard scoring.

Written from the rule book alone, as an oracle for tests; "rule 9.10" cites its paragraph.
Cards are texts, rank first: "AS", "TD", "2C"; jokers "BJ" (big), "LJ" (little), "TJ" (third).
"""

RANKS = "AKQJT98765432"  # high to low, rule 2.2
JOKERS = ["BJ", "LJ", "TJ"]

# The presets of section 13 of the rule book: what is known of each, here and in other tests, was
# written down from there. A preset added later is held to what must be true of any rule set.
PRESETS: tuple[str, ...] = (
    "standard", "double_nil", "barmore", "new_york",
    "cutthroat_1", "cutthroat_2", "cutthroat_3", "cutthroat_4",
    "cutthroat_four", "cutthroat_five", "cutthroat_five_two_jokers", "cutthroat_five_three_jokers",
    "two_handed", "suicide", "mirror", "whiz", "joker_joker_deuce_deuce", "joker_joker_ace",
    "solo_four", "six_pairs", "six_pairs_two_packs",
)  # fmt: skip


def trumps(preset: str) -> list[str]:
    """Every card that counts as a spade, highest first."""
    if preset not in PRESETS:
        raise ValueError(preset)
    spades = [rank + "S" for rank in RANKS]
    low_two = spades[:-1]  # the spades without the two
    if preset == "barmore":  # rule 13.3
        return ["BJ", "LJ", "2S", *low_two]
    if preset in ("new_york", "joker_joker_deuce_deuce"):  # rules 13.4, 13.16
        return ["BJ", "LJ", "2D", "2S", *low_two]
    if preset in ("joker_joker_ace", "cutthroat_five_two_jokers"):  # rules 13.17, 13.10
        return ["BJ", "LJ", *spades]
    if preset == "cutthroat_five_three_jokers":  # rule 13.11
        return ["BJ", "LJ", "TJ", *spades]
    if preset == "six_pairs":  # rule 13.19: no twos
        return low_two
    return spades


def pack(preset: str) -> list[str]:
    """The cards of the pack."""
    out = ""
    if preset in ("barmore", "new_york", "joker_joker_deuce_deuce", "joker_joker_ace"):
        out = "2C 2H"  # rules 13.3, 13.4, 13.16, 13.17
    if preset[:-1] == "cutthroat_" or preset == "six_pairs_two_packs":
        out = "2C"  # rules 13.6, 13.7, 13.20
    if preset == "cutthroat_five":
        out = "2C 2D"  # rule 13.9
    if preset == "six_pairs":
        out = "2S 2H 2D 2C"  # rule 13.19
    cards = [rank + suit for suit in "SHDC" for rank in RANKS if rank + suit not in out.split()]
    cards += [joker for joker in JOKERS if joker in trumps(preset)]
    return cards + cards if preset == "six_pairs_two_packs" else cards


def effective_suit(preset: str, card: str) -> str:
    """The suit that a card counts as: "S", "H", "D" or "C" (rule 1.7)."""
    return "S" if card in trumps(preset) else card[1]


def first_leader(preset: str, hands: list[list[str]], dealer: int) -> int:
    """The seat that leads to trick 1."""
    if preset == "barmore":  # rules 9.4, 13.3: the dealer
        return dealer
    if preset == "cutthroat_five_two_jokers":  # rule 9.6: holder of the card to be led
        opening = opening_card(hands, dealer)
        return next(seat for seat in range(len(hands)) if opening in hands[seat])
    return (dealer + 1) % len(hands)  # rule 9.4


def opening_card(hands: list[list[str]], dealer: int) -> str:
    """The lowest club that is not the dealer's, as a rule the two (rules 9.5 and 9.6)."""
    others = [card for seat, hand in enumerate(hands) if seat != dealer for card in hand]
    return [rank + "C" for rank in RANKS if rank + "C" in others][-1]


def sits_out(preset: str, dealer: int, trick_number: int) -> int | None:
    """The seat that does not play to the trick (counted from 1), if any (rule 3.11)."""
    return dealer if preset == "cutthroat_five_two_jokers" and trick_number == 1 else None


def winner(preset: str, trick: list[tuple[int, str]]) -> int:
    """The seat that wins the trick (rule 9.3)."""
    led = effective_suit(preset, trick[0][1])
    order = trumps(preset) + [rank + led for rank in RANKS]  # highest first, no third suit
    best = next(card for card in order if card in [played for _, played in trick])
    return next(seat for seat, card in trick if card == best)  # rule 2.6: of identical the first


def may_lead_spades(preset: str, trick_number: int, broken: bool) -> bool:  # noqa: FBT001 - plain on purpose
    """Whether a hand that has side cards may lead a spade-class card."""
    if preset in ("barmore", "joker_joker_deuce_deuce"):  # rules 13.3, 13.16: any time
        return True
    return broken or (preset == "new_york" and trick_number > 3)  # rule 9.8


def legal_cards(
    preset: str, hands: list[list[str]], dealer: int, plays: list[tuple[int, str]]
) -> tuple[int, list[str]]:
    """The seat to play next and its distinct legal cards, sorted."""
    left = [list(hand) for hand in hands]
    number, turn, broken = 1, first_leader(preset, hands, dealer), False
    trick: list[tuple[int, str]] = []
    for seat, card in plays:
        if seat != turn:
            raise ValueError(f"seat {seat} played in the turn of seat {turn}")
        left[seat].remove(card)
        trick.append((seat, card))
        on_other = effective_suit(preset, trick[0][1]) != "S"
        if effective_suit(preset, card) == "S" and (on_other or preset != "new_york"):
            broken = True  # rules 9.10, 13.4: forced leads break, not there
        turn = (turn + 1) % len(hands)  # rule 1.2: clockwise
        if turn == sits_out(preset, dealer, number):
            turn = (turn + 1) % len(hands)
        if turn == trick[0][0]:  # all have played; rule 9.3: the winner leads next
            turn, number, trick = winner(preset, trick), number + 1, []
    legal = hand = left[turn]
    if trick:  # rule 9.2: follow suit if possible, else any card
        led = effective_suit(preset, trick[0][1])
        legal = [card for card in hand if effective_suit(preset, card) == led] or hand
    elif preset == "cutthroat_five_two_jokers" and number == 1:  # rule 9.5: it must itself be led
        legal = [opening_card(hands, dealer)]
    elif not may_lead_spades(preset, number, broken):  # rules 9.8, 9.9
        legal = [card for card in hand if effective_suit(preset, card) != "S"] or hand
    return turn, sorted(set(legal))


def standard_score(
    bids: tuple[str, str], tricks: tuple[int, int], score: int, bags: int
) -> tuple[int, int]:
    """The new score and bags of one side (rules 10.2 to 10.10); "0" is nil, "BN" blind nil."""
    contract = own = new_bags = 0
    for bid, won in zip(bids, tricks, strict=True):
        if bid in ("0", "BN"):
            value = 200 if bid == "BN" else 100
            score += value if won == 0 else -value
            new_bags += won  # failed nil: bags, no help for the partner
        else:
            contract += int(bid)
            own += won
    if contract > 0 and own >= contract:
        score += 10 * contract
        new_bags += own - contract
    elif contract > 0:
        score -= 10 * contract
    score += new_bags  # A1: 1 point per bag, always
    bags += new_bags
    while bags >= 10:  # rules 10.18, 10.19
        bags -= 10
        score -= 100
    return score, bags

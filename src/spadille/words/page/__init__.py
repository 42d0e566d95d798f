"""The rule page of a rule set, made from the record: only what matters in it, in sentences."""

from spadille.rules import Rules
from spadille.words import N_, Words
from spadille.words.page import bidding, cards, end, play, scoring

SECTIONS = (
    (N_("Players and cards"), cards.players),
    (N_("Trumps"), cards.trumps),
    (N_("The deal"), cards.dealing),
    (N_("Bidding"), bidding.bids),
    (N_("Blind bids"), bidding.blind_bids),
    (N_("Exchanging cards"), bidding.exchange),
    (N_("The play"), play.play),
    (N_("Claims and taking back"), play.asides),
    (N_("Scoring contracts and nils"), scoring.contracts),
    (N_("Bags"), scoring.bags),
    (N_("Award jacks"), scoring.jacks),
    (N_("The end"), end.end),
)


def rules_page(words: Words, rules: Rules) -> list[tuple[str, list[str]]]:
    """A readable page made from the record: sections of a title and paragraphs.

    >>> [title for title, _ in rules_page(Words("en"), Rules())][:3]
    ['Players and cards', 'Trumps', 'The deal']
    """
    page = []
    for title, section in SECTIONS:
        paragraphs = [text for text in section(words, rules) if text]
        if paragraphs:
            page.append((words.say(title), paragraphs))
    return page

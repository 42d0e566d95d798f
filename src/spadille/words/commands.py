"""Words that people type: commands, yes and no, each in English and in their own language."""

from spadille.words import N_, Words

SPOKEN = {
    "help": N_("help"),
    "hint": N_("hint, tip"),
    "last": N_("last"),
    "score": N_("score, scores"),
    "history": N_("history"),
    "rules": N_("rules"),
    "table": N_("table, hand"),
    "leave": N_("leave, quit, exit"),
    "undo": N_("undo"),
    "claim": N_("claim"),
    "yes": N_("yes"),
    "no": N_("no"),
}
"""Words with the same meaning, separated by commas; a translation may have more or fewer."""


def spoken(words: Words, name: str) -> tuple[str, ...]:
    """What may be typed for one of `SPOKEN`.

    >>> spoken(Words("en"), "score")
    ('score', 'scores')
    """
    texts = (SPOKEN[name], words.say(SPOKEN[name]))
    found = (word.strip() for text in texts for word in text.split(","))
    return tuple(dict.fromkeys(found))


__all__ = ["SPOKEN", "spoken"]

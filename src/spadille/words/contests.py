"""Contests in words: what went wrong with a bot."""

from spadille.words import N_, Words

LAPSES = {
    "not_started": N_("the program could not be started"),
    "late": N_("no answer in time"),
    "exited": N_("the program ended"),
    "garbage": N_("the answer cannot be read"),
    "too_long": N_("the answer is too long"),
    "illegal": N_("the answer is not legal"),
    "raised": N_("an error in the bot"),
}
"""By the values of `spadille.contest.Lapse`."""


def lapse(words: Words, lapse: str, said: str) -> str:
    """What went wrong, and what is known of it.

    >>> lapse(Words("en"), "exited", "exit code 3"), lapse(Words("en"), "late", "")
    ('the program ended: exit code 3', 'no answer in time')
    """
    what = words.say(LAPSES[lapse])
    return f"{what}: {said}" if said else what


__all__ = ["LAPSES", "lapse"]

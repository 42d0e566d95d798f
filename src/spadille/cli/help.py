"""The help page of a game."""

from rich.console import Group
from rich.table import Table
from rich.text import Text

from spadille.words import Words


def help_page(words: Words) -> Group:
    """What can be typed during a game, and what the signs mean."""
    keys = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    keys.add_column(no_wrap=True)
    keys.add_column()
    for key, text in (
        ("as, 10h, ♠A, bj", words.say("play a card; a rank alone will do where only one fits")),
        ("4, nil, bn, b6", words.say("bid; the menu shows what each special bid pays")),
        ("l", words.say("last trick")),
        ("s", words.say("scores")),
        ("h", words.say("history: the deals of this game and the tricks of this deal")),
        ("u", words.say("take back your last decision")),
        ("c", words.say("claim all the remaining tricks")),
        ("rules", words.say("the rules of this game")),
        ("x", words.say("save and leave; `spadille play --resume` goes on")),
    ):
        keys.add_row(Text("  " + key, style="bold"), text)
    signs = words.say(
        "▶ marks whose turn it is. Cards in brackets, as in (9), may not be played now."
    )
    return Group(keys, Text(signs))

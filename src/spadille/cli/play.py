"""Playing: a new game, or one that goes on, from the choice of rules to the last word."""

import os
from functools import partial
from pathlib import Path

from spadille.cli.adviser import Adviser
from spadille.cli.click_pages import INTERRUPTED
from spadille.cli.faults import Fault
from spadille.cli.narrator import Narrator
from spadille.cli.pages import rules_title
from spadille.cli.people import People, with_person
from spadille.cli.saves import (
    Saved,
    Setup,
    discard,
    fresh_seed,
    home,
    new_path,
    read_saved,
    save,
    unfinished,
)
from spadille.cli.session import Leave, Session
from spadille.cli.sheet import score_now
from spadille.cli.table_bots import TableBots
from spadille.cli.terminal import Terminal, printable
from spadille.game.events import AnyEvent
from spadille.rules import Rules
from spadille.table import Table, seeded
from spadille.words import Words
from spadille.words.levels import level


def find_saved(words: Words, terminal: Terminal, name: str = "") -> Saved:
    """The game to go on with: a file, the newest one whose name has this in it, or the newest.

    Raises `Fault` if there is none.
    """
    path = Path(name)
    if name and os.path.isfile(path):  # noqa: PTH113 - false for a name that is too long
        saved = read_saved(words, path)
        if saved is None:
            raise Fault(words.say("{file} is no unfinished game.", file=path))
        return saved
    games, troubles = unfinished(words, part=name)
    for trouble in troubles:
        terminal.show(trouble, whole=True)
    if games:
        return games[0]
    if name:
        raise Fault(
            words.say(
                "There is no unfinished game {name}; they are in {folder}.",
                name=name,
                folder=home() / "games",
            )
        )
    raise Fault(words.say("There is no unfinished game; `spadille play` begins one."))


def new_setup(  # noqa: PLR0913, PLR0917 - what a person may choose
    words: Words, rules: Rules, me: int, name: str | None, bot: str, seed: int | None
) -> Setup:
    """Who plays a new game, and with which chance; raises `Fault`."""
    seats = rules.table.seats
    if me >= seats:
        raise Fault(
            words.say("There is no seat {seat}; seats are 0 to {last}.", seat=me, last=seats - 1)
        )
    shown = printable(name or "")[:20].strip()
    people = with_person(words, seats, me, shown or None)
    return Setup(people.names, me, bot, fresh_seed() if seed is None else seed)


def play(  # noqa: PLR0913 - where, what and with whom
    words: Words,
    terminal: Terminal,
    rules: Rules,
    setup: Setup,
    saved: Saved | None,
    *,
    auto_play: bool,
) -> int:
    """Play a match to its end, or until the person leaves; returns the exit code."""
    seats = rules.table.seats
    shuffle = seeded(setup.seed)
    old = () if saved is None else saved.game.events
    table = Table(rules, shuffle) if saved is None else Table.restore(old, shuffle)
    path = new_path(rules) if saved is None else saved.path
    named = {player: setup.bot for player in range(seats) if player != setup.me}
    bots = TableBots(words, terminal, named, setup.seed)
    people = People(setup.names, setup.me).called(words.say("You"))
    narrator = Narrator(words, terminal, people, rules, log=old)
    keep = partial(save, words, path, table, setup)
    adviser = Adviser(words, terminal, setup.me, setup.seed)
    session = Session(words, table, bots, narrator, keep, adviser=adviser, auto_play=auto_play)
    session.decided = saved is not None
    try:
        _greet(words, session, rules, setup)
        if saved is not None:
            terminal.show(
                words.say("The game goes on:"), score_now(words, session.view(), session.names)
            )
        return _run(words, session, path, table.log[len(old) :])
    finally:
        if not session.decided:
            discard(path)


def _greet(words: Words, session: Session, rules: Rules, setup: Setup) -> None:
    """Say what is played, with whom, and how to get help."""
    show = session.terminal.show
    show(
        words.say("{rules}, seed {seed}", rules=rules_title(words, rules), seed=setup.seed),
        style="bold",
    )
    show(words.say("Level of the bots: {level}", level=level(words, setup.bot)))
    mates = [s for s in rules.side_seats(rules.seat_side(session.seat)) if s != session.seat]
    for mate in mates:
        show(words.say("Your partner is {name}.", name=session.names[mate]))
    show(words.say("Type ? for help at any time, and i for a hint."))


def _run(words: Words, session: Session, path: Path, events: list[AnyEvent]) -> int:
    """Run a session; however it ends, say what became of the game."""
    code = 0
    try:
        session.run(events)
    except Leave:
        pass
    except EOFError:
        session.terminal.show("")
    except KeyboardInterrupt:
        code = INTERRUPTED
        session.terminal.show("")
    session.save_again()
    if session.unsaved is not None:
        raise session.unsaved
    if not session.decided:
        kept = words.say("Nothing was decided yet, so the game is not kept.")
    elif session.table.over:
        kept = words.say("The game is kept in {file}", file=path)
    else:
        kept = words.say("Saved in {file}; `spadille play --resume` goes on.", file=path)
    session.terminal.show(kept, whole=True)
    return code

"""Programs as bots: they play like any other, and whatever they do the match goes on."""

import json
import os
from pathlib import Path

import pytest
from contest_programs import FIRST, READY, START, program
from jsonschema import Draft202012Validator
from test_guides import blocks

from spadille.contest import Contest, ContestError, check, run
from spadille.contest.outside.program import Program, ProgramError
from spadille.contest.play import play
from spadille.contest.played import Failing, Lapse, Played
from spadille.record.protocol import PROTOCOL
from spadille.record.schema import schemas

RULES = "standard(max_deals=1)"
CLOSED = "asked(); os.close(0); say(say='ready', protocol=1); signal.pause()"
GOOD = (
    READY
    + """
while line := sys.stdin.readline():
    request = json.loads(line)
    say(say="action", id=request["id"], action=request["view"]["legal"][0])
"""
)


def contest(bot: str, **changes: float) -> Contest:
    """A short match of a program against the simple bot."""
    return Contest(bots=(bot, "simple"), rules=RULES, matches=1, seconds=changes.get("seconds", 5))


def failing(folder: Path, text: str, **changes: float) -> tuple[Failing, Played]:
    """The failure of the program in its first seat, and the play."""
    one = play(contest(program(folder, text), **changes), 0, 0)
    assert len(one.deals) == 1
    assert [failing.player for failing in one.failings] == [0, 2]
    assert one.failures == (2, 0)
    first = one.failings[0]
    assert first.replaced
    return first, one


def test_a_program_plays_a_match(tmp_path: Path) -> None:
    one = play(contest(program(tmp_path, GOOD)), 0, 0)
    assert one.failings == ()
    times = one.times[0]
    assert times.cards.decisions == 26
    assert times.others.decisions >= 2


def test_it_gets_the_view_that_other_clients_get(tmp_path: Path) -> None:
    """The first of the legal actions is what a bot in Python would choose from the same view."""
    outside = play(contest(program(tmp_path, GOOD)), 0, 0)
    inside = play(contest("test_contest_outside:First"), 0, 0)
    assert (outside.deals, outside.winners) == (inside.deals, inside.winners)


class First:
    """A bot that takes the first legal action."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def act(self, view):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
        return view.legal[0]


def test_any_action_that_is_offered_may_be_chosen(tmp_path: Path) -> None:
    """The last one is a claim where there are claims (rule 12.1), never a wish to undo."""
    last = GOOD.replace('["legal"][0]', '["legal"][-1]')
    one = play(contest(program(tmp_path, last)), 0, 0)
    assert one.failings == ()


@pytest.mark.parametrize("rules", ["standard", "double_nil", "new_york", "two_handed", "six_pairs"])
def test_the_example_of_the_guide_plays_without_a_fault(rules: str, tmp_path: Path) -> None:
    (code,) = blocks("external-bots.md", "python")
    assert len(code.splitlines()) < 40
    short = f"{rules}(max_deals=2)"
    bots = (program(tmp_path, code), "random")
    done = run(Contest(bots=bots, rules=short, matches=1), jobs=1)
    assert done.failings == ()
    if rules == "standard":
        assert done.bots[0].points > done.bots[1].points


def test_what_is_said_fits_the_published_schemas(tmp_path: Path) -> None:
    keep = "open(os.path.dirname(__file__) + f'/said{os.getpid()}', 'a').write(line)"
    text = (
        START
        + f"line = sys.stdin.readline(); {keep}; say(say='ready', protocol=1)\n"
        + GOOD[len(READY) :].replace("    request =", f"    {keep}\n    request =")
    )
    assert play(contest(program(tmp_path, text)), 0, 0).failings == ()
    checks = {name: Draft202012Validator(schemas()[name]) for name in ("request", "reply")}
    first, _second = tmp_path.glob("said*")
    lines = first.read_text("utf-8").splitlines()
    hello, *acts = (json.loads(line) for line in lines)
    assert (hello["say"], hello["protocol"], hello["seconds"]) == ("hello", PROTOCOL, 5)
    for request in (hello, *acts[:3], *acts[-3:]):
        checks["request"].validate(request)
    reply = {"say": "action", "id": 1, "action": acts[0]["view"]["legal"][0]}
    checks["reply"].validate(reply)
    checks["reply"].validate({"say": "ready", "protocol": PROTOCOL})
    assert not checks["reply"].is_valid({"say": "ready", "protocol": PROTOCOL + 1})
    assert not checks["reply"].is_valid({"say": "action", "id": 1, "action": {"do": "play"}})


@pytest.mark.parametrize(
    ("text", "lapse", "said"),
    [
        (START + "sys.exit(3)", Lapse.EXITED, "exit code 3"),
        (START + "say(say='ready', protocol=2); asked()", Lapse.GARBAGE, "protocol 2 instead of 1"),
        (START + "say(say='action', id=0, action={'do': 'look'})", Lapse.GARBAGE, "instead of"),
        (START + "print('hello there', flush=True); asked()", Lapse.GARBAGE, "hello there"),
        (READY + "asked(); os.abort()", Lapse.EXITED, "SIGABRT"),
        (FIRST + "print('x' * 10**7, flush=True)", Lapse.TOO_LONG, "xxxx"),
        (FIRST + "print('[' * 60000, flush=True); asked()", Lapse.GARBAGE, "[[[["),
        (FIRST + "os.write(1, b'\\xff\\xfe\\n'); asked()", Lapse.GARBAGE, ""),
        (
            FIRST + "say(say='action', id=7, action=view['legal'][0]); asked()",
            Lapse.GARBAGE,
            "id 7",
        ),
        (FIRST + "say(say='ready', protocol=1); asked()", Lapse.GARBAGE, "ready instead of action"),
        (FIRST + "sys.stdout.write('{\"say\":'); sys.stdout.flush()", Lapse.EXITED, "exit code 0"),
        (FIRST + "os.close(1); signal.pause()", Lapse.EXITED, "its output ended"),
        (START + CLOSED, Lapse.EXITED, "it closed its input"),
        (FIRST + "say(say='action', id=1, action={'do': 'look'}); asked()", Lapse.ILLEGAL, "Look"),
        (
            FIRST + "say(say='action', id=1, action={'do': 'play', 'card': '1X'}); asked()",
            Lapse.GARBAGE,
            "",
        ),
        (
            FIRST + "say(say='action', id=1, action={'do': 'play', 'card': 'AS'}); asked()",
            Lapse.ILLEGAL,
            "PlayCard",
        ),
        (
            FIRST + "subprocess.Popen([sys.executable, '-c', 'import signal; signal.pause()'])",
            Lapse.EXITED,
            "exit code 0",
        ),
        (
            FIRST
            + "subprocess.Popen([sys.executable, '-c', 'input()'], start_new_session=True)\n"
            + "os._exit(5)",
            Lapse.EXITED,
            "exit code 5",
        ),
    ],
)
def test_a_program_that_errs_is_replaced(
    text: str, lapse: Lapse, said: str, tmp_path: Path
) -> None:
    """It fails before its first action counts, so that the simple bot plays the whole match."""
    rules = "standard(max_deals=1,blind_nil=off)"
    bots = (program(tmp_path, text), "simple")
    one = play(Contest(bots=bots, rules=rules, matches=1), 0, 0)
    assert [failing.lapse for failing in one.failings] == [lapse, lapse]
    assert said in one.failings[0].said
    simple = play(Contest(bots=("simple", "simple"), rules=rules, matches=1), 0, 0)
    assert (one.deals, one.winners) == (simple.deals, simple.winners)


@pytest.mark.parametrize(
    "text",
    [
        START + "signal.pause()",
        FIRST + "signal.pause()",
        FIRST + "sys.stdout.write('{\"say\":'); sys.stdout.flush(); signal.pause()",
        FIRST + "while True: os.write(2, b'no ' * 10000)",
        READY + "signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.pause()",
    ],
)
def test_a_program_that_hangs_is_killed(text: str, tmp_path: Path) -> None:
    bots = (program(tmp_path, text), "simple")
    short = Contest(bots=bots, rules=RULES, matches=1, seconds=0.3, start_seconds=0.6)
    one = play(short, 0, 0)
    assert {failing.lapse for failing in one.failings} == {Lapse.LATE}
    assert len(one.deals) == 1


def test_what_a_program_wrote_to_its_standard_error_is_told(tmp_path: Path) -> None:
    text = FIRST + "print('no\\n' * 5000, 'I am\\nsorry', file=sys.stderr, flush=True); os._exit(4)"
    first, _ = failing(tmp_path, text)
    assert (first.lapse, first.said, first.decision) == (Lapse.EXITED, "exit code 4", 1)
    assert first.stderr[-2:] == (" I am", "sorry")
    assert len(first.stderr) == 10


def test_a_program_that_complains_without_end_still_plays(tmp_path: Path) -> None:
    talkative = GOOD.replace("    request =", "    os.write(2, b'no ' * 100000)\n    request =")
    assert play(contest(program(tmp_path, talkative)), 0, 0).failings == ()


def test_the_bank_pays_for_slow_decisions(tmp_path: Path) -> None:
    slow = GOOD.replace("while", "import time\nwhile").replace(
        "    request =", "    time.sleep(0.05)\n    request ="
    )
    bots = (program(tmp_path, slow), "simple")
    rich = Contest(bots=bots, rules=RULES, matches=1, seconds=0.01, bank=600)
    assert play(rich, 0, 0).failings == ()
    poor = Contest(bots=bots, rules=RULES, matches=1, seconds=0.01, bank=0.1)
    assert {failing.lapse for failing in play(poor, 0, 0).failings} == {Lapse.LATE}


def test_the_children_of_a_program_are_killed_with_it(tmp_path: Path) -> None:
    text = (
        FIRST
        + "child = subprocess.Popen([sys.executable, '-c', 'import signal; signal.pause()'])\n"
        + "print(os.getpid(), child.pid, file=sys.stderr, flush=True); os._exit(0)"
    )
    first, _ = failing(tmp_path, text)
    for number in first.stderr[0].split():
        assert state_of(int(number)) in ("", "Z")


def state_of(process: int) -> str:
    """The letter of a process's state: Z for one that is dead and not yet buried."""
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return ""


def test_programs_end_with_the_match(tmp_path: Path) -> None:
    text = GOOD + "open(os.path.dirname(__file__) + '/ended', 'a').write('.')\n"
    play(contest(program(tmp_path, text)), 0, 0)
    assert (tmp_path / "ended").read_text("utf-8") == ".."


def test_a_program_that_does_not_want_to_end_is_killed(tmp_path: Path) -> None:
    numbers = "open(os.path.dirname(__file__) + '/numbers', 'a').write(f'{os.getpid()}\\n')\n"
    play(contest(program(tmp_path, READY + numbers + GOOD[len(READY) :] + "signal.pause()")), 0, 0)
    for number in (tmp_path / "numbers").read_text("utf-8").split():
        assert state_of(int(number)) == ""


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("cmd:", "After cmd: there stands no command."),
        ("cmd:there-is-no-such-program x", "no program there-is-no-such-program"),
        ("cmd:sh 'x", "The command sh 'x cannot be read"),
    ],
)
def test_a_command_that_cannot_be_run_is_refused_before_anything_is_played(
    bot: str, sentence: str
) -> None:
    with pytest.raises(ContestError) as raised:
        check(contest(bot))
    assert sentence in str(raised.value)


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    echo = Program(["printf", "%s\\n", f"$HOME; touch {tmp_path}/made"])
    try:
        assert echo.ask(b"", 5) == f"$HOME; touch {tmp_path}/made".encode()
        assert not (tmp_path / "made").exists()
    finally:
        echo.finish()


def test_a_file_that_is_no_program_is_told(tmp_path: Path) -> None:
    file = tmp_path / "odd"
    file.write_bytes(b"\0\1\2\3")
    os.chmod(file, 0o755)  # noqa: PTH101, S103 - so that it looks like a program
    with pytest.raises(ProgramError) as raised:
        Program([str(file)])
    assert raised.value.lapse is Lapse.NOT_STARTED

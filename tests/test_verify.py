"""What proves a recorded match, and that whatever is changed in it is found."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from proofs import piece, proved_game
from readable import translated
from record_games import RULES
from tampered import all_tampered, lines_of, text_of

from spadille import provable
from spadille.cli import build, words_for
from spadille.provable import Finding, Verdict, verdict, verify
from spadille.record import GameFile, RecordError, check, decode, encode, ptn, write

TEXTS = (
    "standard",
    "barmore",
    "cutthroat_1(max_deals=1,tokens_to_win=3,next_game_dealer=redraw)",
    "barmore(first_dealer=first_diamond)",
    "two_handed",
    "six_pairs_two_packs",
)


def with_proofs(game: GameFile, *proofs: provable.Proof) -> GameFile:
    header = msgspec.structs.replace(game.header, proofs=proofs)
    return msgspec.structs.replace(game, header=header)


def numbers(findings: list[Finding]) -> list[int | None]:
    return [finding.number for finding in findings]


def told(findings: list[Finding]) -> None:
    """Every finding is a sentence in all languages."""
    for finding in findings:
        translated(finding.remark)
        assert str(finding)
        assert "None" not in str(finding)


@pytest.mark.parametrize("text", RULES)
def test_every_piece_of_chance_of_a_match_is_proved(text: str) -> None:
    before = proved_game(text)
    after = decode(encode(before))
    assert after == before
    assert after.notes == ()
    assert check(after) == []
    findings = verify(after)
    assert numbers(findings) == list(range(len(after.header.proofs)))
    assert verdict(findings) is Verdict.PROVED
    told(findings)


@pytest.mark.parametrize("text", TEXTS)
def test_ptn_keeps_the_proofs(text: str) -> None:
    game = proved_game(text)
    again = ptn.decode(ptn.encode(game))
    assert again.header.proofs == game.header.proofs
    assert again.header.match == game.header.match
    assert verdict(verify(again)) is Verdict.PROVED


@pytest.mark.parametrize("text", TEXTS)
def test_whatever_is_changed_is_found(text: str) -> None:
    seen = 0
    for changed in all_tampered(proved_game(text)):
        seen += 1
        try:
            game = decode(changed.text.encode())
        except RecordError as error:
            translated(error)
            continue
        findings = verify(game)
        assert verdict(findings) is Verdict.CONTRADICTS, changed.about
        wrong = [f.number for f in findings if f.verdict is Verdict.CONTRADICTS]
        if changed.number is not None:
            assert changed.number in wrong, changed.about
        told(findings)
    assert seen > 100


def test_missing_players_are_named() -> None:
    game = proved_game("standard", "missing")
    proofs = game.header.proofs
    assert any(proof.missing for proof in proofs)
    for proof, finding in zip(proofs, verify(game), strict=True):
        named = [f"Player {player}" for player in proof.missing]
        said = str(finding)
        assert (", ".join(named) in said) if named else ("not shown" not in said)


def test_a_file_without_proofs_proves_nothing() -> None:
    findings = verify(with_proofs(proved_game("standard")))
    assert [finding.verdict for finding in findings] == [Verdict.UNPROVED]
    assert verdict([]) is Verdict.UNPROVED


def test_a_secret_that_is_not_revealed_proves_nothing_yet() -> None:
    game = proved_game("standard")
    *early, last = game.header.proofs
    hidden = msgspec.structs.replace(last, secret=None)
    findings = verify(with_proofs(game, *early, hidden))
    assert [f.verdict for f in findings] == [Verdict.PROVED] * len(early) + [Verdict.SEALED]
    assert "cannot be proved yet" in str(findings[-1])
    overdue = msgspec.structs.replace(early[1], secret=None)
    findings = verify(with_proofs(game, early[0], overdue, *early[2:], last))
    assert findings[1].verdict is Verdict.SEALED
    assert "is over, and its secret has not been revealed" in str(findings[1])
    told(findings)


def test_a_hidden_secret_does_not_hide_what_is_wrong_besides() -> None:
    game = proved_game("standard")
    *early, last = game.header.proofs
    shown = (*(last.shown[:-1]), "0" * 32)
    wrong = msgspec.structs.replace(last, secret=None, shown=shown)
    assert verdict(verify(with_proofs(game, *early, wrong))) is Verdict.CONTRADICTS


def test_the_next_deal_may_be_sealed_already() -> None:
    game = proved_game("standard")
    proofs = game.header.proofs
    chance = piece("next", len(proofs), 4)
    still_open = msgspec.structs.replace(chance.proof, secret=None, shown=(), missing=())
    for proof, expected in ((chance.proof, Verdict.PROVED), (still_open, Verdict.SEALED)):
        findings = verify(with_proofs(game, *proofs, proof))
        assert findings[-1].verdict is verdict(findings) is expected
        assert findings[-1].number == len(proofs)
        told(findings)
    false = msgspec.structs.replace(chance.proof, seal="0" * 64)
    assert verdict(verify(with_proofs(game, *proofs, false))) is Verdict.CONTRADICTS


def test_proofs_made_in_a_program_are_checked_like_those_of_a_file() -> None:
    game = proved_game("standard")
    first, *others = game.header.proofs
    for change in ({"secret": "xyz"}, {"shown": ("00", None, None, None)}, {"seal": ""}):
        changed = msgspec.structs.replace(first, **change)
        findings = verify(with_proofs(game, changed, *others))
        assert [f.number for f in findings if f.verdict is Verdict.CONTRADICTS] == [0]
        told(findings)


def test_a_log_against_the_rules_is_a_finding() -> None:
    lines = lines_of(proved_game("standard(claims=off,undo=off)"))
    bid = next(place for place, line in enumerate(lines) if line.get("event") == "bid_made")
    del lines[bid]
    findings = verify(decode(text_of(lines).encode()))
    assert findings[-1].verdict is Verdict.CONTRADICTS
    assert findings[-1].remark.line is not None


def test_rules_and_rules_key_must_agree() -> None:
    game = proved_game("standard")
    header = msgspec.structs.replace(game.header, rules_key="0" * 12)
    findings = verify(msgspec.structs.replace(game, header=header))
    assert verdict(findings) is Verdict.CONTRADICTS
    assert "rules_key" in str(findings[0])
    header = msgspec.structs.replace(game.header, match="two words")
    findings = verify(msgspec.structs.replace(game, header=header))
    assert "the match of the proofs is not named" in str(findings[0])
    assert verdict(verify(GameFile(header=game.header, events=()))) is Verdict.CONTRADICTS


# The command


def run(path: Path, language: str = "en") -> tuple[int, str]:
    args = ["verify", str(path), "--lang", language]
    done = CliRunner().invoke(build(words_for(args)), args, standalone_mode=False)
    return done.return_value, " ".join(done.output.split())


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "game.jsonl is proved: 4 pieces of chance."),
        ("ko", "우연 4건이 모두 증명되었습니다."),
        ("ja", "4件の偶然がすべて証明されました。"),
    ],
)
def test_the_command_proves_a_file(language: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = proved_game("standard")
    write(path, game)
    code, output = run(path, language)
    assert code == 0
    assert says.replace(" ", "") in output.replace(" ", "")
    assert all(proof.seal[:16] in output for proof in game.header.proofs)


def test_the_command_reads_ptn(tmp_path: Path) -> None:
    path = tmp_path / "game.ptn"
    path.write_text(ptn.encode(proved_game("standard")), "utf-8")
    assert run(path)[0] == 0


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        ({"secret": "0" * 64}, 1, "something contradicts; do not trust this file"),
        ({"secret": None}, 3, "nothing contradicts, but not all is proved yet"),
    ],
)
def test_the_command_tells_by_its_exit_code(
    change: dict[str, Any], code: int, says: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    game = proved_game("standard")
    first, *others = game.header.proofs
    write(path, with_proofs(game, msgspec.structs.replace(first, **change), *others))
    found, output = run(path)
    assert found == code
    assert says in output


def test_the_command_says_that_there_are_no_proofs(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    write(path, with_proofs(proved_game("standard")))
    code, output = run(path)
    assert code == 3
    assert "the file carries no proofs; ask whoever dealt" in output
    assert "nothing can be proved" in output


def test_the_command_refuses_what_is_no_game(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    lines = lines_of(proved_game("standard"))
    lines[0]["proofs"][0]["seal"] = "x"
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    args = ["verify", str(path)]
    done = CliRunner().invoke(build(words_for(args)), args)
    assert done.exit_code == 2
    assert "proofs" in done.output

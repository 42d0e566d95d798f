"""The offline page agrees with `spadille verify`, needs nothing else, speaks three languages."""

import re
from html.parser import HTMLParser

import msgspec
import offline_page
import pytest
from proofs import VECTORS, piece, proved_game
from record_games import RULES, WHOLE, odd_rules
from tampered import all_tampered

from spadille.game.match import need
from spadille.game.referee import begin, supply
from spadille.provable import Verdict, verdict, verify
from spadille.record import GameFile, RecordError, decode, encode
from spadille.rules import Rules, key, parse
from spadille.words import LANGUAGES

PAGE = (offline_page.FOLDER / "verify.html").read_text("utf-8")
SCRIPT = (offline_page.FOLDER / "verify.js").read_text("utf-8")
STYLE = (offline_page.FOLDER / "verify.css").read_text("utf-8")


def text(game: GameFile) -> str:
    return encode(game).decode()


# The same findings


def test_the_page_agrees_with_the_vectors() -> None:
    made = offline_page.run(vectors=VECTORS)
    for row, found in zip(VECTORS["chance"], made["chance"], strict=True):
        assert found == {name: row[name] for name in found}
    for row, found in zip(VECTORS["shuffles"], made["shuffles"], strict=True):
        assert found == {"order": row["order"], "left": True}


def test_the_page_proves_what_the_command_proves() -> None:
    games = [proved_game(rules) for rules in (*RULES, WHOLE)]
    found = offline_page.run(files=[text(game) for game in games])["found"]
    for game, seen in zip(games, found, strict=True):
        assert seen["verdict"] == "proved"
        assert seen["findings"] == [["proved", number] for number in range(len(game.header.proofs))]


@pytest.mark.parametrize(
    "rules",
    ["standard", "cutthroat_1(max_deals=1,tokens_to_win=3,next_game_dealer=redraw)"],
)
def test_the_page_finds_what_the_command_finds(rules: str) -> None:
    tampered = list(all_tampered(proved_game(rules)))
    found = offline_page.run(files=[changed.text for changed in tampered])["found"]
    for changed, seen in zip(tampered, found, strict=True):
        try:
            findings = verify(decode(changed.text.encode()))
        except RecordError:
            assert "unreadable" in seen, changed.about
            continue
        assert seen["verdict"] == "contradicts", changed.about
        if all(finding.number is not None for finding in findings):
            expected = [[finding.verdict.value, finding.number] for finding in findings]
            assert seen["findings"] == expected, changed.about
        elif changed.number is not None:  # the command stops where the log breaks the rules
            wrong = {f.number for f in findings if f.verdict is Verdict.CONTRADICTS} - {None}
            assert wrong <= {n for was, n in seen["findings"] if was == "contradicts"}


def test_the_page_tells_what_is_not_proved_yet() -> None:
    game = proved_game("standard")
    proofs = list(game.header.proofs)
    hidden = [*proofs[:-1], msgspec.structs.replace(proofs[-1], secret=None)]
    overdue = [msgspec.structs.replace(proofs[0], secret=None), *proofs[1:]]
    chance = piece("next", len(proofs), 4).proof
    sealed = [*proofs, msgspec.structs.replace(chance, secret=None, shown=(), missing=())]
    files = []
    for changed in ([], hidden, overdue, sealed, [*proofs, chance], [*proofs, chance, chance]):
        header = msgspec.structs.replace(game.header, proofs=tuple(changed))
        files.append(msgspec.structs.replace(game, header=header))
    found = offline_page.run(files=[text(file) for file in files])["found"]
    for file, seen in zip(files, found, strict=True):
        findings = verify(file)
        assert seen["verdict"] == verdict(findings).value
        expected = [[finding.verdict.value, finding.number] for finding in findings]
        assert seen["findings"] == expected
    assert [seen["verdict"] for seen in found] == [
        "unproved",
        "sealed",
        "sealed",
        "sealed",
        "proved",
        "contradicts",
    ]
    assert "has not been revealed" in found[2]["said"][0][0]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "no_game"),
        ("\n", "no_json"),
        ("[1]\n", "no_json"),
        ("{}\n", "no_game"),
        ('{"format":"spadille-game","version":2}\n', "other_version"),
        ('{"format":"spadille-game","version":1}\n', "no_rules"),
        ('{"format":"spadille-game","version":1,"proofs":7}\n', "bad_proof"),
        (
            '{"format":"spadille-game","version":1}\n{"event":"match_began","rules":{"deck":{"a":1}}}',
            "other_rules",
        ),
    ],
)
def test_the_page_refuses_what_is_no_game_file(content: str, says: str) -> None:
    assert offline_page.run(files=[content])["found"][0]["unreadable"] == says


def test_the_page_knows_the_packs_the_draws_and_the_keys_of_all_rules() -> None:
    chosen = [*map(parse, RULES), *map(odd_rules, range(100))]
    found = offline_page.run(rules=[msgspec.to_builtins(rules) for rules in chosen])["decks"]
    for rules, seen in zip(chosen, found, strict=True):
        assert seen == {"key": key(rules), "pack": pack_of(rules), "draw": draw_of(rules)}


def draw_of(rules: Rules) -> list[object]:
    state, _ = begin(rules)
    wanted = need(state)
    assert wanted is not None
    return list(wanted.items)


def pack_of(rules: Rules) -> list[object]:
    state, _ = begin(rules)
    supply(state, draw_of(rules))  # type: ignore[arg-type]
    wanted = need(state)
    assert wanted is not None
    return list(wanted.items)


# The texts


def test_the_page_says_everything_in_every_language() -> None:
    texts = offline_page.run()["texts"]
    assert set(texts) == set(LANGUAGES)
    names = {language: set(said) for language, said in texts.items()}
    assert len(set(map(frozenset, names.values()))) == 1
    for name, english in texts["en"].items():
        for language in LANGUAGES[1:]:
            said = texts[language][name]
            assert set(re.findall(r"{\w+}", said)) == set(re.findall(r"{\w+}", english)), name
            assert re.search(r"[가-힣]|[ぁ-んァ-ヶ一-龠]", said) or name == "unreadable", name


def test_the_findings_are_whole_sentences() -> None:
    tampered = list(all_tampered(proved_game("standard")))
    found = offline_page.run(files=[changed.text for changed in tampered])["found"]
    said = {sentence for seen in found for several in seen.get("said", ()) for sentence in several}
    assert len(said) > 20
    for sentence in said:
        assert not re.search(r"[{}]|undefined|null|NaN", sentence), sentence
        assert sentence.endswith((".", "。", "세요"))


# The page itself


def test_a_person_sees_the_verdict_in_his_language_and_in_others() -> None:
    good = text(proved_game("standard"))
    bad = good.replace('"missing":[2]', '"missing":[1]')
    assert bad != good
    looks = offline_page.run(files=[good, "no game", bad], language="ja-JP")["looks"]
    opened, proved, unreadable, wrong, *languages = looks
    assert (opened["lang"], opened["verdict"], opened["findings"]) == ("ja", "", [])
    assert opened["heading"] == "このディールは公正でしたか？"  # noqa: RUF001 - Japanese
    assert proved["state"] == "proved"
    assert proved["verdict"] == "game-0: すべての偶然が証明されました (4)。"
    assert [state for state, _ in proved["findings"]] == ["proved"] * 4
    assert "JSON" in unreadable["verdict"]
    assert unreadable["findings"] == []
    assert wrong["state"] == "contradicts"
    assert [state for state, _ in wrong["findings"]].count("contradicts") == 1
    assert [look["lang"] for look in languages] == list(LANGUAGES)
    assert languages[0]["verdict"] == "game-2: something contradicts. Do not trust this file."
    for look in languages:
        assert [state for state, _ in look["findings"]] == [s for s, _ in wrong["findings"]]
    elsewhere = offline_page.run(files=[], language="fr")["looks"]
    assert elsewhere[0]["lang"] == "en"


class Tags(HTMLParser):
    """The tags of a page with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


TAGS = Tags(PAGE).found


def test_the_page_loads_nothing_but_its_two_files() -> None:
    loaded = [
        value for _, attrs in TAGS for name, value in attrs.items() if name in ("src", "href")
    ]
    assert loaded == ["verify.css", "verify.js"]
    for content in (SCRIPT, STYLE, PAGE):
        assert not re.search(r"https?:|url\(|@import|fetch\(|XMLHttpRequest|WebSocket", content)
    assert not re.search(r"crypto\.subtle\.|\beval\b|innerHTML|new Function|\.style\b", SCRIPT)


def test_a_strict_policy_for_contents_can_hold() -> None:
    for tag, attrs in TAGS:
        assert tag != "style"
        assert tag != "script" or set(attrs) == {"src"}
        assert not [name for name in attrs if name.startswith("on") or name == "style"]


def test_everything_on_the_page_has_a_name_and_news_are_announced() -> None:
    ids = {attrs["id"]: attrs for _, attrs in TAGS if "id" in attrs}
    labelled = {attrs["for"] for tag, attrs in TAGS if tag == "label"}
    assert {a["id"] for tag, a in TAGS if tag in ("input", "select")} == labelled
    assert ids["verdict"]["role"] == "status"
    assert ("html", {"lang": "en"}) in TAGS
    assert [attrs["value"] for tag, attrs in TAGS if tag == "option"] == list(LANGUAGES)


def test_every_text_of_the_page_is_translated() -> None:
    texts = offline_page.run()["texts"]["en"]
    named = re.findall(r'data-text="(\w+)"[^>]*>([^<]*)<', PAGE)
    assert named
    for name, said in named:
        assert " ".join(said.split()) == texts[name]

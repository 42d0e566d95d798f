"""The catalogues are complete, the language is found, and the terms are those of players."""

import ast
import gettext
import importlib.util
import re
from collections.abc import Iterator
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from test_layers import ROOT

from spadille.cards import CardError, card
from spadille.game.actions import Reason
from spadille.record.errors import remark
from spadille.words import (
    LANGUAGES,
    LOCALES,
    LanguageError,
    Words,
    faults,
    pick_language,
    records,
    sentences,
)

OTHERS = LANGUAGES[1:]
# Texts that another language writes in the same way.
SAME = {"{bid}?", "{option}: {value}", "{file}: {problem}.", "{name}: {card}"}


def tool() -> ModuleType:
    """The script that finds the messages, as a module."""
    spec = importlib.util.spec_from_file_location("messages", ROOT / "tools" / "messages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MESSAGES = {message.one: message for message in tool().all_messages()}


def catalogue(language: str) -> Catalog:
    path = ROOT / "src/spadille/words/locale" / language / "LC_MESSAGES/spadille.po"
    with path.open("rb") as lines:
        return read_po(lines, locale=language)


def translations(language: str) -> Iterator[tuple[str, str]]:
    """English texts, the plural one where there is one, and their translations."""
    for message in catalogue(language):
        if not message.id:
            continue
        if isinstance(message.id, str):
            assert isinstance(message.string, str)
            yield message.id, message.string
        else:
            assert isinstance(message.string, tuple)
            yield message.id[-1], message.string[0]


def fields(text: str) -> list[str]:
    return sorted(set(re.findall(r"{(\w+)[^}]*}", text)))


# Catalogues


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_holds_every_message_and_no_other(language: str) -> None:
    found = {
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalogue(language)
        if message.id
    }
    assert found ^ set(MESSAGES) == set(), "run `python tools/messages.py` and translate"


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_is_translated(language: str) -> None:
    assert [english for english, text in translations(language) if not text.strip()] == []
    assert [message.id for message in catalogue(language) if message.fuzzy and message.id] == []
    same = [english for english, text in translations(language) if text == english]
    assert set(same) <= SAME <= set(MESSAGES)


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_fields_of_the_message(language: str) -> None:
    wrong = [one for one, text in translations(language) if fields(one) != fields(text)]
    assert wrong == []


def test_what_is_said_outside_the_words_stands_where_it_is_said() -> None:
    package = ROOT / "src/spadille"
    said = [
        (path.name, ast.unparse(call))
        for path in sorted(package.rglob("*.py"))
        if "words" not in path.parts
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in ("say", "many")
        and not isinstance(call.args[0], ast.Constant)
    ]
    assert said == []


def test_errors_and_remarks_are_made_of_messages_that_can_be_found() -> None:
    package, found = ROOT / "src/spadille", tool().PLACES
    made = [
        (path.name, ast.unparse(call))
        for path in sorted(package.rglob("*.py"))
        if path.parent.name != "words"
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in found
        and not isinstance(call.args[found[call.func.id]], ast.Constant)
        and not ast.unparse(call.args[found[call.func.id]]).endswith("template")
    ]
    assert made == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_no_card_is_said_in_the_language(language: str) -> None:
    with pytest.raises(CardError) as raised:
        card("XX")
    assert {"ko": "카드가 아닙니다", "ja": "カードではありません"}[language] in faults.told(
        Words(language), raised.value
    )


def test_what_stands_inside_a_fault_is_said_in_the_language() -> None:
    fault = remark(
        "{name} cannot be read: {why}; write a JSON object in it, with \\ before each quotation"
        " mark",
        line=4,
        name="HeaderJson",
        why=remark("unknown field {key}", key="x"),
    )
    assert records.remark(Words("ko"), fault, "a.ptn").startswith(
        "a.ptn, 4행: HeaderJson 태그를 읽을 수 없습니다: 모르는 필드 x."
    )
    refused = remark(
        "seat {seat} may not do this here ({reason}); correct this line or those before it",
        seat="N",
        reason=Reason.FOLLOW_SUIT,
    )
    assert "(フォローが必要)" in records.remark(Words("ja"), refused)


def test_a_message_is_used_with_a_number_everywhere_or_nowhere() -> None:
    plural: dict[str, set[str | None]] = {}
    for message in tool().all_messages():
        plural.setdefault(message.one, set()).add(message.other)
    assert {one: others for one, others in plural.items() if len(others) > 1} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_installed_is_compiled_from_the_catalogue(language: str) -> None:
    compiled = gettext.translation("spadille", LOCALES, [language])
    stale = [
        english
        for english, text in translations(language)
        if english in MESSAGES and compiled.gettext(english) != text
    ]
    assert stale == [], "install the package again to compile the catalogues"


def test_numbers_choose_the_right_form() -> None:
    for language, texts in {
        "en": ("1 bag", "2 bags"),
        "ko": ("백 1개", "백 2개"),
        "ja": ("バッグ1個", "バッグ2個"),
    }.items():
        words = Words(language)
        assert tuple(words.many("{n} bag", "{n} bags", n) for n in (1, 2)) == texts


# Languages


@pytest.mark.parametrize(
    ("wanted", "environ", "language"),
    [
        ("ja", {"LANG": "ko_KR.UTF-8"}, "ja"),
        ("ko_KR", {}, "ko"),
        (None, {"LC_ALL": "ja_JP.UTF-8", "LANG": "ko_KR.UTF-8"}, "ja"),
        (None, {"LC_MESSAGES": "ko_KR", "LANG": "ja_JP.UTF-8"}, "ko"),
        (None, {"LC_ALL": "", "LANG": "ko_KR.UTF-8"}, "ko"),
        (None, {"LANG": "fr_FR.UTF-8"}, "en"),
        (None, {"LANG": "C.UTF-8"}, "en"),
        (None, {}, "en"),
    ],
)
def test_the_language_is_that_wanted_or_that_of_the_locale(
    wanted: str | None, environ: dict[str, str], language: str
) -> None:
    assert pick_language(wanted, environ) == language


def test_an_unknown_language_is_refused_with_a_sentence_that_names_the_known_ones() -> None:
    for refuse in (lambda: pick_language("xx", {}), lambda: Words("xx")):
        with pytest.raises(LanguageError, match="'xx'; there are en, ko, ja"):
            refuse()


# The words of players

TERMS = {
    r"\bspades?\b": ("스페이드", "スペード"),
    r"\bhearts?\b": ("하트", "ハート"),
    r"\bdiamonds?\b": ("다이아몬드", "ダイヤ"),
    r"\bclubs?\b": ("클로버", "クラブ"),
    r"\bjacks? of\b": ("잭", "ジャック"),
    r"\bjokers?\b": ("조커", "ジョーカー"),
    r"\bbig joker\b": ("큰 조커", "大ジョーカー"),
    r"\blittle joker\b": ("작은 조커", "小ジョーカー"),
    r"\btrumps?\b": ("트럼프", "切り札"),
    r"\bdealer\b": ("딜러", "ディーラー"),
    r"\btourney\b": ("토너먼트", "トーナメント"),
    r"\bwin tokens?\b": ("승리 토큰", "勝利トークン"),
    r"\bcontracts?\b": ("계약", "コントラクト"),
    r"\bnils?\b": ("닐", "ニル"),
    r"\bblind nil\b": ("블라인드 닐", "ブラインド・ニル"),
    r"\bblind (bid|number)": ("블라인드", "ブラインド"),
    r"\bsure\b": ("확실", "確実"),
    r"\bpossible tricks": ("가능한", "取れそうな"),
    r"\bcome out\b|\bcoming out\b": ("10으로 바꾸|10으로 바꿀", "10に切り替え"),
    r"\btricks?\b": ("트릭", "トリック"),
    r"\blead\b|\bleads (the|to)\b": ("리드", "リード"),
    r"\bbags?\b": ("백", "バッグ"),
    r"\baward jacks?\b": ("상금 잭", "ボーナス・ジャック"),
    r"\bexchang": ("교환", "交換"),
    r"\bstock\b": ("더미", "山札"),
    r"\bFrench cut\b": ("프렌치 컷", "フレンチ・カット"),
    r"\bpenalty\b": ("벌점", "ペナルティ"),
    r"\bclaims?\b(?! to)": ("요구", "請求"),
    r"\btaking back\b": ("무르기", "待った"),
    r"\bshoot the moon\b|\bshooting the moon\b": ("슛 더 문", "シュート・ザ・ムーン"),
    r"\bcutthroat\b": ("컷스로트", "カットスロート"),
    r"\btwo-handed\b": ("2인", "2人用"),
}
NO_WORDS = r"{\w+}|`[^`]*`|\w*_\w*|\w+=\w+"
"""Fields, commands and names of options, in which a term is no word of a sentence."""


@pytest.mark.parametrize("term", TERMS)
def test_the_terms_of_players_are_used(term: str) -> None:
    wanted = dict(zip(OTHERS, TERMS[term], strict=True))
    for language in OTHERS:
        wrong = [
            (english, text)
            for english, text in translations(language)
            if re.search(term, re.sub(NO_WORDS, "", english), re.IGNORECASE)
            and not re.search(wanted[language], text)
        ]
        assert wrong == []


def test_reasons_speak_of_nil_as_players_do() -> None:
    assert "닐" in sentences.reason(Words("ko"), Reason.BOTH_NIL)
    assert "ニル" in sentences.reason(Words("ja"), Reason.BOTH_NIL)


BANNED = {
    "ko": "토낭|소송|가방|클럽|입찰|양복|정장|다이몬드|슈트|당신|플러시|영하|헤트릭",
    "ja": "土嚢|訴訟|入札|鞄|袋|スーツ|ダイアモンド|クローバー|ゼロ入札|彼|あなたたち",
}


@pytest.mark.parametrize("language", OTHERS)
def test_no_words_of_machine_translation(language: str) -> None:
    assert [text for _, text in translations(language) if re.search(BANNED[language], text)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_politeness_is_the_same_throughout(language: str) -> None:
    rude = {
        "ko": r"(한다|이다|해요|어요|아요|예요)[.。]",
        "ja": r"(だ|である|(?<!ま)する|(?<!で)(?<!ま)した|ない)。",
    }
    assert [text for _, text in translations(language) if re.search(rude[language], text)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_depends_on_how_a_name_or_a_number_ends(language: str) -> None:
    particles = r"{(?!people|side)\w+}(이|가|은|는|을|를|과|와|으로|로|라고|이라고)(?![가-힣])"
    assert [text for _, text in translations(language) if re.search(particles, text)] == []

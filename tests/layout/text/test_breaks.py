"""Line breaking, compared with Unicode's test cases."""

import lzma
from pathlib import Path

import pytest

from generator.layout.text.words import has_tight_breaks, split_at_breaks, unify_forced_breaks

ROOT = Path(__file__).parents[3]
UNICODE = Path(__file__).parents[2] / "unicode"


def test_all_cases_of_unicode() -> None:
    """Breaks are where LineBreakTest has them, in all 19,338 cases."""
    data = lzma.decompress((UNICODE / "LineBreakTest.txt.xz").read_bytes())
    lines = data.decode("utf-8").splitlines()
    cases = [case for case in (line.split("#")[0].strip() for line in lines) if case]
    wrong = []
    for case in cases:
        wanted = [
            "".join(chr(int(code, 16)) for code in part.replace("×", " ").split())
            for part in case.split("÷")
            if part.strip()
        ]
        text = "".join(wanted)
        if split_at_breaks(text) != wanted:
            wrong.append(case)
    assert len(cases) == 19_338
    assert not wrong, f"{len(wrong)} cases, such as {wrong[:3]}"


def test_characters_beyond_the_basic_plane_count_as_one() -> None:
    """Characters that need two units in UTF-16 are not split."""
    text = "\U0001d400\U0001d401 \U00020000\U00020001 x"
    parts = split_at_breaks(text)
    assert parts == ["\U0001d400\U0001d401 ", "\U00020000", "\U00020001 ", "x"]


def test_every_kind_of_forced_break_is_one() -> None:
    """Every character that ends a line ends exactly one line."""
    assert unify_forced_breaks("a\r\nb\rc\u2028d\u2029e\x0bf\x0cg\x85h") == "a\nb\nc\nd\ne\nf\ng\nh"


def test_empty_text_has_no_parts() -> None:
    """An empty text has no parts."""
    assert split_at_breaks("") == []


def test_thai_is_broken_by_dictionary() -> None:
    """Thai has no spaces between words; lines break between words, never inside one."""
    assert split_at_breaks("ภาษาไทยไม่มีช่องว่าง") == ["ภาษา", "ไทย", "ไม่มี", "ช่อง", "ว่าง"]


def test_japanese_lines_begin_with_no_full_stop() -> None:
    """Kinsoku: closing marks stay with the text before them, opening marks with the text after them."""
    parts = split_at_breaks("日本語。「感染」が")
    assert parts == ["日", "本", "語。", "「感", "染」", "が"]


def test_japanese_is_broken_between_phrases() -> None:
    """Phrases are not broken; if `tight`, they are, but no line begins with a small kana."""
    text = "ショー、ウイルスの解析"
    assert split_at_breaks(text, "ja") == ["ショー、", "ウイルスの", "解析"]
    assert split_at_breaks(text, "ja", tight=True) == ["ショー、", "ウ", "イ", "ル", "ス", "の", "解", "析"]


@pytest.mark.parametrize(
    "phrases",
    [
        "よく|考えてください。",
        "手番でなければもらえません。",
        "低く|抑えましょう。",
        "シートを|切り抜き、|折ります。",
        "「組み立て|ダイス」の|シートを",
        "ゾロ目なら、|振り直せます。",
        "はい。|すぐに|使えます。",
    ],
)
def test_phrases_of_japanese_are_those_of_readers(phrases: str) -> None:
    """Polite endings and negations stay with their verb; every sentence and every pause ends a phrase."""
    assert split_at_breaks(phrases.replace("|", ""), "ja") == phrases.split("|")


def test_no_shipped_text_joins_words_by_hand() -> None:
    """Breaks of Japanese are found by the program: no text has a WORD JOINER."""
    files = [*(ROOT / "data").glob("**/wording/ja.yaml")]
    assert files
    assert [file for file in files if "\u2060" in file.read_text(encoding="utf-8")] == []


def test_only_what_has_phrases_can_be_set_tight() -> None:
    """Latin text and languages other than Japanese have no additional breaks."""
    assert has_tight_breaks("ウイルス", "ja")
    assert has_tight_breaks("ウイルス", "ja-JP")
    assert not has_tight_breaks("virus", "ja")
    assert not has_tight_breaks("ウイルス", "en")


@pytest.mark.parametrize("tight", [False, True])
def test_a_number_of_japanese_stays_with_what_it_counts(tight: bool) -> None:
    """No line ends between a number and its counter; a number at the end has none."""
    parts = split_at_breaks("合わせて12個です。この4つを、７回。残りは3", "ja", tight=tight)
    assert not [part for part in parts[:-1] if part[-1].isdigit()]
    assert "".join(parts).endswith("残りは3")

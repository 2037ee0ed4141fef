"""Text in many scripts: the right glyphs, in the right order, in the right font."""

from dataclasses import replace
from itertools import accumulate

import pytest

from generator.errors import LayoutError, MissingGlyph
from generator.layout.text.paragraphs import Setting
from generator.layout.text.words import ScriptRun, Shaper, itemize, resolve_scripts, split_at_breaks
from generator.model.language.kinds import Aligned
from generator.model.style import TypeStyle
from generator.scene.shapes import GlyphRun
from tests import shipped
from tests.layout.text.setting import (
    BODY,
    face,
    glyphs,
    library,
    lines,
    list_lines,
    run_width,
    runs,
    typesetter,
)

EN = typesetter()
AR = typesetter("ar", "rtl")
HE = typesetter("he", "rtl")

FACES = tuple(family.regular for family in library().families)
SANS, ARABIC = face("Noto Sans"), face("Noto Sans Arabic")


def run(setter: object, text: str) -> GlyphRun:
    (only,) = runs(setter.set_line(Setting(text, BODY)))
    return only


def advancing(shaped: GlyphRun) -> list[int]:
    """The glyphs that are letters: dots and marks do not move the pen."""
    return [glyph.index for piece in shaped.pieces for glyph in piece.glyphs if glyph.advance]


def test_letters_are_kerned() -> None:
    """AVATAR is narrower than the sum of its letters, in every shipped face."""
    for family in ("Noto Sans", "Unbounded"):
        style = TypeStyle(family, 10, 10)
        apart = sum(EN.measure(letter, style)[0] for letter in "AVATAR")
        assert EN.measure("AVATAR", style)[0] < apart - 0.1


@pytest.mark.parametrize("bold", [False, True])
def test_roman_numerals_are_no_other_letters(bold: bool) -> None:
    """The V of Fredoka's IV keeps its distance: kerned as its makers did, it is an N."""
    style = TypeStyle("Fredoka", 10, 10, bold=bold)
    apart = EN.measure("I", style)[0] + EN.measure("V", style)[0]
    assert EN.measure("IV", style)[0] == pytest.approx(apart)
    assert EN.measure("AV", style)[0] < EN.measure("A", style)[0] + EN.measure("V", style)[0] - 1


def test_a_ligature_stands_for_its_letters() -> None:
    """`ffi` is one glyph whose cluster is the first letter; with tracking, it is three."""
    assert [glyph.cluster for glyph in run(EN, "office").pieces[0].glyphs] == [0, 1, 4, 5]
    spaced = TypeStyle("Noto Sans", 3, 3, tracking=0.1)
    (shaped,) = runs(EN.set_line(Setting("office", spaced)))
    assert len(glyphs(shaped)) == 6


def test_arabic_letters_join() -> None:
    """A letter repeated three times has three forms, drawn from right to left; alone, it has a fourth."""
    shaped = run(AR, "ببب")
    assert [glyph.cluster for glyph in shaped.pieces[0].glyphs if glyph.advance] == [2, 1, 0]
    assert len({*advancing(shaped), *advancing(run(AR, "ب"))}) == 4


@pytest.mark.parametrize("text", ["ب{red|ب}ب", "ب**ب**ب", "{red|ب}*ب*ب"])
def test_arabic_letters_join_where_colour_and_weight_change(text: str) -> None:
    """A word in two colours or weights keeps the forms of the joined word."""
    whole = run(AR, "ببب")
    parts = sorted(runs(AR.set_line(Setting(text, BODY))), key=lambda part: part.x)
    joined = [index for part in parts for index in advancing(part)]
    assert len(parts) > 1
    assert joined == advancing(whole)


def test_marks_of_direction_do_not_part_letters() -> None:
    """An invisible mark inside a word changes neither its shapes nor its text."""
    shaped = run(AR, "ب\u200fب")
    assert shaped.text == "بب"
    assert advancing(shaped) == advancing(run(AR, "بب"))


def test_non_joiner_parts_letters() -> None:
    """ZERO WIDTH NON-JOINER separates two letters and stays in the text."""
    shaped = run(AR, "ب\u200cب")
    assert "\u200c" in shaped.text
    assert advancing(shaped) != advancing(run(AR, "بب"))


def test_hebrew_points_stand_upon_their_letters() -> None:
    """A letter and its points are one cluster; points have no advance; the word runs from right to left."""
    shaped = run(HE, "שָׁלוֹם")
    clusters = [glyph.cluster for glyph in shaped.pieces[0].glyphs if glyph.advance]
    assert clusters == sorted(clusters, reverse=True)
    assert [glyph.advance for glyph in shaped.pieces[0].glyphs if glyph.cluster == 0].count(0) == 2
    assert shaped.font is face("Noto Sans Hebrew")


def test_devanagari_vowel_stands_before_its_consonant() -> None:
    """कि is written with the vowel sign first, although it is pronounced last; both are one cluster."""
    shaped = run(EN, "कि")
    consonant = advancing(run(EN, "क"))
    assert advancing(shaped)[1:] == consonant
    assert {glyph.cluster for glyph in shaped.pieces[0].glyphs} == {0}


def test_thai_lines_break_between_words() -> None:
    """Thai is broken by the dictionary: joined, the lines are the text."""
    block = EN.set_text(Setting("ภาษาไทยไม่มีช่องว่างระหว่างคำ", BODY, width=20))
    assert lines(block) == ["ภาษาไทย", "ไม่มีช่องว่าง", "ระหว่างคำ"]


def test_japanese_lines_keep_marks_with_their_words() -> None:
    """No line begins with a full stop or ends with an opening bracket, however narrow."""
    text = "日本語の文章です。「感染」が広がる前に、治療薬を作ります。"
    for width in range(6, 60):
        found = lines(EN.set_text(Setting(text, BODY, width=float(width))))
        assert "".join(found) == text
        assert not any(line[0] in "。、」" or line[-1] == "「" for line in found)


def test_arabic_line_runs_from_right_to_left() -> None:
    """Words run from right to left, numbers and Latin text from left to right."""
    block = AR.set_text(Setting("انشر 12 مرة abc def الان", BODY, width=100, align="start"))
    parts = sorted(runs(block), key=lambda part: -part.x)
    words = [part.text.strip() for part in parts if part.text.strip()]
    assert words == ["انشر", "12", "مرة", "abc def", "الان"]
    assert max(part.x for part in parts) < 100
    assert min(part.x for part in parts) > 50


def test_hebrew_in_an_english_line_keeps_its_place() -> None:
    """Two Hebrew words in English text are drawn in visual order; their text is in logical order."""
    block = EN.set_text(Setting("say שלום עולם twice", BODY, width=100))
    parts = runs(block)
    assert [part.text for part in parts] == ["say ", "שלום עולם", " ", "twice"]
    assert [piece.text for piece in parts[1].pieces] == ["עולם", " ", "שלום"]
    assert [part.x for part in parts] == sorted(part.x for part in parts)


def test_brackets_are_mirrored_in_right_to_left_text() -> None:
    """An opening bracket is drawn as a closing one in right-to-left text."""
    opening = glyphs(run(EN, "("))
    (shaped,) = [part for part in runs(AR.set_line(Setting("ا )", BODY))) if ")" in part.text]
    assert glyphs(shaped)[:1] == opening


def test_fonts_fall_back_by_coverage() -> None:
    """Characters that the family lacks come from the next family that has them."""
    fonts = [part.font for part in runs(EN.set_line(Setting("a → b ✓", BODY)))]
    assert fonts == [
        SANS,
        face("Noto Sans Math"),
        SANS,
        face("Noto Sans Symbols 2"),
    ]


def test_punctuation_stays_in_the_font_of_its_word() -> None:
    """A full stop after an Arabic word comes from the Arabic font, although the first font has one."""
    assert [item.font for item in itemize("كتاب.", FACES, script="Arab")] == [ARABIC]
    assert [item.font for item in itemize("12.", FACES, script="Arab")] == [SANS]


def test_letter_and_mark_stay_in_one_font() -> None:
    """A combining mark and its letter come from a font that has both."""
    devanagari = face("Noto Sans Devanagari")
    assert itemize("क\u0951" if 0x951 in devanagari.coverage else "का", FACES, script="Latn") == [
        ScriptRun(0, 2, "Deva", devanagari)
    ]
    assert itemize("x\u0301", FACES, script="Latn") == [ScriptRun(0, 2, "Latn", SANS)]


def test_a_cluster_that_no_font_has_whole_is_drawn_in_parts() -> None:
    """A mark on a letter of another script comes from another font and is not missing."""
    fonts = [item.font for item in itemize("1\u093f", FACES, script="Latn")]
    assert fonts == [SANS, face("Noto Sans Devanagari")]


def test_common_characters_join_their_neighbours() -> None:
    """Digits and marks have the script before them or, at the start of a word, after them."""
    assert resolve_scripts("(ab)1", "Arab") == ["Latn"] * 5
    assert resolve_scripts("12", "Arab") == ["Arab"] * 2
    assert resolve_scripts("ー", "Latn") == ["Hira"]
    assert resolve_scripts("aя", "") == ["Latn", "Cyrl"]


def test_missing_glyphs_are_all_reported() -> None:
    """The error lists every character of the text that no font has, each once."""
    with pytest.raises(MissingGlyph) as caught:
        EN.set_text(Setting("one 𒀀 two **𓀀** three 𒀀 ok ꦗ", BODY, width=100))
    assert caught.value.characters == "𒀀𓀀ꦗ"


@pytest.mark.parametrize(
    "text",
    ["a\u200db", "a\u200cb", "a\u00adb", "a\u200eb", "\u2067ab\u2069", "a\u2060b", "\ufeffab", "a\ufe0fb"],
)
def test_invisible_characters_are_never_missing(text: str) -> None:
    """Joiners, directional marks, and selectors need no glyph and have no width."""
    assert EN.measure(text, BODY)[0] == pytest.approx(EN.measure("ab", BODY)[0], abs=0.2)


def test_all_spaces_are_drawn() -> None:
    """NO-BREAK SPACE is as wide as a space; those of other widths need not be in the font."""
    assert EN.measure("a\u00a0b", BODY)[0] == pytest.approx(EN.measure("a b", BODY)[0])
    assert EN.measure("a\u2003b", BODY)[0] > EN.measure("a\u2009b", BODY)[0]


def test_letters_of_one_text_may_be_composed_or_not() -> None:
    """`e` with a combining accent is drawn as the letter with the accent."""
    assert glyphs(run(EN, "e\u0301")) == glyphs(run(EN, "\u00e9"))


def test_letters_have_the_forms_of_their_language() -> None:
    """Serbian italics have their own form of `б`: the language is passed to the font."""
    style = TypeStyle("Noto Sans", 3, 3, italic=True)
    russian, serbian = (
        runs(typesetter(language).set_line(Setting("б", style)))[0] for language in ("ru", "sr")
    )
    assert russian.font is serbian.font
    assert glyphs(russian) != glyphs(serbian)


def test_invisible_characters_are_no_glyphs() -> None:
    """Invisible characters have no glyphs."""
    assert len(glyphs(run(EN, "a\u200db\u2060c"))) == 3


JA = typesetter("ja")


def test_japanese_phrases_stay_whole_while_there_is_room() -> None:
    """Lines end between phrases at the full size, or inside phrases to avoid smaller type."""
    text = "ウイルスの解析"
    wide = JA.set_text(Setting(text, BODY, width=3.0 * 5.5))
    assert (lines(wide), wide.size) == (["ウイルスの", "解析"], BODY.size)
    narrow = JA.set_text(Setting(text, BODY, width=3.0 * 4.5))
    assert (lines(narrow), narrow.size) == (["ウイルス", "の解析"], BODY.size)


RUNNING = replace(BODY, running=True)
PROSE = (
    "このエリアでは、ダイスの目は形になります。マスの数は目の数と同じです。好きなように回したり裏返したりして、"
    "「ウイルス解析」のマスを**2個とも**埋めます。（Petriの）ルールは、シートにあります。"
)


@pytest.mark.parametrize("width", [48.0, 54.5, 61.0, 73.0])
def test_running_japanese_is_justified(width: float) -> None:
    """All lines but the last end at the edge, or with the blank half of a mark beyond it."""
    block = JA.set_text(Setting(PROSE, RUNNING, width))
    *full, last = lines(block)
    assert "".join((*full, last)) == PROSE.replace("**", "")
    for line, text in zip(list_lines(block), full, strict=False):
        blank = RUNNING.size / 2
        right = max(run.x + run_width(run) - (run.tracking if run is line[-1] else 0) for run in line)
        assert right == pytest.approx(width + blank * (text[-1] in "、。」）"))
        assert line[0].x == pytest.approx(-blank * (text[0] in "「（"))
    assert not any(text[0] in "、。」）ーょ" for text in (*full, last))
    assert not any(text[-1] in "「（" for text in full)
    assert sum(sign.isalnum() for sign in last) > 1


def test_running_japanese_spreads_no_other_letters() -> None:
    """Space is added between Japanese letters, but not inside Latin words and numbers."""
    laid = runs(JA.set_text(Setting(PROSE, RUNNING, 48.0)))
    assert any(run.tracking > 0 for run in laid)
    assert all(run.tracking == 0 for run in laid if run.text.isascii())
    assert max(run.tracking for run in laid) <= 0.2 * RUNNING.size


@pytest.mark.parametrize(
    ("style", "width", "align"), [(BODY, 48.0, "start"), (RUNNING, 48.0, "center"), (RUNNING, 36.0, "start")]
)
def test_other_japanese_keeps_phrases(style: TypeStyle, width: float, align: Aligned) -> None:
    """Titles, captions, and lines of less than 14 letters are broken between phrases."""
    block = JA.set_text(Setting(PROSE.replace("**", ""), style, width, align=align))
    ends = {*accumulate(map(len, split_at_breaks(PROSE.replace("**", ""), "ja")))}
    assert ends.issuperset(accumulate(map(len, lines(block))))
    assert not any(run.tracking for run in runs(block))


def test_a_tight_text_that_does_not_fit_is_reported() -> None:
    """The error for a letter wider than the line has the excess."""
    with pytest.raises(LayoutError, match="too wide"):
        JA.set_text(Setting("ウイルス", BODY, width=1.0))


def test_scripts_without_italics_stand_upright() -> None:
    """Digits beside Arabic or Japanese letters are upright; alone or beside Latin letters, italic."""
    slanted = TypeStyle("Noto Sans", 3, 3, italic=True)
    italic, regular = face("Noto Sans", italic=True), face("Noto Sans")
    for setter, text in ((AR, "شكل 6"), (JA, "形6")):
        fonts = {run.font for run in runs(setter.set_line(Setting(text, slanted)))}
        assert regular in fonts
        assert italic not in fonts
    assert {run.font for run in runs(JA.set_line(Setting("6", slanted)))} == {italic}
    assert {run.font for run in runs(AR.set_line(Setting("shape 6", slanted)))} == {italic}


def test_another_language_slants_by_its_own_letters() -> None:
    """English below Japanese is in italics, and Japanese below English upright, with its digits."""
    style = TypeStyle("Noto Sans", 3, 3)
    italic = face("Noto Sans", italic=True)
    for words, slanted in (("形6。\n{/|A 6.}", ["A 6."]), ("Take *one*.\n{/|形6。}", ["one"])):
        found = [
            run.text.strip()
            for run in runs(JA.set_text(Setting(words, style, width=60)))
            if run.font == italic
        ]
        assert found == slanted


def test_another_language_slants_below_words_that_cannot() -> None:
    """English in a caption is italic below Japanese, and upright below German, which is italic."""
    caption = TypeStyle("Noto Sans", 3, 3, italic=True)
    italic = face("Noto Sans", italic=True)
    for words, slanted in (("形6。\n{/|A *6*.}", ["A", "."]), ("Eine 6.\n{/|A *6*.}", ["Eine 6.", "6"])):
        laid = runs(JA.set_text(Setting(words, caption, width=60)))
        assert [run.text.strip() for run in laid if run.font == italic] == slanted


def test_a_minus_in_italics_is_no_hyphen() -> None:
    """The minus comes from the upright face, because that of the italics looks like a hyphen."""
    caption = TypeStyle("Noto Sans", 3, 3, italic=True)
    laid = [(run.text, run.font) for run in runs(JA.set_line(Setting("so −13", caption)))]
    italic, regular = face("Noto Sans", italic=True), face("Noto Sans")
    assert laid == [("so ", italic), ("−", regular), ("13", italic)]
    assert not regular.has_hyphen_for_minus


def test_headings_have_heavy_letters_in_every_script() -> None:
    """The fallbacks of Unbounded are a Kufi and the bold Japanese face, not the text faces."""
    style = TypeStyle("Unbounded", 3, 3)
    (kufi,) = runs(AR.set_line(Setting("فيروس", style)))
    assert kufi.font is face("Noto Kufi Arabic")
    (bold,) = runs(JA.set_line(Setting("研究", style)))
    assert bold.font is face("Noto Sans JP Bold")


@pytest.mark.parametrize(("character", "is_cjk"), [("中", True), ("한", True), ("𠀀", True), ("ཀ", False)])
def test_missing_characters_say_which_font_has_them(character: str, is_cjk: bool) -> None:
    """For Chinese and Korean, by name."""
    error = str(MissingGlyph(character, "text"))
    assert error.endswith("or KR)" if is_cjk else "folder `fonts`)")


def test_heavy_families_without_companions_have_bold_fallbacks() -> None:
    """Arabic beside a semi-bold face is bold, and regular beside a regular one."""
    for weight, name in ((400, "NotoSansArabic-Regular"), (700, "NotoSansArabic-Bold")):
        family = TypeStyle("Jost", 3, 3, weight=weight).weighted_family
        (arabic,) = runs(AR.set_line(Setting("فيروس", TypeStyle(family, 3, 3))))
        assert arabic.font.name == name


LARGE = typesetter("ar", "rtl", scripts={"Arab": 1.2})


def test_letters_of_a_script_are_larger_at_the_same_size() -> None:
    """Arabic letters and their marks are larger; digits and Latin letters are not."""
    laid = runs(LARGE.set_line(Setting("انشر، 12 مرة abc الان", BODY)))
    sizes = {run.text.strip(): run.size for run in laid if run.text.strip()}
    assert {sizes["12"], sizes["abc"]} == {BODY.size}
    assert [sizes[word] for word in ("انشر،", "مرة", "الان")] == pytest.approx([BODY.size * 1.2] * 3)


def test_larger_letters_need_the_room_that_they_take() -> None:
    """A line is as wide as its larger letters, and a text that just fits without them is set smaller."""
    text = "فيروس جديد يجتاح العالم"
    width, _ = AR.measure(text, BODY)
    assert LARGE.measure(text, BODY)[0] == pytest.approx(width * 1.2)
    block = LARGE.set_line(Setting(text, BODY, width))
    assert block.size == pytest.approx(BODY.size / 1.2, abs=0.02)
    assert block.width <= width


def test_enlarged_marks_count_once_in_the_height_of_a_line() -> None:
    """A word of twice the size makes its line twice as high, however large its script is."""
    heights = [setter.set_text(Setting("ب {200%|ب}", BODY, width=50)).height for setter in (AR, LARGE)]
    assert heights[0] == pytest.approx(heights[1])


def test_low_letters_in_the_middle_stay_in_their_box() -> None:
    """A word that reaches far below its line is raised until it is inside of a low box."""
    style = TypeStyle("Noto Sans Arabic", 8, 8, leading=1.0)
    for height in (12.0, 14.0, 40.0):
        setting = Setting("في", style, 60, height)
        (placed,) = AR.set_in_box(setting, left=0, top=0, upright="middle")
        assert isinstance(placed, GlyphRun)
        low, high = Shaper("ar").measure_ink(placed.pieces[0], placed.font)
        em = placed.size / placed.font.units_per_em
        assert placed.y - high * em >= -0.01
        assert placed.y - low * em <= height + 0.01
    # With more room, the middle of capitals is that of the box, as for other scripts.
    assert placed.y == pytest.approx(20 + placed.font.cap_height * em / 2, abs=0.3)


def test_a_latin_word_is_in_one_font() -> None:
    """If the font of a text lacks a letter of it, another has all of them, but no sign beside it."""
    families = shipped.fonts().fallbacks("Fredoka")
    faces = [family.regular for family in families]
    runs = itemize("źdźbło→b", faces, script="Latn")
    assert [(run.start, run.end) for run in runs] in ([(0, 6), (6, 7), (7, 8)], [(0, 8)])
    assert runs[0].font is not faces[0]
    assert [run.font for run in itemize("zdzbo", faces, script="Latn")] == [faces[0]]

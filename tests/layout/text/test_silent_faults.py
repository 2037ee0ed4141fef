"""Faults of set text that used to be silent: missing faces, touching lines, wrong directions, slow breaks."""

from pathlib import Path

import pytest

from generator.errors import MissingGlyph
from generator.layout.press import LayoutFindings
from generator.layout.text.paragraphs import Setting
from generator.layout.text.words import Shaper, itemize
from generator.model.style import TypeStyle
from tests import shipped
from tests.backends.made_fonts import make_face
from tests.layout.text.setting import lines, runs, typesetter
from tests.small_decks import draw, read_deck, texts

BODY = TypeStyle("Noto Sans", 4.0, 4.0)


@pytest.mark.parametrize(
    ("text", "lacks"),
    [
        ("ทอย **ลูกเต๋า** แล้วเดิน", ["`Noto Sans Thai` has no bold face"]),
        ("**ทอย** **ทอย**", ["`Noto Sans Thai` has no bold face"]),
        ("plain **bold** *italic* ***both***", []),
        ("ทอย *ลูกเต๋า*", []),
        ("**5 ≥ 4** 🎲", []),
    ],
)
def test_a_missing_face_is_reported_once(text: str, lacks: list[str]) -> None:
    """With the font; signs and scripts without italics lack nothing."""
    findings = LayoutFindings(collects=True)
    typesetter(findings=findings).set_text(Setting(text, BODY, width=60))
    found = [str(one) for one in findings.take()]
    assert len(found) == len(lacks)
    assert all(lack in one for lack, one in zip(lacks, found, strict=True))


@pytest.mark.parametrize(
    ("text", "leading", "told"),
    [
        ("pl\nlp", 0.7, ["touch at a line height of 0.7; 1.05 keeps them apart"]),
        ("GOLD\nHALL", 0.7, ["touch at a line height of 0.7; 0.75 keeps them apart"]),
        ("GOLD\nHALL", 0.8, []),
        ("ace\nrose", 0.7, []),
        ("gypsy", 0.7, []),
        ("gypsy hill\ngypsy hill", 1.0, []),
        ("p\n    l", 0.7, []),
    ],
)
def test_lines_that_touch_are_reported(text: str, leading: float, told: list[str]) -> None:
    """Only where letters touch those below them; never in one line."""
    findings = LayoutFindings(collects=True)
    style = TypeStyle("Noto Sans", 4.0, 4.0, leading=leading)
    typesetter(findings=findings).set_text(Setting(text, style, width=60))
    found = [str(one) for one in findings.take()]
    assert len(found) == len(told)
    assert all(one in line for one, line in zip(told, found, strict=True))


@pytest.mark.parametrize(("top", "leading"), [(700, 1.3), (1200, 1.55), (1500, 1.85)])
def test_lines_of_high_letters_do_not_touch(tmp_path: Path, top: int, leading: float) -> None:
    """Leading is at least the ink of a line and 0.05 em; Latin letters keep that of their style."""
    from generator.read.kits.fonts import find_fonts

    make_face(tmp_path / "high.ttf", family="High", letters="ကA", top=top, bottom=-300)
    setter = typesetter()
    setter = type(setter)(
        find_fonts([tmp_path / "high.ttf"]),
        colours=setter._colours,
        icons=setter._icons,
        language="my",
        direction="ltr",
        report=print,
        warn=print,
    )
    style = TypeStyle("High", 4.0, 4.0)
    for word, expected in (("က", leading), ("A", 1.3)):
        placed = runs(setter.set_text(Setting(f"{word}\n{word}", style, width=60)))
        assert placed[1].y - placed[0].y == pytest.approx(4.0 * expected)
        assert setter.measure(f"{word}\n{word}", style)[1] == pytest.approx(8.0 * expected)


@pytest.mark.parametrize(
    ("text", "language", "direction", "shown", "is_right"),
    [
        ("שלום (אחד)!", "ltr", "auto", "!(דחא) םולש", True),
        ("Draw 2 cards (max. 5)!", "rtl", "auto", "Draw 2 cards (max. 5)!", True),
        ("50 mm at 100 %", "rtl", "auto", "50 mm at 100 %", True),
        ("{bold|שלום} abc", "ltr", "auto", "abc םולש", True),
        ("abc שלום!", "ltr", "auto", "abc םולש!", False),
        ("abc!", "ltr", "rtl", "!abc", True),
        ("שלום!", "ltr", "ltr", "םולש!", False),
    ],
)
def test_the_direction_is_that_of_the_letters(
    text: str, language: str, direction: str, shown: str, is_right: bool
) -> None:
    """Unless the setting has one; a fallback in a language from right to left begins on the right."""
    setter = typesetter(direction=language)
    block = setter.set_text(Setting(text, BODY, width=80, direction=direction))
    placed = sorted(runs(block), key=lambda run: run.x)
    assert (placed[0].x > 20) == is_right
    if text.isascii():
        assert lines(block) == [shown]


@pytest.mark.parametrize("unit", ["👨\u200d👩\u200d👧", "😀", "字"])
def test_texts_without_spaces_are_broken_in_linear_time(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The letters that are shaped grow with the length of a text, not with its square."""
    shaped = 0
    shape = Shaper.shape

    def count(self: Shaper, text: str, *args: object, **options: object) -> object:
        nonlocal shaped
        shaped += len(text)
        return shape(self, text, *args, **options)

    monkeypatch.setattr(Shaper, "shape", count)
    typesetter().set_text(Setting(unit * 1000, BODY, width=60))
    assert shaped < len(unit) * 1000 * 40


@pytest.mark.parametrize(
    ("below", "colour", "says"),
    [
        ("", "#ffffff", "a text in #ffffff is hardly visible on white paper: the contrast is 1.0"),
        ("", "#eeeeee", "a text in #eeeeee is hardly visible on white paper: the contrast is 1.2"),
        ("", "#000000", ""),
        ("panel: {box: [0 mm, 0 mm, 60 mm, 90 mm], fill: '#000000'}", "#ffffff", ""),
        ("panel: {box: [0 mm, 0 mm, 60 mm, 90 mm], fill: '#000000'}", "#111111", "hardly visible on #000000"),
        ("panel: {box: [0 mm, 50 mm, 60 mm, 20 mm], fill: '#000000'}", "#ffffff", "on white paper"),
        ("panel: {box: [9 mm, 60 mm, 0.01 mm, 9 mm], fill: red}", "#000000", "`panel` is 0.01 mm wide"),
        ("panel: {box: [9 mm, 60 mm, 9 mm, 9 mm], stroke: red, line: 0.05 mm}", "#000000", "is 0.05 mm wide"),
        ("line: {from: [9 mm, 60 mm], to: [9 mm, 70 mm], stroke: red, line: 0.2 mm}", "#000000", ""),
    ],
)
def test_what_can_hardly_be_seen_is_reported(tmp_path: Path, below: str, colour: str, says: str) -> None:
    """Texts by their contrast, lines and areas by their width; once for all cards."""
    words = f"words: {{text: '{{name}}', colour: '{colour}', box: [5 mm, 5 mm, 50 mm, 20 mm]}}"
    elements = "".join(f"  - {one}\n" for one in (below, words) if one)
    kit = read_deck(tmp_path, f"templates:\n  face:\n{elements}")
    findings = LayoutFindings(collects=True)
    assert "Goblin" in texts(draw(kit, findings)["goblin"])
    found = {one.text for one in findings.take()}
    assert (len(found) == 1 and says in found.pop()) if says else not found


def test_a_mark_around_a_letter_needs_the_letter_of_its_font() -> None:
    """A keycap whose letter is in another font would be a letter beside an empty box."""
    faces = [family.regular for family in shipped.fonts().families]
    with pytest.raises(MissingGlyph) as caught:
        itemize("a\ufe0f\u20e3", faces, script="")
    assert caught.value.characters == "\u20e3"


@pytest.mark.parametrize("keycap", [f"{key}\ufe0f\u20e3" for key in "0123456789#*"])
def test_keycaps_are_one_glyph_and_numbers_beside_emoji_are_those_of_the_text(keycap: str) -> None:
    """The emoji font has digits for keycaps alone."""
    faces = [family.regular for family in shipped.fonts().families]
    text, key, number = itemize(f"a{keycap}5", faces, script="Latn")
    assert (text.font, key.font, number.font) == (
        faces[0],
        shipped.fonts().find_family("Noto Emoji").regular,
        faces[0],
    )
    assert len(Shaper("en").shape(keycap, key.font, script="Zyyy").glyphs) == 1
    assert [run.font for run in itemize("👍5", faces, script="Latn")] == [key.font, faces[0]]

"""Fonts: metrics, coverage, outlines, and errors of damaged files."""

from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph

from generator.errors import FontError
from generator.read.files.shelf import find_shelf
from generator.read.kits.fonts import read_fonts
from generator.read.kits.shared import read_theme
from generator.scene.fonts import Font
from tests import shipped

FONTS = Path(__file__).parents[2] / "fonts"
REGULAR = FONTS / "noto-sans" / "NotoSans-Regular.ttf"


def test_metrics_are_those_of_the_file() -> None:
    """Metrics are in the units of the font."""
    font = Font(REGULAR)
    assert (font.units_per_em, font.ascent, font.descent) == (1000, 1069, -293)
    assert font.cap_height == 714


def test_coverage_is_the_character_map() -> None:
    """Coverage has exactly the characters of the file's character map."""
    assert Font(REGULAR).coverage == frozenset(TTFont(REGULAR).getBestCmap())


def test_a_text_is_covered_if_each_of_its_characters_is() -> None:
    """One missing character is enough; an empty text is covered."""
    font = Font(REGULAR)
    assert font.covers("Fichte, Ἀ")
    assert font.covers("")
    assert not font.covers("Fichte 樹")


def test_a_font_without_characters_is_reported(tmp_path: Path) -> None:
    """The error names the file: no text could be set in it."""
    font, path = TTFont(REGULAR), tmp_path / "mute.ttf"
    for table in font["cmap"].tables:
        table.cmap = {}
    font.save(path)
    with pytest.raises(FontError, match=r"mute\.ttf: not a usable font \(it has no characters\)"):
        Font(path).covers("a")


def test_outline_is_closed_and_inside_its_box() -> None:
    """The outline of a letter is closed contours; that of a space is empty."""
    font = Font(REGULAR)
    tables = TTFont(REGULAR)
    glyph = tables.getGlyphID(tables.getBestCmap()[ord("B")])
    outline = font.outline(glyph)
    assert [segment[0] for segment in outline].count("M") == 3
    assert outline[-1] == ("Z",)
    tops = [segment[-1] for segment in outline if len(segment) > 1]
    assert (min(tops), max(tops)) == (0, font.cap_height)
    assert font.outline(tables.getGlyphID(tables.getBestCmap()[ord(" ")])) == ()
    assert font.outline(glyph) is outline


def test_composite_glyphs_have_their_marks() -> None:
    """A letter with an accent has more segments than the letter."""
    font = Font(REGULAR)
    tables = TTFont(REGULAR)
    plain, accented = (
        font.outline(tables.getGlyphID(tables.getBestCmap()[ord(character)])) for character in "eế"
    )
    assert len(accented) > len(plain)


def test_a_font_of_another_name_keeps_its_outlines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its thousand glyphs are not compiled anew: pictures with emoji are drawn at once."""
    taken_apart, take_apart = list[Glyph](), Glyph.expand
    monkeypatch.setattr(
        Glyph, "expand", lambda self, table: (taken_apart.append(self), take_apart(self, table))
    )
    font = Font(find_shelf().fonts / "noto-emoji" / "NotoEmoji-Regular.ttf")
    with TTFont(BytesIO(font.make_renamed("Other", without=[ord("5")]))) as made:
        assert str(made["name"].getBestFamilyName()) == "Other"
        assert {ord(" "), ord("👍")} <= made.getBestCmap().keys()
        assert ord("5") not in made.getBestCmap()
    assert len(taken_apart) <= 1


def test_nothing_is_opened_before_it_is_used(tmp_path: Path) -> None:
    """A missing file is an error only when the font is used."""
    font = Font(tmp_path / "lost.ttf")
    with pytest.raises(FontError, match=r"lost\.ttf"):
        font.coverage  # noqa: B018
    with pytest.raises(FontError, match=r"lost\.ttf"):
        font.data  # noqa: B018


@pytest.mark.parametrize("content", [b"", b"not a font at all", b"\x00\x01\x00\x00" + bytes(200)])
def test_a_file_that_is_no_font_is_reported(tmp_path: Path, content: bytes) -> None:
    """The error names the file, whatever it contains."""
    path = tmp_path / "broken.ttf"
    path.write_bytes(content)
    with pytest.raises(FontError, match=r"broken\.ttf"):
        Font(path).coverage  # noqa: B018


def test_a_font_cut_short_is_reported(tmp_path: Path) -> None:
    """A truncated file is an error."""
    path = tmp_path / "half.ttf"
    path.write_bytes(REGULAR.read_bytes()[:3000])
    with pytest.raises(FontError, match=r"half\.ttf"):
        Font(path).coverage  # noqa: B018


def test_families_that_ship_cover_what_they_promise() -> None:
    """All four faces of Noto Sans have Latin, Greek, Cyrillic, Vietnamese, and typographic signs."""
    library = read_fonts(FONTS)
    family = library.find_family("Noto Sans")
    needed = set("AZazÀÿĀſƠơƯưẀỹ ΑΩαωἀῶ АЯая Ґґ ‘’“”„«»–—… €£¥₫₴ ⁰⁹₀₉ ×÷−±¼½¾⅓ № ™ \u0301\u0323")
    for face in (family.regular, family.bold, family.italic, family.bold_italic):
        assert not {character for character in needed if ord(character) not in face.coverage}
    assert len({family.regular, family.bold, family.italic, family.bold_italic}) == 4
    everywhere = set().union(*(one.regular.coverage for one in library.families))
    assert {ord(character) for character in "←↑→↓≤≥≠≈★☆✓✗☐☑⚀⚅♠♥♦♣●○■□▲"} <= everywhere


def test_every_font_lies_beside_its_licence() -> None:
    """Each folder of fonts, also of the tests, has the Open Font Licence with a copyright line."""
    folders = {path.parent for path in FONTS.parents[0].glob("fonts/*/*.ttf")}
    folders |= {path.parent for path in FONTS.parents[0].glob("tests/fonts/*/*.ttf")}
    assert len(folders) >= 9
    for folder in folders:
        licence = (folder / "OFL.txt").read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence, folder
        assert "(c)" in licence.lower() or "copyright" in licence.splitlines()[0].lower(), folder


def test_fonts_stay_small() -> None:
    """The shipped fonts are subsets: less than 15 MB together, most of it Japanese; emoji take 0.9 MB.

    The families of the games and of the styles of `petri new --style` take 2.6 MB.
    """
    assert sum(path.stat().st_size for path in FONTS.rglob("*.ttf")) < 15_000_000
    others = (path for path in FONTS.rglob("*.ttf") if path.parent.name != "noto-sans-jp")
    assert sum(path.stat().st_size for path in others) < 6_200_000


def test_an_unknown_family_is_reported_with_the_known_ones() -> None:
    """The error of an unknown family lists the known ones; fallbacks begin with the family."""
    library = read_fonts(FONTS)
    with pytest.raises(FontError, match=r"Comic.*Noto Sans"):
        library.find_family("Comic")
    names = [family.name for family in library.fallbacks("Unbounded")]
    assert names[:4] == ["Unbounded", "Noto Kufi Arabic", "Noto Sans JP Bold", "Noto Sans"]
    assert len(names) == len(set(names)) == len(library.families)


EUROPEAN = "ąćęłńśźżěščřžýůďťňőűāēģķļņūėįųăâîșțğışİßæøåðþ"
"""Letters of Polish, Czech, Hungarian, Latvian, Lithuanian, Romanian, Turkish, and Nordic languages."""


def test_fonts_of_games_and_styles_have_the_letters_of_europe() -> None:
    """Only Fredoka, of which there is no such file, takes them from a font like it."""
    names = {style.family for game in shipped.GAMES for style in shipped.kit(game).theme.type.values()}
    for path in find_shelf().themes.glob("*.yaml"):
        theme = read_theme(path, folders=[find_shelf().themes])
        names |= {style.family for style in theme.type.values()}
    lacking = {
        name
        for name in names
        if any(
            not font.coverage.issuperset(map(ord, EUROPEAN))
            for font in shipped.fonts().find_family(name).faces
        )
    }
    assert {name.split()[0] for name in lacking} <= {"Fredoka"}

"""Families and styles come from the tables of font files; their names count only where these say nothing."""

from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from generator.read.files.shelf import Cache, find_shelf
from generator.read.kits.fonts import (
    FaceStyle,
    find_fonts,
    find_installed,
    read_fonts,
    read_game_fonts,
    read_styles,
)
from generator.scene.fonts import Font
from tests.backends.made_fonts import make_face

ITALIC, BOLD, OBLIQUE = 1, 32, 512


@pytest.mark.parametrize(
    ("file", "tables", "family", "weights", "is_italic"),
    [
        ("NanumGothicBold.ttf", {"style": "Bold", "weight": 700}, "Made", (700,), False),
        ("FreeSansOblique.ttf", {"style": "Oblique", "selection": ITALIC}, "Made", (400,), True),
        ("slope.ttf", {"style": "Regular", "selection": OBLIQUE}, "Made", (400,), True),
        ("LinLibertine_RB.ttf", {"style": "Bold", "selection": BOLD}, "Made", (700,), False),
        ("Amiri-Slanted.ttf", {"style": "Slanted"}, "Made", (400,), True),
        ("C059-BdIta.ttf", {"style": "BoldItalic", "weight": 700, "selection": ITALIC}, "Made", (700,), True),
        ("unset.ttf", {"style": "SemiBold"}, "Made", (600,), False),
        ("old.ttf", {"weight": 250, "style": "Thin"}, "Made", (100,), False),
        ("older.ttf", {"weight": 7, "style": "Bold"}, "Made", (700,), False),
        (
            "a.ttf",
            {"typographic": ("Made", "Condensed Bold"), "weight": 700},
            "Made Condensed",
            (700,),
            False,
        ),
        (
            "a.ttf",
            {"typographic": ("Made", "Light Italic"), "weight": 300, "selection": 1},
            "Made",
            (300,),
            True,
        ),
        ("a.ttf", {"family": "Made Light", "weight": 300}, "Made", (300,), False),
        ("made-black-400.ttf", {"family": "Made Black", "weight": 400}, "Made Black", (400,), False),
        ("made-400-normal.ttf", {"family": "Made Thin", "weight": 400}, "Made", (400,), False),
        ("MyFont-BoldItalic.ttf", {"family": "", "style": "", "weight": 0}, "MyFont", (700,), True),
    ],
)
def test_tables_say_what_a_face_is(
    tmp_path: Path, file: str, tables: dict[str, Any], family: str, weights: tuple[int, ...], is_italic: bool
) -> None:
    """Names, weight class, and bits, as fonts of all kinds have them."""
    (style,) = read_styles(make_face(tmp_path / file, **tables))
    assert (style.family, style.weights, style.slants) == (family, weights, (is_italic,))


@pytest.mark.parametrize("name", ["x-latin-wght-normal", "X-Regular", "X-Roman", "X-Light", "X"])
@pytest.mark.parametrize("default", [100, 400, 900])
def test_variable_fonts_have_all_weights_whatever_they_are_called(
    tmp_path: Path, name: str, default: int
) -> None:
    """Regular is 400 and bold 700, whatever the default of the axis is."""
    make_face(tmp_path / f"{name}.ttf", weight=default, axes=(("wght", 100, default, 900),))
    made = find_fonts([tmp_path / f"{name}.ttf"]).find_family("Made")
    assert [face.location["wght"] for face in (made.regular, made.bold)] == [400, 700]
    (tmp_path / "fonts.yaml").write_text(f"families: [{{name: Mine, regular: {name}.ttf}}]", "utf-8")
    listed = read_fonts(tmp_path).find_family("Mine")
    assert [face.location["wght"] for face in (listed.regular, listed.bold)] == [400, 700]


@pytest.mark.parametrize(("axis", "value"), [(("ital", 0, 0, 1), 1), (("slnt", -15, 0, 0), -15)])
def test_an_axis_may_slant_letters(
    tmp_path: Path, axis: tuple[str, float, float, float], value: float
) -> None:
    """One file has upright and italic letters, unless another file is the italic."""
    file = make_face(tmp_path / "a.ttf", axes=(axis,))
    made = find_fonts([file]).find_family("Made")
    assert made.regular.location[axis[0]] == 0
    assert made.italic.location[axis[0]] == value
    assert made.italic.is_italic
    other = make_face(tmp_path / "b.ttf", style="Italic", selection=ITALIC)
    assert find_fonts([file, other]).find_family("Made").italic.path == other


def test_files_that_share_characters_are_one_family(tmp_path: Path) -> None:
    """As Fontsource has them: Latin first, wherever it is in the folder."""
    for part, letters in (("cyrillic", "Ж"), ("latin", "A"), ("latin-ext", "ő")):
        for weight, style in ((400, "Regular"), (700, "Bold")):
            path = tmp_path / f"x-{part}-{weight}-normal.ttf"
            make_face(path, family="X", style=style, weight=weight, letters=letters)
    fonts = find_fonts(sorted(tmp_path.iterdir()))
    assert fonts.find_family("X").bold.path.name == "x-latin-700-normal.ttf"
    assert fonts.find_family("X").beside == ("x-cyrillic", "x-latin-ext")
    bold = [family.bold for family in fonts.fallbacks("X")]
    assert frozenset().union(*(face.coverage for face in bold)) == {*map(ord, " AЖő")}
    assert all(face.is_bold for face in bold)
    assert "x-latin Bold" in fonts.names, "names of files are names of families, too"


def test_packed_copies_are_no_parts(tmp_path: Path) -> None:
    """The same font as WOFF adds nothing."""
    make_face(tmp_path / "x-latin.ttf", family="X")
    packed = TTFont(tmp_path / "x-latin.ttf")
    packed.flavor = "woff"
    packed.save(tmp_path / "x-latin.woff")
    assert [one.beside for one in find_fonts(sorted(tmp_path.iterdir())).families] == [()]


def test_a_name_of_a_file_has_the_faces_of_its_family(tmp_path: Path) -> None:
    """Its own face is the regular one; bold and italic are those of the family."""
    make_face(tmp_path / "NanumGothic.ttf", family="NanumGothic X")
    make_face(tmp_path / "NanumGothicBold.ttf", family="NanumGothic X", style="Bold", weight=700)
    fonts = find_fonts(sorted(tmp_path.iterdir()))
    assert [one.name for one in fonts.families] == ["NanumGothic X"]
    by_file = fonts.find_family("NanumGothic")
    assert (by_file.regular.name, by_file.bold.name) == ("NanumGothic", "NanumGothicBold")
    assert fonts.find_family("NanumGothicBold").regular.name == "NanumGothicBold"


@pytest.mark.parametrize(("letters", "first"), [("A", "mine"), ("Ж", "NotoSans-Regular")])
def test_own_fonts_take_the_place_of_shared_ones(tmp_path: Path, letters: str, first: str) -> None:
    """Unless they lack Latin letters; the other one replaces missing characters before all others do."""
    (tmp_path / "fonts").mkdir()
    make_face(tmp_path / "fonts/mine.ttf", family="Noto Sans", letters=letters)
    fonts = read_game_fonts(tmp_path, shelf=find_shelf())
    tried = [family.regular.name for family in fonts.fallbacks("Noto Sans")][:2]
    assert tried[0] == first
    assert {*tried} == {"mine", "NotoSans-Regular"}


def test_styles_are_kept_between_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installed fonts are read once, as long as they do not change."""
    (tmp_path / ".fonts").mkdir()
    make_face(tmp_path / ".fonts/a.ttf", family="Made Here")
    monkeypatch.setattr("generator.read.kits.fonts._SYSTEM_FOLDERS", (".fonts",))
    monkeypatch.setattr("generator.read.files.shelf._YOUNG", 0)
    assert find_installed(tmp_path, Cache(tmp_path / "cache")).names == ("Made Here",)
    monkeypatch.setattr("generator.read.kits.fonts.read_styles", lambda path: 1 / 0)
    assert find_installed(tmp_path, Cache(tmp_path / "cache")).names == ("Made Here",)


def test_styles_of_a_changed_file_are_read_again(tmp_path: Path) -> None:
    """What is kept in memory is for the file as it was."""
    path = make_face(tmp_path / "a.ttf")
    assert read_styles(path) == (FaceStyle("Made", "a", (400,), (False,)),)
    make_face(path, style="Bold", weight=700, letters="AB")
    assert read_styles(path)[0].weights == (700,)
    assert Font(path, weight=700).is_bold

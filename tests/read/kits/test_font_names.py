"""Fonts by the names of their files."""

from collections.abc import Callable
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib import TTCollection, TTFont
from typer.testing import Result

from generator.errors import FontError
from generator.read.files.shelf import Cache, find_shelf
from generator.read.kits.fonts import find_fonts, find_installed, read_fonts, read_game_fonts
from generator.scene.fonts import Font
from tests.backends.made_fonts import make_cff, make_variable


@pytest.mark.parametrize(
    ("name", "family", "face"),
    [
        ("MyFont-Bold.ttf", "MyFont", "bold"),
        ("MyFont-Regular.otf", "MyFont", "regular"),
        ("My_Font-BoldItalic.woff2", "My Font", "bold_italic"),
        ("my font italic.ttf", "my font", "italic"),
        ("MyFont-It.otf", "MyFont", "italic"),
        ("serif-latin-700-normal.woff", "serif-latin", "bold"),
        ("Highlight.ttf", "Highlight", "regular"),
        ("Boldly.ttf", "Boldly", "regular"),
    ],
)
def test_names_say_what_a_file_is(tmp_path: Path, name: str, family: str, face: str) -> None:
    """The family, then the weight and the slant, however they are separated."""
    for other in (name, f"{family}-Black.ttf", "notes.txt"):
        (tmp_path / other).write_bytes(b"no font yet")
    found = find_fonts(sorted(tmp_path.iterdir()))
    assert f"{family} Black" in found.names
    assert getattr(found.find_family(family), face).path.name == name


def test_other_weights_are_families(tmp_path: Path) -> None:
    """Each with its own regular face; bold is never lighter."""
    for weight in ("Light", "Regular", "SemiBold", "ExtraBold"):
        (tmp_path / f"A-{weight}.ttf").write_bytes(b"no font yet")
    found = find_fonts(sorted(tmp_path.iterdir()))
    faces = {one.name: (one.regular.name, one.bold.name) for one in (*found.families, *found.weights)}
    assert faces == {
        "A": ("A-Regular", "A-SemiBold"),
        "A Light": ("A-Light", "A-SemiBold"),
        "A SemiBold": ("A-SemiBold", "A-SemiBold"),
        "A ExtraBold": ("A-ExtraBold", "A-ExtraBold"),
    }


def test_a_variable_font_has_all_weights(tmp_path: Path) -> None:
    """They are instances of one file, within the limits of its axis."""
    make_variable(tmp_path / "Flex[wght].ttf")
    found = find_fonts([tmp_path / "Flex[wght].ttf"])
    assert len(found.names) == 9
    assert found.find_family("Flex").regular.location == {"wght": 400}
    assert found.find_family("Flex").bold.location == {"wght": 700}
    assert found.find_family("Flex Black").regular.location == {"wght": 800}, "the heaviest that it has"


def test_a_collection_has_a_family_for_each_of_its_names(tmp_path: Path) -> None:
    """The names are inside the file."""
    collection = TTCollection()
    for style in ("Regular", "Bold"):
        make_cff(tmp_path / "one.otf", family="Duo", style=style, width=500 if style == "Regular" else 700)
        collection.fonts.append(TTFont(tmp_path / "one.otf"))
    collection.save(tmp_path / "duo.ttc")
    (duo,) = find_fonts([tmp_path / "duo.ttc"]).families
    assert duo.name == "Duo"
    assert [face.outline(1)[2] for face in (duo.regular, duo.bold)] == [("L", 400, 700), ("L", 600, 700)]
    (tmp_path / "duo.ttc").write_bytes((tmp_path / "duo.ttc").read_bytes()[:300])
    with pytest.raises(FontError, match=r"duo\.ttc: not a usable font"):
        find_fonts([tmp_path / "duo.ttc"])


def test_a_game_needs_no_list(tmp_path: Path) -> None:
    """Its fonts come after those of all games; files that a list names are not found twice."""
    (tmp_path / "fonts").mkdir()
    for name in ("Own-Regular.ttf", "Other.ttf"):
        (tmp_path / "fonts" / name).write_bytes(b"no font yet")
    shelf = find_shelf()
    names = [family.name for family in read_game_fonts(tmp_path, shelf=shelf).families]
    assert names[0] == "Noto Sans"
    assert names[-2:] == ["Other", "Own"]
    (tmp_path / "fonts/fonts.yaml").write_text("families:\n- {name: Mine, regular: Other.ttf}\n", "utf-8")
    names = [family.name for family in read_game_fonts(tmp_path, shelf=shelf).families]
    assert names[-2:] == ["Mine", "Own"]
    assert "Other" not in names


def test_listed_families_have_the_weights_of_their_files() -> None:
    """`weight: 800` finds the file that is listed as the bold face; it is the same font."""
    fonts = read_fonts(find_shelf().fonts)
    heavy = fonts.find_family("Unbounded ExtraBold")
    assert heavy.regular is fonts.find_family("Unbounded").bold
    assert fonts.find_family("Noto Sans Bold").italic is fonts.find_family("Noto Sans").bold_italic
    assert "Noto Emoji Regular" not in fonts.names
    assert heavy not in fonts.fallbacks("Noto Sans")


def test_a_variable_font_may_be_listed(tmp_path: Path) -> None:
    """It has all weights, too."""
    make_variable(tmp_path / "Flex[wght].ttf")
    (tmp_path / "fonts.yaml").write_text('families: [{name: Mine, regular: "Flex[wght].ttf"}]', "utf-8")
    fonts = read_fonts(tmp_path)
    for weight, axis in (("Medium", 500), ("Black", 800)):
        assert fonts.find_family(f"Mine {weight}").regular.location == {"wght": axis}


def test_installed_fonts_have_the_names_inside_them(tmp_path: Path) -> None:
    """Whatever their files are called; damaged ones are left out."""
    folder = tmp_path / ".fonts"
    folder.mkdir()
    make_cff(folder / "mdbd.otf", family="Made Here", style="Bold", width=700)
    make_cff(folder / "md.otf", family="Made Here")
    (folder / "damaged.ttf").write_bytes(b"no font")
    found = find_installed(tmp_path, Cache())
    assert found.find_family("Made Here").bold.path.name == "mdbd.otf"
    assert found.find_family("Made Here").regular.path.name == "md.otf"
    assert not any("damaged" in name for name in found.names)


@pytest.mark.parametrize("where", ["deck", "kit"])
def test_installed_fonts_are_used_only_if_the_game_says_so(
    petri: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """In the kit, or in a deck without one."""
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    (tmp_path / "home/.fonts").mkdir(parents=True)
    make_cff(tmp_path / "home/.fonts/md.otf", family="Made Here")
    words = "{words: {text: A, font: Made Here, box: [9 mm, 9 mm, 40 mm, 9 mm]}}"
    deck = f"size: poker\ncards: [{{id: orc}}]\ntemplate: [{words}]\n"
    (tmp_path / "deck.yaml").write_text(deck, "utf-8")
    if where == "kit":
        (tmp_path / "kit.yaml").write_text("parts: [deck: deck.yaml]\n", "utf-8")
    game = "deck.yaml" if where == "deck" else "."
    done = petri("make", game, "--to", "txt")
    assert done.exit_code == 1
    assert "deck.yaml:3:36: template[1].words.font: unknown font family `Made Here` (" in done.stderr
    assert "(for fonts of this machine, write `fonts: system` in kit.yaml, or" in done.stderr
    with (tmp_path / f"{where}.yaml").open("a", encoding="utf-8") as file:
        file.write("fonts: system\n")
    assert petri("make", game, "--to", "txt").exit_code == 0
    assert "Made Here" in petri("fonts", "--system").stdout


def test_packed_fonts_are_unpacked(tmp_path: Path) -> None:
    """WOFF and WOFF2 have the same glyphs as the file that was packed."""
    make_cff(tmp_path / "a.otf")
    plain = Font(tmp_path / "a.otf")
    for flavor in ("woff", "woff2"):
        packed = TTFont(tmp_path / "a.otf")
        packed.flavor = flavor
        packed.save(tmp_path / f"a.{flavor}")
        font = Font(tmp_path / f"a.{flavor}")
        assert font.data[:4] == b"OTTO"
        assert font.coverage == plain.coverage
        assert font.outline(1) == plain.outline(1)
        damaged = (tmp_path / f"a.{flavor}").read_bytes()[:-40]
        (tmp_path / f"a.{flavor}").write_bytes(damaged)
        with pytest.raises(FontError, match=rf"a\.{flavor}: not a usable font"):
            _ = Font(tmp_path / f"a.{flavor}").data


def test_the_builder_of_the_tests_makes_what_it_says(tmp_path: Path) -> None:
    """A font with CFF outlines, and one with an axis."""
    assert isinstance(make_cff(tmp_path / "a.otf"), FontBuilder)
    assert not Font(tmp_path / "a.otf").has_truetype_outlines
    assert Font(tmp_path / "a.otf").location == {}


def test_a_game_of_one_file_has_fonts(petri: Callable[..., Result], tmp_path: Path) -> None:
    """Fonts are beside the file, as themes and wordings are."""
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "Mine-Regular.ttf").write_bytes(
        (find_shelf().fonts / "noto-sans" / "NotoSans-Regular.ttf").read_bytes()
    )
    (tmp_path / "themes").mkdir()
    theme = "id: own\nextends: base\ntype: {title: {family: Mine, size: 9 pt, smallest: 9 pt}}\n"
    (tmp_path / "themes" / "own.yaml").write_text(theme, "utf-8")
    words = "{words: {text: Orc, role: title, box: [9 mm, 9 mm, 40 mm, 9 mm]}}"
    deck = f"theme: own\nsize: poker\ncards: [{{id: orc}}]\ntemplate: [{words}]\n"
    (tmp_path / "deck.yaml").write_text(deck, "utf-8")
    done = petri("make", "deck.yaml", "--to", "txt")
    assert done.exit_code == 0, done.stderr
    assert "Mine-Regular" in (tmp_path / "output/deck/deck-en-a4.txt").read_text("utf-8")

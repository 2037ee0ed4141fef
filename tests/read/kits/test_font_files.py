"""fonts.yaml: what it may say, and what is said of what it must not."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.read.kits.fonts import read_fonts

FONTS = Path(__file__).parents[3] / "fonts"


def write(folder: Path, content: str, *files: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "fonts.yaml").write_text(content, encoding="utf-8")
    for name in files:
        (folder / name).write_bytes(b"no font yet")
    return folder


def test_faces_that_a_family_lacks_fall_to_the_nearest(tmp_path: Path) -> None:
    """Bold italic is drawn with bold, italic with regular: as one Font object for one file."""
    folder = write(tmp_path, "families:\n- {name: A, regular: a.ttf, bold: b.ttf}\n", "a.ttf", "b.ttf")
    family = read_fonts(folder).find_family("A")
    assert family.regular.name == "a"
    assert family.italic is family.regular
    assert family.bold_italic is family.bold


def test_a_game_brings_families_and_replaces_them(tmp_path: Path) -> None:
    """Families of a later folder come after the others; one of the same name takes its place."""
    game = write(
        tmp_path,
        "families:\n- {name: Own, regular: own.ttf}\n- {name: Unbounded, regular: other.ttf}\n",
        "own.ttf",
        "other.ttf",
    )
    library = read_fonts(FONTS, game)
    assert library.families[0].name == "Noto Sans"
    assert library.families[-1].name == "Own"
    assert library.find_family("Unbounded").regular.path == game / "other.ttf"


@pytest.mark.parametrize(
    ("content", "place", "words"),
    [
        ("", 0, "is empty"),
        ("- a", 1, "must be keys with values"),
        ("families: []", 1, "families: is empty"),
        ("families: {A: b}", 1, "families: must be a list"),
        ("families: [", 1, "ends in the middle of a value"),
        ("families: [a]", 1, "families[1]: must be keys with values"),
        ("families:\n- {regular: a.ttf}", 2, "`name` is missing"),
        ("families:\n- {name: A}", 2, "`regular` is missing"),
        ("families:\n- {name: A, regular: [a]}", 2, "families[1].regular: must be one value, not a list"),
        ("families:\n- {name: A, regular: lost.ttf}", 2, "/lost.ttf` (available: a.ttf)"),
        ("families:\n- name: A\n  regular: a.ttf\n  heavy: a.ttf", 4, "unknown key `heavy`"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, content: str, place: int, words: str) -> None:
    """Each error names the file, the line (0: of none), and what is missing or wrong there."""
    folder = write(tmp_path, content, "a.ttf")
    with pytest.raises(DataError) as caught:
        read_fonts(folder)
    (problem,) = caught.value.problems
    assert words in str(problem)
    assert problem.file.endswith("fonts.yaml")
    assert problem.line == place


def test_a_folder_without_fonts_is_told(tmp_path: Path) -> None:
    """No fonts.yaml: an error that names it, also when it is not text."""
    with pytest.raises(DataError, match=r"fonts\.yaml"):
        read_fonts(tmp_path)
    (tmp_path / "fonts.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match=r"fonts\.yaml"):
        read_fonts(tmp_path)


def test_families_go_beside_others(tmp_path: Path) -> None:
    """Families named `beside` are tried first for what a family lacks; one that is not there is told."""
    one = "- {name: %s, regular: a.ttf}\n"
    content = "families:\n" + one % "A" + "- {name: B, regular: a.ttf, beside: [%s]}\n" + one % "C"
    library = read_fonts(write(tmp_path / "right", content % "C", "a.ttf"))
    assert [family.name for family in library.fallbacks("B")] == ["B", "C", "A"]
    with pytest.raises(DataError, match=r"families\[2\].beside\[1\]: unknown font family `D`"):
        read_fonts(write(tmp_path / "wrong", content % "D", "a.ttf"))
    with pytest.raises(DataError, match="must be a list"):
        read_fonts(write(tmp_path / "text", content.replace("[%s]", "C"), "a.ttf"))

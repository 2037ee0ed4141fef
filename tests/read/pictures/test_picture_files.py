"""Pictures are sound or refused: SVG files that run, fetch or cannot be printed."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.layout.shapes.outlines import make_colour
from generator.model.style import Drawing
from generator.read.pictures.pictures import PictureFolder, read_picture
from generator.scene.shapes import Colour, Shape, Stroke, list_all
from generator.scene.shapes import Path as Outline
from tests.read.crew import CREW

DOT = (CREW / "pictures" / "dot.png").read_bytes()
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'


def test_pictures_are_listed_however_they_are_spelt(tmp_path: Path) -> None:
    """A camera writes `.PNG`: who asks for `.png` is told of it. Icons are not among them."""
    for name in ("pictures/Ship.PNG", "pictures/sea.svg", "pictures/me.jpeg", "icons/ship.svg", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(DOT)
    found = sorted(PictureFolder(tmp_path).list_names())
    assert found == ["pictures/Ship.PNG", "pictures/me.jpeg", "pictures/sea.svg"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (
            '<image href="http://x.org/y.png"/>',
            "`<image>` refers to `http://x.org/y.png`, and nothing is fetched",
        ),
        ('<rect width="1" height="1" fill="url(#g)"/>', "draws nothing"),
        ('<rect width="1" height="1" style="fill:url(http://x.org/g)"/>', "draws nothing"),
        ("<style>@import url(http://x.org/a.css)</style>", "draws nothing"),
        ('<foreignObject width="1"/>', "draws nothing"),
        ('<rect width="a" height="1"/>', "`<rect>` cannot be drawn"),
        ('<path d="M0 0 Q"/>', "`<path>` cannot be drawn"),
        ('<g transform="turn(3)"><rect width="1" height="1"/></g>', "unknown transform `turn`"),
        (
            '<g transform="scale(1e308)"><rect width="1" height="1"/></g>',
            ":2:1: `<g>` cannot be drawn: the number 1e+308 is too large",
        ),
        (
            '<g transform="translate(nan 1)"><rect width="1" height="1"/></g>',
            ":2:1: `<g>` cannot be drawn: `nan 1` is not a list",
        ),
        (
            '<g transform="scale(a)"><rect width="1" height="1"/></g>',
            ":2:1: `<g>` cannot be drawn: `a` is not a list of numbers",
        ),
        (
            '<g transform="scale(9e4) scale(9e4)"><rect width="1" height="1"/></g>',
            "the number 8.1e+09 is too large",
        ),
        ('<rect width="1" height="1" stroke="red" stroke-width="1e308"/>', "the number 1e+308 is too large"),
        ('<line x2="1e7" stroke="red"/>', ":2:1: `<line>` cannot be drawn: the number 1e+07 is too large"),
        ('<line x2="inf" stroke="red"/>', ":2:1: `<line>` cannot be drawn"),
        (f'<g transform="{"x" * 999}"><rect width="1" height="1"/></g>', "invalid transform `xxx"),
        ("<rect", "is not an SVG file"),
        ("", "draws nothing"),
    ],
)
def test_svg(tmp_path: Path, content: str, told: str) -> None:
    """Shapes in plain colours are read, and nothing else."""
    path = tmp_path / "x.svg"
    path.write_text(f"{HEAD}\n{content}\n</svg>", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_picture(path)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>', "draws nothing"),
        (
            '<?xml-stylesheet href="http://x.org"?><svg xmlns="http://www.w3.org/2000/svg"/>',
            "draws nothing",
        ),
        ("<html/>", "it starts with `<html>`"),
        ('<svg viewBox="0 0 9"><rect width="1" height="1"/></svg>', "1:1: invalid viewBox `0 0 9`"),
    ],
)
def test_not_a_picture(tmp_path: Path, text: str, told: str) -> None:
    """Documents of other kinds, and pictures without a size."""
    path = tmp_path / "x.svg"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_picture(path)
    assert told in str(caught.value)


def test_paint_is_inherited_and_style_wins(tmp_path: Path) -> None:
    """Colours of groups, `style` over attributes, `currentColor`, short and named colours."""
    path = tmp_path / "x.svg"
    path.write_text(
        f"""{HEAD}
        <g fill="#abc" stroke="navy" stroke-width="2" color="rgb(1, 2, 3)" transform="scale(2)">
          <rect width="1" height="1"/>
          <rect width="1" height="1" fill="red" style="fill: currentColor; stroke: none"/>
          <polyline points="0,0 1,1 2,0" fill="none" stroke-linecap="round" stroke-linejoin="bevel"/>
          <defs><rect width="1" height="1"/></defs>
          <rect width="1" height="1" display="none"/>
        </g></svg>""",
        encoding="utf-8",
    )
    drawing = read_picture(path)
    assert isinstance(drawing, Drawing)
    first, second, third = (shape for shape in drawing.shapes if isinstance(shape, Outline))
    assert first.fill == make_colour("#aabbcc")
    assert first.stroke == Stroke(make_colour("#000080"), 4)
    assert (second.fill, second.stroke) == (make_colour("#010203"), None)
    assert third.stroke == Stroke(make_colour("#000080"), 4, cap="round", join="bevel")
    assert third.fill is None
    assert first.segments[1] == ("L", 2, 0)
    assert third.segments[-1][0] != "Z", "an open line stays open"


PARTS = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50"><defs>
<symbol id="sign" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="teal"/></symbol></defs>
<g fill="red" transform="translate(10 10)"><path id="gem" d="M4 2h20v30h-20z"/>
<g id="two"><rect width="30" height="9" x="50"/><rect width="5" height="20" x="50" fill="navy"/></g>
</g></svg>"""


@pytest.mark.parametrize(
    ("part", "size", "colours"),
    [
        ("gem", (20, 30), ["#ff0000"]),
        ("two", (30, 20), ["#ff0000", "#000080"]),
        ("sign", (100, 100), ["#008080"]),
    ],
)
def test_one_element_of_a_file(tmp_path: Path, part: str, size: tuple[int, int], colours: list[str]) -> None:
    """A part has its own size, and the style of the groups around it."""
    (tmp_path / "art.svg").write_text(PARTS, encoding="utf-8")
    drawing = PictureFolder(tmp_path).get(f"art.svg#{part}")
    assert isinstance(drawing, Drawing)
    assert (drawing.width, drawing.height) == pytest.approx(size)
    shapes = [shape for shape in drawing.shapes if isinstance(shape, Shape)]
    fills = [path.fill for path in list_all(Outline, shapes)]
    assert [fill.hex for fill in fills if isinstance(fill, Colour)] == colours


def test_an_element_that_a_file_does_not_have(tmp_path: Path) -> None:
    (tmp_path / "art.svg").write_text(PARTS, encoding="utf-8")
    with pytest.raises(DataError, match=r"has no element `gems` \(did you mean `gem`\?\)"):
        PictureFolder(tmp_path).get("art.svg#gems")
    assert PictureFolder(tmp_path).get("other.svg#gem") is None


@pytest.mark.posix("symbolic links")
def test_a_folder_keeps_to_itself(tmp_path: Path) -> None:
    """Files outside of the game's folder are missing, also behind a link."""
    game = tmp_path / "game"
    game.mkdir()
    (tmp_path / "dot.png").write_bytes(DOT)
    (game / "link.png").symlink_to(tmp_path / "dot.png")
    (game / "own.png").write_bytes(DOT)
    folder = PictureFolder(game)
    assert folder.get("own.png") is folder.get("own.png")
    assert folder.get("../dot.png") is None
    assert folder.get("link.png") is None
    assert list(folder.read) == ["own.png"]

"""What changes the look of an SVG file is drawn, becomes pixels, is told, or refused: never silent."""

import base64
import gzip
import re
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.model.style import Drawing, Photograph
from generator.read.files.shelf import find_shelf
from generator.read.kits.fonts import read_fonts
from generator.read.kits.kits import read_kit
from generator.read.pictures import svg_traits, svg_tree
from generator.read.pictures.svg import read_drawing
from tests.read.crew import CREW

DOT = base64.b64encode((CREW / "pictures" / "dot.png").read_bytes()).decode()
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">\n'
RECT = '<rect width="20" height="20"/>'
LINES = "could not convert|NoneType|unpack|not enough values|float|object|Traceback|index"
"""Words of Python that no message may have."""


def read(folder: Path, content: str) -> Drawing | Photograph:
    """Return the picture of a file with this content."""
    path = folder / "x.svg"
    path.write_text(f"{HEAD}{content}</svg>", "utf-8")
    return read_drawing(path, fonts=read_fonts(find_shelf().fonts))


def check_words(error: DataError) -> None:
    """A message has no words of Python."""
    assert not re.search(LINES, str(error).partition("x.svg:")[2])


SIZE = '1:1: has no size, so its contents determine it (add `viewBox="0 0 20 20"`)'
FLOWED = '<flowRoot><flowRegion><rect width="9" height="9"/></flowRegion><flowPara>{}</flowPara></flowRoot>'


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (
            FLOWED.format("Mill"),
            "2:1: has flowed text, which is left out (in Inkscape: Text > Convert to Text)",
        ),
        (
            '<foreignObject width="9" height="9"><p>Mill</p></foreignObject>',
            "2:1: has HTML, which is left out",
        ),
        (
            '<circle r="0"><animate attributeName="r" to="9"/></circle>',
            "2:15: has animations, which are left out",
        ),
        ("<script>draw()</script>", "2:1: has scripts, which are left out"),
        (
            '<rectangle width="9"/>',
            "2:1: unknown element `<rectangle>`, which is left out (did you mean `<rect>`?)",
        ),
        (
            '<rect width="9" height="9" fil="red"/>',
            "2:1: unknown attribute `fil`, which is left out (did you mean `fill`?)",
        ),
        (
            '<rect width="9" height="9" style="fil: red"/>',
            "2:1: unknown attribute `fil`, which is left out (did you mean `fill`?)",
        ),
        (
            '<svg viewbox="0 0 9 9"><circle r="9"/></svg>',
            "2:1: unknown attribute `viewbox`, which is left out (did you mean `viewBox`?)",
        ),
        ('<use href="#nope"/>', "2:1: `href` of `<use>` refers to `#nope`, which does not exist"),
        (
            '<rect width="9" height="9" fill="url(#nope) red"/>',
            "2:1: `fill` of `<rect>` refers to `#nope`, which",
        ),
        (
            '<rect width="9" height="9" clip-path="url(#nope)"/>',
            "2:1: `clip-path` of `<rect>` refers to `#nope`, which",
        ),
        ('<path d="M0 0h9" marker-end="url(#nope)"/>', "2:1: `marker` of `<path>` refers to `#nope`, which"),
        (
            '<rect width="9" height="9" style="clip-path: circle(3px)"/>',
            "2:1: `<rect>` has `clip-path: circle(3px)`, which is left out",
        ),
        (
            '<rect width="9" height="9" style="mask: linear-gradient(red, blue)"/>',
            "2:1: `<rect>` has `mask: linear-gradient",
        ),
        (
            '<g transform="scale(9)"><path d="M0 0h9" stroke="red" vector-effect="non-scaling-stroke"/></g>',
            "2:25: `<path>` has `vector-effect: non-scaling-stroke`, which is left out",
        ),
        (
            '<path d="M0 0h9" stroke="red" stroke-dasharray="1" pathLength="9"/>',
            "2:1: `<path>` has dashes by `pathLength`, which",
        ),
        (
            '<path d="M0 0h9v9" stroke="red" paint-order="stroke wrong"/>',
            "2:1: `<path>` has `paint-order: stroke wrong`, which",
        ),
        (
            '<rect width="9" height="9" transform="scale(2)" style="transform-box: fill-box"/>',
            "2:1: `<rect>` has `transform-box: fill-box`, which",
        ),
        (
            '<rect width="9" height="9" style="rotate: 45deg"/>',
            "2:1: `<rect>` has `rotate: 45deg`, which is left out",
        ),
        (
            '<rect width="9" height="9" mix-blend-mode="multiply"/>',
            "2:1: the attribute `mix-blend-mode` has no effect: it must be in a style",
        ),
        (
            '<polygon points="1,1 9,1 9,9 1"/>',
            "2:1: `points` of `<polygon>` has 7 numbers, and two make a point: the last one is left out",
        ),
        ('<polyline points="1,1 9,1 9,9 z"/>', "2:1: `points` of `<polyline>` has `z`, and ends there"),
        (
            '<circle r="9" marker-start="url(#m)"/><marker id="m"/>',
            "2:1: `<circle>` has markers, which browsers do not draw on it",
        ),
        (
            '<rect width="9" height="9" fill="red icc-color(#CMYK, 0, 1, 1, 0)"/>',
            "2:1: has colours with `icc-color`, of which only the sRGB values are used",
        ),
        ('<image width="9" height="9" href="#a"/>', "2:1: `<image>` refers to `#a`, which is not a picture"),
        (
            '<clipPath id="c"><use href="#s"/></clipPath><use id="s" href="#r"/>'
            '<rect id="r" width="9" height="9" clip-path="url(#c)"/>',
            "2:18: `<use>` in a clip path refers to `<use>`, not to a shape, and is left out",
        ),
        ('<g id="a"><use href="#a"/></g>', "2:11: `<use>` refers to `#a`, which it is in, and is left out"),
    ],
)
def test_what_nobody_draws_is_told(tmp_path: Path, content: str, told: str) -> None:
    """One warning, with the line and column of the element; everything else is drawn."""
    picture = read(tmp_path, content + RECT)
    assert [str(warning).partition("x.svg:")[2][: len(told)] for warning in picture.warnings] == [told]
    assert isinstance(picture, Drawing)
    assert picture.shapes


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("", [SIZE]),
        ('width="100%"', [SIZE]),
        ('width="0" height="-3"', [SIZE]),
        ('viewBox="0 0 9 9" height="-3"', ["1:1: `<svg>` has `height: -3`, which is left out"]),
        ('viewBox="0 0 9 9" style="background: url(a)"', ["1:1: `<svg>` has `background: url(a)`, which"]),
        ('viewBox="0 0 9 9" width="100%" style="background: white"', []),
        ('width="9" height="9" style="background-color: transparent"', []),
    ],
)
def test_what_is_guessed_about_a_canvas_is_told(tmp_path: Path, given: str, told: list[str]) -> None:
    """Its size and its background; a part of a file has neither."""
    path = tmp_path / "x.svg"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {given}>{RECT[:-2]} id="a"/></svg>', "utf-8")
    found = [str(one).partition("x.svg:")[2] for one in read_drawing(path).warnings]
    assert [one[: len(begun)] for one, begun in zip(found, told, strict=True)] == told
    assert not read_drawing(path, part="a").warnings


@pytest.mark.parametrize(
    "content",
    [
        FLOWED.format(""),
        '<switch><foreignObject width="9" height="9"><i:x xmlns:i="i"/><p>A</p></foreignObject><g/></switch>',
        '<g vector-effect="non-scaling-stroke" data-name="a" aria-label="b" role="img" p-id="7" t="1"/>',
        '<g style="color-interpolation:linearRGB;color-rendering:auto;enable-background:new;'
        "-inkscape-stroke:none;"
        'text-align:start;line-height:1.25;shape-rendering:crispEdges;font-family:Georgia;direction:rtl;isolation:isolate"/>',
        '<g font-feature-settings="normal" paint-order="wrong" stroke-linejoin="arcs"/>',
        '<g image-rendering="pixelated"/>',
        '<g xmlns="http://example.org/other"><text>A</text></g>',
        '<text></text><text visibility="hidden">A</text><text display="none">A</text>',
        '<rect transform-box="fill-box" width="9" height="9"/>',
        "<defs><text>A</text><clipPath id='a' style='rotate:4deg'/></defs>",
    ],
)
def test_what_changes_nothing_is_not_told(tmp_path: Path, content: str) -> None:
    """Long styles of editors, empty texts, and what is inherited by no shape that uses it."""
    picture = read(tmp_path, content + RECT)
    assert isinstance(picture, Drawing)
    assert not picture.warnings


@pytest.mark.parametrize("name", sorted(svg_traits.PROPERTIES))
@pytest.mark.parametrize("value", ["qwerty", "7 apples", "fancy(3, 4)"])
def test_no_value_is_passed_over(tmp_path: Path, name: str, value: str) -> None:
    """A value that no property has is told, refused, or drawn by resvg; never in words of Python."""
    shown = f'style="{name}: {value}"'
    gradient = f'<linearGradient id="g" {shown}><stop {shown}/><stop offset="1"/></linearGradient>'
    kinds = (
        f'<path d="M0 0h9v9z" stroke="red" stroke-dasharray="2" transform="scale(2)" {shown}/>',
        f'{gradient}<rect width="9" height="9" fill="url(#g)"/>'
        if name.startswith(("stop", "color-"))
        else "",
        f'<text x="9" y="9" {shown}>A</text>' if svg_traits.PROPERTIES[name].on == "text" else "",
        f'<svg {shown}>{RECT}<rect width="9" height="9" fill="currentColor" {shown}/></svg>',
        f'<image width="9" height="9" href="data:image/png;base64,{DOT}" {shown}/>',
    )
    path = tmp_path / "x.svg"
    root = f"<svg viewBox='0 0 9 9' {shown}>" if svg_traits.PROPERTIES[name].on == "root" else HEAD
    path.write_text(f"{root}{''.join(kinds)}</svg>", "utf-8")
    try:
        picture = read_drawing(path, fonts=read_fonts(find_shelf().fonts))
    except DataError as error:
        check_words(error)
        return
    reasons = picture.file.reason if isinstance(picture, Photograph) else ""
    is_text = svg_traits.PROPERTIES[name].on == "text" and not svg_traits.PROPERTIES[name].shown
    assert picture.warnings or reasons.replace("it has text", "") or is_text or name in WITHOUT_OTHERS


WITHOUT_OTHERS = ("display", "font-weight", "font-family", "transform-origin", "mix-blend-mode")
"""Of these, each word is a value, or the last valid one counts."""

NUMBERS = [
    "x",
    "y",
    "width",
    "height",
    "rx",
    "ry",
    "cx",
    "cy",
    "r",
    "x1",
    "y1",
    "x2",
    "y2",
    "d",
    "points",
    "viewBox",
    "transform",
    "stroke-width",
    "stroke-miterlimit",
    "stroke-dasharray",
    "stroke-dashoffset",
    "opacity",
    "fill-opacity",
    "font-size",
    "markerWidth",
    "refX",
    "orient",
    "offset",
    "gradientTransform",
    "fx",
]


@pytest.mark.parametrize("value", ["z", "1,,z", "0.25turns", "1e999", "--", "#", "NaN", "1 2 3 4 5 6 7"])
def test_wrong_numbers_are_refused_in_our_words(tmp_path: Path, value: str) -> None:
    """For each attribute that is a number, a length, or a list."""
    for name in NUMBERS:
        given = f'{name}="{value}"'
        content = (
            f'<linearGradient id="g" {given}><stop {given}/><stop offset="1"/></linearGradient>'
            f'<marker id="m" {given}>{RECT}</marker><svg {given}>'
            f'<path d="M0 0h9v9" {given.replace("d=", "data-d=")} stroke="red" marker-mid="url(#m)" '
            'fill="url(#g)"/>'
            f"<path {given}/><rect {given}/><circle {given}/><line {given}/><polygon {given}/></svg>{RECT}"
        )
        content = re.sub(r'(\s[\w-]+=)"[^"]*"([^<>]*\1)', r"\2", content)
        try:
            read(tmp_path, content)
        except DataError as error:
            check_words(error)


def test_compressed_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An `.svgz` is read as what is in it; a damaged one is told."""
    plain = read(tmp_path, RECT)
    path = tmp_path / "x.svgz"
    path.write_bytes(gzip.compress(f"{HEAD}{RECT}</svg>".encode()))
    assert read_drawing(path) == plain
    path.write_bytes(b"\x1f\x8bnothing")
    with pytest.raises(DataError, match="damaged compressed file"):
        read_drawing(path)
    monkeypatch.setattr(svg_tree, "MOST_SVG_BYTES", 2_000_000)
    path.write_bytes(gzip.compress(b" " * 3_000_000))
    with pytest.raises(DataError, match="larger than 1 MB"):
        read_drawing(path)


def test_warnings_of_pictures_and_icons_are_those_of_the_game(tmp_path: Path) -> None:
    """Each once, with the place in the SVG file, however often it is drawn."""
    (tmp_path / "icons").mkdir()
    (tmp_path / "x.svg").write_text(f"{HEAD}<rectangle/>{RECT}</svg>", "utf-8")
    (tmp_path / "icons" / "own.svg").write_text(f"{HEAD}<circles/>{RECT}</svg>", "utf-8")
    (tmp_path / "icons" / "soft.svg").write_text(
        f'{HEAD}<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
        f'<g filter="url(#f)">{RECT}</g></svg>',
        "utf-8",
    )
    deck = tmp_path / "deck.yaml"
    deck.write_text(
        "size: 50 mm x 50 mm\ncards: [{id: a}, {id: b}]\ntemplate:\n"
        "  - picture: {file: x.svg, box: [5 mm, 5 mm, 9 mm, 9 mm]}\n"
        "  - picture: {file: x.svg, box: [25 mm, 5 mm, 9 mm, 9 mm]}\n"
        "  - icon: {icon: own, box: [5 mm, 25 mm, 9 mm, 9 mm]}\n"
        "  - icon: {icon: soft, box: [25 mm, 25 mm, 9 mm, 9 mm]}\n",
        "utf-8",
    )
    kit = read_kit(deck, shelf=find_shelf())
    told = sorted(str(problem).rpartition("/")[2] for problem in kit.warnings)
    assert told == [
        "own.svg:2:1: unknown element `<circles>`, which is left out (did you mean `<circle>`?)",
        "soft.svg: is drawn as pixels because it has filters",
        "x.svg:2:1: unknown element `<rectangle>`, which is left out (did you mean `<rect>`?)",
    ]

"""Style sheets and style attributes give the drawing that plain attributes give."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.model.style import Drawing
from generator.read.pictures.svg import read_drawing

BLUE = '<rect id="a" class="b" width="9" height="9" fill="#06c"/>'


def read(folder: Path, content: str) -> Drawing:
    """Return the drawing of a file with this content."""
    path = folder / "x.svg"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{content}</svg>', "utf-8")
    drawing = read_drawing(path)
    assert isinstance(drawing, Drawing)
    return drawing


def style(sheet: str, rest: str = "") -> str:
    """Return a rectangle whose colour a style sheet decides; that of its attribute is another one."""
    return f'<style>{sheet}</style><rect id="a" class="b" width="9" height="9" fill="red" {rest}/>'


@pytest.mark.parametrize(
    "content",
    [
        style("rect{fill:#06c!important} #a{fill:red}"),
        style("rect{fill:#06c ! important}", 'style="fill: red"'),
        style("#a{fill:red!important}", 'style="fill: #06c !important"'),
        style(".b{fill:red!important} #a{fill:#06c!important}"),
        style("#a{fill:red} .b{fill:#06c!important; stroke: none}"),
        style(":root{--sea:#06c} rect{fill:var(--sea)}"),
        style("svg{--sea:#06c} rect{fill:var( --sea , red)}"),
        style("rect{fill:var(--no, var(--none, #06c))}"),
        style("rect{--a:var(--b); --b:#06c; fill:var(--a)}"),
        style(":root{--sea:red} rect{--sea:#06c;fill:var(--sea)}"),
        style("rect{fill:var(--sea)}", 'style="--sea: #06c"'),
        '<g style="--sea:#06c"><rect width="9" height="9" fill="var(--sea)"/></g>',
        style("@layer a{#a{fill:red}} rect{fill:#06c}"),
        style("@layer a, b; @layer b{rect{fill:#06c}} @layer a{#a{fill:red}}"),
        style("@layer a{rect{fill:#06c}}"),
        style("@layer a{rect{fill:#06c!important}} #a{fill:red!important}"),
        style("@supports (fill: red){rect{fill:#06c}}"),
        style("rect{fill:#06c} @supports not (fill: red){#a{fill:red}}"),
        style("svg{ rect{fill:#06c} }"),
        style("rect{ &amp;.b{fill:#06c} fill: red }"),
        style("svg{ .c, .b{fill:#06c} }"),
        style("@media print{rect{fill:#06c}}"),
        style("rect{fill:#06c} @media screen{#a{fill:red}}"),
        style("rect{fill:#06c} @media (prefers-color-scheme: dark){#a{fill:red}}"),
        style("rect{fill:#06c;/* sea; } */stroke:none}"),
        style("[class~=b]{fill:#06c}"),
        style("/* a */ rect{fill:#06c/*sea*/}"),
        style("rect{fill:#06c}", 'style="/* fill: red */ stroke: none"'),
        style("rect{FILL:#06c}"),
        '<style type="text/plain">rect{fill:red}</style>' + BLUE,
        '<style media="screen">rect{fill:red}</style>' + BLUE,
        '<g fill="#06c"><rect width="9" height="9" style="fill: inherit"/></g>',
        '<g fill="#06c"><rect width="9" height="9" style="fill: unset"/></g>',
        '<g fill="#06c"><rect width="9" height="9" fill="inherit"/></g>',
        '<g color="#06c"><rect width="9" height="9" fill="currentColor"/></g>',
        '<rect width="9" height="9" fill="red" style="fill: rgb(0, 102, 204)"/>',
        '<rect width="9" height="9" fill="rgb(-20%, 40%, 80%)"/>',
        '<rect width="9" height="9" fill="rgb(-9, 102, 204)"/>',
        '<rect width="9" height="9" fill="#06c/*sea*/"/>',
        f'<switch><g systemLanguage="ru, en">{BLUE}</g><circle r="40"/></switch>',
        f'<circle systemLanguage="ru" r="40"/><g systemLanguage="de, en-GB">{BLUE}</g>',
        f'<g requiredExtensions="http://x.org"><circle r="40"/></g>{BLUE}',
        '<rect style="width: 9px; height: 9px; fill: #06c"/>',
        "<path style=\"d: path('M0 0H9V9H0V0z'); fill: #06c\"/>",
    ],
)
def test_the_cascade(tmp_path: Path, content: str) -> None:
    """Importance, layers, specificity, and order decide; variables have the values of the nearest element."""
    assert read(tmp_path, content) == read(tmp_path, BLUE)


@pytest.mark.parametrize(
    ("content", "plain"),
    [
        ('<g opacity=".5"><rect width="9" height="9" opacity="inherit"/></g>',
         '<g opacity=".5"><rect width="9" height="9" opacity=".5"/></g>'),
        ('<rect width="9" height="9" style="stroke: red; stroke-width: initial"/>',
         '<rect width="9" height="9" stroke="red"/>'),
        ('<g stroke="red"><rect width="9" height="9" style="stroke: initial"/></g>',
         '<rect width="9" height="9"/>'),
        ('<marker id="m"><circle r="1"/></marker><path d="M1 1L5 5" style="marker: url(#m)"/>',
         '<marker id="m"><circle r="1"/></marker>'
         '<path d="M1 1L5 5" marker-start="url(#m)" marker-mid="url(#m)" marker-end="url(#m)"/>'),
        ('<rect width="9" height="9" transform="rotate(90)" transform-origin="4 5"/>',
         '<rect width="9" height="9" transform="rotate(90 4 5)"/>'),
        ('<rect width="9" height="9" style="transform: rotate(90deg); transform-origin: center"/>',
         '<rect width="9" height="9" transform="rotate(90 5 5)"/>'),
        ('<rect width="9" height="9" style="transform: scale(2); transform-origin: top right"/>',
         '<rect width="9" height="9" transform="translate(10 0) scale(2) translate(-10 0)"/>'),
        ('<path d="M1 1h8" stroke="red" stroke-dasharray="3 0"/>', '<path d="M1 1h8" stroke="red"/>'),
        ('<g font-size="4"><rect width="1rem" height="1em"/></g>', '<rect width="16" height="4"/>'),
    ],
)  # fmt: skip
def test_words_and_shorthands(tmp_path: Path, content: str, plain: str) -> None:
    """`inherit`, `initial`, `marker`, and origins are what they stand for."""
    assert read(tmp_path, content) == read(tmp_path, plain)


@pytest.mark.parametrize(
    ("sheet", "told"),
    [
        (
            "@import url(http://x.org/y.css);",
            "2:1: has a style sheet with `@import url(http://x.org/y.css)`: nothing",
        ),
        ("  @container a{rect{fill:red}}", "2:3: has a style sheet with `@container a`, which is left out"),
        ("@media (min-width: 9px){rect{fill:red}}", "2:1: has a style sheet with `@media (min-width: 9px)`"),
        ("@keyframes a{from{fill:red}}", "2:1: has animations"),
        ("rect:::x{fill:red}", "2:1: has a style sheet with the unknown selector `rect:::x`"),
        ("rect{fill red}", "2:11: has a style sheet with an error: a declaration is left out"),
        ("rect{fill:var(--no)}", "3:9: `fill: var(--no)` has no value, and is left out"),
        ("rect{font: red}", "3:9: `font: red` is not understood, and is left out"),
    ],
)
def test_what_is_not_understood_is_told(tmp_path: Path, sheet: str, told: str) -> None:
    """One warning with its place; the rest is drawn."""
    drawing = read(tmp_path, f'<style>\n{sheet}</style>\n        <rect width="9" height="9"/>')
    assert drawing == read(tmp_path, '<rect width="9" height="9"/>')
    (warning,) = drawing.warnings
    assert str(warning).startswith(f"{tmp_path / 'x.svg'}:{told}")


def test_nested_brackets_are_refused(tmp_path: Path) -> None:
    """The parsers of style sheets are recursive."""
    with pytest.raises(DataError, match="too complex"):
        read(tmp_path, "<style>" + ":not(" * 150 + "a" + ")" * 150 + "{fill:red}</style>" + BLUE)

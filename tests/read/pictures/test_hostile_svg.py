"""SVG files that are made to do harm are refused in a moment; nothing runs, and nothing is fetched."""

import base64
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import DataError, OutputError
from generator.model.style import Drawing, Photograph
from generator.read.files.shelf import find_shelf
from generator.read.kits.fonts import read_fonts
from generator.read.pictures.svg import read_drawing
from generator.scene.pictures import PictureView
from generator.scene.shapes import Group, Picture
from tests.pace import end_soon
from tests.read.crew import CREW
from tests.read.pictures.svg_samples import SAMPLES
from tests.samples import count_examples

DOT = base64.b64encode((CREW / "pictures" / "dot.png").read_bytes()).decode()


def write(folder: Path, content: str, head: str = "") -> Path:
    """A file with this content."""
    path = folder / "x.svg"
    path.write_text(f'{head}<svg viewBox="0 0 10 10">{content}</svg>', "utf-8")
    return path


EMBEDDED = "data:image/svg+xml,%3Csvg viewBox='0 0 1 1'%3E%3Cimage href='/etc/passwd'/%3E%3C/svg%3E"
LINK = '<use href="#a"/>'
LAUGHS = "".join(f'<g id="a{n}">{f"""<use href="#a{n - 1}"/>""" * 10}</g>' for n in range(1, 12))
LONG = f'<path id="a" d="M0 0{"h1" * 100_000}"/>{LINK * 30}'
DEEP = "<g>" * 90 + '<path d="M0 0h1v1z"/>' * 5000 + "</g>" * 90


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (f'<rect id="a0" width="1" height="1"/>{LAUGHS}', "draws too many elements"),
        (LONG, "draws too many elements"),
        (f"<style>y * * * * * x {{fill: red}}</style>{DEEP}", "its style sheets are too complex"),
        (f"<style>a ~ b {{fill: red}}</style>{DEEP}", "its style sheets are too complex"),
        (f"<style>{'b c {fill: red}' * 9000}</style>{DEEP}", "its style sheets are too complex"),
        ("<g>" * 200, "has more than 100 levels"),
        ("<g/>" * 200_000, "has more than 100000 elements"),
        (f'<g a="{"x" * 9_000_000}"/>', "has more than 8 MB besides embedded pictures"),
        ('<image href="/etc/passwd"/>', "`<image>` refers to `/etc/passwd`, and nothing is fetched"),
        ('<image href="file:///etc/passwd"/>', "nothing is fetched"),
        ('<image href="data:image/svg+xml,&lt;svg/>"/>', "`<image>` cannot be drawn: the SVG file in it"),
        (f'<image href="{EMBEDDED}"/>', "`<image>` refers to `/etc/passwd`, and nothing is fetched"),
        (
            "<style>" + ":not(" * 150 + "a" + ")" * 150 + "{fill: red}</style><g/>",
            "its style sheets are too complex",
        ),
        ("<style>a{fill:" + "(" * 9000 + "}</style><g/>", "its style sheets are too complex"),
        (
            f'<rect width="1" height="1" style="fill:{"[" * 9000}"/>',
            "`<rect>` cannot be drawn: a text that long is not a colour",
        ),
        (f'<g style="--a:{"(" * 9000};fill:var(--a)"/>', "its style sheets are too complex"),
        ('<filter id="a"><feImage href="http://x.org/a.png"/></filter>', "`<feImage>` refers to"),
        (
            '<image href="data:image/png;base64,iVBORw0KGgo=" width="9" height="9"/>',
            "`<image>` cannot be drawn: is",
        ),
        ('<image href="data:image/png;base64,?" width="9" height="9"/>', "`<image>` cannot be drawn"),
        (
            '<filter id="a"><feTurbulence numOctaves="1000000000"/></filter>',
            "`numOctaves` is too large (at most 10)",
        ),
        ('<filter id="a"><feMorphology radius="3000"/></filter>', "`radius` is too large"),
        ('<rect width="1" height="1" transform="scale(1e308)"/>', "the number 1e+308 is too large"),
        ('<rect width="1" height="1" stroke="red" stroke-width="1e9"/>', "the number 1e+09 is too large"),
        (f'<rect width="1" height="1" transform="rotate({"1" * 9000})"/>', "the number inf is too large"),
        (f'<rect width="1" height="1" transform="rotate({"1." * 9000}x)"/>', "cannot be drawn: `1.1"),
    ],
)
def test_too_much_is_refused(tmp_path: Path, content: str, told: str) -> None:
    """With a reason, and soon."""
    with end_soon(), pytest.raises(DataError) as caught:
        read_drawing(write(tmp_path, content))
    assert told in str(caught.value)


@pytest.mark.parametrize(
    "content",
    [
        '<g id="a"><rect width="1" height="1"/><use href="#a"/></g>',
        '<g id="a"><rect width="1" height="1"/><use href="#b"/></g><g id="b"><use href="#a"/></g>',
        '<clipPath id="a"><use href="#b"/></clipPath><g id="b"><use href="#b"/></g>'
        '<rect width="9" height="9" clip-path="url(#a)"/>',
        '<clipPath id="a"><rect width="9" height="9" clip-path="url(#a)"/></clipPath>'
        '<rect width="9" height="9" clip-path="url(#a)"/>',
        '<mask id="a"><rect width="9" height="9" fill="#fff" mask="url(#a)"/></mask>'
        '<rect width="9" height="9" mask="url(#a)"/>',
        '<marker id="a"><path d="M0 0h1v1" marker-mid="url(#a)"/></marker>'
        '<path d="M0 0h1v1z" marker-mid="url(#a)"/>',
        '<pattern id="a" width="1" height="1"><rect width="1" height="1" fill="url(#a)"/></pattern>'
        '<rect width="1" height="1" fill="url(#a)"/>',
        '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"><stop/></linearGradient>'
        '<rect width="1" height="1" fill="url(#a)"/>',
        '<filter id="a"><feImage href="#b"/></filter><rect id="b" width="1" height="1" filter="url(#a)"/>',
        "<style>:root{--a:var(--b);--b:var(--a)}</style><rect width='1' height='1' fill='var(--a)'/>",
        "<style>:root{" + "".join(f"--a{n}:var(--a{n + 1})var(--a{n + 1});" for n in range(60)) + "}</style>"
        "<rect width='1' height='1' fill='var(--a0)'/>",
    ],
)
def test_what_refers_to_itself_is_drawn_once(tmp_path: Path, content: str) -> None:
    """As other programs do; nothing goes round in a circle."""
    with end_soon():
        picture = read_drawing(write(tmp_path, content))
        if isinstance(picture, Photograph):
            assert picture.file.embed(picture.file.plan(PictureView(), 9, 9)).size == (9, 9)


@pytest.mark.parametrize(
    ("head", "told"),
    [
        (
            '<!DOCTYPE s [<!ENTITY a "&b;&b;"><!ENTITY b "x">]>',
            "the entity `a` is too long or refers to others",
        ),
        (f'<!DOCTYPE s [<!ENTITY a "{"x" * 300}">]>', "the entity `a` is too long"),
        ('<?xml version="1.0" encoding="klingon"?>', "encoding"),
        ('<?xml version="1.0" encoding="shift_jis"?>', "encoding"),
    ],
)
def test_bad_heads(tmp_path: Path, head: str, told: str) -> None:
    """Entities that grow, and encodings that are not known."""
    with pytest.raises(DataError, match=told):
        read_drawing(write(tmp_path, '<rect width="1" height="1"/>', head))


def test_other_encodings(tmp_path: Path) -> None:
    """Old editors wrote Latin-1, and Windows writes UTF-16."""
    text = '<svg viewBox="0 0 9 9"><rect id="é" width="1" height="1"/></svg>'
    path = tmp_path / "x.svg"
    path.write_bytes(f'<?xml version="1.0" encoding="iso-8859-1"?>{text}'.encode("latin-1"))
    latin = read_drawing(path)
    path.write_text(text, "utf-16")
    assert read_drawing(path) == latin


def test_tiny_dashes_are_a_line(tmp_path: Path) -> None:
    """A million dashes would keep a printer busy."""
    drawing = read_drawing(write(tmp_path, '<path d="M0 5h10" stroke="red" stroke-dasharray="1e-6"/>'))
    assert isinstance(drawing, Drawing)
    assert "dash=()" in repr(drawing.shapes)


def test_embedded_pictures_stay_pictures(tmp_path: Path) -> None:
    """They are checked as other pictures are, and placed by their `preserveAspectRatio`."""
    image = f'<image href="data:image/png;base64,{DOT}" x="1" y="2" width="6" height="3"'
    drawing = read_drawing(write(tmp_path, f'{image}/>{image} preserveAspectRatio="xMidYMid slice"/>'))
    assert isinstance(drawing, Drawing)
    first, second = drawing.shapes
    assert isinstance(first, Group)
    assert isinstance(second, Group)
    assert isinstance(first.shapes[0], Picture)
    width, height = first.shapes[0].width, first.shapes[0].height
    scale = min(6 / width, 3 / height)
    assert first.transform[0] == first.transform[3] == pytest.approx(scale)
    assert first.transform[4:] == pytest.approx((1 + (6 - width * scale) / 2, 2 + (3 - height * scale) / 2))
    assert second.clip is not None


def test_pixels_are_as_fine_as_the_print_needs(tmp_path: Path) -> None:
    """A file that resvg cannot draw is an error; each is drawn once for each size."""
    blur = '<filter id="a"><feGaussianBlur stdDeviation="1"/></filter>'
    content = f'{blur}<rect width="9" height="9" filter="url(#a)"/><text>a</text>'
    picture = read_drawing(write(tmp_path, content), fonts=read_fonts(find_shelf().fonts))
    assert isinstance(picture, Photograph)
    assert picture.file.reason == "it has filters, it has text"
    plan = picture.file.plan(PictureView(), 50.4, 50.4)
    assert plan.size == (50, 50)
    embedded = picture.file.embed(plan)
    assert embedded.size == (50, 50)
    assert picture.file.embed(plan) is embedded
    assert picture.file.plan(PictureView(), 1e9, 1e9).size == (4000, 4000)
    assert len(picture.file.digest()) == 32
    picture.file._source = b"<svg"
    with pytest.raises(OutputError, match="cannot be drawn"):
        picture.file.embed(picture.file.plan(PictureView(), 9, 9))


@given(st.data())
@settings(max_examples=count_examples(300))
def test_changed_files_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Cut, doubled, and scrambled pieces of good files give a picture or our errors."""
    text = SAMPLES[data.draw(st.sampled_from(sorted(SAMPLES)))]
    for _ in range(data.draw(st.integers(1, 3))):
        start, end = sorted((data.draw(st.integers(0, len(text))), data.draw(st.integers(0, len(text)))))
        odd = data.draw(
            st.sampled_from(["", text[start:end] * 2, "0", "-1e9", "nan", "#", "url(#a)", "é", "%"])
        )
        text = text[:start] + odd + text[min(end, start + 9) :]
    path = tmp_path_factory.getbasetemp() / "changed.svg"
    path.write_text(text, "utf-8")
    try:
        read_drawing(path)
    except DataError:
        return

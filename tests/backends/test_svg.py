"""An SVG page: outlines once, words for screen readers, layers for Inkscape, in millimetres."""

import base64
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from generator.backends.svg import write_svg
from generator.scene.shapes import Colour, Document, Group, Path, Picture, Stroke, Symbol, Use
from tests.backends.scenes import (
    BLACK,
    BOLD,
    GREEN,
    ICON,
    box,
    circle,
    document,
    picture,
    raster,
    sampler,
    text,
    turned,
)

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
XML = "{http://www.w3.org/XML/1998/namespace}"


def read(page: Document, index: int = 0) -> Element:
    return ElementTree.fromstring(write_svg(page, index))


def ids(root: Element) -> list[str]:
    return [element.attrib["id"] for element in root.iter() if "id" in element.attrib]


def test_a_page_is_in_millimetres() -> None:
    """Its true size, and one unit of the drawing a millimetre."""
    root = read(document(width=215.9, height=279.4))
    assert (root.get("width"), root.get("height")) == ("215.9mm", "279.4mm")
    assert root.get("viewBox") == "0 0 215.9 279.4"


def test_the_same_document_gives_the_same_bytes() -> None:
    """Also after other pages were written: no counter runs on."""
    first = write_svg(sampler(), 0)
    write_svg(sampler(), 1)
    assert write_svg(sampler(), 0) == first


def test_each_page_is_a_file() -> None:
    """With the size and the words of that page alone."""
    second = read(sampler(), 1)
    assert second.get("width") == "88mm"
    assert [group.get("aria-label") for group in second.iter(f"{SVG}g") if group.get("aria-label")] == [
        "second page"
    ]


def test_the_page_says_what_it_is() -> None:
    """Title and description first, language twice as both kinds of reader ask for it."""
    root = read(sampler())
    assert [child.tag for child in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
    assert root[0].text == "Sampler: naïve & <right> · front"
    assert root[1].text == "Everything"
    assert root.get("lang") == root.get(f"{XML}lang") == "en-GB"


def test_words_are_kept_for_screen_readers() -> None:
    """A run is one picture of its words; a run of blanks is silent."""
    root = read(document(text("Spread <north> & naïve", 5, 10), text("  ", 50, 10)))
    labels = [group.get("aria-label") for group in root.iter(f"{SVG}g")]
    assert labels == ["Spread <north> & naïve", None]
    assert [group.get("role") for group in root.iter(f"{SVG}g")] == ["img", None]


def test_characters_that_xml_cannot_hold_do_no_harm() -> None:
    """A control character in a name or a word leaves a file that can be read."""
    run = text("a b", 5, 10)._replace(text="a\x0bb")
    root = read(document(Group((run,), name="bell\x07", title="x\x00y")))
    labels = [group.get("aria-label") for group in root.iter(f"{SVG}g")]
    assert "a\ufffdb" in labels


def test_glyphs_are_outlined_once() -> None:
    """The same letter of the same font in three runs is one path; a space is none."""
    root = read(document(text("noon on", 5, 10), text("no", 5, 20, 9), text("no", 5, 30, face=BOLD)))
    defs = root.find(f"{SVG}defs")
    assert defs is not None
    assert len(defs.findall(f"{SVG}path")) == 4
    uses = Counter(use.get(LINK) for use in root.iter(f"{SVG}use"))
    assert sorted(uses.values()) == [1, 1, 4, 4]


def test_glyphs_stand_where_the_shaper_put_them() -> None:
    """In font units, under a matrix that holds size and place: nothing is rounded on the way."""
    run = text("AV", 7.5, 10, 4)
    root = read(document(run))
    (group,) = [element for element in root.iter(f"{SVG}g") if element.get("aria-label")]
    assert group.get("transform") == "matrix(0.004 0 0 -0.004 7.5 10)"
    first, second = run.pieces[0].glyphs
    assert [use.get("x", "0") for use in group] == ["0", str(first.advance)]
    assert first.advance < 639, "kerned: A is 639 wide"
    assert second.advance == 600


def test_spacing_and_tracking() -> None:
    """A space grows by the spacing, a cluster by the tracking, a letter keeps its mark."""
    spaced = read(document(text("a b", 0, 0, 1, spacing=0.5)))
    tracked = read(document(text("ax\u0323b", 0, 0, 1, tracking=0.25)))
    a, space, x = (text(letter, 0, 0).pieces[0].advance for letter in "a x")
    dot = text("x\u0323", 0, 0).pieces[0].glyphs[1]
    assert places(spaced) == [0, a + space + 500]
    assert places(tracked) == [0, a + 250, a + 250 + x + dot.dx, a + x + 500]


def places(root: Element) -> list[float]:
    return [float(use.get("x", "0")) for use in root.iter(f"{SVG}use")]


def test_named_groups_of_the_page_are_layers() -> None:
    """As Inkscape shows them; a group within another has a name and is none."""
    inner = Group((Path(box(0, 0, 5, 5), BLACK),), name="spike 1")
    root = read(document(Group((inner,), name="virus: analysis"), Group((inner,), name="2 marks"), inner))
    layers = [group for group in root.iter(f"{SVG}g") if group.get(f"{INKSCAPE}groupmode") == "layer"]
    assert [layer.get(f"{INKSCAPE}label") for layer in layers] == ["virus: analysis", "2 marks", "spike 1"]
    assert ids(root) == ["virus-analysis", "spike-1", "_2-marks", "spike-1-2", "spike-1-3"]


def test_ids_are_unique_and_lead_somewhere() -> None:
    """Of glyphs, symbols, clips, pictures and groups, whatever they are called."""
    other = Symbol("f1g36", (Path(box(0, 0, 4, 4), BLACK),), (0, 0, 4, 4))
    page = sampler().pages[0]
    root = read(Document((replace(page, shapes=(Use(other), Use(ICON), *page.shapes)),), "Test", "en"))
    found = ids(root)
    assert len(found) == len(set(found))
    links = {use.get(LINK, "")[1:] for use in root.iter(f"{SVG}use")}
    clips = {element.get("clip-path", "")[5:-1] for element in root.iter()} - {""}
    assert links | clips <= set(found)
    assert len(clips) == 2


def test_titles_are_read_aloud() -> None:
    """Of a drawing without words: a group, a symbol in its place, a picture."""
    drawing = Path(box(0, 0, 5, 5), BLACK)
    root = read(
        document(
            Group((drawing,), title="a die"),
            Use(ICON, title="a virus"),
            Picture(raster("L"), 0, 0, 5, 5, title="a map"),
        )
    )
    titled = [
        element for element in root.iter() if element.find(f"{SVG}title") is not None and element is not root
    ]
    assert [element.findtext(f"{SVG}title") for element in titled] == ["a die", "a virus", "a map"]
    assert {element.get("role") for element in titled} == {"img"}
    assert all(element[0].tag == f"{SVG}title" for element in titled)


def test_symbols_and_pictures_are_written_once() -> None:
    """However often they are placed."""
    uses = [Use(ICON, turned(5 * index, 1, 10 * index, 10)) for index in range(6)]
    pictures = [Picture(raster("RGB"), 10 * index, 0, 20, 20) for index in range(3)]
    root = read(document(*uses, *pictures))
    (image,) = root.iter(f"{SVG}image")
    kind, data = image.get(LINK, "").split(",")
    assert kind == "data:image/png;base64"
    assert base64.b64decode(data) == picture("RGB")
    assert ids(root).count("icon.virus") == 1


@pytest.mark.parametrize(
    ("path", "attributes"),
    [
        (
            Path(box(1, 2, 3.00004, 4), Colour(1, 0.5, 0)),
            {"d": "M1 2L4 2L4 6L1 6Z", "fill": "#ff8000"},
        ),
        (
            Path(
                (("M", 0, 0), ("C", 1, 2, 3, 4, 5, -0.00001)),
                None,
                Stroke(BLACK, 0.25, (1, 0.5), "round", "bevel"),
            ),
            {
                "d": "M0 0C1 2 3 4 5 0",
                "fill": "none",
                "stroke": "#000000",
                "stroke-width": "0.25",
                "stroke-dasharray": "1 0.5",
                "stroke-linecap": "round",
                "stroke-linejoin": "bevel",
            },
        ),
        (
            Path((("M", 0, 0), ("L", 1, 1)), GREEN, Stroke(BLACK, 1), even_odd=True),
            {
                "d": "M0 0L1 1",
                "fill": "#a8d18f",
                "fill-rule": "evenodd",
                "stroke": "#000000",
                "stroke-width": "1",
            },
        ),
    ],
)
def test_paths(path: Path, attributes: dict[str, str]) -> None:
    """Every property of a path, and none that says what is so without it."""
    (found,) = read(document(path)).iter(f"{SVG}path")
    assert found.attrib == attributes


def test_clips_keep_their_rule() -> None:
    """A ring clips to a ring."""
    ring = Path((*circle(20, 20, 15), *circle(20, 20, 8)), even_odd=True)
    root = read(document(Group((Path(box(0, 0, 40, 40), BLACK),), clip=ring, transform=turned(0, 2, 1, 1))))
    (clip,) = root.iter(f"{SVG}clipPath")
    assert clip[0].get("clip-rule") == "evenodd"
    (group,) = root.iter(f"{SVG}g")
    assert group.get("clip-path") == f"url(#{clip.get('id')})"
    assert group.get("transform") == "matrix(2 0 0 2 1 1)"

"""The checker of PDF/UA-1 passes what is sound, and refuses files that are broken on purpose."""

import io
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, ObjectStreamMode, Pdf, String

from generator.backends.pdf import write_pdf
from generator.scene.shapes import Document, FormField, Group, Path, Shape, Tag, Use
from tests.backends.scenes import BLACK, ICON, RED, REGULAR, box, document, text
from tests.backends.ua_rules import claims_ua, find_ua_problems

Break = Callable[[Pdf], Any]
"""Breaks a file."""


def tagged(tag: Tag, *shapes: Shape, title: str = "") -> Group:
    return Group(shapes, tag=tag, title=title)


def sampler() -> Document:
    """Every kind of element, with a row of one cell, an empty cell, a figure without words, and a field."""
    drawn = document(
        tagged("h1", text("A title", 5, 10)),
        tagged("p", text("A paragraph with an icon", 5, 15), Use(ICON, title="a virus")),
        tagged("li", tagged("lbl", text("1", 5, 20)), tagged("p", text("First", 10, 20))),
        tagged("tr", tagged("th", text("Pill", 5, 30)), tagged("th", text("Points", 20, 30))),
        tagged("tr", tagged("th", text("All of them", 5, 35))),
        tagged("tr", tagged("th", text("red", 5, 40)), tagged("td")),
        tagged("figure", Use(ICON, (1, 0, 0, 1, 40, 30)), title="a virus"),
        tagged("figure", Path(box(60, 30, 5, 5), RED)),
        text("decoration", 5, 60),
    )
    field = FormField(name="name", box=(50, 50, 80, 56), label="Name", font=REGULAR, colour=BLACK, size=3)
    return replace(drawn, pages=(replace(drawn.pages[0], fields=(field,)),))


@cache
def sample() -> bytes:
    return write_pdf(sampler())


def broken(change: Break) -> bytes:
    written = io.BytesIO()
    with pikepdf.open(io.BytesIO(sample())) as pdf:
        change(pdf)
        pdf.save(written, static_id=True, object_stream_mode=ObjectStreamMode.generate)
    return written.getvalue()


def test_sound_files_pass() -> None:
    """Everything that a scene can hold, also if the objects are in streams."""
    assert find_ua_problems(sample()) == []
    assert find_ua_problems(broken(lambda pdf: None)) == []
    assert claims_ua(sample())


def find(pdf: Pdf, type: str) -> Any:
    """The first element of the structure of a type."""
    return next(
        one for one in pdf.objects if isinstance(one, Dictionary) and one.get("/S") == Name(f"/{type}")
    )


def font(pdf: Pdf, subtype: str) -> Any:
    fonts = (one for one in pdf.objects if isinstance(one, Dictionary))
    return next(one for one in fonts if one.get("/Subtype") == Name(f"/{subtype}"))


def draw(pdf: Pdf, content: bytes) -> None:
    pdf.pages[0].contents_add(pdf.make_stream(content))


def write_xmp(pdf: Pdf, old: bytes, new: bytes) -> None:
    pdf.Root.Metadata.write(pdf.Root.Metadata.read_bytes().replace(old, new))


def put(entries: Any, key: str | int, value: Any) -> None:
    entries[key] = value


def drop(entries: Any, key: str) -> None:
    del entries[key]


BREAKS: list[tuple[str, Break]] = [
    ("01: the file is not tagged", lambda pdf: drop(pdf.Root, "/MarkInfo")),
    ("01: the tags are suspects", lambda pdf: put(pdf.Root.MarkInfo, "/Suspects", True)),
    ("01: f is neither", lambda pdf: draw(pdf, b"0 0 1 1 re f")),
    ("01: an element and an artifact", lambda pdf: draw(pdf, b"/Artifact BMC /P <</MCID 0>> BDC EMC EMC")),
    ("01: the structure does not know", lambda pdf: draw(pdf, b"/P <</MCID 99>> BDC EMC")),
    ("02: Story is not a standard type", lambda pdf: put(find(pdf, "P"), "/S", Name("/Story"))),
    ("06: there is no XMP", lambda pdf: drop(pdf.Root, "/Metadata")),
    ("06: the XMP does not name", lambda pdf: write_xmp(pdf, b"part>1<", b"part>2<")),
    ("06: the XMP has no title", lambda pdf: write_xmp(pdf, b"dc:title", b"dc:subject")),
    ("06: the title is not that", lambda pdf: put(pdf.trailer.Info, "/Title", String("Other"))),
    ("07: viewers do not show", lambda pdf: drop(pdf.Root, "/ViewerPreferences")),
    ("09: TD is in Document", lambda pdf: put(find(pdf, "P"), "/S", Name("/TD"))),
    ("09: an empty L", lambda pdf: drop(find(pdf, "L"), "/K")),
    ("09: rows of a table have 1, 2", lambda pdf: drop(find(pdf, "Table").K[1].K.A, "/ColSpan")),
    ("10: a font has no ToUnicode", lambda pdf: drop(font(pdf, "Type0"), "/ToUnicode")),
    ("11: the language is not named", lambda pdf: drop(pdf.Root, "/Lang")),
    ("13: a figure has no text", lambda pdf: drop(find(pdf, "Figure"), "/Alt")),
    ("14: H2 follows a heading of level 0", lambda pdf: put(find(pdf, "H1"), "/S", Name("/H2"))),
    ("15: a head of a table has no scope", lambda pdf: drop(find(pdf, "TH").A, "/Scope")),
    ("20: a configuration", lambda pdf: put(pdf.Root, "/OCProperties", Dictionary(D=Dictionary()))),
    ("21: files are embedded", lambda pdf: put(pdf.Root, "/Names", Dictionary(EmbeddedFiles=Array()))),
    ("28: the order of the tab key", lambda pdf: drop(pdf.pages[0].obj, "/Tabs")),
    ("28: an annotation is in no Form", lambda pdf: drop(find(pdf, "Form"), "/K")),
    ("28: an annotation has no /TU", lambda pdf: drop(pdf.pages[0].Annots[0], "/TU")),
    ("31: a font is not embedded", lambda pdf: drop(font(pdf, "CIDFontType2").FontDescriptor, "/FontFile2")),
    ("31: a font has no CIDToGIDMap", lambda pdf: drop(font(pdf, "CIDFontType2"), "/CIDToGIDMap")),
    ("31: the width", lambda pdf: put(font(pdf, "CIDFontType2").W[1], 0, 5)),
]


@pytest.mark.parametrize(("problem", "change"), BREAKS, ids=[problem for problem, _ in BREAKS])
def test_each_rule_refuses_a_broken_file(problem: str, change: Break) -> None:
    assert any(found.startswith(problem) for found in find_ua_problems(broken(change)))


def test_a_figure_without_words_is_decoration() -> None:
    """And a file in which nothing can be read does not name the standard."""
    silent = write_pdf(document(tagged("figure", Path(box(60, 30, 5, 5), RED))))
    assert not claims_ua(silent)
    assert find_ua_problems(silent) == ["06: there is no XMP"]

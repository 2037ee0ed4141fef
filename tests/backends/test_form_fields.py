"""Fields in PDF files: what they are, how they look, and how they are read from files of any condition."""

import io
import random
from pathlib import Path as FilePath

import pikepdf
import pypdfium2
import pytest
from fontTools.ttLib import TTFont

from generator.backends.pdf import write_pdf
from generator.backends.svg import write_svg
from generator.backends.text import write_text
from generator.model.values import replace
from generator.scene.fonts import Font
from generator.scene.pdf.rendering import read_filled_fields
from generator.scene.shapes import Document, FormField, Page, Path
from tests.backends.made_fonts import make_cff, make_variable
from tests.backends.scenes import BLUE, BOLD, RED, box
from tests.backends.ua_rules import claims_ua
from tests.filling import fill_by_hand

TEXT = FormField(
    name="sheet/1/testing/a1/text",
    box=(10, 10, 20, 20),
    label="Testing a1",
    font=BOLD,
    colour=BLUE,
    size=6.0,
    longest=2,
    is_centred=True,
)
NAME = replace(TEXT, name="sheet/1/name//text", box=(10, 30, 60, 40), longest=0, size=0.0, value="Zoë (2)\\")
CHECK = FormField(
    name="board/1/people/a1/mark",
    box=(30, 10, 40, 20),
    label="a1: Infected",
    font=BOLD,
    colour=BLUE,
    state="infection",
    shapes=(Path(box(1, 1, 9, 9), RED),),
)
OTHER = replace(CHECK, box=(41, 10, 51, 20), state="death", label="a1: Dead")


def write(*fields: FormField) -> bytes:
    page = Page(80, 60, (Path(box(0, 0, 1, 1), RED),), fields=fields)
    return write_pdf(Document((page,), title="Form", language="en", keywords=("my-game", "sheet")))


def test_the_entries_of_fields() -> None:
    """Texts with their font, size, and limit; checks with a look for each state, and what they are for."""
    with pikepdf.open(io.BytesIO(write(TEXT, NAME, CHECK, OTHER))) as file:
        assert file.check_pdf_syntax() == []
        text, name, marks = file.Root.AcroForm.Fields
        assert [str(one.T) for one in (text, name, marks)] == [TEXT.name, NAME.name, CHECK.name]
        assert (str(text.V), int(text.MaxLen), int(text.Q), str(text.TU)) == ("", 2, 1, "Testing a1")
        assert str(text.DA) == "/W1 17 Tf 0.04 0.36 0.42 rg"
        assert str(name.V) == "Zoë (2)\\"
        assert "/MaxLen" not in name
        assert [{*kid.AP.N.keys()} for kid in marks.Kids] == [{"/infection", "/Off"}, {"/death", "/Off"}]
        assert [str(kid.TU) for kid in marks.Kids] == ["a1: Infected", "a1: Dead"]
        assert [float(side) for side in text.Rect] == pytest.approx(
            [28.346, 113.386, 56.693, 141.732], abs=0.001
        )
        assert [widget.objgen for widget in file.pages[0].Annots] == [
            text.objgen,
            name.objgen,
            *(kid.objgen for kid in marks.Kids),
        ]
        face = file.Root.AcroForm.DR.Font.W1
        assert (face.Encoding, len(face.Widths)) == (pikepdf.Name.WinAnsiEncoding, 224)


def test_what_is_typed_is_seen_in_its_colour() -> None:
    """By the embedded font, in the middle of its box; a check shows its shapes."""
    data = fill_by_hand(write(TEXT, CHECK, OTHER), {TEXT.name: "1€", CHECK.name: "death"})
    assert read_filled_fields(data).fields == {TEXT.name: "1€", CHECK.name: "death"}
    with pypdfium2.PdfDocument(data) as file:
        file.init_forms()
        picture = file[0].render(scale=8, may_draw_forms=True).to_pil().convert("RGB")
    dots = 8 * 72 / 25.4

    def count(field: FormField, colour: tuple[int, int, int]) -> int:
        seen = picture.crop(tuple(round(side * dots) for side in field.box))
        return sum(many for many, found in seen.getcolors(1 << 20) or () if found == colour)

    assert count(TEXT, (10, 92, 107)) > 2000
    assert count(CHECK, (191, 26, 26)) == 0
    assert count(OTHER, (191, 26, 26)) > 20000


def test_a_font_that_cannot_be_embedded_is_one_of_the_viewer(tmp_path: FilePath) -> None:
    """Fonts with other outlines: what is typed is set in Helvetica, and the file does not name PDF/UA."""
    make_cff(tmp_path / "made.otf").save(tmp_path / "made.otf")
    other = replace(TEXT, font=Font(tmp_path / "made.otf"))
    data = write(other)
    assert not claims_ua(data)
    with pikepdf.open(io.BytesIO(data)) as file:
        assert file.Root.AcroForm.DR.Font.W1.BaseFont == pikepdf.Name("/Helvetica-Bold")
        assert file.check_pdf_syntax() == []


def test_an_instance_of_a_variable_font_is_embedded(tmp_path: FilePath) -> None:
    """Viewers cannot choose a weight, so the file has only one."""
    make_variable(tmp_path / "made.ttf")
    other = replace(TEXT, font=Font(tmp_path / "made.ttf", weight=500))
    with pikepdf.open(io.BytesIO(write(other))) as file:
        font = file.Root.AcroForm.DR.Font.W1
        embedded = TTFont(io.BytesIO(font.FontDescriptor.FontFile2.read_bytes()))
        assert font.Widths[ord("A") - font.FirstChar] == 800
    assert "fvar" not in embedded
    assert embedded["glyf"][embedded.getBestCmap()[ord("A")]].xMax == 400


def test_other_formats_have_no_fields() -> None:
    """And a page without fields has no form."""
    page = Page(80, 60, (Path(box(0, 0, 1, 1), RED),))
    bare, filled = (Document((one,), "", "en") for one in (page, replace(page, fields=(TEXT,))))
    assert write_svg(bare, 0) == write_svg(filled, 0)
    assert write_text(bare) == write_text(filled)
    assert b"AcroForm" not in write_pdf(bare)


def test_damaged_files_are_no_files_or_have_fewer_fields() -> None:
    """Never another error."""
    data, chance, broken = write(TEXT, NAME, CHECK, OTHER), random.Random(1), 0
    for _ in range(150):
        damaged = bytearray(data)
        for _ in range(chance.randint(1, 40)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        end = chance.choice((len(damaged), chance.randrange(len(damaged))))
        try:
            assert isinstance(read_filled_fields(bytes(damaged[:end])).fields, dict)
        except ValueError:
            broken += 1
    assert 0 < broken < 150

"""`petri make --for` a cutting machine, and `--to cut-svg`: sheets and the lines to cut, read back."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import ezdxf
import pypdfium2
import pytest
from PIL import Image
from pypdfium2 import raw
from typer.testing import Result

from generator.layout.shapes.outlines import cut_outline
from generator.model.kit import Form
from generator.model.language.kinds import MM_PER_INCH
from generator.scene.svg_outline import measure_outline, parse_outline
from tests.cutters import area

Petri = Callable[..., Result]
Box = tuple[float, float, float, float]

CARDS = """\
size: 63 x 88 mm
corner: 3 mm
cards:
  - {id: rose, count: 10, colour: "#c82828"}
  - {id: moss, count: 5, colour: "#28a03c"}
template:
  front: [{ground: "{colour}"}]
  back: [{ground: "#1e3cc8"}]
"""
RINGS = """\
size: 30 x 30 mm
outline: "M0 0H30V30H0Z M10 10V20H20V10Z"
tokens: [{id: ring, count: 3}]
template: [{ground: red}]
"""
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    path = tmp_path / "deck.yaml"
    path.write_text(CARDS, encoding="utf-8")
    return path


def built(name: str = "", game: str = "deck") -> Path:
    return Path("output", game, name)


def names(game: str = "deck") -> list[str]:
    return sorted(path.name for path in built(game=game).iterdir())


def read_paths(file: Path, layer: str) -> list[str]:
    """The path data of a layer of an SVG file."""
    root = ElementTree.fromstring(file.read_text("utf-8"))
    groups = [group for group in root.iter(f"{SVG}g") if group.get("id") == layer]
    return [path.get("d", "") for group in groups for path in group.iter(f"{SVG}path")]


def measure(data: str) -> Box:
    found = measure_outline(parse_outline(data))
    assert found is not None
    return found


def measure_dxf(file: Path, height: float) -> list[Box]:
    """Boxes around the lines of a DXF file, with y downwards."""
    boxes = []
    for one in ezdxf.readfile(file).modelspace():
        xs, ys = zip(*(tuple(vertex.dxf.location)[:2] for vertex in one.vertices), strict=True)
        boxes.append((min(xs), height - max(ys), max(xs), height - min(ys)))
    return boxes


def measure_pdf(file: Path, page: int = 0) -> Iterator[tuple[str, Box]]:
    """Yield the colour and the box of each path of a page, in mm from the top left corner."""
    with pypdfium2.PdfDocument(file) as pdf:
        shown, scale = pdf[page], MM_PER_INCH / 72
        high = shown.get_height() * scale
        for one in shown.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH]):
            red, green, blue, alpha = (raw.c_uint() for _ in range(4))
            mode, stroked = raw.c_int(), raw.c_int()
            raw.FPDFPath_GetDrawMode(one, mode, stroked)
            read = raw.FPDFPageObj_GetStrokeColor if stroked.value else raw.FPDFPageObj_GetFillColor
            read(one, red, green, blue, alpha)
            left, bottom, right, top = (side * scale for side in one.get_bounds())
            box = (left, high - top, right, high - bottom)
            yield f"#{red.value:02x}{green.value:02x}{blue.value:02x}", box


def test_a_sheet_and_its_lines(petri: Petri, deck: Path) -> None:
    """Fifteen cards are on two sheets, and the second has lines of its own, with the number of its page."""
    done = petri("make", deck, "--for", "silhouette")
    assert done.exit_code == 0, done.output
    stem = "deck-en-a4-silhouette"
    cuts = [f"{stem}-cut-{page}.{kind}" for page in (1, 3) for kind in ("dxf", "svg")]
    assert names() == [*cuts, f"{stem}-print.pdf"]
    for page, count in ((1, 8), (3, 7)):
        paths = read_paths(built(f"{stem}-cut-{page}.svg"), "cut")
        assert len(paths) == count
        (card,) = {round(area(parse_outline(data)), 1) for data in paths}
        assert card == round(area(cut_outline(Form(63.0, 88.0, corner=3.0))), 1)
        drawn = measure_dxf(built(f"{stem}-cut-{page}.dxf"), 210)
        assert drawn == [pytest.approx(measure(data), abs=0.001) for data in paths]
    with pypdfium2.PdfDocument(built(f"{stem}-print.pdf")) as pdf:
        assert len(pdf) == 4


def test_files_of_lines_that_are_all_the_same_have_no_number(petri: Petri, deck: Path) -> None:
    """One file is for all sheets; those of an earlier build with more of them go."""
    assert petri("make", deck, "--for", "silhouette").exit_code == 0
    deck.write_text(CARDS.replace("count: 5", "count: 6"), encoding="utf-8")
    assert petri("make", deck, "--for", "silhouette").exit_code == 0
    stem = "deck-en-a4-silhouette"
    assert names() == [f"{stem}-cut.dxf", f"{stem}-cut.svg", f"{stem}-print.pdf"]


def test_the_file_of_lines_has_nothing_else(petri: Petri, deck: Path) -> None:
    """Lines of 0.1 mm in two layers, without fill, on a page of the same size."""
    assert petri("make", deck, "--for", "silhouette", "--cards", "moss").exit_code == 0
    (file,) = built().glob("*-cut.svg")
    text = file.read_text("utf-8")
    assert re.findall(r'<g id="(\w+)"', text) == ["cut"]
    assert text.count("<path") == 5
    assert set(re.findall(r"<path [^>]*?(fill=.*?) />", text)) == {
        'fill="none" stroke="#ff0000" stroke-width="0.1"'
    }
    assert 'width="297mm"' in text
    assert 'viewBox="0 0 297 210"' in text


def test_marks_and_lines_have_the_same_place(petri: Petri, deck: Path) -> None:
    """The printed marks and outlines, read from the PDF file, agree with the DXF file to 0.01 mm."""
    assert petri("make", deck, "--for", "silhouette,test", "--cards", "moss").exit_code == 0
    (pdf,), (dxf,) = built().glob("*-test-print.pdf"), built().glob("*-test-cut.dxf")
    found = list(measure_pdf(pdf))
    marks = [box for colour, box in found if colour == "#000000"]
    assert marks == [
        pytest.approx((9.5, 9.5, 15.5, 15.5), abs=0.01),
        pytest.approx((297 - 17.62, 9.5, 287.5, 17.62), abs=0.01),
        pytest.approx((9.5, 210 - 17.62, 17.62, 200.5), abs=0.01),
    ]
    lines = [box for colour, box in found if colour == "#ff0000"]
    assert len(lines) == 5
    middles = [((left + right) / 2, (top + bottom) / 2) for left, top, right, bottom in lines]
    cut = [((left + right) / 2, (top + bottom) / 2) for left, top, right, bottom in measure_dxf(dxf, 210)]
    assert middles == [pytest.approx(middle, abs=0.01) for middle in cut]
    assert {colour for colour, _ in found} == {"#000000", "#ff0000"}


def test_the_marks_of_an_svg_sheet(petri: Petri, deck: Path) -> None:
    """They are a layer of their own, and the lines to cut are not on the sheet."""
    assert petri("make", deck, "--for", "silhouette-4", "--to", "svg", "--backs", "none").exit_code == 0
    sheet = built("deck-en-a4-no-backs-silhouette-4-print-1.svg")
    assert len(read_paths(sheet, "registration")) == 4
    boxes = [measure(data) for data in read_paths(sheet, "registration")]
    assert boxes[3] == pytest.approx((297 - 17.62, 210 - 17.62, 287.5, 200.5), abs=0.01)
    assert not read_paths(sheet, "cut")
    assert "#ff0000" not in sheet.read_text("utf-8")


def test_lines_beside_an_ordinary_print(petri: Petri, deck: Path) -> None:
    """The print is the same to the byte, also with its crop marks."""
    assert petri("make", deck).exit_code == 0
    before = built("deck-en-a4.pdf").read_bytes()
    assert petri("make", deck, "--to", "pdf,cut-SVG,cut-dxf").exit_code == 0
    assert built("deck-en-a4.pdf").read_bytes() == before
    assert names() == [
        *(f"deck-en-a4-cut-{page}.{kind}" for page in (1, 3) for kind in ("dxf", "svg")),
        "deck-en-a4.pdf",
    ]
    assert len(read_paths(built("deck-en-a4-cut-1.svg"), "cut")) == 9


def test_pictures_for_cricut(petri: Petri, tmp_path: Path) -> None:
    """Transparent outside of the pieces and in their holes; the lines are those of the picture."""
    (tmp_path / "rings.yaml").write_text(RINGS, encoding="utf-8")
    done = petri("make", "rings.yaml", "--for", "cricut", "--dpi", "127", "--paper", "letter")
    assert done.exit_code == 0, done.output
    stem = "rings-en-letter-cricut-127dpi"
    assert names("rings") == [f"{stem}-cut.svg", f"{stem}-print.png"]
    with Image.open(built(f"{stem}-print.png", "rings")) as picture:
        assert picture.size in ((855, 1175), (1175, 855))
        clear = picture.getchannel("A")
    paths = read_paths(built(f"{stem}-cut.svg", "rings"), "cut")
    assert len(paths) == 3
    for left, top, right, bottom in map(measure, paths):
        spots = {(15, 3): 255, (3, 15): 255, (15, 15): 0, (-0.6, 15): 0, (30.6, 15): 0, (15, -0.6): 0}
        for (x, y), alpha in spots.items():
            assert clear.getpixel((round((left + x) * 5), round((top + y) * 5))) == alpha
        assert (right - left, bottom - top) == pytest.approx((30, 30))


def test_cricut_shows_backs_behind_fronts(petri: Petri, deck: Path) -> None:
    """They are pages of their own; the picture is white where a card has no art."""
    assert petri("make", deck, "--for", "cricut", "--dpi", "36", "--cards", "moss").exit_code == 0
    pages = sorted(built().glob("*-print-*.png"))
    assert len(pages) == 4
    for path, colour in zip(pages[:2], ((40, 160, 60), (30, 60, 200)), strict=True):
        with Image.open(path) as picture:
            assert picture.size in ((242, 333), (333, 242))
            middle = picture.getpixel((picture.width // 4 + 10, picture.height // 4 + 10))
            assert middle[3] == 255
            assert all(abs(one - other) <= 2 for one, other in zip(middle[:3], colour, strict=True))
            assert picture.getpixel((0, 0))[3] == 0


def test_decks_whose_backs_are_folded_have_sheets_of_backs(petri: Petri, deck: Path) -> None:
    """A folded sheet has its marks in the wrong corners."""
    deck.write_text(f"backs: fold\n{CARDS}", encoding="utf-8")
    assert petri("make", deck, "--for", "silhouette").exit_code == 0
    with pypdfium2.PdfDocument(built("deck-en-a4-silhouette-print.pdf")) as pdf:
        sides = [page.get_textpage().get_text_bounded().split(" · ")[3] for page in pdf]
    assert [side.split()[0].strip() for side in sides] == ["front", "front", "back", "back"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--for", "silhouete"], "unknown destination 'silhouete' (did you mean 'silhouette'?)"),
        (["--to", "cut-dwg"], "unknown format of cut files 'dwg'"),
        (["--for", "silhouette", "--marks", "none"], "--marks does not apply to --for silhouette"),
        (["--for", "silhouette", "--backs", "fold"], "--backs fold does not apply to --for silhouette"),
        (
            ["--for", "silhouette", "--to", "txt,gif"],
            "--for silhouette has no format txt, gif, but pdf, svg, png",
        ),
        (
            ["--for", "silhouette", "--paper", "avery_l7160"],
            "is for paper that is not cut yet, not avery_l7160",
        ),
        (["--for", "silhouette", "--paper", "80x90mm"], "does not fit between the registration marks (by"),
        (["--for", "silhouette-thin", "--grid", "3x3"], "a grid of 3 x 3 pieces of 63 x 88 mm does not fit"),
        (["--for", "cricut", "--paper", "a3"], "--for cricut is for a4 or letter, not a3"),
        (["--for", "cricut", "--bleed", "2mm"], "--bleed does not apply to --for cricut"),
        (["--for", "cricut", "--header", "Draft"], "--header does not apply to --for cricut"),
        (["--for", "cricut", "--margin", "5mm"], "--margin does not apply to --for cricut"),
        (["--for", "faces", "--to", "cut-svg"], "--to cut-svg and cut-dxf do not apply to --for faces"),
        (["--for", "faces,test"], "test needs a cutting machine, such as --for silhouette,test"),
        (["--marks", "silhouette"], "is not a setting of crop marks"),
    ],
)
def test_what_cannot_be(petri: Petri, deck: Path, words: list[str], told: str) -> None:
    """Unknown names are suggested, options that do not apply are named, and nothing is written."""
    done = petri("make", deck, *words)
    assert done.exit_code in (1, 2)
    assert told in re.sub(r"\s*│?\n│?\s*", " ", done.stderr)
    assert not Path("output").exists()


def test_a_card_that_no_picture_holds(petri: Petri, deck: Path) -> None:
    """The message has the size that the machine cuts."""
    deck.write_text(CARDS.replace("63 x 88", "180 x 240"), encoding="utf-8")
    done = petri("make", deck, "--for", "cricut")
    assert done.exit_code == 1
    assert "does not fit in the 171 x 235 mm that the machine cuts (by 9.0 mm)" in done.stderr


@pytest.mark.parametrize("words", [("--for", "silhouette"), ("--to", "cut-dxf")])
def test_only_pieces_are_cut(petri: Petri, words: tuple[str, str]) -> None:
    """A part without cards or tokens has nothing to cut; beside others, it is left out."""
    done = petri("make", "pox", "--part", "rules", *words)
    assert done.exit_code == 1
    assert (
        "--for silhouette needs a part"
        if words[0] == "--for"
        else "--to cut-svg and cut-dxf need a part" in done.stderr
    )

"""PDF files for print shops, read back: inks, guides, layers, pictures, and what the file says of itself."""

import io
import shutil
import subprocess
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageCms

from generator.backends import pixels
from generator.backends.pdf import write_pdf
from generator.backends.pdf.press import make_separator
from generator.backends.pixels import flatten_page, measure_inks
from generator.model.printing.printing import FileOptions, Inks, Separator, Standard
from generator.scene.rasters import Raster
from generator.scene.shapes import (
    Colour,
    Document,
    Group,
    Page,
    Path,
    Picture,
    Shape,
    Stroke,
    Symbol,
    Use,
    list_all,
)
from tests.backends.press_rules import find_problems
from tests.backends.press_samples import GUIDES, INK, options, page, sample, sampler
from tests.backends.scenes import BLACK, BLUE, ICON, RED, box, document, picture, raster, text
from tests.backends.test_paints import ACROSS, FADING, FADING_ROUND, LETTERS, LINE, PLATE
from tests.waiting import NEVER

WHITE, GREY = Colour(1, 1, 1), Colour(0.5, 0.5, 0.5)
STANDARDS: tuple[Standard, ...] = ("x4", "x1a")


def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(data))


def write(*shapes: Shape, standard: Standard = "x4", limit: int = 300) -> pikepdf.Pdf:
    return opened(write_pdf(document(*shapes), options(standard, limit)))


def separator(limit: int = 300) -> Separator:
    press = options("x4", limit).press
    assert press
    return make_separator(press)


def inks(file: pikepdf.Pdf, operator: str = "k") -> list[tuple[float, ...]]:
    """The colours that are chosen on the first page, in order."""
    found = pikepdf.parse_content_stream(file.pages[0])
    return [tuple(map(float, operands)) for operands, name in found if str(name) == operator]


def test_inks_of_fills_and_lines() -> None:
    """White is no ink, greys are black alone, and colours are what the profile makes of them."""
    file = write(
        Path(box(0, 0, 9, 9), WHITE),
        Path(box(0, 0, 9, 9), GREY, Stroke(BLACK, 1)),
        Path(box(0, 0, 9, 9), RED),
    )
    white, grey, red = inks(file)
    assert white == (0, 0, 0, 0)
    assert grey[:3] == (0, 0, 0)
    assert grey[3] == pytest.approx(0.64, abs=0.01)
    assert red == pytest.approx(separator().find((RED.red, RED.green, RED.blue)), abs=1e-4)
    assert red[0] < 0.1 < 0.8 < red[1]
    assert inks(file, "K") == [(0, 0, 0, 1)]


def test_small_words_are_black_and_large_ones_keep_their_colour() -> None:
    """The size on the paper counts: in a symbol that is drawn smaller, words are smaller."""
    small, large = (inks(write(text("a", 5, 9, size, colour=INK)))[0] for size in (4.4, 4.6))
    assert small == (0, 0, 0, 1)
    assert sum(large[:3]) > 1
    shrunk = Group((text("a", 5, 9, 8, colour=INK),), transform=(0.5, 0, 0, 0.5, 0, 0))
    assert inks(write(shrunk))[0] == (0, 0, 0, 1)


def test_the_limit_of_the_ink() -> None:
    """Dark blue and dark brown take more ink than either limit without it."""
    steps = [step / 12 for step in range(13)]
    colours = [(red, green, blue) for red in steps for green in steps for blue in steps]
    for limit in (300, 240):
        totals = [one.total * 100 for one in separator(limit).find_all(colours)]
        assert limit - 15 < max(totals) <= limit + 1e-6


def test_a_theme_chooses_inks() -> None:
    """A ground in rich black, and small words in black alone of the same colour."""
    chosen = (((BLACK.red, BLACK.green, BLACK.blue), Inks(0.6, 0.4, 0.4, 1.0)),)
    shapes = Path(box(0, 0, 9, 9), BLACK), text("small", 5, 9, 3), text("large", 5, 30, 9)
    file = opened(write_pdf(document(*shapes), options("x4", chosen=chosen)))
    assert inks(file) == [(0.6, 0.4, 0.4, 1), (0, 0, 0, 1), (0.6, 0.4, 0.4, 1)]


@pytest.mark.parametrize("standard", STANDARDS)
def test_guides_are_inks_of_their_own(standard: Standard) -> None:
    """CutContour and Crease overprint; there is no white below the cut, and crop marks are black."""
    file = opened(write_pdf(page(PLATE), options(standard)))
    spaces = {str(name): str(space[1]) for name, space in file.pages[0].Resources.ColorSpace.items()}
    assert set(spaces.values()) == {"/CutContour", "/Crease"}
    drawn: list[tuple[str, float]] = []
    now, width = "", 0.0
    for operands, operator in pikepdf.parse_content_stream(file.pages[0]):
        if str(operator) == "CS":
            now = spaces[str(operands[0])]
        elif str(operator) == "w":
            width = float(operands[0])
        elif str(operator) == "S":
            drawn.append((now, width))
    assert drawn == [("/CutContour", 0.12), ("/Crease", 0.25)]
    forms = [one.read_bytes() for one in file.objects if isinstance(one, pikepdf.Stream) and "/BBox" in one]
    assert len(forms) == 1
    assert b"0 0 0 1 K" in forms[0]


def layers(file: pikepdf.Pdf) -> list[str]:
    return [str(layer.Name) for layer in file.Root.OCProperties.D.Order]


def test_layers_are_in_all_files_but_those_of_x1a() -> None:
    """One for art and one for each kind of line, all of them shown; a page with art alone has none."""
    for one in (FileOptions(), options("x4")):
        assert layers(opened(write_pdf(page(PLATE), one))) == ["Art", "Crop marks", "Cut", "Fold"]
    for data in (write_pdf(page(PLATE), options("x1a")), write_pdf(document(PLATE))):
        file = opened(data)
        assert "/OCProperties" not in file.Root
        assert b" BDC" not in file.pages[0].Contents.read_bytes()


def test_a_hidden_layer_hides_its_lines() -> None:
    """pdfium draws the page without the layer, as if the group were not there."""
    before = opened(write_pdf(page(PLATE)))
    before.Root.OCProperties.D.OFF = pikepdf.Array([before.Root.OCProperties.OCGs[2]])
    written = io.BytesIO()
    before.save(written)
    art = Group((PLATE,), name="fronts")
    without = Page(100, 80, (art, GUIDES[0], GUIDES[3]))
    assert difference(written.getvalue(), write_pdf(Document((without,), "Test", "en"))) is None
    assert difference(written.getvalue(), write_pdf(page(PLATE))) is not None


def difference(first: bytes, second: bytes, *, tolerance: int = 0) -> tuple[int, int, int, int] | None:
    pictures = []
    for data in (first, second):
        with pypdfium2.PdfDocument(data) as file:
            pictures.append(file[0].render(scale=2).to_pil().convert("RGB"))
    found = ImageChops.difference(*pictures).convert("L").point([value > tolerance for value in range(256)])
    return found.getbbox()


def test_the_file_says_what_it_is() -> None:
    """Versions, boxes, and dates, which do not depend on the clock."""
    for standard, version in (("x4", "1.6"), ("x1a", "1.4")):
        file = opened(sample(standard))
        assert file.pdf_version == version
        assert str(file.docinfo["/CreationDate"]) == "D:20260101000000Z"
        assert str(file.docinfo["/Trapped"]) == "/False"
        assert str(file.Root.OutputIntents[0].OutputConditionIdentifier) == "FOGRA39"
        assert ("/Metadata" in file.Root) == (standard == "x4")


@pytest.mark.parametrize(
    ("epoch", "date"),
    [("1700000000", "D:20231114221320Z"), ("yesterday", "D:20260101000000Z"), ("", "D:20260101000000Z")],
)
def test_dates_of_builds(monkeypatch: pytest.MonkeyPatch, epoch: str, date: str) -> None:
    """SOURCE_DATE_EPOCH is the date of the file, if it is a number."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    data = write_pdf(page(PLATE), options("x4"))
    file = opened(data)
    assert str(file.docinfo["/CreationDate"]) == date
    assert find_problems(data, "x4") == []


@pytest.mark.parametrize("standard", STANDARDS)
def test_the_same_document_gives_the_same_bytes(standard: Standard) -> None:
    """Also when it is written a second time, with another file between."""
    first = write_pdf(sampler(), options(standard))
    write_pdf(sampler(), FileOptions())
    assert write_pdf(sampler(), options(standard)) == first


def test_titles_with_odd_characters() -> None:
    """Characters that XML cannot contain are replaced, and its marks are escaped."""
    odd = Document((Page(20, 20, (PLATE,)),), "A <b> & \x0b \U0001f3b2", "en")
    file = opened(write_pdf(odd, options("x4")))
    xmp = file.Root.Metadata.read_bytes().decode()
    assert "A &lt;b&gt; &amp; \ufffd \U0001f3b2" in xmp


def images(file: pikepdf.Pdf) -> list[pikepdf.Object]:
    found = file.pages[0].Resources.XObject.values()
    return [one for one in found if one.Subtype == "/Image"]


def test_pictures_are_in_inks() -> None:
    """Colours in four inks, greys in black alone; a clear picture keeps its opacity in X-4."""
    shapes = [Picture(raster(mode), 10, 10, 30, 30) for mode in ("RGB", "L", "RGBA")]
    file = write(*shapes)
    colours, grey, clear = images(file)
    assert [one.ColorSpace for one in (colours, grey, clear)] == ["/DeviceCMYK", "/DeviceGray", "/DeviceCMYK"]
    assert clear.SMask.ColorSpace == "/DeviceGray"
    assert samples(colours, "CMYK").getpixel((42, 42)) == pytest.approx(expected("RGB", 0.5), abs=5)
    tones = samples(grey, "L")
    column = [tones.getpixel((5, y)) for y in range(0, tones.height, 8)]
    assert column == sorted(column)
    assert column[0] < 60 < 200 < column[-1]


def samples(image: pikepdf.Object, mode: str) -> Image.Image:
    """The picture, decoded by qpdf from its differences."""
    size = int(image.Width), int(image.Height)
    return Image.frombytes(mode, size, image.read_bytes())


def expected(mode: str, down: float) -> tuple[int, ...]:
    """Colour of the sample after LittleCMS has converted it, from 0 to 255."""
    with Image.open(io.BytesIO(picture(mode))) as whole:
        colour = whole.getpixel((0, round(whole.height * down)))
    assert isinstance(colour, tuple)
    red, green, blue = (one / 255 for one in colour)
    return tuple(round(255 * one) for one in separator().find((red, green, blue)))


def photo(name: str = "photo.jpg", colour: tuple[int, int, int] = (20, 60, 30), **save: object) -> Raster:
    written = io.BytesIO()
    Image.new("RGB", (80, 80), colour).save(written, "JPEG", quality=95, **save)
    return Raster(name, written.getvalue())


def test_photos_stay_small_and_below_the_limit() -> None:
    """A JPEG is written as a JPEG of inks; a damaged profile does not prevent printing."""
    dark = photo(colour=(10, 8, 12))
    file = write(Picture(dark, 10, 10, 20, 20))
    (image,) = images(file)
    assert image.Filter == "/DCTDecode"
    assert [int(one) for one in image.Decode] == [1, 0] * 4
    with Image.open(io.BytesIO(image.read_raw_bytes())) as found:
        pixels = found.getpixel((40, 40))
    assert isinstance(pixels, tuple)
    assert 2.5 < sum(pixels) / 255 < 3.0
    swapped = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes().replace(b"sRGB", b"none")
    for profile in (swapped, swapped[:200]):
        file = write(Picture(photo(icc_profile=profile), 10, 10, 20, 20))
        assert images(file)[0].ColorSpace == "/DeviceCMYK"


def test_gradients_and_masks() -> None:
    """Gradients are divided, since inks change unevenly; masks are grey, and no group is in RGB."""
    file = write(Path(box(5, 5, 50, 30), ACROSS), Path(LINE, None, Stroke(FADING, 5)))
    shadings = [one for one in file.objects if isinstance(one, pikepdf.Dictionary) and "/ShadingType" in one]
    assert {str(one.ColorSpace) for one in shadings} == {"/DeviceCMYK", "/DeviceGray"}
    cmyk = next(one for one in shadings if one.ColorSpace == "/DeviceCMYK")
    assert len(cmyk.Function.Functions) == 2 + 2 * 8
    groups = [one.Group for one in file.objects if isinstance(one, pikepdf.Stream) and "/Group" in one]
    assert {str(one.CS) for one in groups} <= {"/DeviceCMYK", "/DeviceGray"}


CLEAR: dict[str, tuple[Shape, ...]] = {
    "letters": (PLATE, LETTERS),
    "a fading fill": (PLATE, Path(box(5, 5, 60, 50), FADING)),
    "a fading circle in a group": (
        PLATE,
        Group((Path(box(5, 5, 50, 40), FADING_ROUND),), transform=(0.8, 0.3, -0.3, 0.8, 20, 4)),
    ),
    "a fading line": (PLATE, Path(LINE, None, Stroke(FADING, 5))),
    "a faint group": (PLATE, Group((Path(box(30, 20, 40, 40), BLUE), Use(ICON)), opacity=0.5)),
    "a picture over a picture": (
        Picture(raster("RGB"), 10, 10, 40, 40),
        Group(
            (Picture(raster("RGBA"), 20, 20, 40, 40), text("over", 30, 40, 8)), clip=Path(box(0, 0, 90, 50))
        ),
    ),
    "one beyond the page": (PLATE, Path(box(80, 60, 60, 60), Colour(1, 0, 0, 0.5))),
    "one outside of the page": (PLATE, Path(box(180, 60, 60, 60), Colour(1, 0, 0, 0.5))),
}


@pytest.mark.parametrize("name", CLEAR)
def test_flat_pages_look_the_same(name: str) -> None:
    """Without transparency, drawn by pdfium, a page differs by hardly more than its pixels do."""
    page = document(*CLEAR[name]).pages[0]
    flat = Document((flatten_page(page, dpi=144),), "Test", "en")
    data = write_pdf(flat)
    assert b"/SMask" not in data
    assert b"/ca " not in data
    assert compare(data, write_pdf(document(*CLEAR[name]))) < 0.005
    assert find_problems(write_pdf(flat, options("x1a")), "x1a") == []


def test_pages_that_look_the_same_are_flattened_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The backs of a deck, and copies of a card, need no pictures of their own."""
    flattened: list[str] = []

    def flatten(page: Page, *, dpi: float) -> Page:
        flattened.append(page.label)
        return flatten_page(page, dpi=dpi)

    monkeypatch.setattr(pixels, "flatten_page", flatten)
    (page,) = document(PLATE, Group([Path(box(20, 20, 40, 40), Colour(1, 0, 0, 0.5))])).pages
    (other,) = document(Path(box(20, 20, 40, 40), Colour(0, 0, 1, 0.5))).pages
    pages = (replace(page, label="1"), replace(other, label="2"), replace(page, label="3"))
    data = write_pdf(Document(pages, "Test", "en"), options("x1a"))
    assert flattened == ["1", "2"]
    with pypdfium2.PdfDocument(data) as file:
        first, second, third = (one.render().to_pil().tobytes() for one in file)
    assert first == third != second


def compare(first: bytes, second: bytes) -> float:
    """Share of pixels that differ at 72 dpi."""
    pictures = []
    for data in (first, second):
        with pypdfium2.PdfDocument(data) as file:
            pictures.append(file[0].render(scale=4).to_pil().convert("RGB").reduce(4))
    levels = ImageChops.difference(*pictures).convert("L").histogram()
    return sum(levels[20:]) / sum(levels)


def test_opaque_pages_stay_as_they_are() -> None:
    """Nothing becomes a picture without need: not words above, and not what is elsewhere."""
    words = text("below", 5, 60, 5), LETTERS, text("above", 5, 70, 5)
    symbol = Symbol("panel", words, (0, 0, 90, 80))
    for around in (Group(words), Use(symbol)):
        plate, group, icon = flatten_page(document(PLATE, around, Use(ICON)).pages[0], dpi=72).shapes
        assert (plate, icon) == (PLATE, Use(ICON))
        assert isinstance(group, Group)
        below, picture, above = group.shapes
        assert (below, above) == (words[0], words[2])
        assert [type(one) for one in list_all(Picture, (picture,))] == [Picture]


def test_ink_of_a_page() -> None:
    """A quarter of the page in black, and a quarter in red."""
    page = document(Path(box(0, 0, 50, 40), BLACK), Path(box(50, 40, 50, 40), RED))
    found, red = measure_inks(page, 0, separator()), separator().find((RED.red, RED.green, RED.blue))
    assert found == pytest.approx(
        [red.cyan / 4, red.magenta / 4, red.yellow / 4, (1 + red.black) / 4], abs=0.01
    )
    words = document(text("Small dark words", 5, 20, 3, colour=INK))
    assert measure_inks(words, 0, separator())[:3] == pytest.approx([0, 0, 0], abs=0.001)


@pytest.fixture(scope="module")
def plates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Image.Image]:
    """Plates of a page with a cut line, and of the same page without it, by ghostscript."""
    if shutil.which("gs") is None:
        pytest.skip("ghostscript is not installed")
    folder = tmp_path_factory.mktemp("plates")
    found: dict[str, Image.Image] = {}
    art = Group((PLATE, Path(box(20, 20, 30, 30), BLUE), text("Words", 20, 40, 6)), name="fronts")
    for name, guides in (("with", GUIDES), ("without", [one for one in GUIDES if one.name != "cut"])):
        pages = (Page(100, 80, (art, *guides)),)
        (folder / f"{name}.pdf").write_bytes(write_pdf(Document(pages, "Test", "en"), options("x4")))
        draw = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep", "-r100"]
        out = [f"-sOutputFile={folder / name}-%d.tif", str(folder / f"{name}.pdf")]
        subprocess.run([*draw, *out], check=True, timeout=NEVER)
        for path in folder.glob(f"{name}-1(*).tif"):
            with Image.open(path) as plate:
                found[f"{name} {path.stem.partition('(')[2].rstrip(')')}"] = plate.convert("L")
    return found


def test_plates(plates: dict[str, Image.Image]) -> None:
    """Four inks and two guides; without the cut line, no other plate changes by a single pixel."""
    inks = ["Cyan", "Magenta", "Yellow", "Black"]
    assert {name.partition(" ")[2] for name in plates if name.startswith("with ")} == {
        *inks,
        "CutContour",
        "Crease",
    }
    assert "without CutContour" not in plates
    for ink in (*inks, "Crease"):
        assert ImageChops.difference(plates[f"with {ink}"], plates[f"without {ink}"]).getbbox() is None
    assert plates["with CutContour"].getextrema()[0] < 128
    assert plates["with Cyan"].getextrema()[0] < 128

"""Pictures that have their bleed already: it is printed beyond the cut, and noticed if nobody says so."""

import io
import re
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from generator.backends.pdf import write_pdf
from generator.errors import DataError
from generator.layout.document import _arrange_pieces, lay_out_part, make_press
from generator.layout.elements.pictures import get_art_bleed
from generator.layout.press import LayoutFindings
from generator.model.kit import PieceSet
from generator.model.printing.printing import CropMarks, Printing
from generator.model.style import Photograph
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.read.pictures.svg import read_drawing
from tests import shipped

RED, BLUE, GREEN = (220, 0, 0), (0, 0, 220), (0, 160, 0)
BLEED = 3.0
DPI = 300
SIZE = (63.0, 88.0)
DECK = "size: 63 x 88 mm\ncards: {pictures: art%s}\n"
TEMPLATED = "size: 63 x 88 mm\ncards: [{id: a}]\ntemplate: [{picture: {file: art/a.png%s}}]\n"


def draw(folder: Path, deck: str, *, bleed: float | None = 3.0) -> tuple[Image.Image, list[str]]:
    """The sheet with the only card, in pixels of 300 dpi, and the warnings."""
    art = folder / "art"
    art.mkdir()
    width, height = (round((side + 2 * BLEED) / 25.4 * DPI) for side in SIZE)
    edge = round(BLEED / 25.4 * DPI)
    picture = Image.new("RGB", (width, height), RED)
    picture.paste(BLUE, (edge, edge, width - edge, height - edge))
    picture.paste(GREEN, (edge + 60, edge + 60, width - edge - 60, height - edge - 60))
    picture.save(art / "a.png")
    path = folder / "deck.yaml"
    path.write_text(deck, encoding="utf-8")
    kit = read_kit(path, shelf=find_shelf())
    findings = LayoutFindings(collects=True)
    press = make_press(kit, locale="en", fonts=shipped.fonts(), findings=findings)
    printing = Printing(bleed=bleed)
    document = lay_out_part(press, kit.parts[0], paper=shipped.paper("a4"), printing=printing)
    with pypdfium2.PdfDocument(io.BytesIO(write_pdf(document))) as file:
        page = file[0].render(scale=DPI / 72).to_pil().convert("RGB")
    return page, [str(one) for one in findings.take()]


def measure(page: Image.Image) -> tuple[float, float, float]:
    """Widths of red, blue, and green along the middle of the card, in mm."""
    colours: dict[tuple[int, int, int], int] = {}
    green = [
        (x, y)
        for y in range(0, page.height, 40)
        for x in range(0, page.width, 8)
        if is_near(page, x, y, GREEN)
    ]
    row = green[len(green) // 2][1]
    for x in range(page.width):
        for colour in (RED, BLUE, GREEN):
            if is_near(page, x, row, colour):
                colours[colour] = colours.get(colour, 0) + 1
    red, blue, green_width = (colours.get(colour, 0) / DPI * 25.4 for colour in (RED, BLUE, GREEN))
    return red, blue, green_width


def is_near(page: Image.Image, x: int, y: int, colour: tuple[int, int, int]) -> bool:
    return max(abs(one - other) for one, other in zip(page.getpixel((x, y)), colour, strict=True)) < 40


@pytest.mark.parametrize(
    "deck",
    [
        DECK % ", art_bleed: 3 mm",
        TEMPLATED % ", art_bleed: 3 mm",
        "art_bleed: 3 mm\n" + TEMPLATED % "",
        "art_bleed: 3 mm\n" + DECK % "",
        "art_bleed: 1 mm\n" + TEMPLATED % ", art_bleed: 3 mm",
    ],
)
@pytest.mark.parametrize(("bleed", "red"), [(3.0, 6.0), (1.0, 2.0), (0.0, 0.0)])
def test_the_bleed_of_a_picture_is_outside_of_the_cut(
    tmp_path: Path, deck: str, bleed: float, red: float
) -> None:
    """Only as much of it as the run prints, and the picture inside has its own size."""
    page, told = draw(tmp_path, deck, bleed=bleed)
    assert told == []
    assert measure(page) == pytest.approx((red, 2 * 60 / DPI * 25.4, SIZE[0] - 2 * 60 / DPI * 25.4), abs=0.3)


@pytest.mark.parametrize("deck", [DECK % "", TEMPLATED % ""])
def test_a_size_with_bleed_is_asked_about(tmp_path: Path, deck: str) -> None:
    """Once, with what to write, and not if the file says that there is none."""
    _, (told,) = draw(tmp_path, deck)
    assert "`art_bleed: 3 mm`" in told
    assert "815 x 1110 pixels" in told


def test_a_picture_without_bleed_may_have_that_size(tmp_path: Path) -> None:
    """Its complete width is the card's then."""
    page, told = draw(tmp_path, DECK % ", art_bleed: 0 mm", bleed=0.0)
    assert told == []
    assert sum(measure(page)) == pytest.approx(SIZE[0], abs=0.3)


@pytest.mark.parametrize(
    ("pixels", "size", "bleed"),
    [
        ((815, 1110), (63.0, 88.0), 3.0),
        ((825, 1125), (63.5, 88.9), 3.175),
        ((822, 1122), (63.5, 88.9), 3.05),
        ((1644, 2244), (63.5, 88.9), 3.05),
        ((744, 1039), (63.0, 88.0), 0.0),
        ((750, 1050), (63.5, 88.9), 0.0),
        ((750, 1050), (63.0, 88.0), None),
        ((1488, 2079), (63.0, 88.0), 0.0),
        ((4000, 3000), (63.0, 88.0), None),
        ((815, 1039), (63.0, 88.0), None),
    ],
)
def test_sizes_that_say_so(pixels: tuple[int, int], size: tuple[float, float], bleed: float | None) -> None:
    """Those of services and of usual bleeds; not the size of the card itself, nor that of a photo."""
    assert get_art_bleed(Photograph(*pixels, None), *size) == (bleed and pytest.approx(bleed, abs=0.03))


@pytest.mark.parametrize(
    ("given", "bleed"),
    [
        ('width="69mm" height="94mm" viewBox="0 0 69 94"', 3.0),
        ('width="6.9cm" height="9.4cm" viewBox="0 0 260.8 355.3"', 3.0),
        ('width="195.6pt" height="266.5pt"', 3.0),
        ('width="815" height="1110"', 3.0),
        ('width="63mm" height="88mm" viewBox="0 0 815 1110"', 0.0),
        ('viewBox="0 0 69 94"', None),
        ('width="100%" height="94mm" viewBox="0 0 69 94"', None),
    ],
)
@pytest.mark.parametrize("content", ["<rect width='9' height='9'/>", "<text>A</text>"])
def test_drawings_have_their_size_on_paper(
    tmp_path: Path, given: str, bleed: float | None, content: str
) -> None:
    """As shapes and as pixels; one without a unit has a size in pixels."""
    path = tmp_path / "x.svg"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {given}>{content}</svg>', "utf-8")
    found = get_art_bleed(read_drawing(path, fonts=shipped.fonts()), *SIZE)
    assert found == (bleed and pytest.approx(bleed, abs=0.03))


def test_small_pictures_have_no_bleed(tmp_path: Path) -> None:
    """The key of the deck is for pictures that cover a side, and those without bleed say so."""
    deck = "art_bleed: 3 mm\n" + TEMPLATED % ", box: [0 mm, 0 mm, 63 mm, 44 mm], fit: stretch"
    page, _ = draw(tmp_path, deck, bleed=3.0)
    red, *others = measure(page)
    assert red == pytest.approx(6 / 69 * 63, abs=0.3)
    assert sum((red, *others)) == pytest.approx(63, abs=0.4)


def test_a_picture_without_the_bleed_of_the_deck_is_noticed(tmp_path: Path) -> None:
    """A picture as large as the card cannot have the bleed that the deck promises."""
    deck = "art_bleed: 3 mm\n" + TEMPLATED.replace("63 x 88", "69 x 94") % ""
    _, (told,) = draw(tmp_path, deck)
    assert "815 x 1110 pixels is as large as the piece without bleed" in told
    assert "write `art_bleed: 0 mm` in the picture" in told


@pytest.mark.parametrize(
    ("deck", "old"),
    [(DECK % ", bleed: 3 mm", "bleed"), (TEMPLATED % ", own_bleed: 3 mm", "own_bleed")],
)
def test_old_names_are_read_with_a_note(tmp_path: Path, deck: str, old: str) -> None:
    """Each is noted once, at its place."""
    (tmp_path / "art").mkdir()
    Image.new("RGB", (815, 1110), RED).save(tmp_path / "art" / "a.png")
    (tmp_path / "deck.yaml").write_text(deck, "utf-8")
    kit = read_kit(tmp_path / "deck.yaml", shelf=find_shelf())
    (note,) = (str(one) for one in kit.warnings if "is now" in one.message)
    assert re.search(rf"deck.yaml:\d:\d+: .*\.{old}: `{old}` is now `art_bleed`", note)
    assert note.endswith("(write `art_bleed: ...`)")


def test_the_bleed_of_pictures_is_written_once(tmp_path: Path) -> None:
    """Beside `pictures` or in the deck."""
    with pytest.raises(DataError, match=r"deck.yaml:1:1: art_bleed: is also beside `pictures`"):
        draw(tmp_path, "art_bleed: 1 mm\n" + DECK % ", art_bleed: 3 mm")


@pytest.mark.parametrize(
    ("keys", "bleed", "count", "reach"),
    [
        ("", None, 9, 0.0),
        ("keep_bleed: true\n", None, 8, 3.0),
        ("keep_bleed: true\nbleed: 2 mm\n", None, 8, 2.0),
        ("keep_bleed: false\nbleed: 2 mm\n", None, 9, 0.0),
        ("keep_bleed: true\n", 0.0, 9, 0.0),
    ],
)
def test_the_bleed_may_be_worth_a_sheet(
    tmp_path: Path, keys: str, bleed: float | None, count: int, reach: float
) -> None:
    """`keep_bleed` prints fewer cards on a sheet rather than no bleed; the option goes before it."""
    path = tmp_path / "deck.yaml"
    path.write_text(f"{keys}size: poker\ncards: [{{id: a, count: 9}}]\ntemplate: [ground: ink]\n", "utf-8")
    kit = read_kit(path, shelf=find_shelf())
    press = make_press(kit, locale="en", fonts=shipped.fonts())
    printing = Printing(bleed=bleed, marks=CropMarks(sides="none"))
    part = kit.parts[0]
    assert isinstance(part, PieceSet)
    sheets, _ = _arrange_pieces(press, part, shipped.paper("a4"), printing)
    slots = sheets[0].layout.slots
    assert len(slots) == count
    assert min(min(slot.reach) for slot in slots) == pytest.approx(reach)


def test_there_is_a_bleed_to_keep(tmp_path: Path) -> None:
    """Two keys that contradict each other are an error at one of them."""
    path = tmp_path / "deck.yaml"
    path.write_text("bleed: 0 mm\nkeep_bleed: true\nsize: poker\ncards: [{id: a}]\ntemplate: [ground: ink]\n")
    with pytest.raises(DataError, match=r"deck.yaml:2:1: keep_bleed: there is no bleed \(remove"):
        read_kit(path, shelf=find_shelf())


def test_bleed_is_for_pictures(tmp_path: Path) -> None:
    """A table has none."""
    path = tmp_path / "deck.yaml"
    (tmp_path / "a.csv").write_text("id\na\n", encoding="utf-8")
    path.write_text(
        "size: poker\ncards: {file: a.csv, art_bleed: 3 mm}\ntemplate: [{ground: ink}]\n", encoding="utf-8"
    )
    with pytest.raises(DataError, match="art_bleed: is only for `pictures`"):
        read_kit(path, shelf=find_shelf())

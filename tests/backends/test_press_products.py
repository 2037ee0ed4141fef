"""Parts of the shipped games as a print shop gets them: folds, small type, thin lines, and bleeds."""

import io
from functools import cache
from typing import Any

import pikepdf
import pytest

from generator.backends.pdf import write_pdf
from generator.layout.document import lay_out_part, make_press
from generator.layout.press import LayoutFindings
from generator.model.kit import Board
from generator.model.printing.printing import HAIRLINE, SMALL, Printing
from generator.scene.shapes import Document
from tests import shipped
from tests.backends.press_samples import options

FOLDED = (("pandemic", "nets"), ("pandemic", "tokens"), ("fight_the_virus", "dice_to_fold"))
TYPED = (("pandemic", "role_cards"), ("fight_the_virus", "aid"), ("virus_and_co", "pills"), ("pox", "board"))
MM = 72 / 25.4


def lay_out(game: str, part: str, paper: str = "a4", **printing: Any) -> Document:
    how = Printing(is_for_press=True, **printing)
    press = shipped.press(game, "en")
    return lay_out_part(press, shipped.part(game, part), paper=shipped.paper(paper), printing=how)


@cache
def opened(game: str, part: str, standard: str = "x4") -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(write_pdf(lay_out(game, part), options(standard))))


@pytest.mark.parametrize(("game", "part"), FOLDED)
def test_folds_of_pieces_are_creases(game: str, part: str) -> None:
    """Each fold is in the ink Crease and in the layer Fold, and nothing else is drawn with dashes."""
    file = opened(game, part)
    assert "Fold" in [str(layer.Name) for layer in file.Root.OCProperties.OCGs]
    layers = {str(name): str(one.Name) for name, one in file.pages[0].Resources.Properties.items()}
    inks = {str(name): str(space[1]) for name, space in file.pages[0].Resources.ColorSpace.items()}
    layer = ink = ""
    dashed = []
    for operands, operator in pikepdf.parse_content_stream(file.pages[0]):
        match str(operator):
            case "BDC" if str(operands[0]) == "/OC":
                layer = layers[str(operands[1])]
            case "CS":
                ink = inks[str(operands[0])]
            case "d" if len(operands[0]):
                dashed.append((layer, ink))
    assert set(dashed) == {("Fold", "/Crease")}
    forms = (one for one in file.objects if isinstance(one, pikepdf.Stream) and one.get("/BBox") is not None)
    for form in forms:
        assert not any(
            len(operands[0])
            for operands, operator in pikepdf.parse_content_stream(form)
            if str(operator) == "d"
        )


class Drawn:
    """What a content stream draws with type and lines, with its ink, size in mm, and overprint."""

    def __init__(self, file: pikepdf.Pdf) -> None:
        self.words: list[tuple[tuple[float, ...], float, bool]] = []
        self.lines: list[tuple[tuple[float, ...], float, bool]] = []
        for page in file.pages:
            self._read(page, page.Resources, (1.0, False))

    def _read(self, of: pikepdf.Object, resources: pikepdf.Object, state: tuple[float, bool]) -> None:
        scale, overprints = state
        fill: tuple[float, ...] = ()
        stroke: tuple[float, ...] = ()
        width = size = 0.0
        kept = []
        for operands, operator in pikepdf.parse_content_stream(of):
            match str(operator):
                case "q":
                    kept.append((scale, overprints, fill, stroke, width))
                case "Q":
                    scale, overprints, fill, stroke, width = kept.pop()
                case "cm":
                    a, b, c, d = map(float, [*operands][:4])
                    scale *= abs(a * d - b * c) ** 0.5
                case "gs":
                    overprints = bool(resources.ExtGState[operands[0]].get("/op", overprints))
                case "k":
                    fill = tuple(map(float, operands))
                case "K":
                    stroke = tuple(map(float, operands))
                case "SCN":
                    stroke = ()
                case "w":
                    width = float(operands[0])
                case "Tm":
                    size = abs(float(operands[0]))
                case "TJ":
                    self.words.append((fill, size * scale / MM, overprints))
                case "S" if stroke:
                    self.lines.append((stroke, width * scale / MM, overprints))
                case "Do":
                    one = resources.XObject[operands[0]]
                    if one.Subtype == "/Form":
                        self._read(one, one.get("/Resources", resources), (scale, overprints))


@cache
def drawn(game: str, part: str) -> Drawn:
    return Drawn(opened(game, part))


@pytest.mark.parametrize(("game", "part"), TYPED)
def test_small_dark_type_is_solid_black_that_overprints(game: str, part: str) -> None:
    """No tint of black, and no gap in the ground below it; larger type and other inks make room."""
    words = drawn(game, part).words
    small = [(ink, overprints) for ink, size, overprints in words if size < SMALL - 0.01]
    black = [overprints for ink, overprints in small if ink == (0, 0, 0, 1)]
    assert black
    assert all(black)
    assert not [ink for ink, _ in small if ink[:3] == (0, 0, 0) and 0.6 < ink[3] < 1]
    others = [overprints for ink, size, overprints in words if size > SMALL + 0.01 or ink != (0, 0, 0, 1)]
    assert not any(others)


@pytest.mark.parametrize(("game", "part"), TYPED)
def test_thin_lines_have_one_ink(game: str, part: str) -> None:
    """Greyish ones are tints of black, and only solid black overprints."""
    for ink, width, overprints in drawn(game, part).lines:
        if width < HAIRLINE - 0.01:
            is_coloured = max(ink[:3]) - min(ink[:3]) > 0.2
            assert is_coloured or sum(ink[:3]) == 0, ink
        assert not overprints or ink == (0, 0, 0, 1)


@pytest.mark.parametrize("paper", ["a4", "a3"])
@pytest.mark.parametrize(("game", "part"), shipped.list_parts(Board))
def test_a_board_has_all_of_its_bleed_on_a_page_of_its_own(game: str, part: str, paper: str) -> None:
    """The board fills the paper, or is of its own size; 3 mm of art and the crop marks are around it."""
    page = lay_out(game, part, paper).pages[0]
    assert page.trim is not None
    assert page.bleed is not None
    board, on = shipped.part(game, part), shipped.paper(paper)
    assert isinstance(board, Board)
    width, height = page.trim[2] - page.trim[0], page.trim[3] - page.trim[1]
    assert width / height == pytest.approx(board.size[0] / board.size[1])
    fits = min(max(on.width, on.height) / max(width, height), min(on.width, on.height) / min(width, height))
    assert fits == pytest.approx(1.0) or (width, height) == pytest.approx(board.size)
    for inner, outer, edge in zip(page.trim, page.bleed, (0, 0, page.width, page.height), strict=True):
        assert abs(outer - inner) == pytest.approx(3.0, abs=1e-6)
        assert abs(edge - outer) >= 5.0
    assert "crop marks" in [getattr(shape, "name", "") for shape in page.shapes]


def test_a_board_of_a_chosen_size_is_as_large_as_that() -> None:
    """However small the paper of the run is; it lies in the size as it fits best, and keeps its shape."""
    page = lay_out("pox", "board", size=(297.0, 420.0), bleed=5.0).pages[0]
    assert page.trim is not None
    assert page.bleed is not None
    board = shipped.part("pox", "board")
    assert isinstance(board, Board)
    scale = 420.0 / board.size[0]
    assert board.size[1] * scale < 297.0
    size = page.trim[2] - page.trim[0], page.trim[3] - page.trim[1]
    assert size == pytest.approx((420.0, board.size[1] * scale))
    assert page.trim[0] - page.bleed[0] == pytest.approx(5.0)


@pytest.mark.parametrize(
    ("part", "printing", "told"),
    [
        ("cards", {}, "pieces have 0 mm of bleed, not 3 mm (with `--bleed 3mm`"),
        ("cards", {"bleed": 3.0}, ""),
        (
            "board",
            {"poster": True, "size": (380.0, 537.0)},
            "of bleed, not 3 mm (with `--bleed 3mm`",
        ),
        ("board", {"poster": True, "size": (380.0, 537.0), "bleed": 3.0}, ""),
        ("board", {}, ""),
    ],
)
def test_bleed_that_is_lost_is_reported(part: str, printing: dict[str, Any], told: str) -> None:
    """Cards that share cuts have none between them, which only people at home can do with."""
    press = make_press(
        shipped.kit("pox"), locale="en", fonts=shipped.fonts(), findings=LayoutFindings(collects=True)
    )
    how = Printing(is_for_press=True, **printing)
    lay_out_part(press, shipped.part("pox", part), paper=shipped.paper("a4"), printing=how)
    found = [str(one) for one in press.findings.take()]
    assert len(found) == bool(told)
    assert told in "".join(found)
    lay_out_part(press, shipped.part("pox", part), paper=shipped.paper("a4"), printing=Printing(**printing))
    assert press.findings.take() == ()

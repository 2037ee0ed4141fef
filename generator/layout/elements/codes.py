"""Drawer of QR codes, or barcodes, as outlines."""

from collections.abc import Sequence
from math import sqrt

from generator.errors import Wrong
from generator.layout.elements.drawer import Drawer, Fields
from generator.layout.shapes.outlines import box_outline, shape_outline
from generator.model.elements.template import BarcodeElement, QrElement
from generator.model.geometry import Rectangle
from generator.scene.shapes import Path, Shape

_QUIET, _BESIDE = 4, "." * 10
"""Light border in modules: around a QR code, as in ISO/IEC 18004, and at both ends of a barcode."""
_SMALLEST = {"qr": 0.33, "barcode": 0.25}
"""Minimum width of a module in mm: four dots of a printer with 300 dots per inch, and three."""


_BITS_OF_DIGIT = 10 / 3
_LONGEST_BARCODE = 100
"""Maximum number of characters of a barcode; a longer one would be wider than any card."""


class CodeDrawer(Drawer[QrElement | BarcodeElement]):
    """Drawer of a code as one outline of all dark modules."""

    patterned = ("text", "colour", "ground")

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        text, colour, ground = self.fill(fields)
        element, palette, box = self.element, self.press.palette, self.edges
        name = "qr" if isinstance(element, QrElement) else "barcode"
        if name == "qr" and self._is_hopeless(text):
            return ()
        try:
            bars = _encode(text, element)
        except Wrong as wrong:
            self.report(name, str(wrong))
            return ()
        count, least = len(bars.partition("/")[0]), _SMALLEST[name]
        if name == "qr":
            (x, y), half = box.middle, min(box.width, box.height) / 2
            box = Rectangle(x - half, y - half, x + half, y + half)
        if (edge := box.width / count) < least:
            needed = least * count
            what = f"modules of {edge:.2f} mm are too small for phones; make the code {needed:.0f} mm wide"
            self.report(name, what, over_mm=needed - box.width)
        dark = shape_outline(bars, box)
        return (Path(box_outline(box), fill=palette[ground]), Path(dark, fill=palette[colour]))

    def _is_hopeless(self, text: str) -> bool:
        """Report a text that is far too long for its box, which would take long to encode."""
        side = min(self.edges.width, self.edges.height)
        # Digits take least: a module, dark or light, holds a bit.
        needed = _SMALLEST["qr"] * sqrt(len(text) * _BITS_OF_DIGIT)
        if needed > 2 * side:
            what = f"{len(text)} characters are too many for a code of {side:.0f} mm"
            self.report("qr", f"{what}; it needs more than {needed:.0f} mm", over_mm=needed - side)
        return needed > 2 * side


def encode_qr(text: str, *, level: str = "m", border: int = _QUIET) -> tuple[str, ...]:
    """Return the rows of a QR code with `X` for each dark module; raises Wrong if it cannot hold the text."""
    from segno import DataOverflowError, make_qr

    try:
        code = make_qr(text, error=level, boost_error=False)
    except DataOverflowError:
        raise Wrong(f"a QR code cannot hold {len(text)} characters") from None
    return tuple("".join(".X"[bool(bit)] for bit in row) for row in code.matrix_iter(border=border))


def _encode(text: str, element: QrElement | BarcodeElement) -> str:
    """Return the modules of a code as a drawing; raises Wrong if it cannot hold the text."""
    # Libraries are imported when they are needed: few kits have codes.
    if isinstance(element, QrElement):
        return "/".join(encode_qr(text, level=element.level))
    if len(text) > _LONGEST_BARCODE:
        raise Wrong(f"a barcode cannot hold {len(text)} characters, but {_LONGEST_BARCODE} at most")
    from barcode import get_barcode_class

    options = {"add_checksum": False} if element.kind == "code39" else {}
    try:
        code = get_barcode_class(element.kind)(text, **options)
        bars: str = code.build()[0]
    except Exception as error:
        raise Wrong(f"`{text}` cannot be a barcode of the kind {element.kind}: {error}") from None
    if element.kind not in ("code128", "code39") and not code.get_fullcode().startswith(text):
        raise Wrong(f"the last digit of `{text}` must be {code.get_fullcode()[-1]}: it checks the others")
    return _BESIDE + bars.replace("0", ".").replace("1", "X") + _BESIDE

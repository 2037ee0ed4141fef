"""QR codes."""

from collections.abc import Sequence
from itertools import groupby

from generator.errors import LayoutError
from generator.layout.elements.drawer import Drawer, Fields
from generator.layout.shapes.curves import rectangle
from generator.model.template import QrElement
from generator.scene.shapes import Path, Segment, Shape

_QUIET = 4
"""Width of the light border of a QR code in modules, as in ISO/IEC 18004."""
_SMALLEST_MODULE = 0.33
"""Edge of a module in mm: four dots of a printer with 300 dots per inch."""


class QrDrawer(Drawer[QrElement]):
    """Drawer of a QR code as rows of rectangles."""

    patterned = ("text", "colour", "ground")

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        text, colour, ground = self.fill(fields)
        palette, findings = self.press.palette, self.press.findings
        # Imported here, because kits without codes need not wait for it.
        from segno import DataOverflowError, make_qr

        try:
            code = make_qr(text, error=self.element.level, boost_error=False)
        except DataOverflowError:
            what = f"a QR code cannot hold {len(text)} characters"
            findings.add(LayoutError("qr", what, over_mm=0.0))
            return ()
        rows = [tuple(row) for row in code.matrix_iter(border=_QUIET)]
        edge = min(self.edges.width, self.edges.height) / len(rows)
        if edge < _SMALLEST_MODULE:
            needed = _SMALLEST_MODULE * len(rows)
            what = f"modules of {edge:.2f} mm are too small for phones; make the code {needed:.0f} mm wide"
            findings.add(LayoutError("qr", what, over_mm=needed - edge * len(rows)))
        left, top, right, bottom = self.edges
        x, y = (left + right - edge * len(rows)) / 2, (top + bottom - edge * len(rows)) / 2
        outline = rectangle(x, y, edge * len(rows), edge * len(rows))
        return (
            Path(outline, fill=palette[ground]),
            Path(_outline_modules(rows, x, y, edge), fill=palette[colour]),
        )


def _outline_modules(rows: Sequence[Sequence[int]], x: float, y: float, edge: float) -> tuple[Segment, ...]:
    """Return a rectangle for each run of dark modules in a row."""
    segments: list[Segment] = []
    for down, row in enumerate(rows):
        across = 0
        for is_dark, run in groupby(row):
            count = len(tuple(run))
            if is_dark:
                segments += rectangle(x + across * edge, y + down * edge, count * edge, edge)
            across += count
    return tuple(segments)

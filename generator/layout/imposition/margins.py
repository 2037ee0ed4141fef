"""The margin line of every sheet: its name, and a ruler to check the scale of the print."""

from collections.abc import Sequence
from functools import cache, partial
from math import inf

from generator.layout.press import Press
from generator.layout.shapes.curves import line
from generator.layout.shapes.frames import STRIP, Frame
from generator.layout.text.placing import TextShape
from generator.scene.bounds import measure_bounds
from generator.scene.shapes import GlyphRun, Group, Path, Shape, Stroke, Symbol, Transform, Use, translation

RULER = 50.0
"""Length of the ruler, in mm."""
_HEIGHT, _BASE_LINE = 2.8, 2.1
"""Height of the line, and the position of its text."""
_STRIP_CLEAR = STRIP - _HEIGHT
_STEP, _TICK, _END_TICK, _RULER_LINE = 10.0, 1.0, 2.4, 0.15
"""Distance of the ticks of the ruler, the heights of those between and at its ends, and their width."""
_GAP, _LEAST_WORDS = 3.0, 25.0
"""Distance between the text and the ruler, and the minimum room for a text."""


class MarginLine:
    """The margin lines of a document: the ruler is drawn once, the text is set for each page.

    A line is like `Space Race: Cards · en · 2 / 12 · back`, with the ruler at its end. Reports a text that
    leaves no room for the ruler.
    """

    def __init__(self, press: Press, title: str) -> None:
        self._press = press = press.in_reading_order()
        self._title = title
        width, shapes = _draw_ruler(press)
        self._ruler = Symbol("ruler", press.turn(shapes, width), (0.0, 0.0, width, _HEIGHT))
        self._set_once = cache(self._set_line)

    def place(
        self,
        frame: Frame,
        *,
        page: int,
        pages: int,
        notes: Sequence[str] = (),
        inset: float = 0.0,
        may_shorten: bool = False,
    ) -> Group:
        """Lay out the line in its strip at the edge of the page, with free space at both ends.

        Along the sides, it reads upwards. `notes` are additional texts; empty ones are skipped. A line that
        may be shortened has no ruler, or only the number of the page, instead of being too long.
        """
        box, set_line = frame.strip_box, partial(self._set_line, str(page), pages, tuple(notes))
        is_upright = frame.strip in ("top", "bottom")
        width = (box.width if is_upright else box.height) - 2 * inset
        clear = _STRIP_CLEAR if frame.strip in ("bottom", "right") else 0.0
        place: Transform = translation(box.left + inset, box.top + clear)
        if not is_upright:
            place = (0, -1, 1, 0, box.left + clear, box.bottom - inset)
        start = width - self._ruler.box[2]
        room, whole = start - _GAP, set_line(inf) if may_shorten else ()
        if room < max(_LEAST_WORDS, measure_bounds(whole)[2] if whole else 0.0):
            # Tiny paper has no room for the ruler, and sometimes only for the number of the page.
            words = whole or set_line(inf)
            if measure_bounds(words)[2] > width:
                words = self._press.line(f"{page} / {pages}", "fine_print", y=_BASE_LINE).shapes
            return Group(self._press.turn(words, width), name="margin", transform=place)
        if frame.marks and measure_bounds(set_line(inf))[2] > room:
            # Beside long registration marks, there may be no room for the title.
            short = " · ".join([f"{page} / {pages}", *filter(None, notes)])
            words = self._press.line(short, "fine_print", y=_BASE_LINE, max_width=room).shapes
        else:
            words = self._set_words(page, pages, tuple(notes), room)
        ruler = Use(self._ruler, translation(start, 0))
        return Group(self._press.turn((*words, ruler), width), name="margin", transform=place)

    def _set_words(self, page: int, pages: int, notes: tuple[str, ...], room: float) -> tuple[TextShape, ...]:
        """Set the text of a page; pages of a deck differ only in their number, so the rest is set once."""
        stand_in = "0" * len(str(pages))
        shapes = self._set_once(stand_in, pages, notes, room)
        run = shapes[0]
        if len(shapes) == 1 and isinstance(run, GlyphRun) and self._press.wording.direction == "ltr":
            places = [index for index, piece in enumerate(run.pieces) if piece.text == stand_in]
            number = self._press.line(str(page), "fine_print").shapes[0]
            if len(places) == 1 and isinstance(number, GlyphRun) and number.font is run.font:
                at = places[0]
                pieces = (*run.pieces[:at], *number.pieces, *run.pieces[at + 1 :])
                text = "".join([piece.text for piece in pieces])
                return (run._replace(pieces=pieces, text=text),)
        return self._set_line(str(page), pages, notes, room)

    def _set_line(self, page: str, pages: int, notes: tuple[str, ...], room: float) -> tuple[TextShape, ...]:
        locale = self._press.wording.locale
        # Numbers of pages have the digits 0 to 9 in all languages, as in the file's name.
        values = {"title": self._title, "locale": locale, "page": page, "pages": str(pages)}
        words = " · ".join([self._press.format("margin.line", values), *filter(None, notes)])
        return self._press.line(words, "fine_print", y=_BASE_LINE, max_width=room, thing="margin line").shapes


def _draw_ruler(press: Press) -> tuple[float, tuple[Shape, ...]]:
    """Return width and shapes of 50 mm with a tick every 10 mm, after a label with the true length."""
    label = press.line(press.format("margin.ruler"), "fine_print", y=_BASE_LINE)
    start = label.width + 1.2
    middle = _HEIGHT / 2
    segments = [*line(start, middle, start + RULER, middle)]
    for index in range(int(RULER / _STEP) + 1):
        x = start + index * _STEP
        tick = _END_TICK if index in (0, RULER / _STEP) else _TICK
        segments += line(x, middle - tick / 2, x, middle + tick / 2)
    drawn = Path(tuple(segments), stroke=Stroke(press.palette["soft"], _RULER_LINE))
    # The middles of the end ticks are 50 mm apart.
    return start + RULER + _RULER_LINE / 2, (*label.shapes, drawn)

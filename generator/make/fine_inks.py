"""Warnings about fine details of a press file in several inks, which never align exactly."""

from collections.abc import Iterator

from generator.backends.pdf.press import make_separator
from generator.errors import PrintWarning, join_some
from generator.make.jobs.jobs import Choices, Job, choose_inks
from generator.make.preflight import LEAST_INK, MOST_INKS, SMALL_COLOURED_TYPE
from generator.model.language.scalars import MM_PER_POINT
from generator.model.printing.printing import HAIRLINE, Inks
from generator.scene.shapes import Colour, Document, GlyphRun, Path, measure_least_scale, walk

_MOST_NAMED = 4
"""Maximum number of colours in a warning."""
_NEAR = 0.001


class FineInkWatch:
    """Collects the colours of small type and thin lines of a job, and warns of those with several inks."""

    def __init__(self, job: Job, choices: Choices) -> None:
        press = choices.options.press
        assert press, "only files for a press have inks"
        self._separator = make_separator(choose_inks(press, job.game.kit.theme))
        self._about = job.game.kit.name(job.part.id, job.locale)
        # A preflight reports each text itself.
        self._has_words = not (choices.destination and choices.destination.products)
        self._words: dict[Colour, float] = {}
        self._lines: dict[Colour, float] = {}
        """The smallest size in points, and the least width in mm."""

    def note(self, document: Document) -> None:
        """Collect the small type and thin lines of some pages."""
        for page in document.pages:
            for shape, transform, _ in walk(page.shapes):
                if isinstance(shape, GlyphRun) and self._has_words and shape.text.strip():
                    size = shape.size * measure_least_scale(transform) / MM_PER_POINT
                    if size < SMALL_COLOURED_TYPE - _NEAR:
                        self._words[shape.colour] = min(size, self._words.get(shape.colour, size))
                elif isinstance(shape, Path) and shape.stroke and isinstance(shape.stroke.colour, Colour):
                    width, colour = shape.stroke.width * measure_least_scale(transform), shape.stroke.colour
                    if width < HAIRLINE - _NEAR and colour != shape.fill:
                        self._lines[colour] = min(width, self._lines.get(colour, width))

    def list_warnings(self) -> Iterator[PrintWarning]:
        """Yield a warning about small type, and one about thin lines."""
        find = self._separator
        words = {
            colour: find.find_for_words(colour.rgb, size * MM_PER_POINT)
            for colour, size in self._words.items()
        }
        lines = {
            colour: find.find(find.find_line_colour(colour.rgb, width))
            for colour, width in self._lines.items()
        }
        hint = "black, or a colour whose inks the theme chooses (`press`), has no fringes"
        if listed := _describe(words):
            yield self._warn(
                f"type below {SMALL_COLOURED_TYPE:g} pt has more than {MOST_INKS} inks: {listed}; {hint}"
            )
        if listed := _describe(lines):
            yield self._warn(f"lines below {HAIRLINE:g} mm have more than {MOST_INKS} inks: {listed}; {hint}")

    def _warn(self, message: str) -> PrintWarning:
        warning = PrintWarning(message)
        warning.about = self._about
        return warning


def _describe(inks_by_colour: dict[Colour, Inks]) -> str:
    """Return the colours with too many inks."""
    many = (
        colour.hex
        for colour, inks in inks_by_colour.items()
        if sum(share >= LEAST_INK for share in inks) > MOST_INKS
    )
    return join_some(sorted({*many}), most=_MOST_NAMED)

"""Prints that save ink: the same texts at the same places, legible, on white, with less ink on every page."""

from collections.abc import Iterator
from functools import cache, lru_cache

import pytest

from generator.backends.pixels import measure_inks
from generator.layout.document import lay_out_part, make_press
from generator.layout.elements.pieces import lay_out_pieces
from generator.layout.press import Press
from generator.layout.shapes.palette import choose_palette
from generator.make.jobs.jobs import make_theme_separator
from generator.model.geometry import Rectangle
from generator.model.kit import Board, PieceSet
from generator.model.printing.printing import PressFile
from generator.model.vision import LEAST_CONTRAST, measure_contrast
from generator.read.files.shelf import find_shelf
from generator.scene.shapes import (
    WHITE,
    Colour,
    Document,
    GlyphRun,
    Group,
    Page,
    Path,
    Placed,
    Shape,
    ink_of,
    invert,
    measure_box,
    move_point,
    walk,
)
from generator.scene.svg_outline import contains, cut_up
from tests import shipped
from tests.colours import rgb
from tests.samples import proves_all, sample

SAMPLE = {
    "fight_the_virus": ("sheet",),
    "pandemic": ("board", "role_cards"),
    "pox": ("cards", "tokens", "flow"),
    "virus_and_co": ("pills", "pill_tables"),
}
PARTS = [(game, part) for game, part in shipped.list_parts() if proves_all() or part in SAMPLE[game]]
"""Parts of each kind; `make proof` tries all."""
MOST = 0.45
"""Share of the ink of cards, tokens, and boards, whose grounds need most of it."""
MOSTLY_LINES = ("dice_to_fold",)
"""Tokens that have hardly any grounds."""


@cache
def press(game: str) -> Press:
    return make_press(shipped.kit(game), locale="en", fonts=shipped.fonts(), palette=choose_palette("low"))


@lru_cache(maxsize=1)
def documents(game: str, part: str) -> tuple[Document, Document]:
    """The part as always, and with low ink."""
    low = lay_out_part(press(game), shipped.part(game, part), paper=shipped.paper("a4"))
    return shipped.document((game, part, "en", "a4")), low


@pytest.fixture(scope="module", params=PARTS, ids="-".join)
def named(request: pytest.FixtureRequest) -> tuple[str, str]:
    """Each part in turn: all questions come together, while it is at hand."""
    game, part = request.param
    return game, part


def runs(page: Page) -> list[object]:
    """Text and its place, without its colour."""
    found = ((one.shape, one.transform) for one in walk(page.shapes) if isinstance(one.shape, GlyphRun))
    return [
        (run._replace(colour=WHITE, pieces=()), [piece.glyphs for piece in run.pieces], by)
        for run, by in found
    ]


def behind(page: Page) -> Iterator[tuple[GlyphRun, Colour]]:
    """Each text with the colour of the topmost area behind its middle."""
    areas: list[tuple[Placed, Rectangle]] = []
    for placed in walk(page.shapes):
        shape, by = placed.shape, placed.transform
        if isinstance(shape, Path) and isinstance(shape.fill, Colour):
            box = Rectangle(*measure_box(Path(shape.segments)))
            areas.append((placed, Rectangle.around(move_point(by, *corner) for corner in box.corners)))
        elif isinstance(shape, GlyphRun) and not shape.text.isspace():
            x, y = move_point(by, *ink_of(shape).middle)
            near = (one for one, box in reversed(areas) if box.distance(x, y) == 0)
            yield shape, next((one.shape.fill for one in near if _covers(one, x, y)), WHITE)


def _covers(placed: Placed, x: float, y: float) -> bool:
    """Whether an area, which may be clipped, covers a point."""
    if not contains([*cut_up(placed.shape.segments)], move_point(invert(placed.transform), x, y)):
        return False
    clips = ((one.transform, one.shape.clip) for one in placed.around if isinstance(one.shape, Group))
    return all(contains([*cut_up(clip.segments)], move_point(invert(by), x, y)) for by, clip in clips if clip)


def test_texts_stay_where_they_are(named: tuple[str, str]) -> None:
    """Nothing but their colours changes, on as many pages."""
    full, low = documents(*named)
    assert len(full.pages) == len(low.pages)
    for before, after in zip(full.pages, low.pages, strict=True):
        assert runs(before) == runs(after)


def test_texts_are_legible_on_what_is_behind_them(named: tuple[str, str]) -> None:
    """Each has the contrast that WCAG asks for, on a sample of pages."""
    for page in sample(documents(*named)[1].pages, 2, key=" ".join(named)):
        wrong = {
            (run.text, run.colour.hex, colour.hex)
            for run, colour in behind(page)
            if measure_contrast(rgb(run.colour), rgb(colour)) < LEAST_CONTRAST
        }
        assert wrong == set()


def test_no_page_needs_more_ink(named: tuple[str, str]) -> None:
    """Cards, tokens, and boards need less than half, and no page of any part more than before."""
    game, part = named
    kind = shipped.part(game, part)
    pages = sample(range(len(documents(game, part)[0].pages)), 2, key=part)
    separator = make_theme_separator(find_shelf(), PressFile("x4"), shipped.kit(game).theme)
    full, low = (
        [sum(measure_inks(document, page, separator)) for page in pages] for document in documents(game, part)
    )
    assert all(after < before for before, after in zip(full, low, strict=True))
    if isinstance(kind, PieceSet | Board) and part not in MOSTLY_LINES:
        assert sum(low) <= MOST * sum(full)


def look(shapes: tuple[Shape, ...]) -> object:
    """Texts and pictures of a piece, however it is drawn."""
    found = (one for one in walk(shapes) if isinstance(one.shape, Path | GlyphRun))
    return tuple((one.shape, one.transform) for one in found)


@pytest.mark.parametrize("game", shipped.sampled_games("low ink"))
def test_pieces_that_differ_stay_different(game: str) -> None:
    """No two fronts or backs become the same that were not."""
    for part in shipped.kit(game).parts_of(PieceSet).values():
        full, low = (lay_out_pieces(one, part) for one in (shipped.press(game, "en"), press(game)))
        for side in ("front", "back"):
            before, after = ([look(getattr(one, side)) for one in pieces] for pieces in (full, low))
            assert len({*before}) == len({*after}), (part.id, side)

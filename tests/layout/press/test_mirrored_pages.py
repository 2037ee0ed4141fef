"""Pages in right-to-left languages: what is mirrored and what is not."""

from dataclasses import replace
from functools import cache

import pytest

from generator.layout.document import lay_out_part, make_press
from generator.layout.press import LayoutFindings, Press, mirror
from generator.layout.shapes.outlines import line, rectangle, stroked
from generator.model.kit import Booklet
from generator.scene.shapes import Colour, Document, GlyphRun, Group, Page, Path, Picture, Symbol, Use
from tests import shipped
from tests.backends.scenes import raster
from tests.geometry import Placed, list_overlapping, place_all, place_words, within
from tests.samples import sample
from tests.test_shipped_pages import SHOWN_SMALL

INK = Colour(0, 0, 0)


@cache
def mirrored_press() -> Press:
    """Return Fight the Virus in English, set from right to left."""
    kit = shipped.kit("fight_the_virus")
    wording = replace(kit.wordings["en"], direction="rtl")
    return make_press(replace(kit, wordings={"en": wording}), locale="en", fonts=shipped.fonts())


@cache
def document(part_id: str, **options: tuple[str, ...]) -> Document:
    part = next(part for part in shipped.kit("fight_the_virus").parts if part.id == part_id)
    return lay_out_part(mirrored_press(), part, paper=shipped.paper("a4"), **options)


def left_to_right(placed: list[Placed]) -> list[str]:
    """Return the texts of glyph runs from left to right."""
    runs = [one for one in placed if isinstance(one.shape, GlyphRun)]
    return [
        one.shape.text for one in sorted(runs, key=lambda one: one.left) if isinstance(one.shape, GlyphRun)
    ]


def only(placed: list[Placed], words: str) -> Placed:
    (found,) = [one for one in placed if isinstance(one.shape, GlyphRun) and one.shape.text == words]
    return found


def near(box: Placed, *, left: float, right: float) -> bool:
    return box.left == pytest.approx(left, abs=1e-6) and box.right == pytest.approx(right, abs=1e-6)


def test_places_are_mirrored_and_pictures_are_not() -> None:
    """Lines and groups are mirrored; an icon or a photograph is moved, but not mirrored."""
    icon = Use(Symbol("i", (), (0.0, 0.0, 4.0, 4.0)), (2.0, 0.0, 0.0, 2.0, 10.0, 5.0))
    group, photograph = Group((icon,), transform=(1, 0, 0, 1, 20, 0)), Picture(raster("L", 5), 10, 0, 30, 5)
    shapes = (stroked(line(1, 2, 3, 4), INK, 0.1), group, photograph)
    ruled, moved, picture = mirror(shapes, 100.0)
    assert picture == replace(photograph, x=60)
    assert isinstance(ruled, Path)
    assert ruled.segments == (("M", 99.0, 2), ("L", 97.0, 4))
    assert isinstance(moved, Group)
    (inner,) = moved.shapes
    assert isinstance(inner, Use)
    # From 30 to 38 mm, so from 62 to 70 seen from the other side.
    assert moved.transform[4] + inner.transform[4] == pytest.approx(62.0)
    assert inner.transform[:4] == (2.0, 0.0, 0.0, 2.0)


def test_turned_groups_lean_the_other_way() -> None:
    """A rising line in a rotated group is mirrored to a falling one."""
    turned = Group((Path(rectangle(0, 0, 2, 1), fill=INK),), transform=(0.8, -0.6, 0.6, 0.8, 10, 10))
    before = place_all(Page(50, 50, (turned,)))[0]
    after = place_all(Page(50, 50, mirror((turned,), 50.0)))[0]
    assert near(after, left=50 - before.right, right=50 - before.left)
    assert (after.top, after.bottom) == pytest.approx((before.top, before.bottom))


@pytest.mark.parametrize("part", ["sheet", "rules"])
def test_what_is_mirrored_twice_is_what_it_was(part: str) -> None:
    """Mirroring a page twice changes nothing."""
    page = shipped.document(("fight_the_virus", part, "en", "a4")).pages[0]
    again = Page(page.width, page.height, mirror(mirror(page.shapes, page.width), page.width))
    for before, after in zip(place_all(page), place_all(again), strict=True):
        assert near(after, left=before.left, right=before.right)


def test_left_to_right_needs_no_mirror() -> None:
    """In left-to-right languages, nothing is mirrored."""
    press = shipped.press("fight_the_virus", "en")
    shapes = (stroked(line(1, 2, 3, 4), INK, 0.1),)
    assert press.in_reading_order() is press
    assert press.turn(shapes, 10.0) == shapes


def test_sections_and_titles_begin_at_the_right() -> None:
    """The title is at the right edge, the first section of a band right of the second."""
    page = document("sheet").pages[0]
    words = place_words(page)
    assert only(words, "Fight the Virus").left > page.width / 2
    assert only(words, "Virus Analysis").left > only(words, "Overview").right
    assert only(words, "Testing").left > only(words, "Spread Curve").right


def test_squares_stay_where_the_rules_have_them() -> None:
    """Columns a to k and the squares of the wall run from left to right."""
    page = document("sheet").pages[0]
    labels = [one for one in within(page, "analysis") if one.height < 3]
    assert [text for text in left_to_right(labels) if text.isalpha()] == list("abcdefghijk")
    wall = [one for one in left_to_right(within(page, "testing")) if one.startswith("a") and len(one) == 2]
    assert wall == ["a1", "a2", "a3", "a4", "a5", "a6"]


def test_tracks_run_with_the_reading() -> None:
    """The 1 of research is at the right and the 12 at the left; the fields of progress likewise."""
    page = document("sheet").pages[0]
    assert left_to_right(within(page, "research")) == [str(number) for number in range(12, 0, -1)]
    assert left_to_right(within(page, "progress")) == [str(number) for number in range(21, 0, -1)]


def test_shapes_of_dice_are_not_turned_over() -> None:
    """Shapes of dice are not mirrored: the mirror image would be another shape."""

    def list_shapes(page: Page) -> set[frozenset[tuple[int, int]]]:
        placed = [one for one in within(page, "shapes") if isinstance(one.shape, Path) and one.shape.fill]
        left = [(one.left, one.top) for one in placed if one.width == pytest.approx(SIDE)]
        shapes = set()
        while left:
            shape = [left.pop()]
            for x, y in shape:
                near = [one for one in left if abs(one[0] - x) + abs(one[1] - y) < SIDE * 1.1]
                shape += near
                left = [one for one in left if one not in near]
            x, y = (min(one[axis] for one in shape) for axis in (0, 1))
            shapes.add(frozenset((round((a - x) / SIDE), round((b - y) / SIDE)) for a, b in shape))
        return shapes

    english = list_shapes(shipped.document(("fight_the_virus", "sheet", "en", "a4")).pages[0])
    # The three squares of the 3 are no row.
    assert any(len(shape) == 3 and (1, 1) in shape for shape in english)
    assert list_shapes(document("sheet").pages[0]) == english


SIDE = 4.3
"""Side of a square in the shapes of the dice, in mm."""


def test_columns_and_numbers_of_booklets_begin_at_the_right() -> None:
    """The first column is the right one; the number of an item is right of its text."""
    page = document("rules").pages[1]
    first, second = within(page, "column-1"), within(page, "column-2")
    assert min(one.left for one in first) > max(one.right for one in second)
    one = min(
        (one for one in first if isinstance(one.shape, GlyphRun) and one.shape.text == "1"),
        key=lambda o: o.top,
    )
    beside = [
        other
        for other in first
        if isinstance(other.shape, GlyphRun) and other is not one and abs(other.bottom - one.bottom) < 1
    ]
    assert beside
    assert all(other.right < one.left for other in beside)


def test_lines_of_text_end_at_the_right() -> None:
    """Paragraphs are aligned at the right; nothing leaves its column."""
    booklet = next(part for part in shipped.kit("fight_the_virus").parts if part.id == "rules")
    assert isinstance(booklet, Booklet)
    page = document("rules").pages[1]
    lead = [one for one in within(page, "column-1") if isinstance(one.shape, GlyphRun)][:3]
    right = max(one.right for one in within(page, "column-1"))
    assert max(one.right for one in lead) == pytest.approx(right, abs=0.4)


def test_the_margin_line_is_mirrored_too() -> None:
    """The title of the page is at the right, the ruler of 50 mm at the left."""
    page = document("sheet").pages[0]
    margin = within(page, "margin")
    words = [one for one in margin if isinstance(one.shape, GlyphRun) and "Fight the Virus" in one.shape.text]
    ruler = max((one for one in margin if isinstance(one.shape, Path)), key=lambda one: one.width)
    assert ruler.width == pytest.approx(50.0, abs=0.3)
    assert ruler.right < words[0].left


def test_names_are_written_into_their_field() -> None:
    """A player's name is in the field, left of its label."""
    page = document("sheet", names=("Ana",)).pages[0]
    words = place_words(page)
    assert only(words, "Ana").right < only(words, "Name (id#)").left
    assert only(words, "Ana").left > 9.0


def test_words_of_templates_begin_at_the_right() -> None:
    """The title in the header is at its right edge, and its words are in their order."""
    (page,) = document("sheet").pages
    words = [one for one in within(page, "header") if isinstance(one.shape, GlyphRun)]
    title = [one for one in words if "Fight" in one.shape.text]
    assert title[0].right == pytest.approx(page.width - 9.0, abs=1.0)
    assert "Fight the Virus" in " ".join(left_to_right(title))


@pytest.mark.parametrize(
    ("game", "part_id"),
    sample(
        [(game, part) for game in ("pandemic", "pox", "virus_and_co") for part in shipped.PARTS[game]],
        3,
        key="mirrored",
    ),
)
def test_other_games_are_sound_from_right_to_left(game: str, part_id: str) -> None:
    """Everything fits, and no words overlap: what is aligned at the start is apart from what ends there."""
    kit = shipped.kit(game)
    turned = replace(kit, wordings={"en": replace(kit.wordings["en"], direction="rtl")})
    findings = LayoutFindings(collects=True)
    press = make_press(turned, locale="en", fonts=shipped.fonts(), findings=findings)
    for page in lay_out_part(press, shipped.part(game, part_id), paper=shipped.paper("a4")).pages:
        read = [one for one in place_words(page) if not SHOWN_SMALL & {*one.groups}]
        assert [*list_overlapping(read)] == []
    assert not findings.take()

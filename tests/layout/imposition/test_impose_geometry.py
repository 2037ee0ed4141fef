"""Pieces on sheets: backs are behind their fronts, art does not overlap, marks and margins stay clear."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import LayoutError
from generator.layout.imposition.marks import make_crop_marks
from generator.layout.imposition.packing import FOLD_GAP, STRIP, SheetLayout, choose_edge_flip, flip_box
from generator.layout.imposition.pieces import FilledSheet, arrange_pieces, impose
from generator.layout.shapes.outlines import Component
from generator.model.geometry import Rectangle
from generator.model.kit import Form
from generator.model.printing.printing import Backs, CropMarks, Paper, Printing
from generator.scene.shapes import Group, Page, compose_transforms
from tests.geometry import place_all, within
from tests.layout.imposing import (
    A4,
    A5,
    BRIDGE,
    CHIP,
    CUBE,
    HEXAGON,
    LETTER,
    MINI,
    PAWN,
    POKER,
    TAROT,
    TILE,
    around,
    bare_press,
    is_apart,
    make_things,
    out_of,
    overlap,
)
from tests.samples import count_examples

EXACT = 0.01
"""Millimetres."""

MIXED = [
    *make_things(POKER, 20),
    *make_things(CHIP, 33),
    *make_things(TILE, 17),
    *make_things(HEXAGON, 5),
    *make_things(PAWN, 4),
    *make_things(CUBE, 3),
]
US_POKER = Form(63.5, 88.9)
DECKS = {
    "us poker": make_things(US_POKER, 9),
    "poker": make_things(POKER, 11),
    "full": make_things(POKER, 18),
    "tarot": make_things(TAROT, 5),
    "mini": make_things(MINI, 3),
    "chips": make_things(CHIP, 150),
    "mixed": MIXED,
}
CHOICES = {
    "default": Printing(),
    "bleed": Printing(bleed=3.0),
    "no bleed": Printing(bleed=0.0),
    "gutter": Printing(gutter=8.0),
    "portrait": Printing(turned=False),
    "landscape": Printing(turned=True),
    "no marks": Printing(marks=CropMarks(sides="none")),
}
TURNING: tuple[Backs, ...] = ("duplex-long", "duplex-short", "separate")
CASES = list(product((A4, LETTER), DECKS, CHOICES))


@dataclass(frozen=True)
class Arranged:
    """A deck that is arranged on sheets: their different layouts, one-sided and folded."""

    paper: Paper
    printing: Printing
    flat: frozenset[SheetLayout]
    folded: frozenset[SheetLayout]

    def list_all(self) -> Iterator[SheetLayout]:
        """Yield the layouts of fronts, of backs flipped both ways, and of both halves of folded sheets."""
        for layout in self.flat:
            yield from (layout, layout.mirrored("book"), layout.mirrored("calendar"))
        for layout in self.folded:
            assert layout.frame.fold is not None
            yield from (layout, layout.mirrored(layout.frame.fold))


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case[0].id}-{case[1]}-{case[2]}")
def arranged(request: pytest.FixtureRequest) -> Arranged:
    """Each deck in turn: all questions come together, while it is arranged."""
    paper, deck, choice = request.param
    flat, folded = (
        arrange_pieces(DECKS[deck], paper=paper, printing=CHOICES[choice], folded=is_folded, name="")
        for is_folded in (False, True)
    )
    layouts = (frozenset(sheet.layout for sheet in sheets) for sheets in (flat, folded))
    return Arranged(paper, CHOICES[choice], *layouts)


def impose_all(things: Sequence[Component], paper: Paper, printing: Printing, backs: Backs) -> list[Page]:
    count, pages = impose(bare_press(), things, title="Scratch", paper=paper, printing=printing, backs=backs)
    drawn = list(pages)
    assert len(drawn) == count
    return drawn


def trims(page: Page, name: str, form: Form) -> list[Rectangle]:
    """Return the trims of the pieces in a layer, from their transforms."""
    layer = next(shape for shape in page.shapes if isinstance(shape, Group) and shape.name == name)
    found = []
    for group in layer.shapes:
        assert isinstance(group, Group)
        a, b, c, d, e, f = compose_transforms(layer.transform, group.transform)
        xs = [a * x + c * y + e for x, y in ((0, 0), (form.width, form.height))]
        ys = [b * x + d * y + f for x, y in ((0, 0), (form.width, form.height))]
        found.append(Rectangle(min(xs), min(ys), max(xs), max(ys)))
    return found


def direction(page: Page, name: str) -> tuple[float, float]:
    """Return the direction that is up for the first piece of a layer."""
    layer = next(shape for shape in page.shapes if isinstance(shape, Group) and shape.name == name)
    group = layer.shapes[0]
    assert isinstance(group, Group)
    a, b, c, d, _, _ = group.transform
    assert a * d - b * c == pytest.approx(1), "nothing is mirrored or scaled"
    return (-c, -d)


@pytest.mark.parametrize("paper", [A4, A5, LETTER], ids=lambda paper: paper.id)
@pytest.mark.parametrize("backs", TURNING)
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("form", [POKER, TAROT, MINI, BRIDGE], ids=lambda form: f"{form.width:g}")
@pytest.mark.parametrize("count", [1, 2, 11])
def test_each_back_is_behind_its_front(
    paper: Paper, backs: Backs, turned: bool, form: Form, count: int
) -> None:
    """A back page has each trim behind the one of the front, also on the last sheet."""
    pages = impose_all(make_things(form, count), paper, Printing(turned=turned), backs)
    half = len(pages) // 2
    pairs = (
        zip(pages[:half], pages[half:], strict=True)
        if backs == "separate"
        else zip(pages[::2], pages[1::2], strict=True)
    )
    for front, back in pairs:
        page = Paper("", front.width, front.height, 0.0, "")
        edge = {"duplex-long": "long", "duplex-short": "short"}.get(backs)
        flip = choose_edge_flip(edge, page) if edge in ("long", "short") else "book"
        mirrored = [flip_box(box, page, flip) for box in trims(back, "backs", form)]
        for seen, lies in zip(trims(front, "fronts", form), mirrored, strict=True):
            assert lies == pytest.approx(seen, abs=EXACT)


def test_long_and_short_edges_are_those_of_the_paper() -> None:
    """Over the long edge, a portrait page turns like a book, a landscape page like a calendar."""
    assert choose_edge_flip("long", A4) == choose_edge_flip("short", A4.turned()) == "book"
    assert choose_edge_flip("short", A4) == choose_edge_flip("long", A4.turned()) == "calendar"


@pytest.mark.parametrize(
    ("turned", "backs", "same"),
    [
        (False, "duplex-long", True),
        (False, "duplex-short", False),
        (True, "duplex-long", False),
        (True, "duplex-short", True),
        (False, "separate", True),
        (True, "separate", True),
    ],
)
def test_a_card_that_is_turned_over_sideways_is_upright_again(turned: bool, backs: Backs, same: bool) -> None:
    """Flipped like a book, backs are upright like fronts; flipped like a calendar, they are upside down."""
    things = make_things(Form(60.0, 90.0), 1)
    pages = impose_all(things, A4, Printing(turned=turned, gutter=0.0), backs)
    up = direction(pages[0], "fronts")
    expected = up if same else (-up[0], -up[1])
    if up[0]:
        # A card on its side is flipped over its own other axis: the other way round.
        expected = (-expected[0], -expected[1])
    assert direction(pages[1], "backs") == pytest.approx(expected)


def test_folded_backs_are_behind_their_fronts(arranged: Arranged) -> None:
    """Mirrored at the fold in the middle of the page, each back's trim is on its front's trim."""
    for layout in arranged.folded:
        assert layout.frame.fold is not None
        behind = layout.mirrored(layout.frame.fold)
        page = layout.frame.page
        middle = (page.width if layout.frame.fold == "book" else page.height) / 2
        side = 0 if layout.frame.fold == "book" else 1
        for front, back in zip(layout.slots, behind.slots, strict=True):
            assert flip_box(back.trim, page, layout.frame.fold) == pytest.approx(front.trim, abs=EXACT)
            assert front.art[side + 2] <= middle - EXACT
            assert back.art[side] >= middle + EXACT


def test_boxes_that_overlap_are_found() -> None:
    """In any order, also where others lie between them."""
    boxes = [Rectangle(0, 0, 9, 90), Rectangle(20, 10, 30, 20), Rectangle(8, 80, 12, 99)]
    assert [is_apart(boxes), is_apart(boxes[::-1]), is_apart(boxes[:2])] == [False, False, True]


def test_no_art_meets_other_art_and_nothing_leaves_the_page(arranged: Arranged) -> None:
    """Clipped art overlaps no other art, is in the printable area, and clear of the margin line."""
    for layout in arranged.list_all():
        assert is_apart(slot.art for slot in layout.slots)
        for slot in layout.slots:
            assert out_of(slot.art, layout.frame.bounds) <= EXACT
            assert overlap(slot.art, layout.frame.strip_box) <= EXACT
            assert out_of(slot.trim, slot.art) <= EXACT


def test_bleed_that_is_asked_for_is_there(arranged: Arranged) -> None:
    """With `bleed`, every piece has at least that bleed on all sides."""
    asked = arranged.printing.bleed or 0.0
    for layout in arranged.list_all():
        for slot in layout.slots:
            assert min(slot.reach) >= min(asked, slot.form.bleed) - EXACT
            assert max(slot.reach) <= slot.form.bleed + EXACT


def test_crop_marks_are_outside_all_art(arranged: Arranged) -> None:
    """Every mark is outside all art, in line with a cut, unique, and in the printable area.

    Only if art itself extends to the edge of that area, marks are in the margin.
    """
    for layout in arranged.list_all():
        cuts = {round(edge, 3) for slot in layout.slots for edge in slot.trim}
        marks = list(mark_boxes(layout, arranged.printing.marks))
        assert len(set(marks)) == len(marks)
        full = max(out_of(slot.art, layout.frame.bounds) for slot in layout.slots) > -1.2
        for mark in marks:
            assert out_of(mark, layout.frame.free) <= (arranged.paper.margin - 3.0 if full else 0.0) + EXACT
            place = mark[0] if mark[0] == mark[2] else mark[1]
            assert any(abs(place - cut) < 0.002 for cut in cuts)
            assert all(overlap(mark, slot.art) <= -0.1 for slot in layout.slots)


def mark_boxes(layout: SheetLayout, marks: CropMarks) -> Iterator[Rectangle]:
    segments = make_crop_marks(layout, marks)
    for start, end in zip(segments[::2], segments[1::2], strict=True):
        assert start[0] == "M"
        assert end[0] == "L"
        x1, y1, x2, y2 = start[1], start[2], end[1], end[2]
        yield Rectangle(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.id)
@pytest.mark.parametrize("form", [POKER, US_POKER, TAROT, MINI, BRIDGE], ids=lambda form: f"{form.width:g}")
@pytest.mark.parametrize("bleed", [None, 0.0, 3.0])
@pytest.mark.parametrize("folded", [False, True])
def test_every_cut_of_a_full_sheet_has_its_marks(
    paper: Paper, form: Form, bleed: float | None, folded: bool
) -> None:
    """Each cut line of a grid has a mark at both ends."""
    printing = Printing(bleed=bleed)
    (sheet, *_) = arrange_pieces(
        make_things(form, 100), paper=paper, printing=printing, folded=folded, name=""
    )
    layout = sheet.layout
    marks = list(mark_boxes(layout, printing.marks))
    for side in (0, 1):
        cuts = {round(edge, 3) for slot in layout.slots for edge in slot.trim[side::2]}
        low = min(slot.trim[1 - side] for slot in layout.slots)
        high = max(slot.trim[3 - side] for slot in layout.slots)
        for cut in cuts:
            along = [mark for mark in marks if abs(mark[side] - cut) < 0.002 and mark[side] == mark[side + 2]]
            assert any(mark[3 - side] < low for mark in along), "before the first thing"
            assert any(mark[1 - side] > high for mark in along), "behind the last thing"


@cache
def capacity(form: Form, paper: Paper, printing: Printing, *, folded: bool = False) -> int:
    (sheet, *_) = arrange_pieces(
        make_things(form, 400), paper=paper, printing=printing, folded=folded, name=""
    )
    return len(sheet.components)


@pytest.mark.parametrize(
    ("form", "paper", "printing", "count"),
    [
        (POKER, A4, Printing(), 9),
        (POKER, LETTER, Printing(), 9),
        (POKER, A4, Printing(bleed=3.0), 8),
        (POKER, LETTER, Printing(bleed=3.0), 6),
        (US_POKER, A4, Printing(), 9),
        (US_POKER, LETTER, Printing(), 9),
        (BRIDGE, A4, Printing(), 9),
        (BRIDGE, LETTER, Printing(), 9),
        (MINI, A4, Printing(), 16),
        (Form(41.0, 63.0), A4, Printing(), 18),
        (TAROT, A4, Printing(), 4),
        (TAROT, LETTER, Printing(), 4),
        (Form(70.0, 70.0), A4, Printing(), 8),
        (CHIP, A4, Printing(), 150),
        (Form(16.0, 16.0, outline="round"), A4, Printing(bleed=3.0), 96),
        (TILE, A4, Printing(), 234),
        (POKER, A5, Printing(), 4),
    ],
)
def test_as_many_as_fit(form: Form, paper: Paper, printing: Printing, count: int) -> None:
    """A sheet has the maximum number of pieces for each size."""
    assert capacity(form, paper, printing) == count


@pytest.mark.parametrize(("form", "count"), [(POKER, 4), (BRIDGE, 4), (MINI, 8), (TAROT, 2)])
def test_a_folded_sheet_takes_half(form: Form, count: int) -> None:
    """Fronts are on one half of an A4 sheet, backs on the other."""
    assert capacity(form, A4, Printing(), folded=True) == count


def test_cards_have_their_bleed_if_it_costs_no_place() -> None:
    """Four tarot cards are separate on A4 with all their bleed; nine poker cards share their cuts."""
    tarot = arrange_pieces(make_things(TAROT, 4), paper=A4, printing=Printing(), folded=False, name="")[
        0
    ].layout
    assert {slot.reach for slot in tarot.slots} == {(3.0, 3.0, 3.0, 3.0)}
    poker = arrange_pieces(make_things(POKER, 9), paper=A4, printing=Printing(), folded=False, name="")[
        0
    ].layout
    assert poker.slots[4].reach == (0.0, 0.0, 0.0, 0.0)
    assert poker.slots[0].trim[2] == pytest.approx(poker.slots[1].trim[0])


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.id)
def test_a_full_grid_is_in_the_middle_of_the_page(paper: Paper) -> None:
    """Fronts and backs then match whichever way the sheet is flipped."""
    layout = arrange_pieces(make_things(POKER, 9), paper=paper, printing=Printing(), folded=False, name="")[
        0
    ].layout
    left, top = layout.slots[0].trim[:2]
    right, bottom = layout.slots[-1].trim[2:]
    assert (left + right) / 2 == pytest.approx(paper.width / 2)
    assert (top + bottom) / 2 == pytest.approx(paper.height / 2)


def test_the_last_sheet_is_cut_as_the_others_are() -> None:
    """Pieces of a partly filled sheet are at the same positions as on full sheets."""
    full, last = arrange_pieces(make_things(POKER, 11), paper=A4, printing=Printing(), folded=False, name="")
    assert [slot.trim for slot in last.layout.slots] == [slot.trim for slot in full.layout.slots[:2]]


def test_leftovers_of_several_forms_share_a_sheet() -> None:
    """One card, some chips, and tiles need one sheet, with each of them once."""
    things = [*make_things(POKER, 1), *make_things(CHIP, 9), *make_things(TILE, 6), *make_things(HEXAGON, 3)]
    (sheet,) = arrange_pieces(things, paper=A4, printing=Printing(), folded=False, name="")
    assert sorted(map(id, sheet.components)) == sorted(map(id, things))
    assert all(
        thing.form == slot.form for thing, slot in zip(sheet.components, sheet.layout.slots, strict=True)
    )


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("folded", [False, True])
def test_every_piece_is_printed_once(deck: str, folded: bool) -> None:
    """Sheets have all pieces once, those of one form in their order."""
    things = DECKS[deck]
    sheets: list[FilledSheet] = arrange_pieces(things, paper=A4, printing=Printing(), folded=folded, name="")
    printed = [thing for sheet in sheets for thing in sheet.components]
    for form in {thing.form for thing in things}:
        assert [t.id for t in printed if t.form == form] == [t.id for t in things if t.form == form]
    assert len(printed) == len(things)


@pytest.mark.parametrize("folded", [False, True])
def test_a_piece_that_does_not_fit_is_an_error(folded: bool) -> None:
    """The error has the overflow, the paper, and the part."""
    with pytest.raises(LayoutError, match=r"Scratch on A4: a piece of 200 x 260 mm does not fit") as told:
        arrange_pieces(
            make_things(Form(200.0, 260.0), 1), paper=A4, printing=Printing(), folded=folded, name="Scratch"
        )
    # On its side on half of a portrait sheet it is too high; upright on a complete one, too wide.
    half = 297 / 2 - 6.35 - STRIP - FOLD_GAP
    assert told.value.over_mm == pytest.approx(200 - half if folded else 200 - (210 - 2 * 6.35))


@pytest.mark.parametrize("backs", ["none", "separate", "fold", "duplex-long", "duplex-short"])
@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.id)
@pytest.mark.parametrize("printing", [Printing(), Printing(bleed=3.0)], ids=["tight", "bleed"])
def test_the_margin_line_touches_nothing(backs: Backs, paper: Paper, printing: Printing) -> None:
    """Every side of every sheet has one in the printable area, away from all art and marks."""
    for page in impose_all(make_things(POKER, 11), paper, printing, backs):
        box = around(within(page, "margin"))
        edge = paper.margin - EXACT
        assert out_of(box, (edge, edge, page.width - edge, page.height - edge)) <= 0
        for placed in place_all(page):
            if (
                "margin" not in placed.groups
                and "fronts" not in placed.groups
                and "backs" not in placed.groups
            ):
                assert overlap(box, (placed.left, placed.top, placed.right, placed.bottom)) < -0.1
        for name in ("fronts", "backs"):
            if within(page, name):
                assert all(overlap(box, trim) < -0.5 for trim in trims(page, name, POKER))


lengths = st.floats(min_value=8.0, max_value=120.0)


@given(
    width=lengths,
    height=lengths,
    count=st.integers(min_value=1, max_value=60),
    bleed=st.sampled_from([None, 0.0, 3.0]),
    folded=st.booleans(),
    paper=st.sampled_from([A4, LETTER]),
)
@settings(max_examples=count_examples(60))
def test_any_size_is_placed(
    width: float, height: float, count: int, bleed: float | None, folded: bool, paper: Paper
) -> None:
    """All pieces are printed in the printable area without overlap, and sheets are full.

    No other grid, upright or turned, would hold more on this paper.
    """
    things = make_things(Form(width, height), count)
    try:
        sheets = arrange_pieces(things, paper=paper, printing=Printing(bleed=bleed), folded=folded, name="")
    except LayoutError:
        assert max(width, height) > 85
        return
    assert sum(len(sheet.components) for sheet in sheets) == count
    assert len({len(sheet.components) for sheet in sheets[:-1]}) <= 1
    for layout in {sheet.layout for sheet in sheets}:
        for slot in layout.slots:
            assert out_of(slot.art, layout.frame.bounds) <= EXACT
        assert is_apart(slot.art for slot in layout.slots)
    if len(sheets) > 1 and not folded and bleed in (None, 0.0):
        reach = (paper.width - 2 * paper.margin - STRIP, paper.height - 2 * paper.margin)
        ways = [(width, height), (height, width)]
        most = max(int(reach[0] // w) * int(reach[1] // h) for w, h in ways)
        assert len(sheets[0].components) >= most


@given(counts=st.lists(st.integers(min_value=0, max_value=30), min_size=5, max_size=5).filter(any))
@settings(max_examples=count_examples(25))
def test_any_mixture_is_placed(counts: list[int]) -> None:
    """Every piece is printed once, art does not overlap, and sharing needs no additional sheets."""
    forms = (POKER, CHIP, TILE, HEXAGON, PAWN)
    things = [thing for form, count in zip(forms, counts, strict=True) for thing in make_things(form, count)]
    sheets = arrange_pieces(things, paper=A4, printing=Printing(), folded=False, name="")
    assert sum(len(sheet.components) for sheet in sheets) == len(things)
    for layout in {sheet.layout for sheet in sheets}:
        assert is_apart(slot.art for slot in layout.slots)
        for slot in layout.slots:
            assert out_of(slot.art, layout.frame.bounds) <= EXACT
    alone = [-(-count // capacity(form, A4, Printing())) for form, count in zip(forms, counts, strict=True)]
    assert len(sheets) <= sum(alone)

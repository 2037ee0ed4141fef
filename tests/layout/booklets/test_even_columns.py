"""Columns of booklets end together if their headings allow it, on a grid, and sheets have no blank pages."""

from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from generator.errors import PrintWarning
from generator.layout.columns import loosen, measure_column, place_in_column
from generator.layout.document import lay_out_part, make_press
from generator.layout.press import LayoutFindings, Press
from generator.layout.shapes.outlines import Block, PlacedBlock
from generator.model.elements.blocks import AnyBlock, Heading, ListBlock, Paragraph, PiecesFigure, WordsBlock
from generator.model.kit import Booklet
from generator.model.printing.printing import Printing
from generator.model.values import replace
from generator.scene.shapes import Document, GlyphRun, Group, Page
from tests import shipped
from tests.geometry import Placed, place_all, within
from tests.layout.imposing import A4, bare_press
from tests.samples import sample

TEXT = "A text that tells how the game is played, who begins, and who wins in the end. "
RULES = [name for name in shipped.names() if name[1] == "rules" and name[3] == "a4"]
ALWAYS = [("fight_the_virus", "rules", "ar", "a4"), ("pandemic", "rules", "en", "a4")]
UNDIVIDED = 60.0
"""Height in mm of a section's beginning, which may leave a column lower than the other one."""
_LOWEST_FULL = 0.7


def list_chapters(count: int, length: int) -> tuple[AnyBlock, ...]:
    blocks: list[AnyBlock] = []
    for number in range(count):
        items = tuple(WordsBlock(text=TEXT * (1 + index % 2)) for index in range(6))
        blocks += [Heading(f"Chapter {number}"), Paragraph(TEXT * (length + number % 3)), ListBlock(items)]
    return tuple(blocks)


def lay_out(*blocks: AnyBlock, press: Press | None = None, folded: bool = False, **more: object) -> Document:
    booklet = replace(Booklet("rules", "Title", blocks), **more)
    printing = Printing(fold_booklets=folded)
    return lay_out_part(press or bare_press(), booklet, paper=A4, printing=printing)


def collect() -> tuple[Press, LayoutFindings]:
    """A press, and the findings that it collects."""
    findings = LayoutFindings(collects=True)
    return make_press(bare_press().kit, locale="en", fonts=shipped.fonts(), findings=findings), findings


def list_columns(page: Page) -> list[list[Placed]]:
    """Contents of each column that has any, without those on the ground of a figure or note."""
    columns = [within(page, f"column-{number}") for number in (1, 2)]
    return [column for column in columns if column]


def measure_line(columns: list[list[Placed]]) -> float:
    """The distance between lines of most texts."""
    runs = [one for column in columns for one in column if isinstance(one.shape, GlyphRun)]
    sizes = Counter(round(one.shape.size * one.scale, 3) for one in runs if isinstance(one.shape, GlyphRun))
    return sizes.most_common(1)[0][0] * 1.36


@pytest.mark.parametrize(("count", "length"), [(5, 3), (8, 7), (9, 12), (14, 4), (20, 9)])
def test_columns_end_together(count: int, length: int) -> None:
    """Within a few lines of each other; only the gaps above headings are wider."""
    pages = lay_out(*list_chapters(count, length)).pages
    for number, page in enumerate(pages, start=1):
        columns = list_columns(page)
        ends = [max(one.bottom for one in column) for column in columns]
        assert len(ends) == 2
        is_last = number == len(pages)
        assert max(ends) - min(ends) <= measure_line(columns) * 3
        assert is_last or min(ends) > A4.height * 0.85


def test_only_headings_have_more_space() -> None:
    """At most two lines and a half; lists stay below their texts, and texts below each other."""
    blocks: list[AnyBlock] = []
    for number in range(12):
        items = tuple(WordsBlock(text=f"Item {item}.") for item in range(2 + number % 4))
        texts = [Paragraph(TEXT * (1 + number % 3)) for _ in range(3)]
        blocks += [Heading(f"Chapter {number}"), Paragraph("Before."), ListBlock(items), *texts]
    gaps: dict[str, set[float]] = {"Item 0.": set(), "Before.": set(), "Chapter": set()}
    line = 0.0
    for page in lay_out(*blocks).pages[:-1]:
        line = measure_line(list_columns(page))
        for column in list_columns(page):
            runs = [one for one in column if isinstance(one.shape, GlyphRun)]
            for before, after in pairwise(sorted(runs, key=lambda one: one.top)):
                for start, found in gaps.items():
                    if isinstance(after.shape, GlyphRun) and after.shape.text.startswith(start):
                        found.add(round(after.top - before.top, 1))
    assert max(gaps["Item 0."]) - min(gaps["Item 0."]) < 1
    assert max(gaps["Before."]) - min(gaps["Before."]) < 1
    assert 1 < max(gaps["Chapter"]) - min(gaps["Chapter"]) <= line * 2.5 + 0.1


def test_columns_are_left_alone_if_they_are_not_to_be_even() -> None:
    """With `even: false`, blocks have the same distance everywhere."""
    pages = lay_out(*list_chapters(14, 4), even=False).pages
    apart = []
    for page in pages[:-1]:
        ends = [max(one.bottom for one in column) for column in list_columns(page)]
        apart.append(max(ends) - min(ends))
    assert max(apart) > 5.0


def test_lines_are_on_a_grid() -> None:
    """Lines of both columns are at the same heights, or half a line apart."""
    (page, *_) = lay_out(*list_chapters(9, 8)).pages
    columns = list_columns(page)
    half = measure_line(columns) / 2
    starts = [
        min(one.bottom for one in column if isinstance(one.shape, GlyphRun) and "text that" in one.shape.text)
        for column in columns
    ]
    apart = (starts[1] - starts[0]) / half
    assert apart == pytest.approx(round(apart), abs=0.02)


def test_a_text_is_divided_between_columns() -> None:
    """With at least two lines in each; no word is lost or repeated."""
    long = " ".join(f"word{number}" for number in range(1500))
    (page, *more) = lay_out(Paragraph(long)).pages
    columns = [column for one in (page, *more) for column in list_columns(one)]
    lines = [[one.shape.text for one in column if isinstance(one.shape, GlyphRun)] for column in columns]
    assert " ".join(" ".join(text.split()) for column in lines for text in column).split() == long.split()
    assert all(len(column) >= 2 for column in lines)


SOME = sorted({*ALWAYS, *sample(RULES, 2, key="even columns")})


@pytest.mark.parametrize("name", SOME, ids="-".join)
def test_pages_of_the_games_are_even(name: shipped.Name) -> None:
    """A column is lower than the other one by no more than what cannot be divided."""
    pages = shipped.document(name).pages
    assert len(pages) % 2 == 0
    for number, page in enumerate(pages[1:], start=2):
        columns = list_columns(page)
        ends = [max(one.bottom for one in column) for column in columns]
        highest = max(one.bottom - one.top for column in columns for one in column)
        assert len(ends) == 2
        assert max(ends) - min(ends) <= max(highest, UNDIVIDED)
        if number < len(pages):
            assert max(ends) > page.height * _LOWEST_FULL


@pytest.mark.parametrize("name", SOME, ids="-".join)
def test_the_last_page_is_more_than_half_full(name: shipped.Name) -> None:
    """What closes a booklet fills its last page, so that text and pieces reach 55 % of it."""
    page = shipped.document(name).pages[-1]
    ends = [one.bottom for group in ("column-1", "column-2", "close") for one in within(page, group)]
    assert max(ends) >= 0.55 * page.height


def find_faces(page: Page) -> tuple[str, str]:
    """Return the families of the largest text on a page, and of most of its letters."""
    runs = [(one, one.shape) for one in place_all(page) if isinstance(one.shape, GlyphRun)]
    letters: Counter[str] = Counter()
    for _, run in runs:
        letters[run.font.path.stem.partition("-")[0]] += len(run.text)
    _, largest = max(runs, key=lambda pair: pair[1].size * pair[0].scale)
    return largest.font.path.stem.partition("-")[0], letters.most_common(1)[0][0]


@pytest.mark.parametrize("name", SOME, ids="-".join)
def test_the_first_page_has_a_head_and_letters_of_its_own(name: shipped.Name) -> None:
    """Art at least 36 mm high reaches three edges, text is below it; titles have a family of their own."""
    page = shipped.document(name).pages[1]
    heads = [
        one.bottom
        for one in place_all(page)
        if one.left <= 0 and one.top <= 0 and one.right >= page.width and one.bottom < page.height / 2
    ]
    assert max(heads) >= 36.0
    assert all(one.top >= 36.0 for column in list_columns(page) for one in column)
    title, text = find_faces(page)
    assert title != text or name[2] == "ja"


def test_each_game_has_a_face_for_its_titles() -> None:
    """The largest text of the rules is in another family in each of the games."""
    faces = {find_faces(shipped.document((game, "rules", "en", "a4")).pages[1])[0] for game in shipped.GAMES}
    assert len(faces) == len(shipped.GAMES)


def test_type_is_a_little_smaller_for_fuller_pages() -> None:
    """In the largest type that fits, a sixth of a column would be white."""
    *pages, _ = shipped.document(("fight_the_virus", "rules", "de", "a4")).pages
    ends = [max(one.bottom for one in column) for page in pages[1:] for column in list_columns(page)]
    assert min(ends) > A4.height * 0.85


POX_RULES = [("pox", "rules", locale, paper) for locale in shipped.LOCALES["pox"] for paper in shipped.PAPERS]


@pytest.mark.parametrize(
    "name", sorted({POX_RULES[0], *sample(POX_RULES, 1, key="full pages")}), ids="-".join
)
def test_figures_of_a_page_have_the_size_that_fills_it(name: shipped.Name) -> None:
    """No column but those of the last page ends far above the foot, and none far above the other one."""
    *pages, _ = shipped.document(name).pages
    for page in pages[1:]:
        ends = [max(one.bottom for one in column) for column in list_columns(page)]
        assert min(ends) > page.height * 0.8
        assert max(ends) - min(ends) < 10.0


def place(height: float, *, before: float = 0.0, stretch: int = 0, is_listed: bool = False) -> PlacedBlock:
    """A block on a grid of 3 mm, or an item of a list."""
    return PlacedBlock(Block((), 50.0, height), before, grid=0.0 if is_listed else 3.0, stretch=stretch)


ITEM = place(8.0, before=1.5, is_listed=True)
SECTION = [place(12.0, before=9.0, stretch=3), place(20.0, before=4.0), ITEM, ITEM, ITEM]


@pytest.mark.parametrize(
    ("shorter", "share"), [((0, 0), 1.05), ((0, 0), 1.08), ((0, 0), 1.2), ((0, 1), 1.1), ((2, 0), 1.1)]
)
def test_gaps_are_wider_where_columns_end_far_above_the_foot(shorter: tuple[int, int], share: float) -> None:
    """Each by no more than 60 %, and those below a text not at all; columns end together."""
    columns = [[*SECTION, *SECTION, *SECTION[: len(SECTION) - left]] for left in shorter]
    before = [measure_column(column) for column in columns]
    room = max(before) * share
    looser = loosen(columns, room)
    after = [measure_column(column) for column in looser]
    assert min(after) > min(before)
    assert max(after) <= room
    assert max(after) - min(after) <= max(max(before) - min(before), 3.0)
    for column, wider in zip(columns, looser, strict=True):
        gaps, now = list_gaps(column), list_gaps(wider)
        assert now[0] == gaps[0] == 0.0
        assert all(gap <= new <= gap * 1.6 + 0.01 for gap, new in zip(gaps, now, strict=True))


def list_gaps(column: list[PlacedBlock]) -> list[float]:
    tops = [*place_in_column(column)]
    bottoms = [0.0, *(top + item.block.height for top, item in tops)]
    return [top - bottom for (top, _), bottom in zip(tops, bottoms, strict=False)]


def test_gaps_of_full_columns_stay() -> None:
    columns = [[*SECTION, *SECTION]] * 2
    room = measure_column(columns[0])
    assert loosen(columns, room) == columns
    assert loosen(columns, room * 1.03) == columns
    assert loosen(columns, room * 1.04) != columns


@pytest.mark.parametrize("locale", sample(["en", "es"], 1, key="foot"))
def test_a_page_before_a_high_section_ends_near_the_foot(locale: str) -> None:
    """Both columns would end 25 mm above the foot, because the next block is 80 mm high."""
    page = shipped.document(("pox", "rules", locale, "a4")).pages[2]
    ends = [max(one.bottom for one in column) for column in list_columns(page)]
    assert min(ends) > page.height * 0.87
    assert max(ends) - min(ends) < 3.0


@cache
def draw_bus(size: float) -> PiecesFigure:
    """A figure of a card, which is kept, as a press knows figures by their identity."""
    return PiecesFigure(("south_bus",), size=size)


@pytest.mark.parametrize(("size", "is_larger"), [(24.0, True), (36.0, True), (38.0, False), (40.0, False)])
def test_figures_are_larger_or_smaller_to_fill_a_page(size: float, is_larger: bool) -> None:
    """By no more than a third, where the columns would end 20 mm above the foot otherwise."""
    section = (Heading("Buses", level=2), draw_bus(size))
    page = lay_out(*section * 24, press=shipped.press("pox", "en")).pages[0]
    drawn = max(one.right - one.left for one in within(page, "small pieces"))
    assert 1.1 < (drawn / size if is_larger else size / drawn) < 1.34
    assert min(max(one.bottom for one in column) for column in list_columns(page)) > A4.height - 22.0


def test_pieces_are_never_larger_than_they_are() -> None:
    """Where a page would be rather empty, too; cards are drawn in their real size at most."""
    press = shipped.press("pox", "en")
    for size in range(50, 62, 2):
        section = (Heading("Buses", level=2), Paragraph("Text."), draw_bus(float(size)))
        for page in lay_out(*section * 8, press=press).pages:
            drawn = within(page, "small pieces")
            assert not drawn or max(one.right - one.left for one in drawn) < 63.0 + 0.5


def test_a_low_figure_is_not_kept_with_the_list_after_it() -> None:
    """Only a text stays with what follows; a figure may end a page, and the list begins the next."""
    figure, press = draw_bus(8.0), shipped.press("pox", "en")
    steps = ListBlock(tuple(WordsBlock(text=TEXT * 3) for _ in range(4)), numbered=True)
    apart = 0
    for lines in range(24, 34):
        blocks = (*[Paragraph("Read this.")] * lines, figure, steps)
        pages = lay_out(*blocks, press=press, columns=1, even=False).pages
        drawn = [number for number, page in enumerate(pages) if within(page, "small pieces")]
        begun = [number for number, page in enumerate(pages) if TEXT.split()[1] in say(page)]
        apart += drawn[0] < begun[0]
    assert apart >= 2


def say(page: Page) -> str:
    return " ".join(one.shape.text for one in place_all(page) if isinstance(one.shape, GlyphRun))


def test_figures_keep_their_size_on_a_full_page() -> None:
    """The size that is asked for, and the line around a card."""
    section = (Heading("Buses", level=2), draw_bus(30.0))
    page = lay_out(*section * 24, press=shipped.press("pox", "en")).pages[0]
    assert max(one.right - one.left for one in within(page, "small pieces")) < 31.0


@pytest.mark.parametrize("count", [6, 9, 12, 15])
def test_pages_are_a_multiple(count: int) -> None:
    """Type is a little larger or smaller, so that no page is blank; a warning says what is too much."""
    press, findings = collect()
    plain = lay_out(*list_chapters(count, 9))
    filled = lay_out(*list_chapters(count, 9), press=press, multiple=2)
    warnings = [str(one) for one in findings.take() if isinstance(one, PrintWarning)]
    if len(filled.pages) % 2:
        assert any("1 blank page; with " in one and "less, it fits on " in one for one in warnings)
    else:
        assert not warnings
        assert len(filled.pages) - len(plain.pages) in (-1, 0, 1)


@pytest.mark.parametrize(("length", "count"), [(6, 4), (7, 7), (12, 8), (19, 16)])
def test_folded_booklets_have_full_sheets(length: int, count: int) -> None:
    """Type is a little larger or smaller; a text that this does not fill has blank pages, and a warning."""
    press, findings = collect()
    document = lay_out(*list_chapters(length, 9), press=press, folded=True)
    names = [shape.name for page in document.pages for shape in page.shapes if isinstance(shape, Group)]
    assert len([name for name in names if name.startswith("page ")]) == count
    warnings = [str(one) for one in findings.take() if isinstance(one, PrintWarning)]
    assert any(" blank page" in one for one in warnings) is (count % 4 > 0)

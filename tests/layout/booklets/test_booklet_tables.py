"""Tables of booklets: columns, rows, repeated heads, and rows to write in."""

from dataclasses import replace

import pytest

from generator.errors import LayoutError
from generator.layout.booklets import BookletSetting
from generator.layout.document import make_press
from generator.layout.elements.blocks import BlockSetter
from generator.layout.elements.drawer import Setter
from generator.layout.elements.tables import lay_out_table
from generator.layout.press import Press
from generator.model.elements.blocks import Cell, Paragraph, Table, TableColumn, TableRow
from generator.model.kit import Booklet
from generator.scene.shapes import GlyphRun, Page, Path
from tests import shipped
from tests.geometry import Placed, place_all, place_words

SENTENCES = {
    "t.name": "Name",
    "t.value": "Value",
    "t.words": "some words that need more than one line of a narrow column",
    "t.round": "Round 1",
    "t.caption": "What it is worth",
    "t.wide": "Quarantines",
    "t.long": "Donaudampfschifffahrtsgesellschaftskapitänswitwe",
}


def press(direction: str = "ltr") -> Press:
    kit = shipped.kit("fight_the_virus")
    wording = kit.wordings["en"]
    sentences = {**wording.sentences, **SENTENCES}
    wording = replace(wording, sentences=sentences, direction="rtl" if direction == "rtl" else "ltr")
    return make_press(replace(kit, wordings={"en": wording}), locale="en", fonts=shipped.fonts())


COLUMNS = (TableColumn("t.name", width=2.0), TableColumn("t.value", align="center"), TableColumn(align="end"))


def table(*rows: TableRow) -> Table:
    return Table(COLUMNS, rows)


def row(*cells: str) -> TableRow:
    return TableRow(tuple(map(Cell, cells)))


def drawn(given: Table, *, width: float = 80.0, direction: str = "ltr") -> list[list[Placed]]:
    """Return the placed shapes of each item, relative to its origin."""
    reading = press(direction).in_reading_order()
    items = lay_out_table(Setter(reading), given, width=width)
    turned = [(reading.turn(item.block.shapes, width), item.block.height) for item in items]
    return [place_all(Page(width, height, shapes)) for shapes, height in turned]


def words_of(placed: list[Placed]) -> list[tuple[str, Placed]]:
    return [(one.shape.text, one) for one in placed if isinstance(one.shape, GlyphRun)]


def test_cells_are_in_their_columns() -> None:
    """The first column is twice as wide; texts are aligned at the start, the middle, or the end."""
    _, body = drawn(table(row("t.name", "3", "14")))
    (name, at_name), (three, at_three), (fourteen, at_fourteen) = words_of(body)
    assert (name, three, fourteen) == ("Name", "3", "14")
    assert 0 < at_name.left < 3
    assert (at_three.left + at_three.right) / 2 == pytest.approx(50, abs=0.3)
    assert 77 < at_fourteen.right < 80


def test_heads_have_one_size() -> None:
    """A long word that is reduced to fit reduces the other heads, but not the rows."""
    columns = (TableColumn("t.name"), TableColumn("t.wide"))
    head, body = drawn(Table(columns, (row("t.name", "3"),)), width=40.0)
    sizes = {word: placed.shape.size for word, placed in words_of(head) if isinstance(placed.shape, GlyphRun)}
    assert sizes["Name"] == sizes["Quarantines"] < press().style("key").size
    ((_, name), _) = words_of(body)
    assert isinstance(name.shape, GlyphRun)
    assert name.shape.size == press().style("body").size


def list_cell_sizes(columns: tuple[TableColumn, ...], *rows: TableRow) -> dict[str, float]:
    """Size of each text of a table."""
    placed = [one for item in drawn(Table(columns, rows), width=60.0) for one in item]
    return {one.shape.text.strip(): one.shape.size for one in placed if isinstance(one.shape, GlyphRun)}


@pytest.mark.parametrize("grid", [0, 1])
@pytest.mark.parametrize("long_row", [0, 1, 2])
def test_texts_of_a_column_have_one_size(grid: int, long_row: int) -> None:
    """A word that is reduced to fit reduces the others of its column, but no other column."""
    body = press().style("body").size
    rows = [row("a", "one"), row("b", "two"), row("c", "three")]
    rows[long_row] = row("d", "Quarantines!")
    sizes = list_cell_sizes((TableColumn(width=2.0), TableColumn(grid=grid)), *rows)
    letters, *words = ({size for text, size in sizes.items() if len(text) == length} for length in (1, 3, 12))
    assert letters == {body}
    assert len(set.union(*words)) == 1
    assert set.union(*words).pop() < body


def test_a_cell_with_a_size_of_its_own_keeps_it() -> None:
    """It is neither reduced with its column, nor does it reduce the others."""
    body = press().style("body").size
    large = TableRow((Cell("x"), Cell("77", font_size=2 * body)))
    sizes = list_cell_sizes((TableColumn(), TableColumn()), row("a", "one"), large)
    assert (sizes["one"], sizes["77"]) == (body, 2 * body)


def test_columns_of_right_to_left_languages_start_on_the_right() -> None:
    """The first column is on the right."""
    _, body = drawn(table(row("1", "2", "3")), direction="rtl")
    (_, first), (_, second), (_, third) = words_of(body)
    assert first.left > second.left > third.left


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_lines_in_a_grid_begin_in_equal_places(direction: str) -> None:
    """A line that is wider than a place takes two, and what has no room is below the first."""
    columns = (TableColumn(grid=4),)
    given = Table(columns, (row("a\nb\nquarantines\nc"),))
    (body,) = drawn(given, width=43.6, direction=direction)
    starts = {
        text: (one.left if direction == "ltr" else 43.6 - one.right, one.bottom)
        for text, one in words_of(body)
    }
    places = {text: round((left - 1.8) / 10.0) for text, (left, _) in starts.items()}
    assert places == {"a": 0, "b": 1, "quarantines": 2, "c": 0}
    assert starts["a"][1] < starts["c"][1]
    for text, (left, _) in starts.items():
        assert left == pytest.approx(1.8 + 10.0 * places[text], abs=0.6)


def test_rows_are_as_high_as_their_text_needs() -> None:
    """A long text has more lines, the other cells are centred vertically, and nothing leaves the row."""
    _, low, high = drawn(table(row("a", "1", ""), row("t.words", "2", "")))
    lines = words_of(high)
    assert len({round(placed.bottom, 3) for text, placed in lines if text != "2"}) >= 2
    items = lay_out_table(Setter(press()), table(row("a", "1", ""), row("t.words", "2", "")), width=80)
    assert items[2].block.height > items[1].block.height
    for item, placed in zip(items[1:], (low, high), strict=True):
        for _, one in words_of(placed):
            assert 0 < one.top < one.bottom < item.block.height
    two = next(placed for text, placed in lines if text == "2")
    assert (two.top + two.bottom) / 2 == pytest.approx(items[2].block.height / 2, abs=0.6)


def test_rows_to_write_in() -> None:
    """Empty rows have the height of the table, and every cell has a frame."""
    empty = TableRow((Cell(),) * 3)
    given = replace(table(empty, empty), look="grid", row_height=9.0)
    items = lay_out_table(Setter(press()), given, width=80.0)
    assert [item.block.height for item in items[1:]] == [9.0, 9.0]
    for item in items[1:]:
        placed = place_all(Page(80, 9, item.block.shapes))
        frames = [one for one in placed if isinstance(one.shape, Path) and one.shape.stroke]
        assert len(frames) == 3
        assert [one for one in placed if isinstance(one.shape, GlyphRun)] == []


def test_every_other_row_is_shaded() -> None:
    """The first and the third rows are shaded, so that a line is easy to follow."""
    rows = drawn(table(*(row("a", "b", "c") for _ in range(4))))[1:]
    shaded = [any(isinstance(one.shape, Path) and one.shape.fill for one in placed) for placed in rows]
    assert shaded == [True, False, True, False]


def test_heading_over_all_columns() -> None:
    """It is one text at the start of the line, and stays with the row after it."""
    items = lay_out_table(Setter(press()), table(TableRow(heading="t.round"), row("a", "b", "c")), width=80)
    assert items[1].keeps_next
    words = words_of(place_all(Page(80, 20, items[1].block.shapes)))
    assert " ".join(text for text, _ in words) == "Round 1"


def test_word_wider_than_its_column() -> None:
    """It is made narrower or broken, unless the table has no such words."""
    narrow = table(row("a", "t.long", "c"))
    lay_out_table(Setter(press()), narrow, width=60)
    with pytest.raises(LayoutError, match="too wide"):
        lay_out_table(Setter(press()), replace(narrow, without=("narrow",)), width=60)


def test_a_column_is_as_wide_as_the_longest_word_of_its_head() -> None:
    """Other columns give it the room that they do not need; heads that fit leave the widths as declared."""
    columns = (TableColumn("t.wide", width=1.0), TableColumn("t.value", width=4.0))
    heads = [text.strip() for text, _ in words_of(drawn(Table(columns, (row("a", "b"),)), width=40)[0])]
    assert heads == ["Quarantines", "Value"]
    narrow = Table((TableColumn("t.wide"),) * 3, (row("a", "b", "c"),))
    starts = [one.left for _, one in words_of(drawn(narrow, width=40)[1])]
    assert 0 < starts[0] < starts[1] < starts[2] < 40
    cells = [one.left for _, one in words_of(drawn(Table(columns, (row("a", "b"),)), width=120)[1])]
    assert cells[1] - cells[0] == pytest.approx(24, abs=0.3)


def booklet_pages(rows: int, columns: int = 2) -> list[Page]:
    blocks = (Paragraph("t.words"), table(*(row("t.name", f"{number}", "x") for number in range(rows))))
    booklet = Booklet("b", "t.name", blocks, columns=columns)
    paper = shipped.paper("a4")
    return [
        Page(paper.width, paper.height, shapes)
        for shapes, _ in BookletSetting(press(), booklet, paper).lay_out()
    ]


def test_the_head_is_repeated_in_every_column() -> None:
    """A divided table has its head above each part, and every row once."""
    pages = booklet_pages(200)
    assert len(pages) >= 2
    numbers = []
    for page in pages:
        heads = [
            one for one in place_words(page) if isinstance(one.shape, GlyphRun) and one.shape.text == "Value"
        ]
        cells = [
            one for one in place_words(page) if isinstance(one.shape, GlyphRun) and one.shape.text.isdigit()
        ]
        numbers += [int(one.shape.text) for one in cells if isinstance(one.shape, GlyphRun)]
        columns = {"left" if one.left < 105 else "right" for one in cells}
        assert {"left" if one.left < 105 else "right" for one in heads} == columns
        assert len(heads) == len(columns)
    assert sorted(numbers) == list(range(200))


def test_short_table_stays_together() -> None:
    """Six rows and their head are never divided."""
    items = lay_out_table(Setter(press()), table(*(row("a", "b", "c") for _ in range(6))), width=80)
    assert [item.keeps_next for item in items] == [True] * 6 + [False]


def test_a_table_may_have_larger_type_than_the_text_around_it() -> None:
    """Its text and rows are larger; its caption is not."""
    plain = replace(table(row("t.name", "3", "14")), caption="t.caption")
    large = replace(plain, scale=1.5)
    sizes = [
        [one.shape.size for item in drawn(given) for one in item if isinstance(one.shape, GlyphRun)]
        for given in (plain, large)
    ]
    *cells, caption = [second / first for first, second in zip(*sizes, strict=True)]
    assert cells[-1] == pytest.approx(1.5)
    assert caption == pytest.approx(1.0)


def test_a_short_text_stays_with_its_table() -> None:
    """A text before a table is not at the end of a column with the table in the next one."""
    paper = shipped.paper("a4")
    example = (Paragraph("t.round"), table(row("t.name", "77", "x"), row("t.name", "78", "x")))
    for count in range(40, 60):
        booklet = Booklet("b", "t.name", (*[Paragraph("t.words")] * count, *example))
        found = []
        for shapes, _ in BookletSetting(press(), booklet, paper).lay_out():
            for placed in place_words(Page(paper.width, paper.height, shapes)):
                if isinstance(placed.shape, GlyphRun) and placed.shape.text in ("Round 1", "77"):
                    found.append(placed.groups[0])
        assert len(found) == 2
        assert len(set(found)) == 1, f"after {count} paragraphs"


def test_a_total_is_bold_below_a_thick_line() -> None:
    """All its cells are bold, and a line separates it from the rows above."""
    plain = row("t.name", "3", "14")
    total = TableRow(total=plain.cells)
    _, above, below = drawn(table(plain, total))
    faces = [
        [one.shape.font.name for one in placed if isinstance(one.shape, GlyphRun)]
        for placed in (above, below)
    ]
    assert len(faces[0]) == len(faces[1]) == 3
    assert len(set(faces[0])) == 1
    assert not set(faces[0]) & set(faces[1])
    strokes = [one.shape.stroke for one in below if isinstance(one.shape, Path)]
    assert max(stroke.width for stroke in strokes if stroke) > 0.5


@pytest.mark.parametrize("zoom", [1.0, 0.96, 1.3])
def test_a_type_size_is_that_on_paper(zoom: float) -> None:
    """In a table that is drawn smaller or larger for the type around it, too."""
    given = replace(table(row("t.name", "3", "14")), font_size=2.5)
    items = BlockSetter(press(), zoom=zoom).list_items(given, 80.0)
    page = Page(80.0, 40.0, tuple(item.block.at(0.0, 0.0) for item in items[1:]))
    assert {round(one.shape.size * one.scale, 3) for _, one in words_of(place_all(page))} == {2.5}

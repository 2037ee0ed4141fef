"""Layout of pieces: repeated shapes are drawn once, nothing leaves the bleed, errors are reported."""

from dataclasses import replace
from pathlib import Path as FilePath

import pytest

from generator.backends.pdf import write_pdf
from generator.errors import LayoutError, MissingGlyph
from generator.layout.document import lay_out_part, make_press
from generator.layout.elements.drawer import Fields, Room
from generator.layout.elements.drawers import make_drawers
from generator.layout.elements.pieces import ReadyTemplate, lay_out_pieces
from generator.layout.press import LayoutFindings, Press
from generator.layout.shapes.outlines import Component, distance_to_cut, list_piece_faces
from generator.model.elements.boxes import WHOLE, Box, Condition, Measure
from generator.model.elements.template import (
    Element,
    Ground,
    GroupElement,
    IconElement,
    PanelElement,
    PathElement,
    RepeatElement,
    Template,
    TurnedElement,
    WordsElement,
)
from generator.model.kit import Deck, Form, Kit, Piece, PieceSet
from generator.scene.shapes import Document, GlyphRun, Group, Page, Path, Picture, Shape, Use, list_all
from generator.scene.svg_outline import cut_up
from tests import shipped
from tests.geometry import Placed, place_all, place_words
from tests.read.conftest import _copy_shelf
from tests.read.crew import part, read_crew

WORDS = {
    "deck": "Deck",
    "city.lima": "Lima",
    "city.oslo": "Oslo",
    "count": "Card {number}",
    "long": "A sentence that is far too long for a place as small as this one is",
}


POKER = Form(63, 88)


def mm(*lengths: float) -> Box:
    left, top, width, height = lengths
    return Box(Measure(left), Measure(top), Measure(width), Measure(height))


def press(findings: LayoutFindings | None = None) -> Press:
    """Return a press with the theme of a shipped game and the texts of these tests."""
    kit = shipped.kit("fight_the_virus")
    wording = kit.wordings["en"]
    sentences = {**wording.sentences, **WORDS}
    return make_press(
        replace(kit, wordings={"en": replace(wording, sentences=sentences)}),
        locale="en",
        fonts=shipped.fonts(),
        findings=findings,
    )


def piece_set(
    *elements: Element, form: Form = POKER, pieces: tuple[Piece, ...] = (), back: str = ""
) -> PieceSet:
    """Return a deck of one template, also for the back if wanted."""
    pieces = pieces or (Piece("lima", {"id": "lima"}, "card", back),)
    deck = Deck("deck", form, pieces)
    return PieceSet("deck", "deck", (deck,), {"card": Template("card", elements)})


def page(thing: Component) -> Page:
    """Return a page with only the front of a component, at the top left."""
    return Page(300, 300, tuple(thing.front))


def draw(*elements: Element, form: Form = POKER, **fields: str | tuple[str, ...]) -> list[Placed]:
    pieces = (Piece("lima", {"id": "lima", **fields}, "card"),)
    (thing,) = lay_out_pieces(press(), piece_set(*elements, form=form, pieces=pieces))
    return place_all(page(thing))


def cards(count: int, **fields: str) -> tuple[Piece, ...]:
    return tuple(
        Piece(
            f"c{index}",
            {"id": f"c{index}", "number": str(index), "colour": ("red", "ink")[index % 2], **fields},
            "card",
        )
        for index in range(count)
    )


def test_as_many_things_as_pieces_are_printed() -> None:
    """Components are in the order of the file, the same object once for each copy."""
    pieces = (Piece("a", {"id": "a"}, "card", count=3), Piece("b", {"id": "b"}, "card"))
    things = lay_out_pieces(press(), piece_set(Ground("red"), pieces=pieces))
    assert [thing.id for thing in things] == ["a", "a", "a", "b"]
    assert things[0] is things[1] is things[2]
    assert things[0].draw_back is None


def test_what_uses_no_field_is_one_symbol() -> None:
    """Ground and frame of a hundred cards are one symbol; only their texts are drawn for each."""
    elements = (
        Ground("red"),
        PanelElement(mm(3, 3, 57, 82), fill="paper"),
        WordsElement(mm(5, 5, 53, 8), role="body", text="{number}"),
    )
    things = lay_out_pieces(press(), piece_set(*elements, pieces=cards(100)))
    firsts = {id(next(iter(thing.front))) for thing in things}
    assert len(firsts) == 1
    use, run = things[7].front
    assert isinstance(use, Use)
    assert len(use.symbol.shapes) == 2
    assert isinstance(run, GlyphRun)
    assert run.text == "7"


def test_what_uses_few_fields_is_a_symbol_for_each_of_their_values() -> None:
    """A hundred cards in two colours have two symbols."""
    elements = (
        Ground("{colour}"),
        IconElement(mm(5, 5, 9, 9), icon="virus", when=(Condition("colour", ("red",)),)),
    )
    things = lay_out_pieces(press(), piece_set(*elements, pieces=cards(100)))
    symbols = [shape.symbol for thing in things for shape in thing.front if isinstance(shape, Use)]
    assert len(symbols) == 100
    assert len(set(symbols)) == 2
    assert {len(symbol.shapes) for symbol in symbols} == {1, 2}


def test_texts_with_fields_are_set_for_each_piece() -> None:
    """A text with a placeholder is set for each piece, even if the template has no fields."""
    element = WordsElement(mm(5, 5, 53, 8), role="body", say="count")
    things = lay_out_pieces(press(), piece_set(element, pieces=cards(20)))
    said = ["".join(run.text for run in place_texts(thing)) for thing in things]
    assert said == [f"Card {index}" for index in range(20)]


def test_sentences_are_found_by_fields() -> None:
    """`city.{id}` is the key of a text for each piece."""
    pieces = (Piece("lima", {"id": "lima"}, "card"), Piece("oslo", {"id": "oslo"}, "card"))
    element = WordsElement(mm(5, 5, 53, 8), role="body", say="city.{id}")
    things = lay_out_pieces(press(), piece_set(element, pieces=pieces))
    assert ["".join(run.text for run in place_texts(thing)) for thing in things] == ["Lima", "Oslo"]


def place_texts(thing: Component) -> list[GlyphRun]:
    return [placed.shape for placed in place_words(page(thing)) if isinstance(placed.shape, GlyphRun)]


def test_ground_goes_out_to_the_bleed() -> None:
    """A card has 3 mm of bleed, or less if requested."""
    (ground,) = draw(Ground("red"))
    assert (ground.left, ground.top, ground.right, ground.bottom) == (-3, -3, 66, 91)
    (thing,) = lay_out_pieces(press(), piece_set(Ground("red")), bleed=1)
    (ground,) = place_all(page(thing))
    assert (ground.left, ground.right) == (-1, 64)
    assert thing.form.bleed == 1


def test_panels_that_bleed() -> None:
    """With `bleeds`, edges on the trim extend to the bleed; others do not."""
    (panel,) = draw(PanelElement(mm(0, 40, 63, 48), fill="red", bleeds=True))
    assert (panel.left, panel.top, panel.right, panel.bottom) == (-3, 40, 66, 91)
    (panel,) = draw(PanelElement(mm(0, 40, 63, 48), fill="red"))
    assert (panel.left, panel.top, panel.right, panel.bottom) == (0, 40, 63, 88)


@pytest.mark.parametrize("bleeds", [False, True])
@pytest.mark.parametrize("depth", [1, 2])
def test_panels_that_bleed_in_groups(depth: int, bleeds: bool) -> None:
    """In a group as large as the piece, they reach the bleed as well; in a smaller one, they do not."""
    inner: Element = PanelElement(mm(0, 40, 63, 48), fill="red", bleeds=True)
    whole, small = inner, GroupElement((inner,), mm(0, 0, 60, 88))
    tab: Element = PanelElement(mm(5, 2, 20, 8), fill="red")
    for _ in range(depth):
        whole, tab = GroupElement((whole,), bleeds=bleeds), GroupElement((tab,), bleeds=bleeds)
    (panel,) = draw(whole)
    assert (panel.left, panel.top, panel.right, panel.bottom) == (-3, 40, 66, 91)
    (panel,) = draw(tab)
    assert (panel.left, panel.top, panel.right, panel.bottom) == (5, 2, 25, 10)
    (panel,) = draw(small)
    assert panel.left == 0


@pytest.mark.parametrize("bleed", [0.0, 2.0, 3.0])
def test_paths_keep_their_place(bleed: float) -> None:
    """Their data are in mm from the corner of the box, whatever the bleed of the piece is."""
    data = f"M -{bleed:g} 10 L {63 + bleed:g} 10 L 63 {48 + bleed:g} Z"
    element = PathElement(mm(0, 40, 63, 48), data=data, fill="red", bleeds=True)
    (thing,) = lay_out_pieces(press(), piece_set(element), bleed=bleed)
    (path,) = place_all(page(thing))
    assert (path.left, path.top, path.right, path.bottom) == (-bleed, 50, 63 + bleed, 88 + bleed)


def test_a_panel_that_reaches_beyond_the_bleed_is_cut() -> None:
    """A large circle half outside of the card is clipped to the bleed."""
    element = PanelElement(mm(30, 30, 80, 80), shape="ellipse", fill="red", bleeds=True)
    (thing,) = lay_out_pieces(press(), piece_set(element))
    clips = [shape.clip for shape in list_all(Group, thing.front) if shape.clip is not None]
    assert len(clips) == 1
    xs = [float(segment[1]) for segment in clips[0].segments if len(segment) > 1]
    assert (min(xs), max(xs)) == (-3, 66)


def test_parts_of_the_piece() -> None:
    """Percentages are those of the piece, with lengths added or subtracted."""
    box = Box(Measure(2, 0.5), Measure(part=0.25), Measure(-4, 0.5), Measure(part=0.5))
    (panel,) = draw(PanelElement(box, fill="red"), form=Form(60, 80))
    assert (panel.left, panel.top, panel.right, panel.bottom) == (32, 20, 58, 60)


def test_words_shrink_until_they_fit() -> None:
    """Text is as large as fits, but not below the role's smallest size."""
    style = shipped.kit("fight_the_virus").theme.type["body"]
    (wide,) = draw(WordsElement(mm(3, 3, 57, 10), role="body", text="{id}"))
    assert isinstance(wide.shape, GlyphRun)
    assert wide.shape.size == style.size
    words = draw(WordsElement(mm(3, 3, 20, 5), role="body", text="Lima and Oslo"))
    sizes = {placed.shape.size for placed in words if isinstance(placed.shape, GlyphRun)}
    assert len(sizes) == 1
    assert style.smallest <= sizes.pop() < style.size
    assert max(placed.right for placed in words) <= 23


def test_words_are_in_their_box() -> None:
    """Text is aligned vertically, by the height of capitals, and horizontally."""
    tall = mm(10, 10, 40, 40)
    top, middle, bottom = (
        draw(WordsElement(tall, role="body", text="HH", upright=upright))[0]
        for upright in ("top", "middle", "bottom")
    )
    assert (middle.top + middle.bottom) / 2 == pytest.approx(30, abs=1e-6)
    assert top.top < 13
    assert bottom.bottom > 47
    start, center, end = (
        draw(WordsElement(tall, role="body", text="HH", align=align))[0]
        for align in ("start", "center", "end")
    )
    assert start.left == pytest.approx(10)
    assert (center.left + center.right) / 2 == pytest.approx(30)
    assert end.right == pytest.approx(50)


def test_never_more_lines_than_asked_for() -> None:
    """`lines: 1` makes text smaller even if a second line would fit."""
    box = mm(5, 5, 20, 20)
    two = draw(WordsElement(box, role="body", text="Lima and Oslo"))
    one = draw(WordsElement(box, role="body", text="Lima and Oslo", lines=1))
    assert len({placed.bottom for placed in two}) == 2
    assert len({placed.bottom for placed in one}) == 1


def test_turned_words() -> None:
    """Elements are rotated around the middle of their box, `turned` ones around that of the piece."""
    words = WordsElement(mm(10, 10, 40, 20), role="body", text="HHHHHH", align="center", upright="middle")
    (flat,), (upright,) = draw(words), draw(replace(words, angle="90"))
    assert (upright.left + upright.right) / 2 == pytest.approx((flat.left + flat.right) / 2)
    assert upright.height == pytest.approx(flat.width)
    (turned,) = draw(TurnedElement((words,)))
    assert (turned.left, turned.bottom) == pytest.approx((63 - flat.right, 88 - flat.top))


def test_a_field_gives_the_angle() -> None:
    """Texts and icons are rotated by the angle in a field; an empty field is 0."""
    words = WordsElement(mm(10, 10, 40, 20), role="body", text="HHHHHH", align="center", angle="{turn}")
    icon = IconElement(mm(10, 10, 20, 20), "arrow", angle="{turn}")

    def box(element: Element, **fields: str) -> tuple[float, ...]:
        (placed,) = draw(element, **fields)
        return placed.left, placed.top, placed.right, placed.bottom

    for element in (words, icon):
        assert box(element, turn="90") == box(replace(element, angle="90"))
        assert box(element, turn="") == box(replace(element, angle="0")) != box(element, turn="90")


def test_repetition() -> None:
    """A repeat has a cell for each item, aligned in a row or a column."""
    cell = PanelElement(WHOLE, fill="red")
    pieces = (Piece("a", {"id": "a", "pills": ("red", "blue", "x"), "number": "2"}, "card"),)

    def boxes(element: RepeatElement) -> list[tuple[float, float]]:
        (thing,) = lay_out_pieces(press(), piece_set(element, pieces=pieces))
        return [(round(placed.left, 6), round(placed.top, 6)) for placed in place_all(page(thing))]

    row = RepeatElement(mm(3, 10, 57, 5), over="pills", draw=(cell,), gap=1)
    assert boxes(row) == [(3, 10), (9, 10), (15, 10)]
    assert boxes(replace(row, align="end")) == [(43, 10), (49, 10), (55, 10)]
    assert boxes(replace(row, align="center"))[1] == (29, 10)
    assert boxes(replace(row, cell=Measure(10)))[2] == (25, 10)
    assert boxes(replace(row, over="number")) == [(3, 10), (9, 10)]
    assert boxes(replace(row, direction="column", box=mm(3, 10, 5, 57)))[2] == (3, 22)


def test_items_are_seen_by_what_is_repeated() -> None:
    """The item is available in texts as `{item}` and in conditions as `item`."""
    pieces = (Piece("a", {"id": "a", "pills": ("red", "blue")}, "card"),)
    inner = (
        WordsElement(WHOLE, role="body", text="{item}", when=(Condition("item", ("red",)),)),
        WordsElement(WHOLE, role="body", text="no", when=(Condition("item", ("red",), negated=True),)),
    )
    element = RepeatElement(mm(3, 10, 57, 20), over="pills", draw=inner)
    (thing,) = lay_out_pieces(press(), piece_set(element, pieces=pieces))
    assert [run.text for run in place_texts(thing)] == ["red", "no"]


def test_patterns_are_cut_to_their_panel() -> None:
    """The clip of a pattern is the outline of its panel."""
    element = PanelElement(mm(10, 10, 20, 20), shape="diamond", pattern="dots", pattern_colour="red")
    (thing,) = lay_out_pieces(press(), piece_set(element))
    (clip,) = [shape.clip for shape in list_all(Group, thing.front) if shape.clip is not None]
    assert clip.segments[0] == ("M", 20, 10)


@pytest.mark.parametrize("outline", ["round", "hexagon"])
def test_art_of_round_things_is_cut_to_the_bleed(outline: str) -> None:
    """A ground is clipped, so that it does not extend into the next component."""
    form = Form(20, 20 if outline == "round" else 24, outline=outline, bleed=2)
    (thing,) = lay_out_pieces(press(), piece_set(Ground("red"), form=form))
    (group,) = thing.front
    assert isinstance(group, Group)
    assert group.clip is not None
    for (x, y), (x2, y2) in cut_up(group.clip.segments):
        assert -distance_to_cut(form, (x + x2) / 2, (y + y2) / 2) == pytest.approx(2, abs=0.1)


def test_words_keep_to_the_safe_zone_of_round_things() -> None:
    """A text itself must be inside the safe zone; the corners of its box need not."""
    chip = Form(16, 16, outline="round", safe=1)
    words = WordsElement(mm(1, 1, 14, 14), role="body", text="{id}", align="center", upright="middle")
    assert draw(words, form=chip)
    with pytest.raises(LayoutError, match=r"'LIMA' is too close to the cut line \(by "):
        draw(replace(words, text="LIMA", upright="top", align="start"), form=chip)


def test_words_keep_away_from_a_line_of_their_own() -> None:
    """On the back, the line is mirrored."""
    tag = Form(40, 20, outline="path", safe=1)
    words = WordsElement(mm(31, 5, 8, 10), role="body", text="I")
    piece = Piece("lima", {"id": "lima"}, "card", outline="M10 0H40V20H10Z")
    assert lay_out_pieces(press(), piece_set(words, form=tag, pieces=(piece,)))
    with pytest.raises(LayoutError, match="'I' is too close to the cut line"):
        lay_out_pieces(press(), piece_set(words, form=tag, pieces=(replace(piece, back="card"),)))


def test_words_keep_out_of_holes() -> None:
    """A hole inside the box of a text is a cut line, like the edge of the piece."""
    words = WordsElement(mm(10, 5, 20, 10), role="title", text="LIMA", align="center", upright="middle")
    tag = Form(40, 20, outline="path", safe=1, path="M0 0H40V20H0Z")
    assert draw(words, form=tag)
    with pytest.raises(LayoutError, match="'LIMA' is too close to the cut line"):
        draw(words, form=replace(tag, path=f"{tag.path}M18 9H22V11H18Z"))


def test_a_standee_shows_its_front_twice() -> None:
    """Without a back, both sides have the front: upright below the fold, upside down above it."""
    form = Form(20, 30, outline="standee", bleed=0)
    mark = PanelElement(mm(2, 3, 4, 5), fill="red")
    (thing,) = lay_out_pieces(press(), piece_set(mark, form=form))
    marks = [
        placed for placed in place_all(page(thing)) if isinstance(placed.shape, Path) and placed.shape.fill
    ]
    front, back = list_piece_faces(form)
    assert [(round(p.left, 6), round(p.top, 6)) for p in marks] == [
        (2, round(front.box.top + 3, 6)),
        (20 - 6, round(back.box.top + 30 - 8, 6)),
    ]
    assert thing.draw_back is None
    assert not [p for p in place_all(page(thing)) if isinstance(p.shape, Path) and p.shape.stroke]


def test_a_cube_shows_its_front_on_six_faces() -> None:
    """Each face is clipped, except along tabs and below the next face."""
    form = Form(10, 10, outline="cube", bleed=1)
    (thing,) = lay_out_pieces(press(), piece_set(PanelElement(mm(4, 4, 2, 2), fill="red"), form=form))
    marks = [
        placed for placed in place_all(page(thing)) if isinstance(placed.shape, Path) and placed.shape.fill
    ]
    assert sorted((round(p.left - 4, 6), round(p.top - 4, 6)) for p in marks) == sorted(
        (round(face.box.left, 6), round(face.box.top, 6)) for face in list_piece_faces(form)
    )
    corners = [
        [segment[1:] for segment in group.clip.segments if len(segment) > 1]
        for group in list_all(Group, thing.front)
        if group.clip
    ]
    widths, heights = (
        sorted(max(float(c[axis]) for c in of) - min(float(c[axis]) for c in of) for of in corners)
        for axis in (0, 1)
    )
    # The clip stays half a millimetre clear of the bleed, and goes a tenth under the next face.
    free, shared = 1.5, 0.1
    ends = [10 + 2 * shared] * 2 + [10 + free + shared] * 2 + [10 + 2 * free] * 2
    assert widths == pytest.approx(ends), "in the row only the ends have free sides, lid and floor both"
    sides = [10 + 2 * shared] + [10 + free + shared] * 2 + [10 + 2 * free] * 3
    assert heights == pytest.approx(sides)


def test_all_that_does_not_fit_is_reported_at_once() -> None:
    """The errors of every card name the deck, card, and element, with the excess in mm."""
    pieces = tuple(
        Piece(id, {"id": id, "text": text}, "card")
        for id, text in (("a", "x"), ("b", WORDS["long"]), ("c", WORDS["long"] * 2))
    )
    small = WordsElement(mm(5, 5, 20, 6), role="body", text="{text}", id="rules")
    title = replace(small, text="{text} \u0f40", box=mm(5, 50, 20, 6), id="title")
    findings = LayoutFindings(collects=True)
    things = lay_out_pieces(press(findings), piece_set(small, title, pieces=pieces))
    assert all(thing.front for thing in things)
    lines = [str(error) for error in findings.take()]
    name = "fight-the-virus (en) deck"
    missing = "no font has \u0f40 (U+0F40), needed in "
    assert [line.split("'")[0] for line in lines] == [
        f"{name} a: {missing}",
        *(f"{name} {id}: {what}" for id in "bc" for what in ("rules: ", missing, "title: ")),
    ]
    assert "'A sentence that is far too long" in lines[1]
    assert "...' is too tall by " in lines[1]


def test_items_without_space_and_unfinished_marks_are_reported() -> None:
    """The errors name the field of a repeat, and the mark in the text of a field."""
    items = RepeatElement(mm(0, 0, 10, 5), over="pills", draw=(PanelElement(WHOLE, fill="red"),))
    with pytest.raises(LayoutError, match=r"repeat over pills: 3 items of `pills` do not fit side by side"):
        draw(items, pills=("red", "blue", "x"))
    with pytest.raises(LayoutError, match=r"of '\*\*one'"):
        draw(WordsElement(mm(5, 5, 40, 6), role="body", text="{text}"), text="**one")


def test_titles_are_reported_on_the_card_that_has_them() -> None:
    """All titles of a deck are measured for one size: what is missing in one is no error of another."""
    pieces = tuple(Piece(id, {"id": id, "text": text}, "card") for id, text in (("a", "x"), ("b", "\u05d0")))
    findings = LayoutFindings(collects=True)
    title = WordsElement(mm(5, 5, 40, 6), role="card_title", text="{text}")
    first, second = lay_out_pieces(press(findings), piece_set(title, pieces=pieces))
    assert first.front
    assert not second.front
    (error,) = findings.take()
    assert error.about.endswith(" b")
    assert "such as Noto Sans Hebrew" in str(error)


def test_letters_that_no_font_has_are_reported() -> None:
    """The first error is raised if errors are not collected."""
    with pytest.raises(MissingGlyph, match="no font has"):
        draw(WordsElement(mm(5, 5, 40, 6), role="body", text="\u0f40"))


def test_sides_are_drawn_each_time_and_identical() -> None:
    """Drawn cards are not kept, and are equal each time they are drawn."""
    element = WordsElement(mm(5, 5, 40, 6), role="body", text="{id} and more")
    things = lay_out_pieces(press(), piece_set(element, pieces=cards(8)))
    first, second = tuple(things[3].front), tuple(things[4].front)
    assert first != second
    assert tuple(things[3].front) == first
    assert len(things[3].front) == 1


def test_every_kind_of_element_of_the_crew_is_drawn(tmp_path: FilePath) -> None:
    """Both kinds of pictures, outlined icons, extended templates, and all kinds of fields are drawn."""
    kit: Kit = read_crew(_copy_shelf(tmp_path))
    ready = make_press(kit, locale="en", fonts=shipped.fonts())
    things = lay_out_pieces(ready, part(kit, "sailors"))
    assert len(things) == 5
    captain = place_all(page(things[0]))
    assert "Ana of Lisbon" in {p.shape.text for p in captain if isinstance(p.shape, GlyphRun)}
    assert any(isinstance(placed.shape, Picture) for placed in captain)
    back = place_all(Page(99, 99, tuple(things[0].back or ())))
    assert min(placed.left for placed in back) <= -3
    tokens = lay_out_pieces(ready, part(kit, "tokens"))
    assert len(tokens) == 46
    document = Document(tuple(Page(99, 99, tuple(thing.front)) for thing in (*things, *tokens)), "x", "en")
    assert write_pdf(document) == write_pdf(document)


def test_the_outline_of_a_back_is_the_other_way_round() -> None:
    """A piece with a slanted side on the right has it on the left when it is turned over."""
    form = Form(30, 20, "path", bleed=0)
    pieces = (Piece("a", {"id": "a"}, "card", "card", outline="M0 0H20L30 20H0Z"),)
    (thing,) = lay_out_pieces(press(), piece_set(Ground("red"), form=form, pieces=pieces))
    for (group,), corner in ((thing.front, (20, 0)), (thing.back, (10, 0))):
        assert isinstance(group, Group)
        assert group.clip is not None
        assert corner in {segment[1:] for segment in group.clip.segments}


def test_a_box_in_percent_may_keep_a_ratio() -> None:
    """An ellipse of 50 % of a card is a circle with `ratio: 1`, in the middle of its box."""
    half = Box(Measure(), Measure(), Measure(part=0.5), Measure(part=0.5))
    element = PanelElement(shape="ellipse", fill="#0000ff", ratio=1.0, box=half)
    press = shipped.press("pox", "en")
    (drawer,) = make_drawers(press, (element,), Room(60.0, 100.0))
    assert drawer.edges == pytest.approx((0, 10, 30, 40))


def test_pages_of_another_size_have_the_same_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are drawn once, unless there is something to report about one."""
    drawn: list[str] = []
    draw = ReadyTemplate.draw

    def note(self: ReadyTemplate, fields: Fields) -> tuple[Shape, ...]:
        drawn.append(str(fields["id"]))
        return draw(self, fields)

    monkeypatch.setattr(ReadyTemplate, "draw", note)
    pieces = tuple(
        Piece(id, {"id": id, "say": say}, "card") for id, say in (("a", "Lima"), ("b", "Oslo " * 60))
    )
    words = WordsElement(mm(5, 5, 20, 5), text="{say}", role="body")
    made, found = press(findings := LayoutFindings(collects=True)), []
    deck = piece_set(words, pieces=pieces)
    for name in ("a4", "letter"):
        lay_out_part(made, deck, paper=shipped.paper(name))
        found.append([str(error) for error in findings.take()])
    assert drawn == ["a", "b", "b"]
    assert found[0] == found[1] != []

"""Outlines of cards and tokens: paths, tabs, and boxes, with clear messages for those that cannot be cut."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.layout.shapes.outlines import cut_outline, distance_to_cut
from generator.model.geometry import Rectangle
from generator.model.kit import PieceSet
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.scene.svg_outline import measure_outline, split_outline
from tests.small_decks import complain, read_deck

PLAIN = "template: [{ground: red}]\n"
FACE = "templates: {face: [{ground: red}]}\n"
CARDS = """cards:
  - {id: a, cut: "M0 0H60V90Z", at: 5}
  - {id: b, cut: "M0 0H60V90", at: 40}
"""
LINES = " (an outline is one closed line, after which others may cut holes in it)"


def find_pieces(folder: Path, deck: str, cards: str = CARDS) -> PieceSet:
    (part,) = read_deck(folder, deck + FACE, cards=cards).parts
    assert isinstance(part, PieceSet)
    return part


def test_a_tab_is_a_part_of_its_card(tmp_path: Path) -> None:
    """Beside the tab, the card begins below it; corners are round."""
    deck = find_pieces(tmp_path, "tab: {at: 5 mm, size: 20 mm x 10 mm}\ncorner: 2 mm\n").decks[0]
    piece = deck.pieces[0]
    outline = cut_outline(piece.cut(deck.form))
    assert measure_outline(outline) == pytest.approx((0, 0, 60, 90))
    high = [segment[-2] for segment in outline if len(segment) > 1 and segment[-1] < 9]
    assert (min(high), max(high)) == (5, 25)


@pytest.mark.parametrize(
    ("side", "edge"), [("top", (5, 0)), ("bottom", (5, 90)), ("left", (0, 5)), ("right", (60, 5))]
)
def test_a_tab_is_at_any_edge(tmp_path: Path, side: str, edge: tuple[float, float]) -> None:
    """`at` is measured from the left or the top end."""
    deck = find_pieces(tmp_path, f"tab: {{side: {side}, at: 5 mm, size: 20 mm x 10 mm}}\n").decks[0]
    outline = cut_outline(deck.pieces[0].cut(deck.form))
    ends = [segment[-2:] for segment in outline if len(segment) > 1]
    assert edge in ends
    assert len(ends) == 8 + 1
    assert measure_outline(outline) == pytest.approx((0, 0, 60, 90))


def test_tabs_and_outlines_by_field(tmp_path: Path) -> None:
    """Each card has its own outline, but all are of one deck, in their order."""
    deck = find_pieces(tmp_path, 'tab: {at: "{at} mm", size: 20 mm x 10 mm}\n').decks
    assert len(deck) == 1
    first, second = (cut_outline(piece.cut(deck[0].form)) for piece in deck[0].pieces)
    assert ("L", 5, 0) in first
    assert ("L", 40, 0) in second
    assert find_pieces(tmp_path / "numbered", 'tab: {at: "{10 * number} mm", size: 20 mm x 10 mm}\n')


@pytest.mark.parametrize(
    ("deck", "problem"),
    [
        (
            "tab: {at: 45 mm, size: 20 mm x 10 mm}",
            "tab: extends 5.0 mm beyond the piece (the piece is 60 x 90 mm)",
        ),
        (
            'tab: {at: "{at} mm", size: 30 mm x 10 mm}',
            "tab: extends 10.0 mm beyond the piece, for `b` (the piece is 60 x 90 mm)",
        ),
        (
            "tab: {side: left, at: 4 mm, size: 20 mm x 69 mm}",
            "tab: extends 9.0 mm beyond the piece (the piece is 60 x 90 mm)",
        ),
        ("tab: {at: 4 mm}", "tab: `size` is missing (add `size: ...`)"),
        (
            "outline: XylophoX",
            "outline: unexpected `X` in path data (SVG path data in mm, such as `M 0 0 H 30 L 15 40 Z`)",
        ),
        ("tab: 4 mm", "tab: must be keys with values, not `4 mm`"),
        ('outline: "M0 0H60V90"', "outline: is not closed (end it with `Z`)"),
        ('outline: "{cut}"', "outline: is not closed, for `b` (end it with `Z`)"),
        ('outline: "{cutt}"', "outline: `cutt` is missing, for `a` (add the field)"),
        (
            'outline: "M0 0H70V90Z"',
            "outline: extends 10.0 mm beyond the piece (the piece is 60 x 90 mm)",
        ),
        (
            'outline: "M0 0H9V9ZM20 20H30V30Z"',
            f"outline: has 2 parts{LINES}",
        ),
        ('outline: "M0 0H60V90ZM50 20H55V25H50"', "outline: is not closed (end it with `Z`)"),
        ('outline: "M0 0H60V1Z"', "outline: is too small to be cut out (at least 2 mm wide and high)"),
        (
            'outline: "round"',
            "outline: unexpected `r` in path data (SVG path data in mm, such as `M 0 0 H 30 L 15 40 Z`)",
        ),
        (
            'tab: {at: 4 mm, size: 9 mm x 9 mm}\noutline: "M0 0H60V90Z"',
            "tab: has outline and tab (write one of them)",
        ),
    ],
)
def test_outlines_that_cannot_be_cut(tmp_path: Path, deck: str, problem: str) -> None:
    """The message names the key, and the first card if it depends on the card."""
    found = [line.partition(" ")[2] for line in complain(tmp_path, f"{deck}\n{FACE}", cards=CARDS)]
    assert found == [problem]


def write_box(folder: Path, box: str) -> Path:
    (folder / "cards.yaml").write_text(
        f"size: 88 mm x 63 mm\ncards: {{every: {{n: [1, 2, 3, 4, 5]}}, count: 4}}\n{PLAIN}"
    )
    (folder / "box.yaml").write_text(f"tuck_box: {box}\ntokens: [{{id: box}}]\n{PLAIN}")
    return folder / "box.yaml"


def test_a_tuck_box_fits_its_deck(tmp_path: Path) -> None:
    """The box has 1 mm of space, and is upright."""
    path = write_box(tmp_path, "{deck: cards.yaml, thickness: 0.5 mm}")
    (part,) = read_kit(path, shelf=find_shelf()).parts
    assert isinstance(part, PieceSet)
    form = part.decks[0].form
    assert (form.width, form.height, form.depth) == pytest.approx((64, 89, 20 * 0.5 + 1))
    assert [piece.fields["face"] for piece in part.pieces] == ["front"]


@pytest.mark.parametrize(
    ("box", "problem"),
    [
        ("{deck: car.yaml}", "car.yaml` (did you mean `cards.yaml`?)"),
        ("{thickness: 0.4 mm}", "tuck_box: `deck` is missing (add `deck: ...`)"),
        ("{deck: box.yaml}", "tuck_box.deck: `box.yaml` has problems (fix them first)"),
    ],
)
def test_boxes_for_nothing(tmp_path: Path, box: str, problem: str) -> None:
    """The deck must be readable, and there is one size."""
    path = write_box(tmp_path, box)
    with pytest.raises(DataError) as caught:
        read_kit(path, shelf=find_shelf())
    assert problem in str(caught.value)


def test_elements_are_checked_on_the_faces_that_show_them(tmp_path: Path) -> None:
    """A wide box on the front is no problem of the narrow sides."""
    path = write_box(tmp_path, "{deck: cards.yaml, thickness: 0.55 mm}")
    panel = "{panel: {box: [10 mm, 10 mm, 40 mm, 20 mm], fill: red, when: face = %s}}"
    path.write_text(path.read_text().replace("{ground: red}", panel % "front"))
    assert read_kit(path, shelf=find_shelf())
    path.write_text(path.read_text().replace("face = front", "face = left"))
    with pytest.raises(DataError, match="the piece is 12 x 89 mm"):
        read_kit(path, shelf=find_shelf())


def test_pieces_in_an_order(tmp_path: Path) -> None:
    """Named pieces come first, with all their copies."""
    deck = find_pieces(tmp_path, "order: [c, a]\n", "cards: [{id: a}, {id: b}, {id: c, count: 2}]\n").decks[0]
    assert [(piece.id, piece.count) for piece in deck.pieces] == [("c", 2), ("a", 1), ("b", 1)]
    found = complain(tmp_path / "wrong", f"order: [aa, b]\n{FACE}", cards="cards: [{id: a}, {id: b}]\n")
    assert [line.partition(" ")[2] for line in found] == ["order[1]: unknown piece `aa` (available: a, b)"]


def test_a_path_is_as_large_as_it_is_drawn(tmp_path: Path) -> None:
    """Nothing is scaled: the path is in mm."""
    deck = find_pieces(tmp_path, 'outline: "M10 0H50V90H10Z"\n').decks[0]
    box = measure_outline(cut_outline(deck.pieces[0].cut(deck.form), beyond=3))
    assert box is not None
    assert Rectangle(*box) == pytest.approx((7, -3, 53, 93))


def test_an_outline_may_be_a_drawing_of_squares(tmp_path: Path) -> None:
    """The squares fill the size of the card; what they draw is one part."""
    cards = "cards:\n  - {id: a, cut: XX/X.}\n  - {id: b, cut: X./.X}\n"
    found = complain(tmp_path, f'outline: "{{cut}}"\n{FACE}', cards=cards)
    assert [line.partition(" ")[2] for line in found] == [f"outline: has 2 parts, for `b`{LINES}"]
    form = find_pieces(tmp_path / "sound", "outline: XX/X.\n").decks[0]
    outline = cut_outline(form.pieces[0].cut(form.form))
    assert [segment[1:] for segment in outline if segment[0] != "Z"][:3] == [(0, 0), (60, 0), (60, 45)]


@pytest.mark.parametrize("outline", ["XXX/X.X/XXX", "M0 0H60V90H0Z M20 30H40V60H20Z"])
def test_an_outline_may_have_holes(tmp_path: Path, outline: str) -> None:
    """They are cut, too, but art continues in them: there is no bleed around a hole."""
    deck = find_pieces(tmp_path, f'outline: "{outline}"\n').decks[0]
    form = deck.pieces[0].cut(deck.form)
    outer, hole = split_outline(cut_outline(form))
    assert measure_outline(outer) == (0, 0, 60, 90)
    assert measure_outline(hole) == (20, 30, 40, 60)
    assert len(split_outline(cut_outline(form, beyond=3))) == 1
    assert distance_to_cut(form, 30, 45) == -10

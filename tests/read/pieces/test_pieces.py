"""Decks, tokens and templates are read: every kind of element becomes what the model has for it."""

import shutil
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.layout.shapes.outlines import make_colour
from generator.model.elements.boxes import Box, Condition, Measure
from generator.model.elements.template import (
    AREAS,
    DRAWN,
    ELEMENTS,
    BoardElement,
    Element,
    Ground,
    GroupElement,
    IconElement,
    PanelElement,
    PictureElement,
    RepeatElement,
    TurnedElement,
    WordsElement,
)
from generator.model.kit import Form, Kit
from generator.model.language.expressions import parse_expression
from generator.model.style import Drawing, Photograph
from generator.read.declared.names import Names
from generator.read.files.shelf import Shelf
from generator.read.templates.templates import TemplateBook, read_templates
from generator.scene.shapes import Path as Outline
from tests.read.crew import CREW, part, read_crew


@pytest.fixture(scope="module")
def kit(whole_shelf: Shelf) -> Kit:
    """The crew."""
    return read_crew(whole_shelf)


def elements(kit: Kit, set_id: str, template: str) -> tuple[Element, ...]:
    return part(kit, set_id).templates[template].elements


def test_a_table_of_cards(kit: Kit) -> None:
    """One row a card: quotes, line breaks and lists; what a row leaves empty is as the deck says."""
    deck = part(kit, "sailors").decks[0]
    ana, bo, cem = deck.pieces
    assert (ana.front, bo.front, cem.front) == ("captain", "sailor", "sailor")
    assert {piece.back for piece in deck.pieces} == {"back"}
    assert [piece.count for piece in deck.pieces] == [1, 3, 1]
    assert ana.fields["note"] == 'Says "aye, aye"'
    assert bo.fields["note"] == "Two\nlines"
    assert bo.fields["skills"] == ("star", "ring", "star")
    assert ana.fields["skills"] == ()
    assert ana.fields["id"] == "ana"
    assert (ana.fields["count"], cem.fields["count"]) == ("1", "1")
    assert deck.count == 5


def test_a_list_of_cards(kit: Kit) -> None:
    """Fields of the deck are those of every card that does not say otherwise; lists and names inside."""
    events = part(kit, "events")
    storm, calm = events.decks[0].pieces
    assert (storm.fields["colour"], calm.fields["colour"]) == ("sea", "sand")
    assert storm.fields["pill"] == {"colour": "sand"}
    assert calm.fields["stars"] == ("a", "b")
    assert storm.back == ""
    assert events.backs == "none"


def test_forms(kit: Kit) -> None:
    """Sizes by name and written out; bleed and safe zone of cards, of tokens, and as a file says."""
    assert part(kit, "sailors").decks[0].form == Form(63, 88, corner=3, bleed=3, safe=3)
    assert part(kit, "events").decks[0].form == Form(44, 68, corner=2, bleed=2, safe=2.5)
    forms = [deck.form for deck in part(kit, "tokens").decks]
    assert [form.outline for form in forms] == [
        *("round", "rectangle", "rectangle", "hexagon", "standee", "cube")
    ]
    assert (forms[0].width, forms[0].bleed, forms[0].safe) == (16, 1.5, 1)
    assert forms[1].corner == 2
    assert (forms[2].width, forms[2].height, forms[2].corner) == (41, 63, 2.5)
    assert forms[3].height == pytest.approx(40 * 2 / 3**0.5)
    assert (forms[4].width, forms[4].height) == (20, 35)


def test_a_form_for_all_tokens(shelf: Shelf) -> None:
    """Tokens inherit their cut from the head of the file; round ones have no corner."""
    game = shelf.data / "crew"
    shutil.copytree(CREW, game)
    path, cut = game / "tokens.yaml", "shape: square\nsize: 20 mm\ncorner: 2 mm"
    head = path.read_text("utf-8").split("tokens:\n")[0].replace("back: chip", f"back: chip\n{cut}")
    rows = ("{id: a, icon: star}", "{id: b, icon: star, shape: round}", "{id: c, icon: star, size: 30 mm}")
    path.write_text(head + "tokens:\n" + "".join(f"  - {row}\n" for row in rows), "utf-8")
    forms = [deck.form for deck in part(read_crew(shelf, game), "tokens").decks]
    assert [(form.outline, form.width, form.corner) for form in forms] == [
        *(("rectangle", 20, 2), ("round", 20, 0), ("rectangle", 30, 2))
    ]


def test_tokens_of_one_form_are_one_deck(kit: Kit) -> None:
    """Chips of one size stand together, whatever is printed on them; a back may be left blank."""
    chips = part(kit, "tokens").decks[0]
    assert [(piece.id, piece.count, piece.back) for piece in chips.pieces] == [
        ("star_chip", 40, "chip"),
        ("ring_chip", 1, ""),
    ]


def test_every_kind_of_element_is_read(kit: Kit) -> None:
    """One of each; boards, areas, codes, groups, lines, stacks, and blanks have their own tests."""
    found = {type(element) for element in elements(kit, "sailors", "sailor")}
    found |= {type(element) for element in elements(kit, "sailors", "back")}
    found |= {type(element) for element in elements(kit, "tokens", "chip")}
    assert found == {*ELEMENTS.kinds.values()} - {
        BoardElement,
        ELEMENTS.kinds["qr"],
        ELEMENTS.kinds["barcode"],
        GroupElement,
        ELEMENTS.kinds["stack"],
        ELEMENTS.kinds["blank"],
        *DRAWN.values(),
        *AREAS.values(),
    }


def _ask(text: str) -> Condition:
    return Condition(expression=parse_expression(text))


def test_elements(kit: Kit) -> None:
    """The model has the values of the file."""
    ground, plate, name, picture, repeat, note, turned = elements(kit, "sailors", "sailor")
    assert ground == Ground("{colour}")
    mm = Measure
    box = Box(mm(3), mm(3), mm(-6, 1), mm(60))
    assert plate == PanelElement(box, fill="paper", stroke="ink", line=0.3, corner=2, id="plate")
    assert isinstance(name, WordsElement)
    assert (name.say, name.align, name.upright, name.lines) == ("sailor.{id}", "center", "middle", 1)
    assert isinstance(picture, PictureElement)
    assert (picture.file, picture.fit, picture.when) == ("pictures/{face}.png", "cover", (_ask("has(face)"),))
    assert isinstance(repeat, RepeatElement)
    assert (repeat.over, repeat.cell, repeat.gap, repeat.align) == ("skills", mm(8), 2, "center")
    assert len(repeat.draw) == 2
    assert repeat.draw[1].when == (Condition("item", ("none",), negated=True),)
    assert note.when == (_ask("has(note)"), Condition("shy", negated=True))
    assert isinstance(turned, TurnedElement)
    assert isinstance(turned.draw[0], WordsElement)


def test_extends(kit: Kit) -> None:
    """Elements are replaced where they stand, removed, and added at the end; the others stay."""
    sailor, captain = elements(kit, "sailors", "sailor"), elements(kit, "sailors", "captain")
    assert [element.id for element in captain] == ["", "plate", "name", "", "", "", ""]
    plate = captain[1]
    assert isinstance(plate, PanelElement)
    assert (plate.shape, plate.fill, plate.stroke) == ("ellipse", "sand", "")
    assert captain[2] is sailor[2]
    icon = captain[-1]
    assert isinstance(icon, IconElement)
    assert (icon.icon, icon.stroke, icon.line, icon.angle) == ("ring", "paper", 0.2, "15")


def test_a_long_chain_of_templates(tmp_path: Path) -> None:
    """Two thousand templates that extend each other are refused."""
    lines = "".join(f"  t{number}: {{extends: t{number + 1}}}\n" for number in range(2000))
    path = tmp_path / "templates.yaml"
    path.write_text(f"templates:\n{lines}")
    with pytest.raises(DataError, match="and more than 20 templates extend this one"):
        read_templates(path, TemplateBook(Names(), tmp_path))[1].stop_if_any()


def test_only_templates_that_are_used_are_kept(kit: Kit) -> None:
    """A part carries the templates of its own pieces."""
    assert set(part(kit, "sailors").templates) == {"sailor", "captain", "back"}
    assert set(part(kit, "tokens").templates) == {"chip"}


def test_pictures(kit: Kit) -> None:
    """Pictures are read with the kit, by the names that its files use."""
    assert set(kit.pictures) == {"pictures/dot.png", "pictures/sign.svg"}
    dot, sign = kit.pictures["pictures/dot.png"], kit.pictures["pictures/sign.svg"]
    assert isinstance(dot, Photograph)
    assert (dot.width, dot.height) == (8, 6)
    assert isinstance(sign, Drawing)
    assert (sign.width, sign.height) == (40, 30)
    shapes = [shape for shape in sign.shapes if isinstance(shape, Outline)]
    strokes = [shape.stroke and (shape.stroke.colour, shape.stroke.width) for shape in shapes]
    assert [shape.fill for shape in shapes] == [make_colour("#e0d0a0"), None, None, make_colour("#cc0033")]
    black = make_colour("#000000"), 1
    assert strokes == [black, black, (make_colour("#204060"), 1), None]
    assert shapes[0].segments[:2] == (("M", 10, 5), ("L", 30, 5))


def test_semicolons_and_tabs_part_cells_too(shelf: Shelf) -> None:
    """Spreadsheets of many countries write `;` where others write a comma."""
    table = Path(__file__).parents[1] / "crew" / "sailors.csv"
    game = shelf.data / "crew"
    for old, new in ((",", ";"), (",", "\t")):
        text = table.read_text("utf-8").replace("star; ring; star", "star").replace("aye, aye", "aye")
        copy_of(game, "sailors.csv", text.replace(old, new))
        pieces = part(read_crew(shelf, game), "sailors").decks[0].pieces
        assert [piece.id for piece in pieces] == ["ana", "bo", "cem"]
        assert pieces[1].fields["note"] == "Two\nlines"


def copy_of(game: Path, file: str, text: str) -> None:
    """The crew with one file written anew."""
    crew = Path(__file__).parents[1] / "crew"
    for path in crew.rglob("*.*"):
        target = game / path.relative_to(crew)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    (game / file).write_text(text, encoding="utf-8")

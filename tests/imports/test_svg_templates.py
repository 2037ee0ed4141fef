"""Drawings as decks: placeholders, parts, pictures, boxes, and tables, and where their texts are printed."""

import random
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from generator.errors import DataError
from generator.imports.importing import ImportResult, import_project
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from tests.conftest import Petri
from tests.pdf_samples import MM
from tests.small_decks import draw, texts

SHELF = find_shelf()
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
    'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" '
)
PAGE = 'width="60mm" height="90mm" viewBox="0 0 60 90">'
TABLE = (
    "Card Name,Copies,Art,Bonus,Colour,Kind\nSun,2,sun.png,yes,#ff0000,day\nMoon,,moon.png,no,#0000ff,night\n"
)
GROUND = '<rect id="ground" width="60" height="90" fill="#eeeeee"/>'
STYLE = 'font-family="Noto Sans" font-size="5" fill="#112233"'


def run(folder: Path, *drawn: str, table: str = TABLE, page: str = PAGE, name: str = "card") -> ImportResult:
    """Import a drawing of a card of 60 by 90 mm, with a table beside it."""
    (folder / f"{name}.svg").write_text(f"{HEAD}{page}{''.join(drawn)}</svg>", encoding="utf-8")
    if table:
        (folder / f"{name}.csv").write_text(table, encoding="utf-8")
    return import_project(folder / f"{name}.svg", folder / "deck", SHELF)


def write(folder: Path, *drawn: str, **more: str) -> str:
    return run(folder, *drawn, **more).decks[0].path.read_text(encoding="utf-8")


def text(inner: str, more: str = 'x="10" y="20"') -> str:
    return f"<text {STYLE} {more}>{inner}</text>"


@pytest.mark.parametrize(
    ("inner", "written"),
    [
        ("{Card Name}", 'text: "{card_name}"'),
        ("{{ Card Name }}", 'text: "{card_name}"'),
        ("${Card Name}", 'text: "{card_name}"'),
        ("%VAR_Card Name%", 'text: "{card_name}"'),
        ("%VAR_1%", 'text: "{card_name}"'),
        ("{0}", 'text: "{card_name}"'),
        ("$Kind of {Card Name}", 'text: "{kind} of {card_name}"'),
        ("%Kind%", 'text: "{kind}"'),
        ("[Kind]", 'text: "{kind}"'),
        ("#Kind", 'text: "{kind}"'),
        ("{Copies:02d}", 'text: "{pad(copies, 2)}"'),
        ("costs $5 *", "costs $5"),
        ("<tspan>{Kind} <tspan font-weight='bold'>now</tspan></tspan>", '"{kind} **now**"'),
    ],
)
def test_placeholders_are_fields(tmp_path: Path, inner: str, written: str) -> None:
    """Each way in which tools mark a value in a text becomes a field of the cards."""
    assert written in write(tmp_path, GROUND, text(inner))


@pytest.mark.parametrize(
    ("transform", "box", "more"),
    [
        ("", "[10, 14.66, 50, 6.83]", "font_size: 14.17 pt"),
        ("translate(5 10)", "[15, 24.66, 45, 6.83]", "font_size: 14.17 pt"),
        ("scale(2)", "[20, 29.32, 40, 13.63]", "font_size: 28.35 pt"),
        ("rotate(90 30 45)", "[24.26, 54.26, 65, 6.48]", "angle: 90"),
    ],
)
def test_a_line_is_where_it_is_drawn(tmp_path: Path, transform: str, box: str, more: str) -> None:
    """The box of a line follows from its anchor and its transforms; it ends at the edge of the card."""
    deck = write(tmp_path, GROUND, f'<g transform="{transform}">{text("{Card Name}")}</g>')
    assert f"box: {box}" in deck
    assert more in deck


@pytest.mark.parametrize(
    ("drawn", "box"),
    [
        (
            '<defs><rect id="r" x="5" y="30" width="40" height="20"/></defs>'
            + text("{Card Name}", 'style="shape-inside:url(#r)"'),
            "[5, 30, 40, 20.01]",
        ),
        (
            f'<flowRoot {STYLE}><flowRegion><rect x="5" y="30" width="40" height="20"/></flowRegion>'
            "<flowPara>{Card Name}</flowPara></flowRoot>",
            "[5, 30, 40, 20.01]",
        ),
        (text("{Card Name}", 'x="30" y="20" text-anchor="middle"'), "[0, 14.66, 60, 6.83]"),
        (text("{Card Name}", 'x="55" y="20" text-anchor="end"'), "[0, 14.66, 55, 6.83]"),
        (text("{Card Name}", 'x="5" y="20" style="inline-size:30"'), "[5,"),
    ],
)
def test_boxes_are_those_of_the_drawing(tmp_path: Path, drawn: str, box: str) -> None:
    """A text that flows in a rectangle has it as its box; another one reaches to the edges of the card."""
    assert f"box: {box}" in write(tmp_path, GROUND, drawn)


@pytest.mark.parametrize(
    ("inner", "more", "said"),
    [
        (
            '<textPath href="#p">{Kind}</textPath>',
            'x="5" y="20"',
            "its path is not taken over: it is set in a straight line",
        ),
        ("{Kind}", 'x="5" y="220"', "it is beyond the card, and is not taken over"),
        (
            "{Kind}",
            'x="5" y="20" style="fill:url(#g)"',
            "its gradient or pattern is not taken over: it is black",
        ),
        (
            "{Kind}",
            'x="5" y="20" style="shape-inside:url(#p)"',
            "the shape that it flows in is not taken over: it is set in one line",
        ),
        ("{Kind}", 'x="5" y="20" style="letter-spacing:2px"', "`letter-spacing` is not taken over"),
        (
            "a {Kind}",
            'x="5" y="20" style="text-transform:uppercase"',
            "`text-transform: uppercase` is not taken over",
        ),
    ],
)
def test_a_text_that_is_changed_is_told_in_a_sentence(
    tmp_path: Path, inner: str, more: str, said: str
) -> None:
    """The report says in one sentence what of a text is not taken over, and how it is set instead."""
    shapes = '<defs><path id="p" d="M5 9 C5 40 40 40 40 9"/><linearGradient id="g"/></defs>'
    result = run(tmp_path, GROUND, shapes, text(inner, f'id="kind_text" {more}'))
    assert [line.split("kind_text: ")[1] for line in result.report if "kind_text: " in line] == [said]


def test_the_frame_has_no_texts(tmp_path: Path) -> None:
    """What stays as it is drawn is a file of its own, and the author's file is not changed."""
    run(tmp_path, GROUND, text("{Card Name}"), text("Static", 'x="5" y="80"'))
    frame = (tmp_path / "deck/card_frame.svg").read_text()
    assert "ground" in frame
    assert "<text" not in frame
    assert "{Card Name}" in (tmp_path / "card.svg").read_text()
    kit = read_kit(tmp_path / "deck/card.yaml", shelf=SHELF)
    assert [(piece.id, piece.count) for piece in kit.parts[0].pieces] == [("sun", 2), ("moon", 1)]
    shown = next(iter(draw(kit).values()))
    assert {"Sun", "Static"} <= {*texts(shown).split()}


LAYER = (
    '<g inkscape:groupmode="layer" id="l1" inkscape:label="{}"><rect x="5" y="60" width="9" height="9"/></g>'
)


@pytest.mark.parametrize(
    ("drawn", "table", "written"),
    [
        (LAYER.format("Bonus"), TABLE, '"card_frame.svg#Bonus", box: [5, 60, 9, 9.01], when: bonus'),
        (LAYER.format("%IF_Bonus%"), TABLE, "lower(bonus) not in"),
        (LAYER.format("%UNLESS_Bonus%"), TABLE, "lower(bonus) in ['', '0'"),
        (LAYER.format("Star"), "Name,Layers\nA,+Star\nB,\n", "'+Star' in split(layers, ',')"),
        (LAYER.format("Star"), "Name,Layers\nA,-Star\nB,\n", "'-Star' not in split(layers, ',')"),
        ('<rect id="banner" x="5" y="60" width="9" height="9"/>', "Name,banner?\nA,y\nB,n\n", "when: banner"),
        (
            '<rect id="banner" x="5" y="60" width="9" height="9" fill="#ff8800"/>',
            "Name,banner.fill\nA,#00ff00\n",
            'recolour: {"#ff8800": "{banner_fill or \'#ff8800\'}"}',
        ),
        (
            '<rect x="5" y="60" width="9" height="9" fill="{Colour}"/>',
            TABLE,
            'recolour: {"#c0fe10": "{colour}"}',
        ),
        (
            '<image id="art" href="x.png" x="5" y="9" width="20" height="30"/>',
            "Name,art\nA,a.png\n",
            'file: "{art}"',
        ),
        (
            '<rect inkscape:label="art" x="5" y="9" width="20" height="30"/>',
            "Name,art\nA,a.png\n",
            'file: "{art}"',
        ),
        (
            '<image href="{Art}" x="5" y="9" width="20" height="30"/>',
            TABLE,
            'file: "{art}", box: [5, 9, 20, 30.01]',
        ),
        ('<image href="art/%VAR_Kind%.png" x="5" y="9" width="20" height="30"/>', TABLE, '"art/{kind}.png"'),
        (text("Example", 'id="{Card Name}" x="5" y="9"'), TABLE, 'text: "{card_name}"'),
        (text("Example", 'inkscape:label="Card Name" x="5" y="9"'), TABLE, 'text: "{card_name}"'),
        (text("Example", 'id="kind" x="5" y="9" style="fill:{Colour}"'), TABLE, 'colour: "{colour}"'),
    ],
)
def test_parts_differ_from_card_to_card(tmp_path: Path, drawn: str, table: str, written: str) -> None:
    """Layers and objects are named by columns, which show, replace, or colour them."""
    assert written in write(tmp_path, GROUND, drawn, table=table)


def test_a_switched_layer_that_is_hidden_is_seen(tmp_path: Path) -> None:
    """A layer that is hidden in the editor, and shown on some cards, is drawn on these."""
    hidden = LAYER.format("Bonus").replace("<g ", '<g style="display:none" ')
    run(tmp_path, GROUND, hidden)
    assert "display:inline" in (tmp_path / "deck/card_frame.svg").read_text()
    kit = read_kit(tmp_path / "deck/card.yaml", shelf=SHELF)
    assert not kit.warnings


def test_a_text_that_is_repeated_is_taken_from_each_place(tmp_path: Path) -> None:
    """A clone of a text is a text of its own, and what is beyond the card is not drawn."""
    clone = '<use xlink:href="#far" x="0" y="-100" />'
    deck = write(tmp_path, GROUND, text("{Kind}", 'id="far" x="10" y="120"'), clone)
    assert deck.count('text: "{kind}"') == 1
    assert "box: [10, 14.66, 50, 6.83]" in deck


def test_a_card_without_a_colour_has_none(tmp_path: Path) -> None:
    """An empty cell of a colour is no error: what it would colour is not seen."""
    spot = '<rect x="5" y="60" width="9" height="9" fill="{Colour}"/>'
    assert "{colour or 'transparent'}" in write(tmp_path, GROUND, spot, table="Name,Colour\nA,red\nB,\n")
    assert [*draw(read_kit(tmp_path / "deck/card.yaml", shelf=SHELF))] == ["a", "b"]


def test_a_picture_below_the_frame_stays_below(tmp_path: Path) -> None:
    """A linked picture that shapes cover comes before them, and is copied."""
    Image.new("RGB", (20, 20), "red").save(tmp_path / "photo.png")
    photo = '<image xlink:href="photo.png" x="0" y="0" width="60" height="90"/>'
    deck = write(tmp_path, photo, '<rect width="60" height="9" y="80" fill="#000000"/>', text("{Kind}"))
    assert deck.index("photo.png") < deck.index("card_frame.svg")
    assert (tmp_path / "deck/photo.png").is_file()


@pytest.mark.parametrize(
    ("page", "size"),
    [
        ('width="60mm" height="90mm" viewBox="0 0 60 90">', "60 mm x 90 mm"),
        ('width="2.5in" height="3.5in" viewBox="0 0 250 350">', "63.5 mm x 88.9 mm"),
        ('width="240" height="336" viewBox="0 0 240 336">', "63.5 mm x 88.9 mm"),
        ('inkscape:version="0.48.4 r9939" width="225" height="315">', "63.5 mm x 88.9 mm"),
        ('viewBox="0 0 240 336">', "63.5 mm x 88.9 mm"),
    ],
)
def test_the_page_is_the_card(tmp_path: Path, page: str, size: str) -> None:
    """The page of the drawing is the card, in each unit; a pixel of an old Inkscape is larger."""
    assert write(tmp_path, GROUND, text("{Kind}"), page=page).startswith(f"size: {size}")


# ---------------------------------------------------------------------- tables


def test_without_a_table_a_new_one_has_the_columns(tmp_path: Path) -> None:
    """Placeholders become the titles of a new table with one row."""
    result = run(tmp_path, GROUND, text("{Card Name}"), text("%VAR_cost%", 'x="5" y="50"'), table="")
    assert (tmp_path / "deck/card.csv").read_text() == "Card Name,cost\nCard Name,cost\n"
    assert any("there is none; card.csv has the columns" in line for line in result.report)


def test_the_table_is_named_in_the_report(tmp_path: Path) -> None:
    """The report says which table the cards come from, and why."""
    assert (
        "the cards are the rows of card.csv (it has the name of the drawing)"
        in run(tmp_path, GROUND).report[0]
    )


def test_several_tables_need_a_choice(tmp_path: Path) -> None:
    """Two tables that fit as well are one message, and `table` chooses."""
    (tmp_path / "a.csv").write_text("Kind\nx\n")
    (tmp_path / "b.csv").write_text("Kind\ny\n")
    with pytest.raises(DataError, match=r"there are several tables beside it: a\.csv, b\.csv"):
        run(tmp_path, text("{Kind}"), table="")
    result = import_project(tmp_path / "card.svg", tmp_path / "deck", SHELF, table=tmp_path / "b.csv")
    assert "cards: b.csv" in result.decks[0].path.read_text()


def test_drawings_that_a_table_names_are_one_deck(tmp_path: Path) -> None:
    """A column with the names of drawings chooses the template of each card; its table can be imported."""
    for name in ("spell", "hero"):
        drawn = GROUND + text("{Name}") + text(name, 'x="5" y="50"')
        (tmp_path / f"{name}.svg").write_text(f"{HEAD}{PAGE}{drawn}</svg>")
    (tmp_path / "game.csv").write_text("Name,Template,Qty\nA,spell,2\nB,hero,1\nC,spell,1\n")
    for number, file in enumerate(("hero.svg", "game.csv")):
        result = import_project(tmp_path / file, tmp_path / f"deck{number}", SHELF)
        kit = read_kit(result.decks[0].path, shelf=SHELF)
        pages = [texts(page) for page in draw(kit).values()]
        assert result.decks[0].path.name == "game.yaml"
        assert sum("spell" in page for page in pages) >= 1
        assert {piece.front for piece in kit.parts[0].pieces} == {"spell", "hero"}


def test_front_and_back_are_two_sides(tmp_path: Path) -> None:
    """Drawings whose names end with front and back are the two sides of a card."""
    (tmp_path / "orc_back.svg").write_text(f"{HEAD}{PAGE}{GROUND}</svg>")
    deck = write(tmp_path, GROUND, text("{Kind}"), name="orc_front")
    assert "  front:\n" in deck
    assert "orc_back_frame.svg" in deck.partition("  back:\n")[2]


def test_a_table_alone_is_refused(tmp_path: Path) -> None:
    """A table without drawings has no design, and the message says what to do."""
    (tmp_path / "cards.csv").write_text("Name\nA\n")
    with pytest.raises(DataError, match="a table without a design") as error:
        import_project(tmp_path / "cards.csv", tmp_path / "deck", SHELF)
    assert "cards: cards.csv" in str(error.value.problems[0].hint)


# ---------------------------------------------------------------------- Countersheets

SHEET = (
    '<g id="g"><rect id="unit" x="10" y="10" width="20" height="20" fill="#88aa88"/>'
    f'<text {STYLE} id="attack" x="12" y="28">0</text>'
    '<rect id="star" x="24" y="11" width="4" height="4"/></g>'
    '<g id="h"><rect id="leader" x="40" y="10" width="20" height="20" fill="#aa8888"/></g>'
)
COUNTERS = (
    "unit>,attack,star?,unit[style:fill],BACK,attack\n3,*4*-/3/,y,#ff0000,BACK,2\n,5,n,,,\n\nleader\n2\n"
)


def test_groups_of_counters_are_decks(tmp_path: Path) -> None:
    """Each group of rows of Countersheets is a deck, as large as the rectangle of its template."""
    result = run(tmp_path, SHEET, table=COUNTERS, page='width="90mm" height="90mm" viewBox="0 0 90 90">')
    unit, leader = (read_kit(deck.path, shelf=SHELF).parts[0] for deck in result.decks)
    assert result.is_whole
    assert [piece.count for piece in unit.pieces] == [3, 1]
    assert [piece.count for piece in leader.pieces] == [2]
    deck = result.decks[0].path.read_text()
    assert deck.startswith("size: 20 mm x 20 mm")
    assert "when: star" in deck
    assert "unit_style_fill or" in deck
    assert "when: [back_side" in deck or "when: back_side" in deck
    assert (
        (tmp_path / "deck/card_unit.csv").read_text().split("\n")[1].startswith("3,**4**-*3*,y,#ff0000,yes,2")
    )


# ---------------------------------------------------------------------- other formats


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        ("<svg>", "is not an SVG file"),
        (f"{HEAD}></svg>", "draws nothing"),
        (f'{HEAD}{PAGE}<g style="display:none"><rect width="9" height="9"/></g></svg>', "show its layers"),
        ('<!DOCTYPE a [<!ENTITY b "&c;&c;">]><svg/>', "entity"),
        (f'{HEAD}width="0.1mm" height="0.1mm"><rect width="1" height="1"/></svg>', "smaller than 1 mm"),
    ],
)
def test_broken_drawings_are_messages(tmp_path: Path, drawn: str, said: str) -> None:
    """A file that is no drawing is one message."""
    (tmp_path / "card.svg").write_text(drawn)
    with pytest.raises(DataError, match=said):
        import_project(tmp_path / "card.svg", tmp_path / "deck", SHELF)


def mutate(text: str, dice: random.Random) -> str:
    """Return a text with a few changes."""
    for _ in range(dice.randint(1, 6)):
        place = dice.randrange(len(text) + 1)
        end = min(len(text), place + dice.randint(0, 12))
        letters = dice.choices("{}%$#[]<>/\"'=:;.,-019eaxgVR_\n ", k=dice.randint(0, 6))
        text = text[:place] + "".join(letters) + text[end:]
    return text


ALL = "".join(
    (
        GROUND,
        text("{Card Name} %VAR_Kind%"),
        LAYER.format("Bonus"),
        '<image id="art" href="x.png" x="5" y="9" width="20" height="30"/>',
        '<rect x="5" y="60" width="9" height="9" fill="{Colour}" transform="rotate(9) scale(2 1)"/>',
        f'<flowRoot {STYLE}><flowRegion><rect x="5" y="30" width="40" height="20"/></flowRegion>'
        "<flowPara>{Kind}</flowPara></flowRoot>",
        '<use href="#ground" id="kind" style="fill:$Colour"/>',
    )
)
SEED = 30


@pytest.mark.parametrize(("drawn", "table"), [(ALL, TABLE), (SHEET, COUNTERS)])
def test_mutations_of_a_drawing_are_never_a_traceback(tmp_path: Path, drawn: str, table: str) -> None:
    """Whatever a drawing or its table has, there is a deck in the folder, or an error with its place."""
    dice = random.Random(SEED)
    for number in range(12):
        folder = tmp_path / str(number)
        folder.mkdir()
        is_table = number % 3 == 0
        whole = f"{HEAD}{PAGE}{drawn}</svg>"
        (folder / "card.svg").write_text(whole if is_table else mutate(whole, dice))
        (folder / "card.csv").write_text(mutate(table, dice) if is_table else table)
        try:
            import_project(folder / "card.svg", folder / "deck", SHELF)
        except DataError:
            continue
        assert {path.name for path in folder.iterdir()} == {"card.svg", "card.csv", "deck"}


def test_the_ground_goes_on_in_the_bleed(petri: Petri, tmp_path: Path) -> None:
    """Drawings end at the cut, where the colour of their edge must not."""
    ground = GROUND.replace("#eeeeee", "#ff0000")
    run(tmp_path, ground, text("{Card Name}"), table="Card Name\nSun\n")
    petri("make", "deck/card.yaml", "--bleed", "2mm", "-o", "out")
    [written] = (tmp_path / "out").rglob("*.pdf")
    with pypdfium2.PdfDocument(written) as file:
        page = file[0].render(scale=2).to_pil().convert("RGB")
    rows = [page.crop((0, y, page.width, y + 1)).tobytes().count(b"\xff\0\0") for y in range(page.height)]
    assert max(rows) == pytest.approx(64 * 2 * MM, abs=2)
    assert sum(map(bool, rows)) == pytest.approx(94 * 2 * MM, abs=2)

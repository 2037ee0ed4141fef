"""Scripts of nanDECK as decks: what each directive becomes, what is said, and that the deck is printed."""

import re
from math import sqrt
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from generator.errors import DataError, OutputError
from generator.imports.importing import ImportResult, import_project, write_deck
from generator.imports.nandeck.deck import read_nandeck
from generator.model.elements.areas import GridArea
from generator.model.kit import PieceSet
from generator.model.language.expressions import parse_expression
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from tests.samples import count_examples

TABLE = "Name,Qty,Cost,Kind,Art,Colour\nGoblin,3,2,attack,goblin.png,#c0392b\nOld Town,2,3,place,,\n"
HEAD = "UNIT=INCH\nCARDSIZE=2.5,3.5\nLINKMULTI=Qty\nLINK=cards.csv\n"


def run(folder: Path, script: str, *, table: str = TABLE, name: str = "cards.nde") -> ImportResult:
    """Import a script into a new folder `deck` beside it."""
    (folder / name).write_text(script, encoding="utf-8")
    if table:
        (folder / "cards.csv").write_text(table, encoding="utf-8")
    return import_project(folder / name, folder / "deck", find_shelf())


def write(folder: Path, script: str, **more: str) -> str:
    """Return the deck of a script."""
    return deck_text(run(folder, script, **more))


def deck_text(result: ImportResult) -> str:
    """Return the text of the first deck."""
    return result.decks[0].path.read_text(encoding="utf-8")


def remarks(result: ImportResult) -> list[str]:
    """Return what was said about the lines of a script, without its folder."""
    return [line.rsplit("/", 1)[-1] for line in result.report][:-1]


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("TEXT=,[Name],.1,.2,1,.5,left,top", 'words: {text: "{name}", box: [2.54, 5.08, 25.4, 12.7]'),
        ("TEXT=,[Name],10%,20%,50%,10%", 'words: {text: "{name}", box: [10%, 20%, 50%, 10%]'),
        ('TEXT=,"[Name], [Cost]",0,0,50%,10%', '"{name}, {cost}"'),
        ("TEXT=,[Name],0,0,50%,10%,center,wwcenter", "align: center, upright: middle}"),
        ("TEXT=,[Name],0,0,50%,10%,right,wordwrap", "align: end}"),
        ("TEXT=,[Name],0,0,50%,10%,left,top", "lines: 1}"),
        ("TEXT=,{[Cost]*2+1},0,0,50%,10%", '"{cost * 2 + 1}"'),
        ("TEXT=,§,0,0,50%,10%", '"{number}"'),
        ("TEXT=,[Name],0,0,50%,10%,left,top,90", "angle: 90"),
        ("TEXT=,[Name],90%,90%,-20%,-10%,left,top", "box: [70%, 80%, 20%, 10%]"),
        ("TEXTFONT=,[Name],0,0,50%,10%,left,top,0,100,Arial,9,BI,#ff0000", "bold: true, italic: true"),
        ("RECTANGLE=,0,0,100%,15%,#336699", 'panel: {box: [0, 0, 100%, 15%], fill: "#336699", bleeds: true}'),
        ("RECTANGLE=,.5,.5,1,1,#000000,empty,.02", 'stroke: "#000000", line: 0.51'),
        ("RECTANGLE=,.5,.5,1,1,#112233#445566@90", 'gradient: {from: "#112233", to: "#445566", angle: 90}'),
        ("ROUNDRECT=,.5,.5,1,1,#336699", "corner:"),
        ("ELLIPSE=,.5,.5,1,1,#336699", "shape: ellipse"),
        ("RHOMBUS=,.5,.5,1,1,#336699", "shape: diamond"),
        (
            "RECTANGLE=,.5,.5,1,1,#112233#445566#778899@45",
            'colours: ["#112233", "#445566", "#778899"], angle: 45',
        ),
        ("POLYGON=,.5,.5,1,1,6,0,#336699", "sides: 6"),
        ("STAR=,.5,.5,1,1,5,0,50,#336699", "star:"),
        ("LINE=,0,0,1,1,#336699,.02", "line: {from: [0, 0], to: [25.4, 25.4]"),
        ("IMAGE=,[Art],.2,.2,1,1", 'picture: {file: "{art}", box: [5.08, 5.08, 25.4, 25.4], fit: stretch'),
        ("IMAGE=,[Art],.2,.2,1,1,0,P", "fit: contain"),
        ("IMAGE=,[Art],.2,.2,1,1,45,CH", "fit: cover, flip: horizontal, angle: 45"),
        ("IMAGE=,[Art],.2,.2,1,1,0,,50", "opacity: 0.5"),
        ("IMAGE=,[Art],.2,.2,1,1,0,P,25%", "opacity: 0.25"),
        ("TEXT=,JOIN(No. ,[Cost]),0,0,50%,10%", 'text: "No.{cost}"'),
        ("FONT=Noto Sans,40\nTEXT=,[Name],0,0,10%,10%", "smallest: 3.5 pt"),
        ("PATTERN=,goblin.png,[Cost],.2,.2,1,.3,.2,.2", "over: cost"),
        ("ICON=,A,goblin.png\nICONS=,AAA,.2,.2,1,.3,.2,.2", "split('AAA', '')"),
        (
            "HTMLFONT=b,Arial,9,B,#000000,CENTER\nHTMLTEXT=,<b>[Name]</b>,0,0,50%,10%,,0,,100,b",
            '"**{name}**"',
        ),
        ("IF=[Kind]=attack\nTEXT=,[Name],0,0,1,1\nENDIF", "when: kind = attack"),
        ('IF=[Kind]<>""\nTEXT=,[Name],0,0,1,1\nENDIF', "when: has(kind)"),
        ("IF=[Cost]>2\nTEXT=,[Name],0,0,1,1\nELSE\nTEXT=,x,0,0,1,1\nENDIF", "when: not (cost > 2)"),
        ('IF=[Kind]@"attack|place"\nTEXT=,[Name],0,0,1,1\nENDIF', 'when: "kind = attack, place"'),
        (
            "[is_cheap]=([Cost]<2)_OR_([Kind]=attack)\nIF=[is_cheap]\nTEXT=,[Name],0,0,1,1\nENDIF",
            "cost < 2 or kind == 'attack'",
        ),
        ('IF="attack"@[Kind]\nTEXT=,[Name],0,0,1,1\nENDIF', "'attack' in split(kind, '|')"),
        ("IF=[Name]@[Kind]\nTEXT=,[Name],0,0,1,1\nENDIF", "name in split(kind, '|')"),
        (
            "IF=([Cost]>2)_AND_([Kind]=attack)\nTEXT=,[Name],0,0,1,1\nENDIF",
            "cost > 2 and kind == 'attack'",
        ),
        ("IF=1=2\nTEXT=,[Name],0,0,1,1\nELSE\nTEXT=,yes,0,0,50%,10%\nENDIF", "text: yes"),
        ("[w]=25%\nTEXT=,[Name],0,0,[w],10%", "box: [0, 0, 25%, 10%]"),
        ("[w]=1\nTEXT=,[Name],0,0,[w]*2-.5,10%", "box: [0, 0, 38.1, 10%]"),
        (
            "[a]=b\n[pic_attack]=goblin.png\nIMAGE=,[pic_[Kind]],.2,.2,1,1",
            "pic_values where item.of == lower(kind)",
        ),
        (
            "MACRO=DRAW,(t),(x)\nTEXT=,(t),(x),0,50%,10%\nEND\nDRAW=[Name],10%",
            'text: "{name}", box: [10%, 0, 50%, 10%]',
        ),
        ("COUNTER=,y,20\nTEXT=,[Name],0,y%,50%,10%", "box: [0, 20%, 50%, 10%]"),
        ("; the title\nTEXT=,[Name],0,0,50%,10%", "  # the title\n  - words:"),
        ("<t>=10%,20%,50%,10%\nTEXT=,[Name],<t>", 'text: "{name}", box: [10%, 20%, 50%, 10%]'),
        ("<t>=.5,.5,1,1\nRECTANGLE=,<t,TR,.5,.25>,#336699", "box: [25.4, 12.7, 12.7, 6.35]"),
        (
            "<t>=FRAMEBOX(.5,.5,1,1,.5,.5)\nRECTANGLE=,<t>,#336699",
            'each: 1..4, at: ["{12.7 + (item - 1) % 2 * 12.7} mm", "{12.7 + (item - 1) // 2 * 12.7} mm"]',
        ),
        ("<t>=FRAMEBOX(.5,.5,1,1,.5,.5)\nTEXT=,°,<t>", 'text: "{item}"'),
        ("HTMLKEY=,(n),<b>now</b>\nHTMLTEXT=,a (n),0,0,50%,10%", "text: a **now**"),
        ('HTMLIMAGE=,"(f)",goblin.png,1,1\nHTMLTEXT=,a (f),0,0,50%,10%', 'text: "a :goblin:"'),
        ("LAYER=50\nRECTANGLE=,.5,.5,1,1,#336699\nENDLAYER", "panel:"),
        ("LAYER=50\nIMAGE=,goblin.png,.5,.5,1,1\nENDLAYER", "opacity: 0.5"),
        ("POLY=,0,0\nPOLY=,1,0\nPOLY=,1,1,#336699", "polygon: {points: [[0, 0], [25.4, 0], [25.4, 25.4]]"),
        ("BEZIER=,0,0,1,0,1,1,0,1,#336699,.02", "path: {data: M 0 0 C 25.4 0 25.4 25.4 0 25.4, fill: none"),
        ("PIE=,.5,.5,1,1,0,90,#336699", "sector: {from: 0, to: 90"),
        ("GRID=,.5,.5,1,1,#336699,.02,2,2", "each: 1..4"),
        (
            "HEXGRID=,0,0,2,2,.2,,#336699",
            'cells: hex_flat, size: 6 x 5, lower: even, coordinates: "{(column - 1) * 5 + row}"',
        ),
        ("HEXGRID=,0,0,2,1.8,.2,E,#336699", "hidden: [B5, D5, F5]"),
        ("HEXGRID=,0,0,2,2,.2,DC-,#336699,#eeddcc", 'ground: {fill: "#eeddcc"}'),
        ("[h]=FRAMEHEX(0,0,2,2,.2,E)\nRECTANGLE=,<hb2>,#336699", "box: [7.62, 13.2, 10.16, 8.8]"),
        ("<h>=FRAMEHEX(0,0,2,2,.2,N,50)\nTEXT=,°,<h>", "each: 1..30"),
    ],
)
def test_a_directive_is_an_element(tmp_path: Path, line: str, written: str) -> None:
    """Each directive becomes what a person would have written."""
    Image.new("RGB", (300, 300), "red").save(tmp_path / "goblin.png")
    assert written in write(tmp_path, f"{HEAD}{line}\n")


def test_a_deck_says_nothing_twice(tmp_path: Path) -> None:
    """Comments that repeat a field, conditions that others imply, and values that repeat, are left away."""
    script = (
        f"{HEAD}FONT=Arial,9,B,#336699\n;COST\nTEXT=,[Cost],0,0,50%,10%,left,wwtop\n;the name\n"
        "TEXT=,[Name],0,20%,50%,10%,left,wwtop\n"
        "IF=[Kind]=place\nCOUNTER=,a,55\nELSE\nCOUNTER=,a,25\nENDIF\n"
        "TEXT=,[Kind],0,a%,20%,75%,left,wwtop\nIF=[Kind]=hero\nELSEIF=[Kind]=place\nFONT=Arial,12,B,#336699\n"
        "TEXT=,[Name],0,50%,50%,10%,left,wwtop\nENDIF\n"
    )
    deck = write(tmp_path, script)
    assert "# COST" not in deck
    assert "# the name" in deck
    assert "let: {a: \"55 if kind == 'place' else 25\"}" in deck
    assert 'box: [0, "{a}%", 20%, "{min(75, 100 - a)}%"]' in deck
    assert "when: kind = place}" in deck
    assert "kind != hero" not in deck


def test_the_size_of_a_card_may_be_the_last_line(tmp_path: Path) -> None:
    """CARDSIZE holds for all of a script, in the unit before it."""
    script = "RECTANGLE=1,0,0,7,7,#336699\nUNIT=CM\nCARDSIZE=7,8\nUNIT=INCH\n"
    deck = write(tmp_path, script, table="")
    assert "size: 70 mm x 80 mm" in deck
    assert "box: [0, 0, 70, 70]" in deck


def test_long_values_are_blocks(tmp_path: Path) -> None:
    """A value that is too long for a line goes on in the next ones, and is the same when it is read."""
    numbers = [*range(1, 130, 2)]
    words = " ".join(f"word{number}" for number in range(40))
    cards = ",".join(map(str, numbers))
    script = f'TEXT="{cards}","{words}",0,0,100%,100%,left,wordwrap\nTEXT=129,a,0,0,1,1\n'
    deck = write(tmp_path, script, table="")
    assert max(map(len, deck.splitlines())) <= 150
    element = yaml.safe_load(deck)["template"][0]["words"]
    assert element["when"] == f"number = {', '.join(map(str, numbers))}"
    assert element["text"] == words


def test_short_cards_are_in_brackets(tmp_path: Path) -> None:
    """Cards with few values share lines, and longer ones have a line each."""
    short = write(tmp_path, "[l]=A|B|C\nTEXT=1-40,[l],0,0,50%,10%\n", table="")
    assert 4 <= len(short.split("template:")[0].splitlines()) <= 9
    assert max(map(len, short.splitlines())) <= 150
    other = tmp_path / "long"
    other.mkdir()
    long = write(other, f"[l]={'A' * 70}|B|C\nTEXT=1-3,[l],0,0,50%,10%\n", table="")
    assert "\n  - l: B\n" in long


def test_a_text_below_cells_may_be_covered(tmp_path: Path) -> None:
    """Cells of frames and grids are in several places, and may cover any earlier text."""
    deck = write(tmp_path, f"{HEAD}TEXT=,[Name],0,0,50%,10%\nGRID=,0,0,1,1,#336699,.02,2,2\n")
    assert 'text: "{name}", box: [0, 0, 50%, 10%], over: true' in deck


@pytest.mark.parametrize("height", [1.5, 1.8, 2])
def test_frames_are_around_the_hexagons_of_a_grid(tmp_path: Path, height: float) -> None:
    """HEXGRID and FRAMEHEX with one box have the same hexagons, one by one and as a set, in one order."""
    box = f"0.2,0.3,2,{height},.25"
    names = [f"{letter}{row}" for letter in "abcde" for row in range(1, 5)]
    frames = "".join(f"RECTANGLE=,<h{name}>,#336699\n" for name in names)
    script = f"{HEAD}HEXGRID=,{box},E,#336699\n[h]=FRAMEHEX({box},E)\nELLIPSE=,<h>,#336699\n{frames}"
    result = run(tmp_path, script)
    _, ellipse, *singles = (next(iter(one.values())) for one in yaml.safe_load(deck_text(result))["template"])
    [deck] = read_kit(result.decks[0].path, shelf=find_shelf()).parts
    assert isinstance(deck, PieceSet)
    grid = next(one for one in deck.templates["front"].elements if isinstance(one, GridArea))
    places = sorted(grid.places, key=lambda place: (place.x, place.y))
    across, down = 6.35, 6.35 * sqrt(3) / 2
    codes = [parse_expression(text.split("{")[1].split("}")[0]) for text in ellipse["at"]]
    middles = [
        (float(codes[0].evaluate({"item": item})) + across, float(codes[1].evaluate({"item": item})) + down)
        for item in range(1, int(ellipse["each"].split("..")[1]) + 1)
    ]
    assert [place.id.lower() for place in places][:3] == ["a1", "a2", "a3"]
    assert middles == [pytest.approx((place.x, place.y), abs=0.05) for place in places]
    by_name = {place.id.lower(): (place.x, place.y) for place in places}
    shown = [name for name in names if name in by_name]
    found = [(left + width / 2, top + high / 2) for left, top, width, high in (one["box"] for one in singles)]
    assert found == [pytest.approx(by_name[name], abs=0.05) for name in shown]


def test_combinations_are_labels(tmp_path: Path) -> None:
    """A label before which letters stand has all combinations or permutations of its values."""
    deck = write(tmp_path, "pr[x]2=A|B\nc[y]2=A|B|C\nTEXT=1-4,[x] [y],0,0,100%,20%\n", table="")
    assert "{x: BB, y: AB}]" in deck


def test_words_of_htmlimage_are_icons_in_cells(tmp_path: Path) -> None:
    """A word in the cells is replaced by the icon of its picture, which is copied."""
    Image.new("RGB", (30, 30), "red").save(tmp_path / "Fire 1.png")
    script = f'{HEAD}HTMLIMAGE=,"(Fire)",Fire 1.png,1,1\nHTMLTEXT=,[Name],0,0,100%,20%\n'
    table = "Name,Qty\nBurn (Fire) now,1\n"
    deck = write(tmp_path, script, table=table)
    assert 'replace: {(Fire): ":fire_1:"}' in deck
    assert (tmp_path / "deck/icons/fire_1.png").is_file()
    [card] = read_kit(tmp_path / "deck/cards.yaml", shelf=find_shelf()).parts[0].pieces
    assert card.fields["name"] == "Burn :fire_1: now"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("HEXGRID=,1,1,.1,.1,.5", "HEXGRID: there is no hexagon in the box"),
        ("TRACKRECT=,1,1,2,2", "TRACKRECT: is an area here: `track: {along: rectangle"),
        ("<h>=FRAMECLOCK(0,0,1,1,.2)", "<h>: FRAMECLOCK has no counterpart"),
        ("LABELMERGE=a", "LABELMERGE: columns of the same name are not joined"),
        ('HTMLIMAGE=,"(f)",gone.png,1,1', "HTMLIMAGE: there is no picture gone.png"),
        ("pr[x]13=A|B", "pr[x]13: combines more than 12 values"),
    ],
)
def test_areas_are_left_out_with_their_names_here(tmp_path: Path, line: str, said: str) -> None:
    """A directive that has no counterpart in a template is named with what takes its place."""
    assert any(said in one for one in remarks(run(tmp_path, f"{HEAD}{line}\nTEXT=,[Name],0,0,1,1\n")))


def test_the_deck_is_read_and_has_its_pictures(tmp_path: Path) -> None:
    """The deck has the author's table, unchanged, and the pictures that its cells name."""
    Image.new("RGB", (300, 300), "red").save(tmp_path / "Goblin.PNG")
    script = f"{HEAD}FONT=Arial,9,BT,#000000\nTEXT=,[Name],5%,5%,50%,10%\nIMAGE=,[Art],5%,20%,50%,30%\n"
    result = run(tmp_path, script)
    assert (tmp_path / "deck/cards.csv").read_text() == TABLE
    assert (tmp_path / "deck/goblin.png").is_file()
    kit = read_kit(result.decks[0].path, shelf=find_shelf())
    assert [part.id for part in kit.parts] == ["cards"]
    assert result.is_whole


LOOP = """\
CARDSIZE=6,9
[suits]=red|blue
[colours]=#ff0000|#0000ff
FOR=s,1,2
  FOR=n,1,3
    TEXT={{n}+3*({s}-1)},{n},0,0,50%,10%
    RECTANGLE={{n}+3*({s}-1)},1,{n},2,1,{colours?s}
  NEXT
NEXT
"""


@pytest.mark.parametrize(
    ("text", "page", "name"),
    [
        ("Étoile", "cp1252", "Windows-1252"),
        ("Способность", "cp1251", "Windows-1251 (Cyrillic)"),
        ("Δύναμη μάχης", "cp1253", "Windows-1253 (Greek)"),
    ],
)
def test_the_code_page_of_a_script_is_guessed_and_said(
    tmp_path: Path, text: str, page: str, name: str
) -> None:
    """Editors of Windows save scripts in the code page of their country."""
    (tmp_path / "cards.nde").write_bytes(f"; {text}\nTEXT=1,{text},0,0,100%,10%\n".encode(page))
    result = import_project(tmp_path / "cards.nde", tmp_path / "deck", find_shelf())
    assert re.search(f'text: "?{text}', result.decks[0].path.read_text("utf-8"))
    assert f"cards.nde:1: changed: file: is not UTF-8, and is read as {name}" in "\n".join(result.report)


def test_cards_that_are_only_counted_need_no_remark(tmp_path: Path) -> None:
    """Nothing prints the numbers of cards whose script has no table, and nothing is said of that."""
    (tmp_path / "cards.nde").write_text("RECTANGLE=1-3,1,1,2,2,#ff0000\nTEXT=2,two,0,0,50%,10%\n")
    result = import_project(tmp_path / "cards.nde", tmp_path / "deck", find_shelf())
    kit = read_kit(result.decks[0].path, shelf=find_shelf())
    assert [str(one) for one in kit.warnings] == []
    (deck,) = (part for part in kit.parts if isinstance(part, PieceSet))
    assert sum(piece.count for one in deck.decks for piece in one.pieces) == 3


def test_a_loop_is_a_table_of_what_it_draws(tmp_path: Path) -> None:
    """A loop that computes the numbers of cards gives one element, with a table of what differs."""
    deck = write(tmp_path, LOOP, table="")
    assert "every: {card: 1..6}" in deck
    assert "each: texts where item.card == number" in deck
    assert (tmp_path / "deck/cards_texts.csv").read_text().split("\n")[:3] == ["card,text", "1,1", "2,2"]
    rows = (tmp_path / "deck/cards_panels.csv").read_text().split("\n")
    assert rows[:2] == ["card,fill,y", "1,#ff0000,10"]
    assert rows[6] == "6,#0000ff,30"


def test_what_a_loop_draws_twice_is_drawn_once(tmp_path: Path) -> None:
    """A loop that draws the same text in the same place again and again gives one row for each card."""
    script = "CARDSIZE=6,9\nFOR=n,1,6\nTEXT={1+{n}%2},x,0,0,50%,10%\nNEXT\n"
    deck = write(tmp_path, script.replace("{n}%2", "({n}-1)\\3"), table="")
    assert (tmp_path / "deck/cards_texts.csv").read_text() == "card\n1\n2\n"
    assert "over: true" not in deck


def test_a_loop_on_every_card_draws_each_time(tmp_path: Path) -> None:
    """What a loop draws on all cards, in different places, is an element for each place."""
    script = "CARDSIZE=6,9\nFOR=n,1,3\nIMAGE=,a.png,{n},1,0.5,0.5,0\nRECTANGLE=,1,5,2,1,#ff0000\nNEXT\n"
    deck = write(tmp_path, script, table="")
    assert [f"box: [{left}, 10, 5, 5]" in deck for left in (10, 20, 30)] == [True] * 3
    assert deck.count("panel:") == 1


def test_words_that_look_alike_share_a_style(tmp_path: Path) -> None:
    """Equal settings of a font are one style, named by what uses it first."""
    script = f"{HEAD}FONT=Arial,9,BT,#ff0000\nTEXT=,[Name],5%,5%,50%,10%\nTEXT=,[Kind],5%,25%,50%,10%\n"
    deck = write(tmp_path, script)
    assert deck.count("style: name_text") == 2
    assert deck.count("9 pt") == 1


def test_fronts_and_backs_are_cards_with_two_sides(tmp_path: Path) -> None:
    """DUPLEX makes cards of two ranges; labels with several values are fields of the cards."""
    script = "[l]=A|B|C\nDUPLEX=1-3,4-6\nTEXT=1-3,[l],0,0,50%,10%\nTEXT=4-6,{§-3},0,0,50%,10%\n"
    deck = write(tmp_path, script, table="")
    assert "cards: [{l: A}, {l: B}, {l: C}]" in deck
    assert re.search(r"front:\n.*back:\n", deck, re.DOTALL)
    assert '"{number + 3 - 3}"' in deck


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("CHROMAKEY=#ffffff", "5: left out: CHROMAKEY: has no counterpart"),
        (
            "TEXT=,[Nmae],0,0,50%,10%",
            "5: left out: TEXT: there is no label [Nmae], and no column of this name",
        ),
        ("PAGE=21,29.7", "5: changed: PAGE: is the option --paper of petri make"),
        (
            "IMAGE=,none.png,0,0,1,1",
            "5: changed: picture: there is no picture none.png; a placeholder is drawn",
        ),
        (
            "FONT=Odd,9,T\nTEXT=,[Name],0,0,1,1",
            "6: changed: font: Odd is not here, and the font of the theme",
        ),
        ("INCLUDE=more.nde", "5: left out: INCLUDE: there is no file more.nde"),
        ("what, is this?", "5: left out: what, is this?: is not a directive"),
        (
            "[x]=1\n[x]@[Name]=[x]+1",
            "6: left out: [x]@[Name]: a label with another value on some cards; write it as an expression",
        ),
        (
            "IF=[Name]\nTEXT=,[Name],0,0,1,1\nENDIF",
            "6: left out: TEXT: its condition is not understood",
        ),
        ("FOR=n,1,9\nIF=[Cost]>{n}\nNEXT", "5: left out: FOR: an IF in it has no ENDIF, and ends with it"),
        (f"INCLUDE={'x' * 300}", f"5: left out: INCLUDE: there is no file {'x' * 300}"),
        ("LINK=", "5: left out: LINK: names no table"),
        ("TEXT=5-x,[Name],0,0,1,1", "5: left out: TEXT: the cards 5-x cannot be counted"),
        ("TEXT=,[Name],500%,0,1,1", "5: left out: TEXT: its box is beyond the card"),
    ],
)
def test_what_is_not_taken_over_is_said(tmp_path: Path, line: str, said: str) -> None:
    """Each line that was changed or left out is said, with its place in the source."""
    result = run(tmp_path, f"{HEAD}{line}\n")
    assert any(remark.startswith(f"cards.nde:{said}") for remark in remarks(result)), remarks(result)


def test_lines_below_a_condition_that_is_not_understood_are_left_out(tmp_path: Path) -> None:
    """Each is counted as left out, also after ELSE; what follows ENDIF is drawn."""
    lines = "IF=[Name]\nTEXT=,a,0,0,1,1\nELSE\nTEXT=,b,0,0,1,1\nENDIF\nTEXT=,c,0,0,1,1\n"
    result = run(tmp_path, HEAD + lines)
    assert result.report[-1].endswith("10 lines: 7 taken over, 0 changed, 3 left out")
    deck = result.decks[0].path.read_text(encoding="utf-8")
    assert "text: c" in deck
    assert "text: a" not in deck
    assert "text: b" not in deck


def test_a_font_of_some_cards_is_reported_where_all_use_it(tmp_path: Path) -> None:
    """FONT within IF also acts after ENDIF, but only on some cards: that is a change."""
    lines = "IF=[Cost]>2\nFONT=,9,B\nTEXT=,a,0,0,1,1\nENDIF\nTEXT=,b,1,1,1,1\n"
    said = remarks(run(tmp_path, HEAD + lines))
    assert said == [
        "cards.nde:9: changed: TEXT: has the font of the last FONT, which is set only on some cards"
    ]


def test_texts_overlap_only_where_their_boxes_do(tmp_path: Path) -> None:
    """Of three texts, the one that lies on another has `over: true`."""
    deck = write(tmp_path, HEAD + "TEXT=,a,0,0,1,1\nTEXT=,b,1,1,1,1\nTEXT=,c,.5,.5,1,1\n")
    assert [line for line in deck.split("\n") if "over: true" in line and "text: c" in line]
    assert deck.count("over: true") == 1


def test_signs_and_tags_in_cells_are_replaced(tmp_path: Path) -> None:
    """nanDECK breaks lines at `\\13\\`, and reads tags in cells that HTMLTEXT draws."""
    table = "Name,Text\nGoblin,a \\13\\ <b>b</b>\n"
    script = "LINK=cards.csv\nHTMLTEXT=,[Text],0,0,50%,10%\nTEXT=,[Name],0,50%,50%,10%\n"
    deck = write(tmp_path, script, table=table)
    assert r'replace: {"\\13\\": "\n", "<b>": "{bold|", "</b>": "}"}' in deck


def test_pictures_of_look_ups_are_copied(tmp_path: Path) -> None:
    """Files that only labels name, such as those of icons, are copied with the others."""
    for name in ("sword.png", "shield.png"):
        Image.new("RGB", (300, 300), "red").save(tmp_path / name)
    script = (
        "[pic_attack]=sword.png\nIMAGE=,[pic_[Kind]],0,0,1,1\nICON=,S,shield.png\nICONS=,S,1,1,1,1,.2,.2\n"
    )
    result = run(tmp_path, HEAD + script)
    assert (tmp_path / "deck/sword.png").is_file()
    assert (tmp_path / "deck/shield.png").is_file()
    assert "first(icon_files where item.of == sign).value" in result.decks[0].path.read_text()


@pytest.mark.posix("symbolic links")
def test_links_out_of_the_folder_are_no_files_of_the_project(tmp_path: Path) -> None:
    """Somebody else's project must not copy files of the person who imports it."""
    project = tmp_path / "project"
    project.mkdir()
    (tmp_path / "secret.png").write_bytes(b"secret")
    (project / "art.png").symlink_to(tmp_path / "secret.png")
    (project / "more.nde").symlink_to(tmp_path / "secret.png")
    result = run(project, "INCLUDE=more.nde\nIMAGE=,art.png,0,0,1,1\n", table="")
    assert [path.name for path in (project / "deck").iterdir() if path.suffix == ".png"] == []
    assert len(remarks(result)) == 2


def test_cards_that_are_neither_fronts_nor_backs_are_left_out(tmp_path: Path) -> None:
    """DUPLEX pairs fronts with backs; other cards are named."""
    said = remarks(run(tmp_path, "DUPLEX=1-2,3-4\nTEXT=1-2,a,0,0,1,1\nTEXT=5,b,0,0,1,1\n", table=""))
    assert said == ["cards.nde:3: left out: TEXT: some of its cards are neither fronts nor backs of DUPLEX"]


def test_every_line_is_counted(tmp_path: Path) -> None:
    """The last line of the report counts each line of the source once."""
    result = run(tmp_path, f"; a comment\n\n{HEAD}PAGE=21,29.7\nCHROMAKEY=#ffffff\nTEXT=,[Name],0,0,1,1\n")
    assert result.report[-1].endswith("7 lines: 5 taken over, 1 changed, 1 left out")
    assert (tmp_path / "deck/cards-import.txt").read_text().split("\n")[-2].endswith("1 left out")


def test_a_missing_table_has_the_columns_that_are_used(tmp_path: Path) -> None:
    """The author's table may not be there: a new one names its columns."""
    result = run(tmp_path, HEAD + "TEXT=,[Name],0,0,1,1\nTEXT=,[Game Text],1,1,1,1\n", table="")
    assert (tmp_path / "deck/cards.csv").read_text() == "game_text,name,qty\n1,1,1\n"
    assert "there is no table cards.csv" in remarks(result)[0]


def test_a_missing_table_has_nothing_for_pictures_and_colours(tmp_path: Path) -> None:
    """One copy and short texts print; a cell that must name a file or a colour is empty."""
    script = HEAD + "IMAGE=,[Art],0,0,1,1\nRECTANGLE=,0,0,1,1,[Tone]\nTEXT=,[Name],0,0,1,1\n"
    result = run(tmp_path, script, table="")
    assert (tmp_path / "deck/cards.csv").read_text() == "art,name,qty,tone\n,1,1,\n"
    assert read_kit(result.decks[0].path, shelf=find_shelf())


def test_a_picture_within_another_element_has_its_line(tmp_path: Path) -> None:
    """What is missing for ICONS is said with the line of the directive."""
    said = remarks(run(tmp_path, "CARDS=1\n\nICON=,A,no.png\nICONS=1,AAA,.2,.2,1,.3,.2,.2\n", table=""))
    assert said == ["cards.nde:4: changed: picture: there is no picture no.png; a placeholder is drawn"]


@pytest.mark.parametrize(
    ("content", "said", "missing"),
    [
        (b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', "draws nothing; nothing", "nothing"),
        (b"", "is not an SVG file: no element found; a placeholder", "placeholder"),
    ],
)
def test_a_picture_that_cannot_be_drawn(tmp_path: Path, content: bytes, said: str, missing: str) -> None:
    """A deck is built also with a file that is blank or damaged, which is named."""
    (tmp_path / "cards.svg").write_bytes(content)
    result = run(tmp_path, "CARDS=1\nIMAGE=,cards.svg,0,0,1,1\nTEXT=,A,0,0,1,1\n", table="")
    assert remarks(result) == [f"cards.nde:2: changed: picture: cards.svg {said} is drawn"]
    kit = read_kit(result.decks[0].path, shelf=find_shelf())
    assert f"missing: {missing}" in result.decks[0].path.read_text()
    assert [Path(one.file).name for one in kit.warnings] == ["cards.svg"]


def test_long_elements_are_wrapped(tmp_path: Path) -> None:
    """Keys that are too long for a line continue below, and mean the same."""
    long = "this text is rather long and goes on until the line of its element is full and then some more"
    script = f"FONT=Noto Sans,9,BI,#336699\nTEXT=,{long} [Name],0,0,50%,50%,left,wwcenter\n"
    deck = write(tmp_path, HEAD + script)
    [begun, ended] = deck.split("template:\n")[1].rstrip().split("\n")
    assert max(map(len, (begun, ended))) <= 150
    assert begun.startswith("  - words: {text: ")
    assert ended.endswith("}")


@pytest.mark.parametrize("path", ["C:\\Users\\me\\cards.csv", "../other/cards.csv", "Cards.CSV"])
def test_paths_of_another_machine_are_names(tmp_path: Path, path: str) -> None:
    """Drives, folders above, and other cases are only the name of a file beside the script."""
    deck = write(tmp_path, f"LINK={path}\nTEXT=,[Name],0,0,1,1\n")
    assert "cards.csv" in deck.lower()
    assert "{name}" in deck


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """A second run into the same folder is refused with the files that exist, and changes none."""
    run(tmp_path, HEAD + "TEXT=,[Name],0,0,1,1\n")
    before = {path: path.read_bytes() for path in (tmp_path / "deck").iterdir()}
    with pytest.raises(OutputError, match=r"cards\.yaml.* already there"):
        run(tmp_path, HEAD + "TEXT=,[Cost],0,0,1,1\n")
    assert {path: path.read_bytes() for path in (tmp_path / "deck").iterdir()} == before


@pytest.mark.parametrize("text", ["", "just a letter to a friend\n", "a: b\n", "\0\1"])
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    """A file without directives is no script."""
    with pytest.raises(DataError):
        run(tmp_path, text)


SCRIPT = (
    f"{HEAD}{LOOP}IF=[Cost]>2\nTEXT=,[Name],0,0,{{[Cost]*2}}%,10%\nENDIF\n"
    "ICON=,A,a.png\nICONS=,[Kind],0,0,1,1,.1,.1\n"
)


@settings(max_examples=count_examples(60))
@given(st.data())
def test_mutations_of_a_script_are_never_a_traceback(tmp_path: Path, data: st.DataObject) -> None:
    """Whatever stands in a script, it is a deck or an error with its place."""
    text = SCRIPT
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(text)))
        end = min(len(text), place + data.draw(st.integers(0, 12)))
        text = text[:place] + data.draw(st.text("[]{}()=,;\"'%§?-@|\n0159axAIF.\\", max_size=8)) + text[end:]
    path = tmp_path / "cards.nde"
    path.write_text(text, encoding="utf-8")
    try:
        [draft] = read_nandeck(path)
    except DataError:
        return
    assert write_deck(draft)[0]

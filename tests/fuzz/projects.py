"""Projects of other tools, which are changed at random and imported: `python -m tests.fuzz --imports all`."""

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random

from generator.errors import GeneratorError
from generator.imports.importing import import_project, write_drafts
from generator.imports.pdf.cards import PdfChoices, propose_pdf_deck
from generator.read.files.shelf import Shelf, find_shelf
from generator.read.kits.kits import read_kit
from generator.read.pieces.sets import read_card_sizes
from tests.fuzz.workspace import Case, check_error
from tests.imports.programs import PROTOGRAF, SQUIB
from tests.pdf_samples import draw_marks, draw_outlines, join, list_boxes, make_pdf

_CSV = "Name,Qty,Cost,Kind,Art,Colour\nGoblin,3,2,attack,fox.svg,#c0392b\nOld Town,2,3,place,,\n"
_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="navy"/></svg>'
_NANDECK = """\
; a deck with most of the directives
UNIT=INCH
CARDSIZE=2.5,3.5
LINKMULTI=Qty
LINK=cards.csv
[gold]=#c9a227
[pr]=a|b|c
c[x]2=A|B
[both]=JOIN([Name]," of ",[Kind])
<title,TR,1,0.5>=0.1,0.1,2.3,0.5
MACRO=(line),(x),(y)
LINE=,(x),(y),2,1,#000000,0.02
END
BORDER=RECTANGLE
RECTANGLE=1-{(Name)},0,0,100%,15%,[Colour],EMPTY,0.1
ROUNDRECT=,0.1,0.1,2,2,#FF0000#0000FF@90
ELLIPSE=1,{1/2},0.5,1,1,red,blue,0.05
POLYGON=,0.5,0.5,1,1,6,30,#00AA00
FONT=Arial,16,BTN,#FFFFFF
TEXT="1-{(Name)}",[Name],6%,5%,70%,10%,left,wwcenter,90
IF=[Cost]>2_AND_[Kind]<>place
FONT=Times,10,I,#000000
TEXT=,{[Cost]*2}\\13\\x,0,0,50%,10%,right,top
ELSEIF=[Kind]@attack|place
IMAGE=,[Art],10%,20%,80%,40%,0,PN
ELSE
PATTERN=,fox.svg,{Cost},0,2,2,1,.2,.2,0,N,center
ENDIF
HTMLFONT=k,Arial,9,B,#000000,left
HTMLKEY=,(fire),"<b>fire</b>"
HTMLTEXT=,"<b>[Name]</b> (fire)<br>x",5%,60%,90%,20%,#FFFFFF,0,T,100,k
ICON=,A,fox.svg
ICONS=,[Kind],0,0,1,1,.1,.1
FOR=i,1,3
CIRCLE=,{i*0.3},1,0.2,0.2,#00FF00
NEXT
line(0.1,{Cost})
LAYER=50
STAR=,<title>,#FFFF00,5
ENDLAYER
DUPLEX=1-2,3
SAVE="out.pdf",PDF
"""
_RPG = [
    {
        "title": "Rope", "count": 2, "color": "maroon", "icon": "rope", "tags": ["gear"],
        "contents": [
            "subtitle | Item", "rule", "property | Cost | 1 gp", "text | <b>Fifty</b> feet", "fill | 2",
            "section | Use", "bullet | climb", "boxes | 3 | 2", "dndstats | 8 | 9 | 10 | 11 | 12 | 13",
        ],
    }
]  # fmt: skip
_PEN = {
    "name": "Beasts", "csize": "poker", "cori": "portrait", "cunit": "mm", "cwidth": "", "cheight": "",
    "ccircle": False, "gsize": 1, "gunit": "mm", "blsize": 0.125, "blunit": "in", "ssize": 36, "sunit": "px",
    "dpi": 300, "bradius": 0.125, "brunit": "in", "rscount": 1, "csv": "Rank,Art\n1,fox.png\n2,owl.png\n",
    "css": ".a { color: red }", "mustache": "<div>{{Rank}}</div>",
}  # fmt: skip
_BOX = 'x="10" y="20" width="100" height="50"'
_CARDMAKER = f"""<?xml version="1.0"?><Project><Layout Name="Card" width="300" height="420" dpi="100">
<Element type="Text" name="Title" {_BOX} variable="@[Name]" font="Arial;12;1;0;0;0"/>
<Element type="FormattedText" name="Text" {_BOX} variable="&lt;b&gt;@[Kind]&lt;/b&gt;##1;1;2#"/>
<Element type="Shape" name="S" {_BOX} variable="#rect;0;-;-;0#" elementcolor="0xC0C0C080"/>
<Element type="Graphic" name="G" {_BOX} variable="#(if @[Cost] == 2 then a.png else b.png)#"/>
<Element type="SubLayout" name="L" {_BOX} variable="Card::::#(switch;@[Kind];attack;a;b)#"/>
<Reference RelativePath="cards.csv" Default="true"/></Layout></Project>
"""
_DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
width="60mm" height="90mm" viewBox="0 0 60 90"><defs><linearGradient id="g"/></defs>
<rect id="ground" width="60" height="90" fill="#eeeeee"/>
<text font-family="Noto Sans" font-size="5" x="5" y="12" text-anchor="middle">{Name} %VAR_Kind%</text>
<g inkscape:label="Bonus" transform="rotate(9) scale(2 1)">
<rect x="5" y="60" width="9" height="9" fill="{Colour}"/></g>
<image id="art" href="fox.svg" x="5" y="9" width="20" height="30"/>
<flowRoot font-size="4"><flowRegion><rect x="5" y="30" width="40" height="20"/></flowRegion>
<flowPara>{Kind}</flowPara></flowRoot><use href="#ground" id="kind" style="fill:$Colour"/></svg>
"""
_SHEET = """<svg xmlns="http://www.w3.org/2000/svg" width="90mm" height="90mm" viewBox="0 0 90 90"><g id="g">
<rect id="unit" x="10" y="10" width="20" height="20" fill="#88aa88"/><text id="attack" x="12" y="28">0</text>
<rect id="star" x="24" y="11" width="4" height="4"/></g></svg>
"""
_COUNTERS = "unit>,attack,star?,unit[style:fill],BACK,attack\n3,*4*-/3/,y,#ff0000,BACK,2\n,5,n,,,\n"
_OUT = "deck"


def _make_cards() -> bytes:
    boxes = list_boxes(3, 3, (63, 88), (10.5, 16.5))
    marks = draw_marks((10.5, 73.5, 136.5, 199.5), (16.5, 104.5, 192.5, 280.5))
    return make_pdf([join(draw_outlines(boxes), marks)] * 2, pageCompression=0)


@dataclass(frozen=True)
class _Project:
    """Files by name; those that are changed come first."""

    files: Mapping[str, str | bytes]
    changed: int = 1
    """Number of files that are changed."""
    copies: Path | None = None
    """Folder of the project, which is a program."""


_ART = {"fox.svg": _SVG}
PROJECTS: Mapping[str, _Project] = {
    "nandeck": _Project({"cards.nde": _NANDECK, "cards.csv": _CSV, **_ART}, 2),
    "rpg_cards": _Project({"cards.json": json.dumps(_RPG, indent=1)}),
    "cardmaker": _Project({"game.cmp": _CARDMAKER, "cards.csv": _CSV}, 2),
    "cardpen": _Project({"pen.json": json.dumps(_PEN, indent=1)}),
    "svg": _Project({"card.svg": _DRAWING, "card.csv": _CSV, **_ART}, 2),
    "countersheets": _Project({"units.svg": _SHEET, "units.csv": _COUNTERS}, 2),
    "pdf": _Project({"cards.pdf": _make_cards()}),
    "squib": _Project({"deck.rb": "", "cards.csv": "", "layout.yml": ""}, 3, SQUIB),
    "protograf": _Project({"counters.py": "", "units.csv": ""}, 2, PROTOGRAF),
}


class ProjectSpace:
    """Folders with a project of each format that is asked for."""

    def __init__(self, folder: Path, formats: tuple[str, ...]) -> None:
        self.folder, self._shelf = folder, find_shelf()
        self.cases = tuple(chain.from_iterable(map(self._write, formats)))

    def choose(self, chance: Random) -> Case:
        """Return the same case for the same seed."""
        return chance.choices(self.cases, [case.weight for case in self.cases])[0]

    def _write(self, name: str) -> list[Case]:
        project, home = PROJECTS[name], self.folder / name
        if project.copies:
            shutil.copytree(project.copies, home)
            if name == "protograf":
                (home / "counters.txt").rename(home / "counters.py")
        home.mkdir(exist_ok=True)
        for file, content in project.files.items() if not project.copies else ():
            (home / file).write_bytes(content if isinstance(content, bytes) else content.encode())
        files = [home / file for file in project.files]
        run = partial(_import, files[0], self._shelf)
        # The project itself is changed more often than its tables.
        return [Case(file, run, 1.0 if index else 3.0) for index, file in enumerate(files[: project.changed])]


def _import(file: Path, shelf: Shelf, _chance: Random) -> None:
    """Import a project, and read its decks; no file may be written beside the folder for output."""
    home, out = file.parent, file.parent / _OUT
    before = _list_files(home)
    try:
        if file.suffix == ".pdf":
            found = propose_pdf_deck(file, PdfChoices(), read_card_sizes(shelf.card_sizes))
            result = write_drafts(found.drafts, file, out, shelf)
        else:
            result = import_project(file, out, shelf, is_trusted=True)
        for deck in result.decks:
            _read(deck.path, shelf)
    finally:
        after = {path: facts for path, facts in _list_files(home).items() if not path.is_relative_to(out)}
        shutil.rmtree(out, ignore_errors=True)
        assert after == before, "files beside the folder for output were changed"


def _read(deck: Path, shelf: Shelf) -> None:
    try:
        read_kit(deck, shelf=shelf)
    except GeneratorError as error:
        check_error(error)


def _list_files(folder: Path) -> dict[Path, tuple[int, int]]:
    """Return size and time of all files in the folder, and the names of those beside it."""
    inside = {
        path: (path.stat().st_size, path.stat().st_mtime_ns) for path in folder.rglob("*") if path.is_file()
    }
    return inside | dict.fromkeys(folder.parent.iterdir(), (0, 0))

"""Headers, headings, and panels of sheets are templates; whatever they draw, forms keep their places."""

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from typer.testing import Result

from generator.layout.document import make_press
from generator.layout.sheets import LaidOutSheet, lay_out_sheet
from generator.model.kit import Sheet
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.scene.shapes import Page, list_spots
from tests import shipped
from tests.structure import read_structure

Petri = Callable[..., Result]
LOOK = """\
header:
  height: 40 mm
  template:
    - panel: {fill: primary, bleeds: true}
    - words: {text: "{title}", role: title, colour: paper, box: [15 mm, 8 mm, 90 mm, 20 mm]}
    - words: {text: "{name_field}", role: label, colour: paper, box: [120 mm, 8 mm, 20 mm, 9 mm]}
    - blank: {id: name, box: [140 mm, 8 mm, 50 mm, 9 mm]}
heading:
  height: 9 mm
  template:
    - words: {text: "{letter} {text}", role: title, box: [0 mm, 0 mm, 60 mm, 9 mm], lines: 1}
    - icon: {icon: "{icon}", box: [100% - 9 mm, 0 mm, 9 mm, 9 mm], when: has(icon)}
panel: none
"""
SHEET = """\
id: sheet
title: Foxes
name_field: Name
sections:
  den:
    title: Den
    icon: star
    hint: Fill it.
    grows: false
    blocks: [{grid: {size: 10 mm, squares: "| # #"}}]
  food:
    title: Food
    blocks:
      - track:
          size: 12 mm
          labels: [a, b, c]
          marks: {"2": [goal]}
          draw:
            - panel: {shape: ellipse, stroke: ink, line: 0.4 mm}
            - panel: {fill: red, when: goal}
            - words: {text: "{label}", role: field, box: [20%, 20%, 60%, 60%]}
  points:
    title: Points
    blocks:
      - table:
          id: tally
          row_heads: true
          look: plain
          cell: {fill: shade, stroke: ink, corner: 9 mm}
          columns: [2, 1]
          rows: [{id: den, icon: star, cells: [Den, ""]}, {id: all, total: [All, ""], cell: tile}]
bands:
  - - {sections: [den]}
    - {sections: [food, points]}
"""
THEME = "id: den\nextends: base\nmarks: {goal: {fill: red}}\n"


def write(sheet: str = SHEET + LOOK, theme: str = THEME, kit: str = "") -> None:
    """A game with one sheet."""
    for name, text in {
        "kit.yaml": f"title: Foxes\ntheme: den\nparts: [sheet: sheet.yaml]\n{kit}",
        "themes/den.yaml": theme,
        "sheet.yaml": sheet,
    }.items():
        path = Path("game") / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def indent(text: str) -> str:
    return "".join(f"  {line}\n" for line in text.splitlines())


@pytest.mark.parametrize("place", ["sheet", "kit", "theme"])
def test_templates_are_taken_from_the_sheet_the_game_or_the_theme(petri: Petri, place: str) -> None:
    """Titles are headings, each section has its letter, and hints that no heading shows are below."""
    below = f"sheet:\n{indent(LOOK)}"
    write(SHEET + LOOK * (place == "sheet"), THEME + below * (place == "theme"), below * (place == "kit"))
    done = petri("make", "game")
    assert done.exit_code == 0, done.stderr
    tops = read_structure(Path("output/game/sheet-en-a4.pdf").read_bytes())
    shown = [(one.type, one.text) for top in tops for one in top.walk()]
    assert ("H1", "Foxes") in shown
    assert [text for type, text in shown if type == "H2"] == ["A Den", "B Food", "C Points"]
    assert ("P", "Fill it.") in shown


def test_forms_have_a_field_for_each_place_of_a_designed_sheet(petri: Petri) -> None:
    """The name, the squares, the fields, and the cells of a table, which have its id as their area."""
    write()
    done = petri("make", "game", "--to", "form")
    assert done.exit_code == 0, done.stderr
    with pikepdf.open("output/game/sheet-en-a4-form.pdf") as file:
        fields = {str(one.T): str(one.TU) for one in file.Root.AcroForm.Fields}
    assert fields == {
        "sheet/1/name//text": "Name",
        "sheet/1/den/a1/text": "Den a1",
        "sheet/1/den/b1/text": "Den b1",
        **{
            f"sheet/1/food/{number}/text": f"Food {label}" for number, label in zip("123", "abc", strict=True)
        },
        "sheet/1/tally/den_1/text": "Points, Den, 1",
        "sheet/1/tally/all_1/text": "Points, All, 1",
    }


def lay_out() -> tuple[LaidOutSheet, Page]:
    kit = read_kit(Path("game"), shelf=find_shelf())
    press = make_press(kit, locale="en", fonts=shipped.fonts())
    layout = lay_out_sheet(press, kit.parts_of(Sheet)["sheet"], paper=shipped.paper("a4"))
    return layout, Page(210, 297, layout.shapes)


def test_a_panel_of_its_own_changes_where_the_content_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a ground, the squares begin at the side of the sheet; `inside` is the space around them."""
    monkeypatch.chdir(tmp_path)
    write(SHEET + LOOK)
    _, page = lay_out()
    boxes = {(spot.area, spot.place): spot.box for spot in list_spots(page)}
    assert boxes["name", ""] == pytest.approx((140, 8, 190, 17))
    assert boxes["den", "a1"].top > 40 + 9
    write(
        SHEET.replace(
            "    title: Den", "    title: Den\n    heading: 0\n    panel: {inside: [20 mm, 1 mm, 0 mm, 0 mm]}"
        )
        + LOOK
    )
    layout, page = lay_out()
    moved = {(spot.area, spot.place): spot.box for spot in list_spots(page)}
    left, _ = dict(layout.corners)["den"]
    assert moved["den", "a1"].left >= left + 20
    assert moved["den", "a1"].top == pytest.approx(boxes["den", "a1"].top - 9 + 1)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("  height: 40 mm\n", "", "sheet.yaml:35:1: header: `height` is missing (add `height: 12 mm`)"),
        ("{text}", "title", "heading.template: does not show the `{text}` of the heading"),
        ("{name_field}", "{nam}", "the field `nam` is not in"),
        ("id: name,", "id: nam,", "name_field: the header of the sheet has no place for it"),
        ("panel: none", "panel: off", "panel: `off` is not allowed here"),
        ("cell: {fill: shade", "cell: {fil: shade", "unknown key `fil` (did you mean `fill`?)"),
        ("when: goal", "when: gaol", "only stacks of templates have fields and conditions"),
    ],
)
def test_mistakes_are_told_where_they_are(petri: Petri, old: str, new: str, told: str) -> None:
    """A misspelt field of a heading, a header without a place for the name, and others."""
    write((SHEET + LOOK).replace(old, new))
    done = petri("make", "game")
    assert done.exit_code == 1
    assert told in done.stderr.replace("\n", " ")


@pytest.mark.parametrize(
    ("options", "papers", "pads"),
    [((), 1, 2), (("--names", "Ana,Bo,Cy"), 2, 3), (("--copies", "4"), 2, 4), (("--to", "form"), 1, 1)],
)
def test_two_pads_share_a_paper(petri: Petri, options: tuple[str, ...], papers: int, pads: int) -> None:
    """One is printed twice; only the first has the ruler, and a form is a page with one of them."""
    write(SHEET + LOOK + "per_page: 2\n")
    done = petri("make", "game", *options)
    assert done.exit_code == 0, done.stderr
    (path,) = Path("output/game").iterdir()
    with pypdfium2.PdfDocument(path) as document:
        sizes = [tuple(int(side / 72 * 25.4 + 0.1) for side in page.get_size()) for page in document]
        text = "".join(page.get_textpage().get_text_range() for page in document)
    assert sizes == [(148, 210) if "form" in options else (297, 210)] * papers
    assert text.count("A Den") == pads
    assert text.replace("\u00a0", " ").count("50 mm at 100 %") == 1


AID = "id: help\ntitle: Help\ncolumns: 1\nblocks:\n  - heading: Turn\n  - list: [Roll, Write]\n"


@pytest.mark.parametrize(
    ("sheet", "options", "pages", "where"),
    [
        ("", (), [(210, 297)] * 2, "on its back"),
        ("", ("--copies", "2"), [(210, 297)] * 4, "on its back"),
        ("per_page: 2\n", (), [(297, 210)], "beside it"),
        ("per_page: 2\n", ("--names", "Ana,Bo"), [(297, 210)] * 2, "beside it"),
        ("", ("--to", "form"), [(210, 297)], "on its back"),
    ],
)
def test_a_sheet_and_its_aid_share_a_paper(
    petri: Petri, sheet: str, options: tuple[str, ...], pages: list[tuple[int, int]], where: str
) -> None:
    """On its back, or beside it on half of the paper; a form has the sheet alone."""
    write(f"{SHEET}{LOOK}{sheet}aid: help\n")
    Path("game/kit.yaml").write_text(
        "title: Foxes\ntheme: den\nparts: [sheet: sheet.yaml, booklet: help.yaml]\n", encoding="utf-8"
    )
    Path("game/help.yaml").write_text(AID, encoding="utf-8")
    done = petri("make", "game", "--part", "sheet", *options)
    assert done.exit_code == 0, done.stderr
    (path,) = Path("output/game").iterdir()
    with pypdfium2.PdfDocument(path) as document:
        sizes = [tuple(int(side / 72 * 25.4 + 0.1) for side in page.get_size()) for page in document]
        text = "".join(page.get_textpage().get_text_range() for page in document)
    assert sizes == pages
    assert text.count("A Den") == text.count("Roll") or "form" in options
    assert (f"help is on the same paper, {where}" in done.stdout) is ("form" not in options)


@pytest.mark.parametrize(
    ("aid", "told"),
    [
        (AID.replace("[Roll, Write]", str(["Write a number into a square."] * 300)), "is more than a page"),
        (AID.replace("id: help", "id: helper"), "aid: unknown booklet `help` (did you mean `helper`?)"),
    ],
)
def test_an_aid_without_room_is_told(petri: Petri, aid: str, told: str) -> None:
    """The sheet is printed without it; a name that no booklet has is an error."""
    write(f"{SHEET}{LOOK}aid: help\n")
    Path("game/kit.yaml").write_text(
        "title: Foxes\ntheme: den\nparts: [sheet: sheet.yaml, booklet: help.yaml]\n", encoding="utf-8"
    )
    Path("game/help.yaml").write_text(aid, encoding="utf-8")
    done = petri("make", "game", "--part", "sheet")
    assert told in done.stderr.replace("\n", " ")

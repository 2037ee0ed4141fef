"""Files of other programs: CardPen comes in as a table, and each other kind is refused with its reason."""

import json
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.imports.importing import ImportResult, import_project
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit

PEN = {
    "name": "Beasts", "csize": "poker", "cori": "portrait", "cunit": "mm", "cwidth": "", "cheight": "",
    "ccircle": False, "gsize": 1, "gunit": "mm", "blsize": 0.125, "blunit": "in", "ssize": 36, "sunit": "px",
    "dpi": 300, "bradius": 0.125, "brunit": "in", "rscount": 1, "csv": "Rank,Art\n1,fox.png\n2,owl.png\n",
    "css": ".a { color: red }", "mustache": "<div>{{Rank}}</div>",
}  # fmt: skip


def run(folder: Path, project: dict[str, object]) -> ImportResult:
    (folder / "pen.json").write_text(json.dumps(project, indent=1), encoding="utf-8")
    return import_project(folder / "pen.json", folder / "deck", find_shelf())


@pytest.mark.parametrize(
    ("changed", "written"),
    [
        ({}, "size: 63.5 mm x 88.9 mm\ncorner: 3.17 mm\nbleed: 3.17 mm\nsafe: 3.05 mm\n"),
        ({"cori": "landscape"}, "size: 88.9 mm x 63.5 mm"),
        ({"csize": "euroGame"}, "size: 59 mm x 92 mm"),
        ({"csize": "custom", "cwidth": "600", "cheight": "900", "cunit": "px"}, "size: 50.8 mm x 76.2 mm"),
        ({"csize": "circle"}, "shape: round"),
        ({"csv": ""}, "- id: card"),
        ({"csv": 'A,B\n1,2,3\n4,"5" six\n'}, "pen.csv"),
    ],
)
def test_a_project_of_cardpen_is_a_table(tmp_path: Path, changed: dict[str, object], written: str) -> None:
    """The size of the cards, their bleed, and their table are taken over."""
    result = run(tmp_path, PEN | changed)
    assert written in result.decks[0].path.read_text()
    assert len([*read_kit(result.decks[0].path, shelf=find_shelf()).parts[0].pieces]) in (1, 2)


def test_a_deck_of_cardpen_has_no_findings(tmp_path: Path) -> None:
    """Only columns that nothing shows are ignored: those with a meaning here, and empty ones, are not."""
    result = run(tmp_path, PEN | {"csv": "Number,Back,Kind,Empty\n1,,a,\n2,,b,\n"})
    assert "ignore: [kind]" in result.decks[0].path.read_text()
    assert not [line for line in result.report if "silences" in line]


def test_the_design_of_cardpen_is_left_out(tmp_path: Path) -> None:
    """HTML, CSS, and the distance of cards are named, each with its line."""
    said = [line.rsplit("/", 1)[-1] for line in run(tmp_path, PEN).report]
    assert said[:3] == [
        "pen.json:9: changed: gsize: is the option --gutter 1mm of petri make",
        "pen.json:20: left out: css: the styles are CSS, which is not taken over",
        "pen.json:21: left out: mustache: the design is HTML, which is not taken over; "
        "draw it anew in `template`",
    ]
    assert (tmp_path / "deck/pen.csv").read_text() == PEN["csv"]


@pytest.mark.parametrize(
    ("name", "content", "reason", "hint"),
    [
        ("a.mse-set", "", "Magic Set Editor", "pictures: FOLDER"),
        ("a.psd", "8BPS", "a file of Photoshop", "pictures: FOLDER"),
        ("a.ai", "%PDF", "a file of Illustrator", "SVG"),
        ("a.docx", "PK", "a document of Word", "CSV"),
        ("a.zip", "PK", "is an archive", "unpack it"),
        ("a.html", "<p>", "a web page", "CSV"),
        ("a.cod", "<cockatrice_deck/>", "a list of cards of a published game", "CSV"),
        ("a.xml", "<cockatrice_carddatabase/>", "a list of cards of Cockatrice", "CSV"),
        ("a.json", '{"ObjectStates": []}', "a save of Tabletop Simulator", "pictures"),
        ("a.json", '{"trains": [], "info": {}}', "18xx-maker", "SVG"),
        ("a.json", '{"width": 250, "elements": [{"type": "text"}]}', "DeckSmith", "SVG"),
        ("a.json", '{"cards": [{"name": "x"}]}', "has rows, but no design", "sheet: cards"),
        ("a.csv", "Name\nx\n", "a table without a design", "cards: a.csv"),
        ("a.tsv", "Name\tKind\nx\ty\n", "a table without a design", "cards: a.tsv"),
        ("a.png", "", "is a picture", "pictures: FOLDER"),
        ("a.yaml", "size: poker", "is YAML", "petri make"),
        ("a.yml", "- {name: x}", "is YAML", "cards: FILE"),
        ("a.xyz", "", "no importer reads .xyz files", "a script of nanDECK (.nde, .txt)"),
    ],
)
def test_other_files_are_refused_with_a_reason(
    tmp_path: Path, name: str, content: str, reason: str, hint: str
) -> None:
    """A file that no importer reads is one message, which says why and what to do."""
    (tmp_path / name).write_text(content)
    with pytest.raises(DataError) as error:
        import_project(tmp_path / name, tmp_path / "deck", find_shelf())
    [problem] = error.value.problems
    assert reason in problem.message
    assert hint in problem.hint
    assert not (tmp_path / "deck").exists()


def test_a_folder_is_refused_with_what_is_in_it(tmp_path: Path) -> None:
    """The message about a folder names the files in it that can be imported."""
    (tmp_path / "cards.nde").write_text("CARDSIZE=6,9\n")
    with pytest.raises(DataError, match="is a folder") as error:
        import_project(tmp_path, tmp_path / "deck", find_shelf())
    assert error.value.problems[0].hint == "in it: cards.nde"


def test_a_table_is_only_for_drawings(tmp_path: Path) -> None:
    """Projects that name their tables themselves take no other one."""
    (tmp_path / "cards.nde").write_text("CARDSIZE=6,9\n")
    with pytest.raises(DataError, match="--table is for drawings"):
        import_project(tmp_path / "cards.nde", tmp_path / "deck", find_shelf(), table=tmp_path / "a.csv")

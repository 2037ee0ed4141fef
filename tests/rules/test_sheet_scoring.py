"""A sheet with a score.yaml: what its file looks like, what is asked, and where a violation is."""

from typing import Any

import pytest

from generator.errors import DataError
from generator.model.played import Laid, LaidPart, PenMark, Position
from generator.play.paper import Referee
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.read.scores import decode_score
from generator.rules.form import FormScoring
from generator.rules.score_form import Question

SHEET = """title: Sheet
sections:
  wall: {title: Wall, blocks: [{grid: {size: 8 mm, squares: "# # #\\n# # #"}}]}
  shelf: {title: Shelf, blocks: [{grid: {size: 8 mm, squares: "# # #"}}]}
  track: {title: Track, blocks: [{track: {size: 8 mm, count: 4}}]}
  holes: {title: Holes, blocks: [{track: {size: 8 mm, count: 2}}]}
  bag: {title: Bag, blocks: [{track: {size: 8 mm, count: 2}}]}
bands: [[{sections: [wall, shelf, track, holes, bag]}]]
"""
SCORE = """takes:
  {wall: number 1..20, shelf: cross, track: [x, y], holes: [number 1..9, circled], bag: [number 1..2, x]}
numbers: {half: wall.filled / 2}
points:
  - {say: "Wall, {half}", in: wall, points: filled}
"""


@pytest.fixture(scope="module")
def referee(tmp_path_factory: pytest.TempPathFactory) -> Referee:
    folder = tmp_path_factory.mktemp("own") / "my-game"
    folder.mkdir()
    (folder / "kit.yaml").write_text(
        "id: my_game\nscore: score.yaml\nparts: [{sheet: sheet.yaml}]\n", "utf-8"
    )
    (folder / "sheet.yaml").write_text(SHEET, "utf-8")
    (folder / "score.yaml").write_text(SCORE, "utf-8")
    return Referee(read_kit(folder, shelf=find_shelf(), is_drawn=False))


def test_rows_of_a_grid_are_drawn_and_a_single_row_is_a_line(referee: Referee) -> None:
    """Numbers have blanks between them, signs do not."""
    scoring: Any = referee.scoring
    assert scoring.draw_sheet({"wall": {"c1": "12"}, "shelf": {"b1": "x"}}) == {
        "wall": "| .  .  12\n| .  .  .",
        "shelf": ".x.",
        "track": "....",
        "holes": ". .",
        "bag": ". .",
    }


def answer(scoring: FormScoring[Any, Any], answers: list[str]) -> tuple[list[Question], str]:
    """Return the questions, and the file that answers make."""
    questions, asked, left = scoring.ask(), list[Question](), iter(answers)
    question = next(questions)
    try:
        while True:
            asked.append(question)
            question = questions.send(next(left))
    except StopIteration as end:
        return asked, end.value


def test_each_row_is_asked_for(referee: Referee) -> None:
    """A section of several rows has the number of its rows in its question; no answer is an empty row."""
    asked, file = answer(referee.scoring, ["Ana", "1 . 3", "", ".x.", "xy..", "o5 .", "2 x"])
    texts = [question.text.format(referee.wording) for question in asked[1:]]
    assert texts[:3] == [
        "Ana, Wall, row 1 of 2: a mark for each of 3 squares, of these: 1–20, .",
        "Ana, Wall, row 2 of 2: a mark for each of 3 squares, of these: 1–20, .",
        "Ana, Shelf: a mark for each of 3 places, of these: x, .",
    ]
    report = referee.score(decode_score(file.encode()))
    ((line,),) = ([*part.lines] for part in report.scores["Ana"].rounds)
    assert (line.label.format(referee.wording), line.points) == ("Wall, 1", 2)


def test_a_violation_in_a_grid_has_the_line_of_its_row(referee: Referee) -> None:
    """One in a single row has that of its key."""
    text = "game: my_game\nsheets:\n  Ana:\n    shelf: x..\n    wall: |\n      1 2 3\n      4 21 6\n"
    (fault,) = referee.score(decode_score(text.encode())).faults
    assert (fault.rule, fault.line, fault.round) == ("log.number", 7, 0)


def test_the_schema_of_a_single_row_takes_a_list(referee: Referee) -> None:
    schema: Any = referee.scoring.schema()["sheets"]
    sections = schema["additionalProperties"]["properties"]
    kinds = {id: [*section] for id, section in sections.items()}
    assert kinds == {
        "wall": ["type", "description"],
        "shelf": ["anyOf"],
        "track": ["anyOf"],
        "holes": ["anyOf"],
        "bag": ["anyOf"],
    }


def test_places_take_what_score_yaml_says(referee: Referee) -> None:
    """Numbers alone are numbers; numbers among signs are words; a circle is a mark of its own."""
    (form,) = referee.find("").forms
    takes = [
        (each.area, each.kind, each.numbers if each.kind == "number" else each.words)
        for each in form.list_takes()
    ]
    assert takes == [
        ("wall", "number", (1, 20)),
        ("shelf", "mark", ()),
        ("track", "text", ("x", "y")),
        ("holes", "number", (1, 9)),
        ("holes", "mark", ()),
        ("bag", "text", ("x", "1", "2")),
    ]


def test_a_circle_is_written_before_its_number(referee: Referee) -> None:
    """Whatever was drawn first."""
    (form,) = referee.find("").forms
    marks = (PenMark("circle"), PenMark("text", "5"))
    for order in (marks, marks[::-1]):
        sheet = LaidPart("sheet", tuple(Laid("holes", "2", mark) for mark in order), "Ana")
        entry: Any = form.write_entry(Position((sheet,)), ("Ana",), {})
        assert entry["Ana"]["holes"] == ". o5"


def test_sheets_without_players_are_told_how_to_begin(referee: Referee) -> None:
    with pytest.raises(DataError, match=r"sheets: .* \(petri score --blank writes an empty file\)"):
        referee.score(decode_score(b"game: my_game\nsheets: []\n"))
